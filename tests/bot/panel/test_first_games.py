"""In the first game of a person the panel explains each question in a sentence more, unless that is switched off."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.panel.layout import learn_id
from bot.tables import Table, Tables
from bot.wording import texts_in
from engines.players import PLAYERS
from storage import games
from tests.bot.filling import fill
from tests.bot.lobbies import ANNA, BEN, MANAGER, opened, started
from tests.bot.room import Room

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]

WORDS = texts_in("en")


@pytest.mark.parametrize("key", engines.GAMES)
@pytest.mark.room("anna", "ben", "carla")
async def test_the_first_table_of_a_game_explains_and_no_later_one(room: Room, key: str) -> None:
    room.questions = True
    experienced = set[int]()
    for _ in range(2):
        table = await room.open_table(key)
        person = (await room.deciding())[0]
        seat = table.game.to_act[0]
        explained = WORDS.say(learn_id(key, table.game.prompt(seat).message))
        panel = await room.open_panel(person)
        assert panel.content.count(explained) == (0 if person.id in experienced else 1)
        await room.bot.tables.play.act(table.row.id, person.id, table.game.legal(seat)[0])
        experienced.add(person.id)
        await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)


async def knows(tables: Tables, user: int, key: str, table: Table) -> bool:
    """Return whether somebody has played a game before this table."""
    async with tables.database.reading() as session:
        return await games.played_before(session, user, key, table.row.id)


async def decide(tables: Tables, table: Table) -> tuple[int, int]:
    """Play a move for whoever is to decide; return that person and the other one."""
    seat = table.game.to_act[0]
    mover = table.user_at(seat)
    assert mover is not None
    await tables.play.act(table.row.id, mover, table.game.legal(seat)[0])
    return mover, ANNA + BEN - mover


async def test_a_second_table_takes_no_explanation_from_the_first_nor_does_a_lobby_count(tables: Tables) -> None:
    await opened(tables, channel_id=4)
    first, second = [await started(tables, BEN, channel_id=channel) for channel in (5, 6)]
    mover, _ = await decide(tables, first)
    assert not await knows(tables, mover, "navegador", first)
    assert await knows(tables, mover, "navegador", second)
    for key in ("burgundy", "macao", "mmn"):
        assert not await knows(tables, mover, key, second), "who knows one game need not know another"


async def test_a_table_that_ended_before_the_own_first_move_does_not_count_as_played(tables: Tables) -> None:
    first = await started(tables, BEN, channel_id=5)
    mover, other = await decide(tables, first)
    await tables.play.end(first.row.id, MANAGER, admin=True)
    second = await started(tables, BEN, channel_id=6)
    assert await knows(tables, mover, "navegador", second)
    assert not await knows(tables, other, "navegador", second)


async def test_a_move_that_was_taken_back_does_not_count_as_played(tables: Tables) -> None:
    first = await started(tables, BEN, channel_id=5)
    mover, _ = await decide(tables, first)
    await tables.play.undo(first.row.id, mover)
    second = await started(tables, BEN, channel_id=6)
    assert not await knows(tables, mover, "navegador", second)


async def test_who_needs_no_explanation_has_none(room: Room) -> None:
    room.questions = True
    person, _ = await room.begin()
    assert "💡" in (await room.open_panel(person)).content
    form = await person.click(await room.ask(person, "me settings"), label="Change …")
    await fill(person, form, more=["ask_end"])
    assert "💡" not in (await room.open_panel(person)).content


@pytest.mark.parametrize("key", ["burgundy", "macao"])
@pytest.mark.parametrize("later", [False, True])
async def test_it_says_one_thing_at_a_time_later_what_is_worth_having_in_the_position(
    room: Room, key: str, later: bool
) -> None:
    room.questions = True
    table = await room.open_table(key, order="joining")
    game = table.game.copy()
    rng = Random(1)
    while not game.advice(game.to_act[0]) or later != (game.state.turn > 1):
        game.play(game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], rng))
    await room.put(game)
    seat = game.to_act[0]
    person = room["anna"] if table.user_at(seat) == room["anna"].id else room["ben"]
    told = (await room.open_panel(person)).content
    advised = WORDS.message(key, game.advice(seat)[0], table.names)
    tip = advised if later else WORDS.say(learn_id(key, game.prompt(seat).message))
    assert [line for line in told.split("\n") if line.startswith("💡")] == [f"💡 {tip}"]
