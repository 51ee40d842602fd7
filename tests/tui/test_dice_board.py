"""The board of The Dice Game: as it is seen, as it is played, what it says."""

import re
from collections.abc import Sequence

import pytest

from keltis_engine.parts.events import Decline
from keltis_engine.position import DEALER, PlayerMove, View
from keltis_engine.rules.dice import KEEP_ALL, DiceView, KeepDice, MoveStone
from keltis_tui.canvas.canvas import Target
from keltis_tui.entrance import Entrance
from keltis_tui.games.dice.board import DiceBoard
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.table.choosing import Choice, Picking, picked
from screenshots.played import Played, asked, with_moves
from tests.tui import at_table
from tests.tui.at_table import Answer, known
from tests.tui.conftest import Seen, Told, Visiting

BOARD = DiceBoard()
SIZES = ((80, 24), (100, 30), (140, 45))
HARD = {"side": "hard"}


def in_phase(phase: str, seats: int = 3, turn: int = 0, **options: str) -> Played:
    return asked(
        "dice", seats, lambda view: view.phase == phase and view.turn >= turn, options or HARD
    )


def pressed(game: Played, *keys: str) -> Answer:
    """The picking and the move after these keys."""
    return at_table.pressed(BOARD, game.position.view(0), game.position.legal_moves(), keys)


def view_of(game: Played) -> DiceView:
    return known(game.position.view(0), DiceView)


def size_name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# As it is seen


def test_everything_on_the_table_is_seen_at_80_by_24_with_four(told: Told) -> None:
    game = in_phase("choose", 4, 24)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    view = view_of(game)
    board = "\n".join(line[:43] for line in text.splitlines()[1:13])
    for seat, sign in enumerate("●■▲▼"):
        started = sum(field > 0 for field in view.stones[seat])
        assert board.count(sign) == 4, f"D1: {started} stones on the board, the others before it"
        assert f"→ {view.totals[seat]:>2}  ◈×{view.wish_stones[seat]}" in text
    assert board.count("☻") == 5
    assert board.count("╳╳╳╳╳╳") == 11
    assert f"◈ {view.stock} in stock" in text
    for die, face in enumerate(view.dice, 1):
        assert f"╭{die}─" in text
        assert "◈" if face == 5 else f"{'RYPGB'[face]} {'♦☼♥♠≈'[face]}" in text


def test_how_full_the_goal_is_stands_beside_it(told: Told) -> None:
    """D7"""
    game = in_phase("keep", 2, 12)
    there = sum(field >= 7 for stones in view_of(game).stones for field in stones)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    assert f"goal ↑  {there} of 5 stones" in text


def test_another_turn_of_a_leprechaun_is_said(told: Told) -> None:
    """D4"""
    game = asked("dice", 2, lambda view: view.phase == "keep" and bool(known(view, DiceView).again))
    text = told(game.table(), game.changed()).paint(80, 24).text()
    assert "Another turn: roll which dice again?" in text
    assert "☻ another turn" in text
    assert "↻" in text.splitlines()[1]


# As it is chosen


def test_numbers_pick_dice_for_another_roll_and_enter_rolls_them() -> None:
    """D3"""
    game = in_phase("keep")
    assert pressed(game, "1", "4", "enter")[1] == KeepDice(0b10110)
    assert pressed(game, "1", "4", "1", "enter")[1] == KeepDice(0b10111), "picked and put back"
    assert pressed(game, "a", "enter")[1] == KeepDice(0)
    assert pressed(game, "a", "3", "enter")[1] == KeepDice(0b00100)


def test_enter_with_no_die_picked_keeps_all_and_n_keeps_all_whatever_is_picked() -> None:
    """D3"""
    game = in_phase("keep")
    assert pressed(game, "enter")[1] == KeepDice(KEEP_ALL)
    assert pressed(game, "2", "n")[1] == KeepDice(KEEP_ALL)
    assert pressed(game, "2", "escape", "enter")[1] == KeepDice(KEEP_ALL)


