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
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.filter import ANSIToTruecolor
from textual.message_pump import MessagePump
from textual.timer import Timer

METHODS = {
    (App, "_process_messages", ("ready_callback", "terminal_size")): (
        "host.py drives it to run an app without `run_async`, which changes the task factory of "
        "the whole loop. Look at how `App.run_test` starts an app now and do the same."
    ),
    (App, "_shutdown", ()): (
        "host.py calls it after `_process_messages`, as `run_test` does, to close all widgets. "
        "Look at how `App.run_test` ends an app now and do the same."
    ),
    (App, "_build_driver", ("headless", "inline", "mouse", "size")): (
        "hosted.py overrides it to give the app the driver of its client. Find out where an app "
        "makes its driver now and override that."
    ),
    (App, "_handle_exception", ("error",)): (
        "hosted.py overrides it so that a crash ends one session and logs no cards. Find out where "
        "an unhandled exception goes now and override that."
    ),
    (App, "_print_error_renderables", ()): (
        "hosted.py overrides it so that nothing is printed on the server when an app crashed. "
        "Find out who prints at the end of an app now."
    ),
    (App, "_begin_batch", ()): (
        "host.py stops drawing with it while a client does not read. Find another way to keep "
        "screens from rendering, or let the wire drop the pictures (costs their drawing)."
    ),
    (App, "_end_batch", ()): "The other half of `_begin_batch`.",
    (MessagePump, "_close_messages_no_wait", ()): (
        "hosted.py ends a crashed app with it. Look at how `App.panic` ends an app now."
    ),
    (App, "_process_messages", ("headless", "inline", "mouse", "message_hook")): (
        "lean.py does in its own way what this does around the loop of messages. See what else an "
        "app does at its beginning and end now, or leave `lean.CHECKED` as it is: hosted apps are "
        "then drawn by Textual."
    ),
    (MessagePump, "_process_messages_loop", ()): (
        "lean.py runs it between the first message and the last. Find the loop of messages."
    ),
    (MessagePump, "_dispatch_message", ("message",)): (
        "lean.py tells an app with it that it is mounted, before any other message."
    ),
    (MessagePump, "on_callback", ("event",)): (
        "lean.py overrides it, because it does nothing in an app without a screen. See what "
        "carries out `call_later` now."
    ),
    (Timer, "_stop_all", ("timers",)): "lean.py stops an app's timers with it at the end.",
    (MessagePump, "_context", ()): (
        "host.py enters it around an app, as `run_test` does, so that `active_app` is right."
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
        "_capture_stdout": "hosted.py replaces it, else all printing goes to the last app begun.",
        "_capture_stderr": "hosted.py replaces it, else all printing goes to the last app begun.",
        "_exit_renderables": "hosted.py empties it, else a crash is printed on the server.",
        "_return_code": "hosted.py sets it when an app crashed.",
        "_clipboard": "hosted.py sets it instead of writing to the person's clipboard.",
        "_loop": "host.py sets it, as `run_test` does.",
        "_thread_id": "host.py sets it, as `run_test` does.",
        "_running": "lean.py sets it while an app lives; timers and workers look at it.",
        "_timers": "lean.py stops these at the end.",
    }
    missing = [f"App.{name}: {use}" for name, use in uses.items() if not hasattr(app, name)]
    assert not missing, f"Gone from Textual, see what replaced them: {missing}"


async def test_printing_is_redirected_to_what_the_app_holds() -> None:
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source, (
        "hosted.py neutralises Textual's redirection of stdout by giving the app the real one. "
        "Textual redirects differently now: see that `sys.stdout` survives apps ending in any "
        "order (tests/server/test_terminal_host.py) and adapt `Hosted.settle`."
    )


async def test_a_driver_keeps_its_size_and_mouse_and_app() -> None:
    class Still(Driver):
        def write(self, data: str) -> None: ...
        def start_application_mode(self) -> None: ...
        def disable_input(self) -> None: ...
        def stop_application_mode(self) -> None: ...

    app: App[None] = App()
    driver = Still(app, mouse=False, size=(33, 22))
    use = "driver.py tells the app its size through it; `App.size` reads it."
    assert driver._size == (33, 22), use
    assert driver._mouse is False, "driver.py asks for mouse reports, or not, by it."
    assert driver._app is app, "driver.py posts what the person does to it."


def test_the_parser_can_be_told_that_nothing_more_comes() -> None:
    parser = XTermParser()
    assert list(parser.feed("\x1b")) == []
    use = (
        "keyboard.py sets it to 0 and calls `tick`, so that the parser decides at once. Find out "
        "how the parser's wait after an escape can be ended now."
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
        "Textual no longer caches keys on parsers: `_Parser` in keyboard.py can go."
    )
    keys = cached.__wrapped__(XTermParser(), "\x1b[27u")
    assert [key.key for key in keys or []] == ["escape"], (
        "keyboard.py calls what lies under the cache, which would keep ended sessions alive."
    )


def test_only_the_colour_filter_is_taken_over_from_textual() -> None:
    kinds = [type(line) for line in App[None]().get_line_filters()]
    assert ANSIToTruecolor in kinds, (
        "hosted.py keeps this filter and drops those that follow the server's environment. See "
        "what turns the sixteen named colours into full ones now."
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
        "hosted.py gives the console an empty environment, so that the server's COLUMNS and "
        "NO_COLOR do not count. Find another way."
    )
