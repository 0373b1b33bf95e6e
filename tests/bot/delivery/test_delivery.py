"""Messages on their way to Discord: whatever Discord answers, none is lost and none comes twice."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor

import render
from bot.client.portolan import Portolan
from bot.delivery import message_jobs
from bot.delivery.compose import compose
from bot.tables import Table
from storage import jobs
from storage.database import Database
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room, open_room

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def pass_turn(room: Room) -> MemberActor:
    """Play a whole turn, typed, and return who is next."""
    person, next_person = await room.deciding()
    await room.decide(person, "rondel", "ships")
    await room.decide(person, "pass")
    return next_person


def boards(room: Room, turn: int) -> list[discord.Message]:
    return [message for message in room.history() if f"it is your turn (turn {turn})." in message.content]


@sqlite
@pytest.mark.parametrize(
    ("status", "code"),
    [
        (500, 0),
        pytest.param(503, 0, marks=pytest.mark.proof),
        (408, 0),
        (403, 50013),
        (403, 50001),
        (404, 0),
        (404, 10003),
        (404, 10015),
        (403, 40006),
        (400, 999999),
    ],
)
async def test_a_message_that_discord_refuses_for_now_comes_later_and_once(room: Room, status: int, code: int) -> None:
    await room.open_table()
    room.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    await pass_turn(room)
    assert boards(room, 2) == []
    assert (await room.outbox())[-1].attempts == 1
    room.env.backend.faults.clear()
    await room.sweep()
    assert boards(room, 2) == []  # it is not due yet
    await room.make_due()
    await room.make_due()
    (board,) = boards(room, 2)
    assert labels(board) == ["Your move"]
    sent = [entry.json or {} for entry in room.requests("POST", "/channels/*/messages")]
    assert len({entry["nonce"] for entry in sent if "(turn 2)" in entry["content"]}) == 1
    assert all(entry["enforce_nonce"] for entry in sent)


@sqlite
@pytest.mark.parametrize(
    "fault",
    [aiohttp.ClientConnectionError("gone"), TimeoutError(), ConnectionResetError(), discord.RateLimited(3600.0)],
)
async def test_a_connection_that_breaks_postpones_the_message(
    room: Room, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.open_table()

    async def fail(*_: object, **__: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", fail)
        await pass_turn(room)
    row = (await room.outbox())[-1]
    assert (row.sent_at, row.failed, row.attempts) == (None, None, 1)
    wait = row.due_at - row.created_at
    shortest_wait = timedelta(hours=1) if isinstance(fault, discord.RateLimited) else message_jobs.FIRST_WAIT
    assert shortest_wait <= wait < shortest_wait + timedelta(minutes=1)
    await room.make_due()
    assert len(boards(room, 2)) == 1


@sqlite
async def test_messages_of_one_table_wait_for_each_other_and_those_of_others_do_not(room: Room) -> None:
    await room.open_table()
    home = room.channel
    room.channel = room.guild.create_text_channel("elsewhere")
    await room.open_table()
    room.env.inject_error("POST", f"/channels/{home.id}/messages", status=500, times=None)
    await pass_turn(room)
    assert len(boards(room, 2)) == 1
    room.channel = home
    await pass_turn(room)
    await pass_turn(room)
    assert boards(room, 2) == []
    room.env.backend.faults.clear()
    await room.make_due()
    await room.sweep()
    second, third = room.history()[-2:]
    assert ([third], "▶" in second.content) == (boards(room, 3), False)
    assert "does nothing (Ships)" in second.content


@sqlite
async def test_a_fault_of_ours_in_one_message_holds_up_no_other_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.open_table()
    home = room.channel
    room.channel = room.guild.create_text_channel("elsewhere")
    await room.open_table()

    async def fail(repository: object, subject: object, *arguments: object, **options: object) -> object:
        if isinstance(subject, Table) and subject.row.id == table.row.id:
            raise LookupError("a fault of ours")
        return await compose(repository, subject, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("bot.delivery.posting.compose", fail)
    room.channel = home
    await pass_turn(room)
    room.channel = room.guild.channels["elsewhere"]
    await pass_turn(room)
    assert len(boards(room, 2)) == 1
    postponed = next(entry for entry in room.logs if entry["event"] == "message postponed")
    assert (postponed["table"], type(postponed["exc_info"].__cause__)) == (table.row.id, LookupError)


@sqlite
async def test_a_message_is_given_up_in_the_end_and_the_next_one_tells_what_was_missed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_jobs, "FIRST_WAIT", timedelta(0))
    async with open_room(database) as room:
        first, second = await room.begin()
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
        await pass_turn(room)
        row = (await room.outbox())[-1]
        assert (row.attempts, row.sent_at) == (message_jobs.ATTEMPTS, None)
        assert (row.failed or "").startswith("channel: 50013 ")
        room.env.backend.faults.clear()
        await room.ask(second, "play", move="rondel workers")
        content = room.last.content
        assert f"**{first.name}** does nothing (Ships)" in content
        assert f"**{first.name}** moves to **Ships**" in content, "a turn is told in one message"
        assert f"**{second.name}** moves to **Workers**" in content
        assert f"▶ {second.mention}, it is your turn (turn 2)." in content
        assert labels(room.last) == ["Your move"]


@sqlite
async def test_a_start_that_nobody_could_see_is_told_with_the_first_move(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_jobs, "FIRST_WAIT", timedelta(0))
    monkeypatch.setattr("bot.delivery.send_limits.FIRST_PAUSE", 0)
    async with open_room(database) as room:
        await room.ask(room["anna"], "game new", game="navegador", seats=2)
        await room["ben"].click(room.last, label="Join")
        room.env.inject_error("POST", "/channels/*/messages", status=500, times=message_jobs.ATTEMPTS)
        await room["anna"].click(room.last, label="Start")
        assert len(room.history()) == 1
        person, _ = await room.deciding()
        await room.ask(person, "play", move="rondel ships")
        assert "**Navegador** begins" in room.last.content
        assert "Fair dice" in labels(room.last)
        assert f"▶ {person.mention}, it is your turn (turn 1)." in room.last.content


@sqlite
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (413, 0), (413, 40005), (400, 40005)])
async def test_files_that_are_refused_leave_the_text(room: Room, status: int, code: int) -> None:
    await room.open_table()
    next_up = (await room.deciding())[1]
    room.refuse_files(status, code)
    await pass_turn(room)
    (board,) = boards(room, 2)
    assert board.attachments == []
    assert labels(board) == ["Your move"]
    assert room.pinged_users()[-1] == [next_up.id]
    person, _ = await room.deciding()
    await room.ask(person, "play", move="rondel workers")  # an edit whose files are refused
    assert "moves to **Workers**" in room.last.content
    assert room.last.attachments == []


@sqlite
async def test_a_mover_is_told_which_permissions_are_missing_and_nothing_is_lost(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel ships")
    room.forbid("send_messages")
    answer = await room.ask(person, "play", move="pass")
    assert answer.content.startswith(f"✓ Nothing\n{english('error.cannot_post', permissions=['“Send Messages”'])}\n")
    assert boards(room, 2) == []
    room.forbid()
    await room.make_due()
    assert len(boards(room, 2)) == 1


@sqlite
async def test_a_deleted_channel_drops_its_messages_and_the_table_goes_on_elsewhere(room: Room) -> None:
    table = await room.open_table()
    person, next_person = await room.deciding()
    panel = shown_message(await person.click(await room.open_panel(person), label="Ships"))
    room.env.backend.delete_channel(room.channel.id)
    await room.bot.tables.play.act(table.row.id, person.id, ("pass",))
    await room.bot.worker.idle()
    row = (await room.outbox())[-1]
    assert row.failed == "channel: 10003 Unknown Channel"
    assert panel.content.startswith("✓ Ships")
    room.channel = room.guild.create_text_channel("elsewhere")
    lines = (await room.ask(next_person, "games")).content
    assert f"#{table.row.id}, turn 2: I cannot post in its channel; use /game move" in lines
    await room.ask(room["anna"], "game move", table=table.row.id)
    await room.make_due()  # an attempt in the old channel may have been under way
    assert f"▶ {next_person.mention}, it is your turn (turn 2)." in room.last.content
    assert "moves to **Ships**" in room.last.content
    assert (await room.open_panel(next_person)).content.startswith("**Navegador** · round 1, turn 2")


@sqlite
async def test_a_deleted_board_is_posted_anew(room: Room) -> None:
    person, _ = await room.begin()
    old = room.last
    room.env.backend.delete_message(room.channel.id, old.id)
    await room.ask(person, "play", move="rondel ships")
    new = room.last
    assert new.id != old.id
    assert "moves to **Ships**" in new.content
    assert labels(new) == ["Your move", "Fair dice"]
    await room.ask(person, "undo")
    assert room.last.id == new.id  # from now on this one is edited


@sqlite
async def test_a_board_in_an_archived_thread_is_posted_anew(room: Room) -> None:
    person, _ = await room.begin()
    old = room.last
    room.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=400, code=50083, times=2)
    await room.ask(person, "play", move="rondel ships")
    assert room.last.id != old.id
    assert "moves to **Ships**" in room.last.content


@sqlite
async def test_a_picture_that_cannot_be_drawn_leaves_the_text(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.open_table()

    def fail(*_: object) -> bytes:
        raise LookupError("no such colour")

    monkeypatch.setattr(render, "picture", fail)
    await pass_turn(room)
    (board,) = boards(room, 2)
    assert board.attachments == []
    answer = await room.ask(room["anna"], "board")
    assert (answer.attachments, answer.content.split("\n")[0]) == ([], "Navegador")
    assert {entry["log_level"] for entry in room.logs} == {"error"}


async def test_what_was_committed_before_the_process_died_is_sent_once_by_the_next(room: Room) -> None:
    await room.open_table()
    room.bot.tables.repository.committed = lambda: None
    await pass_turn(room)
    assert boards(room, 2) == []
    await room.restart()
    assert len(boards(room, 2)) == 1
    await room.restart()
    await room.sweep()
    assert len(boards(room, 2)) == 1


@sqlite
async def test_a_process_that_died_while_sending_sends_again_under_the_same_nonce(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel ships")

    async def die(*_: object, **__: object) -> None:
        raise OSError("the process is gone before it can note that the message arrived")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "mark_sent", die)
        await room.ask(person, "play", move="pass")
    await room.restart()
    assert len(boards(room, 2)) == 1  # the claim has not ended yet
    await room.make_due()
    nonces = [(entry.json or {})["nonce"] for entry in room.requests("POST", "/channels/*/messages")]
    assert nonces[-1] == nonces[-2]  # Discord drops the second; the simulated one does not


@sqlite
async def test_waking_while_messages_are_sent_sends_the_new_ones_too(room: Room) -> None:
    table = await room.open_table()
    person, next_person = await room.deciding()
    play = room.bot.tables.play
    for player, field in ((person, "ships"), (next_person, "workers")):
        await play.act(table.row.id, player.id, ("rondel", field))
        await play.act(table.row.id, player.id, ("pass",))
    await asyncio.gather(room.bot.worker.idle(), room.bot.worker.idle())
    assert [message.content.count("▶") for message in room.history()[-3:]] == [0, 0, 1]
    assert len(boards(room, 3)) == 1
    assert all(row.sent_at for row in await room.outbox())


@sqlite
@pytest.mark.room(unabridged=True)
async def test_the_bot_starts_although_its_commands_cannot_be_registered(room: Room, database: Database) -> None:
    await room.open_table()
    room.env.inject_error("PUT", "/applications/*/commands", status=403)
    room.bot = Portolan(database, register_again=True)
    await room.env.restart_bot(room.bot)
    (line,) = room.logs
    assert (line["event"], bool(line["exc_info"])) == ("commands not registered yet", True)
    person, _ = await room.deciding()
    assert (await room.open_panel(person)).content.startswith("**Navegador** · round 1, turn 1")
