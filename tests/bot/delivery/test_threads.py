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


async def in_a_thread(here: Room) -> ChannelHandle:
    """A running table in a thread that somebody has opened."""
    made = here.env.backend.create_thread(here.channel.id, "table", here["anna"].id)
    thread = next(each for each in here.channel.threads if each.id == made.id)
    outside, here.channel = here.channel, thread
    await here.open_table()
    here.channel = outside
    return thread


async def change(here: Room, thread: ChannelHandle, **state: bool) -> None:
    here.env.backend.edit_channel(thread.id, {}, thread_metadata=state)
    await here.env.settle()


def archived(here: Room, thread: ChannelHandle) -> bool:
    state = here.env.backend.get_channel(thread.id).thread_metadata
    assert state is not None
    return state.archived


async def test_a_thread_with_a_table_is_opened_again_but_not_at_once_a_second_time(here: Room) -> None:
    thread, now = await in_a_thread(here), 1000.0
    here.bot.delivery.threads._clock = lambda: now
    await change(here, thread, archived=True)
    assert not archived(here, thread)
    await change(here, thread, archived=True)
    assert archived(here, thread), "whoever archives it again means it"
    now += PAUSE_SECONDS
    await change(here, thread, archived=True)
    assert not archived(here, thread)


async def test_a_thread_in_which_a_lobby_waits_is_opened_again(here: Room) -> None:
    await here.open_table()
    offer = await here.ask(here["ben"], "game new", game="macao")
    await here["ben"].click(offer, label="Open a thread")
    (thread,) = here.channel.threads
    await change(here, thread, archived=True)
    assert not archived(here, thread)


async def test_threads_without_an_open_table_are_nobodys_business(here: Room) -> None:
    thread = await in_a_thread(here)
    table = await here.bot.tables.table_in(thread.id)
    await here.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    await here.bot.worker.idle()
    other = here.env.backend.create_thread(here.channel.id, "chat", here["anna"].id)
    for each in [thread, next(each for each in here.channel.threads if each.id == other.id)]:
        await change(here, each, archived=True)
        assert archived(here, each)


async def test_what_was_archived_while_the_bot_was_away_is_opened_at_the_start(here: Room) -> None:
    thread = await in_a_thread(here)
    here.bot.delivery.threads._opened[thread.id] = here.bot.delivery.threads._clock()
    await change(here, thread, archived=True)
    assert archived(here, thread)
    await here.restart()
    assert not archived(here, thread)


async def test_a_call_opens_a_thread_that_is_archived_and_mended_boards_do_too(here: Room) -> None:
    thread = await in_a_thread(here)
    here.bot.delivery.threads._opened[thread.id] = here.bot.delivery.threads._clock()
    await change(here, thread, archived=True)
    table = await here.bot.tables.table_in(thread.id)
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    board = thread.last_message
    await here.bot.tables.play.act(table.row.id, user, ("rondel", "ships"))
    await here.bot.worker.idle()
    assert not archived(here, thread)
    assert thread.last_message is not None
    assert board is not None
    assert thread.last_message.id != board.id


async def locked(here: Room, thread: ChannelHandle) -> list[discord.Message]:
    """The thread is locked, and what the channel around it says of that, if anything."""
    before = {message.id for message in here.history()}
    await change(here, thread, locked=True, archived=True)
    return [message for message in here.history() if message.id not in before]


async def test_of_a_locked_thread_the_table_is_told_once_in_the_channel_around_it(here: Room) -> None:
    thread = await in_a_thread(here)
    (told,) = await locked(here, thread)
    assert "is locked" in told.content
    assert f"<#{thread.id}>" in told.content
    assert sorted(here.called()[-1]) == sorted(person.id for person in here.people.values())
    assert await locked(here, thread) == []
    await here.restart()
    assert here.last.id == told.id
    await change(here, thread, locked=False, archived=False)
    assert len(await locked(here, thread)) == 1


async def test_what_a_locked_thread_does_not_take_waits_until_it_is_open(here: Room) -> None:
    thread = await in_a_thread(here)
    await locked(here, thread)
    table = await here.bot.tables.table_in(thread.id)
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    await here.bot.tables.play.act(table.row.id, user, ("rondel", "ships"))
    await here.bot.worker.idle()
    (waiting,) = [row for row in await here.outbox() if row.sent_at is None]
    assert waiting.failed is None
    await change(here, thread, locked=False, archived=False)
    await here.bot.worker.idle()
    assert all(row.sent_at for row in await here.outbox())
    assert thread.last_message is not None
    assert "moves to **Ships**" in thread.last_message.content


async def test_of_a_table_that_has_ended_meanwhile_an_open_thread_gets_what_waited_and_no_board_anew(
    here: Room,
) -> None:
    thread = await in_a_thread(here)
    await locked(here, thread)
    table = await here.bot.tables.table_in(thread.id)
    await here.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    await here.bot.worker.idle()
    here.lines.clear()
    queued = await here.outbox()
    assert not all(row.sent_at for row in queued)
    await change(here, thread, locked=False, archived=False)
    await here.bot.worker.idle()
    after = await here.outbox()
    assert len(after) == len(queued)
    assert all(row.sent_at for row in after)
    assert {line["event"] for line in here.logs} <= {"messages that were refused are sent"}


async def test_where_the_bot_may_not_write_around_the_thread_the_host_is_told_directly(here: Room) -> None:
    thread = await in_a_thread(here)
    here.forbid("send_messages")
    assert await locked(here, thread) == []
    (letter,) = here.requests("POST", "/users/@me/channels")
    assert letter.json == {"recipient_id": here["anna"].id}
    said = [(entry.json or {}).get("content", "") for entry in here.requests("POST", "/channels/*/messages")]
    assert said[-1].startswith(f"<@{here['anna'].id}>: the thread <#{thread.id}> is locked")
