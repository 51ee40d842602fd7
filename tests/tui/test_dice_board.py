"""The board of The Dice Game: as it is seen, as it is played, what it says."""

import re

from keltis_engine.parts.events import Decline
from keltis_engine.rules.dice import KEEP_ALL, KeepDice, MoveStone
from keltis_tui.boards.dice import DiceBoard
from keltis_tui.choosing import Picking, picked, press
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.table import TableScreen
from screenshots.played import Played, asked

BOARD = DiceBoard()
SIZES = ((80, 24), (100, 30), (140, 45))
HARD = {"side": "hard"}


def in_phase(phase: str, seats: int = 3, turn: int = 0, **options: str) -> Played:
    return asked(
        "dice", seats, lambda view: view.phase == phase and view.turn >= turn, options or HARD
    )


def pressed(game: Played, *keys: str):
    """The picking and the move after these keys."""
    view, moves = game.position.view(0), list(game.position.legal_moves())
    picking, move = Picking(), None
    for key in keys:
        assert move is None, "a move was made before the last key"
        picking, move = press(
            picking, key, lambda mode: BOARD.choices(view, moves, mode), BOARD.modes(view)
        )
    return picking, move


def size_name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# As it is seen


def test_everything_on_the_table_is_seen_at_80_by_24_with_four(told):
    game = in_phase("choose", 4, 24)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    view = game.position.view(0)
    board = "\n".join(line[:43] for line in text.splitlines()[1:13])
    for seat, sign in enumerate("●■▲▼"):
        started = sum(field > 0 for field in view.stones[seat])
        assert board.count(sign) == 4, f"D1: {started} stones on the board, the others before it"
        assert f"→ {view.totals[seat]:>2}  ◈×{view.wish_stones[seat]}" in text
    assert board.count("☻") == 5
    assert board.count("╳╳╳╳╳╳") == 10
    assert f"◈ {view.stock} in stock" in text
    for die, face in enumerate(view.dice, 1):
        assert f"╭{die}─" in text
        assert "◈" if face == 5 else f"{'RYPGB'[face]} {'♦☼♥♠≈'[face]}" in text


def test_how_full_the_goal_is_stands_beside_it(told):
    """D7"""
    game = in_phase("keep", 2, 12)
    there = sum(field >= 7 for stones in game.position.view(0).stones for field in stones)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    assert f"goal ↑  {there} of 5 stones" in text


def test_another_turn_of_a_leprechaun_is_said(told):
    """D4"""
    game = asked("dice", 2, lambda view: view.phase == "keep" and view.again)
    text = told(game.table(), game.changed()).paint(80, 24).text()
    assert "Another turn: roll which dice again?" in text
    assert "☻ another turn" in text
    assert "↻" in text.splitlines()[1]


# As it is chosen


def test_numbers_pick_dice_for_another_roll_and_enter_rolls_them():
    """D3"""
    game = in_phase("keep")
    assert pressed(game, "1", "4", "enter")[1] == KeepDice(0b10110)
    assert pressed(game, "1", "4", "1", "enter")[1] == KeepDice(0b10111), "picked and put back"
    assert pressed(game, "a", "enter")[1] == KeepDice(0)
    assert pressed(game, "a", "3", "enter")[1] == KeepDice(0b00100)


def test_enter_with_no_die_picked_keeps_all_and_n_keeps_all_whatever_is_picked():
    """D3"""
    game = in_phase("keep")
    assert pressed(game, "enter")[1] == KeepDice(KEEP_ALL)
    assert pressed(game, "2", "n")[1] == KeepDice(KEEP_ALL)
    assert pressed(game, "2", "escape", "enter")[1] == KeepDice(KEEP_ALL)


def test_arrows_and_space_pick_dice_too():
    game = in_phase("keep")
    assert pressed(game, "right", " ", "right", "right", " ", "enter")[1] == KeepDice(0b11010)
    assert pressed(game, "right", " ", " ", "enter")[1] == KeepDice(KEEP_ALL)


def test_a_row_is_chosen_by_its_letter_or_by_a_die_and_confirmed():
    """D3"""
    game = in_phase("choose", turn=6)
    row = next(move.row for move in game.position.legal_moves() if isinstance(move, MoveStone))
    letter = "rypgb"[row]
    die = str(game.position.view(0).dice.index(row) + 1)
    assert pressed(game, letter)[1] is None, "the first press shows where the stone would go"
    assert pressed(game, letter, letter)[1] == pressed(game, letter, "enter")[1] == MoveStone(row)
    assert pressed(game, die, die)[1] == MoveStone(row)
    assert pressed(game, "n", "n")[1] == Decline()


