"""The page `protocol/README.md` says what the code does: nothing missing, nothing invented."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

import keltis_protocol
from keltis_protocol import messages
from keltis_protocol.codec import BadMessage, decode_command, decode_fact
from keltis_protocol.frames import CLIENT_LIMIT, HEAD, SERVER_LIMIT, FrameReader
from keltis_protocol.messages import (
    VERSION,
    Chances,
    CostlyMove,
    GameOffer,
    GameRecord,
    LadderRow,
    News,
    Opponent,
    PageGame,
    PageSeat,
    Person,
    RatingChange,
    RatingNow,
    ResultLine,
    SeatState,
    TableLine,
)
from keltis_protocol.reasons import CLOSINGS, LEAVINGS, REFUSALS
from tests.protocol.any_message import COMMANDS, FACTS

PAGE = (Path(messages.__file__).parents[1] / "README.md").read_text()
RATED = (LadderRow, GameRecord, RatingNow, PageGame, PageSeat, Opponent, RatingChange)
PARTS = (Person, GameOffer, TableLine, ResultLine, News, *RATED, SeatState, Chances, CostlyMove)


def section(title: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> dict[str, dict[str, tuple[str, str]]]:
    """For each message in a section's table its fields: the default and the type."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    name = ""
    for line in section(title).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "message" or set(line) <= set("|-"):
            continue
        name = cells[0].strip("`*") or name
        fields = found.setdefault(name, {})
        if cells[1]:
            field, _, default = cells[1].partition(" ? = ")
            fields[field.strip("`")] = (default, cells[2])
    return found


def spelled(kind: inspect.Type) -> str:
    """A field's type as the page spells it."""
    match kind:
        case inspect.StrType(pattern=str(pattern), max_length=longest):
            return {32: "id", 8: "code"}[longest or 0] if pattern else ""
        case inspect.StrType(max_length=64):
            return "word"
        case inspect.StrType(max_length=200):
            return "line"
        case inspect.StrType():
            return "text"
        case inspect.IntType(ge=int(low), le=int(high)):
            return f"{low}–{high}"
        case inspect.IntType(ge=int(low)):
            return f"≥ {low}"
        case inspect.IntType():
            return "int"
        case inspect.UnionType(types=types):
            return " or ".join(sorted(map(spelled, types), key=lambda name: name == "nil"))
        case inspect.ListType(item_type=item):
            return f"[{spelled(item)}]"
        case inspect.DictType(key_type=key, value_type=value, max_length=longest):
            return f"{{{spelled(key)} : {spelled(value)}}}" + (
                f", at most {longest}" if longest else ""
            )
        case inspect.StructType(cls=cls):
            return cls.__name__
    return {"BoolType": "bool", "NoneType": "nil", "RawType": "raw", "BytesType": "bytes"}[
        type(kind).__name__
    ]


def fields_of(kind: type[msgspec.Struct]) -> dict[str, tuple[str, str]]:
    """A message's fields as the page should have them."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    fields = {}
    for field in described.fields:
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        if field.required:
            shown = ""
        elif default is None:
            shown = "nil"
        else:
            shown = json.dumps("" if default == b"" else default)
        fields[field.name] = (shown, spelled(field.type))
    return fields


def test_every_command_and_field_stands_on_the_page_with_type_and_default() -> None:
    assert rows("Commands") == {kind.__name__: fields_of(kind) for kind in COMMANDS}


def test_every_fact_and_field_stands_on_the_page_with_type_and_default() -> None:
    assert rows("Facts") == {kind.__name__: fields_of(kind) for kind in FACTS + PARTS}


def test_every_reason_stands_on_the_page_and_no_other() -> None:
    text = section("Reasons")
    refused, _, rest = text.partition("\n`Closing`:")
    closing, _, leaving = rest.partition("\n`LeftTable`:")

    def codes(part: str) -> set[str]:
        return set(re.findall(r"`([a-z_]+)`", part))

    assert codes(refused) == REFUSALS
    assert codes(closing) == CLOSINGS
    assert codes(leaving) | {""} == LEAVINGS


def test_limits_and_version_on_the_page_are_those_of_the_code() -> None:
    assert f"at most {CLIENT_LIMIT} bytes from a client, {SERVER_LIMIT} from the server" in PAGE
    assert f"in {HEAD} bytes, big-endian" in PAGE
    assert f"# The protocol, version {VERSION}\n" in PAGE
    identifier = inspect.type_info(messages.CommandId)
    code = inspect.type_info(messages.Code)
    assert isinstance(identifier, inspect.StrType)
    assert isinstance(code, inspect.StrType)
    assert (
        f"{identifier.min_length} to {identifier.max_length} characters `A-Z a-z 0-9 _ -`" in PAGE
    )
    assert f"{code.min_length} to {code.max_length} characters `A-Z 0-9`" in PAGE


def exchange() -> Iterator[tuple[str, str, str]]:
    """Each side, JSON and hex of the example."""
    pattern = r"(client|server): `(\{[^`…]*\})`\n\n```\n([0-9a-f \n]+)```"
    return iter(re.findall(pattern, section("A short exchange")))


def test_bytes_of_the_example_are_the_messages_beside_them() -> None:
    shown = list(exchange())
    assert len(shown) > 5
    for side, text, line in shown:
        (body,) = FrameReader(SERVER_LIMIT).feed(bytes.fromhex(line))
        message = decode_command(body) if side == "client" else decode_fact(body)
        assert msgspec.msgpack.decode(body) == json.loads(text)
        assert type(message).__name__ == json.loads(text)["type"]


@pytest.mark.parametrize("side", ["client", "server"])
def test_example_does_not_put_words_in_the_other_side_s_mouth(side: str) -> None:
    wrong = decode_fact if side == "client" else decode_command
    for speaker, _, line in exchange():
        if speaker == side:
            with pytest.raises(BadMessage):
                wrong(bytes.fromhex(line)[HEAD:])


SERVER = Path(keltis_protocol.__file__).parents[2] / "server" / "keltis_server"


ROOMS = ("*.py", "people/*.py", "tables/*.py", "cluster/*.py", "store/*.py", "ssh/native.py")
"""Where commands are refused and visits are ended; the rest of ssh and terminals have words of
their own."""


def said(patterns: Sequence[str], *called: str) -> set[str]:
    """Every constant text that the server's files hand to one of these functions."""
    found = set()
    for path in (path for pattern in patterns for path in SERVER.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                if name in called:
                    found |= {
                        part.value
                        for part in given
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
    return found - {""}


def test_server_refuses_with_no_code_that_the_page_does_not_know() -> None:
    used = said(ROOMS, "Refusal", "Refused", "_refuse", "Tries", "shared")
    for page in ("people/names.py", "tables/texts.py"):
        used |= set(re.findall(r'"((?:name|word|line)_[a-z_]+)"', (SERVER / page).read_text()))
    used -= {"forgot_often"}  # said by `ssh HOST forget` only
    assert used == REFUSALS - {"bad_option"}, "bad_option comes from the rule sets"


def test_server_closes_with_no_code_that_the_page_does_not_know() -> None:
    used = said(ROOMS, "dismiss") | said(["ssh/native.py"], "close")
    assert used <= CLOSINGS
    assert {"taken_over", "too_slow", "version"} <= used
