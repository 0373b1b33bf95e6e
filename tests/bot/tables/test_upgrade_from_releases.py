"""Databases of released versions, upgraded: their tables go on and come to their ends.

``tests.storage.releases.make`` has made them with the code of those versions.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.tables import Table, Tables
from storage import backup, results
from storage.database import Database
from storage.models import Status
from tests.bot.lobbies import decide_silently, queued_announcements, run_due_jobs
from tests.bot.whole_games import middle
from tests.storage import releases

FOLDER = Path(releases.__file__).parent
VERSIONS = sorted(file.name.removesuffix(".sql.xz") for file in FOLDER.glob("*.sql.xz"))
GAMES = {1: "navegador", 2: "macao", 3: "burgundy", 4: "mmn"}
LOBBY = 5
HOST = 11


def restore(version: str, file: Path) -> None:
    """Make a SQLite file of the database of a released version."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(lzma.decompress((FOLDER / f"{version}.sql.xz").read_bytes()).decode())


async def play_to_the_end(database: Database, tables: Tables, table: Table) -> Table:
    """Play a game on by chance: the decisions before the last as if nobody looked, the last as people make them."""
    rng = Random(table.row.id)
    await decide_silently(database, table, middle(table, rng))
    table = await tables.table(table.row.id)
    while table.is_running:
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        table = await tables.play.act(table.row.id, user, table.game.sample(seat, rng))
    return table


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_tables_of_a_release_are_played_to_their_ends(
    version: str, backend: str, empty_url: str, tmp_path: Path
) -> None:
    """Restore them on PostgreSQL from a backup, as a host does who changes to it."""
    file = tmp_path / f"{version}.db"
    restore(version, file)
    url = empty_url
    if backend == "postgresql":
        backup.restore(url, file)
    else:
        file.rename(url.removeprefix("sqlite:///"))
    async with Database.open(url) as database:
        await database.migrate()
        tables = Tables(database)
        for game_id, key in GAMES.items():
            table = await tables.table(game_id)
            assert (table.row.key, table.row.status) == (key, Status.RUNNING)
            assert (await tables.repair.examine(game_id)).is_sound
            assert await queued_announcements(database, game_id), "the messages that waited can still be told"
            before = await tables.log(game_id)
            assert any(entry.undone for entry in before)
            ended = await play_to_the_end(database, tables, table)
            assert ended.row.status == Status.FINISHED
            assert (await tables.log(game_id))[: len(before)] == before
            async with database.reading() as session:
                totals = {result.seat: result.total for result in await results.seats_of_game(session, game_id)}
            assert totals == {seat: score.total for seat, score in enumerate(ended.game.scores())}
        started = await tables.lobby.start(LOBBY, user_id=HOST)
        assert started.is_running
        await run_due_jobs(tables)


def test_a_database_is_stored_of_each_release() -> None:
    changelog = (FOLDER.parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = [line.split()[1] for line in changelog.splitlines() if line.startswith("## ") and " - " in line]
    assert sorted(released) == VERSIONS