def test_arrows_and_space_pick_dice_too() -> None:
    game = in_phase("keep")
    assert pressed(game, "right", " ", "right", "right", " ", "enter")[1] == KeepDice(0b11010)
    assert pressed(game, "right", " ", " ", "enter")[1] == KeepDice(KEEP_ALL)


def test_letters_keep_the_dice_that_show_them_and_roll_the_others() -> None:
    """D3"""
    game = asked(
        "dice", 2, lambda view: view.phase == "keep" and len(set(known(view, DiceView).dice)) == 3
    )
    dice = view_of(game).dice
    one, other, _ = sorted(set(dice))
    first = sum(1 << die for die, face in enumerate(dice) if face == one)
    both = first + sum(1 << die for die, face in enumerate(dice) if face == other)
    small, also = "rypgbw"[one], "rypgbw"[other]
    assert pressed(game, small, "enter")[1] == pressed(game, small.upper())[1] == KeepDice(first)
    assert pressed(game, small, also, "enter")[1] == KeepDice(both)
    assert pressed(game, small, also.upper())[1] == KeepDice(both), "a capital letter goes on"
    assert pressed(game, small, also, also, "enter")[1] == KeepDice(first), "and puts them back"


@pytest.mark.law
@pytest.mark.parametrize("key", ["right", "left", "tab", "up", "x", "escape"])
def test_enter_goes_on_after_any_other_key(key: str) -> None:
    """D5: whatever was looked at before, there is only one answer, or the dice as picked."""
    bare = with_moves("dice", lambda view, moves: view.phase == "choose" and len(moves) == 1, HARD)
    game = in_phase("keep")
    for times in range(1, 9):
        assert pressed(bare, *[key] * times, "enter")[1] == Decline()
        kept = KEEP_ALL if key == "escape" else 0b11101
        assert pressed(game, "2", *[key] * times, "enter")[1] == KeepDice(kept)


def test_a_row_is_chosen_by_its_letter_or_by_a_die_and_seen_before_by_arrows() -> None:
    """D3"""
    game = in_phase("choose", turn=6)
    row = next(move.row for move in game.position.legal_moves() if isinstance(move, MoveStone))
    letter = "rypgb"[row]
    die = str(view_of(game).dice.index(row) + 1)
    assert pressed(game, letter)[1] == pressed(game, die)[1] == MoveStone(row)
    arrows = ["right"] * (row + 1)
    assert pressed(game, *arrows)[0].focus == Target("path", row)
    assert pressed(game, *arrows, "enter")[1] == MoveStone(row)
    assert pressed(game, "n", "n")[1] == Decline()


def test_moving_no_stone_is_offered_if_nothing_else_can_be_done() -> None:
    """D5"""
    game = with_moves("dice", lambda view, moves: view.phase == "choose" and len(moves) == 1, HARD)
    view, moves = game.position.view(0), game.position.legal_moves()
    offered = picked(Picking(), BOARD.choices(view, moves, ""))
    assert known(offered, Choice).move == Decline()
    assert pressed(game, "enter")[1] == Decline()


def test_a_row_that_would_end_on_crossed_branches_says_so(told: Told) -> None:
    """D5"""

    def crossed(view: View) -> bool:
        view = known(view, DiceView)
        return view.phase == "choose" and view.stones[0][0] == 2 and view.dice.count(0) == 1

    game = asked("dice", 2, crossed, HARD)
    session = told(game.table(), game.changed())
    session.press("r")
    assert "would stop on crossed branches" in session.paint(80, 24).text()
    assert pressed(game, "r", "r")[1] is None


def test_a_game_in_which_no_points_change_says_why_it_ended(told: Told) -> None:
    """D3"""
    game = Played("dice", 2, "quiet")
    while game.position.to_act is not None:
        keep = game.position.view(0).phase == "keep"
        dealer = game.position.to_act == DEALER
        still = KeepDice(KEEP_ALL) if keep else Decline()
        game.play(game.position.deal(game.chance) if dealer else still)
    session = told(game.table(), game.changed())
    session.press("escape")
    text = " ".join(session.paint(200, 60).text().replace("│", " ").split())
    assert "nobody's points changed for ten turns each" in text


