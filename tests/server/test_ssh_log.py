"""Who came, who left and why, and that who is refused is not one who came in."""

import logging

import pytest

from keltis_protocol.messages import Command
from keltis_server.people.visit import HUNG_UP, Visit
from keltis_server.people.who import Who
from keltis_server.server import Caller
from keltis_server.ssh import dispatch
from keltis_server.terminal.runner import LEFT


async def no_command(visit: Visit, command: Command) -> None:
    """Nobody asks for anything."""


def test_who_is_sent_off_at_once_is_logged_as_refused(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    visit = Visit(Who(id="", name="ann"), 9, no_command, lambda _: None, lambda _: None, 1)
    visit.dismiss("store_failed")
    caller = Caller(None, "ann", "192.0.2.1")
    came = dispatch._note_coming(visit, caller)
    dispatch._note_leaving(visit, caller, came, HUNG_UP)
    (record,) = caplog.records
    assert record.getMessage() == "guest 'ann' from 192.0.2.1 is refused: store_failed"


async def test_why_somebody_left_is_logged_with_both_names(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    caller = Caller(None, "una", "192.0.2.1")
    for ended, reason, told in (
        ("taken_over", LEFT, "taken_over"),
        ("", LEFT, "quit"),
        ("", "restart", "restart"),
    ):
        who = Who(id="g1", name="guest-K7Q", guest=True)
        visit = Visit(who, 9, no_command, lambda _: None, lambda _: None, 1)
        came = dispatch._note_coming(visit, caller)
        if ended:
            visit.dismiss(ended)
        await visit.close()
        dispatch._note_leaving(visit, caller, came, reason)
        assert caplog.messages[-1] == f"guest 'una' (guest-K7Q) left: {told}"
