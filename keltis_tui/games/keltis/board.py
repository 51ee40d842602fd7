"""The board of Keltis: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence

from keltis_engine.parts.cards import PlayCard
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.keltis import TRACK, KeltisView, StartFigure
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.keltis.choosing import (
    DECLINE,
    LARGE,
    SMALL,
    answered_ahead,
    figure_choices,
    step_choices,
)
from keltis_tui.games.keltis.paths import paint_paths
from keltis_tui.table.board import Board
from keltis_tui.table.buttons import paint_buttons
from keltis_tui.table.card_choices import card_asked, card_keys, draw_choices, hand_choices
from keltis_tui.table.cards import paint_hand, paint_piles
from keltis_tui.table.choosing import Choice, answers
from keltis_tui.table.client_game import ClientGame, Outcome
from keltis_tui.table.layout import Layout, paths_layout
from keltis_tui.table.players import paint_players
from keltis_tui.table.scene import Scene
from keltis_tui.table.track import paint_track
from keltis_words.games.cards import LETTERS
from keltis_words.games.keltis import KELTIS_WORDS
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

ONE_SIZE = {"s": "start.small", "l": "start.large"}
"""What is asked if only figures of one size are left to start."""


class KeltisBoard(Board):
    """Five paths of stones, and the cards that move figures on them."""

    wording = KELTIS_WORDS

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: cards, figures, paths, or piles and deck."""
        assert isinstance(view, KeltisView)
        phase = view.phase if view.to_act == view.seat else "play"
        match phase:
            case "start":
                return figure_choices(view.path or 0, moves)
            case "clover" | "spare":
                return step_choices(view, moves, mode)
            case "draw":
                return draw_choices(moves)
        return hand_choices(view.cards.hand, moves, mode)

    def modes(self, view: View) -> Mapping[str, str]:
        """`d` to discard; `s` and `l` for the size of a figure that a step starts."""
        if view.to_act != view.seat:
            return {}
        match view.phase:
            case "play":
                return {"d": "discard"}
            case "clover" | "spare":
                return {"s": "small", "l": "large"}
        return {}

    def leads_on(self, game: ClientGame, choice: Choice, key: str) -> bool:
        """Whether it is `s` for the figure that the card in focus starts, or Space for the deck."""
        if not isinstance(choice.move, PlayCard) or key not in ("s", " "):
            return False
        after = game.outcome(choice.move).view
        assert isinstance(after, KeltisView)
        return answered_ahead(after, key)

    def layout(self, width: int, height: int) -> Layout:
        """The one for five paths."""
        return paths_layout(width, height)

    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, KeltisView)
        keys = answers(choices, "card", "path", "pile")
        asked = mode or card_asked(view.cards, view.phase, choices)
        if asked == "start" and (one := answers(choices, "figure")) in ONE_SIZE:
            asked = ONE_SIZE[one]
        path = LETTERS[view.path] if view.path is not None else ""
        return words._(self.wording.questions[asked], path=path, keys=keys)

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """The step or figure that would be asked for next."""
        match outcome.view.phase:
            case "start" if scene.game.view.phase == "play":
                return [scene.words._("then a figure starts there")]
            case "clover":
                return [scene.words._("then a clover's step")]
            case "spare" if scene.game.view.phase == "play":
                return [scene.words._("then another figure may step")]
        return []

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """Tiles, figures and rows."""
        return [
            (glyphs.wish_stone, "tile.wish", words._("wish stone: is taken")),
            (glyphs.clover, "tile.clover", words._("clover: one more step")),
            (f"{glyphs.plus}2", "tile.points", words._("points at once")),
            (glyphs.small, "bright", words._("small figures")),
            (glyphs.large, "bright", words._("large ones, count twice")),
            (f"R{glyphs.up}4{glyphs.times}3", "path.0", words._("row up to 4, three cards")),
            (f"R5 {glyphs.times}2", "path.0", words._("pile of two, R5 on top")),
            (f"12 {glyphs.arrow} 31", "bright", words._("points now, at the end")),
        ]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now."""
        if view.to_act != view.seat:
            return []
        starts = [move for move in moves if isinstance(move, StartFigure)]
        small = [("s", N_("small"))] if any(not move.large for move in starts) else []
        large = [("l", N_("large"))] if any(move.large for move in starts) else []
        match view.phase:
            case "play":
                return card_keys(moves)
            case "start":
                return [*small, *large]
            case "clover" | "spare":
                return [("r", N_("path")), *small, *large, ("n", N_("none"))]
            case "draw":
                piles = [("r", N_("pile"))] if len(moves) > 1 else []
                return [(" ", N_("deck")), *piles]
        return []

    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint paths, players, piles, track and hand."""
        view = scene.game.view
        assert isinstance(view, KeltisView)
        layout = self.layout(canvas.width, canvas.height)
        paint_paths(canvas, scene, layout, view)
        below = paint_players(canvas, scene, layout, view.cards, view.wish_stones, view.points)
        paint_piles(canvas, scene, layout, view.cards)
        paint_track(canvas, scene, layout, view.points, TRACK)
        paint_hand(canvas, scene, layout, view.cards)
        small, large = (
            f"{glyph} {word}"
            for glyph, word in (
                (scene.glyphs.small[view.seat or 0], scene.words._("a small figure")),
                (
                    scene.glyphs.large[view.seat or 0],
                    scene.words._("the large figure, counts twice"),
                ),
            )
        )
        none = scene.words._("no step")
        paint_buttons(canvas, scene, layout, [(SMALL, small), (LARGE, large), (DECLINE, none)])
        return below