def test_where_a_stone_would_go_is_told_before_it_goes(told: Told) -> None:
    game = in_phase("choose", turn=9)
    move = next(move for move in game.position.legal_moves() if isinstance(move, MoveStone))
    session = told(game.table(), game.changed())
    for _ in range(move.row + 1):
        session.press("right")
    lines = session.paint(80, 24).text().splitlines()
    assert "stone to " in lines[21] or "stone on " in lines[21]
    would = [style for row in session.paint(80, 24).styles for style in row if "would" in style]
    assert len(would) == 1, "one cell shows the stone where it would be"


def test_every_key_in_the_key_bar_does_something_and_is_shown_whole(told: Told) -> None:
    for phase in ("keep", "choose", "clover"):
        game = in_phase(phase, turn=6)
        for key in told(game.table(), game.changed()).screen.key_bar():
            session = told(game.table(), game.changed())
            session.outbox.clear()
            before = session.paint(80, 24)
            assert any(area.target.key == key.key for area in before.areas), key
            if key.key in "rn" and phase != "keep":  # an answer that is in focus already
                continue
            session.press(key.key)
            after = session.paint(80, 24)
            assert session.outbox or after.text() != before.text(), f"{phase}: {key.key}"


# As it is played


def hasty_keys(view: DiceView, moves: Sequence[PlayerMove]) -> list[str]:
    """Rolls the dice again that stand alone, then goes on in the first row that can be."""
    if view.phase == "keep":
        lonely = [die for die, face in enumerate(view.dice) if view.dice.count(face) == 1]
        return [*(str(die + 1) for die in lonely), "enter"]
    rows = [move.row for move in moves if isinstance(move, MoveStone)]
    key = "rypgb"[max(rows, key=lambda row: view.stones[0][row])] if rows else "n"
    return [key] if rows else [key, "enter"]


async def play_to_the_end(seen: Seen) -> None:
    await seen.until(lambda: seen.asked)
    while not seen.game.over:
        await seen.turn(*hasty_keys(known(seen.game.view, DiceView), seen.game.moves))


@pytest.mark.long
async def test_a_whole_dice_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(
    visiting: Visiting,
) -> None:
    async with visiting(entrance=Entrance(game="dice", bots=1, options=HARD)) as seen:
        await play_to_the_end(seen)
        await seen.press("enter")
        assert isinstance(seen.session.screen, ScoreSheets)
        game = seen.game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert "wish stones" in seen.text
        assert " win" in seen.text


@pytest.mark.long
async def test_a_match_on_both_sides_tells_how_its_first_game_ended(visiting: Visiting) -> None:
    """D10"""
    async with visiting(entrance=Entrance(game="dice", bots=1, options={"side": "both"})) as seen:
        await seen.until(lambda: seen.asked)
        assert "game 1 of 2" in seen.text
        assert "easy side" in seen.text
        while not seen.game.ended:
            await seen.turn(*hasty_keys(known(seen.game.view, DiceView), seen.game.moves))
        mine, theirs = seen.game.view.totals
        assert "easy side" in seen.text, "the board is looked at first"
        await seen.press("enter")
        assert "Game 1 of 2" in seen.text
        assert re.search(rf"total +{mine} +total +{theirs}", seen.text)
        assert " lead" in seen.text
        await seen.press("enter")
        await seen.until(lambda: seen.asked and not seen.game.ended)
        assert f"game 2 of 2 · so far {mine} : {theirs}" in seen.text
        assert "hard side" in seen.text
        await play_to_the_end(seen)
        await seen.press("enter")
        assert "game 1" in seen.text


async def test_a_turn_of_dice_is_played_by_mouse_alone(visiting: Visiting) -> None:
    async with visiting(entrance=Entrance(game="dice", bots=1)) as seen:
        await seen.until(lambda: seen.asked)
        game = seen.game
        turn = game.view.turn
        await seen.click("die", 0)
        assert "roll 1 die again" in seen.text
        await seen.click("die", 0)
        await seen.click("go_on")
        await seen.until(lambda: seen.asked and game.view.phase == "choose")
        await seen.click("decline")
        await seen.click("decline")
        await seen.until(lambda: game.view.turn > turn)
