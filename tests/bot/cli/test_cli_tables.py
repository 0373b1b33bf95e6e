"""``portolan tables``: what an operator sees of a database and does to it. What is no statement of its own is tried
on SQLite alone."""

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
from tests.bot.lobbies import ANNA, BEN, CARLA, MANAGER, on_both, opened, queued, sqlite, started
from tests.bot.office import Office
from tests.bot.table_commands import Run, change, damage, played, said, tables_command, whole
from tests.storage.messages import claimed_rows
from tests.storage.sample import unsent

pytestmark = pytest.mark.usefixtures("clean_place")


@pytest.fixture
def run(database_url: str) -> Run:
    return tables_command(database_url)


# -- list and show -----------------------------------------------------------------------------------------------------


@on_both
async def test_the_list_has_a_line_for_each_table_and_can_be_narrowed_down(tables: Tables, run: Run) -> None:
    one = await played(tables, guild_id=1, channel_id=101)
    two = await opened(tables, game="macao", guild_id=2, channel_id=102)
    three = await started(tables, CARLA, guild_id=2, channel_id=103)
    await tables.play.end(three.row.id, MANAGER, admin=True)
    await change(tables.database, one.row.id, updated_at=utcnow() - timedelta(days=3, hours=2))
    shown = said(await run("list")).splitlines()
    assert shown[0].split() == ["table", "game", "status", "server", "channel", "people", "turn", "version", "waiting"]
    first = [str(one.row.id), "navegador", "running", "1", "101", "2", "of", "2", str(one.row.turn)]
    assert shown[1].split() == [*first, str(one.row.version), "3", "d", "2", "h"]
    assert shown[2].split()[:5] == [str(two.row.id), "macao", "lobby", "2", "102"]

    async def numbers(*words: str) -> list[int]:
        lines = said(await run("list", "--json", *words)).splitlines()
        return [json.loads(line)["table"] for line in lines]

    every = [one.row.id, two.row.id, three.row.id]
    assert await numbers() == every[:2]
    assert await numbers("--status", "all") == every
    assert await numbers("--status", "ended") == await numbers("--status", "abandoned") == every[2:]
    assert await numbers("--status", "finished") == []
    assert await numbers("--server", "2", "--status", "all") == every[1:]
    assert await numbers("--game", "macao") == every[1:2]
    assert await numbers("--idle", "3") == every[:1]
    assert await numbers("--status", "all", "--limit", "2") == every[1:]
    assert "there are no such tables" in said(await run("list", "--status", "finished"))
    assert "there is no game 'chess'" in refusal(await run("list", "--game", "chess"))


@sqlite
async def test_a_terminal_of_80_columns_shows_whole_what_names_a_table(
    tables: Tables, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = 1234567890123456789
    channel = 1234567890123456790
    table = await started(tables, BEN, guild_id=server, channel_id=channel)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    lines = said(await run("list")).splitlines()
    assert max(map(len, lines)) <= 80
    (line,) = (line for line in lines if str(server) in line)
    assert line.split()[:5] == [str(table.row.id), "navegador", "running", str(server), str(channel)]


@on_both
async def test_a_table_is_shown_without_what_is_secret_unless_that_is_asked_for(database: Database, run: Run) -> None:
    table = await played(Tables(database), game="mmn", guild_id=7, number=30)
    async with database.transaction() as session:
        for row in await claimed_rows(session):
            await jobs.give_up(session, row, "gone: 10003")
        await jobs.enqueue(session, table.row.id, 5, "board", {"secret": "payload"})
    shown = said(await run("show", table.row.id))
    for fact in ("anna", "ben", str(ANNA), table.row.commitment, "set aside: gone: 10003", "next attempt"):
        assert fact in shown
    waiting = ", ".join(table.names[seat] for seat in table.game.blocking_seats)
    assert f"waiting for{waiting}".replace(" ", "") in shown.replace(" ", "")
    hidden = [table.row.seed, "payload", json.dumps(table.game.dump()["dice"])[:20]]
    assert not [word for word in hidden if word in shown]
    asked = await run("show", table.row.id, "--secrets", "--moves", "2")
    assert table.row.seed in asked.stdout
    assert json.dumps(table.game.dump()["dice"], separators=(",", ":")) in asked.stdout
    assert "secret" in asked.stderr
    assert "there is no table 4711" in refusal(await run("show", 4711), 1)
    assert "there is no table" in refusal(await run("show", 2**40), 1)


@sqlite
async def test_the_hands_of_players_are_not_in_the_words_that_are_shown(database: Database, run: Run) -> None:
    table = await played(Tables(database), game="mmn", number=30)
    async with database.transaction() as session:
        hidden = [{"kind": "drew", "seen_by": [0], "args": {"card": "merchant"}}]
        entry = MoveRow(game_id=table.row.id, version=900, seat=0, words="keep merchant", turn=1, events=hidden)
        session.add(entry)
    assert "merchant" not in said(await run("show", table.row.id, "--moves", "1"))
    assert "keep merchant" in said(await run("show", table.row.id, "--moves", "1", "--secrets"))


@sqlite
async def test_a_damaged_table_is_shown_too(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, state={"game": "chess"})
    assert "cannot be read: the state names no known game" in said(await run("show", table.row.id))


# -- repair ------------------------------------------------------------------------------------------------------------


@sqlite
async def test_a_sound_table_is_called_sound_and_left_alone(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    for words in ((), ("--yes",)):
        shown = said(await run("repair", table.row.id, *words))
        assert "6 moves stand" in shown
        assert "the stored state is the one that the log leads to" in shown
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version
    assert "has not started" in refusal(await run("repair", (await opened(Tables(database), channel_id=6)).row.id), 1)


@sqlite
async def test_another_state_is_named_and_replaced_only_when_asked(tables: Tables, run: Run) -> None:
    table = await played(tables)
    wrong = await damage(tables.database, table)
    shown = said(await run("repair", table.row.id), 1)
    assert "other: dice" in shown
    assert "nothing was written" in shown
    assert (await tables.table(table.row.id)).row.state == wrong
    before = len(await queued(tables.database, table.row.id))
    assert "stored anew; the board will be posted" in said(await run("repair", table.row.id, "--yes"))
    mended = await tables.table(table.row.id)
    assert mended.game == table.game
    assert mended.row.version == table.row.version + 1
    said_last = (await queued(tables.database, table.row.id))[-1]
    assert (said_last.kind, said_last.version) == ("turn", mended.row.version)
    assert len(await queued(tables.database, table.row.id)) >= before
    assert "is the one" in said(await run("repair", table.row.id))
    seat = mended.game.to_act[0]
    user = mended.user_at(seat)
    assert user is not None
    await tables.play.act(table.row.id, user, mended.game.legal(seat)[0])


@pytest.mark.parametrize("state", [{"game": "chess"}, None])
@sqlite
async def test_a_state_that_cannot_be_read_is_replaced(database: Database, run: Run, state: Any) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, state=state)
    assert "cannot be read" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).game == table.game


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_state_that_is_no_json_is_replaced(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    async with database.transaction() as session:
        await (await session.connection()).execute(text("UPDATE game SET state = '{broken'"))
    assert "no JSON" in said(await run("show", table.row.id))
    assert "no JSON" in refusal(await run("export", table.row.id), 1)
    assert "it is no JSON" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).game == table.game


