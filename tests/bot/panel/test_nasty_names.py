"""What people are called does nothing on the bot's messages."""

from __future__ import annotations

import re

import pytest

from bot.wording.escaping import plain
from storage.database import Database
from tests.bot.english import REFUSE
from tests.bot.parts import shown
from tests.bot.room import Room, open_room
from tests.bot.wording.test_wording import NASTY

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def said_to(room: Room) -> list[str]:
    """Every message that anybody at the table can see, without the bot's code blocks."""
    seen = [*room.history(), *(m for person in room.people.values() for m in room.channel.history(viewer=person))]
    return [re.sub("```.*?```", "", message.content, flags=re.DOTALL) for message in seen]


@pytest.mark.parametrize("first", range(3))
async def test_no_name_works_on_any_message(database: Database, first: int) -> None:
    names = [name[:32] for name in NASTY[::3][first::3]]
    async with open_room(database, *names) as room:
        person, ben, _ = room.people.values()
        await room.open_table(order="joining")
        movers = []
        for _ in range(2):
            mover, _ = await room.deciding()
            movers.append(mover)
            await room.open_panel(ben)
            await room.ask(mover, "play", move="rondel ships")
            await room.ask(mover, "play", move="pass")
        for command in ("score", "log", "board", "games"):
            await room.ask(ben, command)
        await room.propose(movers[0], "undo")
        await movers[1].click(room.last, label=REFUSE)
        await room.ask(ben, "game move", table=1)
        await person.click(await room.ask(person, "game resign"), label="Resign")
        said = await said_to(room)
        for nasty in names:
            assert sum(plain(nasty) in content for content in said) >= 3
            assert [content for content in said if nasty in content.replace(plain(nasty), "")] == []


async def test_a_broken_board_says_no_name_that_works(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.board.board_picture", None)
    async with open_room(database, "<t:1700000000:R>", "ben") as room:
        await room.open_table()
        told = shown(await room["ben"].slash(room.channel, "board"))
        assert plain("<t:1700000000:R>") in told.content
        assert "<t:1700000000:R>" not in told.content
