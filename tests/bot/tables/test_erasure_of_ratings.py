"""Whoever is forgotten leaves no rating, and those of others stay what they were."""

from __future__ import annotations

import asyncio
from random import Random

from sqlmodel import select

import engines
from bot.tables import Tables
from engines import record
from engines.players import PLAYERS
from storage import results
from storage.database import Database
from storage.models import ResultRow
from tests.bot.lobbies import ANNA, BEN, decide_silently, on_both
from tests.bot.somebody import (
    SOMEBODY,
    ZED,
    columns_with_zed,
    finished_record,
    lobby,
    play_to_a_draw,
)
from tests.bot.whole_games import middle
from tests.storage.databases import ratings


async def test_ratings_of_others_stay_what_they_were_and_can_be_made_again(database: Database, tables: Tables) -> None:
    table = await play_to_a_draw(tables, ZED, ANNA, BEN)
    async with database.reading() as session:
        (ladder,) = await results.ladders(session)
        before = {row.user_id: (row.mu, row.sigma) for row in await ratings(session, ladder)}
    await tables.erasure.erase(ZED)
    await tables.result_backfill.rerate()
    async with database.reading() as session:
        after = {row.user_id: (row.mu, row.sigma) for row in await ratings(session, ladder)}
        row = (await session.exec(select(ResultRow).where(ResultRow.game_id == table.row.id))).first()
    assert after == {user: stand for user, stand in before.items() if user != ZED}
    assert row is not None
    assert (row.user_id, row.name, row.pace, row.deeds, row.opening) == (None, SOMEBODY, None, None, None)
    assert await columns_with_zed(database) == set()


@on_both
async def test_ratings_that_are_made_again_at_the_same_time_do_not_bring_somebody_back(tables: Tables) -> None:
    for _ in range(3):
        await play_to_a_draw(tables, ZED, ANNA, BEN)
    async with Database.open(tables.database.url.render_as_string(hide_password=False)) as second:
        past = Tables(second).result_backfill
        await asyncio.gather(past.rerate(), tables.erasure.erase(ZED), past.rerate())
    assert await columns_with_zed(tables.database) == set()
    async with tables.database.reading() as session:
        for ladder in await results.ladders(session):
            assert ZED not in {row.user_id for row in await ratings(session, ladder)}


async def test_ratings_are_forgotten_with_a_rated_game(database: Database, tables: Tables) -> None:
    lobby_of_two = await lobby(tables, ZED, ANNA)
    await tables.lobby.set_rated(lobby_of_two.row.id, rated=True, user_id=ZED)
    await tables.lobby.start(lobby_of_two.row.id, user_id=ZED)
    game_id = lobby_of_two.row.id
    table = await tables.table(game_id)
    rng = Random(5)
    await decide_silently(database, table, middle(table, rng, last=2))
    table = await tables.table(game_id)
    while table.is_running:
        seat = table.game.to_act[0]
        action = PLAYERS["random"](table.game, seat, rng)
        table = await tables.play.act(game_id, table.user_at(seat) or 0, action)
    async with database.reading() as session:
        (ladder,) = await results.ladders(session)
        before = {row.user_id: (row.mu, row.sigma) for row in await ratings(session, ladder)}
    assert set(before) == {ZED, ANNA}
    await tables.erasure.erase(ZED)
    await tables.result_backfill.rerate()
    async with database.reading() as session:
        after = {row.user_id: (row.mu, row.sigma) for row in await ratings(session, ladder)}
    assert after == {ANNA: before[ANNA]}
    assert await columns_with_zed(database) == set()
    record.verify(await finished_record(tables, game_id), engines.GAMES)
