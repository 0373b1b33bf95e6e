"""What happened since the reader's own last move, if it was much: dull turns are folded, important ones are drawn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import update

import render
from bot.delivery import recap
from bot.features import catch_up
from bot.features.log import lines_by_entry
from bot.tables.analysis.replays import SceneReport, TableHistory
from bot.tables.analysis.seat_knowledge import SeatKnowledge
from bot.wording import texts_in
from engines import Action, Event
from engines.players import PLAYERS
from engines.record import parse
from engines.scenes import Decision, Scene
from storage.database import Database
from storage.models import MoveRow
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.looking_back import NAME, lines_after, use_menu
from tests.bot.parts import shown_message
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

DISCOVERY = "discover guine portugal portugal"


async def discover_region(room: Room) -> None:
    """Have a region discovered by a move that no person has made."""
    table = await room.table()
    seat = table.game.to_act[0]
    await room.skip(table, [(seat, ("rondel", "sailing")), (seat, parse(DISCOVERY))])
    async with room.database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))


@pytest.mark.room("anna", "ben", "carla")
async def test_dull_turns_are_folded(room: Room) -> None:
    table = await room.open_table(order="joining")
    history = TableHistory(table, [])
    names = [f"**{name}**" for name in table.names]

    def turn(version: int, seat: int, words: str) -> SceneReport:
        history.decisions.append(Decision(version, seat, version, words))
        events = {version: [Event("rondel", seat, {"field": words.split()[1]})]}
        return SceneReport(Scene(version - 1, version, version, seat), events, None)

    dull_turns = [turn(1, 0, "rondel workers"), turn(2, 1, "rondel workers"), turn(3, 2, "rondel ships")]
    folded = recap.summarise_turns(history, dull_turns, texts_in("en"))
    assert folded == f"{names[0]} and {names[1]}: Workers · {names[2]}: Ships"
    dull_turns.append(turn(4, 2, "rondel workers"))
    assert recap.summarise_turns(history, dull_turns, texts_in("de")) == f"3 Spieler: Arbeiter · {names[2]}: Schiffe"


@pytest.mark.room("anna", "ben", "carla")
async def test_what_a_seat_has_chosen_in_secret_is_not_told_where_its_turn_is_folded(room: Room) -> None:
    table = await room.open_table("mmn", order="joining")
    history = TableHistory(table, [])
    rolled = Event("rolled", 0, {"white": 3, "red": 4})
    for version, (seat, words) in enumerate(((0, "roll"), (1, "discard wool"), (0, "discard ore")), 1):
        history.decisions.append(Decision(version, seat, 4, words))
    scene = Scene(0, 3, 4, 0)
    events = {1: [rolled], 2: list[Event](), 3: list[Event]()}
    texts = texts_in("en")
    names = table.names
    for viewer in (None, 1, 2):
        folded = recap.summarise_turns(history, [SceneReport(scene, events, viewer)], texts)
        assert folded == f"**{names[0]}**: Discard several", "nor what Ben has discarded, whose turn it is not"


async def test_dull_turns_are_folded_in_a_long_message_and_nothing_of_weight_is(room: Room, database: Database) -> None:
    table = await room.open_table(order="joining")
    game = table.game.copy()
    decisions = list[tuple[int, Action]]()
    for text in ("rondel ships", "ships 1", "rondel ships", "ships 1", "rondel sailing", DISCOVERY):
        decisions.append((game.to_act[0], parse(text)))
        game.play(*decisions[-1])
    decisions += decide_while(
        game, lambda _: game.state.turn < 10, lambda seat: PLAYERS["greedy"](game, seat, Random(2))
    )
    await room.skip(table, decisions)
    async with database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))
    anna = room["anna"]
    table = await room.table()
    all_lines = await lines_after(room, table, 0, anna)
    lines = (await use_menu(room, anna, room.board())).split("\n")[1:-1]
    assert len(all_lines) > catch_up.FEW
    assert len(lines) < len(all_lines)
    names = [f"**{table.names[player_seat]}**" for player_seat in (decisions[0][0], decisions[2][0])]
    assert lines[0] == f"`  1–2` {names[0]} and {names[1]}: Ships"
    discovery_lines = [line for line in all_lines if line.startswith("`  3`")]
    assert any("discovers" in line for line in discovery_lines)
    assert lines[1 : 1 + len(discovery_lines)] == discovery_lines


async def test_what_was_done_at_a_table_beside_the_game_is_never_folded(room: Room) -> None:
    table = await room.open_table(order="joining")
    seat = table.game.to_act[0]
    other_seat = 1 - table.game.to_act[0]
    table = await room.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))])
    await room.bot.tables.seating.leave(table.row.id, room["ben"].id)
    await room.bot.tables.seating.come_back(table.row.id, room["ben"].id)
    table = await room.skip(await room.table(), [(other_seat, ("rondel", "ships")), (other_seat, ("ships", "1"))])
    history = await room.bot.tables.replays.load_history(table)
    knowledge = SeatKnowledge.always(0)
    entries = await room.bot.tables.log(table.row.id)
    texts = texts_in("en").at(table.game)
    lines_of_entries = list(lines_by_entry(table, entries, texts, knowledge, after=0))
    lines = recap.condense_lines(
        history, await room.bot.tables.replays.report_turns(history, knowledge, 0), lines_of_entries, texts
    )
    seating_lines = [line for entry, entry_lines in lines_of_entries for line in entry_lines if entry.kind != "move"]
    assert lines[1:-1] == seating_lines
    assert len(seating_lines) == 2
    assert [line[len("`  1` ") :] for line in (lines[0], lines[-1])] == [
        f"**{table.names[entry_lines]}**: Ships" for entry_lines in (seat, other_seat)
    ]


async def test_nothing_of_weight_makes_no_picture_and_lines_remain_where_it_fails(
    room: Room, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = room["anna"]
    table = await room.open_table()
    seat = table.game.to_act[0]
    table = await room.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))])
    async with database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))
    answer = shown_message(await anna.context_menu(room.channel, NAME, room.board()))
    assert ("builds 1 ship" in answer.content, answer.attachments) == (True, [])
    await discover_region(room)

    def fails(*arguments: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(render, "recap", fails)
    answer = shown_message(await anna.context_menu(room.channel, NAME, room.board()))
    assert "discovers" in answer.content
    assert answer.attachments == []
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_a_picture_that_takes_long_is_added(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = room["anna"]
    await room.open_table()
    await discover_region(room)
    monkeypatch.setattr(catch_up, "PATIENCE_SECONDS", -1)
    answer = shown_message(await anna.context_menu(room.channel, NAME, room.board()))
    assert [file.filename for file in answer.attachments] == [recap.FILE_NAME]
    monkeypatch.setattr(catch_up, "LATE_SECONDS", -1)
    answer = shown_message(await anna.context_menu(room.channel, NAME, room.board()))
    assert ("discovers" in answer.content, answer.attachments) == (True, [])
