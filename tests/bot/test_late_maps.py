"""A panel does not wait for its map: it is added when it is drawn, unless another panel has taken its place."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.pictures import Attachment
from bot.panel import actions
from bot.services import services_of
from bot.tables import Table
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.office import http_fault
from tests.bot.test_panel_actions import ANNA, started

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


class Cartographer:
    """No map is drawn soon; a late one is, when ``free`` is set."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.begun, self.broken_off = 0, 0
        self.fault: Exception | None = None

    async def draw(self, *_: object, late: bool = False) -> Attachment | None:
        if not late:
            raise TimeoutError
        self.begun += 1
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        if self.fault:
            raise self.fault
        return Attachment("places.png", b"drawn")


@pytest.fixture
def maps(monkeypatch: pytest.MonkeyPatch) -> Cartographer:
    found = Cartographer()
    monkeypatch.setattr(actions, "places_picture", found.draw)
    return found


async def opened(database: Database, table: Table, maps: Cartographer) -> tuple[Click, asyncio.Task[None]]:
    """Anna's panel, shown without its map, and the click that goes on."""
    click = Click(database, ANNA)
    going = asyncio.create_task(actions.show_panel(click.given, table.row.id))
    async with asyncio.timeout(20):
        while not maps.begun:
            await asyncio.sleep(0.005)
    assert (len(click.said), click.options[0]["files"]) == (1, [])
    return click, going


async def placing(database: Database) -> Table:
    return await started(database, "mmn")


async def test_the_map_is_added_when_it_is_drawn(database: Database, maps: Cartographer) -> None:
    click, going = await opened(database, await placing(database), maps)
    maps.free.set()
    await going
    assert [file.filename for file in click.options[1]["attachments"]] == ["places.png"]
    assert services_of(click.given).late_maps == {}


async def test_the_map_of_a_panel_that_was_replaced_is_not_drawn(database: Database, maps: Cartographer) -> None:
    table = await placing(database)
    click, going = await opened(database, table, maps)
    after = Click(database, ANNA, client=click.client)
    again = asyncio.create_task(actions.show_panel(after.given, table.row.id))
    await going
    assert (len(click.said), maps.broken_off) == (1, 1)
    maps.free.set()
    await again
    assert [file.filename for file in after.options[1]["attachments"]] == ["places.png"]
    assert services_of(click.given).late_maps == {}


@pytest.mark.parametrize("fault", [TimeoutError(), None], ids=["never drawn", "not taken"])
async def test_a_map_that_comes_too_late_is_left_out(
    database: Database, maps: Cartographer, fault: Exception | None
) -> None:
    click, going = await opened(database, await placing(database), maps)

    async def refuse(**_: Any) -> None:
        raise http_fault(404, 10015)

    click.edit_original_response = refuse  # type: ignore[method-assign]
    maps.fault = fault
    maps.free.set()
    await going
    assert len(click.said) == 1


async def test_a_click_that_is_broken_off_leaves_no_map_behind(database: Database, maps: Cartographer) -> None:
    click, going = await opened(database, await placing(database), maps)
    going.cancel()
    await asyncio.wait([going])
    await asyncio.sleep(0)
    assert (services_of(click.given).late_maps, maps.broken_off) == ({}, 1)
