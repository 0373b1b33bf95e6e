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


async def go_to_another_server(room: Room) -> None:
    """Make a channel of another server, where the same people are, the room's channel."""
    room.guild = room.env.create_guild("another")
    strict.invite(room.env, room.guild.id)
    room.channel = room.guild.create_text_channel("other-games")
    room.people = {name: room.guild.add_member(person.user) for name, person in room.people.items()}


async def date_back(database: Database, table: Table, days: int) -> None:
    """Store that the table began, and was played last, so many days ago."""
    moment = utcnow() - timedelta(days=days)
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == table.row.id).values(started_at=moment))
        await session.exec(update(MoveRow).where(col(MoveRow.game_id) == table.row.id).values(at=moment))


async def open_waiting_table(room: Room, game: str, person: MemberActor) -> Table:
    """Open a table in the channel that waits for this person."""
    table = await room.open_table(game)
    while table.seat_of(person.id) not in table.game.blocking_seats:
        await room.play_turn(Random(1))
        table = await room.table()
    assert table.seat_of(person.id) in table.game.blocking_seats
    return table


async def play_out(room: Room, person: MemberActor, panel: discord.Message, table: Table) -> discord.Message:
    """Play the turn of a person through a panel that is open."""
    rng = Random(1)
    game_id = table.row.id
    seat = table.seat_of(person.id)
    assert seat is not None
    while seat in table.game.to_act:
        panel = await room.choose(person, panel, PLAYERS["greedy"](table.game, seat, rng))
        table = await room.bot.tables.table(game_id)
    return panel


async def test_from_one_table_to_the_next_across_two_servers_until_none_waits(room: Room, database: Database) -> None:
    anna = room["anna"]
    home = room.channel
    first = await open_waiting_table(room, "navegador", anna)
    panel = await room.open_panel(anna)
    await go_to_another_server(room)
    second = await open_waiting_table(room, "navegador", anna)
    room.channel = room.guild.create_text_channel("third")
    third = await open_waiting_table(room, "burgundy", anna)
    await date_back(database, second, 1)
    await date_back(database, third, 2)

    panel = await play_out(room, anna, panel, first)
    assert BURGUNDY in labels(panel)
    assert f"in <#{room.channel.id}>" in panel.content
    panel = shown(await anna.click(panel, label=BURGUNDY))
    assert panel.channel.id == home.id, "in the same place"
    panel = await play_out(room, anna, panel, third)
    assert NAVEGADOR in labels(panel)
    panel = shown(await anna.click(panel, label=NAVEGADOR))
    panel = await play_out(room, anna, panel, second)
    assert not {NAVEGADOR, BURGUNDY} & set(labels(panel))


@pytest.mark.parametrize(
    "game", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_a_turn_of_each_game_is_played_from_there(database: Database, game: str) -> None:
    async with open_room(database, *("anna", "ben", "carla")[: engines.GAMES[game].seats.start]) as room:
        anna = room["anna"]
        first = await open_waiting_table(room, "macao", anna)
        panel = await room.open_panel(anna)
        await go_to_another_server(room)
        table = await open_waiting_table(room, game, anna)
        panel = await play_out(room, anna, panel, first)
        panel = shown(await anna.click(panel, label=english("button.next", game=english(f"{game}.title"))))
        panel = await play_out(room, anna, panel, table)
        table_played = await room.table()
        assert table_played.row.version > table.row.version
        assert table_played.seat_of(anna.id) not in table_played.game.blocking_seats
        assert f"<#{room.channel.id}>" not in panel.content


async def test_who_is_not_waited_for_elsewhere_is_led_nowhere(room: Room) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    room.channel = room.guild.create_text_channel("more-games")
    await open_waiting_table(room, "navegador", room["anna"])
    panel = await room.open_panel(room["ben"])
    assert NAVEGADOR not in labels(panel)
    assert await room.bot.tables.waiting_tables(room["ben"].id) == []


async def test_tables_that_are_paused_or_whose_server_the_bot_has_left_do_not_count(room: Room) -> None:
    first = await open_waiting_table(room, "navegador", room["anna"])
    anna = room["anna"].id
    await go_to_another_server(room)
    second = await open_waiting_table(room, "navegador", room["anna"])
    tables = room.bot.tables
    assert [table.table.row.id for table in await tables.waiting_tables(anna)] == [first.row.id, second.row.id]
    assert [waiting.table.row.id for waiting in await tables.waiting_tables(anna, but_not=first.row.id)] == [
        second.row.id
    ]
    await tables.servers.leave(room.guild.id)
    assert [waiting.table.row.id for waiting in await tables.waiting_tables(anna)] == [first.row.id]
    await tables.pauses.pause(first.row.id, anna, "anna")
    assert await tables.waiting_tables(anna) == []


async def test_a_button_to_a_table_that_is_over_is_answered_in_words(room: Room) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    first = room.channel
    room.channel = room.guild.create_text_channel("more-games")
    await open_waiting_table(room, "navegador", room["ben"])
    panel = await room.open_panel(room["anna"])
    assert NAVEGADOR in labels(panel)
    room.channel = first
    await room.bot.tables.play.end((await room.table()).row.id, 0, admin=True)
    refusal = shown(await room["anna"].click(panel, label=NAVEGADOR))
    assert refusal.content == english("error.game_over")
