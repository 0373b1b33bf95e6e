"""Once others decide, the panel leads to the next table that waits for the same person, on whatever server."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import update
from sqlmodel import col

import engines
from bot.tables import Table
from engines.players import PLAYERS
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow
from tests.bot import strict
from tests.bot.english import english
from tests.bot.parts import labels, shown
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
NAVEGADOR, BURGUNDY = (english("button.next", game=english(f"{key}.title")) for key in ("navegador", "burgundy"))


async def elsewhere(room: Room) -> None:
    """From now on the room is a channel of another server, where the same people are."""
    room.guild = room.env.create_guild("another")
    strict.invite(room.env, room.guild.id)
    room.channel = room.guild.create_text_channel("other-games")
    room.people = {name: room.guild.add_member(person.user) for name, person in room.people.items()}


async def waits_since(database: Database, table: Table, days: int) -> None:
    """So many days ago the table began, and was played last."""
    then = utcnow() - timedelta(days=days)
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == table.row.id).values(started_at=then))
        await session.exec(update(MoveRow).where(col(MoveRow.game_id) == table.row.id).values(at=then))


async def opened(room: Room, game: str, person: MemberActor) -> Table:
    """A new table in the channel that waits for this person."""
    table = await room.open_table(game)
    while table.seat_of(person.id) not in table.game.blocking_seats:
        await room.play_turn(Random(1))
        table = await room.table()
    assert table.seat_of(person.id) in table.game.blocking_seats
    return table


async def play_out(room: Room, person: MemberActor, panel: discord.Message, table: Table) -> discord.Message:
    """The turn of a person through a panel that is open."""
    rng = Random(1)
    game_id = table.row.id
    seat = table.seat_of(person.id)
    assert seat is not None
    while seat in table.game.to_act:
        panel = await room.choose(person, panel, PLAYERS["greedy"](table.game, seat, rng))
        table = await room.bot.tables.table(game_id)
    return panel


async def test_from_one_table_to_the_next_across_two_servers_until_none_waits(room: Room, database: Database) -> None:
    mine = room["anna"]
    home = room.channel
    first = await opened(room, "navegador", mine)
    panel = await room.open_panel(mine)
    await elsewhere(room)
    later = await opened(room, "navegador", mine)
    room.channel = room.guild.create_text_channel("third")
    longest = await opened(room, "burgundy", mine)
    await waits_since(database, later, 1)
    await waits_since(database, longest, 2)

    panel = await play_out(room, mine, panel, first)
    assert BURGUNDY in labels(panel)
    assert f"in <#{room.channel.id}>" in panel.content
    panel = shown(await mine.click(panel, label=BURGUNDY))
    assert panel.channel.id == home.id, "in the same place"
    panel = await play_out(room, mine, panel, longest)
    assert NAVEGADOR in labels(panel)
    panel = shown(await mine.click(panel, label=NAVEGADOR))
    panel = await play_out(room, mine, panel, later)
    assert not {NAVEGADOR, BURGUNDY} & set(labels(panel))


@pytest.mark.parametrize(
    "game", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_a_turn_of_each_game_is_played_from_there(database: Database, game: str) -> None:
    async with open_room(database, *("anna", "ben", "carla")[: engines.GAMES[game].seats.start]) as room:
        mine = room["anna"]
        first = await opened(room, "macao", mine)
        panel = await room.open_panel(mine)
        await elsewhere(room)
        table = await opened(room, game, mine)
        panel = await play_out(room, mine, panel, first)
        panel = shown(await mine.click(panel, label=english("button.next", game=english(f"{game}.title"))))
        panel = await play_out(room, mine, panel, table)
        after = await room.table()
        assert after.row.version > table.row.version
        assert after.seat_of(mine.id) not in after.game.blocking_seats
        assert f"<#{room.channel.id}>" not in panel.content


async def test_who_is_not_waited_for_elsewhere_is_led_nowhere(room: Room) -> None:
    await opened(room, "navegador", room["anna"])
    room.channel = room.guild.create_text_channel("more-games")
    await opened(room, "navegador", room["anna"])
    panel = await room.open_panel(room["ben"])
    assert NAVEGADOR not in labels(panel)
    assert await room.bot.tables.waiting_tables(room["ben"].id) == []


async def test_tables_that_are_paused_or_whose_server_the_bot_has_left_do_not_count(room: Room) -> None:
    first = await opened(room, "navegador", room["anna"])
    anna = room["anna"].id
    await elsewhere(room)
    second = await opened(room, "navegador", room["anna"])
    tables = room.bot.tables
    assert [table.table.row.id for table in await tables.waiting_tables(anna)] == [first.row.id, second.row.id]
    assert [each.table.row.id for each in await tables.waiting_tables(anna, but_not=first.row.id)] == [second.row.id]
    await tables.servers.leave(room.guild.id)
    assert [each.table.row.id for each in await tables.waiting_tables(anna)] == [first.row.id]
    await tables.pauses.pause(first.row.id, anna, "anna")
    assert await tables.waiting_tables(anna) == []


async def test_a_button_to_a_table_that_is_over_is_answered_in_words(room: Room) -> None:
    await opened(room, "navegador", room["anna"])
    first = room.channel
    room.channel = room.guild.create_text_channel("more-games")
    await opened(room, "navegador", room["ben"])
    panel = await room.open_panel(room["anna"])
    assert NAVEGADOR in labels(panel)
    room.channel = first
    await room.bot.tables.play.end((await room.table()).row.id, 0, admin=True)
    refused = shown(await room["anna"].click(panel, label=NAVEGADOR))
    assert refused.content == english("error.game_over")
