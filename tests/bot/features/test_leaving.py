"""Resigning, ending, and people who are simply gone."""

from __future__ import annotations

from random import Random

import pytest

from storage.database import Database
from storage.models import Status
from tests.bot.english import english
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room
from tests.bot.waiting import a_week_passes

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_a_computer_plays_on_for_who_resigns(room: Room) -> None:
    person, next_person = await room.begin()
    question = await room.ask(person, "game resign")
    assert question.content.startswith("Resign from **Navegador**?")
    assert (await room.table()).row.turn == 1
    answer = shown_message(await person.click(question, label="Resign"))
    assert (answer.content, labels(answer)) == ("You have resigned.", [])
    assert f"🏳 **{person.name}** resigns; **Computer " in room.last.content
    assert f"▶ {next_person.mention}, it is your turn" in room.last.content
    assert room.pinged_users()[-1] == [next_person.id]
    assert (await room.open_panel(person)).content == english("error.not_seated")
    second_answer = await room.ask(person, "game resign")
    assert second_answer.content == english("error.not_seated")


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_puts_a_computer_in_the_place_of_somebody_who_is_gone(room: Room, database: Database) -> None:
    await room.open_table(order="joining")
    for stranger in (room["ben"], room.enter("yann")):
        refusal = await room.ask(stranger, "game resign", player=2)
        assert refusal.content.startswith("Only the host"), refusal.content
    empty_seat_answer = await room.ask(room["anna"], "game resign", player=7)
    assert empty_seat_answer.content == english("error.nobody_there")
    choices = await room["anna"].autocomplete(room.channel, "game resign", "player", "car")
    assert [(choice["name"], choice["value"]) for choice in choices] == [("carla", 2)]
    refusal = await room.ask(room["anna"], "game resign", player=2)
    assert refusal.content.startswith("**carla** still has time.")
    while (await room.table()).game.to_act != (2,):
        await room.play_turn(Random(1))
    await a_week_passes(database)
    question = await room.ask(room["anna"], "game resign", player=2)
    assert question.content.startswith("Let a computer take over the seat of **carla**")
    answer = shown_message(await room["anna"].click(question, label="Resign"))
    assert answer.content == english("reply.done_replace")
    table = await room.table()
    assert table.computer_at(2) == "normal"
    assert table.players == [room["anna"].id, room["ben"].id]


async def test_when_all_resign_the_game_is_abandoned(room: Room) -> None:
    await room.open_table()
    for person in room.people.values():
        await person.click(await room.ask(person, "game resign"), label="Resign")
    assert english("say.abandoned") in room.last.content
    assert (await room.table()).row.status == Status.ABANDONED
    assert (await room.ask(room["anna"], "game new", game="navegador")).content.startswith("Your table is open")


@pytest.mark.parametrize("name", ["anna", "mona"])
async def test_a_manager_ends_the_game_or_the_host_who_is_alone(room: Room, name: str) -> None:
    manager = room.enter("mona", manages=True)
    await room.open_table()
    host_refusal = await room.ask(room["anna"], "game end")
    assert host_refusal.content == english("error.end_by_vote")
    if name == "anna":
        await room.leave(room["ben"])
        assert (await room.ask(room["anna"], "game end")).content == host_refusal.content, "Ben may come back"
        await room["ben"].click(await room.ask(room["ben"], "game resign"), label="Resign")
    person = {"anna": room["anna"], "mona": manager}[name]
    question = await room.ask(person, "game end")
    assert question.content == "End **Navegador** for everybody, without a result?"
    assert (await room.table()).is_running
    answer = shown_message(await person.click(question, label="End the game"))
    assert answer.content == english("reply.done_end")
    assert room.last.content.startswith(english("say.ended"))
    assert (await room.table()).row.status == Status.ABANDONED
    for message in room.history():
        assert "▶" not in message.content, "nobody is to move"
        assert "Your move" not in labels(message)


async def test_a_guest_or_stranger_does_not_end_the_game(room: Room) -> None:
    await room.open_table()
    for person in (room["ben"], room.enter("zoe")):
        answer = await room.ask(person, "game end")
        assert answer.content == english("error.not_host")
        assert labels(answer) == []
    assert (await room.ask(room.enter("yann"), "game resign")).content == english("error.not_seated")
    assert (await room.table()).is_running


async def test_a_lobby_is_neither_resigned_from_nor_ended(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="navegador")
    for command in ("game resign", "game end"):
        assert (await room.ask(room["anna"], command)).content == english("error.not_started")


@pytest.mark.room("anna", "ben", "carla")
async def test_a_member_who_left_keeps_the_seat_and_a_manager_can_end_the_game(room: Room) -> None:
    await room.open_table(order="joining")
    manager = room.enter("mona", manages=True)
    absent_member, _ = await room.deciding()
    room.guild.remove_member(absent_member)
    remaining_members = [person for person in room.people.values() if person is not absent_member]
    assert (await room.open_panel(remaining_members[0])).content == f"It is **{absent_member.name}**'s turn."
    assert (await room.ask(remaining_members[0], "board")).attachments
    assert (await room.table()).seat_of(absent_member.id) is not None
    await manager.click(await room.ask(manager, "game end"), label="End the game")
    assert (await room.table()).row.status == Status.ABANDONED


async def test_others_play_on_while_somebody_is_gone_and_call_them_when_it_is_their_turn(room: Room) -> None:
    person, absent_member = await room.begin()
    room.guild.remove_member(absent_member)
    await room.ask(person, "play", move="rondel ships")
    await room.ask(person, "play", move="pass")
    assert f"▶ {absent_member.mention}, it is your turn (turn 2)." in room.last.content
    room.guild.add_member(absent_member.user)
    assert (await room.open_panel(absent_member)).content.startswith("**Navegador** · round 1, turn 2")


async def test_who_thinks_better_of_resigning_plays_on(room: Room) -> None:
    person, _ = await room.begin()
    question = await room.ask(person, "game resign")
    assert "/game leave" in question.content
    assert labels(question) == ["Resign", "No, play on"]
    answer = shown_message(await person.click(question, label="No, play on"))
    assert (answer.content, labels(answer)) == ("Nothing has changed; the game continues.", [])
    assert sorted((await room.table()).players) == sorted(user.id for user in room.people.values())
    assert (await room.deciding())[0] is person


@pytest.mark.parametrize("way", ["command", "button"])
async def test_who_leaves_in_the_middle_of_a_turn_is_asked_first(room: Room, way: str) -> None:
    person, _ = await room.begin()
    if way == "command":
        question = await room.ask(person, "game leave")
    else:
        panel = await room.ask(person, "seats")
        question = shown_message(await person.click(panel, label=english("button.seats.leave")))
    assert question.content.startswith("Leave **Navegador** for now? The table is waiting for you")
    assert (await room.table()).seat_of(person.id) is not None
    kept = shown_message(await person.click(question, label=english("button.stay")))
    assert kept.content == english("reply.done_stay")
    assert (await room.table()).seat_of(person.id) is not None
    assert (await room.leave(person)).content.startswith("You have left for now")
    assert (await room.table()).seat_of(person.id) is None
