"""Whoever wants to be called by direct message is, once for all tables; who cannot be is called in the channel."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.delivery.direct import call_view
from bot.interactions.controls import BoardButton, MoveButton
from bot.tables import Tables
from bot.tables.observers.direct_calls import DirectCall
from bot.tables.observers.pending_decisions import PendingDecision
from bot.wording import texts_in
from storage import clock, jobs, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind
from storage.models import GameRow, JobRow
from tests.bot.english import english
from tests.bot.filling import fill
from tests.bot.lobbies import ANNA, sqlite
from tests.bot.room import Room
from tests.bot.tables.test_reminders import make_due, of_anna
from tests.bot.tables.test_time_limits import decide, limited_room

pytestmark = pytest.mark.usefixtures("plain_pictures")

SWEEP = 15


def direct_messages_to(room: Room, person: MemberActor) -> list[discord.Message]:
    """Return the direct messages to a person."""
    return person.user.dm_channel.history()


async def choose_call(room: Room, call: str, *names: str, **settings: Any) -> None:
    async with room.database.transaction() as session:
        for name in names:
            await people.change_settings(session, room[name].id, lambda _: {"call": call, **settings})


async def let_anna_choose_direct_messages(database: Database, **settings: str) -> None:
    async with database.transaction() as session:
        await people.change_settings(session, ANNA, lambda _: {"call": "dm", **settings})


async def make_calls_due(room: Room) -> None:
    """Make all calls due and let the worker look."""
    await _set_due(room.database, (await room.table()).row.id)
    await room.sweep()


async def pending_calls(database: Database, game_id: int) -> list[JobRow]:
    async with database.reading() as session:
        return [timer for timer in await jobs.timers_of(session, game_id) if timer.kind == Kind.CALL]


async def let_turn_pass(room: Room) -> MemberActor:
    """Let whoever is to decide do so, and return who is called then."""
    await room.press_turn(Random(1))
    return await room.at((await room.table()).game.to_act[0])


async def test_who_wants_it_is_written_to_with_the_way_to_the_board(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    await make_calls_due(room)
    (message,) = direct_messages_to(room, called_person)
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.board().id}"
    assert message.content == (f"▶ **Navegador** #1 is waiting for you. {link}\n{english('say.direct_calls')}")
    assert room.called()[-1] == [], "the channel names the person without a ping"
    assert f"<@{called_person.id}>" in room.board().content


@sqlite
@pytest.mark.parametrize(("call", "is_pinged", "count"), [("both", True, 1), ("channel", True, 0), ("none", False, 0)])
async def test_the_other_ways_to_be_called(room: Room, call: str, is_pinged: bool, count: int) -> None:
    await room.open_table()
    await choose_call(room, call, "anna", "ben")
    called_person = await let_turn_pass(room)
    await make_calls_due(room)
    assert room.called()[-1] == ([called_person.id] if is_pinged else [])
    assert len(direct_messages_to(room, called_person)) == count


@sqlite
async def test_a_reminder_is_a_direct_message_too(room: Room, database: Database) -> None:
    await choose_call(room, "dm", "anna", "ben")
    table = await limited_room(room, "remind")
    mover, _ = await room.deciding()
    await make_calls_due(room)
    before = len(direct_messages_to(room, mover))
    history = len(room.history())
    await make_due(database, table.row.id)
    await room.sweep()
    await make_calls_due(room)
    new_messages = direct_messages_to(room, mover)[before:]
    assert [message.content[:1] for message in new_messages] == ["⏳"]
    assert len(room.history()) == history, "the channel hears nothing of it"


async def test_one_message_tells_of_all_tables(database: Database, tables: Tables) -> None:
    await let_anna_choose_direct_messages(database)
    waiting_tables = [await of_anna(tables, channel_id=channel) for channel in (5, 6, 7)]
    ids = [table.row.id for table in waiting_tables]
    await _set_due(database, *ids)
    first = (await pending_calls(database, ids[0]))[0]
    call = await tables.direct_calls.take(await _claim(database, first))
    assert call is not None
    assert (call.user, sorted(decision.row.id for decision in call.pending)) == (ANNA, ids)
    assert [await pending_calls(database, game_id) for game_id in ids[1:]] == [[], []]
    (remaining_call,) = await pending_calls(database, ids[0])
    assert sorted(remaining_call.payload["along"]) == [
        [table.row.id, table.game.blocking_seats[0]] for table in waiting_tables[1:]
    ]


@sqlite
@pytest.mark.parametrize("whole_board", [False, True])
async def test_of_more_tables_than_a_message_has_buttons_the_first_have_one(
    database: Database, whole_board: bool
) -> None:
    row = (await of_anna(Tables(database))).row
    texts = texts_in("en")
    decisions = [PendingDecision(GameRow(**row.model_dump() | {"id": number}), 0, None) for number in range(1, 41)]
    items: list[Any] = call_view(decisions, texts, whole_board=whole_board).children
    moves = [MoveButton(number).custom_id for number in range(1, 25 if whole_board else 26)]
    assert [item.custom_id for item in items] == [*moves, *[BoardButton(1).custom_id] * whole_board]


@sqlite
async def test_a_call_that_was_cut_short_is_made_again_with_all_its_tables(database: Database, tables: Tables) -> None:
    """The process dies between taking what is to be told and telling it."""
    await let_anna_choose_direct_messages(database)
    ids = [(await of_anna(tables, channel_id=channel)).row.id for channel in (5, 6)]
    await _set_due(database, *ids)
    claimed = await _claim(database, (await pending_calls(database, ids[0]))[0])
    assert await tables.direct_calls.take(claimed) is not None
    async with database.transaction() as session:
        await jobs.hand_back(session, claimed)
    second_call = await tables.direct_calls.take(await _claim(database, (await pending_calls(database, ids[0]))[0]))
    assert second_call is not None
    assert sorted(decision.row.id for decision in second_call[1]) == ids


@sqlite
async def test_a_later_call_tells_of_what_one_that_was_cut_short_had_gathered(tables: Tables) -> None:
    await let_anna_choose_direct_messages(tables.database)
    ids = [(await of_anna(tables, channel_id=channel)).row.id for channel in (5, 6)]
    await _set_due(tables.database, *ids)
    assert (
        await tables.direct_calls.take(await _claim(tables.database, (await pending_calls(tables.database, ids[0]))[0]))
        is not None
    )
    ids.append((await of_anna(tables, channel_id=7)).row.id)
    await _set_due(tables.database, *ids)
    call = await tables.direct_calls.take(
        await _claim(tables.database, (await pending_calls(tables.database, ids[2]))[0])
    )
    assert call is not None
    assert sorted(decision.row.id for decision in call[1]) == ids


@sqlite
async def test_who_has_decided_meanwhile_is_not_written_to(database: Database, tables: Tables) -> None:
    await let_anna_choose_direct_messages(database)
    table = await of_anna(tables)
    (seat,) = table.game.blocking_seats
    await _set_due(database, table.row.id)
    claimed = await _claim(database, (await pending_calls(database, table.row.id))[0])
    while table.game.blocking_seats == (seat,):
        table = await decide(tables, table)
    assert await tables.direct_calls.take(claimed) is None
    assert await pending_calls(database, table.row.id) == []


@sqlite
async def test_nobody_is_written_to_at_night(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    now = utcnow().replace(hour=23, minute=30)

    async def fixed_now(_: object) -> Any:
        return now

    monkeypatch.setattr(clock, "now", fixed_now)
    await let_anna_choose_direct_messages(tables.database, zone="UTC")
    table = await of_anna(tables)
    (timer,) = await pending_calls(tables.database, table.row.id)
    morning = (now + timedelta(days=1)).replace(hour=8, minute=0, second=0, microsecond=0)
    assert timer.due_at == morning
    await _set_due(tables.database, table.row.id)
    (call,) = await pending_calls(tables.database, table.row.id)
    assert await tables.direct_calls.take(await _claim(tables.database, call)) is None
    (timer,) = await pending_calls(tables.database, table.row.id)
    assert timer.due_at == morning


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (404, 10013)])
@sqlite
async def test_who_cannot_be_written_to_is_called_in_the_channel_and_told_so(
    room: Room, database: Database, status: int, code: int
) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    room.env.inject_error("POST", f"/channels/{called_person.user.dm_channel.id}/messages", status=status, code=code)
    await make_calls_due(room)
    explanation, waiting_line = room.last.content.split("\n")
    assert explanation == (f"<@{called_person.id}> {english('say.not_directly', seat=f'**{called_person.name}**')}")
    assert waiting_line.startswith("▶ **Navegador** #1 is waiting for you.")
    assert room.called()[-1] == [called_person.id]
    assert direct_messages_to(room, called_person) == []
    async with database.reading() as session:
        assert (await people.settings(session, called_person.id))["call"] == "dm", (
            "a setting is changed by its person alone"
        )
    next_person = await let_turn_pass(room)
    await let_turn_pass(room)
    await make_calls_due(room)
    assert room.called()[-1] == [called_person.id]
    assert room.last.content.startswith(f"<@{called_person.id}> ▶ **Navegador**"), "why is said once"
    assert next_person.id != called_person.id


@sqlite
async def test_while_discord_does_not_answer_the_call_is_tried_again(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    room.env.inject_error("POST", f"/channels/{called_person.user.dm_channel.id}/messages", status=500)
    await make_calls_due(room)
    assert direct_messages_to(room, called_person) == []
    assert [line["event"] for line in room.logs] == ["what was due is put off"]
    await make_calls_due(room)
    assert len(direct_messages_to(room, called_person)) == 1


@sqlite
async def test_a_call_that_discord_takes_and_confirms_too_late_is_tried_again_under_its_nonce(
    room: Room,
) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    path = f"/channels/{called_person.user.dm_channel.id}/messages"
    for _ in range(2):
        room.env.inject_error("POST", path, status=500)
        await make_calls_due(room)
    await make_calls_due(room)
    nonces = [(entry.json or {})["nonce"] for entry in room.requests("POST", path)]
    assert (len(nonces), len(set(nonces))) == (3, 1)
    await let_turn_pass(room)
    await let_turn_pass(room)
    await make_calls_due(room)
    assert len({(entry.json or {})["nonce"] for entry in room.requests("POST", path)}) == 2


@sqlite
async def test_a_call_that_has_more_to_tell_when_it_is_tried_again_has_another_nonce(tables: Tables) -> None:
    await let_anna_choose_direct_messages(tables.database)
    table = await of_anna(tables, channel_id=5)

    async def take_and_fail() -> DirectCall:
        claimed = await _claim(tables.database, (await pending_calls(tables.database, table.row.id))[0])
        call = await tables.direct_calls.take(claimed)
        assert call is not None
        async with tables.database.transaction() as session:
            await jobs.retry_after_failure(session, claimed, timedelta(0))
        return call

    await _set_due(tables.database, table.row.id)
    first = await take_and_fail()
    await _set_due(tables.database, table.row.id)
    assert (await take_and_fail()).nonce == first.nonce
    second_table = await of_anna(tables, channel_id=6)
    await _set_due(tables.database, table.row.id, second_table.row.id)
    longer_call = await take_and_fail()
    assert len(longer_call.pending) == 2
    assert longer_call.nonce != first.nonce


@sqlite
async def test_whoever_chooses_direct_messages_gets_one_at_once(room: Room) -> None:
    anna = room["anna"]
    panel = await fill(anna, await anna.click(await room.ask(anna, "me settings"), custom_id="pt:f:habits"), call="dm")
    assert "I send you a direct message." in panel.content
    assert [message.content for message in direct_messages_to(room, anna)] == [english("say.direct_begins")]


@sqlite
async def test_whom_discord_lets_nobody_write_to_chooses_otherwise(room: Room, database: Database) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    room.env.inject_error("POST", f"/channels/{anna.user.dm_channel.id}/messages", status=403, code=50007)
    refusal = await fill(anna, await anna.click(panel, custom_id="pt:f:habits"), call="dm")
    assert refusal.content.startswith("I cannot send you direct messages.")
    async with database.reading() as session:
        assert "call" not in await people.settings(session, anna.id)


async def _set_due(database: Database, *game_ids: int) -> None:
    async with database.transaction() as session:
        for game_id in game_ids:
            for timer in await jobs.timers_of(session, game_id):
                if timer.kind == Kind.CALL:
                    timer.due_at = timer.set_at - timedelta(seconds=1)
                    session.add(timer)


async def _claim(database: Database, wanted: JobRow) -> JobRow:
    async with database.transaction() as session:
        all_claimed = [claimed.job for claimed in await jobs.claim(session, jobs.Lane.CALLS, limit=10)]
        claimed_call = next(timer for timer in all_claimed if timer.id == wanted.id)
        for timer in all_claimed:
            if timer is not claimed_call:
                await jobs.hand_back(session, timer)
    return claimed_call


@sqlite
async def test_a_direct_message_speaks_the_language_of_the_persons_discord(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    for person in room.people.values():
        await room.deliver(room.slash_payload(person, "games") | {"locale": "de"})
    called_person = await let_turn_pass(room)
    await make_calls_due(room)
    (message,) = direct_messages_to(room, called_person)
    assert message.content.startswith("▶ **Navegador** #1 wartet auf dich.")
