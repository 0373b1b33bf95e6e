"""Tables in channels."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import delete, text
from sqlalchemy.exc import IntegrityError, InvalidRequestError, StatementError
from sqlmodel import col, select

from storage import games, jobs, moves, seats
from storage.columns import utcnow
from storage.database import Database
from storage.errors import ChannelBusy
from storage.models import GameRow, JobRow, Status
from tests.storage.messages import claimed_rows
from tests.storage.sample import CHANNEL, GUILD, a_game, ended, move, stored, unsent


async def test_a_game_comes_back_as_it_was_stored(database: Database) -> None:
    state = {"zebra": 1, "apple": [None, True, "é ☃"], "nested": {"b": {}, "a": []}}
    at = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=timezone(timedelta(hours=5)))
    game_id = await stored(database, state=state, started_at=at, channel_id=2**63 - 1)
    async with database.reading() as session:
        game = await games.get(session, game_id)
    assert game is not None
    assert game.state == state
    assert list(game.state) == ["zebra", "apple", "nested"]
    assert game.channel_id == 2**63 - 1
    assert game.status is Status.RUNNING
    assert game.started_at == at
    assert game.started_at.tzinfo is UTC
    assert game.finished_at is None


async def test_no_state_is_null_and_not_the_word_null(database: Database) -> None:
    await stored(database, status=Status.LOBBY, state=None)
    async with database.reading() as session:
        assert (await session.scalar(text("SELECT count(*) FROM game WHERE state IS NULL"))) == 1


async def test_a_moment_without_a_time_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="has no time zone"):
        await stored(database, started_at=datetime(2026, 3, 1))


@pytest.mark.parametrize("status", [Status.LOBBY, Status.RUNNING])
async def test_a_channel_has_one_open_game(database: Database, status: Status) -> None:
    first = await stored(database, status=status)
    async with database.transaction() as session:
        with pytest.raises(ChannelBusy):
            await games.create(session, a_game())
        elsewhere = await games.create(session, a_game(channel_id=CHANNEL + 1))  # the session goes on
        opened = await games.open_in_channel(session, CHANNEL)
        assert opened is not None
        assert opened.id == first
        assert await games.advance(session, first, 0, status=Status.FINISHED)
        again = await games.create(session, a_game())
    assert len({first, elsewhere.id, again.id}) == 3


async def test_fifty_who_expect_the_same_version_make_one_change(database: Database) -> None:
    game_id = await stored(database)

    async def attempt(number: int) -> bool:
        async with database.transaction() as session:
            return await games.advance(session, game_id, 0, state={"by": number}, turn=number)

    won = await asyncio.gather(*(attempt(number) for number in range(50)))
    assert sum(won) == 1
    async with database.reading() as session:
        game = await games.get(session, game_id)
    assert game is not None
    assert (game.version, game.state, game.turn) == (1, {"by": won.index(True)}, won.index(True))


async def test_fifty_deliveries_of_one_move_leave_one_entry_and_one_message(database: Database) -> None:
    game_id = await stored(database)
    won = await asyncio.gather(*(move(database, game_id, 0, interaction_id=7) for _ in range(50)))
    assert sum(won) == 1
    async with database.reading() as session:
        assert len(await moves.log(session, game_id)) == 1
        assert len(await unsent(session, game_id)) == 1


async def test_advance_changes_only_what_it_names(database: Database) -> None:
    game_id = await stored(database, turn=4)
    async with database.transaction() as session:
        before = await games.get(session, game_id)
        assert before is not None
        stamp = before.updated_at
        assert await games.advance(session, game_id, 0, live_message_id=99)
        now = await games.get(session, game_id)
        assert now is not None
        assert (before.version, now.version) == (0, 1)  # what was read before stays as it was
    async with database.reading() as session:
        game = await games.get(session, game_id)
    assert game is not None
    assert (game.version, game.turn, game.state, game.live_message_id) == (1, 4, {"turn": 0}, 99)
    assert game.updated_at > stamp


async def test_advance_of_no_game_wins_nothing(database: Database) -> None:
    async with database.transaction() as session:
        assert not await games.advance(session, 12345, 0, turn=1)


async def test_lists_of_games_come_without_states(database: Database) -> None:
    first = await stored(database)
    lobby = await stored(database, channel_id=CHANNEL + 1, status=Status.LOBBY)
    await stored(database, channel_id=CHANNEL + 2, status=Status.ABANDONED)
    second = await stored(database, channel_id=CHANNEL + 3, guild_id=None)
    async with database.reading() as session:
        open_games = await games.open_everywhere(session)
        assert [game.id for game in open_games] == [first, lobby, second]
        with pytest.raises(InvalidRequestError):
            _ = open_games[0].state


async def test_games_of_a_user_are_the_running_ones_not_resigned(database: Database) -> None:
    ids = []
    for number in range(3):
        game_id = await stored(database, status=Status.LOBBY, state=None, channel_id=CHANNEL + number)
        ids.append(game_id)
        async with database.transaction() as session:
            await seats.join(session, game_id, name="Ada", user_id=1)
            await seats.join(session, game_id, name="Ben", user_id=2)
    async with database.transaction() as session:
        for game_id in ids[:2]:
            assert await games.advance(session, game_id, 2, status=Status.RUNNING)
        await games.set_messages(session, ids[0], live=555)
        await seats.change(session, ids[1], 0, resigned=True)
    async with database.reading() as session:
        (only,) = await games.of_user(session, 1)
        assert (only[0].id, only[0].live_message_id, only[1].number) == (ids[0], 555, 0)
        assert [game.id for game, _ in await games.of_user(session, 2)] == ids[:2]
    async with database.transaction() as session:
        await seats.change(session, ids[0], 1, user_id=3, owner_id=2)
        assert await games.advance(session, ids[1], 3, paused_at=utcnow())
    async with database.reading() as session:
        for user in (2, 3):  # who has the seat, and who plays it
            assert await games.played_now(session, user) == [(ids[0], GUILD)], "the other one is paused"
        assert [game.id for game, _ in await games.of_user(session, 3)] == ids[:1]
        assert await games.played_now(session, 4) == []


async def test_how_far_a_game_is_is_told_without_reading_it_whole(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        assert await games.advance(session, game_id, 0, live_message_id=99)
        assert await games.standing(session, game_id) == (Status.RUNNING, 1, GUILD, 99)
        assert await games.standing(session, game_id + 1) is None


async def test_moving_to_another_channel_takes_unsent_messages_along(database: Database) -> None:
    game_id = await stored(database, live_message_id=5, lobby_message_id=6)
    async with database.transaction() as session:
        await games.create(session, a_game(channel_id=CHANNEL + 1))
        await jobs.enqueue(session, game_id, CHANNEL, "ping", {})
        with pytest.raises(ChannelBusy):
            await games.move_to_channel(session, game_id, GUILD, CHANNEL + 1)
        await games.move_to_channel(session, game_id, GUILD + 1, CHANNEL + 2)
    async with database.reading() as session:
        game = await games.get(session, game_id)
        assert game is not None
        assert (game.guild_id, game.channel_id, game.version) == (GUILD + 1, CHANNEL + 2, 1)
        assert game.live_message_id is None
        assert game.lobby_message_id is None
        assert [entry.channel_id for entry in await unsent(session)] == [CHANNEL + 2]


async def test_what_is_taken_along_is_tried_afresh_and_what_is_settled_stays(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=CHANNEL + 5)
    now = utcnow()
    async with database.transaction() as session:
        sent = await jobs.enqueue(session, game_id, CHANNEL, "ping", {})
        await jobs.mark_sent(session, sent)
        lost = await jobs.enqueue(session, game_id, CHANNEL, "ping", {})
        await jobs.give_up(session, lost, "gone")
        waiting = await jobs.enqueue(session, game_id, CHANNEL, "ping", {})
        await jobs.retry_after_failure(session, waiting, timedelta(hours=6), now=now)
        elsewhere = await jobs.enqueue(session, other_game, CHANNEL + 5, "ping", {})
    async with database.transaction() as session:
        before = await games.get(session, game_id)
        assert before is not None
        stamp = before.updated_at
        await games.move_to_channel(session, game_id, GUILD, CHANNEL + 1)
        now_there = await games.get(session, game_id)
        assert now_there is not None
        assert now_there.updated_at > stamp
    async with database.transaction() as session:
        rows = {row.id: row for row in (await session.exec(select(JobRow))).all()}
        assert [rows[entry.id].channel_id for entry in (sent, lost, waiting, elsewhere)] == [
            CHANNEL,
            CHANNEL,
            CHANNEL + 1,
            CHANNEL + 5,
        ]
        assert rows[waiting.id].attempts == 0
        assert rows[waiting.id].due_at < now + timedelta(minutes=1)
        assert {entry.id for entry in await claimed_rows(session)} == {waiting.id, elsewhere.id}


async def test_the_latest_game_of_a_channel_is_the_open_one_else_the_newest(database: Database) -> None:
    first = await stored(database)
    assert await latest(database, CHANNEL) == first
    async with database.transaction() as session:
        await games.move_to_channel(session, first, GUILD, CHANNEL + 1)
    ended = [await stored(database, status=status) for status in (Status.FINISHED, Status.ABANDONED)]
    assert await latest(database, CHANNEL) == ended[1]
    async with database.transaction() as session:
        await games.move_to_channel(session, first, GUILD, CHANNEL)
    assert await latest(database, CHANNEL) == first, "a game that ended hides none that goes on"
    assert await latest(database, CHANNEL + 1) is None


async def latest(database: Database, channel_id: int) -> int | None:
    async with database.reading() as session:
        game = await games.latest_in_channel(session, channel_id)
    return game.id if game else None


async def test_noting_where_a_message_is_leaves_the_other_and_the_version(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        await games.set_messages(session, game_id, lobby=7)
        await games.set_messages(session, game_id, live=8)
        await games.set_messages(session, game_id)
        game = await games.get(session, game_id)
    assert game is not None
    assert (game.lobby_message_id, game.live_message_id, game.version) == (7, 8, 0)


async def test_a_move_of_several_decisions_raises_the_version_by_as_many(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        assert await games.advance(session, game_id, 0, steps=3, turn=2)
        assert not await games.advance(session, game_id, 1, turn=5)
        assert await games.advance(session, game_id, 3)
        game = await games.get(session, game_id)
    assert game is not None
    assert (game.version, game.turn) == (4, 2)


async def test_deleting_a_game_deletes_what_belongs_to_it(database: Database) -> None:
    game_id = await stored(database, status=Status.LOBBY)
    async with database.transaction() as session:
        await seats.join(session, game_id, name="Ada", user_id=1)
    assert await move(database, game_id, 1)
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == game_id))
    async with database.reading() as session:
        assert await seats.of_game(session, game_id) == []
        assert await moves.log(session, game_id) == []
        assert await unsent(session) == []


async def test_a_game_with_results_cannot_be_deleted(database: Database) -> None:
    game_id = await stored(database, status=Status.FINISHED)
    async with database.transaction() as session:
        await ended(session, game_id)
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            await session.exec(delete(GameRow).where(col(GameRow.id) == game_id))
    async with database.reading() as session:
        assert await games.get(session, game_id) is not None


async def test_ids_of_deleted_games_are_not_given_again(database: Database) -> None:
    first = await stored(database)
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == first))
    assert await stored(database) > first


async def test_servers_in_use_have_an_open_table_or_something_to_be_told(database: Database) -> None:
    await stored(database, guild_id=1, channel_id=1)
    await stored(database, guild_id=2, channel_id=2, status=Status.LOBBY)
    await stored(database, guild_id=3, channel_id=3, status=Status.FINISHED)
    with_message, with_sent_message = [
        await stored(database, guild_id=n, channel_id=n, status=Status.FINISHED) for n in (4, 5)
    ]
    await stored(database, guild_id=None, channel_id=6)
    async with database.transaction() as session:
        await jobs.enqueue(session, with_message, 4, "summary", {})
        await jobs.mark_sent(session, await jobs.enqueue(session, with_sent_message, 5, "summary", {}))
        assert await games.servers_in_use(session) == {1, 2, 4}


async def test_the_running_games_of_a_server(database: Database) -> None:
    first = await stored(database, channel_id=1)
    await stored(database, channel_id=2, status=Status.LOBBY)
    await stored(database, channel_id=3, status=Status.FINISHED)
    await stored(database, channel_id=4, guild_id=GUILD + 1)
    second = await stored(database, channel_id=5)
    async with database.transaction() as session:
        assert await games.running_in_server(session, GUILD) == [first, second]


async def test_the_game_that_ended_last_in_a_channel_need_not_be_the_newest(database: Database) -> None:
    now = utcnow()
    moved = await stored(database, status=Status.FINISHED, finished_at=now)
    newer = await stored(database, status=Status.FINISHED, finished_at=now - timedelta(hours=1))
    old = await stored(database, status=Status.FINISHED)
    ended = await stored(database, status=Status.ABANDONED, finished_at=now + timedelta(hours=1))
    await stored(database, status=Status.FINISHED, finished_at=now, channel_id=CHANNEL + 1)
    await stored(database, status=Status.ABANDONED)
    assert await latest(database, CHANNEL) == ended
    by_end = []
    async with database.transaction() as session:
        while last := await games.last_finished_in_channel(session, CHANNEL):
            by_end.append(last)
            await session.exec(delete(GameRow).where(col(GameRow.id) == last))
    assert by_end == [moved, newer, old]
