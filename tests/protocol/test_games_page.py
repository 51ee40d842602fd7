"""The page `protocol/GAMES.md` says what the games send: nothing missing, nothing invented."""

import ast
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec import inspect

import keltis_engine
from keltis_engine.position import MatchView, View
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES
from keltis_protocol import messages
from keltis_words.hints import REASONS

PAGE = (Path(messages.__file__).parents[1] / "GAMES.md").read_text()
HEADS = {
    "keltis": "Keltis",
    "oracle": "The Oracle",
    "dice": "The Dice Game",
    "stones": "The Way of Stones",
}
CARD_GAMES = ("keltis", "oracle")


def section(title: str) -> str:
    """The text under a heading, up to the next."""
    return re.split(rf"\n## {title}[^\n]*\n", PAGE)[1].split("\n## ")[0]


def part_of(game: str) -> str:
    """Everything the page says about a game: what all share, what cards share, its own part."""
    shared = PAGE.split("\n## ")[0]
    cards = section("Cards") if game in CARD_GAMES else ""
    return shared + cards + section(HEADS[game])


def structs(union: object) -> dict[str, int]:
    """Each name in a union of moves or events, and how many fields follow it."""
    kinds: tuple[type[msgspec.Struct], ...] = get_args(union) or (union,)
    return {str(kind.__struct_config__.tag): len(kind.__struct_fields__) for kind in kinds}


def arrays(text: str) -> dict[str, int]:
    """Each `["name", field, …]` in a text, and how many fields follow the name."""
    found = {}
    for name, rest in re.findall(
        r'`\["([a-z_]+)"((?:[^\]\[]|\[[^\]]*\])*)\]`', text.replace("\n", " ")
    ):
        flat = re.sub(r"\[[^\]]*\]", "list", rest)
        found[name] = flat.count(",")
    return found


def fields(kind: type[msgspec.Struct]) -> set[str]:
    """The fields of a struct as they stand on the wire."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return {field.encode_name for field in described.fields}


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_game_stands_on_the_page_under_its_id(game: str) -> None:
    assert f"## {HEADS[game]} (`{game}`)" in PAGE


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_move_and_event_of_a_game_is_described_with_all_its_fields(game: str) -> None:
    rules = RULE_SETS[game]
    described = arrays(part_of(game))
    for name, count in {**structs(rules.player_moves), **structs(rules.event_types)}.items():
        assert described.get(name) == count, name


def test_no_move_or_event_is_described_that_no_game_has() -> None:
    known: set[str] = set()
    for rules in RULE_SETS.values():
        known |= structs(rules.player_moves).keys() | structs(rules.event_types).keys()
    assert set(arrays(PAGE)) == known


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_field_of_a_view_is_described(game: str) -> None:
    text = part_of(game)
    view = RULE_SETS[game].view_type
    missing = {name for name in fields(view) if f"`{name}`" not in text}
    assert not missing
    shared = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE.split("\n## ")[0], re.MULTILINE))
    assert shared == fields(View)


def test_every_field_of_the_cards_is_described_and_no_other() -> None:
    cards = inspect.type_info(SINGLE_GAMES["keltis"].view_type)
    assert isinstance(cards, inspect.StructType)
    (kind,) = [field.type for field in cards.fields if field.name == "cards"]
    assert isinstance(kind, inspect.StructType)
    described = set(re.findall(r"^\| `([a-z_]+)` \|", section("Cards"), re.MULTILINE))
    assert described == fields(kind.cls)


def test_keltis_view_has_no_field_beyond_those_described() -> None:
    text = section("Keltis").split("The view has")[1].split("Events")[0].replace("\n", " ")
    text = re.sub(r"\([^)]*\)", "", text)
    described = set(re.findall(r"(?:: |· |and )`([a-z_]+)`", text)) | {"cards"}
    own = fields(SINGLE_GAMES["keltis"].view_type) - fields(View)
    assert described == own


def test_every_field_of_a_match_is_described() -> None:
    text = PAGE.split("**Matches.**")[1].split("\n## ")[0]
    assert all(f"`{name}`" in text for name in fields(MatchView))


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_phase_of_a_game_is_described(game: str) -> None:
    module = sys.modules[type(SINGLE_GAMES[game]).__module__]
    text = part_of(game)
    missing = {phase for phase in module.PHASES if f"`{phase}`" not in text}
    assert not missing


def test_keltis_has_no_phase_beyond_those_described() -> None:
    module = sys.modules[type(SINGLE_GAMES["keltis"]).__module__]
    described = set(re.findall(r"^\| `([a-z_]+)` \|", section("Keltis"), re.MULTILINE))
    assert described == set(module.PHASES) - {"deal", "over"}


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_option_of_a_game_is_described_with_its_values(game: str) -> None:
    text = part_of(game)
    for option in RULE_SETS[game].options:
        for word in (option.name, *option.choices):
            assert f"`{word}`" in text, (option.name, word)


def test_every_code_a_move_is_refused_with_is_listed_and_no_other() -> None:
    used: set[str] = set()
    for path in Path(keltis_engine.__file__).parent.glob("*/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and re.search("refusal|misfit", node.name):
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        used |= codes(part.value)
    listed = set(re.findall(r"`([a-z_]+)`", section("Refusals").split("\n\n", 1)[1]))
    never_sent = {"not_the_dealer", "bad_deal", "game_over"}
    assert listed == used - never_sent


def codes(value: ast.expr) -> set[str]:
    """The codes an expression can come to."""
    match value:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp(body=body, orelse=orelse):
            return codes(body) | codes(orelse)
    return set()


def test_every_reason_of_a_hint_is_listed_and_no_other() -> None:
    """The codes stand in the words for them; see `keltis_words.hints`."""
    codes = re.findall(r"`([a-z_]+)`", section("Hints").partition("|---|")[2])
    assert sorted(codes) == sorted(REASONS)
