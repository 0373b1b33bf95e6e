"""Typed text that is no move, or less than one: politeness, "not yet", questions, "anything but"."""

from __future__ import annotations

import pytest

from engines import Game
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import open_position
from tests.bot.room import Room, open_room
from tests.engines.burgundy import positions as burgundy
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MARKET = {"factories": {"sugar": 3, "spice": 2, "joker": 1}}
BUILDER = {"workers": 6, "money": 500}


async def type_at(database: Database, game: Game, *typed: str) -> tuple[str, list[str]]:
    """Type sentences at a position; return the last text of the panel, and the words that were played."""
    async with open_room(database, "anna", "ben", "carla") as room:
        person = await open_position(room, game, "en")
        last = ""
        for sentence in typed:
            last = (await room.ask(person, "play", move=sentence)).content
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
    person = await open_position(room, on("market1", me=MARKET), language)
    expected = (await room.ask(person, "play", move=plain)).content
    await room.replace_game(on("market1", me=MARKET))
    assert (await room.ask(person, "play", move=typed)).content == expected
    assert not expected.startswith("✗")
    assert await room.moves() == []


@pytest.mark.parametrize("typed", ["I'm not done yet", "no church", "not yet", "church, not yet", "all but a church"])
async def test_what_is_not_meant_leaves_the_panel_as_it_is(database: Database, typed: str) -> None:
    answer, played = await type_at(database, on("builder", me=BUILDER), typed)
    assert played == []
    assert "Did you mean" not in answer
    assert "So far" not in answer


ELSEWHERE = "/describe answers questions about the table, /rules questions about the rules; /hint suggests a move."


async def test_who_asks_learns_where_questions_go_and_may_agree(database: Database) -> None:
    game = on("builder", me=BUILDER)
    typed = "should I build a church?"
    answer, played = await type_at(database, game, typed, typed)
    assert answer.startswith("Did you mean **Church")
    assert answer.splitlines()[1] == ELSEWHERE
    assert played == []


async def test_who_agrees_after_a_question_has_it_done(database: Database) -> None:
    assert (await type_at(database, on("builder", me=BUILDER), "a church?", "yes"))[1] == ["build church"]


async def test_the_first_of_two_decisions_is_not_played_where_both_are_asked_about(database: Database) -> None:
    typed = "should I take workers and hire one?"
    assert (await type_at(database, on("builder", me=BUILDER), typed))[1] == []


async def test_who_asks_what_is_no_move_learns_the_same(database: Database) -> None:
    answer, _ = await type_at(database, on("builder", me=BUILDER), "how is the weather?")
    assert answer.startswith("✗")
    assert ELSEWHERE in answer


@pytest.mark.parametrize("typed", ["why is a factory so dear", "why can't I build a church"])
async def test_who_asks_why_learns_where_questions_go(database: Database, typed: str) -> None:
    answer, played = await type_at(database, on("builder", me=BUILDER), typed)
    assert ELSEWHERE in answer
    assert played == []


@pytest.mark.parametrize(
    ("typed", "command"), [("continue the plan", "/plan"), ("my plan", "/plan"), ("give me a hint", "/hint")]
)
async def test_who_types_what_a_command_does_is_told_the_command(database: Database, typed: str, command: str) -> None:
    answer, played = await type_at(database, on("builder", me=BUILDER), typed)
    assert answer.startswith(f"✗ For that there is {command}.")
    assert played == []


@pytest.mark.parametrize("typed", ["how is the weather?", "I'm broke, what can I even do"])
async def test_a_question_is_called_one_and_is_not_said_to_be_misunderstood(database: Database, typed: str) -> None:
    answer, played = await type_at(database, on("builder", me=BUILDER), typed)
    assert answer.startswith(f"✗ I take “{typed}” for a question, so I have played nothing.")
    assert ELSEWHERE in answer
    assert played == []


async def test_who_asks_why_reads_what_the_panel_says_of_it_and_is_not_asked_to_do_it(database: Database) -> None:
    answer, _ = await type_at(database, on("builder", me=BUILDER), "why a shipyard")
    assert "Did you mean" not in answer
    assert "**Shipyard" in answer


async def test_a_common_question_is_answered_from_the_rules(database: Database) -> None:
    answer, _ = await type_at(database, on("builder", me=BUILDER), "what does the shipyard quux do")
    assert "The rules say: " in answer


async def test_why_the_rest_of_a_text_is_not_possible_is_told_with_the_question_before_it(database: Database) -> None:
    game = burgundy.position(me={"dice": [1, 3]}, depots={"1": ["ship"], "3": ["sheep3"]})
    answer, played = await type_at(database, game, "should I take the ship from depot 1 and sell pink?")
    assert played == []
    assert answer.startswith("Did you mean **Take Ship from depot 1")
    assert answer.splitlines()[1].startswith("✗ You have no pink goods")


@pytest.mark.parametrize(("typed", "is_about_game"), [("is a church worth it?", True), ("can I sail?", False)])
async def test_a_refused_question_about_the_game_says_where_questions_go(
    database: Database, typed: str, is_about_game: bool
) -> None:
    answer, played = await type_at(database, on("market1", me=MARKET), typed)
    assert played == []
    assert answer.startswith("✗")
    assert (ELSEWHERE in answer) == is_about_game


async def test_who_ends_what_must_be_answered_is_told_so(database: Database) -> None:
    answer, played = await type_at(database, navegador.position(me={"stone": "sailing"}), "pass")
    assert answer.startswith("✗ “pass” is not possible here: the question below needs an answer first.\n")
    assert played == []


async def test_a_text_of_which_a_part_is_understood_is_refused_in_one_sentence(database: Database) -> None:
    answer, _ = await type_at(database, on("builder", me=BUILDER), "Portugal is a giraffe")
    assert answer.startswith("✗ I could not place *giraffe*. Choose below")
    assert "I do not understand" not in answer


async def test_a_question_without_a_word_of_the_game_is_answered_by_no_rule(database: Database) -> None:
    game = burgundy.position(me={"dice": (3, 6)})
    answer, _ = await type_at(database, game, "what can I still do?")
    assert "The rules" not in answer
    assert ELSEWHERE in answer
