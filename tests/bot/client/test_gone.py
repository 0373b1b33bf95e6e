"""People who have left the server, or whose account is gone: the table is told, and goes on without them."""

from __future__ import annotations

from unittest import mock

import pytest
from sqlmodel import select

from bot.cli.sandbox.later import settle
from bot.tables.observers.clocks import read_clock
from bot.tables.table_notes import Notes, Plan
from storage.database import Database
from storage.jobs import IS_TIMER, Kind
from storage.models import JobRow
from tests.bot.asking_all import table_of_three
from tests.bot.delivery.test_direct_calls import choose_call, direct_messages_to, let_turn_pass, make_calls_due
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import limited_room, pass_time

pytestmark = [pytest.mark.usefixtures("plain_pictures"), sqlite]

SWEEP = 15
DEPARTURE = "🚪 **{0}** has left this server.\n🪑 **{0}** leaves for now; a computer plays"


async def sweep(room: Room) -> None:
    """Let the workers look for what is due, until all that comes of it is done."""
    await room.sweep()
    await settle([room.bot])
    await room.env.settle()


def was_announced(room: Room, name: str) -> bool:
    """Return whether the channel was told, with the buttons to take the seat and to come back."""
    announcements = [message for message in room.history() if DEPARTURE.format(name) in message.content]
    return [[item["label"] for item in controls(message)] for message in announcements] == [
        [f"Take {name}'s seat", "I'm back"]
    ]


@pytest.mark.parametrize("departure", ["left", "deleted"])
async def test_when_time_is_up_who_is_gone_has_left_the_table_with_role_and_plan(
    room: Room, database: Database, departure: str
) -> None:
    table = await limited_room(room, "remind")
    game_id = table.row.id
    anna = room["anna"]
    ben = room["ben"]
    if (await room.deciding())[0].id != anna.id:
        await let_turn_pass(room)
    table = await room.table()
    seat = table.seat_of(anna.id) or 0
    notes = Notes(plan=Plan(version=table.row.version, decisions=[["another question"]]))
    await room.bot.tables.plans.store_notes(table, anna.id, 0, notes)
    if departure == "left":
        room.guild.remove_member(anna)
    else:
        room.env.inject_error("GET", f"/guilds/{room.guild.id}/members/{anna.id}", status=404, code=10013)
    await pass_time(database, game_id)
    await sweep(room)
    table = await room.table()
    assert (table.user_at(seat), table.computer_at(seat), table.row.host_id) == (None, "normal", ben.id)
    assert was_announced(room, "anna")
    zoe = room.enter("zoe")
    message = next(entry for entry in room.history() if DEPARTURE.format("anna") in entry.content)
    await zoe.click(message, label="Take anna's seat")
    assert str(zoe.id) in ((await room.table()).seats[seat].candidates or {})
    await room.bot.tables.seating.come_back(game_id, anna.id)
    assert (await room.table()).user_at(seat) == anna.id
    assert (await room.bot.tables.plans.load_notes(game_id, anna.id))[1] == notes


async def test_where_discord_does_not_say_nobody_is_gone(room: Room, database: Database) -> None:
    table = await limited_room(room, "remind")
    late_player, _ = await room.deciding()
    room.env.inject_error("GET", f"/guilds/{room.guild.id}/members/{late_player.id}", status=404, code=10004)
    await pass_time(database, table.row.id)
    await sweep(room)
    assert "Time is up" in room.last.content
    assert (await room.table()).seat_of(late_player.id) is not None


async def test_where_discord_says_nothing_that_makes_sense_nobody_is_gone_and_nothing_waits(
    room: Room, database: Database
) -> None:
    table = await limited_room(room, "remind")
    late_player, _ = await room.deciding()
    with mock.patch.object(room.bot.http, "get_member", side_effect=send_garbage) as get_member:
        await pass_time(database, table.row.id)
        await sweep(room)
        assert get_member.called
    assert "Time is up" in room.last.content
    assert (await room.table()).seat_of(late_player.id) is not None


async def send_garbage(*_: object) -> object:
    return ["what"]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_vote_does_not_fail_for_the_answer_of_who_is_gone(room: Room, database: Database) -> None:
    table = await table_of_three(room)
    anna, ben, carla = room.people.values()
    proposal = await room.bot.tables.voting.propose_clock(table.row.id, anna.id, {"limit": "24"})
    await room.bot.tables.voting.answer(table.row.id, proposal.vote.id, ben.id, "agree")
    room.guild.remove_member(carla)
    async with database.transaction() as session:
        for timer in await timers_of_kind(database, Kind.VOTE):
            timer.due_at = timer.set_at
            session.add(timer)
    await sweep(room)
    table = await room.table()
    assert table.seat_of(carla.id) is None
    assert read_clock(table.row.clock).hours == 24
    assert was_announced(room, "carla")


async def test_who_nudges_somebody_who_is_gone_reads_it_and_the_table_goes_on(room: Room) -> None:
    now, waiting = await room.begin()
    panel = await room.open_panel(waiting)
    room.guild.remove_member(now)
    answer = shown(await waiting.click(panel, label="👋 Nudge"))
    assert answer.content.startswith(f"🚪 **{now.name}** has left this server.")
    assert (await room.table()).seat_of(now.id) is None
    assert was_announced(room, now.name)


async def test_who_cannot_be_written_to_since_he_is_gone_is_not_called_in_the_channel(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    room.guild.remove_member(called_person)
    room.env.inject_error("POST", f"/channels/{called_person.user.dm_channel.id}/messages", status=403, code=50007)
    await make_calls_due(room)
    assert was_announced(room, called_person.name)
    assert (await room.table()).seat_of(called_person.id) is None
    assert direct_messages_to(room, called_person) == []
    assert not any("cannot send you direct messages" in message.content for message in room.history())


@pytest.mark.room("anna", "ben", "carla")
async def test_a_host_who_is_gone_is_found_out_by_whoever_looks_at_the_seats(room: Room) -> None:
    await table_of_three(room, turns=1)
    anna, ben, _ = room.people.values()
    room.guild.remove_member(anna)
    assert "**anna** is away" in (await room.ask(ben, "seats")).content
    assert (await room.table()).row.host_id == ben.id
    assert was_announced(room, "anna")


async def timers_of_kind(database: Database, kind: Kind) -> list[JobRow]:
    async with database.reading() as session:
        return [timer for timer in (await session.exec(select(JobRow).where(IS_TIMER))).all() if timer.kind == kind]
