"""Which tables wait for somebody, and what is asked of the database for that and for boards of long ago."""

from __future__ import annotations

from datetime import timedelta

from bot.tables import Tables
from storage import deliveries, games, jobs, moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import Status
from tests.bot.features.test_commands import ANNA, BEN, ZOE, started
from tests.bot.lobbies import on_both


async def test_tables_that_wait_are_told_in_their_order(database: Database, tables: Tables) -> None:
    found = [await started(database, channel=channel) for channel in (5, 6, 7)]
    for person in (ANNA, BEN):
        mine = [table.row.id for table in found if table.seat_of(person) in table.game.blocking_seats]
        waiting = await tables.waiting_tables(person)
        assert sorted(each.table.row.id for each in waiting) == mine
        assert [each.since for each in waiting] == sorted(each.since for each in waiting)
    assert await tables.waiting_tables(ZOE) == []


async def test_the_last_decision_of_a_person_is_one_that_stands(database: Database) -> None:
    table = await started(database)
    (seat,) = table.game.blocking_seats
    number = table.row.id
    user = table.user_at(seat)
    assert user is not None
    tables = Tables(database)
    async with database.reading() as session:
        assert await moves.last_of_user(session, number, user) is None
    after = await tables.play.act(number, user, table.game.legal(seat)[0])
    async with database.reading() as session:
        assert await moves.last_of_user(session, number, user) == after.row.version
        assert await moves.last_of_user(session, number, ZOE) is None
        assert await moves.version_at(session, number, utcnow() + timedelta(hours=1)) >= after.row.version
        assert await moves.version_at(session, number, utcnow() - timedelta(days=1)) == 0
    await tables.play.undo(number, user)
    async with database.reading() as session:
        assert await moves.last_of_user(session, number, user) is None


async def test_what_was_played_in_a_channel_and_what_ended_there(database: Database) -> None:
    first = (await started(database)).row
    later = utcnow() + timedelta(hours=1)
    async with database.transaction() as session:
        assert await games.finished_of_user(session, ANNA, limit=5) == []
        ended = await games.advance(
            session, first.id, first.version, status=Status.FINISHED, finished_at=utcnow() + timedelta(minutes=1)
        )
        assert ended
    second = (await started(database)).row
    async with database.reading() as session:
        assert [row.id for row in await games.finished_of_user(session, ANNA, limit=5)] == [first.id]
        assert await games.finished_of_user(session, ZOE, limit=5) == []
        assert await games.played_at(session, 5, later) == second.id
        assert await games.played_at(session, 5, utcnow() - timedelta(days=1)) is None
        assert await games.played_at(session, 6, later) is None


@on_both
async def test_a_message_is_known_by_its_number_within_its_channel_or_game(database: Database) -> None:
    row = (await started(database)).row
    async with database.transaction() as session:
        entry = await deliveries.last(session, row.id, "turn")
        assert entry is not None
        await jobs.mark_sent(session, entry, 77)
    async with database.reading() as session:
        for game, channel, known in ((None, 5, True), (row.id, 6, True), (None, 6, False), (row.id + 1, 5, False)):
            found = await deliveries.sent_as(session, 77, ["turn"], game_id=game, channel_id=channel)
            assert (found is not None) == known
        assert await deliveries.sent_as(session, 77, ["notice"], game_id=None, channel_id=5) is None
