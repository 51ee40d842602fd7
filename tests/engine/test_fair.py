"""Dealing that a player can check: the stream is the documented one, and it is fair."""

import hashlib
import struct
from collections import Counter
from itertools import permutations

import pytest

from keltis_engine.fair import Stream, commitment, shuffle

SECRET = bytes(range(32))
GOLDEN_WORDS = [
    "2232c2d6",
    "65bb63fb",
    "0f2dbd23",
    "d821d784",
    "394a6ce0",
    "228a23a0",
    "c488d5f5",
    "c253b710",
    "faee05f8",
]
"""The words of the stream for act 3 with the lucky words clover and wish."""
GOLDEN_COMMITMENT = "b66508d78d8f5308145fe8b1127e76e7ab41a5cb942681ca8aa161b2b88f288e"


def documented_words(secret: bytes, words: list[str], act: int, count: int) -> list[int]:
    """The stream's 4-byte words as the documentation tells it, written anew."""
    message = b"keltis stream 1" + struct.pack(">Q", act)
    for part in [secret] + [word.encode("utf-8") for word in words]:
        message += struct.pack(">I", len(part)) + part
    key = hashlib.sha256(message).digest()
    blocks = b""
    while len(blocks) < 4 * count:
        blocks += hashlib.sha256(key + struct.pack(">Q", len(blocks) // 32)).digest()
    return list(struct.unpack(f">{count}I", blocks[: 4 * count]))


def documented_numbers(source: list[int], limit: int) -> list[int]:
    """Numbers below `limit`: words at or above its greatest multiple are thrown away."""
    return [word % limit for word in source if word < 2**32 // limit * limit]


@pytest.mark.parametrize("words", [[], ["Glück"], ["a", "b"], ["ab", ""], ["", "ab"]])
@pytest.mark.parametrize("act", [0, 1, 2**40])
def test_the_stream_is_the_documented_one(words: list[str], act: int) -> None:
    stream = Stream(SECRET, words, act)
    expected = documented_numbers(documented_words(SECRET, words, act, 100), 55)
    assert [stream.below(55) for _ in range(90)] == expected[:90]


def test_the_stream_is_the_same_for_ever() -> None:
    stream = Stream(SECRET, ["clover", "wish"], 3)
    assert [f"{stream.below(2**32):08x}" for _ in range(9)] == GOLDEN_WORDS


def test_the_commitment_is_the_same_for_ever_and_another_for_another_secret() -> None:
    assert commitment(SECRET).hex() == GOLDEN_COMMITMENT
    assert commitment(SECRET) == hashlib.sha256(b"keltis commitment 1" + SECRET).digest()
    assert commitment(SECRET[::-1]) != commitment(SECRET)


def test_every_secret_word_and_act_has_a_stream_of_its_own() -> None:
    sources = [
        (b"s", [], 0),
        (b"t", [], 0),
        (b"s", [""], 0),
        (b"s", ["a"], 0),
        (b"s", ["a", "b"], 0),
        (b"s", ["b", "a"], 0),
        (b"s", ["ab"], 0),
        (b"sa", ["b"], 0),
        (b"s", [], 1),
    ]
    first = [Stream(*source).below(2**32) for source in sources]
    assert len(set(first)) == len(sources)


def test_a_word_that_would_favour_some_numbers_is_thrown_away() -> None:
    limit = 2**31 + 1  # almost half of all words are too high
    source = documented_words(SECRET, [], 0, 200)
    kept = documented_numbers(source, limit)
    thrown = sum(word >= limit for word in source)
    assert thrown > 50
    stream = Stream(SECRET)
    assert [stream.below(limit) for _ in kept] == kept


@pytest.mark.parametrize("limit", [1, 2, 3, 55, 110, 2**32])
def test_numbers_stay_below_their_limit(limit: int) -> None:
    stream = Stream(b"limits")
    assert all(0 <= stream.below(limit) < limit for _ in range(500))


def chi_square(counts: Counter[object], cells: int, total: int) -> float:
    """How far counts are from all being equal."""
    expected = total / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    stream, total = Stream(b"orders"), 12_000
    counts: Counter[object] = Counter()
    for _ in range(total):
        items = list("RYPG")
        shuffle(items, stream)
        counts["".join(items)] += 1
    assert set(counts) == {"".join(order) for order in permutations("RYPG")}
    assert chi_square(counts, 24, total) < 49.7  # 23 degrees of freedom, one in a thousand


def test_every_card_is_as_likely_in_every_place() -> None:
    stream, total = Stream(b"places"), 3_000
    counts: Counter[object] = Counter()
    for _ in range(total):
        items = list(range(10))
        shuffle(items, stream)
        counts.update(enumerate(items))
    assert chi_square(counts, 100, 10 * total) < 126  # 81 degrees of freedom, one in a thousand


def test_a_shuffle_keeps_every_item() -> None:
    items = [1, 1, 2, 3]
    shuffle(items, Stream(b"kept"))
    assert sorted(items) == [1, 1, 2, 3]


def test_a_shuffle_is_fisher_yates_from_the_last_item_down() -> None:
    numbers = documented_words(SECRET, [], 0, 20)
    expected = list(range(10))
    for last in range(9, 0, -1):
        other = numbers.pop(0) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    items = list(range(10))
    shuffle(items, Stream(SECRET))
    assert items == expected
