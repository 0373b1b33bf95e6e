"""Anybody at a table may nudge the one it waits for: seldom, never at night, and never a stranger."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bot.tables import Refused, Table, Tables
from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, queued, refusal, refused_as, sqlite, started, worked_off
from tests.bot.parts import controls, shown
from tests.bot.room import Room
from tests.bot.tables.test_reminders import choose
from tests.bot.tables.test_time_limits import together

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def waits_for_anna(tables: Tables) -> Table:
    table = await started(tables, BEN)
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await tables.play.act(table.row.id, BEN, table.game.legal(table.game.to_act[0])[0])
    return await tables.table(table.row.id)


@on_both
async def test_who_is_waited_for_is_called_once_in_twelve_hours(database: Database, tables: Tables) -> None:
    table = await waits_for_anna(tables)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    nudged = await tables.nudges.nudge(game_id, BEN)
    assert (nudged.called, nudged.refused) == ([seat], [])
    said = (await queued(database, game_id))[-1]
    assert (said.kind, said.ping) == ("notice", [seat])
    assert [(line.id, line.args) for line in said.introduction] == [("say.nudged", {"seat": table.seat_of(BEN)})]
    with pytest.raises(Refused) as raised:
        await tables.nudges.nudge(game_id, BEN)
    assert refusal(raised) == "error.nudged_before"
    again = int(str(raised.value.message.args["moment"]))
    assert abs(again - (utcnow() + timedelta(hours=12)).timestamp()) < 60
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, game_id):
            assert timer.kind == Kind.NUDGED
            timer.due_at = utcnow() - timedelta(minutes=1)
            session.add(timer)
    await worked_off(tables, game_id)
    assert (await tables.nudges.nudge(game_id, BEN)).called == [seat]


@on_both
async def test_of_two_who_nudge_at_once_one_calls(database: Database) -> None:
    """Two processes, which share nothing but the database."""
    one = Tables(database)
    two = Tables(database)
    table = await waits_for_anna(one)
    outcomes = await asyncio.gather(
        *(tables.nudges.nudge(table.row.id, BEN) for tables in (one, two)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NudgeResult", "Refused"]
    said = await queued(database, table.row.id)
    assert sum(line.id == "say.nudged" for what in said for line in what.introduction) == 1


@sqlite
async def test_of_several_who_are_waited_for_each_is_called_but_the_one_who_nudges(tables: Tables) -> None:
    table = await together(tables)
    nudged = await tables.nudges.nudge(table.row.id, CARLA)
    assert sorted(nudged.called) == sorted(seat for seat in range(3) if table.user_at(seat) != CARLA)


def holidays(now: datetime) -> list[str]:
    """Today, and tomorrow if midnight comes before the test is over."""
    return [str(now.date()), str((now + timedelta(days=1)).date())]


def quiet_hours(now: datetime) -> list[int]:
    """From an hour ago until in an hour, in minutes of the day."""
    minute = now.hour * 60 + now.minute
    return [(minute - 60) % (24 * 60), (minute + 60) % (24 * 60)]


@sqlite
@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (lambda now: {"call": "none"}, "error.nudge_unwanted"),
        (lambda now: {"zone": "UTC", "holidays": [["2000-01-01", "2000-01-02"], holidays(now)]}, "error.nudge_asleep"),
        (lambda now: {"zone": "UTC", "quiet": quiet_hours(now)}, "error.nudge_asleep"),
    ],
    ids=["unwanted", "holidays", "night"],
)
async def test_who_must_not_be_disturbed_is_not(
    database: Database, tables: Tables, settings: Callable[[datetime], dict[str, object]], reason: str
) -> None:
    table = await waits_for_anna(tables)
    await choose(database, **settings(utcnow()))
    before = len(await queued(database, table.row.id))
    with pytest.raises(Refused) as raised:
        await tables.nudges.nudge(table.row.id, BEN)
    assert refusal(raised) == reason
    assert raised.value.message.args["player"] == "anna"
    assert len(await queued(database, table.row.id)) == before


@sqlite
async def test_strangers_nudge_nobody_nor_does_the_one_who_is_waited_for(tables: Tables) -> None:
    table = await waits_for_anna(tables)
    for user, reason in ((CARLA, "error.not_seated"), (ANNA, "error.nudge_nobody")):
        with refused_as(reason):
            await tables.nudges.nudge(table.row.id, user)


@sqlite
async def test_the_button_stands_where_somebody_waits_and_says_what_came_of_it(room: Room) -> None:
    now, waiting = await room.begin()
    panel = await room.open_panel(waiting)
    answer = shown(await waiting.click(panel, label="👋 Nudge"))
    assert answer.content.startswith(f"👋 Nudged: **{now.name}**.\nIt is **{now.name}**'s turn.")
    assert room.last.content == f"<@{now.id}> 👋 **{waiting.name}** nudges you: the table is waiting."
    assert room.called()[-1] == [now.id]
    refused = shown(await waiting.click(answer, label="👋 Nudge"))
    assert refused.content.startswith(f"**{now.name}** was nudged not long ago. You can nudge again <t:")
    assert all(not item["custom_id"].startswith("pt:n:") for item in controls(await room.open_panel(now)))
