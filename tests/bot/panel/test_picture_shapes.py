"""Shapes of pictures: the table's or the server's in public, the person's in private."""

from __future__ import annotations

from typing import Any

import pytest

import render
from bot.interactions.shapes import public_shape
from bot.tables import Refused
from engines import Action, View
from render.shape import Shape
from storage.database import Database
from tests.bot.grey_pixels import grey_pixel
from tests.bot.parts import controls, labels, shape_buttons, shown_message
from tests.bot.room import Room, open_room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def shapes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Shape]]:
    """Return a list that receives the kind and the shape of each picture that is drawn."""
    drawn: list[tuple[str, Shape]] = []

    def note(kind: str) -> Any:
        def draw(view: View, caption: render.Caption, *_: list[Action]) -> bytes:
            drawn.append((kind, caption.shape))
            return grey_pixel()

        return draw

    for kind in ("picture", "hand", "decision"):
        monkeypatch.setattr(render, kind, note(kind))
    return drawn


async def manager(room: Room) -> Any:
    return room.enter("boss", manages=True)


async def test_boards_are_wide_until_somebody_chooses(room: Room, shapes: list[tuple[str, Shape]]) -> None:
    await room.open_table()
    assert {kind for kind, _ in shapes} == {"picture"}
    assert {shape for _, shape in shapes} == {Shape.WIDE}


async def test_the_button_under_a_board_changes_it_and_is_remembered(
    room: Room, shapes: list[tuple[str, Shape]]
) -> None:
    person, other_person = await room.begin()
    shapes.clear()
    board = await room.ask(person, "board")
    assert shape_buttons(board) == [("pt:boardshape:tall:1:", "Tall picture")]
    again = shown_message(await person.click(board, custom_id="pt:boardshape:tall:1:"))
    assert shape_buttons(again) == [("pt:boardshape:wide:1:", "Wide picture")]
    assert len(again.attachments) == 1
    await room.open_panel(person)
    await room.ask(person, "board")
    await room.ask(other_person, "board")
    assert shapes == [
        ("picture", Shape.WIDE),
        ("picture", Shape.TALL),
        ("decision", Shape.TALL),
        ("picture", Shape.TALL),
        ("picture", Shape.WIDE),
    ]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_panel_keeps_its_words_when_its_picture_changes(room: Room, shapes: list[tuple[str, Shape]]) -> None:
    person, _ = await room.begin("mmn")
    panel = await room.open_panel(person)
    ((id, _),) = shape_buttons(panel)
    shapes.clear()
    again = shown_message(await person.click(panel, custom_id=id))
    assert shapes == [("decision", Shape.TALL)]
    assert (again.content, labels(again)) == (panel.content, labels(panel))
    await room.ask(person, "hand")
    assert shapes[1:] == [("hand", Shape.TALL)]


async def test_the_host_chooses_in_the_lobby(room: Room, shapes: list[tuple[str, Shape]]) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    lobby = room.last
    await ben.click(lobby, custom_id="pt:l:1:join")
    await ben.select(room.last, custom_id="pt:q:1", values=["tall"])
    assert "Pictures" not in room.last.content
    await anna.select(room.last, custom_id="pt:q:1", values=["tall"])
    assert "Pictures: tall, for phones" in room.last.content
    await anna.click(room.last, custom_id="pt:l:1:start")
    assert set(shapes) == {("picture", Shape.TALL)}


async def test_the_server_chooses_and_a_table_may_differ(
    room: Room, database: Database, shapes: list[tuple[str, Shape]]
) -> None:
    boss = await manager(room)
    panel = await room.ask(boss, "settings")
    assert "Boards in channels are **wide, for computers**." in panel.content
    assert "**English**" in panel.content
    panel = shown_message(await boss.select(panel, custom_id="pt:guild:shape", values=["tall"]))
    assert "Boards in channels are **tall, for phones**." in panel.content
    await room.open_table()
    assert set(shapes) == {("picture", Shape.TALL)}
    panel = await room.ask(room["anna"], "settings")
    assert "At this channel's table they are **as on the whole server**." in panel.content
    assert [item["custom_id"] for item in controls(panel)] == ["pt:tableshape:1"]
    panel = shown_message(await room["anna"].select(panel, custom_id="pt:tableshape:1", values=["wide"]))
    assert "At this channel's table they are **wide, for computers**." in panel.content
    assert await public_shape(database, (await room.table()).row) is Shape.WIDE
    await room["anna"].select(panel, custom_id="pt:tableshape:1", values=["server"])
    assert await public_shape(database, (await room.table()).row) is Shape.TALL


async def test_who_may_change_nothing_reads_what_holds(room: Room) -> None:
    panel = await room.ask(room["ben"], "settings")
    assert list(controls(panel)) == []
    assert "Only server managers (Manage Server permission) can change this." in panel.content
    table = await room.open_table()
    for user, value, why in ((room["ben"].id, "tall", "not_host"), (room["anna"].id, "round", "unknown_option")):
        with pytest.raises(Refused) as refused:
            await room.bot.tables.lobby.set_shape(table.row.id, value, user_id=user)
        assert refused.value.message.id == f"error.{why}"
    assert (await room.table()).row.shape is None


async def test_the_language_of_a_server_is_chosen_in_the_same_place(room: Room) -> None:
    boss = await manager(room)
    panel = await room.ask(boss, "settings")
    panel = shown_message(await boss.select(panel, custom_id="pt:guild:language", values=["nl"]))
    assert "Public messages are in **Dutch**." in panel.content
    panel = shown_message(await boss.select(panel, custom_id="pt:guild:language", values=["auto"]))
    assert "the language that is set for this server in Discord" in panel.content


async def test_a_channel_shows_a_part_of_a_tall_board_and_whoever_asks_all_of_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Shape, bool]] = []

    def draw(view: View, caption: render.Caption) -> bytes:
        drawn.append((caption.shape, caption.posted))
        return grey_pixel()

    monkeypatch.setattr(render, "picture", draw)
    async with open_room(database) as room:
        boss = await manager(room)
        await boss.select(await room.ask(boss, "settings"), custom_id="pt:guild:shape", values=["tall"])
        await room.open_table()
        assert set(drawn) == {(Shape.TALL, True)}
        drawn.clear()
        whole = shown_message(await room["anna"].click(room.last, custom_id="pt:board:1"))
        assert len(whole.attachments) == 1
        assert shape_buttons(whole) == [("pt:boardshape:tall:1:", "Tall picture")]
        assert drawn == [(Shape.WIDE, False)], "in the person's own shape"


async def test_a_wide_board_is_shown_whole_in_a_channel(room: Room) -> None:
    await room.open_table()
    assert "The whole board" not in labels(room.last)
