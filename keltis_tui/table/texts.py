"""What is said around the board: above it, in the line of the preview, and as the question."""

from keltis_engine.position import View
from keltis_tui.canvas.text import width_of
from keltis_tui.table.board import Board
from keltis_tui.table.scene import Scene
from keltis_words.words import Words

Styled = tuple[str, str]
"""A text and its style."""
NOTHING: Styled = ("", "ground")


def title_facts(words: Words, view: View, place: str) -> list[str]:
    """What is to know about the game: where, which turn, which game of a match."""
    facts = [place, words._("turn {count}", count=view.turn)]
    if view.match is not None:
        number = len(view.match.scores) + 1
        games = view.match.games
        facts.append(words._("game {number} of {games}", number=number, games=games))
        if view.match.scores:
            sums = map(sum, zip(*view.match.scores, strict=True))
            facts.append(words._("so far {scores}", scores=" : ".join(map(str, sums))))
    return facts


def why_not(board: Board, scene: Scene) -> Styled:
    """Why the choice in focus is dimmed."""
    if scene.choice is None or scene.choice.legal:
        return NOTHING
    code = scene.game.refusal(scene.choice.move)
    return board.wording.refusal(scene.words, code), "ground problem"


def outcome(board: Board, scene: Scene, room: int) -> Styled:
    """What the choice in focus would do; of several parts the last ones are told first."""
    if scene.outcome is None:
        return NOTHING
    words, seat = scene.words, scene.game.view.seat or 0
    parts = board.wording.word_events(words, scene.glyphs, scene.outcome.events)
    parts += board.word_outcome(scene, scene.outcome)
    before, after = scene.game.view.totals[seat], scene.outcome.view.totals[seat]
    if before != after:
        parts.append(words._("total {before} to {after}", before=before, after=after))
    while len(parts) > 1 and width_of(", ".join(parts)) > room:
        parts = parts[1:]  # what is played is seen anyway; what follows is not
    return ", ".join(parts), "ground preview"


def waiting(board: Board, scene: Scene) -> str:
    """What another is being asked."""
    view = scene.game.view
    acting = view.to_act if view.to_act is not None and view.to_act >= 0 else None
    name = scene.names[acting] if acting is not None else ""
    return board.wording.waiting(scene.words, view.phase, name)


def first_of(*texts: Styled) -> Styled:
    """The first text that says something."""
    return next((text for text in texts if text[0]), NOTHING)
