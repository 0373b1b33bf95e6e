"""The work of ``portolan tables``; every reason why something cannot be done is one line."""

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


def list_tables(
    which: str, server: int | None, game: str | None, idle: float | None, limit: int, *, as_json: bool
) -> None:
    refuse_unknown("game", filter(None, [game]), engines.GAMES)
    kinds: dict[str, Sequence[Status] | None] = {"open": games.OPEN, "ended": ENDED, "all": None}
    status = kinds[which] if which in kinds else (Status(which),)
    since = None if idle is None else utcnow() - timedelta(days=idle)
    wanted = overview.Wanted(server, game, status, since, limit)

    async def listed(tables: Tables) -> list[Table]:
        async with tables.database.reading() as session:
            rows = await overview.listed(session, wanted)
            seats = await overview.seats_of(session, [row.id for row in rows])
        return [Table(row, seats[row.id]) for row in rows]

    found = with_tables(listed)
    if as_json:
        table_views.print_json(found)
    else:
        table_views.print_list(found, full=len(found) == limit)


def show(table: int, last: int, *, secrets: bool) -> None:
    async def looked(tables: Tables) -> table_views.Details:
        shown, unreadable = await tables.repair.load_outline(table), None
        try:
            shown = await tables.table(table)
        except TableBroken as fault:
            unreadable = fault.reason
        async with tables.database.reading() as session:
            messages = await overview.unfinished_messages(session, [table])
            entries = await moves.log(session, table) if last else []
        return table_views.Details(shown, unreadable, entries[-last:], messages, len(entries))

    found = with_tables(looked)
    if secrets:
        typer.echo("portolan: seed, hands and words played are secret while the game runs", err=True)
    table_views.print_details(found, secrets=secrets)


def export(table: int, file: Path, *, force: bool) -> None:
    content = with_tables(lambda tables: tables.transfer.export_table(table))
    if _written(content, file, force=force):
        typer.echo(f"table {table} is in {file}, with its secret seed and every hand")


def person_data(person: int, file: Path, *, force: bool) -> None:
    async def told(tables: Tables) -> Json:
        async with tables.database.snapshot() as session:
            return await personal.of_person(session, person)

    kept = with_tables(told)
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if _written(content, file, force=force):
        typer.echo(f"what is kept about {person} at {len(kept['tables'])} tables is in {file}")


def forget_person(person: int, *, sure: bool) -> None:
    async def forgotten(tables: Tables) -> ErasureReport:
        return await (tables.erasure.erase if sure else tables.erasure.preview)(person)

    try:
        found = with_tables(forgotten)
    except Refused as fault:
        refuse(f"{person} keeps sitting down meanwhile: {fault}", WRONG)
    stays = f"; the exclusion stays (portolan people exclude {person} --undo deletes it)" if found.is_excluded else ""
    counted = f"{len(found.lobbies)} lobbies, {len(found.running)} running games, {found.ended} other tables"
    typer.echo(
        f"{person} is forgotten: {counted}{stays}" if sure else f"{person}: {counted}; --yes deletes it all{stays}"
    )


def list_excluded() -> None:
    """Print the number of every person who is excluded."""
    for person in with_tables(lambda tables: excluded_people(tables.database)):
        typer.echo(str(person))


def exclude_person(person: int, *, undo: bool) -> None:
    """Exclude a person from the bot, or take that back."""

    async def changed(tables: Tables) -> None:
        await (admit_again if undo else exclude)(tables.database, person)

    with_tables(changed)
    told = "may use the bot again" if undo else "is excluded"
    typer.echo(f"{person} {told}; a running bot knows within {REFRESH_SECONDS} seconds")


def _written(content: bytes, file: Path, *, force: bool) -> bool:
    """Whether a file was made of it; else it went to standard output."""
    if str(file) == "-":
        sys.stdout.buffer.write(content)
        return False
    try:
        # For nobody else to read: it says what people hide.
        mode = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
        with open(os.open(file, mode, 0o600), "wb") as target:
            target.write(content)
    except FileExistsError:
        refuse(f"{file} exists; --force replaces it")
    except OSError as fault:
        refuse(f"{file}: {fault.strerror}")
    return True


def import_table(file: Path, server: int | None, channel: int | None) -> None:
    if server is not None and channel is None:
        refuse("--server says of which server the channel of --channel is")
    try:
        with file.open("rb") as source:
            content = source.read(LARGEST + 1)
    except OSError as fault:
        refuse(f"{file}: {fault.strerror}")
    place = None if channel is None else (server, channel)
    table = with_tables(lambda tables: tables.transfer.import_table(content, place=place), about=str(file))
    where = f"channel {table.row.channel_id}"
    typer.echo(f"this is table {table.row.id} now, in {where}" + "; its board will be posted" * table.is_running)


def repair(table: int, *, write: bool) -> None:
    async def examined(tables: Tables) -> LogCheck:
        found = await tables.repair.examine(table)
        if write and found.game is not None and not found.is_sound:
            await tables.repair.restore(found)
        return found

    found = with_tables(examined)
    written = write and found.game is not None and not found.is_sound
    table_views.print_replayed(found, written=written)
    if not found.is_sound and not written:
        raise typer.Exit(WRONG)


def end(table: int) -> None:
    with_tables(lambda tables: tables.repair.end(table))
    typer.echo(f"table {table} is over")


def with_tables(work: Callable[[Tables], Awaitable[Result]], *, about: str = "", url: str | None = None) -> Result:
    """What the work finds in the database of DATABASE_URL, or another ``url``; ends the program with one line where it
    fails."""
    address, named = (url, "the database") if url is not None else (read_settings().database_url, "DATABASE_URL")
    logs.configure("critical", "text")  # what is wrong is said in one line
    prefix = f"{about}: " if about else ""
    try:
        return asyncio.run(_opened(address, work))
    except DatabaseUnreachable as fault:
        refuse(f"{named}: {fault}")
    except OperatorError as fault:
        refuse(f"{prefix}{fault}", WRONG)
    except TableBroken as fault:
        refuse(str(fault), WRONG)
    except json.JSONDecodeError:
        refuse("what is stored of this table is no JSON", WRONG)
    except SQLAlchemyError as fault:
        refuse(
            f"{prefix}the database refuses: {str(getattr(fault, 'orig', None) or type(fault).__name__)[:300]}", WRONG
        )


async def _opened(url: str, work: Callable[[Tables], Awaitable[Result]]) -> Result:
    address = urls.normalise(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        raise DatabaseUnreachable(f"there is no file {address.database}")
    async with Database.open(url) as database:
        await database.check()
        at = await asyncio.to_thread(migrations.revision, database.url)
        if different := migrations.difference(at):
            raise DatabaseUnreachable(different)
        return await work(Tables(database))
