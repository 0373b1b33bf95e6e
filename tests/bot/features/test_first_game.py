"""The first game after the lessons, which one button begins."""

from __future__ import annotations

import discord
import pytest

from engines import GAMES, lessons
from engines.lessons import LESSONS
from engines.record import notation
from storage import people
from storage.database import Database
from tests.bot.english import english
from tests.bot.features.test_lessons import choose_lesson, press, say
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def end_last_lesson(room: Room, game: str = "macao") -> discord.Message:
    """Solve the last lesson of a game and return its message."""
    last = [lesson for lesson in LESSONS.values() if lesson.game == game][-1]
    message = await choose_lesson(room, last.number)
    decisions = list[str]()
    while solutions := lessons.solutions(last, decisions):
        decisions.append(notation(solutions[0]))
        message = await say(room, message, decisions[-1])
    return message


@sqlite
@pytest.mark.parametrize("game", GAMES)
async def test_after_the_lessons_a_first_game_against_easy_computers_begins_at_once(room: Room, game: str) -> None:
    answer = await press(room, await end_last_lesson(room, game), english("button.first_game"))
    assert "has begun in this channel, against 2 computers" in answer.content
    assert f"**{english('button.move')}**" in answer.content
    table = await room.table()
    assert table.is_running
    assert (table.row.key, len(table.seats)) == (game, lessons.FIRST_GAMES[game].seats)
    assert [seat.computer for seat in table.seats].count("easy") == len(table.seats) - 1
    assert table.players == [room["anna"].id]
    lobby = min(room.history(), key=lambda message: message.id)
    assert not list(controls(lobby)), "nobody joins any more"


@sqlite
async def test_who_wants_no_explanations_is_promised_none(room: Room, database: Database) -> None:
    async with database.transaction() as session:
        await people.change_settings(session, room["anna"].id, lambda _: {"learn": False})
    answer = await press(room, await end_last_lesson(room), english("button.first_game"))
    assert "Only somebody's first game explains each question" in answer.content


@sqlite
async def test_where_a_table_is_already_no_first_game_begins(room: Room) -> None:
    last_lesson = await end_last_lesson(room)
    await press(room, last_lesson, english("button.first_game"))
    refusal = await press(room, last_lesson, english("button.first_game"))
    assert "already has a table" in refusal.content
    assert (await room.table()).is_running, "the first one goes on"


@sqlite
async def test_in_direct_messages_it_is_told_where_a_first_game_can_be(room: Room) -> None:
    message = shown_message(await room["anna"].user.slash("learn", game="macao"))
    message = shown_message(await room["anna"].user.click(message, label=english("button.lesson_all")))
    answer = shown_message(await room["anna"].user.click(message, label=english("button.first_game")))
    assert "needs a channel of a server" in answer.content
