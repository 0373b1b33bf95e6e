"""What is left behind by a click: nothing that waits for the collector of garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import discord
import pytest

from bot.interactions.components import Sent
from storage.database import Database
from tests.bot.parts import controls, shown
from tests.bot.room import room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
LARGE = (discord.Interaction, discord.InteractionResponse, discord.Message)


@contextmanager
def collected() -> Iterator[list[str]]:
    """What becomes garbage inside that only the collector can take away: of large things their kinds, of buttons what
    they say."""
    gc.collect()
    gc.disable()
    found: list[str] = []
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += [type(each).__name__ for each in gc.garbage if isinstance(each, LARGE)]
        found += [each.custom_id for each in gc.garbage if isinstance(each, Sent)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_click_that_is_answered_is_gone(database: Database) -> None:
    async with room(database) as here:
        person, _ = await here.begin()
        panel = await here.open_panel(person)
        (pressed,) = (control["custom_id"] for control in controls(panel) if control.get("label") == "Ships")
        with collected() as found:
            assert "How many ships" in shown(await person.click(panel, label="Ships")).content
        assert pressed not in found
        assert not {kind.__name__ for kind in LARGE}.intersection(found)


async def test_a_command_that_is_answered_is_gone(database: Database) -> None:
    async with room(database) as here:
        person, _ = await here.begin()
        with collected() as found:
            await here.ask(person, "play", move="rondel ships")
        assert [move.words for move in await here.moves()] == ["rondel ships"]
        assert not {kind.__name__ for kind in LARGE}.intersection(found)
