"""/play with a move: typed notation, autocomplete, and the reason for every refusal."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from tests.bot.english import english
from tests.bot.parts import asks, labels, shown
from tests.bot.room import Room
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import up_to

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def choices(room: Room, person: MemberActor, typed: str) -> list[str]:
    found = await person.autocomplete(room.channel, "play", "move", typed)
    return [choice["value"] for choice in found]


async def test_a_typed_move_is_played_whatever_its_case_and_blanks(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.ask(person, "play", move="  Rondel   SHIPS ")
    assert panel.content.startswith("✓ Ships\n")
    assert [move.words for move in await room.moves()] == ["rondel ships"]


async def test_typed_moves_are_completed_by_notation_and_by_phrase(room: Room) -> None:
    person, _ = await room.begin()
    assert len(await choices(room, person, "")) == 8
    assert await choices(room, person, "rondel mark") == ["rondel market1", "rondel market2"]
    assert await choices(room, person, "before BUILDER") == ["rondel market2"]
    assert await choices(room, person, "nonsense") == []
    await room.ask(person, "language", language="nl")
    (choice,) = await person.autocomplete(room.channel, "play", "move", "arbeiders")
    assert choice == {"name": "Arbeiders", "value": "rondel workers"}


@pytest.mark.room("anna", "ben", "carla")
async def test_completion_offers_at_most_25_and_nothing_to_those_who_cannot_move(room: Room) -> None:
    stranger = room.enter("zoe")
    assert await choices(room, stranger, "") == []  # there is no table yet
    await room.open_table()
    await room.put(on("sailing", phase=3, me={"fleet": {"portugal": 7}}, discovered=up_to("timor")))
    mover = await room.at(0)
    other = await room.at(1)
    assert len(await choices(room, mover, "")) == 25
    assert await choices(room, mover, "goa") == []
    assert await choices(room, mover, "guiné 7 ships") == ["sail portugal guine 7"]
    assert await choices(room, other, "") == []
    assert await choices(room, stranger, "") == []


async def test_an_illegal_move_is_refused_with_its_reason_in_the_language_of_the_person(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel workers")
    refused = await room.ask(person, "play", move="workers 3")
    assert refused.content.startswith("✗ That costs 250 Cr; you have 200 Cr. Choose something cheaper.\n")
    assert "How many workers do you recruit?" in refused.content, "what is asked instead is shown again"
    await room.ask(person, "language", language="de")
    refused = await room.ask(person, "play", move="workers 3")
    assert refused.content.startswith("✗ Das kostet 250 Cr; du hast 200 Cr. Wähle etwas Billigeres.\n")
    assert (await room.ask(person, "play", move="sing")).content.startswith("✗ „sing“ ")
    assert "Arbeiter" in (await room.ask(person, "play")).content
    assert len(await room.moves()) == 1


async def test_nonsense_is_refused_and_formats_nothing(room: Room) -> None:
    person, _ = await room.begin()
    for typed, shown_as in (
        ("fly to the moon", "fly to the moon"),
        ("**@here** `x`", "\\*\\*@\u200bhere\\*\\* \\`x\\`"),
        ("x" * 500, "x" * 79 + "…"),
    ):
        answer = await room.ask(person, "play", move=typed)
        assert answer.content.startswith(f"✗ I do not understand “{shown_as}”.")
    assert await room.moves() == []


@pytest.mark.room("anna", "ben", "carla")
async def test_the_beginning_of_a_move_opens_the_panel_there(room: Room) -> None:
    await room.open_table()
    await room.put(on("sailing", phase=3, me={"fleet": {"portugal": 5, "bahia": 2}}, discovered=up_to("timor")))
    panel = await room.ask(await room.at(0), "play", move="sail")
    assert asks(panel) == ["Portugal …", "Bahia …"]
    assert labels(panel) == ["Back"]


async def test_a_typed_discovery_is_confirmed_like_a_pressed_one(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel sailing")
    question = await room.ask(person, "play", move="discover guine portugal portugal")
    assert labels(question) == ["Yes, reveal", "Back"]
    assert (await room.table()).game.state.discovered == ["portugal"]
    panel = shown(await person.click(question, label="Yes, reveal"))
    assert panel.content.startswith("✓ Discover Guiné")


async def test_a_typed_move_out_of_turn_names_who_is_waited_for(room: Room) -> None:
    person, other = await room.begin()
    answer = await room.ask(other, "play", move="rondel ships")
    assert answer.content == english("error.not_your_turn", seats=[f"**{person.name}**"])
    assert await room.moves() == []


async def test_play_without_a_table_says_how_to_open_one(room: Room) -> None:
    answer = await room.ask(room["anna"], "play")
    assert answer.content == "There is no table in this channel. Open one with /game new."
    assert (await room.ask(room["anna"], "undo")).content == answer.content
