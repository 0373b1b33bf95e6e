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
from tests.bot.parts import shown
from tests.bot.room import Room

CALLBACK = "/interactions/*/callback"

pytestmark = pytest.mark.usefixtures("plain_pictures")
sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def damage(here: Room, row: GameRow, state: Any) -> None:
    async with here.database.transaction() as session:
        await games.advance(session, row.id, row.version, state=state)


def told_of(row: GameRow) -> str:
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
async def test_a_damaged_table_is_named_and_the_others_go_on(here: Room, state: Any) -> None:
    broken = (await here.open_table()).row
    click = here.last
    await damage(here, broken, state)
    anna = here["anna"]
    assert shown(await anna.click(click, label="Your move")).content == told_of(broken)
    for command in ("play", "board", "score", "undo"):
        assert (await here.ask(anna, command)).content == told_of(broken)
    assert await anna.autocomplete(here.channel, "play", "move", "") == []
    logged = [entry for entry in here.logs if entry["event"] == "table broken"]
    assert logged
    assert all(entry["table"] == broken.id and entry["reason"] for entry in logged)

    here.channel = here.guild.create_text_channel("elsewhere")
    person, _ = await here.begin()
    assert (await here.ask(person, "play", move="rondel ships")).content.startswith("✓ Ships")
    assert f"#{broken.id}: I cannot read this table" in (await here.ask(anna, "games")).content


@sqlite
async def test_a_state_that_is_no_json_is_named_too_and_can_be_repaired(here: Room, database: Database) -> None:
    broken = await here.open_table()
    person, _ = await here.deciding()
    async with database.transaction() as session:
        await (await session.connection()).execute(text("UPDATE game SET state = '{half of it'"))
    assert (await here.ask(person, "play")).content == told_of(broken.row)
    assert shown(await person.click(here.last, label="Your move")).content == told_of(broken.row)
    assert "I cannot read this table" in (await here.ask(person, "games")).content
    async with database.transaction() as session:
        await games.advance(session, broken.row.id, broken.row.version, state=broken.game.dump())
    assert (await here.ask(person, "play", move="rondel ships")).content.startswith("✓ Ships")


@sqlite
async def test_a_message_of_a_damaged_table_waits_for_the_repair(here: Room, database: Database) -> None:
    table = await here.open_table()
    person, other = await here.deciding()
    await here.ask(person, "play", move="rondel ships")
    here.bot.tables.repository.committed = lambda: None
    await here.ask(person, "play", move="pass")
    row = (await here.table()).row
    whole = row.state
    await damage(here, row, {})
    await here.restart()
    assert (await here.outbox())[-1].attempts == 1
    async with database.transaction() as session:
        await games.advance(session, table.row.id, row.version + 1, state=whole)
    await here.make_due()
    assert f"▶ {other.mention}, it is your turn (turn 2)." in here.last.content


@sqlite
async def test_a_database_that_fails_during_a_click_loses_nothing_and_the_panel_stays(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await here.begin()
    panel = await here.open_panel(person)

    def fail(*_: object) -> None:
        raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", fail)
        told = shown(await person.click(panel, label="Ships"))
        assert told.content == english("error.storage")
    assert await here.moves() == []
    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", fail)
        patch.setattr(Database, "reading", fail)
        told = shown(await person.click(panel, label="Ships"))
        assert told.content == english("error.storage")
        refused = await here.ask(person, "play", move="rondel ships")
        assert refused.content == told.content
    assert shown(await person.click(panel, label="Ships")).content.startswith("✓ Ships")
    assert len(await here.moves()) == 1


@sqlite
async def test_a_database_that_fails_while_messages_are_due_delays_them(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await here.open_table()
    person, _ = await here.deciding()
    claim = "storage.jobs.claim"

    async def fail(*_: object) -> None:
        raise OperationalError("UPDATE job", {}, Exception("server closed the connection"))

    with monkeypatch.context() as patch:
        patch.setattr(claim, fail)
        await here.bot.tables.play.act(table.row.id, person.id, ("rondel", "ships"))
        await here.bot.worker.idle()
    assert "moves to" not in here.last.content
    await here.sweep()
    assert "moves to **Ships**" in here.last.content


@sqlite
async def test_a_move_waits_for_another_writer_and_is_acknowledged_meanwhile(here: Room, database: Database) -> None:
    person, _ = await here.begin()
    panel = await here.open_panel(person)
    async with database.transaction():
        answered = len(here.requests("POST", CALLBACK))
        click = asyncio.create_task(person.click(panel, label="Ships"))
        await until(lambda: len(here.requests("POST", CALLBACK)) > answered)
        assert here.requests("POST", CALLBACK)[-1].json == {"type": 6}
        assert not click.done()
    assert shown(await click).content.startswith("✓ Ships")


async def spoil(database: Database, table: str, column: str, where: str = "1 = 1") -> None:
    """Put something that is no JSON into a column, as a disk that fails might."""
    async with database.transaction() as session:
        await session.exec(text(f"UPDATE {table} SET {column} = 'no JSON' WHERE {where}"))  # type: ignore[call-overload]


@sqlite
@pytest.mark.parametrize("column", ["state", "options", "drawn_order", "turned", "places", "pause"])
async def test_what_is_no_json_concerns_its_own_table_alone(here: Room, database: Database, column: str) -> None:
    broken = (await here.open_table()).row
    first = here.channel
    here.channel = here.guild.create_text_channel("elsewhere")
    other = (await here.open_table()).row
    await spoil(database, "game", column, f"id = {broken.id}")
    await here.restart()
    await here.env.settle()
    lines = (await here.ask(here["anna"], "games")).content
    assert f"#{other.id}" in lines
    here.channel = first
    busy = await here.ask(here["anna"], "game new", game="navegador", seats=2)
    assert busy.content == english("reply.taken", game="Navegador")
    assert [line for line in here.logs if line["log_level"] == "error" and line["event"] != "table broken"] == []


@sqlite
async def test_settings_of_a_server_that_are_no_json_stop_no_message(here: Room, database: Database) -> None:
    await here.open_table()
    await here.ask(here.enter("meg", manages=True), "settings")
    async with database.transaction() as session:
        await people.note_preferred_locale(session, here.guild.id, "en-US")
    await spoil(database, "guild", "settings")
    person, other = await here.deciding()
    await here.decide(person, "rondel", "ships")
    await here.decide(person, "pass")
    assert other.mention in here.last.content


@sqlite
async def test_a_table_of_an_unknown_game_says_so_and_nothing_is_played(here: Room, database: Database) -> None:
    row = (await here.open_table()).row
    click = here.last
    async with database.transaction() as session:
        await session.exec(text("UPDATE game SET key = 'chess'"))  # type: ignore[call-overload]
    told = english("error.game_unknown", table=str(row.id), key="chess")
    assert shown(await here["anna"].click(click, label="Your move")).content == told
    for command in ("play", "board", "undo"):
        assert (await here.ask(here["anna"], command)).content == told
    assert "**chess** #1" in (await here.ask(here["anna"], "games")).content
