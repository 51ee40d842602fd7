"""The board of The Oracle: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from keltis_engine.parts.oracle_board import STEPS, STONE_COLOURS
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.oracle import (
    LEPRECHAUN_POINTS,
    TRACK,
    MoveFigure,
    MovePriestess,
    OracleView,
)
from keltis_tui.boards import oracle_goals as goals
from keltis_tui.boards.board import Board, Scene
from keltis_tui.boards.card_choices import card_asked, card_keys, draw_choices, hand_choices
from keltis_tui.boards.oracle_pieces import paint_spiral
from keltis_tui.boards.oracle_spiral import stone_height
from keltis_tui.choosing import Choice, answers
from keltis_tui.game import Outcome
from keltis_tui.painters.buttons import paint_buttons
from keltis_tui.painters.cards import LETTERS, card_name, paint_hand, paint_piles
from keltis_tui.painters.layout import COLUMNS, ROOMY, SPACED, Layout, layout_for
from keltis_tui.painters.players import paint_players
from keltis_tui.painters.track import paint_track
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording import oracle as wording
from keltis_tui.words import N_, Words

LOW_CARDS = 4
"""How high cards are where the spiral needs the lines."""


class OracleBoard(Board):
    """One spiral of stones, three figures each, and a priestess whom everybody moves."""

    game = "oracle"

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: cards, figures, steps, stones, rows, or piles and deck."""
        assert isinstance(view, OracleView)
        none = goals.decline_choice(moves)
        match view.phase if view.to_act == view.seat else "play":
            case "move":
                figures = goals.figure_choices(view, moves)
                return (*figures, *goals.priestess_choices(view, moves))
            case "clover":
                return (*goals.figure_choices(view, moves), none)
            case "spiral":
                return (*goals.back_choices(view, moves), none)
            case "leprechaun":
                return (*goals.leprechaun_choices(view, moves), none)
            case "bonus":
                return (*goals.bonus_choices(moves), none)
            case "draw":
                return draw_choices(moves)
        return hand_choices(view.cards.hand, moves, mode)

    def modes(self, view: View) -> Mapping[str, str]:
        """`d` to discard."""
        return {"d": "discard"} if view.to_act == view.seat and view.phase == "play" else {}

    def cap(self, view: View, key: str) -> str:
        """The figures that can move, how far the priestess can go, the arrows."""
        assert isinstance(view, OracleView)
        match key:
            case "a" | "b" | "c" if view.phase in ("move", "clover"):
                return goals.able_figures(view)
            case "1" if view.phase == "move":
                return goals.steps_allowed(view)
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
        board = max(usual.board_width, across) if width >= 96 else usual.board_width
        stone_width = (board - 3) // COLUMNS
        return replace(
            usual,
            stone_width=stone_width,
            label=board - COLUMNS * stone_width,
            board_height=lines,
            piles=piles,
            pile_height=pile_height,
            deck_below=False,
            track=piles + pile_height,
        )

    def title(self, words: Words) -> str:
        """The game's name."""
        return words._("KELTIS · THE ORACLE")

    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, OracleView)
        figures, steps = goals.able_figures(view), goals.steps_allowed(view)
        asked = mode or view.phase
        if asked == "move" and not (figures and steps):
            asked = "move.figure" if figures else "move.priestess"
        elif not mode:
            asked = card_asked(view.cards, view.phase, choices)
        if asked == "leprechaun" and not answers(choices, "row"):
            asked = "leprechaun.hand"
        return words._(
            wording.QUESTIONS[asked],
            card=card_name(view.card or 0),
            keys=answers(choices, "card", "pile"),
            rows=answers(choices, "row"),
            figures=" ".join(figures),
            steps=steps,
            colour=LETTERS[goals.colour_asked(view)],
            points=LEPRECHAUN_POINTS[len(set(view.figures[view.seat or 0]))],
        )

    def waiting(self, words: Words, view: View, name: str) -> str:
        """What another is being asked."""
        return words._(wording.WAITING.get(view.phase, N_("Waiting for {name}.")), name=name)

    def word_event(self, words: Words, glyphs: Glyphs, event: Event) -> str:
        """What happened, in words."""
        return wording.word_event(words, glyphs, event)

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """What would be asked next, if it is not a draw."""
        follows = wording.FOLLOWS.get(outcome.view.phase)
        changed = outcome.view != scene.game.view
        return [scene.words._(follows)] if follows and changed else []

    def word_line(self, words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
        """What a line of the score sheet counts."""
        return wording.word_line(words, glyphs, line)

    def word_refusal(self, words: Words, code: str) -> str:
        """Why something cannot be chosen."""
        return wording.refusal(words, code)

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
            (glyphs.spiral, "tile.spiral", words._("spiral: back to any stone")),
            (glyphs.leprechaun, "tile.leprechaun", words._("leprechaun: lose a card")),
            (glyphs.mirror, "tile.mirror", words._("mirror: wish stones again")),
            (glyphs.wish_stone, "tile.wish", words._("wish stone: is taken")),
            (glyphs.priestess, "priestess", words._("priestess, +5 on your own")),
            (f"{glyphs.large[0]}2", "seat.0", words._("two figures on one stone")),
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
        figure = [(goals.key_of(view, movers[0]), N_("figure"))] if movers else []
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
        extras = [_extras(glyphs, view, seat) for seat in range(view.seats)]
        below = paint_players(
            canvas, scene, layout, view.cards, view.wish_stones, view.points, extras
        )
        paint_piles(canvas, scene, layout, view.cards)
        paint_track(canvas, scene, layout, view.points, TRACK)
        paint_hand(canvas, scene, layout, view.cards, [f"{glyphs.priestess}{n}" for n in STEPS])
        claim, none = words._("claim the points"), words._(_NONE.get(view.phase, N_("none")))
        paint_buttons(canvas, scene, layout, [(goals.CLAIM, claim), (goals.DECLINE, none)])
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


def _extras(glyphs: Glyphs, view: OracleView, seat: int) -> list[tuple[str, str]]:
    """A player's mirrors, and whether the leprechaun score was claimed (O8, O9)."""
    mirrors, claimed = view.mirrors[seat], view.bonus[seat]
    return [
        (f"{glyphs.mirror}{glyphs.times}{mirrors}", "tile.mirror" if mirrors else "dim"),
        (
            f"{glyphs.leprechaun}{glyphs.done if claimed else glyphs.nothing}",
            "tile.leprechaun" if claimed else "dim",
        ),
    ]
