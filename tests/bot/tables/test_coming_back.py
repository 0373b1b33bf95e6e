"""Who comes back disturbs nobody, and what was offered meanwhile is offered no more."""

from __future__ import annotations

import discord
import pytest

from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


def boards(here: Room) -> int:
    """Return how many messages of the channel have a board."""
    return sum(bool(message.attachments) for message in here.history())


def offers(here: Room) -> list[list[str]]:
    """Return the buttons of the messages without a board."""
    return [labels(message) for message in here.history() if not message.attachments]


async def leave(here: Room, *, is_on_turn: bool) -> str:
    """Have a player leave for now; return who that is."""
    waiting, other = await here.deciding()
    person = waiting if is_on_turn else other
    await here.bot.tables.seating.leave((await here.table()).row.id, person.id)
    await here.bot.worker.idle()
    return str(person.name)


@sqlite
async def test_who_comes_back_in_anothers_turn_posts_no_board_and_pings_nobody(here: Room) -> None:
    await here.open_table()
    name = await leave(here, is_on_turn=False)
    before, called = boards(here), len(here.called())
    await here.bot.tables.seating.come_back((await here.table()).row.id, here[name].id)
    await here.bot.worker.idle()
    assert boards(here) == before
    assert here.called()[called:] == [[]]
    assert f"**{name}** is back" in here.last.content


@sqlite
async def test_who_comes_back_takes_the_offers_of_the_seat_with_them(here: Room) -> None:
    await here.open_table()
    name = await leave(here, is_on_turn=False)
    assert any("Play on" in label or name in label for each in offers(here) for label in each), offers(here)
    await here.bot.tables.seating.come_back((await here.table()).row.id, here[name].id)
    await here.bot.worker.idle()
    assert offers(here) == [[] for _ in offers(here)]


@sqlite
async def test_the_end_of_a_game_takes_the_offers_of_its_seats_away(here: Room) -> None:
    await here.open_table()
    await leave(here, is_on_turn=False)
    manager = here.enter("mona", manages=True)
    await here.bot.tables.play.end((await here.table()).row.id, manager.id, admin=True)
    await here.bot.worker.idle()
    assert offers(here) == [[] for _ in offers(here)]


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_an_offer_that_another_one_still_needs_stays(here: Room) -> None:
    await here.open_table()
    waiting, _ = await here.deciding()
    away = [person for person in here.people.values() if person.id != waiting.id]
    game_id = (await here.table()).row.id
    for person in away:
        await here.bot.tables.seating.leave(game_id, person.id)
    await here.bot.worker.idle()
    notices: list[discord.Message] = [message for message in here.history() if message.content and labels(message)]
    await here.bot.tables.seating.come_back(game_id, away[0].id)
    await here.bot.worker.idle()
    kept = {message.id: labels(message) for message in here.history()}
    of_the_other = [message for message in notices if str(away[1].name) in message.content]
    assert any(labels(message) == kept[message.id] for message in of_the_other)