@sqlite
async def test_the_first_illegal_move_is_named_and_nothing_is_written(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await alter_move(database, table, 2, words="fly to the moon")
    shown = said(await run("repair", table.row.id, "--yes"), 1)
    fourth = f"move 3 of 6 (version {table.row.version - 3}, "
    assert fourth in shown
    why = shown.split("illegal: ")[1].strip()
    assert why.startswith("“fly to the moon” ")
    assert why.endswith(".")
    assert not re.search(r"error\.|refuse\.|navegador\.|[{}*]", why)
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version


@sqlite
async def test_the_first_move_that_leads_elsewhere_is_named(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await damage(database, table)
    await alter_move(database, table, 3, scores=[98, 99])
    shown = said(await run("repair", table.row.id), 1)
    assert f"the first move that differs: move 4 of 6 (version {table.row.version - 2}, " in shown
    assert "the log says [98, 99]" in shown


async def alter_move(database: Database, table: Table, index: int, **values: Any) -> None:
    """Changes an entry of the log; ``index`` counts those that are stored from 0."""
    log = await Tables(database).log(table.row.id)
    mine = (col(MoveRow.game_id) == table.row.id, col(MoveRow.version) == log[index].version)
    async with database.transaction() as session:
        await session.exec(update(MoveRow).where(*mine).values(**values))


@sqlite
async def test_a_table_behind_its_log_gets_a_version_after_it(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, version=table.row.version - 3)
    assert f"the last move has version {table.row.version}" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--yes"))
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version + 1


@on_both
async def test_what_was_played_meanwhile_is_not_overwritten(database: Database, tables: Tables) -> None:
    table = await played(tables)
    await damage(database, table)
    found = await tables.repair.examine(table.row.id)
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version)
    with pytest.raises(Exception, match="try again"):
        await tables.repair.restore(found)


@sqlite
async def test_a_log_that_has_come_to_its_end_ends_the_table(database: Database, tables: Tables, run: Run) -> None:
    table = await whole(tables)
    async with database.transaction() as session:
        for row in await results.of_game(session, table.row.id):
            await session.delete(row)
    await change(database, table.row.id, status=Status.RUNNING, finished_at=None, state={"game": "chess"})
    said(await run("repair", table.row.id, "--yes"))
    mended = await tables.table(table.row.id)
    assert mended.row.status == Status.FINISHED
    assert mended.game == table.game
    async with database.reading() as session:
        assert len(await results.of_game(session, table.row.id)) == 2
    assert (await queued(database, table.row.id))[-1].kind == "summary"


# -- end ---------------------------------------------------------------------------------------------------------------


async def test_a_running_table_is_ended_and_its_channel_is_told(database: Database, tables: Tables, run: Run) -> None:
    for table in (await played(tables), await opened(tables, channel_id=6)):
        await run("end", table.row.id)
        ended = await tables.repair.load_outline(table.row.id)
        assert ended.row.status == Status.ABANDONED
        (message,) = (await queued(database, table.row.id))[-1].introduction
        assert message.id == "say.ended_by_operator"
        assert "is over" in refusal(await run("end", table.row.id), 1)


@sqlite
async def test_a_damaged_table_can_be_ended_and_spoken_of(database: Database, tables: Tables, run: Run) -> None:
    table = await played(tables)
    await change(database, table.row.id, state={"game": "chess"})
    said(await run("end", table.row.id))
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    async with database.transaction() as session:  # what was said before waits in the same queue
        for message in (await unsent(session, table.row.id))[:-1]:
            await jobs.give_up(session, message, "too late")
    office = Office(database)
    office.worker.wake()
    await office.worker.idle()
    (told,) = office.channel.sent
    assert told[0] == "The bot's operator has ended this game of Navegador; it has no result."


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
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
