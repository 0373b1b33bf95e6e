"""Resigning, ending, and people who are simply gone."""

from __future__ import annotations

from random import Random

import pytest

from storage.database import Database
from storage.models import Status
from tests.bot.english import english
from tests.bot.parts import labels, shown
from tests.bot.room import Room
from tests.bot.waiting import a_week_passes

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_a_computer_plays_on_for_who_resigns(here: Room) -> None:
    person, other = await here.begin()
    question = await here.ask(person, "game resign")
    assert question.content.startswith("Resign from **Navegador**?")
    assert (await here.table()).row.turn == 1
    told = shown(await person.click(question, label="Resign"))
    assert (told.content, labels(told)) == ("You have resigned.", [])
    assert f"🏳 **{person.name}** resigns; **Computer " in here.last.content
    assert f"▶ {other.mention}, it is your turn" in here.last.content
    assert here.called()[-1] == [other.id]
    assert (await here.open_panel(person)).content == english("error.not_seated")
    again = await here.ask(person, "game resign")
    assert again.content == english("error.not_seated")


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_puts_a_computer_in_the_place_of_somebody_who_is_gone(here: Room, database: Database) -> None:
    await here.open_table(order="joining")
    for stranger in (here["ben"], here.enter("yann")):
        refused = await here.ask(stranger, "game resign", player=2)
        assert refused.content.startswith("Only the host"), refused.content
    nobody = await here.ask(here["anna"], "game resign", player=7)
    assert nobody.content == english("error.nobody_there")
    choices = await here["anna"].autocomplete(here.channel, "game resign", "player", "car")
    assert [(choice["name"], choice["value"]) for choice in choices] == [("carla", 2)]
    refused = await here.ask(here["anna"], "game resign", player=2)
    assert refused.content.startswith("**carla** still has time.")
    while (await here.table()).game.to_act != (2,):
        await here.play_turn(Random(1))
    await a_week_passes(database)
    question = await here.ask(here["anna"], "game resign", player=2)
    assert question.content.startswith("Let a computer take over the seat of **carla**")
    told = shown(await here["anna"].click(question, label="Resign"))
    assert told.content == english("reply.done_replace")
    table = await here.table()
    assert table.computer_at(2) == "normal"
    assert table.players == [here["anna"].id, here["ben"].id]


async def test_when_all_resign_the_game_is_abandoned(here: Room) -> None:
    await here.open_table()
    for person in here.people.values():
        await person.click(await here.ask(person, "game resign"), label="Resign")
    assert english("say.abandoned") in here.last.content
    assert (await here.table()).row.status == Status.ABANDONED
    assert (await here.ask(here["anna"], "game new", game="navegador")).content.startswith("Your table is open")


@pytest.mark.parametrize("who", ["anna", "mona"])
async def test_a_manager_ends_the_game_or_the_host_who_is_alone(here: Room, who: str) -> None:
    manager = here.enter("mona", manages=True)
    await here.open_table()
    alone = await here.ask(here["anna"], "game end")
    assert alone.content == english("error.end_by_vote")
    if who == "anna":
        await here.ask(here["ben"], "game leave")
        assert (await here.ask(here["anna"], "game end")).content == alone.content, "Ben may come back"
        await here["ben"].click(await here.ask(here["ben"], "game resign"), label="Resign")
    person = {"anna": here["anna"], "mona": manager}[who]
    question = await here.ask(person, "game end")
    assert question.content == "End **Navegador** for everybody, without a result?"
    assert (await here.table()).is_running
    told = shown(await person.click(question, label="End the game"))
    assert told.content == english("reply.done_end")
    assert here.last.content.startswith(english("say.ended"))
    assert (await here.table()).row.status == Status.ABANDONED
    for message in here.history():
        assert "▶" not in message.content, "nobody is to move"
        assert "Your move" not in labels(message)


async def test_a_guest_or_stranger_does_not_end_the_game(here: Room) -> None:
    await here.open_table()
    for person in (here["ben"], here.enter("zoe")):
        told = await here.ask(person, "game end")
        assert told.content == english("error.not_host")
        assert labels(told) == []
    assert (await here.ask(here.enter("yann"), "game resign")).content == english("error.not_seated")
    assert (await here.table()).is_running


async def test_a_lobby_is_neither_resigned_from_nor_ended(here: Room) -> None:
    await here.ask(here["anna"], "game new", game="navegador")
    for command in ("game resign", "game end"):
        assert (await here.ask(here["anna"], command)).content == english("error.not_started")


@pytest.mark.room("anna", "ben", "carla")
async def test_a_member_who_left_keeps_the_seat_and_a_manager_can_end_the_game(here: Room) -> None:
    await here.open_table(order="joining")
    manager = here.enter("mona", manages=True)
    gone, _ = await here.deciding()
    here.guild.remove_member(gone)
    left = [person for person in here.people.values() if person is not gone]
    assert (await here.open_panel(left[0])).content == f"It is **{gone.name}**'s turn."
    assert (await here.ask(left[0], "board")).attachments
    assert (await here.table()).seat_of(gone.id) is not None
    await manager.click(await here.ask(manager, "game end"), label="End the game")
    assert (await here.table()).row.status == Status.ABANDONED


async def test_others_play_on_while_somebody_is_gone_and_call_them_when_it_is_their_turn(here: Room) -> None:
    person, gone = await here.begin()
    here.guild.remove_member(gone)
    await here.ask(person, "play", move="rondel ships")
    await here.ask(person, "play", move="pass")
    assert f"▶ {gone.mention}, it is your turn (turn 2)." in here.last.content
    here.guild.add_member(gone.user)
    assert (await here.open_panel(gone)).content.startswith("**Navegador** · round 1, turn 2")


async def test_who_thinks_better_of_resigning_plays_on(here: Room) -> None:
    person, _ = await here.begin()
    question = await here.ask(person, "game resign")
    assert "/game leave" in question.content
    assert labels(question) == ["Resign", "No, play on"]
    told = shown(await person.click(question, label="No, play on"))
    assert (told.content, labels(told)) == ("Nothing has changed; the game continues.", [])
    assert sorted((await here.table()).players) == sorted(user.id for user in here.people.values())
    assert (await here.deciding())[0] is person
