"""`keltis admin`: what a host does with the store while nobody has to see it."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

from keltis.database import GAMES, database_problem, open_store, shown_address
from keltis.folder import FolderInUse, make_folder, server_folder
from keltis.new_file import new_file
from keltis.stored_rows import rebuild_rows, rows_of, take_rows
from keltis_server.store import migrations, sqlite_backup
from keltis_server.store.contract import StoreFailed
from keltis_server.store.moving import BadExport, ExportFile, NotEmpty, rows_in
from keltis_server.store.sqlite_backup import BadBackup, NewerBackup
from keltis_server.store.sqlite_moving import importing
from keltis_server.tables.rebuilding import Rebuilder
from keltis_server.tables.verifying import Fault, Verifier
from keltis_words.command_line import DATABASE_PROBLEMS, STORE_FAULTS
from keltis_words.words import Words


async def admin(chosen: argparse.Namespace, words: Words) -> int:
    """Do what was asked for and say so; the exit code."""
    _ = words._
    data = server_folder(chosen.data)
    where = data / GAMES
    shown = shown_address(chosen.database) if chosen.database else where
    right = True
    try:
        if not chosen.database and chosen.what in ("export", "backup", "verify", "rebuild"):
            where.stat()  # a folder that was misspelled is not an empty store
        match chosen.what:
            case "verify":
                said, right = await _verify(chosen.database, data, words)
            case "rebuild":
                said, right = await _rebuild(chosen.database, data, words)
            case "migrate":
                before = await _migrate(chosen.database, data)
                said = _("{path} was of form {before} and is of form {now}.",
                    path=shown, before=before, now=migrations.NEWEST)  # fmt: skip
            case "export":
                count = await _export(chosen.database, data, chosen.file)
                said = _("{file} holds everything: {count} rows.", file=chosen.file, count=count)
            case "backup":
                await _backup(chosen.database, data, chosen.file)
                said = _("{file} holds everything that was in {path}.",
                    path=shown, file=chosen.file)  # fmt: skip
            case "restore":
                await _restore(chosen.database, data, chosen.file)
                said = _("{path} holds everything that is in {file}.",
                    path=shown, file=chosen.file)  # fmt: skip
            case _:
                await _import(chosen.database, data, chosen.file)
                said = _("{path} holds everything that is in {file}.",
                    path=shown, file=chosen.file)  # fmt: skip
    except FolderInUse:
        problem = _("{folder} is used by another keltis; stop it first.", folder=data)
    except NewerBackup:
        problem = _(DATABASE_PROBLEMS["newer"], path=chosen.file)
    except StoreFailed as error:
        problem = database_problem(words, chosen.database or where, error)
    except NotEmpty:
        problem = _("Something is kept in {path} already; import into an empty one.", path=shown)
    except BadBackup:
        problem = _("{file} is not a whole backup; nothing was written.", file=chosen.file)
    except BadExport:
        problem = _("{file} is not a whole export of this version of keltis; nothing was written.",
            file=chosen.file)  # fmt: skip
    except OSError as error:
        file = error.filename or chosen.file
        problem = _("{file} cannot be used: {reason}",
            file=file, reason=error.strerror or error)  # fmt: skip
    else:
        print(said)
        return int(not right)
    print(problem, file=sys.stderr)
    return 1


async def _migrate(address: str, data: Path) -> int:
    if not address:
        make_folder(data)
    store = await open_store(data, address)
    await store.close()
    return store.form_before


async def _export(address: str, data: Path, file: Path) -> int:
    with new_file(file) as part, part.open("wb") as opened:
        export = ExportFile(opened)
        async with aclosing(rows_of(address, data)) as rows:
            async for row in rows:
                export.add(row)
        export.end()
    return export.count


async def _backup(address: str, data: Path, file: Path) -> None:
    with new_file(file) as part:
        if not address:
            sqlite_backup.copy_store(data / GAMES, part)
        else:
            with sqlite_backup.written_to(), importing(part) as add:
                async with aclosing(rows_of(address, data)) as rows:
                    async for row in rows:
                        add(row)
        sqlite_backup.finish(part)


async def _restore(address: str, data: Path, file: Path) -> None:
    with file.open("rb"), sqlite_backup.backed_up(file) as rows:
        await take_rows(address, data, rows)


async def _import(address: str, data: Path, file: Path) -> None:
    with file.open("rb") as opened:
        await take_rows(address, data, rows_in(opened))


async def _verify(address: str, data: Path, words: Words) -> tuple[str, bool]:
    """What is said of a store, and whether everything in it is as its logs say."""
    _ = words._
    verifier = Verifier()
    async with aclosing(rows_of(address, data)) as rows:
        async for row in rows:
            verifier.take(row)
    verifier.end()
    _name(verifier.faults, words)
    said = _("{tables} tables with {games} games were replayed; {count} things are wrong.",
        tables=verifier.tables, games=verifier.games, count=len(verifier.faults))  # fmt: skip
    return said + _of_other_rules(verifier.other_rules, words), not verifier.faults


async def _rebuild(address: str, data: Path, words: Words) -> tuple[str, bool]:
    """What is said of a store that was made anew from its logs, and whether all of them tell."""
    rebuilder = Rebuilder()
    changed = await rebuild_rows(address, data, rebuilder)
    _name(rebuilder.faults, words)
    said = words._("{tables} tables were replayed; {count} rows were not as their logs say, and are"
        " now.", tables=rebuilder.tables, count=changed)  # fmt: skip
    return said + _of_other_rules(rebuilder.other_rules, words), not rebuilder.faults


def _name(faults: Sequence[Fault], words: Words) -> None:
    """Say what is wrong with each table."""
    for table, reason, seq in faults:
        wrong = words._(STORE_FAULTS[reason])
        print(words._("Table {table}, record {number}: {reason}.",
            table=table, number=seq, reason=wrong), file=sys.stderr)  # fmt: skip


def _of_other_rules(count: int, words: Words) -> str:
    if not count:
        return ""
    return " " + words._("{count} tables have games under rules that this version does not know.",
        count=count)  # fmt: skip
