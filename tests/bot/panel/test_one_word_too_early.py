"""A word of which a move needs more, typed by somebody whose turn it is not."""

from __future__ import annotations

import pytest

from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


@pytest.mark.parametrize(("game", "word"), [("burgundy", "take"), ("navegador", "sell"), ("mmn", "road")])
@pytest.mark.room("anna", "ben", "carla")
async def test_who_types_it_learns_whose_turn_it_is(
    room: Room, game: str, word: str, caplog: pytest.LogCaptureFixture
) -> None:
    await room.open_table(game, order="joining")
    _, other, *_ = await room.deciding()
    answered = (await room.ask(other, "play", move=word)).content
    assert answered.startswith("It is not your turn"), answered
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
