"""Every text a person reads goes through gettext, and every code has its sentence."""

import gettext
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from keltis_engine.position import View
from keltis_engine.rules import RULE_SETS
from keltis_protocol import reasons
from keltis_protocol.messages import Fact, Lobby, SeatState, TableChanged
from keltis_tui.session import Session
from keltis_words.games.catalogue import GAME_WORDS
from keltis_words.refusals import CLOSINGS, REFUSALS, refusal
from keltis_words.words import Words, words_for
from screenshots.played import NAMES, Played, asked
from screenshots.staged import CODE, Staged, lobby, moment, table
from tests.tui.at_table import in_phase
from tests.tui.conftest import Told
from tests.tui.recorded import PHASES, Recorded
from tests.tui.recorded import asks as asked_for
from tests.volume import spread

ROOT = Path(__file__).parents[2]
FOREIGN = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абцдефгхийклмнопчрстувщьызАБЦДЕФГХИЙКЛМНОПЧРСТУВЩЬЫЗ",
)


class Pseudo(gettext.NullTranslations):
    """A language in which no Latin letter is left."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[^{}]+(?![^{]*})", lambda part: part[0].translate(FOREIGN), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


PSEUDO = Words(Pseudo(), "xx")
ALLOWED = re.compile(
    r"\b(?:[A-KRYP]\d*|[A-Za-z]|[rypgbw]{2,6}|[acdef]{2,5}|hjkl|\d*[abc]{1,3}\d*)\b|"
    + "|".join((*NAMES, CODE, "M4XA", "bob", "cleo", "dai"))
)
"""Names, codes, and single letters: those are keys, the same in every language."""


def asks(seat: int) -> Callable[[View], bool]:
    return lambda view: view.to_act == seat


def screens(told: Told) -> dict[str, Session]:
    """Every screen and dialog, in the pseudo-language."""
    shown: dict[str, Session] = {}

    def show(name: str, *facts: Fact, keys: Sequence[str] = "") -> None:
        shown[name] = told(*facts, words=PSEUDO)
        for key in keys:
            shown[name].press(key)

    for phase in ("play", "start", "clover", "spare", "draw"):
        staged = moment(2, in_phase(phase, 9))
        show(phase, table(2), staged.changed(can_take_back=True))
        if phase == "play":
            for key in "?q123d":
                show(f"play {key}", table(2), staged.changed(), keys=key)
    for seat in range(1, 3):
        staged = Staged(3, "away").until(asks(seat))
        show(f"seat {seat} is to act", table(3), staged.changed())
    for game in RULE_SETS.keys() - {"keltis"}:
        for phase in PHASES[game].split():
            rare = phase == "bonus"
            played = recorded(phase) if rare else asked(game, 3, in_phase(phase, 10))
            for key in ("", "?", "2", "right", "tab"):
                facts = played.table(), played.changed(can_take_back=True)
                show(f"{game} {phase} {key}", *facts, keys=[key] if key else "")
        over = Played(game, 2, "over", {"games": "2"}).until(lambda _: False)
        show(f"{game} over", over.table(), over.changed())
    show("over", table(3, "over"), Staged(3, "over").until(lambda _: False).changed())
    show("empty lobby")
    for key in ("", "o", "N", "?", "c"):
        show(f"lobby {key}", full_lobby(), keys=key)
    for ready in (True, False):
        show(f"waiting room {ready}", waiting_room(ready))
        show(f"waiting room help {ready}", waiting_room(ready), keys="?")
    return shown


def recorded(phase: str) -> Played:
    """A kept game of The Oracle, to which this seldom question comes."""
    return Recorded("oracle-4").until(asked_for(phase))


def full_lobby() -> Lobby:
    here = lobby()
    return type(here)(you=here.you, people=here.people, tables=here.tables[:2])


def waiting_room(ready: bool) -> TableChanged:
    kinds = ("person", "person", "bot", "free")
    seats = [
        SeatState(kind=kind, name=NAMES[seat], ready=ready, away=seat == 1)
        for seat, kind in enumerate(kinds)
    ]
    return TableChanged(
        table=CODE,
        game="keltis",
        options={"games": "3"},
        seats=seats,
        state="open",
        private=False,
        owner=True,
        seat=0,
    )


@pytest.mark.long
def test_no_screen_shows_a_text_that_escaped_the_translators(
    told: Told, amount: Callable[[int], int]
) -> None:
    for name, session in screens(told).items():
        for size in spread([(80, 24), (140, 45), (40, 10)], amount(3)):
            text = session.paint(*size).text()
            left = re.findall(r"[A-Za-z]+", ALLOWED.sub("", text))
            assert left == [], f"{name} at {size}: {left}"


def test_the_template_for_translators_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "keltis.pot"
    command = re.search(r"pybabel (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert command is not None
    arguments = command[1].replace("words/keltis_words/locale/keltis.pot", str(fresh)).split()
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *arguments], cwd=ROOT, check=True
    )
    kept = ROOT / "words" / "keltis_words" / "locale" / "keltis.pot"
    assert kept.read_text(encoding="utf-8") == fresh.read_text(encoding="utf-8"), "make words"


def test_no_text_hides_from_the_translators_tools_in_an_f_string() -> None:
    hidden = re.compile(r"""f["'].*\{[^}]*\b(?:_|ngettext|N_)\(""")
    folders = ("words", "keltis_tui", "keltis")
    for source in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        assert not hidden.search(source.read_text(encoding="utf-8")), source


def test_every_reason_of_the_server_has_a_sentence() -> None:
    assert reasons.REFUSALS - set(REFUSALS) == set()
    assert reasons.CLOSINGS - set(CLOSINGS) == set()
    assert reasons.LEAVINGS - {""} - set(CLOSINGS) == set()


def test_every_game_has_words() -> None:
    assert list(GAME_WORDS) == list(RULE_SETS)


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_reason_of_the_rules_has_a_sentence(game: str) -> None:
    rules, cards = (
        (ROOT / "engine/keltis_engine" / part).read_text(encoding="utf-8")
        for part in (f"rules/{game}.py", "parts/card_play.py")
    )
    reason = re.compile(r'(?:return|else|if|\n) +"([a-z]+(?:_[a-z]+)+)"(?![:,])')
    said = set(reason.findall(rules))
    assert len(said) > 4, "the search finds them"
    said |= set(reason.findall(cards)) if "card_play" in rules else set()
    said -= {"not_the_dealer", "bad_deal"}  # no person can meet these
    words = GAME_WORDS[game]
    assert said - set(REFUSALS) - set(words.refusals) == set()
    assert set(words.refusals) <= said, "no sentence without a reason"
    assert all(words.refusal(words_for("en"), code).endswith(".") for code in said)


def test_an_unknown_code_is_still_a_sentence() -> None:
    assert refusal(words_for("en"), "brand_new") == "That was refused (brand_new)."


def test_the_reasons_for_closing_are_sentences() -> None:
    assert all(text.endswith(".") for text in (*CLOSINGS.values(), *REFUSALS.values()))


@pytest.mark.parametrize(
    "language", ["../../etc", "C", "", "en_GB.UTF-8", "xx/../de", "🙂", "a" * 999]
)
def test_any_language_a_terminal_may_name_gives_words(language: str) -> None:
    assert words_for(language)._("free seat") == "free seat"


def test_a_value_in_braces_is_filled_in_but_never_read_as_a_text() -> None:
    assert words_for("en")._("{name} wins.", name="{__class__}") == "{__class__} wins."
