"""A server removes the bot: its tables fall silent at once, and go on when the bot is invited again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.client.portolan import Portolan
from bot.tables import Table
from bot.tables.maintenance.servers import REASON
from bot.wording import texts_in
from storage import deliveries, people
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import CHANNEL, GUILD, FakeDiscord, Request, connected, logged_in, serving
from tests.bot.lobbies import MANAGER
from tests.storage.sample import unsent

pytestmark = [
    pytest.mark.usefixtures("plain_pictures", "no_session_pause"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MESSAGES = f"/channels/{CHANNEL}/messages"
ONCE_MORE = texts_in("en").say("say.posted_again")
OTHER_SHARD = GUILD + (1 << 22)


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 10) -> None:
    """Return as soon as the condition holds."""
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.005)


async def has_left(database: Database, guild_id: int = GUILD) -> bool:
    async with database.reading() as session:
        return await people.has_left(session, guild_id)


async def until_left(database: Database) -> None:
    await until(lambda: has_left(database))


async def until_back(database: Database) -> None:
    async def is_back() -> bool:
        return not await has_left(database)

    await until(is_back)


async def move(bot: Portolan, table: Table, *words: str) -> None:
    current = await bot.tables.table(table.row.id)
    await bot.tables.play.act(table.row.id, current.user_at(current.game.to_act[0]) or 0, words)


async def send_what_is_due(bot: Portolan) -> None:
    """Send what is due now, and what comes of that."""

    async def may_send() -> bool:
        return bot.delivery.limits.is_open

    await until(may_send)
    bot.worker.wake()
    await bot.worker.idle()


async def remove_bot(fake: FakeDiscord, database: Database) -> None:
    """Remove the bot from the server, and wait until it has noticed that."""
    await fake.remove(GUILD)
    await until_left(database)


async def invite_bot_again(fake: FakeDiscord, bot: Portolan) -> None:
    """Invite the bot to the server again, and let it send what it has to say there."""
    await fake.invite(GUILD)
    await until_back(bot.database)
    await send_what_is_due(bot)


def channel_requests(fake: FakeDiscord) -> list[Request]:
    """Return everything that was sent to channels."""
    return [request for request in fake.requests if request.method != "GET" and request.path.startswith("/channels/")]


def content_of(request: Request) -> str:
    return str(request.body["content"])


async def test_a_server_that_removed_the_bot_hears_nothing_more_until_it_invites_it_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        await remove_bot(fake, database)
        before = channel_requests(fake)
        await move(bot, table, "rondel", "ships")
        await send_what_is_due(bot)
        assert channel_requests(fake) == before
        async with database.reading() as session:
            assert await unsent(session) == []
        await invite_bot_again(fake, bot)
        board = channel_requests(fake)[len(before)]
        assert (board.method, board.path) == ("POST", MESSAGES)
        assert ONCE_MORE in content_of(board)
        assert " moves to **Ships**" in content_of(board)
        await move(bot, table, "pass")
        await bot.worker.idle()
        assert len(channel_requests(fake)) > len(before) + 1


async def test_what_waits_is_dropped_at_once_and_told_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        fake.faults += [("POST", MESSAGES, 403, {"code": 50001, "message": "Missing Access"})] * 2
        table = await start_announced_table(bot)
        async with database.reading() as session:
            (waiting,) = await unsent(session)
        await remove_bot(fake, database)
        async with database.reading() as session:
            dropped = await deliveries.last(session, table.row.id, "turn")
        assert dropped is not None
        assert (dropped.id, dropped.failed) == (waiting.id, REASON)
        await invite_bot_again(fake, bot)
        board = fake.requests_to("POST", MESSAGES)[-1]
        assert texts_in("en").say("say.begins", game="Navegador") in content_of(board)
        assert ONCE_MORE in content_of(board)


async def test_what_waits_for_a_sender_is_not_sent_any_more(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        await move(bot, table, "rondel", "ships")
        await bot.tables.servers.leave(GUILD)
        before = channel_requests(fake)
        await bot.worker.idle()
        assert channel_requests(fake) == before


async def test_the_end_of_a_game_is_told_when_the_bot_is_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        await remove_bot(fake, database)
        await bot.tables.play.end(table.row.id, MANAGER, admin=True)
        await bot.worker.idle()
        before = channel_requests(fake)
        await invite_bot_again(fake, bot)
        end_request, edit_request = channel_requests(fake)[len(before) :]
        assert (end_request.method, content_of(end_request)) == ("POST", texts_in("en").say("say.ended"))
        remaining_labels = [item["label"] for row in edit_request.body["components"] for item in row["components"]]
        assert (edit_request.method, remaining_labels) == (
            "PATCH",
            ["Fair dice"],
        )  # the former board opens no panel any more


async def test_a_server_that_is_only_out_of_order_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        await fake.outage(GUILD)
        await fake.invite(GUILD + 1)  # when it has arrived, the outage has arrived as well
        await until_guild_known(bot, GUILD + 1)
        before = channel_requests(fake)
        await move(bot, table, "rondel", "ships")
        await bot.worker.idle()
        assert len(channel_requests(fake)) > len(before)
        assert not await has_left(database)


async def until_guild_known(bot: Portolan, guild_id: int) -> None:
    async def is_known() -> bool:
        return bot.get_guild(guild_id) is not None

    await until(is_known)


async def test_removed_and_invited_again_at_once_goes_on(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await start_announced_table(bot)
        for _ in range(5):
            await fake.remove(GUILD)
            await fake.invite(GUILD)
        await fake.remove(GUILD + 1)
        await fake.invite(GUILD + 2)
        await until_guild_known(bot, GUILD + 2)
        async with bot.server_membership._order:
            assert not await has_left(database)


async def test_what_happened_while_the_bot_was_down_is_noticed_when_it_starts(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        async with logged_in(database) as bot:
            table = await start_announced_table(bot)
            bot.worker.wake = lambda: None  # type: ignore[method-assign]
            bot.tables.repository.committed = lambda: None
            await move(bot, table, "rondel", "ships")
        fake.guilds.clear()
        before = channel_requests(fake)
        async with logged_in(database) as bot:
            await until_left(database)
            await send_what_is_due(bot)
            assert channel_requests(fake) == before
        fake.guilds.add(GUILD)
        async with logged_in(database) as bot:
            await until_back(database)
            await send_what_is_due(bot)
            (board, retired) = channel_requests(fake)[len(before) :]
            assert ONCE_MORE in content_of(board)
            assert retired.method == "PATCH"
        before = channel_requests(fake)
        async with logged_in(database) as bot:
            await send_what_is_due(bot)
            assert channel_requests(fake) == before


async def test_what_happened_between_two_sessions_is_noticed_too(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        fake.resumable = False
        await fake.invite(GUILD + 1)
        await until_guild_known(bot, GUILD + 1)
        await start_announced_table(bot)
        await start_announced_table(bot, GUILD + 1, CHANNEL + 1)
        for is_back, wait in ((False, until_left), (True, until_back)):
            fake.guilds ^= {GUILD}
            if not is_back:  # discord.py still believes that it is there
                fake.faults.append(("GET", f"/guilds/{GUILD}", 403, {"code": 50001, "message": "Missing Access"}))
            await fake.sockets[0].close(code=4000)
            await wait(database)
        assert not await has_left(database, GUILD + 1)
        assert len(fake.requests_to("GET", r"/guilds/\d+")) == 1


async def test_servers_of_other_shards_are_the_affair_of_other_processes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.guilds = set()
        async with logged_in(database, shard_count=2, shard_ids=(0,)) as bot:
            await start_announced_table(bot, GUILD)
            await start_announced_table(bot, OTHER_SHARD, CHANNEL + 1)
        async with logged_in(database, shard_count=2, shard_ids=(0,)):
            await until_left(database)
            assert not await has_left(database, OTHER_SHARD)


async def test_one_broken_table_does_not_keep_the_others_silent(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        broken_table = await start_announced_table(bot)
        await start_announced_table(bot, GUILD, CHANNEL + 1)
        await remove_bot(fake, database)
        async with database.transaction() as session:
            row = await session.get(type(broken_table.row), broken_table.row.id)
            assert row is not None
            row.state = {"damaged": True}
        before = channel_requests(fake)
        await invite_bot_again(fake, bot)
        assert [request.path for request in channel_requests(fake)[len(before) :] if request.method == "POST"] == [
            f"/channels/{CHANNEL + 1}/messages"
        ]
