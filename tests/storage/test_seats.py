"""Taking, leaving and handing over seats."""

import asyncio

import pytest

from storage import games, seats
from storage.columns import utcnow
from storage.database import Database
from storage.errors import AlreadySeated, NotInLobby, TableFull
from storage.models import Status
from tests.storage.sample import stored


async def lobby(database: Database, *names: str, size: int = 4) -> int:
    game_id = await stored(database, status=Status.LOBBY, state=None, seats=size)
    async with database.transaction() as session:
        for user_id, name in enumerate(names, start=1):
            await seats.join(session, game_id, name=name, user_id=user_id)
    return game_id


async def names(database: Database, game_id: int) -> list[str]:
    """Return the names by seat; every number from 0 must be there."""
    async with database.reading() as session:
        taken = await seats.of_game(session, game_id)
    assert [seat.number for seat in taken] == list(range(len(taken)))
    return [seat.name for seat in taken]


async def test_players_and_computers_sit_in_the_order_of_joining(database: Database) -> None:
    game_id = await lobby(database, "Ada", "Ben")
    async with database.transaction() as session:
        seat = await seats.join(session, game_id, name="Robot", computer="greedy")
        assert (seat.number, seat.user_id, seat.computer) == (2, None, "greedy")
        game = await games.get(session, game_id)
        assert game is not None
        assert game.version == 3
    assert await names(database, game_id) == ["Ada", "Ben", "Robot"]


async def test_refusals_change_nothing(database: Database) -> None:
    game_id = await lobby(database, "Ada", "Ben", size=2)
    running = await stored(database, channel_id=1)
    async with database.transaction() as session:
        with pytest.raises(AlreadySeated):
            await seats.join(session, game_id, name="Ada again", user_id=1)
        with pytest.raises(TableFull):
            await seats.join(session, game_id, name="Cleo", user_id=3)
        with pytest.raises(NotInLobby):
            await seats.join(session, running, name="Cleo", user_id=3)
        with pytest.raises(NotInLobby):
            await seats.leave(session, running, 0)
        with pytest.raises(NotInLobby):
            await seats.join(session, 4711, name="Cleo", user_id=3)
        with pytest.raises(ValueError, match="a user's or a computer's"):
            await seats.join(session, game_id, name="Nobody")
        with pytest.raises(ValueError, match="no order"):
            await seats.reorder(session, game_id, [0, 0])
        assert not await seats.leave(session, game_id, 2)
        game = await games.get(session, game_id)
        assert game is not None
        assert game.version == 2
    assert await names(database, game_id) == ["Ada", "Ben"]


async def test_who_sits_behind_a_freed_seat_moves_up(database: Database) -> None:
    game_id = await lobby(database, "Ada", "Ben", "Cleo", "Dora")
    async with database.transaction() as session:
        assert await seats.leave(session, game_id, 1)
    assert await names(database, game_id) == ["Ada", "Cleo", "Dora"]
    async with database.transaction() as session:
        await seats.join(session, game_id, name="Ben", user_id=2)
    assert await names(database, game_id) == ["Ada", "Cleo", "Dora", "Ben"]


@pytest.mark.parametrize("order", [[1, 0, 2], [2, 0, 1], [0, 1, 2], [2, 1, 0]])
async def test_reorder_seats_the_players_anew(database: Database, order: list[int]) -> None:
    before = ["Ada", "Ben", "Cleo"]
    game_id = await lobby(database, *before)
    async with database.transaction() as session:
        await seats.reorder(session, game_id, order)
    assert await names(database, game_id) == [before[old] for old in order]


async def test_resigning_changes_the_seats_that_are_named_alone(database: Database) -> None:
    game_id = await lobby(database, "Ada", "Ben", "Cleo")
    async with database.transaction() as session:
        assert await games.advance(session, game_id, 3, status=Status.RUNNING)
        await seats.change(session, game_id, 0, resigned=True)
        await seats.change(session, game_id, 1, resigned=True)
    async with database.reading() as session:
        taken = await seats.of_game(session, game_id)
    assert [(seat.name, seat.user_id, seat.computer, seat.resigned) for seat in taken] == [
        ("Ada", 1, None, True),
        ("Ben", 2, None, True),
        ("Cleo", 3, None, False),
    ]


async def test_ten_who_join_at_once_get_the_four_seats(database: Database) -> None:
    game_id = await lobby(database)

    async def attempt(user_id: int) -> bool:
        try:
            async with database.transaction() as session:
                await seats.join(session, game_id, name=str(user_id), user_id=user_id)
        except TableFull:
            return False
        return True

    joined = await asyncio.gather(*(attempt(user_id) for user_id in range(10)))
    assert sum(joined) == 4
    assert sorted(await names(database, game_id)) == [str(user_id) for user_id in range(10) if joined[user_id]]


async def test_what_is_changed_about_a_seat_is_kept_and_nothing_else(database: Database) -> None:
    game_id = await lobby(database, "Ada", "Ben")
    now = utcnow()
    async with database.transaction() as session:
        changes = {"offered_at": now, "candidates": {"7": {"name": "Cleo", "by": [1]}}}
        await seats.change(session, game_id, 1, user_id=9, owner_id=2, substitute="Cleo")
        await seats.change(session, game_id, 1, stand_in="greedy", returning_at=now, **changes)  # type: ignore[arg-type]
    async with database.reading() as session:
        ada, ben = await seats.of_game(session, game_id)
    assert (ben.user_id, ben.owner_id, ben.substitute, ben.name) == (9, 2, "Cleo", "Ben")
    assert (ben.stand_in, ben.returning_at, ben.offered_at) == ("greedy", now, now)
    assert ben.candidates == changes["candidates"]
    assert (ada.user_id, ada.owner_id, ada.stand_in, ada.offered_at, ada.candidates) == (1, None, None, None, None)


async def test_who_holds_a_table_is_waited_for_and_its_changes_are_seen(database: Database, database_url: str) -> None:
    """Ten sessions of two processes add one each to what they have read."""
    game_id = await lobby(database, "Ada")

    async def add(process: Database, user_id: int) -> None:
        async with process.transaction() as session:
            await games.hold(session, game_id)
            (seat,) = await seats.of_game(session, game_id)
            candidates = {**(seat.candidates or {}), str(user_id): {"name": "x"}}
            await seats.change(session, game_id, 0, candidates=candidates)

    async with Database.open(database_url) as other_process:
        await asyncio.gather(*(add((database, other_process)[user_id % 2], user_id) for user_id in range(10)))
    async with database.reading() as session:
        (seat,) = await seats.of_game(session, game_id)
    assert set(seat.candidates or {}) == set(map(str, range(10)))
