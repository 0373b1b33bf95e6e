"""Backups: made while the bot writes, and enough when the disk is lost."""

from __future__ import annotations

import asyncio
import math
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.client.registration import command_ids_key, fingerprint_key
from bot.settings import Settings
from bot.tables import Tables
from bot.work import metrics
from bot.work.backups import Backups
from storage import backup, named_values
from storage.database import Database
from storage.errors import DatabaseUnreachable
from tests.bot.cli.test_backup import back_up_while_playing, check_restored
from tests.bot.command_line import portolan, refusal
from tests.bot.lobbies import BEN, start_table
from tests.storage.postgresql import Server

pytestmark = pytest.mark.usefixtures("plain_pictures", "clean_place")
BOTH = ["sqlite", "postgresql"]


@pytest.fixture
def empty_url(postgresql: Server) -> Iterator[str]:
    """Return the URL of an empty database on PostgreSQL."""
    postgresql.run("CREATE DATABASE rescued")
    yield postgresql.url("rescued")
    postgresql.run("DROP DATABASE rescued WITH (FORCE)")


async def copy_while_playing(database: Database, url: str, folder: Path) -> Path:
    async def copy() -> None:
        await asyncio.to_thread(backup.back_up, url, folder, 3)

    await back_up_while_playing(Tables(database), lambda: asyncio.ensure_future(copy()))
    return backup.copies(folder)[-1]


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_after_the_disk_is_lost_everything_goes_on_from_the_backup(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    copy = await copy_while_playing(database, database_url, tmp_path / "elsewhere")
    remembered = tmp_path / "remembered.db"
    with closing(sqlite3.connect(tmp_path / "portolan.db")) as source, closing(sqlite3.connect(remembered)) as backup:
        source.backup(backup)
    await database.close()
    for file in tmp_path.glob("portolan.db*"):  # the disk
        file.unlink()
    result = await asyncio.to_thread(portolan, "restore", str(copy), DATABASE_URL=database_url)
    assert result.exit_code == 0, result.output
    assert stat.S_IMODE((tmp_path / "portolan.db").stat().st_mode) == 0o600
    async with Database.open(f"sqlite:///{remembered}") as original:
        await check_restored(database_url, original)


@pytest.mark.parametrize("backend", BOTH, indirect=True)
async def test_a_backup_of_either_database_is_restored_into_postgresql(
    database: Database, database_url: str, tmp_path: Path, empty_url: str
) -> None:
    copy = await copy_while_playing(database, database_url, tmp_path / "elsewhere")
    assert backup.restore(empty_url, copy).games
    with pytest.raises(backup.Unrestorable, match=r"has \d+ tables of games; --yes"):
        backup.restore(empty_url, copy)
    assert backup.restore(empty_url, copy, replace=True).games
    await check_restored(empty_url, database)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_a_backup_of_postgresql_is_restored_into_a_file(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    copy = await copy_while_playing(database, database_url, tmp_path / "elsewhere")
    url = f"sqlite:///{tmp_path / 'var' / 'rescued.db'}"
    assert backup.restore(url, copy).games
    await check_restored(url, database)


@pytest.mark.parametrize("backend", BOTH, indirect=True)
async def test_no_number_of_a_table_is_given_twice_after_a_restore(
    database: Database, database_url: str, tmp_path: Path, empty_url: str
) -> None:
    """This holds even for a deleted table: messages with its buttons may still be there."""
    gone = await start_table(Tables(database), BEN)
    async with database.transaction() as session:
        await session.delete(await session.get_one(type(gone.row), gone.row.id))
    copy = backup.back_up(database_url, tmp_path / "elsewhere", 1)
    for url in (empty_url, f"sqlite:///{tmp_path / 'rescued.db'}"):
        backup.restore(url, copy)
        async with Database.open(url) as restored:
            assert (await start_table(Tables(restored), BEN)).row.id == gone.row.id + 1


async def store_some(url: str) -> None:
    async with Database.open(url) as database:
        await database.migrate()
        await start_table(Tables(database), BEN)


async def test_the_command_keeps_the_newest_and_tells_where(tmp_path: Path) -> None:
    await store_some("sqlite:///var/portolan.db")
    folder = tmp_path / "copies"
    folder.mkdir()
    for hour in range(3):
        (folder / f"portolan-20260101-0{hour}0000.backup").touch()
    (folder / "portolan-notes.txt").touch()
    result = await asyncio.to_thread(portolan, "backup", "--to", str(folder), "--keep", "2")
    old, new = backup.copies(folder)
    assert old.name == "portolan-20260101-020000.backup"
    assert result.stdout.startswith(f"{new} (")
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert sorted(file.name for file in folder.iterdir()) == [old.name, new.name, "portolan-notes.txt"]


async def test_what_cannot_be_restored_is_refused_in_a_line_and_changes_nothing(tmp_path: Path) -> None:
    url = "sqlite:///var/portolan.db"
    await store_some(url)
    copy = backup.back_up(url, tmp_path / "copies", 1)
    before = Path("var/portolan.db").read_bytes()
    damaged = tmp_path / "damaged"
    foreign = tmp_path / "foreign"
    newer = tmp_path / "newer"
    content = copy.read_bytes()
    damaged.write_bytes(content[: len(content) // 2])
    foreign.write_text("no database at all")
    shutil.copy(copy, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    for file, reason in (
        (damaged, "damaged|malformed"),
        (foreign, "no backup of Portolan"),
        (newer, "a newer version"),
    ):
        line = refusal(await asyncio.to_thread(portolan, "restore", str(file), "--yes"), status=1)
        assert line.startswith(str(file))
        assert any(word in line for word in reason.split("|")), line
    assert "--yes" in refusal(await asyncio.to_thread(portolan, "restore", str(copy)), status=1)
    with closing(sqlite3.connect("var/portolan.db")) as bot:
        bot.execute("PRAGMA journal_mode = WAL")
        bot.execute("SELECT count(*) FROM game").fetchall()
        line = refusal(await asyncio.to_thread(portolan, "restore", str(copy), "--yes"), status=1)
        assert line.endswith("is in use; stop the bot first")
    assert refusal(await asyncio.to_thread(portolan, "restore", "nothing")) == "there is no file nothing"
    with closing(sqlite3.connect("var/portolan.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert len(Path("var/portolan.db").read_bytes()) == len(before)
    assert (await asyncio.to_thread(portolan, "restore", str(copy), "--yes")).exit_code == 0
    assert Path("var/portolan.db.replaced").exists()


async def test_restoring_again_keeps_each_file_that_was_replaced_and_names_it(tmp_path: Path) -> None:
    await store_some("sqlite:///var/portolan.db")
    copy = backup.back_up("sqlite:///var/portolan.db", tmp_path / "copies", 1)
    file = Path("var/portolan.db")
    before = {}
    for name in ("portolan.db.replaced", "portolan.db.replaced-2", "portolan.db.replaced-3"):
        file.write_bytes(f"damaged {name}".encode())
        before[name] = file.read_bytes()
        result = await asyncio.to_thread(portolan, "restore", str(copy), "--yes")
        assert result.exit_code == 0, result.output
        assert f"var/{name}\n" in result.stdout
        assert {each: Path("var", each).read_bytes() for each in before} == before
    backup.examine(file)


async def test_after_a_restore_the_commands_count_as_unknown_to_discord(tmp_path: Path) -> None:
    url = "sqlite:///var/portolan.db"
    name = fingerprint_key(30)
    async with Database.open(url) as database:
        await database.migrate()
        async with database.transaction() as session:
            for remembered in (name, command_ids_key(name), "something else"):
                await named_values.remember(session, remembered, "known")
    copy = backup.back_up(url, tmp_path / "copies", 1)
    restored = await asyncio.to_thread(portolan, "restore", str(copy), "--yes")
    assert restored.stdout.endswith("it registers its commands again\n")
    async with Database.open(url) as database, database.reading() as session:
        values = [await named_values.value(session, key) for key in (name, command_ids_key(name), "something else")]
    assert values == [None, None, "known"]


def test_without_a_database_there_is_neither_a_backup_nor_a_folder_for_it(tmp_path: Path) -> None:
    assert "there is no file" in refusal(portolan("backup", "--to", str(tmp_path / "copies")))
    assert not (tmp_path / "copies").exists()


async def test_where_a_backup_cannot_be_written_one_line_says_why(tmp_path: Path) -> None:
    await store_some("sqlite:///var/portolan.db")
    folder = tmp_path / "copies"
    folder.touch()
    line = refusal(await asyncio.to_thread(portolan, "backup", "--to", str(folder)), status=1)
    assert line == f"{folder} cannot be written to: File exists"


async def test_the_bot_makes_one_when_it_is_due_and_tells_its_age(tmp_path: Path) -> None:
    url = "sqlite:///var/portolan.db"
    await store_some(url)
    backups = Backups(url, tmp_path / "copies", timedelta(hours=24), keep=2)
    backups.note()
    assert metrics.BACKUP._value.get() == math.inf
    made = await backups.look()
    assert made is not None
    assert await backups.look() is None  # nor after a restart, which asks the folder
    backups.note()
    assert 0 <= metrics.BACKUP._value.get() < 60
    made.rename(made.with_name("portolan-20260101-000000.backup"))
    assert await backups.look() is not None
    backups.folder = Path("/dev/null/nowhere")
    with pytest.raises(OSError, match="Not a directory"):
        await backups.look()
    backups = Backups("sqlite:///missing.db", tmp_path / "none", timedelta(hours=1), keep=1)
    with pytest.raises(DatabaseUnreachable):
        await backups.look()


def test_how_often_is_written_as_people_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for written, interval in (("90m", timedelta(minutes=90)), ("24h", timedelta(days=1)), ("7d", timedelta(days=7))):
        monkeypatch.setenv("BACKUP_EVERY", written)
        assert Settings().backup_every == interval
    for wrong in ("0h", "often", "-1d"):
        assert "such as 24h" in refusal(portolan("backup", BACKUP_EVERY=wrong))
