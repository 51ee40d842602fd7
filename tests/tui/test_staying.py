"""After a game everybody sees who plays again and who has left; who stepped in has not played."""

from msgspec import structs

from keltis_protocol.messages import SeatState, TableChanged
from tests.tui.scenes import SCENES, session_of


def test_score_sheet_tells_who_stays_and_whose_points_these_were() -> None:
    session = session_of(SCENES["keltis-score-sheet"])
    table = session.client.table
    assert isinstance(table, TableChanged)
    seats = [
        structs.replace(table.seats[0], ready=True),
        SeatState(kind="free"),
        SeatState(kind="person", name="Niamh", ready=True),
        SeatState(kind="person", name="Oisin", away=True),
    ]
    session.hear(structs.replace(table, seats=seats))
    lines = session.paint(80, 24).text().splitlines()
    names = next(y for y, line in enumerate(lines) if "Bran" in line and "Eithne" in line)
    told = lines[names + 1].split("  ")
    told = [each.strip() for each in told if each.strip()]
    assert told == ["plays again", "has left", "Niamh: plays a…", "away"]
