"""Who comes back disturbs nobody, and what was offered meanwhile is offered no more."""

from __future__ import annotations

import discord
import pytest

from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


def boards(room: Room) -> int:
    """Return how many messages of the channel have a board."""
    return sum(bool(message.attachments) for message in room.history())


def offers(room: Room) -> list[list[str]]:
    """Return the buttons of the messages without a board."""
    return [labels(message) for message in room.history() if not message.attachments]


async def leave(room: Room, *, is_on_turn: bool) -> str:
    """Have a player leave for now; return who that is."""
    waiting, other = await room.deciding()
    person = waiting if is_on_turn else other
    await room.bot.tables.seating.leave((await room.table()).row.id, person.id)
    await room.bot.worker.idle()
    return str(person.name)


@sqlite
async def test_who_comes_back_in_anothers_turn_posts_no_board_and_pings_nobody(room: Room) -> None:
    await room.open_table()
    name = await leave(room, is_on_turn=False)
    before = boards(room)
    called = len(room.called())
    await room.bot.tables.seating.come_back((await room.table()).row.id, room[name].id)
    await room.bot.worker.idle()
    assert boards(room) == before
    assert room.called()[called:] == [[]]
    assert f"**{name}** is back" in room.last.content


@sqlite
async def test_who_comes_back_takes_the_offers_of_the_seat_with_them(room: Room) -> None:
    await room.open_table()
    name = await leave(room, is_on_turn=False)
    assert any("Play on" in label or name in label for offer in offers(room) for label in offer), offers(room)
    await room.bot.tables.seating.come_back((await room.table()).row.id, room[name].id)
    await room.bot.worker.idle()
    assert offers(room) == [[] for _ in offers(room)]


@sqlite
async def test_the_end_of_a_game_takes_the_offers_of_its_seats_away(room: Room) -> None:
    await room.open_table()
    await leave(room, is_on_turn=False)
    manager = room.enter("mona", manages=True)
    await room.bot.tables.play.end((await room.table()).row.id, manager.id, admin=True)
    await room.bot.worker.idle()
    assert offers(room) == [[] for _ in offers(room)]


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_an_offer_that_another_one_still_needs_stays(room: Room) -> None:
    await room.open_table()
    waiting, _ = await room.deciding()
    away = [person for person in room.people.values() if person.id != waiting.id]
    game_id = (await room.table()).row.id
    for person in away:
        await room.bot.tables.seating.leave(game_id, person.id)
    await room.bot.worker.idle()
    notices: list[discord.Message] = [message for message in room.history() if message.content and labels(message)]
    await room.bot.tables.seating.come_back(game_id, away[0].id)
    await room.bot.worker.idle()
    kept = {message.id: labels(message) for message in room.history()}
    of_the_other = [message for message in notices if str(away[1].name) in message.content]
    assert any(labels(message) == kept[message.id] for message in of_the_other)
