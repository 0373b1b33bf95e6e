"""Whoever is forgotten leaves records that still prove the dice fair, without the name."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from discord.utils import snowflake_time
from sqlmodel import col, select

import engines
from bot.tables import Tables
from bot.tables.observers.voting import Proposal
from engines import record
from storage.columns import utcnow
from storage.database import Database
from storage.models import ClickRow, SeatOrder
from tests.bot.lobbies import ANNA, BEN, CARLA, due, next_click, sqlite
from tests.bot.somebody import NAME, SOMEBODY, ZED, drawn, lobby, table_of, the_record, walked
from tests.bot.voting import play


async def test_the_record_of_a_game_verifies_without_the_name(tables: Tables) -> None:
    table = await drawn(tables, ANNA, BEN, ZED, order=SeatOrder.RANDOM)
    before = await the_record(tables, table.row.id)
    record.verify(before, engines.GAMES)
    await tables.erasure.erase(ZED)
    after = await the_record(tables, table.row.id)
    record.verify(after, engines.GAMES)
    assert NAME in record.encode(before).decode()
    assert NAME not in record.encode(after).decode()
    assert (after.commitment, after.seed, after.draw and after.draw.order) == (
        before.commitment,
        before.seed,
        before.draw and before.draw.order,
    )
    assert after.draw is not None
    assert (list(after.draw.forgotten), after.draw.clicks[-1].text) == (["3"], "")


@sqlite
async def test_a_click_that_is_forgotten_proves_nothing_but_what_was_published(tables: Tables) -> None:
    table = await drawn(tables, ZED, ANNA, BEN)
    await tables.erasure.erase(ZED)
    right = await the_record(tables, table.row.id)
    assert right.draw is not None
    beyond = str(len(right.draw.clicks) + 1)
    for draw, fault in (
        (msgspec.structs.replace(right.draw, forgotten={"1": "f" * 64}), "record.clicks_shown"),
        (msgspec.structs.replace(right.draw, forgotten={}), "record.click_text"),
        (
            msgspec.structs.replace(right.draw, forgotten=right.draw.forgotten | {"2": "f" * 64}),
            "record.click_forgotten",
        ),
        (
            msgspec.structs.replace(right.draw, forgotten=right.draw.forgotten | {beyond: "f" * 64}),
            "record.forgotten_none",
        ),
        (msgspec.structs.replace(right.draw, forgotten={"1": "x"}), "record.click_forgotten"),
    ):
        with pytest.raises(record.RecordFault) as raised:
            record.verify(msgspec.structs.replace(right, draw=draw), engines.GAMES)
        assert raised.value.reason.id == fault


@sqlite
async def test_the_record_of_a_rematch_verifies_whoever_of_it_is_forgotten(tables: Tables) -> None:
    first = await drawn(tables, ZED, ANNA, BEN)
    rematch = await lobby(tables, ZED, ANNA, BEN, after=first)
    await tables.lobby.start(rematch.row.id, user_id=ZED)
    await play(tables, rematch.row.id, 5)
    proposal = await tables.voting.propose_ending(rematch.row.id, ZED, Proposal.DRAW)
    for user in (ANNA, BEN):
        await tables.voting.answer(rematch.row.id, proposal.vote.id, user, "agree")
    await due(tables)
    before = await the_record(tables, rematch.row.id)
    assert before.draw is not None
    assert NAME in before.draw.turned
    await tables.erasure.erase(ZED)
    after = await the_record(tables, rematch.row.id)
    record.verify(after, engines.GAMES)
    assert after.draw is not None
    assert "" in after.draw.turned
    assert (after.portolan, after.commitment) == (4, before.commitment)
    await tables.erasure.erase(BEN)
    record.verify(await the_record(tables, rematch.row.id), engines.GAMES)
    swapped = msgspec.structs.replace(after.draw, order=after.draw.order[::-1])
    with pytest.raises(record.RecordFault):
        record.verify(msgspec.structs.replace(after, draw=swapped), engines.GAMES)


@sqlite
async def test_the_lobby_of_a_rematch_draws_seats_once_somebody_of_it_is_forgotten(tables: Tables) -> None:
    first = await drawn(tables, ANNA, ZED, BEN)
    rematch = await lobby(tables, ANNA, BEN, after=first)
    await tables.erasure.erase(ZED)
    table = await tables.table(rematch.row.id)
    assert (table.row.seat_order, table.row.turned) == (SeatOrder.RANDOM, None)
    await tables.lobby.join(rematch.row.id, CARLA, "carla", click=next_click())
    assert (await tables.lobby.start(rematch.row.id, user_id=ANNA)).is_running


@sqlite
async def test_clicks_of_early_versions_are_found_by_the_name_at_the_table(database: Database, tables: Tables) -> None:
    table = await drawn(tables, ANNA, ZED, BEN)
    async with database.transaction() as session:
        for click in (await session.exec(select(ClickRow).where(ClickRow.game_id == table.row.id))).all():
            click.user_id = None
            session.add(click)
    await tables.erasure.erase(ZED)
    assert await walked(database) == set()
    record.verify(await the_record(tables, table.row.id), engines.GAMES)


@sqlite
async def test_who_is_forgotten_without_a_click_has_left_the_lobby_at_that_moment(tables: Tables) -> None:
    left = await lobby(tables, ANNA, ZED)
    await tables.erasure.erase(ZED)
    async with tables.database.reading() as session:
        clicks = select(ClickRow).where(ClickRow.game_id == left.row.id).order_by(col(ClickRow.number))
        last = (await session.exec(clicks)).all()[-1]
    assert last.what == "leave"
    assert abs(snowflake_time(last.interaction_id) - utcnow()) < timedelta(minutes=1)


@sqlite
async def test_a_table_where_somebody_was_forgotten_goes_to_another_database(tables: Tables) -> None:
    for table in (await table_of(tables, ANNA, ZED, BEN), await drawn(tables, ZED, ANNA, BEN)):
        await tables.erasure.erase(ZED)
        content = await tables.transfer.export_table(table.row.id)
        assert NAME.encode() not in content
        brought = await tables.transfer.import_table(content, place=(None, 77 + table.row.id))
        assert SOMEBODY in brought.recorded_names
