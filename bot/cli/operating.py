"""The work of `portolan tables` and `portolan people`; each failure is reported in one line."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import typer
from sqlalchemy.exc import SQLAlchemyError

import engines
from bot.cli import logs, table_views
from bot.cli.configuration import read_settings
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from bot.interactions.moderation import REFRESH_SECONDS, admit_again, exclude, excluded_people
from bot.tables import Refused, TableBroken, Tables
from bot.tables.maintenance.erasure import ErasureReport
from bot.tables.maintenance.repair import LogCheck, OperatorError
from bot.tables.maintenance.transfer import LARGEST
from bot.tables.table import Table
from storage import games, migrations, moves, overview, personal, urls
from storage.columns import utcnow
from storage.database import Database
from storage.errors import DatabaseUnreachable
from storage.models import Json, Status

Result = TypeVar("Result")

ENDED = (Status.FINISHED, Status.ABANDONED)
"""The statuses of tables whose game is over, with or without a result."""
MOST_REASON_CHARACTERS = 300
"""The largest number of characters of a database's error in the line that ends the program."""


def list_tables(
    status: str, server: int | None, game: str | None, idle: float | None, limit: int, *, as_json: bool
) -> None:
    """Print the tables that match, the oldest first; if there are more than `limit`, the newest of them.

    Args:
        status: A status, or a group of statuses: "open", "ended", "all".
        server: The server; None: all.
        game: The key of the game; None: all.
        idle: The number of days for which nothing has changed; None: it does not matter.
        limit: The largest number of tables.
        as_json: True to print JSON, one object a line.
    """
    if game:
        refuse_unknown("game", [game], engines.GAMES)
    groups: dict[str, Sequence[Status] | None] = {"open": games.OPEN, "ended": ENDED, "all": None}
    statuses = groups[status] if status in groups else (Status(status),)
    unchanged_since = None if idle is None else utcnow() - timedelta(days=idle)
    query = overview.TableFilter(server, game, statuses, unchanged_since, limit)

    async def load(tables: Tables) -> list[Table]:
        async with tables.database.reading() as session:
            rows = await overview.listed(session, query)
            seats = await overview.seats_of(session, [row.id for row in rows])
        return [Table(row, seats[row.id]) for row in rows]

    listed_tables = with_tables(load)
    if as_json:
        table_views.print_json(listed_tables)
    else:
        table_views.print_list(listed_tables, full=len(listed_tables) == limit)


def show(table: int, last: int, *, secrets: bool) -> None:
    """Print a table with the `last` entries of its log; `secrets` includes what only some players may know."""

    async def load(tables: Tables) -> table_views.Details:
        shown_table = await tables.repair.load_outline(table)
        unreadable = None
        try:
            shown_table = await tables.table(table)
        except TableBroken as fault:
            unreadable = fault.reason
        async with tables.database.reading() as session:
            messages = await overview.unfinished_messages(session, [table])
            entries = await moves.log(session, table) if last else []
        last_entries = entries[-last:]  # for 0 none have been read
        return table_views.Details(shown_table, unreadable, last_entries, messages)

    details = with_tables(load)
    if secrets:
        typer.echo("portolan: seed, hands and words played are secret while the game runs", err=True)
    table_views.print_details(details, secrets=secrets)


def export(table: int, file: Path, *, force: bool) -> None:
    """Write a table to a file; `force` replaces an existing one."""
    content = with_tables(lambda tables: tables.transfer.export_table(table))
    if _write_file(content, file, force=force):
        typer.echo(f"table {table} is in {file}, with its secret seed and every hand")


def person_data(person: int, file: Path, *, force: bool) -> None:
    """Write all stored data of a person to a file; `force` replaces an existing one."""

    async def load(tables: Tables) -> Json:
        async with tables.database.snapshot() as session:
            return await personal.of_person(session, person)

    stored_data = with_tables(load)
    content = json.dumps(stored_data, ensure_ascii=False, indent=1).encode()
    if _write_file(content, file, force=force):
        typer.echo(f"what is kept about {person} at {len(stored_data['tables'])} tables is in {file}")


def forget_person(person: int, *, confirmed: bool) -> None:
    """Erase a person; unless `confirmed`, only say what would be erased."""

    async def erase(tables: Tables) -> ErasureReport:
        return await (tables.erasure.erase if confirmed else tables.erasure.preview)(person)

    try:
        report = with_tables(erase)
    except Refused as fault:
        refuse(f"{person} keeps sitting down meanwhile: {fault}", WRONG)
    counts = f"{len(report.lobbies)} lobbies, {len(report.running)} running games, {report.ended} other tables"
    line = f"{person} is forgotten: {counts}" if confirmed else f"{person}: {counts}; --yes deletes it all"
    if report.is_excluded:
        line += f"; the exclusion stays (portolan people exclude {person} --undo deletes it)"
    typer.echo(line)


