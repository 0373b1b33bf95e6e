"""What happened since the reader's own last move, where much did: dull turns are folded, weight makes a picture."""

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
from tests.bot.looking_back import NAME, asked, lines_after
from tests.bot.parts import shown
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

DISCOVERY = "discover guine portugal portugal"


async def discovered(room: Room) -> None:
    """Somebody has discovered a region, which was no person's doing."""
    table = await room.table()
    seat = table.game.to_act[0]
    await room.skip(table, [(seat, ("rondel", "sailing")), (seat, parse(DISCOVERY))])
    async with room.database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))


@pytest.mark.room("anna", "ben", "carla")
async def test_dull_turns_are_folded(room: Room) -> None:
    table = await room.open_table(order="joining")
    course = TableHistory(table, [])
    names = [f"**{name}**" for name in table.names]

    def turn(version: int, seat: int, words: str) -> SceneReport:
        course.decisions.append(Decision(version, seat, version, words))
        happened = {version: [Event("rondel", seat, {"field": words.split()[1]})]}
        return SceneReport(Scene(version - 1, version, version, seat), happened, None)

    dull = [turn(1, 0, "rondel workers"), turn(2, 1, "rondel workers"), turn(3, 2, "rondel ships")]
    said = recap.folded(course, dull, texts_in("en"))
    assert said == f"{names[0]} and {names[1]}: Workers · {names[2]}: Ships"
    dull.append(turn(4, 2, "rondel workers"))
    assert recap.folded(course, dull, texts_in("de")) == f"3 Spieler: Arbeiter · {names[2]}: Schiffe"


@pytest.mark.room("anna", "ben", "carla")
async def test_what_a_seat_has_chosen_in_secret_is_not_told_where_its_turn_is_folded(room: Room) -> None:
    table = await room.open_table("mmn", order="joining")
    course = TableHistory(table, [])
    rolled = Event("rolled", 0, {"white": 3, "red": 4})
    for version, (seat, made) in enumerate(((0, "roll"), (1, "discard wool"), (0, "discard ore")), 1):
        course.decisions.append(Decision(version, seat, 4, made))
    scene = Scene(0, 3, 4, 0)
    happened = {1: [rolled], 2: list[Event](), 3: list[Event]()}
    texts = texts_in("en")
    names = table.names
    for viewer in (None, 1, 2):
        said = recap.folded(course, [SceneReport(scene, happened, viewer)], texts)
        assert said == f"**{names[0]}**: Discard several", "nor what Ben has discarded, whose turn it is not"


async def test_dull_turns_are_folded_in_a_long_message_and_nothing_of_weight_is(room: Room, database: Database) -> None:
    table = await room.open_table(order="joining")
    game = table.game.copy()
    decided = list[tuple[int, Action]]()
    for text in ("rondel ships", "ships 1", "rondel ships", "ships 1", "rondel sailing", DISCOVERY):
        decided.append((game.to_act[0], parse(text)))
        game.play(*decided[-1])
    while game.state.turn < 10:
        decided.append((game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], Random(2))))
        game.play(*decided[-1])
    await room.skip(table, decided)
    async with database.transaction() as session:
        await session.exec(update(MoveRow).values(by_user_id=None))
    anna = room["anna"]
    table = await room.table()
    whole = await lines_after(room, table, 0, anna)
    told = (await asked(room, anna, room.board())).split("\n")[1:-1]
    assert len(whole) > catch_up.FEW
    assert len(told) < len(whole)
    names = [f"**{table.names[each]}**" for each in (decided[0][0], decided[2][0])]
    assert told[0] == f"`  1–2` {names[0]} and {names[1]}: Ships"
    heavy = [line for line in whole if line.startswith("`  3`")]
    assert any("discovers" in line for line in heavy)
    assert told[1 : 1 + len(heavy)] == heavy


async def test_what_was_done_at_a_table_beside_the_game_is_never_folded(room: Room) -> None:
    table = await room.open_table(order="joining")
    seat = table.game.to_act[0]
    other = 1 - table.game.to_act[0]
    table = await room.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))])
    await room.bot.tables.seating.leave(table.row.id, room["ben"].id)
    await room.bot.tables.seating.come_back(table.row.id, room["ben"].id)
    table = await room.skip(await room.table(), [(other, ("rondel", "ships")), (other, ("ships", "1"))])
    course = await room.bot.tables.replays.load_history(table)
    knows = SeatKnowledge.always(0)
    entries = await room.bot.tables.log(table.row.id)
    texts = texts_in("en").at(table.game)
    found = list(lines_by_entry(table, entries, texts, knows, after=0))
    told = recap.shortened(course, await room.bot.tables.replays.report_turns(course, knows, 0), found, texts)
    between = [line for entry, each in found for line in each if entry.kind != "move"]
    assert told[1:-1] == between
    assert len(between) == 2
    assert [line[len("`  1` ") :] for line in (told[0], told[-1])] == [
        f"**{table.names[each]}**: Ships" for each in (seat, other)
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
    answer = shown(await anna.context_menu(room.channel, NAME, room.board()))
    assert ("builds 1 ship" in answer.content, answer.attachments) == (True, [])
    await discovered(room)

    def fails(*asked: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(render, "recap", fails)
    answer = shown(await anna.context_menu(room.channel, NAME, room.board()))
    assert "discovers" in answer.content
    assert answer.attachments == []
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_a_picture_that_takes_long_is_added(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = room["anna"]
    await room.open_table()
    await discovered(room)
    monkeypatch.setattr(catch_up, "PATIENCE_SECONDS", -1)
    answer = shown(await anna.context_menu(room.channel, NAME, room.board()))
    assert [file.filename for file in answer.attachments] == [recap.NAME]
    monkeypatch.setattr(catch_up, "LATE_SECONDS", -1)
    answer = shown(await anna.context_menu(room.channel, NAME, room.board()))
    assert ("discovers" in answer.content, answer.attachments) == (True, [])
