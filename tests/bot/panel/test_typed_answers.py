"""Typed answers to the panel that say more than yes or no: nothing of them is lost, and yes stays yes."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from tests.bot.ear import played_action
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.room import Room
from tests.bot.typing_words import type_sentences
from tests.engines.macao import positions as macao
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def words_played(room: Room) -> list[str]:
    return [move.words for move in await room.moves()]


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_one_of_several_is_chosen_and_what_follows_is_asked_about(room: Room) -> None:
    fleet = {"fleet": {"portugal": 1, "angola": 1}, "stone": "builder"}
    game = navegador.position(me=fleet, discovered=navegador.up_to("angola"))
    game.play(0, ("rondel", "sailing"))
    answer = await type_sentences(room, game, "a ship to Guiné", "the first one, and then I'm done moving")
    first, *_ = await words_played(room)
    assert first.startswith("sail "), answer
    assert answer.startswith("✓ ")


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_back_leaves_a_question_and_takes_no_move_back(room: Room) -> None:
    fleet = {"fleet": {"portugal": 1, "angola": 1}, "stone": "builder"}
    game = navegador.position(me=fleet, discovered=navegador.up_to("angola"))
    game.play(0, ("rondel", "sailing"))
    answer = await type_sentences(room, game, "a ship to Guiné", "back, the ship from Angola to Guiné")
    assert not answer.startswith(english("panel.undone")), answer
    assert [words.split()[0] for words in await words_played(room)] == ["sail"], answer


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_small_words_behind_yes_are_no_other_move(room: Room) -> None:
    game = macao.position(me={"stock": "RRR", "activated": ["zoll_1"]})
    answer = await type_sentences(room, game, "a red one back with the customs, for a coin", "right, just the one")
    assert await words_played(room) == ["use zoll_1"], answer


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_what_says_nothing_new_is_not_asked_about(room: Room) -> None:
    answer = await type_sentences(room, on("workers"), "hire one worker, number twenty-two")
    assert not answer.startswith("✓ 1 worker\nDid you mean"), answer


@sqlite
@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "oh no, take that back, I wanted the workers"),
        ("en", "ok then, undo that"),
        ("en", "well undo that"),
        ("en", "hmm, no, take it back please"),
        ("de", "oh nein, nimm das zurück bitte"),
        ("nl", "ach, neem dat terug"),
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_move_is_taken_back_in_the_words_of_a_chat(room: Room, language: str, typed: str) -> None:
    await room.open_table("navegador", order="joining")
    person = (await room.deciding())[0]
    await room.ask(person, "play", move="rondel ships")
    await person.slash(room.channel, "language", language=language)
    answer = await room.ask(person, "play", move=typed)
    assert answer.content.startswith(texts_in(language).say("panel.undone")), answer.content
    assert await words_played(room) == ["rondel ships", ""]


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_one_is_enough_is_one(room: Room) -> None:
    answer = await type_sentences(
        room, navegador.position(me={"money": 300}), "I'd go to the workers and hire one, please", "one is enough"
    )
    assert await words_played(room) == ["rondel workers", "workers 1"], answer


@pytest.mark.parametrize("typed", ["the one just before the colony space", "to the market in front of the colony"])
def test_the_market_before_a_space_is_not_that_space(typed: str) -> None:
    assert played_action(navegador.position(), "en", typed) == "rondel market1"


@sqlite
@pytest.mark.parametrize(
    ("pressed", "played"), [(("wall", "2"), ["wall 2", "tribute"]), (("quarter", "q22"), ["quarter q22"])]
)
@pytest.mark.room("anna", "ben", "carla")
async def test_what_waits_is_played_only_after_what_was_begun(
    room: Room, pressed: tuple[str, ...], played: list[str]
) -> None:
    await room.open_table("macao", order="joining")
    await room.replace_game(macao.position(me={"stock": "RRRRR", "gold": 9}))
    person = await room.person_at(0)
    older_panel = await room.open_panel(person)
    answer = await room.ask(person, "play", move="wall, then tribute")
    assert english("panel.waits", typed="tribute") in answer.content
    await room.choose(person, answer if pressed[0] == "wall" else older_panel, pressed)
    assert await words_played(room) == played
