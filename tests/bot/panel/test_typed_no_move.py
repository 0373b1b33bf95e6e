"""What is typed at a table and is no move, or less than one: politeness, "not yet", questions, "anything but"."""

from __future__ import annotations

import pytest

from engines import Game
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import Room, open_room
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MARKET = {"factories": {"sugar": 3, "spice": 2, "joker": 1}}
BUILDER = {"workers": 6, "money": 500}


async def said(database: Database, game: Game, *typed: str) -> tuple[str, list[str]]:
    """What the panel says last, and what was played."""
    async with open_room(database, "anna", "ben", "carla") as room:
        person = await seated(room, game, "en")
        last = ""
        for each in typed:
            last = (await room.ask(person, "play", move=each)).content
        return last, [move.words for move in await room.moves()]


@pytest.mark.parametrize(
    ("language", "typed", "plain"),
    [
        ("en", "sugar, please", "run my sugar"),
        ("en", "sugar, ok", "run my sugar"),
        ("en", "sugar, no", "run my sugar"),
        ("de", "Zucker, bitte", "verarbeite Zucker"),
        ("nl", "suiker, graag", "verwerk suiker"),
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_politeness_behind_what_is_only_begun_costs_nothing(
    room: Room, language: str, typed: str, plain: str
) -> None:
    person = await seated(room, on("market1", me=MARKET), language)
    expected = (await room.ask(person, "play", move=plain)).content
    await room.put(on("market1", me=MARKET))
    assert (await room.ask(person, "play", move=typed)).content == expected
    assert not expected.startswith("✗")
    assert await room.moves() == []


@pytest.mark.parametrize("typed", ["I'm not done yet", "no church", "not yet", "church, not yet", "all but a church"])
async def test_what_is_not_meant_leaves_the_panel_as_it_is(database: Database, typed: str) -> None:
    told, played = await said(database, on("builder", me=BUILDER), typed)
    assert played == []
    assert "Did you mean" not in told
    assert "So far" not in told


ELSEWHERE = "Questions about the table go to /describe, questions about the rules to /rules."


async def test_who_asks_learns_where_questions_go_and_may_agree(database: Database) -> None:
    game = on("builder", me=BUILDER)
    typed = "should I build a church?"
    told, played = await said(database, game, typed, typed)
    assert told.startswith("Did you mean **Church")
    assert told.splitlines()[1] == ELSEWHERE
    assert played == []


async def test_who_agrees_after_a_question_has_it_done(database: Database) -> None:
    assert (await said(database, on("builder", me=BUILDER), "a church?", "yes"))[1] == ["build church"]


async def test_the_first_of_two_decisions_is_not_played_where_both_are_asked_about(database: Database) -> None:
    typed = "should I take workers and hire one?"
    assert (await said(database, on("builder", me=BUILDER), typed))[1] == []


async def test_who_asks_what_is_no_move_learns_the_same(database: Database) -> None:
    told, _ = await said(database, on("builder", me=BUILDER), "how is the weather?")
    assert told.startswith("✗")
    assert ELSEWHERE in told


@pytest.mark.parametrize(
    ("typed", "command"), [("continue the plan", "/plan"), ("my plan", "/plan"), ("give me a hint", "/hint")]
)
async def test_who_types_what_a_command_does_is_told_the_command(database: Database, typed: str, command: str) -> None:
    told, played = await said(database, on("builder", me=BUILDER), typed)
    assert told.startswith(f"✗ For that there is {command}.")
    assert played == []
