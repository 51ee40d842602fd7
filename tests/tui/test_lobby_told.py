"""What is kept of the lobby from key to key is what would be painted anew."""

from msgspec import structs

from keltis_protocol.messages import Lobby, Person, ResultLine, SeatState, TableLine
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.session import Session
from tests.tui.conftest import Told

SIZES = ((80, 24), (80, 40), (140, 45))


def line(number: int) -> TableLine:
    seats = [SeatState(kind="person", name=f"visitor{number}"), SeatState(kind="free")]
    return TableLine(
        table=f"T{number:03}", game="keltis", seats=seats, state="open", yours=number < 5
    )


RESULT = ResultLine(table="T999", game="stones", options={}, winners=["bob"], seats=2, at=1)
LOBBY = Lobby(
    you=Person(name="ann", guest=False),
    people=5000,
    here=[Person(name=f"visitor{number}", guest=number > 30) for number in range(60)],
    tables=[line(number) for number in range(60)],
    results=[RESULT for _ in range(20)],
    found=2000,
)


def anew(session: Session, size: tuple[int, int]) -> Canvas:
    """The picture of a session that has nothing to fall back on: it was told the same anew."""
    lobby = session.client.lobby
    assert lobby is not None
    session.hear(structs.replace(lobby))
    return session.paint(*size)


def test_what_is_kept_from_key_to_key_looks_like_what_is_painted_anew(told: Told) -> None:
    session = told(LOBBY)
    for size in SIZES:
        for key in ("down", "down", "pagedown", "pagedown", "up", "home", "up"):
            session.press(key)
            kept = session.paint(*size)
            fresh = anew(session, size)
            assert (kept.texts, kept.styles, kept.areas) == (
                fresh.texts,
                fresh.styles,
                fresh.areas,
            )


def test_what_the_lobby_tells_next_is_seen(told: Told) -> None:
    session = told(LOBBY)
    assert "visitor0" in session.paint(80, 40).text()
    others = [structs.replace(each, name=f"other{each.name}") for each in LOBBY.here]
    tables = [structs.replace(each, game="oracle", news=True) for each in LOBBY.tables]
    results = [structs.replace(each, winners=["cleo"]) for each in LOBBY.results]
    session.hear(structs.replace(LOBBY, here=others, tables=tables, results=results))
    text = session.paint(80, 40).text()
    assert "othervisitor0" in text
    assert "T000   * " in text
    assert "cleo won" in text
    assert "bob won" not in text
