"""Moves go some time after the end of a game, results stay; a server may keep them for less."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, func, select

from bot.tables import Tables
from bot.tables.maintenance.result_backfill import NAME
from bot.tables.maintenance.retention import SETTING, Retention
from storage import games, named_values, people, results
from storage.columns import utcnow
from storage.database import Database
from storage.models import (
    CalledRow,
    ClickRow,
    GameRow,
    GuildSettings,
    JobRow,
    MoveRow,
    PlanRow,
    ResultRow,
    SeatRow,
    Status,
)
from tests.bot.english import AGREE, english
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, raises_refusal, sqlite
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room
from tests.bot.sitting import refusal_of
from tests.bot.somebody import SERVER, lobby, play_to_a_draw, table_of
from tests.bot.table_commands import output_of, tables_command

DETAILS: tuple[Any, ...] = (MoveRow, ClickRow, JobRow, PlanRow, CalledRow)


async def age_game(database: Database, game_id: int, days: float) -> None:
    """Move the end of a game into the past."""
    then = utcnow() - timedelta(days=days)
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == game_id).values(updated_at=then, finished_at=then))


async def row_counts(database: Database, game_id: int) -> dict[str, int]:
    """Return the number of rows of a game, by table."""
    counts: dict[str, int] = {}
    async with database.reading() as session:
        for table in (*DETAILS, SeatRow, ResultRow):
            query: Any = select(func.count()).where(table.game_id == game_id)
            counts[table.__tablename__] = (await session.exec(query)).one()
    return {name: count for name, count in counts.items() if count}


@on_both
async def test_moves_go_and_the_result_stays(database: Database, tables: Tables) -> None:
    old = await play_to_a_draw(tables, ANNA, BEN)
    young = await play_to_a_draw(tables, ANNA, BEN)
    await tables.note_lines.add_line(old, ANNA, "next time: churches")
    await age_game(database, old.row.id, 400.1)
    await age_game(database, young.row.id, 399.9)
    assert {"move", "click", "job", "plan"} <= set(await row_counts(database, old.row.id))
    before = await row_counts(database, young.row.id)
    assert await tables.retention.sweep() == 1
    assert await row_counts(database, old.row.id) == {"seat": 2, "result": 2}
    assert await row_counts(database, young.row.id) == before
    async with database.reading() as session:
        row = await games.get(session, old.row.id)
    assert row is not None
    assert (row.state, row.cleared_at is not None) == (None, True)
    assert await tables.retention.sweep() == 0, "once"


@sqlite
async def test_who_looks_at_a_game_whose_moves_are_gone_is_told_so(database: Database, tables: Tables) -> None:
    table = await play_to_a_draw(tables, ANNA, BEN)
    await age_game(database, table.row.id, 500)
    await tables.retention.sweep()
    gone = await tables.table(table.row.id)
    with raises_refusal("error.moves_gone"):
        _ = gone.game
    rematch = await lobby(tables, ANNA, BEN, after=gone)
    assert rematch.row.turned is not None, "the same people can play once more"


@sqlite
async def test_running_games_and_lobbies_stay_however_old_they_are(database: Database, tables: Tables) -> None:
    running = await table_of(tables, ANNA, BEN)
    open_lobby = await lobby(tables, ANNA, BEN)
    for table in (running, open_lobby):
        await age_game(database, table.row.id, 4_000)
    assert await tables.retention.sweep() == 0
    assert (await tables.table(running.row.id)).is_running


@sqlite
async def test_a_lobby_that_was_closed_goes_too(database: Database, tables: Tables) -> None:
    table = await lobby(tables, ANNA, BEN)
    await tables.lobby.cancel(table.row.id, user_id=ANNA)
    await age_game(database, table.row.id, 401)
    assert await tables.retention.sweep() == 1
    assert set(await row_counts(database, table.row.id)) == {"seat"}


@sqlite
async def test_a_server_may_keep_moves_for_less_but_not_for_longer(database: Database, tables: Tables) -> None:
    room = await play_to_a_draw(tables, ANNA, BEN)
    elsewhere = await play_to_a_draw(tables, ANNA, BEN, guild_id=SERVER + 1)
    async with database.transaction() as session:
        await people.change_guild_settings(session, SERVER, {SETTING: 30})
        await people.change_guild_settings(session, SERVER + 1, {SETTING: 730})
    for table in (room, elsewhere):
        await age_game(database, table.row.id, 31)
    assert await tables.retention.sweep() == 1
    assert "move" in await row_counts(database, elsewhere.row.id)
    await age_game(database, elsewhere.row.id, 401)
    assert await tables.retention.sweep() == 1


@sqlite
async def test_nothing_goes_where_whoever_runs_the_bot_wants_so_but_a_server_may_decide_otherwise(
    database: Database,
    tables: Tables,
) -> None:
    tables.retention.days = 0
    table = await play_to_a_draw(tables, ANNA, BEN)
    await age_game(database, table.row.id, 9_000)
    assert await tables.retention.sweep() == 0
    async with database.transaction() as session:
        await people.change_guild_settings(session, SERVER, {SETTING: 90})
    assert await tables.retention.sweep() == 1


@sqlite
async def test_nothing_goes_before_the_results_of_earlier_games_are_kept(database: Database, tables: Tables) -> None:
    table = await play_to_a_draw(tables, ANNA, BEN)
    await age_game(database, table.row.id, 401)
    async with database.transaction() as session:
        await results.remove(session, table.row.id)
        await named_values.remember(session, NAME, named_values.UNFINISHED)
    assert await tables.retention.sweep() == 0
    assert await tables.result_backfill.catch_up() == 1
    assert await tables.retention.sweep() == 1
    assert "result" in await row_counts(database, table.row.id)


@on_both
async def test_two_processes_delete_side_by_side(database: Database, tables: Tables) -> None:
    for _ in range(3):
        table = await play_to_a_draw(tables, ANNA, BEN)
        await age_game(database, table.row.id, 500)
    async with Database.open(database.url.render_as_string(hide_password=False)) as second:
        counted = await asyncio.gather(tables.retention.sweep(), Retention(second).sweep())
    assert sum(counted) == 3


@sqlite
async def test_a_server_that_the_bot_was_removed_from_is_forgotten_in_time(database: Database, tables: Tables) -> None:
    running = await table_of(tables, ANNA, BEN)
    open_lobby = await lobby(tables, ANNA, BEN)
    ended = await play_to_a_draw(tables, ANNA, CARLA)
    other_server = await table_of(tables, ANNA, BEN, guild_id=SERVER + 1)
    await tables.servers.leave(SERVER)
    assert await tables.retention.sweep() == 0
    async with database.transaction() as session:
        then = utcnow() - timedelta(days=401)
        await session.exec(update(GuildSettings).where(col(GuildSettings.guild_id) == SERVER).values(left_at=then))
    await tables.retention.sweep()
    for table in (running, open_lobby, ended):
        assert set(await row_counts(database, table.row.id)) <= {"seat", "result"}
    async with database.reading() as session:
        assert await people.guild(session, SERVER) is None
        row = await games.get(session, running.row.id)
    assert row is not None
    assert row.status == Status.ABANDONED
    assert (await tables.table(other_server.row.id)).is_running
    assert await refusal_of(tables.table_in(running.row.channel_id)) == "error.no_table_here"


@pytest.mark.parametrize(
    ("everywhere", "chosen", "holds"),
    [(400, None, 400), (400, 30, 30), (400, 730, 400), (0, None, 0), (0, 90, 90), (400, "x", 400), (400, 0, 400)],
)
def test_a_server_has_the_shorter_time(everywhere: int, chosen: object, holds: int) -> None:
    keeping = Retention(None, everywhere)  # type: ignore[arg-type]
    assert keeping.days_of_server(chosen) == holds
    assert all(not everywhere or days < everywhere for days in keeping.offered_days())


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", sweeps=True)
async def test_every_command_about_such_a_game_says_so_in_a_sentence(room: Room, database: Database) -> None:
    mover, other_person = await room.begin("navegador")
    await room.ask(mover, "play", move="rondel ships")
    await room.ask(mover, "vote draw")
    await other_person.click(room.last, label=AGREE)
    table = await room.table()
    assert table.row.status == Status.FINISHED
    await age_game(database, table.row.id, 500)
    assert await room.bot.tables.retention.sweep() == 1
    for command in ("record", "replay", "review", "log", "score", "board"):
        answer = await room.ask(mover, command)
        assert answer.content in (
            english("error.moves_gone"),
            english("error.no_record_yet"),
            english("error.no_table_here"),
        ), command
    end = next(
        message for message in room.history() if any("pt:fair" in item["custom_id"] for item in controls(message))
    )
    answer = shown_message(await mover.click(end, label="Fair dice"))
    assert table.row.commitment in answer.content


@sqlite
@pytest.mark.room("anna")
async def test_the_bot_sweeps_by_itself(room: Room) -> None:
    assert room.bot.retention_sweep.is_running()
    assert room.bot.retention_sweep.seconds == 3600


@sqlite
async def test_an_operator_sees_such_a_table_and_is_told_why_it_cannot_be_mended(
    database: Database, tables: Tables, database_url: str
) -> None:
    table = await play_to_a_draw(tables, ANNA, BEN)
    await age_game(database, table.row.id, 500)
    await tables.retention.sweep()
    run = tables_command(database_url)
    assert "finished" in output_of(await run("show", table.row.id))
    for words in (("repair", table.row.id), ("export", table.row.id, "-")):
        result = await run(*words)
        assert "Traceback" not in result.output
        assert result.exit_code in (0, 1), result.output
