"""People who open or join a table are asked once whether they look at boards on a phone."""

from __future__ import annotations

import pytest

from bot.features.lobby.phone_question import COUNTS, counted
from render.shape import Shape
from storage import people
from storage.database import Database
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room, open_room

ANSWER_BUTTONS = ["button.phone_yes", "button.phone_no"]


async def settings(room: Room) -> dict[str, object]:
    async with room.database.reading() as session:
        return await people.guild_settings(session, room.guild.id)


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_most_of_the_first_three_decide_for_the_server(room: Room, database: Database) -> None:
    answer = await room.ask(room["anna"], "game new", game="navegador", seats=3)
    assert labels(answer) == [english(button) for button in ANSWER_BUTTONS]
    lobby = room.last
    answer = shown_message(await room["anna"].click(answer, label=english("button.phone_no")))
    assert (answer.content, labels(answer)) == (english("phone.kept_no"), [])
    assert await settings(room) == {COUNTS: {"no": 1}}
    for person, count in (("ben", 1), ("cleo", 2)):
        question = shown_message(await room[person].click(lobby, label="Join"))
        assert question.content == english("phone.ask")
        await room[person].click(question, label=english("button.phone_yes"))
        assert ((await settings(room)).get("shape") == Shape.TALL) is (count == 2)
    async with database.reading() as session:
        settings_by_name = {name: await people.settings(session, room[name].id) for name in ("anna", "ben")}
    assert settings_by_name == {"anna": {"phone": False, "shape": "wide"}, "ben": {"phone": True, "shape": "tall"}}


@sqlite
async def test_whoever_has_answered_is_not_asked_again_and_counts_once(room: Room, database: Database) -> None:
    answer = await room.ask(room["anna"], "game new", game="navegador", seats=2)
    await room["anna"].click(answer, label=english("button.phone_yes"))
    lobby = room.last
    await room["anna"].click(lobby, label="Cancel")
    answer = await room.ask(room["anna"], "game new", game="navegador", seats=2)
    assert labels(answer) == []
    async with database.transaction() as session:
        await people.change_settings(session, room["anna"].id, lambda _: {"phone": True})
    assert await settings(room) == {COUNTS: {"yes": 1}}


@sqlite
@pytest.mark.parametrize(("computers", "server", "table"), [(2, None, "tall"), (2, Shape.WIDE, None), (0, None, None)])
async def test_who_plays_alone_decides_for_the_table_where_its_server_has_not(
    database: Database, computers: int, server: Shape | None, table: str | None
) -> None:
    names = ("anna",) if computers else ("anna", "ben")
    async with open_room(database, *names) as room:
        room.questions = True
        async with database.transaction() as session:
            await people.change_settings(session, room["anna"].id, lambda _: {"phone": True, "shape": "tall"})
            if server is not None:
                await people.change_guild_settings(session, room.guild.id, {"shape": server})
        assert (await room.open_table(computers=computers)).row.shape == table


@pytest.mark.parametrize("vote", ["yes", "no"])
def test_what_a_server_has_chosen_stays(vote: str) -> None:
    assert counted({"shape": "wide"}, vote) == {}
    assert counted({COUNTS: 7}, vote) == {COUNTS: {vote: 1}}
    assert counted({COUNTS: {vote: "x"}}, vote) == {COUNTS: {vote: 1}}
    assert counted({COUNTS: {vote: 1}}, vote)["shape"] == (Shape.TALL if vote == "yes" else Shape.WIDE)