def test_moving_no_stone_is_offered_if_nothing_else_can_be_done():
    """D5"""
    for number in range(400):
        game = Played("dice", 2, f"stuck {number}", HARD)
        game.until(
            lambda view, game=game: (
                view.to_act == 0
                and view.phase == "choose"
                and len(game.position.legal_moves()) == 1
            )
        )
        if game.position.to_act is not None:
            break
    view, moves = game.position.view(0), game.position.legal_moves()
    assert picked(Picking(), BOARD.choices(view, moves, "")).move == Decline()
    assert pressed(game, "enter")[1] == Decline()


def test_a_row_that_would_end_on_crossed_branches_says_so(told):
    """D5"""
    game = asked("dice", 2, lambda view: view.phase == "choose" and view.stones[0][0] == 2
                 and view.dice.count(0) == 1, HARD)  # fmt: skip
    session = told(game.table(), game.changed())
    session.press("r")
    assert "would stop on crossed branches" in session.paint(80, 24).text()
    assert pressed(game, "r", "r")[1] is None


def test_where_a_stone_would_go_is_told_before_it_goes(told):
    game = in_phase("choose", turn=9)
    move = next(move for move in game.position.legal_moves() if isinstance(move, MoveStone))
    session = told(game.table(), game.changed())
    session.press("rypgb"[move.row])
    lines = session.paint(80, 24).text().splitlines()
    assert "stone to " in lines[21] or "stone on " in lines[21]
    would = [style for row in session.paint(80, 24).styles for style in row if "would" in style]
    assert len(would) == 1, "one cell shows the stone where it would be"


def test_every_key_in_the_key_bar_does_something_and_is_shown_whole(told):
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


def table_of(seen) -> TableScreen:
    screen = seen.session._screen
    assert isinstance(screen, TableScreen)
    return screen


def ready(seen) -> bool:
    screen = seen.session._screen
    if not isinstance(screen, TableScreen):
        return False
    return screen.game.over or (screen.game.my_turn and screen._sent_at is None)


def hasty_keys(view, moves) -> list[str]:
    """Rolls the dice again that stand alone, then goes on in the first row that can be."""
    if view.phase == "keep":
        lonely = [die for die, face in enumerate(view.dice) if view.dice.count(face) == 1]
        return [*(str(die + 1) for die in lonely), "enter"]
    rows = [move.row for move in moves if isinstance(move, MoveStone)]
    key = "rypgb"[max(rows, key=lambda row: view.stones[0][row])] if rows else "n"
    return [key, "enter"]


async def play_to_the_end(seen) -> None:
    await seen.until(lambda: ready(seen))
    while not table_of(seen).game.over:
        game = table_of(seen).game
        ply = game.ply
        await seen.press(*hasty_keys(game.view, game.moves))
        await seen.until(lambda ply=ply, game=game: game.ply > ply and ready(seen))


async def test_a_whole_dice_game_is_played_by_keys_at_80_by_24_to_its_score_sheet(visiting):
    async with visiting(entrance=Entrance(game="dice", bots=1, options=HARD)) as seen:
        await play_to_the_end(seen)
        assert isinstance(seen.session.screen, ScoreSheets)
        game = table_of(seen).game
        for sheet in game.rules.score_sheets(game.view):
            assert str(sheet.total) in seen.text
        assert "wish stones" in seen.text
        assert " wins." in seen.text or " win together." in seen.text


async def test_a_match_on_both_sides_tells_how_its_first_game_ended(visiting):
    """D10"""
    async with visiting(entrance=Entrance(game="dice", bots=1, options={"side": "both"})) as seen:
        await seen.until(lambda: ready(seen))
        assert "game 1 of 2" in seen.text
        assert "easy side" in seen.text
        while not table_of(seen).game.view.match.scores:
            game = table_of(seen).game
            ply = game.ply
            await seen.press(*hasty_keys(game.view, game.moves))
            await seen.until(lambda ply=ply, game=game: game.ply > ply and ready(seen))
        mine, theirs = table_of(seen).game.view.match.scores[0]
        assert f"game 2 of 2 · so far {mine} : {theirs}" in seen.text
        sheet = seen.text
        assert "After game 1 of 2" in sheet
        assert re.search(rf"game 1 +{mine} +game 1 +{theirs}", sheet)
        assert " leads. " in sheet or " lead together. " in sheet
        await seen.press("enter")
        assert "hard side" in seen.text
        assert f"Game 1 is over: ann {mine}, " in seen.text
        await play_to_the_end(seen)
        assert "game 1" in seen.text


async def test_a_turn_of_dice_is_played_by_mouse_alone(visiting):
    async with visiting(entrance=Entrance(game="dice", bots=1)) as seen:
        await seen.until(lambda: ready(seen))
        game = table_of(seen).game
        turn = game.view.turn
        await seen.click("die", 0)
        assert "roll 1 die again" in seen.text
        await seen.click("die", 0)
        await seen.click("go_on")
        await seen.until(lambda: ready(seen) and game.view.phase == "choose")
        await seen.click("decline")
        await seen.click("decline")
        await seen.until(lambda: game.view.turn > turn)
