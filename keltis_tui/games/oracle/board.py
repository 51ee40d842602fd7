"""The board of The Oracle: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from keltis_engine.parts.cards import PlayCard
from keltis_engine.parts.oracle_board import NEXT, STEPS, STONE_COLOURS
from keltis_engine.position import PlayerMove, ScoreLine, View
from keltis_engine.rules.oracle import (
    LEPRECHAUN_POINTS,
    TRACK,
    MirrorTaken,
    MoveFigure,
    MovePriestess,
    OracleView,
)
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.oracle import choosing
from keltis_tui.games.oracle.pieces import paint_spiral
from keltis_tui.games.oracle.spiral import stone_height
from keltis_tui.table.board import Board
from keltis_tui.table.buttons import paint_buttons
from keltis_tui.table.card_choices import card_asked, card_keys, draw_choices, hand_choices
from keltis_tui.table.cards import paint_hand, paint_piles
from keltis_tui.table.choosing import Choice, answers
from keltis_tui.table.client_game import ClientGame, Outcome
from keltis_tui.table.layout import COLUMNS, ROOMY, SMALLEST, SPACED, Layout, layout_for
from keltis_tui.table.players import paint_players
from keltis_tui.table.scene import Scene
from keltis_tui.table.track import paint_track
from keltis_words.games.cards import LETTERS, card_name
from keltis_words.games.oracle import FOLLOWS, ORACLE_WORDS, stone_in_short
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

LOW_CARDS = 4
"""How high cards are where the spiral needs the lines."""
NARROWEST = 44
"""How many columns the spiral needs, so that every stone has six."""


class OracleBoard(Board):
    """One spiral of stones, three figures each, and a priestess whom everybody moves."""

    wording = ORACLE_WORDS

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: cards, figures, steps, stones, rows, or piles and deck."""
        assert isinstance(view, OracleView)
        none = choosing.decline_choice(moves)
        match view.phase if view.to_act == view.seat else "play":
            case "move":
                figures = choosing.figure_choices(view, moves)
                return (*figures, *choosing.priestess_choices(view, moves))
            case "clover":
                return (*choosing.figure_choices(view, moves), none)
            case "spiral":
                return (*choosing.back_choices(view, moves), none)
            case "leprechaun":
                return (*choosing.leprechaun_choices(view, moves), none)
            case "bonus":
                return (*choosing.bonus_choices(moves), none)
            case "draw":
                return draw_choices(moves)
        return hand_choices(view.cards.hand, moves, mode)

    def modes(self, view: View) -> Mapping[str, str]:
        """`d` to discard."""
        return {"d": "discard"} if view.to_act == view.seat and view.phase == "play" else {}

    def leads_on(self, game: ClientGame, choice: Choice, key: str) -> bool:
        """Whether it is the letter of a figure that the card in focus lets move."""
        view = game.view
        assert isinstance(view, OracleView)
        marked = choosing.marks(view, (), choice) if isinstance(choice.move, PlayCard) else []
        return any(mark.key == key and mark.target.kind == "figure" for mark in marked)

    def cap(self, view: View, key: str) -> str:
        """The figures that can move, how far the priestess can go, the arrows."""
        assert isinstance(view, OracleView)
        match key:
            case "a" | "b" | "c" if view.phase in ("move", "clover"):
                return choosing.able_figures(view)
            case "1" if view.phase == "move":
                return choosing.steps_allowed(view)
            case "left":
                return "←→↑↓"
        return super().cap(view, key)

    def layout(self, width: int, height: int) -> Layout:
        """The spiral takes all lines above the piles, and more than half of a wide screen."""
        usual = layout_for(width, height)
        if ROOMY <= height < SPACED:  # a line of the cards
            hand = usual.preview - LOW_CARDS
            usual = replace(usual, card_height=LOW_CARDS, hand=hand, buttons=hand - 1)
        pile_height = usual.pile_height if usual.grand else 1
        piles = usual.hand - (2 if height < SPACED else 3) - pile_height
        lines = piles - 1
        across = min(width * 52 // 100, 7 * (3 * stone_height(lines) + 1) + 2)
        board = max(NARROWEST, across) if width >= 96 else NARROWEST
        stone_width = (board - 3) // COLUMNS
        return replace(
            usual,
            stone_width=stone_width,
            label=board - COLUMNS * stone_width,
            margin=0 if width == SMALLEST[0] else 1,
            board_height=lines,
            piles=piles,
            pile_height=pile_height,
            deck_below=False,
            track=piles + pile_height,
        )

    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, OracleView)
        figures, steps = choosing.able_figures(view), choosing.steps_allowed(view)
        ahead = NEXT[choosing.colour_asked(view)][view.stone or 0]
        asked = mode or view.phase
        if asked == "move" and not (figures and steps):
            asked = "move.figure" if figures else "move.priestess"
        elif not mode:
            asked = card_asked(view.cards, view.phase, choices)
        if asked == "leprechaun" and not answers(choices, "row"):
            asked = "leprechaun.hand"
        if asked == "clover" and view.free_clovers:
            asked = "clover.free"
        return words._(
            self.wording.questions[asked],
            card=card_name(view.card or 0),
            keys=answers(choices, "card", "pile"),
            rows=answers(choices, "row"),
            figures=" ".join(figures),
            stone=stone_in_short(words, ahead) if ahead else "",
            steps=steps,
            colour=LETTERS[choosing.colour_asked(view)],
            points=LEPRECHAUN_POINTS[len(set(view.figures[view.seat or 0]))],
        )

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """What would be asked next, if it is not a draw."""
        follows = FOLLOWS.get(outcome.view.phase)
        changed = outcome.view != scene.game.view
        return [scene.words._(follows)] if follows and changed else []

    def line_colour(self, line: ScoreLine) -> str:
        """A figure's line has the colour of its stone."""
        if line.what == "figure":
            return f"ground path.{STONE_COLOURS[line.detail[0]]}"
        return "ground text"

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """Tiles, figures and rows."""
        return [
            (f"{glyphs.plus}2", "tile.points", words._("points at once")),
            (f"{glyphs.clover}R", "tile.clover", words._("clover: on to the next R")),
            (glyphs.spiral, "tile.spiral", words._("spiral: back to an earlier stone")),
            (glyphs.leprechaun, "tile.leprechaun", words._("leprechaun: discard a card")),
            (glyphs.mirror, "tile.mirror", words._("mirror: wish stones again")),
            (glyphs.wish_stone, "tile.wish", words._("wish stone: is taken")),
            (glyphs.priestess, "priestess", words._("priestess: +5 on your figure's stone")),
            ("abc", "own.0", words._("your figures; their keys")),
            (f"{glyphs.large[1]}2", "seat.1", words._("two figures of another")),
            (f"{glyphs.small[1]}{glyphs.large[2]}", "seat.2", words._("crowded: one, several")),
            (glyphs.ways[0], "faint", words._("the way of the path")),
            (
                f"{glyphs.numbers[2]}{glyphs.numbers[5]}",
                "text",
                words._("number, where two look alike"),
            ),
            (f"{glyphs.leprechaun}{glyphs.done}", "text", words._("leprechaun score claimed")),
            (f"R{glyphs.up}4{glyphs.times}3", "path.0", words._("row up to 4, three cards")),
            (f"R5 {glyphs.times}2", "path.0", words._("pile of two, R5 on top")),
            (f"12 {glyphs.arrow} 31", "bright", words._("points now, at the end")),
        ]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now."""
        assert isinstance(view, OracleView)
        if view.to_act != view.seat:
            return []
        movers = [move.stone for move in moves if isinstance(move, MoveFigure)]
        figure = [(choosing.letters_on(view, movers[0])[0], N_("figure"))] if movers else []
        match view.phase:
            case "play":
                return card_keys(moves)
            case "move":
                steps = [("1", N_("priestess"))] if _any(moves, MovePriestess) else []
                return [*figure, *steps]
            case "clover":
                return [*figure, ("n", N_("none"))]
            case "spiral":
                return [("left", N_("stone")), ("n", N_("stay"))]
            case "leprechaun":
                return [("1", N_("card")), ("r", N_("row")), ("n", N_("none"))]
            case "bonus":
                return [("c", N_("claim")), ("n", N_("later"))]
            case "draw":
                piles = [("r", N_("pile"))] if len(moves) > 1 else []
                return [(" ", N_("deck")), *piles]
        return []

    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint spiral, players, piles, track and hand."""
        view, words, glyphs = scene.game.view, scene.words, scene.glyphs
        assert isinstance(view, OracleView)
        layout = self.layout(canvas.width, canvas.height)
        paint_spiral(canvas, scene, layout, view)
        extras = [_extras(scene, view, seat) for seat in range(view.seats)]
        below = paint_players(
            canvas, scene, layout, view.cards, view.wish_stones, view.points, extras
        )
        paint_piles(canvas, scene, layout, view.cards)
        paint_track(canvas, scene, layout, view.points, TRACK)
        paint_hand(canvas, scene, layout, view.cards, [f"{glyphs.priestess}{n}" for n in STEPS])
        claim, none = words._("claim the points"), words._(_NONE.get(view.phase, N_("none")))
        paint_buttons(canvas, scene, layout, [(choosing.CLAIM, claim), (choosing.DECLINE, none)])
        return below


_NONE = {
    "clover": N_("stay here"),
    "spiral": N_("stay here"),
    "leprechaun": N_("keep all cards"),
    "bonus": N_("claim it later"),
}
"""What declining means in each phase."""


def _any(moves: Sequence[PlayerMove], kind: type[PlayerMove]) -> bool:
    return any(isinstance(move, kind) for move in moves)


def _extras(scene: Scene, view: OracleView, seat: int) -> list[tuple[str, str]]:
    """A player's mirrors, and whether the leprechaun score was claimed (O8, O9)."""
    glyphs, mirrors, claimed = scene.glyphs, view.mirrors[seat], view.bonus[seat]
    style = "tile.mirror" if mirrors else "dim"
    if any(isinstance(event, MirrorTaken) and event.seat == seat for event in scene.news):
        style += " mark"
    return [
        (f"{glyphs.mirror}{glyphs.times}{mirrors}", style),
        (
            f"{glyphs.leprechaun}{glyphs.done if claimed else glyphs.nothing}",
            "tile.leprechaun" if claimed else "dim",
        ),
    ]
