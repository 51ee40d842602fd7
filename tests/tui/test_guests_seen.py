"""What a guest sees of the way back and of a name that could not be had."""

from msgspec.structs import replace

from keltis_protocol.messages import Fact, Person, Welcome
from keltis_tui.session import Session
from tests.tui.at_table import from_turn, table_of
from tests.tui.conftest import Told
from tests.tui.scenes import SCENES, at, opening, session_of

CODE = "ABCDEFGHJK"
WAY = f"ssh -t -p 2222 keltis.example.org back {CODE}"


def as_guest(fact: Fact) -> Fact:
    """The same, told to a guest."""
    if not isinstance(fact, Welcome):
        return fact
    you = Person(name="~cyd", guest=True)
    return replace(fact, you=you, return_code=CODE, host="keltis.example.org", port=2222)


def shown(session: Session) -> str:
    return session.paint(80, 24).text()


def test_the_way_back_stands_whole_in_the_waiting_room() -> None:
    assert WAY in shown(session_of(SCENES["waiting"], tell=as_guest))


def test_the_code_stands_in_the_title_until_the_way_back_was_seen_whole() -> None:
    for key in ("?", "q"):
        session = session_of(SCENES["keltis-play"], tell=as_guest)
        assert CODE in shown(session).splitlines()[0]
        session.press(key)
        assert WAY in shown(session), key
        session.press("escape")
        assert CODE not in shown(session)


def test_nobody_with_a_key_reads_of_a_way_back() -> None:
    session = session_of(SCENES["keltis-play"])
    assert "way back" not in shown(session)
    session.press("?")
    assert "way back" not in shown(session)


def test_the_dialog_says_why_a_login_name_cannot_be_had_before_one_types() -> None:
    def refused(fact: Fact) -> Fact:
        if not isinstance(fact, Welcome):
            return fact
        nameless = Person(name="", guest=False)
        return replace(fact, you=nameless, wished="root", name_refused="name_reserved")

    session = session_of(SCENES["welcome"], tell=refused)
    assert "root: That name is kept for the house" in shown(session)


def test_a_guest_changes_the_name_without_the_mark() -> None:
    session = session_of(SCENES["waiting"], tell=as_guest)
    session.client.you = Person(name="~cyd", guest=True)
    session.press("N")
    assert "Your name" in shown(session)
    assert "cyd" in shown(session)
    assert "~cyd▏" not in shown(session)


def leaving(session: Session, *, clock: str = "none", guest: bool = False) -> str:
    """What one reads who is about to leave."""
    session.client.identity.return_code = CODE if guest else ""
    session.client.table = replace(table_of(session), settings={"clock": clock})
    session.press("q")
    return shown(session)


def test_the_seat_is_promised_once_one_has_made_a_turn_or_where_the_game_goes_by_days(
    told: Told,
) -> None:
    begun, later = at("keltis-4", opening), at("keltis-4", from_turn(6))
    assert "Come back soon: until you have made a turn" in leaving(told(*begun))
    assert "Come back soon, by the line below: until" in leaving(told(*begun), guest=True)
    assert "the game waits for you" in leaving(told(*begun), clock="1d")
    assert "the game waits for you" in leaving(told(*later))
    assert "Come back later, by the line below: your" in leaving(told(*later), guest=True)
