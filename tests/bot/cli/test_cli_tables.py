"""``portolan tables``: what an operator sees of a database and does to it.

Tests that add no statement of their own run on SQLite alone.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlmodel import col

from bot.tables import Table, Tables
from storage import games, jobs, results
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveRow, Status
from tests.bot.command_line import portolan, refusal
from tests.bot.lobbies import ANNA, BEN, CARLA, MANAGER, on_both, open_lobby, queued_announcements, sqlite, start_table
from tests.bot.office import Office
from tests.bot.table_commands import (
    Run,
    change,
    damage,
    finished_table,
    output_of,
    table_after_decisions,
    tables_command,
)
from tests.storage.messages import claimed_rows
from tests.storage.sample import unsent

pytestmark = pytest.mark.usefixtures("clean_place")


@pytest.fixture
def run(database_url: str) -> Run:
    return tables_command(database_url)


# -- list and show -----------------------------------------------------------------------------------------------------


@on_both
async def test_the_list_has_a_line_for_each_table_and_can_be_narrowed_down(tables: Tables, run: Run) -> None:
    running_table = await table_after_decisions(tables, guild_id=1, channel_id=101)
    lobby_table = await open_lobby(tables, game="macao", guild_id=2, channel_id=102)
    ended_table = await start_table(tables, CARLA, guild_id=2, channel_id=103)
    await tables.play.end(ended_table.row.id, MANAGER, admin=True)
    await change(tables.database, running_table.row.id, updated_at=utcnow() - timedelta(days=3, hours=2))
    rows = output_of(await run("list")).splitlines()
    assert rows[0].split() == ["table", "game", "status", "server", "channel", "people", "turn", "version", "waiting"]
    first_words = [
        str(running_table.row.id),
        "navegador",
        "running",
        "1",
        "101",
        "2",
        "of",
        "2",
        str(running_table.row.turn),
    ]
    assert rows[1].split() == [*first_words, str(running_table.row.version), "3", "d", "2", "h"]
    assert rows[2].split()[:5] == [str(lobby_table.row.id), "macao", "lobby", "2", "102"]

    async def numbers(*words: str) -> list[int]:
        lines = output_of(await run("list", "--json", *words)).splitlines()
        return [json.loads(line)["table"] for line in lines]

    all_numbers = [running_table.row.id, lobby_table.row.id, ended_table.row.id]
    assert await numbers() == all_numbers[:2]
    assert await numbers("--status", "all") == all_numbers
    assert await numbers("--status", "ended") == await numbers("--status", "abandoned") == all_numbers[2:]
    assert await numbers("--status", "finished") == []
    assert await numbers("--server", "2", "--status", "all") == all_numbers[1:]
    assert await numbers("--game", "macao") == all_numbers[1:2]
    assert await numbers("--idle", "3") == all_numbers[:1]
    assert await numbers("--status", "all", "--limit", "2") == all_numbers[1:]
    assert "there are no such tables" in output_of(await run("list", "--status", "finished"))
    assert "there is no game 'chess'" in refusal(await run("list", "--game", "chess"))


@sqlite
async def test_a_terminal_of_80_columns_shows_whole_what_names_a_table(
    tables: Tables, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = 1234567890123456789
    channel = 1234567890123456790
    table = await start_table(tables, BEN, guild_id=server, channel_id=channel)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    lines = output_of(await run("list")).splitlines()
    assert max(map(len, lines)) <= 80
    (line,) = (line for line in lines if str(server) in line)
    assert line.split()[:5] == [str(table.row.id), "navegador", "running", str(server), str(channel)]


@on_both
async def test_a_table_is_shown_without_what_is_secret_unless_that_is_asked_for(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database), game="mmn", guild_id=7, number=30)
    async with database.transaction() as session:
        for row in await claimed_rows(session):
            await jobs.give_up(session, row, "gone: 10003")
        await jobs.enqueue(session, table.row.id, 5, "board", {"secret": "payload"})
    output = output_of(await run("show", table.row.id))
    for fact in ("anna", "ben", str(ANNA), table.row.commitment, "set aside: gone: 10003", "next attempt"):
        assert fact in output
    waiting = ", ".join(table.names[seat] for seat in table.game.blocking_seats)
    assert f"waiting for{waiting}".replace(" ", "") in output.replace(" ", "")
    hidden = [table.row.seed, "payload", json.dumps(table.game.dump()["dice"])[:20]]
    assert not [word for word in hidden if word in output]
    full_output = await run("show", table.row.id, "--secrets", "--moves", "2")
    assert table.row.seed in full_output.stdout
    assert json.dumps(table.game.dump()["dice"], separators=(",", ":")) in full_output.stdout
    assert "secret" in full_output.stderr
    assert "there is no table 4711" in refusal(await run("show", 4711), 1)
    assert "there is no table" in refusal(await run("show", 2**40), 1)


@sqlite
async def test_the_hands_of_players_are_not_in_the_words_that_are_shown(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database), game="mmn", number=30)
    async with database.transaction() as session:
        hidden = [{"kind": "drew", "seen_by": [0], "args": {"card": "merchant"}}]
        entry = MoveRow(game_id=table.row.id, version=900, seat=0, words="keep merchant", turn=1, events=hidden)
        session.add(entry)
    assert "merchant" not in output_of(await run("show", table.row.id, "--moves", "1"))
    assert "keep merchant" in output_of(await run("show", table.row.id, "--moves", "1", "--secrets"))


@sqlite
async def test_a_damaged_table_is_shown_too(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    await change(database, table.row.id, state={"game": "chess"})
    assert "cannot be read: the state names no known game" in output_of(await run("show", table.row.id))


# -- repair ------------------------------------------------------------------------------------------------------------


@sqlite
async def test_a_sound_table_is_called_sound_and_left_alone(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    for words in ((), ("--yes",)):
        output = output_of(await run("repair", table.row.id, *words))
        assert "6 moves stand" in output
        assert "the stored state is the one that the log leads to" in output
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version
    assert "has not started" in refusal(
        await run("repair", (await open_lobby(Tables(database), channel_id=6)).row.id), 1
    )


@sqlite
async def test_another_state_is_named_and_replaced_only_when_asked(tables: Tables, run: Run) -> None:
    table = await table_after_decisions(tables)
    damaged_state = await damage(tables.database, table)
    output = output_of(await run("repair", table.row.id), 1)
    assert "other: dice" in output
    assert "nothing was written" in output
    assert (await tables.table(table.row.id)).row.state == damaged_state
    before = len(await queued_announcements(tables.database, table.row.id))
    assert "stored anew; the board will be posted" in output_of(await run("repair", table.row.id, "--yes"))
    repaired = await tables.table(table.row.id)
    assert repaired.game == table.game
    assert repaired.row.version == table.row.version + 1
    newest_post = (await queued_announcements(tables.database, table.row.id))[-1]
    assert (newest_post.kind, newest_post.version) == ("turn", repaired.row.version)
    assert len(await queued_announcements(tables.database, table.row.id)) >= before
    assert "is the one" in output_of(await run("repair", table.row.id))
    seat = repaired.game.to_act[0]
    user = repaired.user_at(seat)
    assert user is not None
    await tables.play.act(table.row.id, user, repaired.game.legal(seat)[0])


@pytest.mark.parametrize("state", [{"game": "chess"}, None])
@sqlite
async def test_a_state_that_cannot_be_read_is_replaced(database: Database, run: Run, state: Any) -> None:
    table = await table_after_decisions(Tables(database))
    await change(database, table.row.id, state=state)
    assert "cannot be read" in output_of(await run("repair", table.row.id), 1)
    output_of(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).game == table.game


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_state_that_is_no_json_is_replaced(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    async with database.transaction() as session:
        await (await session.connection()).execute(text("UPDATE game SET state = '{broken'"))
    assert "no JSON" in output_of(await run("show", table.row.id))
    assert "no JSON" in refusal(await run("export", table.row.id), 1)
    assert "it is no JSON" in output_of(await run("repair", table.row.id), 1)
    output_of(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).game == table.game


@sqlite
async def test_the_first_illegal_move_is_named_and_nothing_is_written(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    await alter_move(database, table, 2, words="fly to the moon")
    output = output_of(await run("repair", table.row.id, "--yes"), 1)
    move_words = f"move 3 of 6 (version {table.row.version - 3}, "
    assert move_words in output
    reason = output.split("illegal: ")[1].strip()
    assert reason.startswith("“fly to the moon” ")
    assert reason.endswith(".")
    assert not re.search(r"error\.|refuse\.|navegador\.|[{}*]", reason)
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version


@sqlite
async def test_the_first_move_that_leads_elsewhere_is_named(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    await damage(database, table)
    await alter_move(database, table, 3, scores=[98, 99])
    output = output_of(await run("repair", table.row.id), 1)
    assert f"the first move that differs: move 4 of 6 (version {table.row.version - 2}, " in output
    assert "the log says [98, 99]" in output


async def alter_move(database: Database, table: Table, index: int, **values: Any) -> None:
    """Change the entry of the log with this index, counted from 0."""
    log = await Tables(database).log(table.row.id)
    conditions = (col(MoveRow.game_id) == table.row.id, col(MoveRow.version) == log[index].version)
    async with database.transaction() as session:
        await session.exec(update(MoveRow).where(*conditions).values(**values))


@sqlite
async def test_a_table_behind_its_log_gets_a_version_after_it(database: Database, run: Run) -> None:
    table = await table_after_decisions(Tables(database))
    await change(database, table.row.id, version=table.row.version - 3)
    assert f"the last move has version {table.row.version}" in output_of(await run("repair", table.row.id), 1)
    output_of(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version + 1


@on_both
async def test_what_was_played_meanwhile_is_not_overwritten(database: Database, tables: Tables) -> None:
    table = await table_after_decisions(tables)
    await damage(database, table)
    examination = await tables.repair.examine(table.row.id)
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version)
    with pytest.raises(Exception, match="try again"):
        await tables.repair.restore(examination)


@sqlite
async def test_a_log_that_has_come_to_its_end_ends_the_table(database: Database, tables: Tables, run: Run) -> None:
    table = await finished_table(tables)
    async with database.transaction() as session:
        for row in await results.seats_of_game(session, table.row.id):
            await session.delete(row)
    await change(database, table.row.id, status=Status.RUNNING, finished_at=None, state={"game": "chess"})
    output_of(await run("repair", table.row.id, "--yes"))
    mended = await tables.table(table.row.id)
    assert mended.row.status == Status.FINISHED
    assert mended.game == table.game
    async with database.reading() as session:
        assert len(await results.seats_of_game(session, table.row.id)) == 2
    assert (await queued_announcements(database, table.row.id))[-1].kind == "summary"


# -- end ---------------------------------------------------------------------------------------------------------------


async def test_a_running_table_is_ended_and_its_channel_is_told(database: Database, tables: Tables, run: Run) -> None:
    for table in (await table_after_decisions(tables), await open_lobby(tables, channel_id=6)):
        asked = output_of(await run("end", table.row.id))
        assert f"table {table.row.id} (navegador, {table.row.status}) would end without a result" in asked
        assert (await tables.repair.load_outline(table.row.id)).row.status == table.row.status
        await run("end", table.row.id, "--yes")
        ended = await tables.repair.load_outline(table.row.id)
        assert ended.row.status == Status.ABANDONED
        (message,) = (await queued_announcements(database, table.row.id))[-1].introduction
        assert message.id == "say.ended_by_operator"
        assert "is over" in refusal(await run("end", table.row.id), 1)


@sqlite
async def test_a_damaged_table_can_be_ended_and_spoken_of(database: Database, tables: Tables, run: Run) -> None:
    table = await table_after_decisions(tables)
    await change(database, table.row.id, state={"game": "chess"})
    output_of(await run("end", table.row.id, "--yes"))
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    async with database.transaction() as session:  # what was said before waits in the same queue
        for message in (await unsent(session, table.row.id))[:-1]:
            await jobs.give_up(session, message, "too late")
    office = Office(database)
    office.worker.wake()
    await office.worker.idle()
    (notice,) = office.channel.sent
    assert notice[0] == "The bot's operator has ended this game of Navegador; it has no result."


# -- the database ------------------------------------------------------------------------------------------------------


async def test_a_database_of_another_version_or_none_is_refused(empty_url: str, tmp_path: Path) -> None:
    def listed(url: str) -> str:
        return refusal(portolan("tables", "list", DATABASE_URL=url))

    missing = tmp_path / "missing.db"
    assert "there is no file" in await asyncio.to_thread(listed, f"sqlite:///{missing}")
    assert not missing.exists()
    async with Database.open(empty_url):
        assert "`portolan migrate`" in await asyncio.to_thread(listed, empty_url)


def test_whoever_lists_tables_need_not_wait_for_what_talks_to_discord() -> None:
    code = "import sys, bot.cli.operating; print(*{'discord', 'aiohttp', 'bot.features'} & {*sys.modules})"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.split() == []
