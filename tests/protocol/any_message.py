"""Every message of the protocol, and any message drawn by chance from its type."""

import re
import string
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import Raw, inspect

from keltis_protocol.messages import Command, Fact

COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(Command)
FACTS: tuple[type[msgspec.Struct], ...] = get_args(Fact)

raw_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
).map(lambda value: Raw(msgspec.msgpack.encode(value)))


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of a field's type, within its bounds."""
    match kind:
        case inspect.StrType(min_length=shortest, max_length=longest, pattern=pattern):
            if pattern is None:
                return st.text(max_size=longest or 20)
            letters = [c for c in string.printable if re.match(pattern, c)]
            return st.text(letters, min_size=shortest or 0, max_size=longest)
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**63) if low is None else low, 2**63 if high is None else high)
        case inspect.BoolType():
            return st.booleans()
        case inspect.BytesType():
            return st.binary(max_size=40)
        case inspect.RawType():
            return raw_values
        case inspect.NoneType():
            return st.none()
        case inspect.UnionType(types=types):
            return st.one_of(*map(values, types))
        case inspect.ListType(item_type=item):
            return st.lists(values(item), max_size=3)
        case inspect.DictType(key_type=key, value_type=value, max_length=longest):
            return st.dictionaries(values(key), values(value), max_size=longest or 3)
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: values(field.type) for field in fields})
    raise AssertionError(f"no values for {kind}")


def messages(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any message of one kind."""
    return values(inspect.type_info(kind))
