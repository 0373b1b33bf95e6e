"""Clicks that come at the wrong time, twice, or from the wrong person: one move at most, and everybody is told."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete

from bot.tables import Refused
from engines import IllegalAction
from storage.database import Database
from storage.models import GameRow
from tests.bot.english import english
from tests.bot.lobbies import MANAGER, on_both, sqlite
from tests.bot.parts import labels, shown
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_a_stranger_is_told_that_there_is_no_seat(room: Room) -> None:
    await room.open_table()
    stranger = room.enter("zoe")
    assert (await room.open_panel(stranger)).content == english("error.not_seated")
    assert (await room.ask(stranger, "play", move="rondel ships")).content == english("error.not_seated")
    assert (await room.ask(stranger, "undo")).content == english("error.not_seated")
    assert await room.moves() == []


@sqlite
async def test_an_outdated_panel_plays_nothing_and_gives_way_to_the_fresh_one(room: Room) -> None:
    person, _ = await room.begin()
    old = await room.open_panel(person)
    other_old = await room.open_panel(person)
    await person.click(old, label="Ships")
    panel = shown(await person.click(other_old, label="Workers"))
    assert panel.content.startswith(
        "The game has moved on; this is the current position.\n"
        "**Navegador** · round 1, turn 1\nHow many ships do you build?"
    )
    assert [move.words for move in await room.moves()] == ["rondel ships"]
    assert shown(await person.click(panel, label="1 ship · 50 Cr")).content.startswith("✓ 1 ship")


@sqlite
async def test_undo_on_an_outdated_panel_takes_nothing_back(room: Room) -> None:
    person, _ = await room.begin()
    panel = shown(await person.click(await room.open_panel(person), label="Ships"))
    await room.ask(person, "play", move="pass")
    answer = shown(await person.click(panel, label="Undo"))
    assert answer.content.startswith(english("error.moved_on"))
    assert not any(move.undone for move in await room.moves())


@sqlite
async def test_a_panel_of_a_game_that_was_ended_says_so(room: Room) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    panel = await room.open_panel(person)
    await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    assert shown(await person.click(panel, label="Ships")).content == english("error.game_over")
    assert await room.moves() == []


@on_both
@pytest.mark.parametrize("times", [2, 20])
async def test_many_clicks_on_one_button_at_once_make_one_move(room: Room, times: int) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    await room.deliver(*(room.click_payload(person, panel, "Ships") for _ in range(times)))
    assert [move.words for move in await room.moves()] == ["rondel ships"]
    (fresh,) = (message for message in room.channel.history(viewer=person) if message.id == panel.id)
    assert "How many ships do you build?" in fresh.content
    assert sum("moves to **Ships**" in message.content for message in room.history()) == 1


@on_both
@pytest.mark.parametrize("times", [2, 20])
async def test_of_many_decisions_on_one_version_exactly_one_is_stored(room: Room, times: int) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    act = room.bot.tables.play.act
    version = table.row.version
    outcomes = await asyncio.gather(
        *(
            act(table.row.id, person.id, ("rondel", "ships"), version=version, interaction_id=1000 + number)
            for number in range(times)
        ),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert [refusal.message.id for refusal in refusals] == ["error.moved_on"] * (times - 1)
    assert len(await room.moves()) == 1


@on_both
async def test_two_processes_that_decide_at_once_store_one_move(room: Room, database: Database) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    other_tables = type(room.bot.tables)(database)  # shares the database, not the locks
    outcomes = await asyncio.gather(
        *(
            tables.play.act(table.row.id, person.id, ("rondel", field), version=table.row.version)
            for tables, field in ((room.bot.tables, "ships"), (other_tables, "workers"))
        ),
        return_exceptions=True,
    )
    (refusal,) = (outcome for outcome in outcomes if isinstance(outcome, Exception))
    assert isinstance(refusal, Refused)
    assert refusal.message.id == "error.moved_on"
    (move,) = await room.moves()
    assert (await room.table()).row.version == move.version == table.row.version + 1


@sqlite
async def test_an_interaction_that_is_delivered_twice_counts_once(room: Room) -> None:
    person, _ = await room.begin()
    click = room.click_payload(person, await room.open_panel(person), "Ships")
    await room.deliver(click)
    await room.deliver(click)
    assert [move.words for move in await room.moves()] == ["rondel ships"]


@on_both
@pytest.mark.room("anna")
async def test_an_interaction_id_makes_one_move_even_where_the_same_move_is_legal_again(room: Room) -> None:
    table = await room.open_table(computers=1)
    act = room.bot.tables.play.act
    anna = room["anna"].id
    await act(table.row.id, anna, ("rondel", "ships"), interaction_id=7)
    with pytest.raises(Refused, match=r"error\.already_done"):
        await act(table.row.id, anna, ("pass",), interaction_id=7)
    assert [move.words for move in await room.moves() if move.by_user_id][-1] == "rondel ships"
    assert (await room.table()).game.legal((await room.table()).game.to_act[0])


@sqlite
async def test_a_move_out_of_turn_or_against_the_rules_leaves_no_trace(room: Room) -> None:
    table = await room.open_table()
    person, waiting_person = await room.deciding()
    for player, action in ((waiting_person, ("rondel", "ships")), (person, ("workers", "9")), (person, ())):
        with pytest.raises(IllegalAction):
            await room.bot.tables.play.act(table.row.id, player.id, action)
    assert (await room.table()).row == table.row
    assert await room.moves() == []


@sqlite
async def test_a_button_of_a_table_that_is_gone_says_so(room: Room, database: Database) -> None:
    await room.open_table()
    async with database.transaction() as session:
        await session.exec(delete(GameRow))
    assert (await room.open_panel(room["anna"])).content == english("error.no_table")


@sqlite
async def test_a_click_that_discord_no_longer_takes_an_answer_to_changes_nothing(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    await person.click(panel, label="Ships")
    assert await room.moves() == []
    assert any(entry["event"] == "too late to answer" for entry in room.logs)
    assert shown(await person.click(panel, label="Ships")).content.startswith("✓ Ships")


@sqlite
async def test_a_panel_that_cannot_be_shown_after_a_move_loses_neither_move_nor_board(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    room.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=503, times=2)
    answer = shown(await person.click(panel, label="Ships"))
    assert answer.content.startswith("✓ Your move was made: https://discord.com/channels/")
    assert "try again" not in answer.content
    assert [move.words for move in await room.moves()] == ["rondel ships"]
    assert "moves to **Ships**" in room.last.content
    assert labels(await room.open_panel(person))[-1] == "Undo"


@sqlite
async def test_what_a_button_raises_never_vanishes(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)

    async def fail(*_: object, **__: object) -> None:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(room.bot.tables.play, "make_decision", fail)
    answer = shown(await person.click(panel, label="Ships"))
    (logged,) = (entry for entry in room.logs if entry["event"] == "interaction failed")
    assert f"(Error code for the bot's operator: {logged['mark']})" in answer.content
    assert isinstance(logged["exc_info"], LookupError)
    room.env.inject_error("POST", "/webhooks/*", status=500, times=2)
    await person.click(panel, label="Ships")  # a fault in telling it does not either
    assert room.logs[-1]["event"] == "a refusal could not be shown"
    monkeypatch.undo()
    assert shown(await person.click(panel, label="Ships")).content.startswith("✓ Ships")
    assert [record for record in caplog.records if record.name.startswith("discord")] == []
