"""Lobbies without Discord: races, hosts, options, the start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import Refused, Table, Tables
from bot.tables.lobby_lifecycle import free_colours
from engines.navegador.game import Navegador
from storage import games
from storage.database import Database
from storage.models import SeatOrder, Status
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    next_click,
    on_both,
    opened,
    queued,
    refusal,
    refused_as,
    sqlite,
    started,
)


@sqlite
async def test_of_two_options_set_at_once_none_is_lost_in_silence(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(tables, game="burgundy")
    first, second = table.kind.options[:2]
    read = tables.lobby.load_hosted
    both = asyncio.Barrier(2)

    async def hosted(*given: Any, **named: Any) -> Table:
        found = await read(*given, **named)
        await both.wait()  # neither writes before both have read
        return found

    monkeypatch.setattr(tables.lobby, "load_hosted", hosted)
    wanted = {first.id: first.values[1], second.id: second.values[1]}
    done = await asyncio.gather(
        *(
            tables.lobby.set_options(table.row.id, {name: value}, user_id=ANNA, click=next_click())
            for name, value in wanted.items()
        ),
        return_exceptions=True,
    )
    kept = (await tables.table(table.row.id)).row.options
    assert sorted(type(each).__name__ for each in done) == ["NoneType", "Refused"]
    for (name, value), result in zip(wanted.items(), done, strict=True):
        assert (kept[name] == value) is (result is None)


@sqlite
async def test_when_the_host_of_three_leaves_the_next_to_have_joined_is_host(tables: Tables) -> None:
    table = await opened(tables, BEN, CARLA)
    await tables.lobby.leave(table.row.id, ANNA, click=next_click())
    left = await tables.table(table.row.id)
    assert (left.row.host_id, left.players, left.row.status) == (BEN, [BEN, CARLA], Status.LOBBY)
    await tables.lobby.leave(table.row.id, CARLA, click=next_click())
    assert (await tables.table(table.row.id)).row.host_id == BEN, "a guest who leaves changes nothing about the host"


@sqlite
async def test_a_computer_is_never_host(tables: Tables) -> None:
    table = await opened(tables)
    await tables.lobby.add_computer(table.row.id, "greedy", "Greedy", user_id=ANNA, click=next_click())
    await tables.lobby.join(table.row.id, BEN, "ben", click=next_click())
    await tables.lobby.leave(table.row.id, ANNA, click=next_click())
    left = await tables.table(table.row.id)
    assert (left.row.host_id, [seat.name for seat in left.seats]) == (BEN, ["Greedy 1", "ben"])


@sqlite
async def test_computers_are_numbered_among_themselves(tables: Tables) -> None:
    table = await opened(tables, BEN)
    for kind in ("greedy", "random"):
        await tables.lobby.add_computer(table.row.id, kind, kind.title(), user_id=ANNA, click=next_click())
    assert (await tables.table(table.row.id)).names == ("anna", "ben", "Greedy 1", "Random 2")
    with refused_as("error.unknown_option"):
        await tables.lobby.add_computer(table.row.id, "genius", "Genius", user_id=ANNA, click=next_click())


@sqlite
async def test_a_colour_is_one_player_s_and_goes_with_the_player_to_the_seat_that_is_drawn(tables: Tables) -> None:
    table = await opened(tables, BEN)
    game_id = table.row.id
    assert free_colours(table) == ["red", "green", "yellow", "blue", "black"]
    await tables.lobby.set_colour(game_id, BEN, "black")
    table = await tables.table(game_id)
    assert table.colours == ("", "black")
    assert free_colours(table) == ["red", "green", "yellow", "blue"]
    for user, colour, reason in (
        (ANNA, "black", "error.colour_taken"),
        (ANNA, "pink", "error.unknown_option"),
        (BEN + 77, "red", "error.join_first"),
    ):
        with refused_as(reason):
            await tables.lobby.set_colour(game_id, user, colour)
    await tables.lobby.set_colour(game_id, BEN, "black")
    await tables.lobby.set_colour(game_id, ANNA, "red")
    await tables.lobby.set_colour(game_id, ANNA, None)
    assert (await tables.table(game_id)).colours == ("", "black")
    await tables.lobby.set_colour(game_id, ANNA, "yellow")
    started = await tables.lobby.start(game_id, user_id=ANNA)
    assert dict(zip(started.names, started.colours, strict=True)) == {"anna": "yellow", "ben": "black"}
    with refused_as("error.not_in_lobby"):
        await tables.lobby.set_colour(game_id, BEN, "red")
    assert (await tables.table(game_id)).row.clicks_hash == started.row.clicks_hash


@sqlite
async def test_who_leaves_gives_the_colour_back(tables: Tables) -> None:
    table = await opened(tables, BEN)
    await tables.lobby.set_colour(table.row.id, ANNA, "red")
    await tables.lobby.set_colour(table.row.id, BEN, "green")
    await tables.lobby.leave(table.row.id, ANNA, click=next_click())
    left = await tables.table(table.row.id)
    assert (left.names, left.colours) == (("ben",), ("green",))
    assert "red" in free_colours(left)


@sqlite
async def test_an_option_that_does_not_exist_or_comes_from_a_guest_changes_nothing(tables: Tables) -> None:
    table = await opened(tables, BEN)
    for name, value, by, reason in (
        ("royal", "maybe", ANNA, "error.unknown_option"),
        ("speed", "goa", ANNA, "error.unknown_option"),
        ("royal", "goa", BEN, "error.not_host"),
    ):
        with refused_as(reason):
            await tables.lobby.set_options(table.row.id, {name: value}, user_id=by, click=next_click())
    await tables.lobby.set_options(table.row.id, {"royal": "goa"}, user_id=BEN, admin=True, click=next_click())
    assert (await tables.table(table.row.id)).row.options["royal"] == "goa"


@sqlite
async def test_a_table_has_all_seats_of_its_game_unless_fewer_are_wanted_and_the_default_options(
    tables: Tables,
) -> None:
    row = (await opened(tables)).row
    assert (row.seats, row.options, row.status, row.host_id) == (5, Navegador.defaults(), Status.LOBBY, ANNA)
    assert (len(row.secret or ""), row.seed, row.commitment, row.state) == (32, "", "", None)
    for number, seats_wanted in enumerate((2, 5)):
        other = await opened(tables, channel_id=50 + number, seats_wanted=seats_wanted)
        assert other.row.seats == seats_wanted
        assert other.row.secret != row.secret
    for wrong in (1, 6):
        with pytest.raises(Refused) as raised:
            await opened(tables, channel_id=99, seats_wanted=wrong)
        assert raised.value.message.args == {"low": 2, "high": 5}


@sqlite
async def test_names_are_cut_to_what_discord_allows(tables: Tables) -> None:
    table = await opened(tables, host=(ANNA, "a" * 40))
    await tables.lobby.join(table.row.id, BEN, "b" * 33, click=next_click())
    assert (await tables.table(table.row.id)).names == ("a" * 32, "b" * 32)


@sqlite
async def test_a_game_starts_at_the_table_s_own_size_and_calls_the_first_player(tables: Tables) -> None:
    table = await started(tables, BEN, CARLA)
    assert (table.row.seats, table.game.state.seats, table.row.status) == (3, 3, Status.RUNNING)
    assert table.row.started_at is not None
    (said,) = await queued(tables.database, table.row.id)
    assert [message.id for message in said.introduction] == ["say.begins"]
    assert (said.kind, said.version, said.ping) == ("turn", table.row.version, list(table.game.blocking_seats))


@sqlite
async def test_a_start_that_lost_a_race_begins_nothing(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await opened(tables, BEN)

    async def lost(*_: Any, **__: Any) -> bool:
        return False

    with monkeypatch.context() as patch:
        patch.setattr(games, "advance", lost)
        for attempt in (tables.lobby.start, tables.lobby.cancel):
            with refused_as("error.moved_on"):
                await attempt(table.row.id, user_id=ANNA)
    assert (await tables.table(table.row.id)).row.status == Status.LOBBY
    assert await queued(tables.database, table.row.id) == []


class Interrupted:
    """A database where something else happens between what is read and the first transaction after it."""

    def __init__(self, database: Database, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self.reading = database.reading
        self._database = database
        self._meanwhile = [meanwhile]

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        if self._meanwhile:
            await self._meanwhile.pop()()
        async with self._database.transaction() as session:
            yield session


def interrupted(database: Database, meanwhile: Callable[[], Awaitable[object]]) -> Tables:
    """Tables of another process, in whose first change something comes between."""
    tables = Tables(database)
    tables.repository.database = cast("Database", Interrupted(database, meanwhile))
    return tables


async def test_a_host_who_leaves_while_somebody_joins_is_host_no_more(database: Database, tables: Tables) -> None:
    table = await opened(tables, BEN)
    late = interrupted(database, lambda: tables.lobby.join(table.row.id, CARLA, "carla", click=next_click()))
    await late.lobby.leave(table.row.id, ANNA, click=next_click())
    left = await tables.table(table.row.id)
    assert (left.row.host_id, left.players, left.row.status) == (BEN, [BEN, CARLA], Status.LOBBY)
    with refused_as("error.not_host"):
        await tables.lobby.cancel(table.row.id, user_id=ANNA)


async def test_a_lobby_that_somebody_joins_while_the_last_one_leaves_stays_open_for_them(tables: Tables) -> None:
    table = await opened(tables)
    late = interrupted(tables.database, lambda: tables.lobby.join(table.row.id, BEN, "ben", click=next_click()))
    await late.lobby.leave(table.row.id, ANNA, click=next_click())
    left = await tables.table(table.row.id)
    assert (left.row.host_id, left.players, left.row.status) == (BEN, [BEN], Status.LOBBY)


async def test_nobody_joins_a_lobby_whose_last_one_has_just_left(database: Database, tables: Tables) -> None:
    table = await opened(tables)
    late = interrupted(database, lambda: tables.lobby.leave(table.row.id, ANNA, click=next_click()))
    with refused_as("error.not_in_lobby"):
        await late.lobby.join(table.row.id, BEN, "ben", click=next_click())
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED


@on_both
async def test_who_has_just_left_as_host_does_nothing_as_host(database: Database, tables: Tables) -> None:
    """Whatever was read before; a start is refused too when the seats are no longer those that were read."""
    for number in range(4):
        table = await opened(tables, BEN, CARLA, channel_id=50 + number)
        game_id = table.row.id
        late = interrupted(database, lambda game_id=game_id: tables.lobby.leave(game_id, ANNA, click=next_click()))  # type: ignore[misc]
        work = (
            late.lobby.add_computer(game_id, "greedy", "Greedy", user_id=ANNA, click=next_click()),
            late.lobby.set_options(game_id, {"royal": "goa"}, user_id=ANNA, click=next_click()),
            late.lobby.cancel(game_id, user_id=ANNA),
            late.lobby.start(game_id, user_id=ANNA),
        )
        with pytest.raises(Refused) as raised:
            await work[number]
        for other in work[:number] + work[number + 1 :]:
            other.close()
        assert refusal(raised) == ("error.not_host" if number == 0 else "error.moved_on")
        left = await tables.table(game_id)
        assert (left.row.host_id, left.players, left.row.status) == (BEN, [BEN, CARLA], Status.LOBBY)


async def test_a_start_while_somebody_joins_is_told_so(database: Database, tables: Tables) -> None:
    table = await opened(tables, BEN, order=SeatOrder.RANDOM)
    late = interrupted(database, lambda: tables.lobby.join(table.row.id, CARLA, "carla", click=next_click()))
    with refused_as("error.moved_on"):
        await late.lobby.start(table.row.id, user_id=ANNA)
    assert (await tables.lobby.start(table.row.id, user_id=ANNA)).row.seats == 3


async def test_however_leaving_and_joining_meet_a_lobby_has_a_host_who_sits_there(database: Database) -> None:
    for number in range(8):
        # two processes
        one = Tables(database)
        other = Tables(database)
        table = await opened(one, channel_id=60 + number)
        leaving = one.lobby.leave(table.row.id, ANNA, click=next_click())
        joining = other.lobby.join(table.row.id, BEN, "ben", click=next_click())
        both = (leaving, joining) if number % 2 else (joining, leaving)
        done = await asyncio.gather(*both, return_exceptions=True)
        left = await one.table(table.row.id)
        if left.row.status == Status.LOBBY:
            assert (left.row.host_id, left.players) == (BEN, [BEN])
        else:
            assert left.row.status == Status.ABANDONED
            assert [type(each) for each in done if isinstance(each, BaseException)] == [Refused]
