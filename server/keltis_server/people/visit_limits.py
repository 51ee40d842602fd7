"""How often a visit may do what others would suffer from: talk, and try codes."""

from keltis_server.people.visit import Visit
from keltis_server.rate_limits import Tries
from keltis_server.refusal import Refusal


class TalkLimit:
    """Counts what somebody said lately, and what was said from the same source."""

    def __init__(self, by_person: Tries, by_source: Tries) -> None:
        self._by_person = by_person
        self._by_source = by_source

    def check(self, visit: Visit) -> None:
        """Refuse one who has said much just now, or whose address has."""
        self._by_person.check(visit.who.id)
        self._by_source.check(visit.address)

    def count(self, visit: Visit) -> None:
        """Somebody said a line; a guest's counts twice."""
        for _ in range(2 if visit.who.guest else 1):
            self._by_person.count(visit.who.id)
            self._by_source.count(visit.address)


class CodeLimit:
    """Counts codes that no table has, so that nobody finds one by trying."""

    def __init__(self, most: int, tries: Tries) -> None:
        self._most = most
        self._tries = tries
        """Wrong codes, by where they came from."""

    def check(self, visit: Visit) -> None:
        """Refuse one who has tried many."""
        if visit.wrong_codes >= self._most:
            raise Refusal("too_many_tries")
        self._tries.check(visit.address)

    def count(self, visit: Visit) -> None:
        """A code was wrong."""
        visit.wrong_codes += 1
        self._tries.count(visit.address)
