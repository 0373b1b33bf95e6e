"""What a click leaves behind: neither the interaction nor what was pressed waits for the collector of garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions.components import Sent
from bot.work.handling import handling
from storage.database import Database
from tests.bot.parts import controls, shown
from tests.bot.room import room

pytestmark = pytest.mark.usefixtures("plain_pictures")
sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
LARGE = (discord.Interaction, discord.Message)


def interactions() -> int:
    """How many there are."""
    return sum(type(each) is discord.Interaction for each in gc.get_objects())


@contextmanager
def collected() -> Iterator[list[str]]:
    """What is begun inside and stays, or that only the collector can take away: of large things their kinds, of buttons
    what they say."""
    gc.collect()
    gc.disable()
    found: list[str] = []
    before = interactions()
    try:
        yield found
        found += ["Interaction"] * (interactions() - before)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += [type(each).__name__ for each in gc.garbage if isinstance(each, LARGE)]
        found += [each.custom_id for each in gc.garbage if isinstance(each, Sent)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@sqlite
async def test_a_click_that_is_answered_is_gone(database: Database) -> None:
    async with room(database) as here:
        person, _ = await here.begin()
        panel = await here.open_panel(person)
        (pressed,) = (control["custom_id"] for control in controls(panel) if control.get("label") == "Ships")
        with collected() as found:
            assert "How many ships" in shown(await person.click(panel, label="Ships")).content
        assert pressed not in found
        assert not {kind.__name__ for kind in LARGE}.intersection(found)


@sqlite
async def test_a_command_that_is_answered_is_gone(database: Database) -> None:
    async with room(database) as here:
        person, _ = await here.begin()
        with collected() as found:
            await here.ask(person, "play", move="rondel ships")
        assert [move.words for move in await here.moves()] == ["rondel ships"]
        assert not {kind.__name__ for kind in LARGE}.intersection(found)


@pytest.mark.parametrize("answered", [True, False])
def test_who_has_not_been_answered_can_still_be(answered: bool) -> None:
    response = SimpleNamespace(is_done=lambda: answered, _parent="the interaction")
    interaction: Any = SimpleNamespace(id=1, guild_id=2, response=response, extras={})
    with handling(interaction, "Move"):
        assert response._parent is not None
    assert (response._parent is None) == answered
