"""Stored states that are damaged and databases that do not answer: one table at most is affected, and people know."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from storage import games, people
from storage.database import Database
from storage.models import GameRow
from tests.bot.english import english
from tests.bot.fake_discord import until
from tests.bot.lobbies import sqlite
from tests.bot.parts import shown
from tests.bot.room import Room

CALLBACK = "/interactions/*/callback"

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def damage(room: Room, row: GameRow, state: Any) -> None:
    async with room.database.transaction() as session:
        await games.advance(session, row.id, row.version, state=state)


def broken_table_words(row: GameRow) -> str:
    return f"I cannot read table {row.id}. Nothing was changed; please tell the bot's operator this number."


@sqlite
@pytest.mark.parametrize(
    "state",
    [
        {},
        {"game": "chess"},
        pytest.param([1], marks=pytest.mark.proof),
        "x",
        {"game": "navegador", "seats": 2},
        pytest.param(None, marks=pytest.mark.proof),
    ],
)
async def test_a_damaged_table_is_named_and_the_others_go_on(room: Room, state: Any) -> None:
    row = (await room.open_table()).row
    click = room.last
    await damage(room, row, state)
    anna = room["anna"]
    assert shown(await anna.click(click, label="Your move")).content == broken_table_words(row)
    for command in ("play", "board", "score", "undo"):
        assert (await room.ask(anna, command)).content == broken_table_words(row)
    assert await anna.autocomplete(room.channel, "play", "move", "") == []
    entries = [entry for entry in room.logs if entry["event"] == "table broken"]
    assert entries
    assert all(entry["table"] == row.id and entry["reason"] for entry in entries)

    room.channel = room.guild.create_text_channel("elsewhere")
    person, _ = await room.begin()
    assert (await room.ask(person, "play", move="rondel ships")).content.startswith("✓ Ships")
    assert f"#{row.id}: I cannot read this table" in (await room.ask(anna, "games")).content


@sqlite
async def test_a_state_that_is_no_json_is_named_too_and_can_be_repaired(room: Room, database: Database) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    async with database.transaction() as session:
        await (await session.connection()).execute(text("UPDATE game SET state = '{half of it'"))
    assert (await room.ask(person, "play")).content == broken_table_words(table.row)
    assert shown(await person.click(room.last, label="Your move")).content == broken_table_words(table.row)
    assert "I cannot read this table" in (await room.ask(person, "games")).content
    async with database.transaction() as session:
        await games.advance(session, table.row.id, table.row.version, state=table.game.dump())
    assert (await room.ask(person, "play", move="rondel ships")).content.startswith("✓ Ships")


@sqlite
async def test_a_message_of_a_damaged_table_waits_for_the_repair(room: Room, database: Database) -> None:
    table = await room.open_table()
    person, next_person = await room.deciding()
    await room.ask(person, "play", move="rondel ships")
    room.bot.tables.repository.committed = lambda: None
    await room.ask(person, "play", move="pass")
    row = (await room.table()).row
    sound_state = row.state
    await damage(room, row, {})
    await room.restart()
    assert (await room.outbox())[-1].attempts == 1
    async with database.transaction() as session:
        await games.advance(session, table.row.id, row.version + 1, state=sound_state)
    await room.make_due()
    assert f"▶ {next_person.mention}, it is your turn (turn 2)." in room.last.content


@sqlite
async def test_a_database_that_fails_during_a_click_loses_nothing_and_the_panel_stays(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)

    def fail(*_: object) -> None:
        raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", fail)
        answer = shown(await person.click(panel, label="Ships"))
        assert answer.content == english("error.storage")
    assert await room.moves() == []
    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", fail)
        patch.setattr(Database, "reading", fail)
        answer = shown(await person.click(panel, label="Ships"))
        assert answer.content == english("error.storage")
        refusal = await room.ask(person, "play", move="rondel ships")
        assert refusal.content == answer.content
    assert shown(await person.click(panel, label="Ships")).content.startswith("✓ Ships")
    assert len(await room.moves()) == 1


@sqlite
async def test_a_database_that_fails_while_messages_are_due_delays_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    claim = "storage.jobs.claim"

    async def fail(*_: object) -> None:
        raise OperationalError("UPDATE job", {}, Exception("server closed the connection"))

    with monkeypatch.context() as patch:
        patch.setattr(claim, fail)
        await room.bot.tables.play.act(table.row.id, person.id, ("rondel", "ships"))
        await room.bot.worker.idle()
    assert "moves to" not in room.last.content
    await room.sweep()
    assert "moves to **Ships**" in room.last.content


@sqlite
async def test_a_move_waits_for_another_writer_and_is_acknowledged_meanwhile(room: Room, database: Database) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    async with database.transaction():
        answered = len(room.requests("POST", CALLBACK))
        click = asyncio.create_task(person.click(panel, label="Ships"))
        await until(lambda: len(room.requests("POST", CALLBACK)) > answered)
        assert room.requests("POST", CALLBACK)[-1].json == {"type": 6}
        assert not click.done()
    assert shown(await click).content.startswith("✓ Ships")


async def spoil(database: Database, table: str, column: str, where: str = "1 = 1") -> None:
    """Put something that is no JSON into a column, as a disk that fails might."""
    async with database.transaction() as session:
        await session.exec(text(f"UPDATE {table} SET {column} = 'no JSON' WHERE {where}"))  # type: ignore[call-overload]


@sqlite
@pytest.mark.parametrize("column", ["state", "options", "drawn_order", "turned", "places", "pause"])
async def test_what_is_no_json_concerns_its_own_table_alone(room: Room, database: Database, column: str) -> None:
    broken_row = (await room.open_table()).row
    first = room.channel
    room.channel = room.guild.create_text_channel("elsewhere")
    other_row = (await room.open_table()).row
    await spoil(database, "game", column, f"id = {broken_row.id}")
    await room.restart()
    await room.env.settle()
    lines = (await room.ask(room["anna"], "games")).content
    assert f"#{other_row.id}" in lines
    room.channel = first
    refusal = await room.ask(room["anna"], "game new", game="navegador", seats=2)
    assert refusal.content == english("reply.taken", game="Navegador")
    assert [line for line in room.logs if line["log_level"] == "error" and line["event"] != "table broken"] == []


@sqlite
async def test_settings_of_a_server_that_are_no_json_stop_no_message(room: Room, database: Database) -> None:
    await room.open_table()
    await room.ask(room.enter("meg", manages=True), "settings")
    async with database.transaction() as session:
        await people.note_preferred_locale(session, room.guild.id, "en-US")
    await spoil(database, "guild", "settings")
    person, next_person = await room.deciding()
    await room.decide(person, "rondel", "ships")
    await room.decide(person, "pass")
    assert next_person.mention in room.last.content


@sqlite
async def test_a_table_of_an_unknown_game_says_so_and_nothing_is_played(room: Room, database: Database) -> None:
    row = (await room.open_table()).row
    click = room.last
    async with database.transaction() as session:
        await session.exec(text("UPDATE game SET key = 'chess'"))  # type: ignore[call-overload]
    refusal = english("error.game_unknown", table=str(row.id), key="chess")
    assert shown(await room["anna"].click(click, label="Your move")).content == refusal
    for command in ("play", "board", "undo"):
        assert (await room.ask(room["anna"], command)).content == refusal
    assert "**chess** #1" in (await room.ask(room["anna"], "games")).content
