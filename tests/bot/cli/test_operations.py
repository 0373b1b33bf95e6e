"""Each operation that the bot can send is sent at least once, by what a player or Discord does."""

from __future__ import annotations

from collections import Counter

import discord
import pytest
from simcord.enums import ChannelType

from bot.interactions.emoji import KNOWN, wanted
from storage.database import Database
from tests.bot.client.test_presence import started, until_left
from tests.bot.delivery.test_direct_calls import turn_passes, wait, wants
from tests.bot.delivery.test_threads import archived, change
from tests.bot.fake_discord import GUILD, connected, until
from tests.bot.room import Room, open_room
from tests.discord.operations import OPERATIONS, Operation

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


class Sent:
    """What the bot of a room has sent since it was last looked."""

    def __init__(self, room: Room) -> None:
        self._counts = room.yardstick.sent
        self._before: Counter[Operation] = Counter()

    def now(self) -> set[str]:
        new = {str(each) for each in self._counts - self._before}
        self._before = self._counts.copy()
        return new


async def signs_in(database: Database, monkeypatch: pytest.MonkeyPatch) -> set[Operation]:
    """The bot logs in, and in its next session it is not told of a server in which there is a table."""

    async def at_once(*_: object, **__: object) -> None:
        """discord.py waits five seconds between two sessions."""

    with monkeypatch.context() as patch:
        patch.setattr(discord.Client, "before_identify_hook", at_once)
        async with connected(database, patch) as (fake, bot):
            await until(lambda: fake.seen("PUT", "/applications/.*"))
            await started(bot)
            fake.resumable = False
            fake.guilds.clear()
            fake.faults.append(("GET", f"/guilds/{GUILD}", 403, {"code": 50001, "message": "Missing Access"}))
            await fake.sockets[0].close(code=4000)
            await until_left(database)
            bot.services.moderation.allowed = frozenset([GUILD])
            await fake.invite(77)
            await until(lambda: fake.seen("DELETE", "/users/@me/guilds/77"))
        sent = set(fake.yardstick.sent)
    assert {str(each) for each in sent} >= {
        "GET /users/@me",
        "GET /oauth2/applications/@me",
        "GET /gateway/bot",
        "PUT /applications/{application_id}/commands",
        "GET /guilds/{guild_id}",
    }
    return sent


async def uploads(room: Room, sent: Sent) -> None:
    """The emoji of an earlier version are replaced, in the next process."""
    names = {each.name for each in wanted().values()}
    await until(lambda: {each.name for each in KNOWN.values()} == names)
    room.env.backend.create_application_emoji(f"{min(names)[:-8]}deadbeef")
    await room.restart()
    await until(lambda: room.requests("DELETE", "/applications/*"))
    assert len(room.requests("POST", "/applications/*/emojis")) == len(names)


async def plays(room: Room, sent: Sent) -> None:
    """A board is posted, somebody moves in a panel, and somebody else is called directly."""
    anna = room["anna"]
    ben = room["ben"]
    await room.spare_questions()
    await anna.slash(room.channel, "game new", game="navegador", seats=2, order="joining")
    lobby = room.last
    for _ in range(2):
        await anna.click(lobby, label="Add computer")
    assert "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original" in sent.now(), "one panel is enough"
    await ben.click(lobby, label="Join")
    late = room.click_payload(ben, lobby, "Join")
    await anna.click(lobby, label="Start")
    assert sent.now() >= {
        "POST /channels/{channel_id}/messages",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
    }
    await room.deliver(late)  # who is late is told so beside the message
    assert "POST /webhooks/{webhook_id}/{webhook_token}" in sent.now()
    await wants(room, "dm", "anna", "ben")
    await turn_passes(room)
    assert sent.now() >= {
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "PATCH /channels/{channel_id}/messages/{message_id}",
    }
    await wait(room)
    assert "POST /users/@me/channels" in sent.now()


async def votes(room: Room, sent: Sent) -> None:
    """Whoever asks for the vote is led to its message, which may have been deleted."""
    await room.ask(room["anna"], "vote end")
    sent.now()
    await room.ask(room["ben"], "vote show")
    assert "GET /channels/{channel_id}/messages/{message_id}" in sent.now()


async def opens_threads(room: Room, sent: Sent) -> None:
    """A second table has a thread of its own, which somebody archives."""
    offer = await room.ask(room["ben"], "game new", game="macao")
    await room["ben"].click(offer, label="Open a thread")
    assert "POST /channels/{channel_id}/threads" in sent.now()
    thread = room.channel.threads[-1]
    await change(room, thread, archived=True)
    assert not archived(room, thread)
    assert sent.now() >= {"GET /channels/{channel_id}", "PATCH /channels/{channel_id}"}


async def moves(room: Room, sent: Sent) -> None:
    """To a private thread, where everybody at the table must be."""
    table = await room.table()
    private = ChannelType.PRIVATE_THREAD
    made = room.env.backend.create_thread(room.channel.id, "secret", room["anna"].id, type=private)
    room.channel = next(thread for thread in room.channel.threads if thread.id == made.id)
    await room.ask(room["anna"], "game move", table=table.row.id)
    assert sent.now() >= {
        "GET /guilds/{guild_id}/members/{user_id}",
        "GET /channels/{channel_id}/thread-members/{user_id}",
    }


async def test_each_operation_is_sent(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    every = await signs_in(database, monkeypatch)
    async with open_room(database, emoji=True) as room:
        sent = Sent(room)
        for drive in (uploads, plays, votes, opens_threads, moves):
            await drive(room, sent)
        every |= set(room.yardstick.sent)
    assert every == set(OPERATIONS)
