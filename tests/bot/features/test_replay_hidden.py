"""Looking back tells nobody what somebody else held: where all that is hidden from a person is redrawn, in every
position and in the log, that person is shown the same, pictures included (MMN)."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

import engines
from bot.delivery import illustrating, recap
from bot.drawing.picture_order import PictureOrder
from bot.tables import Table
from bot.tables.analysis.replays import TableHistory
from engines.scenes import MOVE, ROUND
from storage.models import MoveRow
from tests.bot.grey_pixels import grey_pixel
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown
from tests.bot.room import Room
from tests.engines.mmn.random_players import chosen

pytestmark = sqlite
NAMES = ("anna", "ben", "carla")
MOVES = 260


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[PictureOrder]:
    """Record the orders of all pictures; a picture has nothing that is not in its order."""
    recorded = list[PictureOrder]()

    async def record_order(order: PictureOrder, patience: float | None = None) -> bytes:
        recorded.append(order)
        return grey_pixel()

    monkeypatch.setattr(illustrating, "draw", record_order)
    monkeypatch.setattr(recap, "draw", record_order)
    return recorded


async def look_back(room: Room, person: MemberActor) -> list[tuple[str, list[str | None]]]:
    """Look back as a person, and return the texts and alt texts of pictures that are shown."""
    contents = list[tuple[str, list[str | None]]]()

    def note(message: discord.Message) -> discord.Message:
        contents.append((message.content, [file.description for file in message.attachments]))
        return message

    message = note(await room.ask(person, "replay"))
    (select,) = (item for item in controls(message) if item["type"] == 3)
    kinds = sorted({option["value"] for option in select["options"]} & {"on_stolen", "on_settlement"})
    for stride in (ROUND, MOVE, kinds[-1]):
        select = next(item for item in controls(message) if item["type"] == 3)
        message = note(shown(await person.select(message, [stride], custom_id=select["custom_id"])))
        for _ in range(4):
            back_button = next((item for item in controls(message) if item.get("label") == "◀"), None)
            if back_button and not back_button.get("disabled"):
                message = note(shown(await person.click(message, custom_id=back_button["custom_id"])))
    note(shown(await person.context_menu(room.channel, "What happened since my last move", room.board())))
    note(await room.ask(person, "log"))
    return contents


async def open_table_with_secrets(room: Room) -> Table:
    """Open a table at which cards were stolen and drawn in secret."""
    table = await room.open_table("mmn", order="joining")
    game = table.game.copy()
    rng = Random(11)
    decisions = list[tuple[int, engines.Action]]()
    carla = NAMES.index("carla")
    has_secret = False
    while game.to_act and (len(decisions) < MOVES or not has_secret):
        seat = rng.choice(game.to_act)
        decisions.append((seat, chosen(game, seat, rng)))  # type: ignore[arg-type]
        has_secret |= not all(event.shown_to(carla) for event in game.play(*decisions[-1]))
    return await room.skip(table, decisions)


async def redraw_hidden_events(room: Room, viewer: int | None) -> int:
    """Redraw in the log what only others may know, and return how many events had something of it."""
    changed = 0
    async with room.database.transaction() as session:
        for move in await room.moves():
            row = await session.get(MoveRow, (move.game_id, move.version))
            assert row is not None
            events = [dict(event) for event in row.events]
            for event in events:
                if event.get("seen_by") is not None and viewer not in event["seen_by"]:
                    event["data"] = {
                        key: "another" if isinstance(old, str) else old for key, old in event["data"].items()
                    }
                    event["data"] |= {key: ["another"] for key, old in event["data"].items() if isinstance(old, list)}
                    changed += 1
            row.events = events
            session.add(row)
    return changed


@pytest.mark.parametrize("name", ["carla", "zoe"])
@pytest.mark.room(*NAMES)
async def test_who_looks_back_is_shown_the_same_in_every_world(
    room: Room, orders: list[PictureOrder], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    await open_table_with_secrets(room)
    room.people["zoe"] = room.enter("zoe")
    person = room[name]
    viewer = (await room.table()).seat_of(person.id)
    orders.clear()
    before = await look_back(room, person)
    first_orders = list(orders)
    assert len(first_orders) > 8
    orders.clear()
    assert await redraw_hidden_events(room, viewer) > 0
    positions = TableHistory.positions
    rng = Random(2)
    changed_worlds = 0

    def other_worlds(course: TableHistory, versions: Collection[int]) -> dict[int, Table]:
        nonlocal changed_worlds
        redrawn_tables = dict[int, Table]()
        for version, table in positions(course, versions).items():
            other_world = table.game.determinize(viewer, rng)
            changed_worlds += other_world.dump() != table.game.dump()
            redrawn_tables[version] = table.at_position(other_world)
        return redrawn_tables

    monkeypatch.setattr(TableHistory, "positions", other_worlds)
    assert await look_back(room, person) == before
    assert orders == first_orders
    assert changed_worlds > 5


@pytest.mark.room(*NAMES)
async def test_a_leak_would_be_seen(room: Room, orders: list[PictureOrder], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison tells the worlds apart for a person who knows what is hidden."""
    await open_table_with_secrets(room)
    orders.clear()
    before = await look_back(room, room["anna"])
    first_orders = list(orders)
    orders.clear()
    positions = TableHistory.positions
    rng = Random(2)

    def other_worlds(course: TableHistory, versions: Collection[int]) -> dict[int, Table]:
        tables_by_version = positions(course, versions)
        return {
            version: table.at_position(table.game.determinize(None, rng))
            for version, table in tables_by_version.items()
        }

    monkeypatch.setattr(TableHistory, "positions", other_worlds)
    after: Any = await look_back(room, room["anna"])
    assert (after, orders) != (before, first_orders)
