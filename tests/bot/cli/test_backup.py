"""Backup and restore with the databases' own tools, as the hosting pages say, while the bot is writing."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from bot.tables import Tables
from engines.players import PLAYERS
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import GameRow, JobRow, Status
from tests.bot.lobbies import ANNA, BEN, started
from tests.bot.office import Office
from tests.storage.postgresql import BINARIES, Server
from tests.storage.sample import unsent

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "docs" / "hosting" / name for name in ("backup.md", "postgresql.md")]
pytestmark = pytest.mark.usefixtures("plain_pictures")


def manual_commands(section: str) -> str:
    """Return the shell commands of a section of the manual."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    (part,) = re.findall(rf"^### {re.escape(section)}$(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL)
    (lines,) = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    return str(lines)


def local_commands(section: str) -> str:
    """Return the shell commands of a section of the manual, for this machine instead of containers."""
    lines = manual_commands(section)
    return re.sub(r"\bpython3\b", sys.executable, lines.replace("docker compose exec -T database ", ""))


async def shell(lines: str, folder: Path, **environment: str) -> None:
    """Run commands of the manual in a folder, while everything else goes on."""
    surroundings = {**os.environ, "PATH": f"{BINARIES}{os.pathsep}{os.environ['PATH']}", **environment}
    process = await asyncio.create_subprocess_exec(
        "bash", "-euc", lines, cwd=folder, env=surroundings, stderr=asyncio.subprocess.PIPE
    )
    _, complaint = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, complaint.decode()


class Writer:
    """Anna and Ben, who play one game after the other without a pause until they are stopped."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.played = 0
        self.going = True

    async def play(self) -> None:
        rng = Random(5)
        channel = 100
        while self.going:
            channel += 1
            table = await started(self.tables, BEN, channel_id=channel)
            while self.going and table.is_running:
                seat = table.game.to_act[0]
                user = table.user_at(seat)
                assert user in (ANNA, BEN)
                action = PLAYERS["random"](table.game, seat, rng)
                table = await self.tables.play.act(table.row.id, user, action)
                self.played += 1


async def back_up_while_playing(tables: Tables, backup: Callable[[], asyncio.Future[None]]) -> None:
    """Make a backup in the middle of playing; a backup that was quicker than any move is made again."""
    writer = Writer(tables)
    playing = asyncio.create_task(writer.play())
    try:
        while writer.played < 20 and not playing.done():
            await asyncio.sleep(0.01)
        before = after = writer.played
        while after == before:
            before = writer.played
            await backup()
            after = writer.played
    finally:
        writer.going = False
        await playing


async def check_restored(restored: str, original: Database) -> None:
    """Check that the tables of a restored database are sound and go on, and that waiting messages go out once."""
    async with Database.open(restored) as database:
        await database.migrate()
        office = Office(database)
        async with database.reading() as session:
            rows: Sequence[GameRow] = (await session.exec(select(GameRow).order_by(GameRow.id))).all()  # type: ignore[arg-type]
            waiting = await unsent(session)
        assert rows
        for row in rows:
            examination = await office.tables.repair.examine(row.id)
            assert examination.is_sound, (row.id, examination.first, examination.parts)
        (running,) = [row for row in rows if row.status == Status.RUNNING]
        original_log = await Tables(original).log(running.id)
        restored_log = await office.tables.log(running.id)
        assert 0 < len(restored_log) < len(original_log)
        assert [entry.model_dump() for entry in restored_log] == [
            entry.model_dump() for entry in original_log[: len(restored_log)]
        ]
        assert waiting
        office.worker.wake()
        await office.worker.idle()
        nonces = [options["nonce"] for _, options in office.channel.sent]
        assert len(nonces) == len(set(nonces))
        assert set(nonces) <= {row.nonce for row in waiting}
        async with database.reading() as session:
            assert await unsent(session) == []
            message_rows = (await session.exec(select(JobRow).where(IS_MESSAGE))).all()
        assert {row.id for row in waiting} <= {row.id for row in message_rows if row.sent_at and not row.failed}
        office.worker.wake()
        await office.worker.idle()
        assert len(office.channel.sent) == len(nonces)
        table = await office.tables.table(running.id)
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        await office.tables.play.act(running.id, user, table.game.legal(seat)[0])


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_sqlite_is_saved_while_the_bot_writes_and_goes_on_elsewhere(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    home = tmp_path / "here"
    elsewhere = tmp_path / "there"
    for folder in (home, elsewhere):
        (folder / "var").mkdir(parents=True)
    (home / "var" / "portolan.db").symlink_to(tmp_path / "portolan.db")
    for name in ("portolan.db", "portolan.db-wal", "portolan.db-shm"):
        (elsewhere / "var" / name).write_bytes(b"what was there before")
    await back_up_while_playing(
        Tables(database), lambda: asyncio.ensure_future(shell(local_commands("Backup of SQLite"), home))
    )
    shutil.move(home / "portolan-backup.db", elsewhere)
    await shell(local_commands("Restore of SQLite"), elsewhere)
    assert stat.S_IMODE((elsewhere / "var" / "portolan.db").stat().st_mode) == 0o600
    await check_restored(f"sqlite:///{elsewhere / 'var' / 'portolan.db'}", database)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_postgresql_is_saved_while_the_bot_writes_and_goes_on_elsewhere(
    database: Database, postgresql: Server, tmp_path: Path
) -> None:
    if not postgresql.run("SELECT 1 FROM pg_roles WHERE rolname = 'portolan'"):
        postgresql.run("CREATE ROLE portolan LOGIN SUPERUSER")
    host = str(postgresql.folder)
    await back_up_while_playing(
        Tables(database),
        lambda: asyncio.ensure_future(shell(local_commands("Backup of PostgreSQL"), tmp_path, PGHOST=host)),
    )
    assert stat.S_IMODE((tmp_path / "portolan.dump").stat().st_mode) == 0o600
    postgresql.run("CREATE DATABASE restored")
    try:
        restore = local_commands("Restore of PostgreSQL").replace("--dbname=portolan", "--dbname=restored")
        for _ in range(2):  # into an empty database, and over one that has tables
            await shell(restore, tmp_path, PGHOST=host)
        await check_restored(postgresql.url("restored"), database)
    finally:
        postgresql.run("DROP DATABASE restored WITH (FORCE)")
