"""Every text a person reads goes through gettext, and every code has its sentence."""

import gettext
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from keltis_protocol import reasons
from keltis_protocol.messages import SeatState, TableChanged
from keltis_tui.session import Session
from keltis_tui.wording.refusals import CLOSINGS, REFUSALS, refusal
from keltis_tui.words import Words, words_for
from screenshots.played import Played, asked
from screenshots.staged import CODE, NAMES, Staged, lobby, moment, table

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
    r"\b(?:[A-KRYP]\d*|[A-Za-z]|[rypgb]{2,5}|hjkl|abc?|bc|ac)\b|"
    + "|".join((*NAMES, CODE, "M4XA", "bob", "cleo", "dai"))
)
"""Names, codes, and single letters: those are keys, the same in every language."""


def screens(told) -> dict[str, Session]:
    """Every screen and dialog, in the pseudo-language."""
    shown: dict[str, Session] = {}

    def show(name: str, *facts, keys: Sequence[str] = "") -> None:
        shown[name] = told(*facts, words=PSEUDO)
        for key in keys:
            shown[name].press(key)

    for phase in ("play", "start", "clover", "spare", "draw"):
        staged = moment(2, lambda view, phase=phase: view.phase == phase and view.turn > 8)
        show(phase, table(2), staged.changed(can_take_back=True))
        if phase == "play":
            for key in "?q123d":
                show(f"play {key}", table(2), staged.changed(), keys=key)
    for seat in range(1, 3):
        staged = Staged(3, "away").until(lambda view, seat=seat: view.to_act == seat)
        show(f"seat {seat} is to act", table(3), staged.changed())
    for game, phases in (
        ("oracle", "play move clover spiral leprechaun bonus draw"),
        ("dice", "keep choose clover"),
        ("stones", "turn take"),
    ):
        for phase in phases.split():
            played = asked(game, 3, lambda view, phase=phase: view.phase == phase and view.turn > 9)
            for key in ("", "?", "2", "right", "tab"):
                facts = played.table(), played.changed(can_take_back=True)
                show(f"{game} {phase} {key}", *facts, keys=[key] if key else "")
        over = Played(game, 2, "over", {"games": "2"}).until(lambda _: False)
        show(f"{game} over", over.table(), over.changed())
    show("over", table(3, "over"), Staged(3, "over").until(lambda _: False).changed())
    show("empty lobby")
    for key in ("", "n", "N", "?"):
        show(f"lobby {key}", full_lobby(), keys=key)
    for ready in (True, False):
        show(f"waiting room {ready}", waiting_room(ready))
        show(f"waiting room help {ready}", waiting_room(ready), keys="?")
    return shown


def full_lobby():
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


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (40, 10)])
def test_no_screen_shows_a_text_that_escaped_the_translators(told, size):
    for name, session in screens(told).items():
        text = session.paint(*size).text()
        left = re.findall(r"[A-Za-z]+", ALLOWED.sub("", text))
        assert left == [], f"{name}: {left}"


def test_the_template_for_translators_is_up_to_date(tmp_path):
    fresh = tmp_path / "keltis.pot"
    command = re.search(r"pybabel (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert command is not None
    arguments = command[1].replace("keltis_tui/locale/keltis.pot", str(fresh)).split()
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *arguments], cwd=ROOT, check=True
    )
    kept = ROOT / "keltis_tui" / "locale" / "keltis.pot"
    assert kept.read_text(encoding="utf-8") == fresh.read_text(encoding="utf-8"), "make words"


def test_no_text_hides_from_the_translators_tools_in_an_f_string():
    hidden = re.compile(r"""f["'].*\{[^}]*\b(?:_|ngettext|N_)\(""")
    for source in (*ROOT.glob("keltis_tui/**/*.py"), *ROOT.glob("keltis/**/*.py")):
        assert not hidden.search(source.read_text(encoding="utf-8")), source


def test_every_reason_of_the_server_has_a_sentence():
    assert reasons.REFUSALS - set(REFUSALS) == set()
    assert reasons.CLOSINGS - set(CLOSINGS) == set()
    assert reasons.LEAVINGS - {""} - set(CLOSINGS) == set()


def test_every_reason_of_the_rules_has_a_sentence():
    said: set[str] = set()
    for part in ("rules/keltis.py", "rules/dice.py", "rules/stones.py", "parts/card_play.py"):
        text = (ROOT / "engine/keltis_engine" / part).read_text(encoding="utf-8")
        said |= set(re.findall(r'(?:return|else) "([a-z]+(?:_[a-z]+)+)"', text))
    said -= {"not_the_dealer", "bad_deal"}  # no person can meet these
    assert said - set(REFUSALS) == set()
    assert len(said) > 12, "the search finds them"


def test_an_unknown_code_is_still_a_sentence():
    assert refusal(words_for("en"), "brand_new") == "That was refused (brand_new)."


def test_the_reasons_for_closing_are_sentences():
    assert all(text.endswith(".") for text in (*CLOSINGS.values(), *REFUSALS.values()))


@pytest.mark.parametrize(
    "language", ["../../etc", "C", "", "en_GB.UTF-8", "xx/../de", "🙂", "a" * 999]
)
def test_any_language_a_terminal_may_name_gives_words(language):
    assert words_for(language)._("free seat") == "free seat"


def test_a_value_in_braces_is_filled_in_but_never_read_as_a_text():
    assert words_for("en")._("{name} wins.", name="{__class__}") == "{__class__} wins."
