"""Moves that are typed twice within a minute, perhaps only because the answer got lost."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord.actors import MemberActor
from sqlmodel import select

from engines.mmn import hands as counting
from engines.mmn.game import Mmn
from storage.models import MoveKind, MoveRow
from tests.bot.english import english
from tests.bot.parts import labels
from tests.bot.room import Room
from tests.engines.mmn.positions import position

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
AGAIN = english("button.again")
TRADE = "bank 4 wool for ore"


async def put_at_the_market(room: Room) -> None:
    """Put the table where seat 0 has enough for two trades with the bank."""
    await room.open_table("mmn", order="joining")
    await room.replace_game(position(me={"hand": "8 wool"}))


async def hand_counts(room: Room) -> list[int]:
    """Return the number of cards of each kind that seat 0 has."""
    game = (await room.table()).game
    assert isinstance(game, Mmn)
    return game.state.players[0].hand


def card_counts(text: str) -> list[int]:
    """Return the numbers of cards of a hand that is written down."""
    return counting.amounts(text.split()) or []


async def age_log(room: Room, wait: timedelta) -> None:
    """Move everything in the log into the past."""
    async with room.database.transaction() as session:
        for row in (await session.exec(select(MoveRow))).all():
            row.at -= wait
            session.add(row)


def asks_again(answer: discord.Message) -> bool:
    return AGAIN in labels(answer)


@pytest.mark.room("anna", "ben", "carla")
async def test_a_move_that_is_typed_again_at_once_is_asked_about(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    answer = await room.ask(room["anna"], "play", move=TRADE)
    assert "You did this a moment ago" in answer.content
    assert asks_again(answer)
    assert await hand_counts(room) == card_counts("4 wool 1 ore"), "nothing is done unasked"


@pytest.mark.room("anna", "ben", "carla")
async def test_a_repetition_is_carried_out_whole_once_it_is_confirmed(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    answer = await room.ask(room["anna"], "play", move=TRADE)
    await room["anna"].click(answer, label=AGAIN)
    assert await hand_counts(room) == card_counts("2 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_a_third_time_is_no_answer_to_the_question(room: Room) -> None:
    await put_at_the_market(room)
    for _ in range(3):
        answer = await room.ask(room["anna"], "play", move=TRADE)
    assert asks_again(answer)
    assert await hand_counts(room) == card_counts("4 wool 1 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_yes_is_an_answer_to_the_question(room: Room) -> None:
    await put_at_the_market(room)
    for move in (TRADE, TRADE, "yes"):
        await room.ask(room["anna"], "play", move=move)
    assert await hand_counts(room) == card_counts("2 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_the_question_survives_a_restart_of_the_bot(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    await room.restart()
    answer = await room.ask(room["anna"], "play", move=TRADE)
    assert asks_again(answer)


@pytest.mark.room("anna", "ben", "carla")
async def test_the_same_in_other_words_is_the_same(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    answer = await room.ask(room["anna"], "play", move="Bank: 4 wool for an ore please")
    assert asks_again(answer)
    assert await hand_counts(room) == card_counts("4 wool 1 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_after_a_minute_nobody_asks(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    await age_log(room, timedelta(seconds=61))
    await room.ask(room["anna"], "play", move=TRADE)
    assert await hand_counts(room) == card_counts("2 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_another_move_is_not_asked_about(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    answer = await room.ask(room["anna"], "play", move="bank 4 wool for brick")
    assert not asks_again(answer)
    assert await hand_counts(room) == card_counts("1 brick 1 ore")


async def make_two_decisions(room: Room) -> MemberActor:
    """Make two decisions that can be taken back one after the other; return whose they are."""
    person, _ = await room.begin()
    await room.decide(person, "rondel", "ships")
    await room.decide(person, "ships", "2")
    return person


async def undo_count(room: Room) -> int:
    """Return how often something was taken back."""
    return sum(move.kind == MoveKind.UNDO for move in await room.moves())


async def undo_in_one_way(room: Room, person: MemberActor, command: str) -> discord.Message:
    return await room.ask(person, "undo") if command == "/undo" else await room.ask(person, "play", move=command)


@pytest.mark.parametrize("command", ["/undo", "undo", "oh no, take that back"])
async def test_an_undo_that_is_typed_again_at_once_is_asked_about(room: Room, command: str) -> None:
    person = await make_two_decisions(room)
    await undo_in_one_way(room, person, command)
    answer = await undo_in_one_way(room, person, command)
    assert answer.content == english("panel.undo_again")
    assert await undo_count(room) == 1
    await person.click(answer, label=AGAIN)
    assert await undo_count(room) == 2


async def test_an_undo_of_a_turn_that_is_typed_again_is_asked_about(room: Room) -> None:
    person = await make_two_decisions(room)
    await room.ask(person, "undo")
    answer = await room.ask(person, "undo", turn=True)
    assert answer.content == english("panel.undo_again")
    assert await undo_count(room) == 1


async def test_pressing_undo_twice_is_not_asked_about(room: Room) -> None:
    person = await make_two_decisions(room)
    answer = await room.ask(person, "undo")
    await person.click(answer, label="Undo")
    assert await undo_count(room) == 2


async def test_an_undo_after_another_move_is_not_asked_about(room: Room) -> None:
    person = await make_two_decisions(room)
    await room.ask(person, "undo")
    await room.decide(person, "ships", "1")
    await room.ask(person, "undo")
    assert await undo_count(room) == 2


async def test_an_undo_after_a_minute_is_not_asked_about(room: Room) -> None:
    person = await make_two_decisions(room)
    await room.ask(person, "undo")
    await age_log(room, timedelta(seconds=61))
    await room.ask(person, "undo")
    assert await undo_count(room) == 2


@pytest.mark.room("anna", "ben", "carla")
async def test_another_of_the_same_is_no_repetition(room: Room) -> None:
    await put_at_the_market(room)
    await room.ask(room["anna"], "play", move=TRADE)
    answer = await room.ask(room["anna"], "play", move=f"{TRADE} again")
    assert not asks_again(answer)
    assert await hand_counts(room) == card_counts("2 ore")


@pytest.mark.room("anna", "ben", "carla")
async def test_what_was_asked_about_and_is_not_played_is_named(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    person = await room.person_at((await room.table()).game.to_act[0])
    question = await room.ask(person, "play", move="privilege qwxyz")
    assert "Did you mean" in question.content
    answer = await room.ask(person, "play", move="workers")
    assert answer.content.startswith("Not played: **Privilege**. You did not confirm it.")
    assert await room.moves()


@pytest.mark.room("anna", "ben", "carla")
async def test_what_was_asked_about_and_is_a_part_of_the_next_text_is_not_called_unplayed(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    person = await room.person_at((await room.table()).game.to_act[0])
    await room.ask(person, "play", move="go to the workers qwxyz")
    answer = await room.ask(person, "play", move="workers, then hire one")
    assert "Not played" not in answer.content
    assert await room.moves()
