"""/note: lines for one's own eyes, on top of the panel, in the review, and after the end."""

from __future__ import annotations

import pytest

from bot.tables.table_notes import LONGEST_LINE, MOST_LINES
from tests.bot.english import english
from tests.bot.room import Room
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_note_stands_on_top_of_the_own_panel_and_of_nobody_elses(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    await room.replace_game(on("workers"))
    anna = await room.person_at(0)
    ben = await room.person_at(1)
    answer = await room.ask(anna, "note", text="build a   church *before* Ben")
    assert "1. 📝 build a church \\*before\\* Ben" in answer.content
    panel = await room.ask(anna, "play")
    assert panel.content.startswith("📝 build a church")
    assert "church" not in (await room.ask(ben, "play")).content
    assert (await room.ask(ben, "note")).content.startswith("You have no notes at table 1 (Navegador).")
    assert all("church" not in row.payload.__repr__() for row in await room.outbox()), "nothing of it is posted"


@pytest.mark.room("anna", "ben", "carla")
async def test_who_waits_has_no_note_on_top(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    await room.replace_game(on("workers"))
    ben = await room.person_at(1)
    await room.ask(ben, "note", text="watch the market")
    assert "market" not in (await room.ask(ben, "play")).content


async def test_a_note_is_dropped_by_its_number_and_the_others_move_up(room: Room) -> None:
    await room.open_table("navegador")
    anna = room["anna"]
    for text in ("one", "two", "three"):
        await room.ask(anna, "note", text=text)
    answer = await room.ask(anna, "note", done=2)
    assert [line[:8] for line in answer.content.split("\n")[1:]] == ["1. 📝 one", "2. 📝 thr"]
    refusal = await room.ask(anna, "note", done=7)
    assert refusal.content == english("error.no_such_note", number=7)
    assert len((await room.ask(anna, "note")).content.split("\n")) == 3


@pytest.mark.room("anna", "ben", "carla")
async def test_notes_stay_beside_a_plan_and_after_the_end(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    await room.replace_game(on("workers"))
    ben = await room.person_at(1)
    await room.ask(ben, "note", text="first ships")
    await room.ask(ben, "plan", move="rondel ships")
    table = await room.table()
    tables = room.bot.tables
    user = table.user_at(1)
    assert user is not None
    _, notes = await tables.plans.load_notes(table.row.id, user)
    assert notes.plan
    assert [line.text for line in notes.lines] == ["first ships"]
    await tables.play.end(table.row.id, 1, admin=True)
    _, notes = await tables.plans.load_notes(table.row.id, user)
    assert notes.plan is None
    assert [line.text for line in notes.lines] == ["first ships"]


async def test_there_is_room_for_so_many_and_no_more(room: Room) -> None:
    await room.open_table("navegador")
    table = await room.table()
    lines = room.bot.tables.note_lines
    user = room["anna"].id
    for number in range(MOST_LINES):
        await lines.add_line(table, user, f"{number} {'x' * (LONGEST_LINE - 4)}")
    answer = await room.ask(room["anna"], "note", text="one more")
    assert answer.content == english("error.notes_full", n=MOST_LINES)
    assert len((await room.ask(room["anna"], "note")).content) <= 2000
    _, notes = await room.bot.tables.plans.load_notes(table.row.id, user)
    assert len(notes.lines) == MOST_LINES


@pytest.mark.room("anna", "ben", "zoe")
async def test_a_stranger_keeps_none(room: Room) -> None:
    await room.open_table("navegador")
    stranger = room.guild.add_member(room.env.create_user("stranger"))
    answer = await room.ask(stranger, "note", text="hello")
    assert answer.content == english("error.not_seated")
