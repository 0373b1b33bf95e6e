"""Threads that tables live in stay open; of locked ones the table is told elsewhere."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.delivery.threads import PAUSE_SECONDS
from tests.bot.lobbies import MANAGER
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def open_table_in_thread(room: Room) -> ChannelHandle:
    """Open a table in a thread that somebody has opened."""
    created = room.env.backend.create_thread(room.channel.id, "table", room["anna"].id)
    thread = next(candidate for candidate in room.channel.threads if candidate.id == created.id)
    home = room.channel
    room.channel = thread
    await room.open_table()
    room.channel = home
    return thread


async def change_thread(room: Room, thread: ChannelHandle, **state: bool) -> None:
    room.env.backend.edit_channel(thread.id, {}, thread_metadata=state)
    await room.env.settle()


def is_archived(room: Room, thread: ChannelHandle) -> bool:
    state = room.env.backend.get_channel(thread.id).thread_metadata
    assert state is not None
    return state.archived


async def test_a_thread_with_a_table_is_opened_again_but_not_at_once_a_second_time(room: Room) -> None:
    thread = await open_table_in_thread(room)
    now = 1000.0
    room.bot.delivery.threads._clock = lambda: now
    await change_thread(room, thread, archived=True)
    assert not is_archived(room, thread)
    await change_thread(room, thread, archived=True)
    assert is_archived(room, thread), "whoever archives it again means it"
    now += PAUSE_SECONDS
    await change_thread(room, thread, archived=True)
    assert not is_archived(room, thread)


async def test_a_thread_in_which_a_lobby_waits_is_opened_again(room: Room) -> None:
    await room.open_table()
    offer = await room.ask(room["ben"], "game new", game="macao")
    await room["ben"].click(offer, label="Open a thread")
    (thread,) = room.channel.threads
    await change_thread(room, thread, archived=True)
    assert not is_archived(room, thread)


async def test_threads_without_an_open_table_are_nobodys_business(room: Room) -> None:
    thread = await open_table_in_thread(room)
    table = await room.bot.tables.table_in(thread.id)
    await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    await room.bot.worker.idle()
    chat = room.env.backend.create_thread(room.channel.id, "chat", room["anna"].id)
    for any_thread in [thread, next(any_thread for any_thread in room.channel.threads if any_thread.id == chat.id)]:
        await change_thread(room, any_thread, archived=True)
        assert is_archived(room, any_thread)


async def test_what_was_archived_while_the_bot_was_away_is_opened_at_the_start(room: Room) -> None:
    thread = await open_table_in_thread(room)
    room.bot.delivery.threads._opened[thread.id] = room.bot.delivery.threads._clock()
    await change_thread(room, thread, archived=True)
    assert is_archived(room, thread)
    await room.restart()
    assert not is_archived(room, thread)


async def test_a_call_opens_a_thread_that_is_archived_and_mended_boards_do_too(room: Room) -> None:
    thread = await open_table_in_thread(room)
    room.bot.delivery.threads._opened[thread.id] = room.bot.delivery.threads._clock()
    await change_thread(room, thread, archived=True)
    table = await room.bot.tables.table_in(thread.id)
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    board = thread.last_message
    await room.bot.tables.play.act(table.row.id, user, ("rondel", "ships"))
    await room.bot.worker.idle()
    assert not is_archived(room, thread)
    assert thread.last_message is not None
    assert board is not None
    assert thread.last_message.id != board.id


async def lock_thread(room: Room, thread: ChannelHandle) -> list[discord.Message]:
    """Lock the thread, and return what the channel around it then says."""
    before = {message.id for message in room.history()}
    await change_thread(room, thread, locked=True, archived=True)
    return [message for message in room.history() if message.id not in before]


async def test_of_a_locked_thread_the_table_is_told_once_in_the_channel_around_it(room: Room) -> None:
    thread = await open_table_in_thread(room)
    (notice,) = await lock_thread(room, thread)
    assert "is locked" in notice.content
    assert f"<#{thread.id}>" in notice.content
    assert sorted(room.called()[-1]) == sorted(person.id for person in room.people.values())
    assert await lock_thread(room, thread) == []
    await room.restart()
    assert room.last.id == notice.id
    await change_thread(room, thread, locked=False, archived=False)
    assert len(await lock_thread(room, thread)) == 1


async def test_what_a_locked_thread_does_not_take_waits_until_it_is_open(room: Room) -> None:
    thread = await open_table_in_thread(room)
    await lock_thread(room, thread)
    table = await room.bot.tables.table_in(thread.id)
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    await room.bot.tables.play.act(table.row.id, user, ("rondel", "ships"))
    await room.bot.worker.idle()
    (waiting,) = [row for row in await room.outbox() if row.sent_at is None]
    assert waiting.failed is None
    await change_thread(room, thread, locked=False, archived=False)
    await room.bot.worker.idle()
    assert all(row.sent_at for row in await room.outbox())
    assert thread.last_message is not None
    assert "moves to **Ships**" in thread.last_message.content


async def test_of_a_table_that_has_ended_meanwhile_an_open_thread_gets_what_waited_and_no_board_anew(
    room: Room,
) -> None:
    thread = await open_table_in_thread(room)
    await lock_thread(room, thread)
    table = await room.bot.tables.table_in(thread.id)
    await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    await room.bot.worker.idle()
    room.lines.clear()
    queued = await room.outbox()
    assert not all(row.sent_at for row in queued)
    await change_thread(room, thread, locked=False, archived=False)
    await room.bot.worker.idle()
    after = await room.outbox()
    assert len(after) == len(queued)
    assert all(row.sent_at for row in after)
    assert {line["event"] for line in room.logs} <= {"messages that were refused are sent"}


async def test_where_the_bot_may_not_write_around_the_thread_the_host_is_told_directly(room: Room) -> None:
    thread = await open_table_in_thread(room)
    room.forbid("send_messages")
    assert await lock_thread(room, thread) == []
    (letter,) = room.requests("POST", "/users/@me/channels")
    assert letter.json == {"recipient_id": room["anna"].id}
    contents = [(entry.json or {}).get("content", "") for entry in room.requests("POST", "/channels/*/messages")]
    assert contents[-1].startswith(f"<@{room['anna'].id}>: the thread <#{thread.id}> is locked")
