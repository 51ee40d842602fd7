"""The board of Keltis: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.events import Decline
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.keltis import TRACK, AdvanceFigure, KeltisView, StartFigure
from keltis_tui.boards.board import Board, Scene
from keltis_tui.boards.card_choices import card_asked, card_keys, draw_choices, hand_choices
from keltis_tui.boards.keltis_paths import paint_paths
from keltis_tui.choosing import Choice, answers
from keltis_tui.game import Outcome
from keltis_tui.painters.buttons import paint_buttons
from keltis_tui.painters.cards import LETTERS, paint_hand, paint_piles
from keltis_tui.painters.layout import layout_for
from keltis_tui.painters.players import paint_players
from keltis_tui.painters.track import paint_track
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording import keltis as wording
from keltis_tui.words import N_, Words

ONE_SIZE = {"s": "start.small", "l": "start.large"}
"""What is asked if only figures of one size are left to start."""
SMALL, LARGE, DECLINE = Target("figure", 0), Target("figure", 1), Target("decline")


class KeltisBoard(Board):
    """Five paths of stones, and the cards that move figures on them."""

    game = "keltis"

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: cards, figures, paths, or piles and deck."""
        assert isinstance(view, KeltisView)
        phase = view.phase if view.to_act == view.seat else "play"
        match phase:
            case "start":
                return _figures(view.path or 0, moves)
            case "clover" | "spare":
                return _steps(view, moves, mode)
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

    def title(self, words: Words) -> str:
        """The game's name."""
        return words._("KELTIS")

    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, KeltisView)
        keys = answers(choices, "card", "path", "pile")
        asked = mode or card_asked(view.cards, view.phase, choices)
        if asked == "start" and (one := answers(choices, "figure")) in ONE_SIZE:
            asked = ONE_SIZE[one]
        path = LETTERS[view.path] if view.path is not None else ""
        return words._(wording.QUESTIONS[asked], path=path, keys=keys)

    def waiting(self, words: Words, view: View, name: str) -> str:
        """What another is being asked."""
        return words._(wording.WAITING.get(view.phase, N_("Waiting for {name}.")), name=name)

    def word_event(self, words: Words, glyphs: Glyphs, event: Event) -> str:
        """What happened, in words."""
        return wording.word_event(words, glyphs, event)

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

    def word_line(self, words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
        """What a line of the score sheet counts."""
        return wording.word_line(words, glyphs, line)

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
        layout = layout_for(canvas.width, canvas.height)
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


def _figures(path: int, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """K4: a small figure or the large one."""
    small, large = StartFigure(path, False), StartFigure(path, True)
    return (
        Choice(SMALL, ("s",), small, small in moves, at_once=True, offered=True),
        Choice(LARGE, ("l",), large, large in moves, at_once=True, offered=True),
    )


def _steps(view: KeltisView, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
    """K5, K6: a step on each path; a new figure is small or large by the mode, or asked for."""
    steps: list[Choice] = []
    for path in range(COLOURS):
        target, keys = Target("path", path), (LETTERS[path].lower(),)
        if view.figures[view.seat or 0][path] == 0:
            small, large = StartFigure(path, False), StartFigure(path, True)
            start = large if mode == "large" or (mode == "" and small not in moves) else small
            steps.append(Choice(target, keys, start, start in moves, at_once=mode != ""))
        elif mode == "":
            step = AdvanceFigure(path)
            steps.append(Choice(target, keys, step, step in moves, at_once=True))
    if mode == "":
        steps.append(Choice(DECLINE, ("n",), Decline(), Decline() in moves, at_once=True))
    return tuple(steps)