def list_excluded() -> None:
    """Print the ids of all excluded people."""
    for person in with_tables(lambda tables: excluded_people(tables.database)):
        typer.echo(str(person))


def exclude_person(person: int, *, undo: bool) -> None:
    """Exclude a person from the bot; `undo` admits the person again."""

    async def change(tables: Tables) -> None:
        await (admit_again if undo else exclude)(tables.database, person)

    with_tables(change)
    result = "may use the bot again" if undo else "is excluded"
    typer.echo(f"{person} {result}; a running bot knows within {REFRESH_SECONDS} seconds")


def _write_file(content: bytes, file: Path, *, force: bool) -> bool:
    """Write a file, and return True; with the name "-" write to standard output, and return False."""
    if str(file) == "-":
        sys.stdout.buffer.write(content)
        return False
    try:
        # Nobody else may read the file, which has hidden information.
        mode = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
        with open(os.open(file, mode, 0o600), "wb") as target:
            target.write(content)
    except FileExistsError:
        refuse(f"{file} exists; --force replaces it")
    except OSError as fault:
        refuse(f"{file}: {fault.strerror}")
    return True


def import_table(file: Path, server: int | None, channel: int | None) -> None:
    """Import a table from a file, into another channel if one is given.

    Its server is None for a channel of no server. A server without a channel is refused.
    """
    if server is not None and channel is None:
        refuse("--server says of which server the channel of --channel is")
    try:
        with file.open("rb") as source:
            content = source.read(LARGEST + 1)  # one byte too many shows that the file is too large
    except OSError as fault:
        refuse(f"{file}: {fault.strerror}")
    place = None if channel is None else (server, channel)
    table = with_tables(lambda tables: tables.transfer.import_table(content, place=place), about=str(file))
    line = f"this is table {table.row.id} now, in channel {table.row.channel_id}"
    if table.is_running:
        line += "; its board will be posted"
    typer.echo(line)


def repair(table: int, *, write: bool) -> None:
    """Compare a table's state with its log; `write` restores a different state.

    The program ends with an error while they differ.
    """

    async def examine(tables: Tables) -> LogCheck:
        check = await tables.repair.examine(table)
        if write and check.game is not None and not check.is_sound:
            await tables.repair.restore(check)
        return check

    check = with_tables(examine)
    is_written = write and check.game is not None and not check.is_sound
    table_views.print_check(check, written=is_written)
    if not check.is_sound and not is_written:
        raise typer.Exit(WRONG)


def end(table: int, *, confirmed: bool) -> None:
    """End a table without a result; unless `confirmed`, only say which one it is."""
    if confirmed:
        with_tables(lambda tables: tables.repair.end(table))
        typer.echo(f"table {table} is over")
        return
    row = with_tables(lambda tables: tables.repair.load_open(table)).row
    typer.echo(f"table {table} ({row.key}, {row.status}) would end without a result; --yes ends it")


def with_tables(work: Callable[[Tables], Awaitable[Result]], *, about: str = "", url: str | None = None) -> Result:
    """Return what the work finds in a database; end the program with one line if it fails.

    Args:
        work: The work.
        about: The beginning of that line, if there is one.
        url: The database; None for that of DATABASE_URL.
    """
    address = read_settings().database_url if url is None else url
    database_name = "DATABASE_URL" if url is None else "the database"
    logs.configure("critical", "text")  # failures are reported in one line
    prefix = f"{about}: " if about else ""
    try:
        return asyncio.run(_run_work(address, work))
    except DatabaseUnreachable as fault:
        refuse(f"{database_name}: {fault}")
    except OperatorError as fault:
        refuse(f"{prefix}{fault}", WRONG)
    except TableBroken as fault:
        refuse(str(fault), WRONG)
    except json.JSONDecodeError:
        refuse("what is stored of this table is no JSON", WRONG)
    except SQLAlchemyError as fault:
        reason = str(getattr(fault, "orig", None) or type(fault).__name__)[:MOST_REASON_CHARACTERS]
        refuse(f"{prefix}the database refuses: {reason}", WRONG)


async def _run_work(url: str, work: Callable[[Tables], Awaitable[Result]]) -> Result:
    """Return what the work finds. Raises DatabaseUnreachable unless the database has the schema of this version."""
    address = urls.normalise(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        raise DatabaseUnreachable(f"there is no file {address.database}")
    async with Database.open(url) as database:
        await database.check()
        revision = await asyncio.to_thread(migrations.revision, database.url)
        difference = migrations.difference(revision)
        if difference:
            raise DatabaseUnreachable(difference)
        return await work(Tables(database))
