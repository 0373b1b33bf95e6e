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
    """All pictures that are drawn, as they are ordered: there is nothing in them that is not in the order."""
    found = list[PictureOrder]()

    async def drawing(order: PictureOrder, patience: float | None = None) -> bytes:
        found.append(order)
        return grey_pixel()

    monkeypatch.setattr(illustrating, "draw", drawing)
    monkeypatch.setattr(recap, "draw", drawing)
    return found


async def seen(room: Room, person: MemberActor) -> list[tuple[str, list[str | None]]]:
    """What a person is told who looks back: texts, and alt texts of pictures."""
    found = list[tuple[str, list[str | None]]]()

    def note(message: discord.Message) -> discord.Message:
        found.append((message.content, [file.description for file in message.attachments]))
        return message

    message = note(await room.ask(person, "replay"))
    (select,) = (item for item in controls(message) if item["type"] == 3)
    kinds = sorted({option["value"] for option in select["options"]} & {"on_stolen", "on_settlement"})
    for stride in (ROUND, MOVE, kinds[-1]):
        select = next(item for item in controls(message) if item["type"] == 3)
        message = note(shown(await person.select(message, [stride], custom_id=select["custom_id"])))
        for _ in range(4):
            back = next((item for item in controls(message) if item.get("label") == "◀"), None)
            if back and not back.get("disabled"):
                message = note(shown(await person.click(message, custom_id=back["custom_id"])))
    note(shown(await person.context_menu(room.channel, "What happened since my last move", room.board())))
    note(await room.ask(person, "log"))
    return found


async def played(room: Room) -> Table:
    """A table at which cards were stolen and drawn in secret."""
    table = await room.open_table("mmn", order="joining")
    game = table.game.copy()
    rng = Random(11)
    decided = list[tuple[int, engines.Action]]()
    carla = NAMES.index("carla")
    secret = False
    while game.to_act and (len(decided) < MOVES or not secret):
        seat = rng.choice(game.to_act)
        decided.append((seat, chosen(game, seat, rng)))  # type: ignore[arg-type]
        secret |= not all(event.shown_to(carla) for event in game.play(*decided[-1]))
    return await room.skip(table, decided)


async def redrawn(room: Room, viewer: int | None) -> int:
    """Redraws in the log what only others may know; how much there was of it."""
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
    await played(room)
    room.people["zoe"] = room.enter("zoe")
    person = room[name]
    viewer = (await room.table()).seat_of(person.id)
    orders.clear()
    before = await seen(room, person)
    drawn = list(orders)
    assert len(drawn) > 8
    orders.clear()
    assert await redrawn(room, viewer) > 0
    positions = TableHistory.positions
    rng = Random(2)
    others = 0

    def elsewhere(course: TableHistory, versions: Collection[int]) -> dict[int, Table]:
        nonlocal others
        found = dict[int, Table]()
        for version, table in positions(course, versions).items():
            other = table.game.determinize(viewer, rng)
            others += other.dump() != table.game.dump()
            found[version] = table.at_position(other)
        return found

    monkeypatch.setattr(TableHistory, "positions", elsewhere)
    assert await seen(room, person) == before
    assert orders == drawn
    assert others > 5


@pytest.mark.room(*NAMES)
async def test_a_leak_would_be_seen(room: Room, orders: list[PictureOrder], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison tells the worlds apart for who does know."""
    await played(room)
    orders.clear()
    before = await seen(room, room["anna"])
    drawn = list(orders)
    orders.clear()
    positions = TableHistory.positions
    rng = Random(2)

    def elsewhere(course: TableHistory, versions: Collection[int]) -> dict[int, Table]:
        found = positions(course, versions)
        return {version: table.at_position(table.game.determinize(None, rng)) for version, table in found.items()}

    monkeypatch.setattr(TableHistory, "positions", elsewhere)
    after: Any = await seen(room, room["anna"])
    assert (after, orders) != (before, drawn)
