"""Messages of channels that are gone and of servers that do not answer or were left."""

from __future__ import annotations

from sqlalchemy import update
from sqlmodel import col

from storage import deliveries, jobs
from storage.database import Database
from storage.models import JobRow, Status
from tests.storage.messages import SECOND, add, claimed_rows, entry_of, sent, take
from tests.storage.sample import CHANNEL, GUILD, stored, unsent


async def test_a_dead_channel_drops_all_its_messages(database: Database) -> None:
    one = await stored(database)
    two = await stored(database, channel_id=1)
    first, second = await add(database, one, "board", "ping")
    async with database.transaction() as session:
        kept = await jobs.enqueue(session, two, 1, "ping", {})
        await jobs.mark_sent(session, await entry_of(session, first))
        assert await deliveries.drop_channel(session, CHANNEL, "10003 unknown channel") == 1
    assert await take(database) == [kept.id]
    async with database.reading() as session:
        dropped = await session.get(JobRow, second)
        arrived = await session.get(JobRow, first)
    assert dropped is not None
    assert arrived is not None
    assert (dropped.failed, arrived.failed) == ("10003 unknown channel", None)


async def test_a_dropped_channel_frees_claims_and_leaves_what_is_settled(database: Database) -> None:
    game_id = await stored(database)
    first, second, third = await add(database, game_id, "ping", "ping", "ping")
    async with database.transaction() as session:
        await jobs.mark_sent(session, await entry_of(session, first))
        (claimed,) = await claimed_rows(session)
        await jobs.give_up(session, claimed, "earlier reason")
        (claimed,) = await claimed_rows(session)
        assert claimed.id == third
        assert await deliveries.drop_channel(session, CHANNEL, "gone") == 1
        assert [(await entry_of(session, each)).failed for each in (first, second, third)] == [
            None,
            "earlier reason",
            "gone",
        ]
        assert (await entry_of(session, third)).claimed_until is None


async def test_servers_may_be_passed_over(database: Database) -> None:
    bad = await stored(database, guild_id=6)
    good = await stored(database, channel_id=1, guild_id=7)
    alone = await stored(database, channel_id=2, guild_id=None)
    ids = [entry for game in (bad, good, alone) for entry in await add(database, game, "ping")]
    for servers_left_out, rest in (
        ([6], ids[1:]),
        ([None], ids[:2]),
        ([6, None], ids[1:2]),
        ([6, 7, None], []),
        ([], ids),
    ):
        async with database.transaction() as session:
            taken = await claimed_rows(session, servers_left_out=servers_left_out, lease=-SECOND)
        assert [entry.id for entry in taken] == rest


async def test_a_server_that_was_left_drops_its_messages_and_no_others(database: Database) -> None:
    here = await stored(database)
    there = await stored(database, guild_id=GUILD + 1, channel_id=1)
    alone = await stored(database, guild_id=None, channel_id=2)
    before = await add(database, here, "turn")
    await take(database)
    await sent(database, before[0])
    dropped = await add(database, here, "turn", "board")
    kept = await add(database, there, "turn")
    private = await add(database, alone, "turn")
    assert dropped[0] in await take(database)
    async with database.transaction() as session:
        assert await deliveries.drop_server(session, GUILD, "left") == 2
        assert [(await entry_of(session, number)).failed for number in (*before, *dropped)] == [None, "left", "left"]
        assert (await entry_of(session, dropped[0])).claimed_until is None
        assert [entry.id for entry in await unsent(session)] == [*kept, *private]


async def test_the_last_words_of_ended_games_are_due_again_when_the_server_is_back(database: Database) -> None:
    ended = await stored(database, status=Status.FINISHED)
    running = await stored(database)
    elsewhere = await stored(database, status=Status.FINISHED, guild_id=GUILD + 1)
    otherwise = await stored(database, status=Status.ABANDONED)
    _, summary = await add(database, ended, "turn", "summary")
    for game_id in (running, elsewhere, otherwise):
        await add(database, game_id, "turn")
    async with database.transaction() as session:
        await deliveries.drop_server(session, GUILD, "left")
        await deliveries.drop_server(session, GUILD + 1, "left")
        await session.exec(update(JobRow).where(col(JobRow.game_id) == otherwise).values(failed="gone"))
        await deliveries.revive_server(session, GUILD, "left")
        assert [entry.id for entry in await unsent(session)] == [summary]
    assert await take(database) == [summary]
