"""T20: nodes take one host key from the store, where only their secret opens it."""

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from keltis.cli import main
from keltis.database import open_store
from keltis_server.ssh.host_key import HostKeyRefused, host_key, known_host_key
from keltis_server.ssh.stored_host_key import SECRET, shared_host_key
from keltis_server.store.contract import Store
from keltis_words.command_line import HOST_KEY_PROBLEMS
from tests.postgres import Postgres

pytestmark = pytest.mark.law  # in a file as in PostgreSQL


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """Where the database is; empty for a file in the data folder."""
    if request.param == "sqlite":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_schema()


@pytest.fixture
async def store(address: str, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(tmp_path, address)
    yield opened
    await opened.close()


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    return secret_at(tmp_path / "secret", b"s" * SECRET)


def secret_at(path: Path, content: bytes) -> Path:
    path.touch(mode=0o600)
    path.write_bytes(content)
    return path


async def refused(store: Store, path: Path, secret: Path | None) -> str:
    with pytest.raises(HostKeyRefused) as caught:
        await shared_host_key(store, path, secret)
    assert caught.value.code in HOST_KEY_PROBLEMS
    return caught.value.code


async def test_nodes_that_start_at_once_have_one_key_and_none_of_it_is_to_be_read(
    store: Store, secret: Path, tmp_path: Path
) -> None:
    keys = await asyncio.gather(
        *(shared_host_key(store, tmp_path / f"node{n}" / "host_key", secret) for n in range(4))
    )
    again = await shared_host_key(store, tmp_path / "late" / "host_key", secret)
    assert {key.get_fingerprint() for key in keys} == {again.get_fingerprint()}
    assert again.get_algorithm() == "ssh-ed25519"
    assert known_host_key(tmp_path / "late" / "host_key") is None, "it is in the store alone"
    kept = b64decode(await store.note("host_key"))
    assert b"PRIVATE KEY" not in kept
    assert again.public_data[-32:] not in kept


async def test_first_node_puts_the_key_there_that_people_know_already(
    store: Store, secret: Path, tmp_path: Path
) -> None:
    known = host_key(tmp_path / "host_key").get_fingerprint()
    for path in (tmp_path / "host_key", tmp_path / "other" / "host_key"):
        assert (await shared_host_key(store, path, secret)).get_fingerprint() == known


async def test_node_with_another_key_of_its_own_is_refused(
    store: Store, secret: Path, tmp_path: Path
) -> None:
    await shared_host_key(store, tmp_path / "first" / "host_key", secret)
    host_key(tmp_path / "second" / "host_key")
    assert await refused(store, tmp_path / "second" / "host_key", secret) == "differs"


async def test_another_secret_none_or_a_spoilt_key_is_refused_and_nothing_changes(
    store: Store, secret: Path, tmp_path: Path
) -> None:
    path = tmp_path / "host_key"
    await shared_host_key(store, path, secret)
    kept = await store.note("host_key")
    other = secret_at(tmp_path / "other", b"o" * SECRET)
    assert await refused(store, path, other) == "wrong_secret"
    assert await refused(store, path, None) == "secret_needed"
    assert await refused(store, path, tmp_path / "none") == "no_secret"
    assert await refused(store, path, secret_at(tmp_path / "short", b"s" * 31)) == "bad_secret"
    other.chmod(0o640)
    assert await refused(store, path, other) == "loose"
    assert await store.note("host_key") == kept
    assert known_host_key(path) is None


@pytest.mark.parametrize("spoilt", ["no base64!", "=", "AAAA", "A" * 400])
async def test_key_in_the_store_that_was_changed_is_refused(
    store: Store, tmp_path: Path, secret: Path, spoilt: str
) -> None:
    await store.keep_note("host_key", spoilt)
    assert await refused(store, tmp_path / "host_key", secret) == "wrong_secret"


def test_server_with_another_secret_does_not_start_and_says_why(
    address: str, secret: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def first_node() -> None:
        store = await open_store(tmp_path, address)
        await shared_host_key(store, tmp_path / "first", secret)
        await store.close()

    asyncio.run(first_node())
    other = secret_at(tmp_path / "other", b"o" * SECRET)
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    serve += ["--database", address]
    assert main([*serve, "--host-key-secret", str(other)]) == 1
    assert f"{other} is not the secret" in capsys.readouterr().err
    assert main(serve) == 1
    assert "--host-key-secret" in capsys.readouterr().err
