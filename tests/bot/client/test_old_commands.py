"""Commands that Discord still shows although the bot has them no longer, or in another form."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from storage.database import Database
from tests.bot.client.test_odd_interactions import newest_answer, without_traces
from tests.bot.english import english
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
Json = dict[str, Any]

OLD: dict[str, Json] = {
    "a command that is gone": {"name": "retired"},
    "a part of a group that is gone": {"name": "game", "options": [{"type": 1, "name": "retired", "options": []}]},
    "a group without a part": {"name": "game"},
    "a command that is a group now": {"name": "vote", "options": [{"type": 3, "name": "what", "value": "x"}]},
    "a required option that is missing": {"name": "language"},
    "no name": {},
    "options that are no objects": {"name": "play", "options": ["move"]},
    "an option without a kind": {"name": "play", "options": [{"name": "move", "value": "ships"}]},
    "a menu that is gone": {"name": "Retired", "type": 3, "target_id": "5"},
    "a menu without what it is about": {"name": "Your move", "type": 3},
}


def command(room: Room, data: Json) -> Json:
    payload = room.slash_payload(room["anna"], "play")
    return payload | {"data": {"id": "1", "type": 1} | data}


@pytest.mark.parametrize("old", OLD)
async def test_an_old_command_says_to_reload_discord(room: Room, old: str, caplog: pytest.LogCaptureFixture) -> None:
    await room.deliver(command(room, OLD[old]))
    assert newest_answer(room) == english("error.old_command")
    assert without_traces(room, caplog)


@pytest.mark.parametrize("old", OLD)
async def test_completions_of_an_old_command_are_none_and_no_error(
    room: Room, old: str, caplog: pytest.LogCaptureFixture
) -> None:
    await room.deliver(command(room, OLD[old]) | {"type": 4})
    (answer,) = room.requests("POST", "/interactions/*")
    assert answer.json == {"type": 8, "data": {"choices": []}}
    assert without_traces(room, caplog)


async def test_completions_that_cannot_be_found_are_none_and_no_error(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise OSError("no table today")

    async with open_room(database) as room:
        await room.begin()
        monkeypatch.setattr("bot.features.play.find_table", fail)
        typing = [{"type": 3, "name": "move", "value": "shi", "focused": True}]
        await room.deliver(command(room, {"name": "play", "options": typing}) | {"type": 4})
        (answer,) = room.requests("POST", "/interactions/*")
        assert answer.json == {"type": 8, "data": {"choices": []}}
        assert [entry["event"] for entry in room.logs] == ["autocomplete failed"]
        assert [entry for entry in caplog.records if entry.levelno >= logging.ERROR] == []


async def test_completions_that_discord_does_not_take_are_no_error(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    await room.begin()
    typing = [{"type": 3, "name": "move", "value": "shi", "focused": True}]
    for status, code in ((500, 0), (404, 10062), (400, 40060)):
        room.env.inject_error("POST", "/interactions/*", status=status, code=code, times=2)
        await room.deliver(command(room, {"name": "play", "options": typing}) | {"type": 4})
        room.env.backend.faults.clear()
    assert without_traces(room, caplog)
