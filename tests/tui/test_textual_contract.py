"""What the hosting of apps needs of Textual beyond its public interface.

When an upgrade of Textual breaks one of these, the message says what the name is used for and
what to do. Until all of them hold, the upgrade must wait.
"""

import asyncio
import inspect
import io

import pytest
import textual._xterm_parser
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.message_pump import MessagePump

from keltis_tui.textual_internals import EmbeddedDriver

METHODS = {
    (App, "_process_messages", ("ready_callback", "terminal_size")): (
        "`EmbeddedApp.live` runs an app with it, without `run_async`, which changes the task "
        "factory of the whole loop. Look at how `App.run_test` starts an app now and do the same."
    ),
    (MessagePump, "_process_messages", ()): (
        "`ScreenlessApp.live` runs the loop of messages with it, without what an app does around "
        "that. Find the loop of messages, or leave `CHECKED` as it is: embedded apps are then "
        "drawn by Textual."
    ),
    (App, "_shutdown", ()): (
        "`live` calls it after `_process_messages`, as `run_test` does, to close all widgets and "
        "stop all timers. Look at how `App.run_test` ends an app now and do the same."
    ),
    (App, "_build_driver", ("headless", "inline", "mouse", "size")): (
        "`EmbeddedApp` overrides it to give the app the driver of its client. Find out where an "
        "app makes its driver now and override that."
    ),
    (App, "_handle_exception", ("error",)): (
        "`EmbeddedApp` overrides it so that a crash ends one session and logs no cards. Find out "
        "where an unhandled exception goes now and override that."
    ),
    (App, "_print_error_renderables", ()): (
        "`EmbeddedApp` overrides it so that nothing is printed on the server when an app ends. "
        "Find out who prints at the end of an app now."
    ),
    (MessagePump, "_context", ()): (
        "`live` enters it around an app, as `run_test` does, so that `active_app` is right."
    ),
}


@pytest.mark.parametrize(("method", "use"), METHODS.items(), ids=lambda value: str(value)[:60])
def test_the_methods_are_there(method: tuple[type, str, tuple[str, ...]], use: str) -> None:
    owner, name, parameters = method
    found = getattr(owner, name, None)
    assert callable(found), f"{owner.__name__}.{name} is gone. {use}"
    has = inspect.signature(found).parameters
    assert set(parameters) <= set(has), f"{owner.__name__}.{name} has changed. {use}"


async def test_the_attributes_are_there() -> None:
    app: App[None] = App()
    uses = {
        "_capture_stdout": "`leave_printing_alone` replaces it, else all printing goes to one app.",
        "_capture_stderr": "`leave_printing_alone` replaces it, else all printing goes to one app.",
        "_driver": "`ScreenlessApp.live` sets it; `write_to_terminal` writes with it.",
    }
    missing = [f"App.{name}: {use}" for name, use in uses.items() if not hasattr(app, name)]
    assert not missing, f"Gone from Textual, see what replaced them: {missing}"


async def test_printing_is_redirected_to_what_the_app_holds() -> None:
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source, (
        "`leave_printing_alone` neutralises Textual's redirection of stdout by giving the app the "
        "real one. Textual redirects differently now: see that `sys.stdout` survives apps ending "
        "in any order (tests/server/test_terminal_runner.py) and adapt it."
    )


async def test_an_app_is_as_large_as_its_driver_says() -> None:
    class Still(EmbeddedDriver):
        def write(self, data: str) -> None: ...
        def start_application_mode(self) -> None: ...
        def disable_input(self) -> None: ...
        def stop_application_mode(self) -> None: ...

    app: App[None] = App()
    driver = app._driver = Still(app, mouse=False, size=(33, 22))
    assert driver.terminal_size == app.size == (33, 22)
    driver.terminal_size = (44, 11)
    assert app.size == (44, 11), "`EmbeddedDriver` sets `_size`. See what `App.size` reads now."


async def test_a_shutdown_stops_the_timers() -> None:
    app: App[None] = App()
    with app._context():
        timer = app.set_interval(60, lambda: None)
        await app._shutdown()
    assert not app._timers, "`ScreenlessApp.live` leaves the timers to `_shutdown`."
    assert timer._task is None or timer._task.done()


async def test_what_is_copied_goes_to_the_terminal_as_a_text_for_the_operating_system() -> None:
    source = inspect.getsource(App.copy_to_clipboard)
    assert 'self._driver.write(f"\\x1b]52;' in source, (
        "`HostedDriver.write` passes nothing on that begins so. See how Textual copies now."
    )


def test_the_parser_can_be_told_that_nothing_more_comes() -> None:
    parser = XTermParser()
    assert list(parser.feed("\x1b")) == []
    use = (
        "`KeyParser.finish` sets it to 0 and calls `tick`, so that the parser decides at once. "
        "Find out how the parser's wait after an escape can be ended now."
    )
    assert getattr(parser, "_timeout_time", None) is not None, use
    parser._timeout_time = 0.0
    assert [getattr(key, "key", "") for key in parser.tick()] == ["escape"], use


def test_the_parser_still_types_out_sequences_it_does_not_know() -> None:
    parser = XTermParser()
    found = list(parser.feed("\x1b[?62;4c"))
    parser._timeout_time = 0.0
    assert len(found + list(parser.tick())) > 1, (
        "Textual no longer turns unknown terminal replies into keys: replies.py may be simpler."
    )


def test_the_parser_knows_keys_by_a_table_and_by_these_forms() -> None:
    assert "\x1b[A" in ANSI_SEQUENCES_KEYS, (
        "replies.py lets through what this table knows. Find the new table of key sequences."
    )
    assert FUNCTIONAL_KEYS["3~"] == "delete", (
        "key_forms.py lets through what this table knows. Find the new table of numbered keys."
    )
    for sequence, name in {
        "\x1b[A": "up",
        "\x1b[27u": "escape",
        "\x1b[1;5C": "ctrl+right",
        "\x1b[[A": "f1",
        "\x1bOP": "f1",
        "\x1b[3~": "delete",
    }.items():
        found = list(XTermParser().feed(sequence))
        assert [getattr(key, "key", "") for key in found] == [name], (
            f"{sequence!r} is no longer read as {name}: see whether replies.py must pass others."
        )
    limit = textual._xterm_parser._MAX_SEQUENCE_SEARCH_THRESHOLD
    assert limit >= 32, "replies.py drops sequences of 32 and more: `LONGEST` must not exceed it."


def test_the_cache_of_keys_can_be_gone_around() -> None:
    cached = XTermParser._parse_extended_key
    assert hasattr(cached, "cache_info"), (
        "Textual no longer caches keys on parsers: `KeyParser._parse_extended_key` can go."
    )
    keys = cached.__wrapped__(XTermParser(), "\x1b[27u")
    assert [key.key for key in keys or []] == ["escape"], (
        "`KeyParser` calls what lies under the cache, which would keep ended sessions alive."
    )


async def test_running_an_app_as_we_do_leaves_the_task_factory_alone() -> None:
    app: App[None] = App()
    async with app.run_test():
        assert asyncio.get_running_loop().get_task_factory() is None, (
            "`run_test` changes the task factory now, and so may `_process_messages`: on Python "
            "3.12 and later that makes the SSH library hang at public-key logins."
        )


def test_the_console_takes_an_environment() -> None:
    from rich.console import Console

    console = Console(file=io.StringIO(), color_system="truecolor", _environ={"COLUMNS": "7"})
    assert console.width == 7, (
        "`textual_internals.console` has an empty environment, so that the server's COLUMNS and "
        "NO_COLOR do not count. Find another way."
    )
