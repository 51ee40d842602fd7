"""What happened at a table before a game, a sentence for each."""

from typing import Final

from keltis_protocol.messages import News
from keltis_words.bots import bot_name
from keltis_words.games.catalogue import option_name, option_value
from keltis_words.table_settings import setting_name, setting_value
from keltis_words.words import N_, Words

HAPPENED: Final = {
    "came": N_("{name} sat down"),
    "left": N_("{name} left"),
    "asked_to_leave": N_("{name} was asked to leave"),
    "bot_came": N_("{name}, a bot, sat down"),
    "bot_changed": N_("{name} plays as {kind} now"),
    "bot_left": N_("{name}, a bot, left"),
    "ready": N_("{name} is ready"),
    "not_ready": N_("{name} is not ready after all"),
    "owner": N_("the table is {name}'s now"),
    "renamed": N_("{name} is called {other} now"),
    "seat_handed": N_("{other} plays on for {name}"),
}


def told(words: Words, game: str, news: News) -> str:
    """The sentence for it; nothing for what this program does not know."""
    if news.what == "arranged":
        return ", ".join(_changed(words, game, name, to) for name, to in news.changed.items())
    kind = bot_name(words, news.other)
    sentence = HAPPENED.get(news.what, "")
    return words._(sentence, name=news.name, other=news.other, kind=kind)


def _changed(words: Words, game: str, name: str, value: str) -> str:
    kind, _, what = name.rpartition(" ")
    if kind == "setting":
        return f"{setting_name(words, what)}: {setting_value(words, what, value)}"
    return f"{option_name(words, game, what)}: {option_value(words, game, value)}"


def agreed(words: Words, game: str, options: dict[str, str], settings: dict[str, str]) -> str:
    """What is agreed, one thing after the other."""
    return ", ".join(
        [
            *(_changed(words, game, f"option {name}", value) for name, value in options.items()),
            *(_changed(words, game, f"setting {name}", value) for name, value in settings.items()),
        ]
    )
