"""The sandbox moves its clock forward: what is due on the way is done in its order."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.cli.sandbox.later import later_command, next_moment, now, pass_time
from tests.bot.parts import shown
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import limited_room

pytestmark = pytest.mark.usefixtures("plain_pictures")
HOUR = timedelta(hours=1)


async def test_reminders_and_the_end_of_the_time_come_in_their_order(room: Room) -> None:
    await limited_room(room, "remind")
    person, _ = await room.deciding()
    before = len(room.history())
    start = await now(room.bot)
    await pass_time([room.bot], 13 * HOUR)
    assert [message.content.split(" ")[:2] for message in room.history()[before:]] == [[f"<@{person.id}>", "⏳"]]
    await pass_time([room.bot], 12 * HOUR)
    contents = [message.content for message in room.history()[before:]]
    assert [line.split(" ")[1] for line in contents] == ["⏳", "⏳", "⏰"]
    assert abs(await now(room.bot) - start - 25 * HOUR) < timedelta(minutes=1)


async def test_nothing_more_is_due_and_no_message_waits(room: Room) -> None:
    await limited_room(room, "remind")
    coming = await next_moment(room.bot)
    assert coming is not None
    await pass_time([room.bot], HOUR)
    assert await next_moment(room.bot) == coming
    assert [row for row in await room.outbox() if row.sent_at is None] == []


async def test_the_command_says_how_late_it_is(room: Room) -> None:
    room.bot.tree.add_command(later_command(room.bot))
    await room.bot.tree.sync()
    start = await now(room.bot)
    answer = shown(await room["anna"].slash(room.channel, "later", hours=30))
    after = await now(room.bot)
    time_told = re.fullmatch(r"⏩ 30 hours later\. The bot's clock says <t:(\d+):F>\.", answer.content)
    assert time_told
    assert int((start + 30 * HOUR).timestamp()) <= int(time_told[1]) <= after.timestamp()
    assert answer.flags.ephemeral, "nobody else is told"
    assert abs(after - start - 30 * HOUR) < timedelta(minutes=1)
