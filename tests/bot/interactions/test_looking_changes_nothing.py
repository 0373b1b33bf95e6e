"""Commands that only look never say that something was done."""

from __future__ import annotations

import pytest

from tests.bot.client.test_odd_interactions import newest_answer
from tests.bot.english import english
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
LOOKING = (
    *("play", "board", "describe", "games", "score", "log", "seats", "help", "settings", "note"),
    *("me settings", "me data", "vote show"),
)


@pytest.mark.parametrize("command", LOOKING)
async def test_a_look_that_cannot_be_shown_may_be_tried_again(room: Room, command: str) -> None:
    person, _ = await room.begin()
    room.env.inject_error("PATCH", "/webhooks/*", status=500, times=2)
    await person.slash(room.channel, command)
    assert newest_answer(room) == english("error.no_answer")
