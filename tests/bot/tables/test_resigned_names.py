"""Once somebody has resigned, the computer that plays on is named, not the person."""

from __future__ import annotations

import pytest

from bot.delivery.result import final_lines
from bot.delivery.turning_points import turning_points
from bot.wording import texts_in
from storage.models import MoveRow
from tests.bot.endings import nearly_over, passed
from tests.bot.lobbies import sqlite
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")

WORDS = texts_in("en")


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_the_computer_has_a_name_of_its_own_from_then_on(room: Room) -> None:
    table = await room.open_table()
    seat = table.seat_of(room["ben"].id)
    assert seat is not None
    await room.bot.tables.seating.resign(table.row.id, room["ben"].id)
    await room.bot.worker.idle()
    after = await room.table()
    assert after.names[seat] == f"Computer {seat + 1}"
    assert after.initial_names[seat] == "ben"
    assert any(f"**ben** resigns; **Computer {seat + 1}** plays on." in message.content for message in room.history())


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_summary_and_jumps_name_the_computer_for_what_it_has_done(room: Room) -> None:
    tables = room.bot.tables
    table = await nearly_over(tables)
    resigned = next(seat for seat in range(3) if seat != table.game.to_act[0])
    user = table.user_at(resigned)
    assert user is not None
    name = table.names[resigned]
    await tables.seating.resign(table.row.id, user)
    table = await passed(tables, await tables.table(table.row.id))
    assert not any(name in line for line in final_lines(table, WORDS))
    before, after = [MoveRow(game_id=1, version=each, seat=resigned, words="pass", turn=each) for each in (1, 2)]
    before.by_user_id = user
    for row, points in ((before, 9), (after, 30)):
        row.scores = [points if seat == resigned else 0 for seat in range(3)]
    told = turning_points(table, [before, after], WORDS)
    assert any(f"**Computer {resigned + 1}** made" in line for line in told)
