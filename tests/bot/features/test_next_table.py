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
from tests.bot.room import Room, room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
NAVEGADOR, BURGUNDY = (english("button.next", game=english(f"{key}.title")) for key in ("navegador", "burgundy"))


async def elsewhere(here: Room) -> None:
    """From now on the room is a channel of another server, where the same people are."""
    here.guild = here.env.create_guild("another")
    strict.invite(here.env, here.guild.id)
    here.channel = here.guild.create_text_channel("other-games")
    here.people = {name: here.guild.add_member(person.user) for name, person in here.people.items()}


async def waits_since(database: Database, table: Table, days: int) -> None:
    """So many days ago the table began, and was played last."""
    then = utcnow() - timedelta(days=days)
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == table.row.id).values(started_at=then))
        await session.exec(update(MoveRow).where(col(MoveRow.game_id) == table.row.id).values(at=then))


async def opened(here: Room, game: str, person: MemberActor) -> Table:
    """A new table in the channel that waits for this person."""
    table = await here.open_table(game)
    while table.seat_of(person.id) not in table.game.blocking_seats:
        await here.play_turn(Random(1))
        table = await here.table()
    assert table.seat_of(person.id) in table.game.blocking_seats
    return table


async def play_out(here: Room, person: MemberActor, panel: discord.Message, table: Table) -> discord.Message:
    """The turn of a person through a panel that is open."""
    rng, game_id = Random(1), table.row.id
    seat = table.seat_of(person.id)
    assert seat is not None
    while seat in table.game.to_act:
        panel = await here.choose(person, panel, PLAYERS["greedy"](table.game, seat, rng))
        table = await here.bot.tables.table(game_id)
    return panel


async def test_from_one_table_to_the_next_across_two_servers_until_none_waits(here: Room, database: Database) -> None:
    mine, home = here["anna"], here.channel
    first = await opened(here, "navegador", mine)
    panel = await here.open_panel(mine)
    await elsewhere(here)
    later = await opened(here, "navegador", mine)
    here.channel = here.guild.create_text_channel("third")
    longest = await opened(here, "burgundy", mine)
    await waits_since(database, later, 1)
    await waits_since(database, longest, 2)

    panel = await play_out(here, mine, panel, first)
    assert BURGUNDY in labels(panel)
    assert f"in <#{here.channel.id}>" in panel.content
    panel = shown(await mine.click(panel, label=BURGUNDY))
    assert panel.channel.id == home.id, "in the same place"
    panel = await play_out(here, mine, panel, longest)
    assert NAVEGADOR in labels(panel)
    panel = shown(await mine.click(panel, label=NAVEGADOR))
    panel = await play_out(here, mine, panel, later)
    assert not {NAVEGADOR, BURGUNDY} & set(labels(panel))


@pytest.mark.parametrize(
    "game", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_a_turn_of_each_game_is_played_from_there(database: Database, game: str) -> None:
    async with room(database, *("anna", "ben", "carla")[: engines.GAMES[game].seats.start]) as here:
        mine = here["anna"]
        first = await opened(here, "macao", mine)
        panel = await here.open_panel(mine)
        await elsewhere(here)
        table = await opened(here, game, mine)
        panel = await play_out(here, mine, panel, first)
        panel = shown(await mine.click(panel, label=english("button.next", game=english(f"{game}.title"))))
        panel = await play_out(here, mine, panel, table)
        after = await here.table()
        assert after.row.version > table.row.version
        assert after.seat_of(mine.id) not in after.game.blocking_seats
        assert f"<#{here.channel.id}>" not in panel.content


async def test_who_is_not_waited_for_elsewhere_is_led_nowhere(here: Room) -> None:
    await opened(here, "navegador", here["anna"])
    here.channel = here.guild.create_text_channel("more-games")
    await opened(here, "navegador", here["anna"])
    panel = await here.open_panel(here["ben"])
    assert NAVEGADOR not in labels(panel)
    assert await here.bot.tables.waiting_tables(here["ben"].id) == []


async def test_tables_that_are_paused_or_whose_server_the_bot_has_left_do_not_count(here: Room) -> None:
    first = await opened(here, "navegador", here["anna"])
    anna = here["anna"].id
    await elsewhere(here)
    second = await opened(here, "navegador", here["anna"])
    tables = here.bot.tables
    assert [each.table.row.id for each in await tables.waiting_tables(anna)] == [first.row.id, second.row.id]
    assert [each.table.row.id for each in await tables.waiting_tables(anna, but_not=first.row.id)] == [second.row.id]
    await tables.servers.leave(here.guild.id)
    assert [each.table.row.id for each in await tables.waiting_tables(anna)] == [first.row.id]
    await tables.pauses.pause(first.row.id, anna, "anna")
    assert await tables.waiting_tables(anna) == []


async def test_a_button_to_a_table_that_is_over_is_answered_in_words(here: Room) -> None:
    await opened(here, "navegador", here["anna"])
    first = here.channel
    here.channel = here.guild.create_text_channel("more-games")
    await opened(here, "navegador", here["ben"])
    panel = await here.open_panel(here["anna"])
    assert NAVEGADOR in labels(panel)
    here.channel = first
    await here.bot.tables.play.end((await here.table()).row.id, 0, admin=True)
    refused = shown(await here["anna"].click(panel, label=NAVEGADOR))
    assert refused.content == english("error.game_over")
