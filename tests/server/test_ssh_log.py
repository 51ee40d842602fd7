"""Who is refused is not logged as one who came in."""

import logging

import pytest

from keltis_protocol.messages import Command
from keltis_server.people.visit import Visit
from keltis_server.people.who import Who
from keltis_server.server import Caller
from keltis_server.ssh import dispatch


async def no_command(visit: Visit, command: Command) -> None:
    """Nobody asks for anything."""


def test_who_is_sent_off_at_once_is_logged_as_refused(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    visit = Visit(Who(id="", name="ann"), 9, no_command, lambda _: None, lambda _: None, 1)
    visit.dismiss("store_failed")
    caller = Caller(None, "ann", "192.0.2.1")
    came = dispatch._note_coming(visit, caller)
    dispatch._note_leaving(visit, caller, came)
    (record,) = caplog.records
    assert record.getMessage() == "guest 'ann' from 192.0.2.1 is refused: store_failed"
