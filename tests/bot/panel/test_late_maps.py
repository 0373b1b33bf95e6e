"""A panel does not wait for its map: the map is added when it is drawn, unless another panel has replaced this one."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.delivery.illustrating import Attachment
from bot.interactions.services import services_of
from bot.panel import actions
from bot.panel.layout import Panel
from bot.panel.presenter import present
from bot.tables import Table
from bot.work.admission import Admission
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.office import http_fault
from tests.bot.panel.test_panel_actions import ANNA, start_table_of_three

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


class Cartographer:
    """Draws no map in time; a late map is drawn once ``free`` is set."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.asked = 0
        self.begun = 0
        self.broken_off = 0
        self.fault: Exception | None = None

    async def draw(self, *_: object, late: bool = False) -> Attachment | None:
        self.asked += 1
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
    cartographer = Cartographer()
    monkeypatch.setattr(actions, "decision_picture", cartographer.draw)
    return cartographer


async def open_panel(database: Database, table: Table, maps: Cartographer) -> Click:
    """Open Anna's panel, which is shown without its map while the map is drawn."""
    click = Click(database, ANNA)
    await actions.show_panel(click.given, table.row.id)
    async with asyncio.timeout(20):
        while not maps.begun:
            await asyncio.sleep(0.005)
    assert (len(click.said), click.options[0].get("files", [])) == (1, [])
    return click


async def wait_for_maps(click: Click) -> None:
    """Wait until nothing is drawn for a panel any more."""
    await asyncio.gather(*services_of(click.given).late_maps.values(), return_exceptions=True)
    await asyncio.sleep(0)
    assert services_of(click.given).late_maps == {}


async def table_before_a_place(database: Database) -> Table:
    return await start_table_of_three(database, "mmn")


async def test_the_map_is_added_when_it_is_drawn(database: Database, maps: Cartographer) -> None:
    click = await open_panel(database, await table_before_a_place(database), maps)
    maps.free.set()
    await wait_for_maps(click)
    assert [file.filename for file in click.options[1]["attachments"]] == ["places.png"]


async def test_the_map_of_a_panel_that_was_replaced_is_not_added(database: Database, maps: Cartographer) -> None:
    table = await table_before_a_place(database)
    click = await open_panel(database, table, maps)
    after = Click(database, ANNA, client=click.client)
    await actions.show_panel(after.given, table.row.id)
    maps.free.set()
    await wait_for_maps(after)
    assert (len(click.said), maps.broken_off) == (1, 1)
    assert [file.filename for file in after.options[1]["attachments"]] == ["places.png"]


async def test_no_map_is_added_before_its_panel_is_shown(database: Database, maps: Cartographer) -> None:
    table = await table_before_a_place(database)
    click = Click(database, ANNA)
    shown = asyncio.Event()
    answer = click._answer

    async def slowly(content: str, **options: Any) -> None:
        await shown.wait()
        await answer(content, **options)

    click.response.send_message = slowly
    maps.free.set()
    showing = asyncio.create_task(actions.show_panel(click.given, table.row.id))
    async with asyncio.timeout(20):
        while not maps.begun:
            await asyncio.sleep(0.005)
    after = Click(database, ANNA, client=click.client)  # a second click overtakes the first one's answer
    await actions.show_panel(after.given, table.row.id)
    shown.set()
    await showing
    await wait_for_maps(after)
    assert (len(click.options), len(after.options)) == (1, 2), "of the two panels the newer has its map"


@pytest.mark.parametrize("fault", [TimeoutError(), http_fault(404, 10015), discord.RateLimited(9), OSError()], ids=repr)
async def test_a_map_that_comes_too_late_or_is_not_taken_is_left_out(
    database: Database, maps: Cartographer, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    click = await open_panel(database, await table_before_a_place(database), maps)

    async def refuse(**_: Any) -> None:
        raise fault

    click.edit_original_response = refuse  # type: ignore[method-assign]
    if isinstance(fault, TimeoutError):
        maps.fault = fault
    maps.free.set()
    await wait_for_maps(click)
    assert len(click.said) == 1
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


async def test_where_others_wait_for_their_words_panels_are_shown_without_maps(
    database: Database, maps: Cartographer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await table_before_a_place(database)
    click = Click(database, ANNA)
    monkeypatch.setattr(Admission, "is_behind", True)
    await actions.show_panel(click.given, table.row.id)
    assert (click.options[0].get("files", []), maps.asked) == ([], 0)
    await present(click.given, table, Panel("words", discord.ui.View()), draw_later=maps.draw)
    assert services_of(click.given).late_maps == {}
    monkeypatch.setattr(Admission, "is_behind", False)
    maps.free.set()
    await actions.show_panel(click.given, table.row.id)
    await wait_for_maps(click)
    assert (maps.asked, maps.begun) == (2, 1)


async def test_a_bot_that_stops_draws_no_more_maps(database: Database, maps: Cartographer) -> None:
    click = await open_panel(database, await table_before_a_place(database), maps)
    await click.client.close()
    await wait_for_maps(click)
    assert (len(click.said), maps.broken_off) == (1, 1)
