"""A game file proves its game, and a changed byte is found and named."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from keltis_engine.fair import commitment
from keltis_engine.game import Game
from keltis_engine.position import DEALER, DealerMove, PlayerMove
from keltis_engine.record import BadRecord, Entry, Player, Record, verify, write
from keltis_engine.rules import RULE_SETS

SECRET = bytes(range(32))


def finished_game(game_id: str, seats: int = 2, seed: int = 7) -> Record:
    """A whole random game with undos and lucky words, as the server would keep it."""
    rules, choice = RULE_SETS[game_id], Random(seed)
    words = ("shamrock", "", "two words", "Ünï")[:seats]
    game = Game(rules.start(seats, None, 1))
    entries: list[Entry] = []
    while game.position.to_act is not None:
        who = game.position.to_act
        move: PlayerMove | None
        if who == DEALER:
            deal = game.next_deal(SECRET, words)
            game.play(who, deal)
            entries.append(Entry(who, len(entries), deal))
        elif game.can_undo(who) and choice.random() < 0.1:
            game.undo(who)
            entries.append(Entry(who, len(entries), None))
        else:
            move = choice.choice(game.position.legal_moves())
            game.play(who, move)
            entries.append(Entry(who, len(entries), move))
    return Record(
        rules=game_id,
        version=rules.version,
        options=rules.agreed(),
        players=tuple(Player("person", f"p{seat}", words[seat]) for seat in range(seats)),
        first=1,
        started="2026-11-16T15:00:00Z",
        commitment=commitment(SECRET),
        secret=SECRET,
        entries=tuple(entries),
        result=tuple(sheet.total for sheet in game.position.scores()),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game_id", RULE_SETS)
def test_a_genuine_file_is_proven_and_read_back_whole(game_id: str, seats: int) -> None:
    record = finished_game(game_id, seats)
    assert verify(write(record), RULE_SETS) == record


@pytest.mark.parametrize("game_id", RULE_SETS)
def test_any_changed_byte_is_found_in_its_line(game_id: str) -> None:
    lines = write(finished_game(game_id)).splitlines(keepends=True)

    @given(st.data())
    def changed(data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(lines) - 1), "line")
        line = lines[number].rstrip("\n")
        at = data.draw(st.integers(0, len(line) - 1), "column")
        other = data.draw(st.characters(codec="ascii", categories=["L", "N", "P"]))
        forged = line[:at] + other + line[at + 1 :]
        if forged == line:
            return
        text = "".join([*lines[:number], forged + "\n", *lines[number + 1 :]])
        with pytest.raises(BadRecord) as found:
            verify(text, RULE_SETS)
        assert found.value.line == number + 1

    changed()


def forged(record: Record, **changes: object) -> str:
    """The file of somebody who changed the record and then made all digests fit."""
    fields = {name: getattr(record, name) for name in Record.__struct_fields__}
    return write(Record(**(fields | changes)))


@pytest.mark.parametrize("game_id", RULE_SETS)
def test_a_forged_deal_does_not_follow_from_the_secret(game_id: str) -> None:
    record = finished_game(game_id)
    other = finished_game(game_id, seed=8)
    entries = (Entry(DEALER, 0, _other_deal(game_id)), *record.entries[1:])
    for text in (
        forged(record, entries=entries),
        forged(record, players=tuple(Player("person", "x", "other luck") for _ in range(2))),
    ):
        with pytest.raises(BadRecord, match=r"deal_does_not_follow_from_secret|not_your_turn"):
            verify(text, RULE_SETS)
    assert other.entries[0] == record.entries[0]


def _other_deal(game_id: str) -> DealerMove:
    game = Game(RULE_SETS[game_id].start(2, None, 0 if game_id == "dice" else 1))
    return game.next_deal(b"another secret")


@pytest.mark.parametrize("game_id", RULE_SETS)
def test_an_illegal_move_a_foreign_secret_and_a_wrong_result_are_found(game_id: str) -> None:
    record = finished_game(game_id)
    last = len(write(record).splitlines())
    with pytest.raises(BadRecord, match="secret_does_not_fit_commitment"):
        verify(forged(record, secret=bytes(32)), RULE_SETS)
    with pytest.raises(BadRecord, match="other_result") as found:
        verify(forged(record, result=(99, -99)), RULE_SETS)
    assert found.value.line == last
    with pytest.raises(BadRecord, match="game_not_over"):
        verify(forged(record, entries=record.entries[:-1]), RULE_SETS)
    doubled = (*record.entries[:2], record.entries[1], *record.entries[2:])
    with pytest.raises(BadRecord, match=r"not_your_turn|game_over|not_now"):
        verify(forged(record, entries=doubled), RULE_SETS)


@pytest.mark.parametrize("game_id", RULE_SETS)
def test_a_file_of_other_rules_is_refused_by_name_before_any_move_is_read(game_id: str) -> None:
    record = finished_game(game_id)
    for version in (RULE_SETS[game_id].version - 1, 99):
        lines = write(replace(record, version=version, entries=())).splitlines(keepends=True)
        text = "".join([*lines, "a move that only those rules know\n"])
        with pytest.raises(BadRecord, match="other_rules_version") as refused:
            verify(text, RULE_SETS)
        assert (refused.value.line, refused.value.about) == (2, f"{game_id} {version}")


def test_text_that_is_no_game_file_is_refused_at_its_first_line() -> None:
    with pytest.raises(BadRecord, match="line 1"):
        verify("Dear diary,\n", RULE_SETS)
    with pytest.raises(BadRecord, match="file_cut_short"):
        verify("", RULE_SETS)
    whole = write(finished_game("keltis"))
    with pytest.raises(BadRecord, match="file_cut_short"):
        verify("".join(whole.splitlines(keepends=True)[:-1]), RULE_SETS)
