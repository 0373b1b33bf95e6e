"""Each operation that the bot can send is sent at least once, by what a player or Discord does."""

from __future__ import annotations

from collections import Counter

import discord
import pytest
from simcord.enums import ChannelType

from bot.interactions.emoji import KNOWN, all_pictures
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.client.test_server_membership import until_left
from tests.bot.delivery.test_direct_calls import choose_call, let_turn_pass, make_calls_due
from tests.bot.delivery.test_threads import change_thread, is_archived
from tests.bot.fake_discord import GUILD, connected, until
from tests.bot.room import Room, open_room
from tests.discord.operations import OPERATIONS, Operation

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


class SentOperations:
    """The operations that the bot of a room has sent since the last look at them."""

    def __init__(self, room: Room) -> None:
        self._counts = room.yardstick.sent
        self._before: Counter[Operation] = Counter()

    def now(self) -> set[str]:
        new = {str(operation) for operation in self._counts - self._before}
        self._before = self._counts.copy()
        return new


async def sign_in(database: Database, monkeypatch: pytest.MonkeyPatch) -> set[Operation]:
    """Log the bot in; in its next session it is not told of a server in which there is a table."""

    async def at_once(*_: object, **__: object) -> None:
        """Replace the pause of five seconds that discord.py makes between two sessions."""

    with monkeypatch.context() as patch:
        patch.setattr(discord.Client, "before_identify_hook", at_once)
        async with connected(database, patch) as (fake, bot):
            await until(lambda: fake.requests_to("PUT", "/applications/.*"))
            await start_announced_table(bot)
            fake.resumable = False
            fake.guilds.clear()
            fake.faults.append(("GET", f"/guilds/{GUILD}", 403, {"code": 50001, "message": "Missing Access"}))
            await fake.sockets[0].close(code=4000)
            await until_left(database)
            bot.services.moderation.allowed = frozenset([GUILD])
            await fake.invite(77)
            await until(lambda: fake.requests_to("DELETE", "/users/@me/guilds/77"))
        sent = set(fake.yardstick.sent)
    assert {str(operation) for operation in sent} >= {
        "GET /users/@me",
        "GET /oauth2/applications/@me",
        "GET /gateway/bot",
        "PUT /applications/{application_id}/commands",
        "GET /guilds/{guild_id}",
    }
    return sent


async def replace_emoji(room: Room, sent: SentOperations) -> None:
    """Replace the emoji of an earlier version, in the next process."""
    names = {sign.name for sign in all_pictures().values()}
    await until(lambda: {sign.name for sign in KNOWN.values()} == names)
    room.env.backend.create_application_emoji(f"{min(names)[:-8]}deadbeef")
    await room.restart()
    await until(lambda: room.requests("DELETE", "/applications/*"))
    assert len(room.requests("POST", "/applications/*/emojis")) == len(names)


async def play_turn(room: Room, sent: SentOperations) -> None:
    """Post a board, move in a panel, and call somebody directly."""
    anna = room["anna"]
    ben = room["ben"]
    await room.spare_questions()
    await anna.slash(room.channel, "game new", game="navegador", seats=2, order="joining")
    lobby = room.last
    for _ in range(2):
        await anna.click(lobby, label="Add computer")
    assert "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original" in sent.now(), "one panel is enough"
    await ben.click(lobby, label="Join")
    late_click = room.click_payload(ben, lobby, "Join")
    await anna.click(lobby, label="Start")
    assert sent.now() >= {
        "POST /channels/{channel_id}/messages",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
    }
    await room.deliver(late_click)  # a late click is answered by a message of its own
    assert "POST /webhooks/{webhook_id}/{webhook_token}" in sent.now()
    await choose_call(room, "dm", "anna", "ben")
    await let_turn_pass(room)
    assert sent.now() >= {
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "PATCH /channels/{channel_id}/messages/{message_id}",
    }
    await make_calls_due(room)
    assert "POST /users/@me/channels" in sent.now()


async def show_vote(room: Room, sent: SentOperations) -> None:
    """Ask for the vote, which leads to its message; that may have been deleted."""
    await room.ask(room["anna"], "vote end")
    sent.now()
    await room.ask(room["ben"], "vote show")
    assert "GET /channels/{channel_id}/messages/{message_id}" in sent.now()


async def archive_thread(room: Room, sent: SentOperations) -> None:
    """Open a second table, which has a thread of its own, and archive the thread."""
    offer = await room.ask(room["ben"], "game new", game="macao")
    await room["ben"].click(offer, label="Open a thread")
    assert "POST /channels/{channel_id}/threads" in sent.now()
    thread = room.channel.threads[-1]
    await change_thread(room, thread, archived=True)
    assert not is_archived(room, thread)
    assert sent.now() >= {"GET /channels/{channel_id}", "PATCH /channels/{channel_id}"}


async def move_to_private_thread(room: Room, sent: SentOperations) -> None:
    """Move the table to a private thread, where everybody at it must be."""
    table = await room.table()
    thread_type = ChannelType.PRIVATE_THREAD
    created = room.env.backend.create_thread(room.channel.id, "secret", room["anna"].id, type=thread_type)
    room.channel = next(thread for thread in room.channel.threads if thread.id == created.id)
    await room.ask(room["anna"], "game move", table=table.row.id)
    assert sent.now() >= {
        "GET /guilds/{guild_id}/members/{user_id}",
        "GET /channels/{channel_id}/thread-members/{user_id}",
    }


async def test_each_operation_is_sent(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    operations = await sign_in(database, monkeypatch)
    async with open_room(database, emoji=True) as room:
        sent = SentOperations(room)
        for drive in (replace_emoji, play_turn, show_vote, archive_thread, move_to_private_thread):
            await drive(room, sent)
        operations |= set(room.yardstick.sent)
    assert operations == set(OPERATIONS)
