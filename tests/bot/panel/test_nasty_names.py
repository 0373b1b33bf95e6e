"""What people are called does nothing on the bot's messages."""

from __future__ import annotations

import re

import pytest

from bot.wording.escaping import plain
from storage.database import Database
from tests.bot.english import REFUSE
from tests.bot.parts import shown
from tests.bot.room import Room, room
from tests.bot.wording.test_wording import NASTY

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def said_to(here: Room) -> list[str]:
    """Every message that anybody at the table can see, without the bot's code blocks."""
    seen = [*here.history(), *(m for person in here.people.values() for m in here.channel.history(viewer=person))]
    return [re.sub("```.*?```", "", message.content, flags=re.DOTALL) for message in seen]


@pytest.mark.parametrize("first", range(3))
async def test_no_name_works_on_any_message(database: Database, first: int) -> None:
    names = [name[:32] for name in NASTY[::3][first::3]]
    async with room(database, *names) as here:
        person, ben, _ = here.people.values()
        await here.open_table(order="joining")
        movers = []
        for _ in range(2):
            mover, _ = await here.deciding()
            movers.append(mover)
            await here.open_panel(ben)
            await here.ask(mover, "play", move="rondel ships")
            await here.ask(mover, "play", move="pass")
        for command in ("score", "log", "board", "games"):
            await here.ask(ben, command)
        await here.propose(movers[0], "undo")
        await movers[1].click(here.last, label=REFUSE)
        await here.ask(ben, "game move", table=1)
        await person.click(await here.ask(person, "game resign"), label="Resign")
        said = await said_to(here)
        for nasty in names:
            assert sum(plain(nasty) in content for content in said) >= 3
            assert [content for content in said if nasty in content.replace(plain(nasty), "")] == []


async def test_a_broken_board_says_no_name_that_works(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.board.board_picture", None)
    async with room(database, "<t:1700000000:R>", "ben") as here:
        await here.open_table()
        told = shown(await here["ben"].slash(here.channel, "board"))
        assert plain("<t:1700000000:R>") in told.content
        assert "<t:1700000000:R>" not in told.content
