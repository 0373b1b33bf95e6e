"""Several shards in one process, several processes on one PostgreSQL: real sockets, a Discord that counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest
from discord.backoff import ExponentialBackoff
from sqlmodel import col, select

from bot.client.portolan import Portolan
from bot.tables import Refused
from bot.tables.observers.voting import Proposal
from storage import people
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import JobRow
from tests.bot.client.tables_of_two import open_lobby_of_two, start_table_of_two
from tests.bot.fake_discord import CHANNEL, GUILD, FakeDiscord, logged_in, serving
from tests.bot.lobbies import sqlite
from tests.storage.postgresql import Server
from tests.storage.sample import unsent

pytestmark = pytest.mark.usefixtures("plain_pictures", "no_session_pause")
on_postgresql = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

OTHER_SERVER = GUILD + (1 << 22)
"""A server of the second shard of two."""
PATIENCE = 120.0
"""Seconds after which something is not going to happen, as no sweep helps it."""
TABLES = 12


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time that discord.py waits before it connects again."""
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda self: 0.01)


@pytest.fixture(autouse=True)
def no_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers sweep when they start and not again, so that what goes out does so because it was told."""
    monkeypatch.setattr("bot.work.worker.SWEEP_SECONDS", 10 * PATIENCE)


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Return as soon as the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


async def move(bot: Portolan, game_id: int, *words: str, version: int | None = None) -> None:
    current = await bot.tables.table(game_id)
    await bot.tables.play.act(game_id, current.user_at(current.game.to_act[0]) or 0, words, version=version)


@asynccontextmanager
async def two_processes(
    monkeypatch: pytest.MonkeyPatch, postgresql: Server, url: str
) -> AsyncIterator[tuple[FakeDiscord, Portolan, Portolan]]:
    """Yield two bots with one shard of two each, listening to each other."""
    listeners = "SELECT pid FROM pg_stat_activity WHERE datname = 'portolan' AND query LIKE 'LISTEN%'"
    async with AsyncExitStack() as stack:
        fake = await stack.enter_async_context(serving(monkeypatch, FakeDiscord()))
        fake.guilds = {GUILD, OTHER_SERVER}
        bots = []
        for shard in (0, 1):
            database = await stack.enter_async_context(Database.open(url))
            bots.append(await stack.enter_async_context(logged_in(database, shard_count=2, shard_ids=(shard,))))
        await until(lambda: len(postgresql.run(listeners)) == 2)
        for bot in bots:
            await bot.worker.idle()
        yield fake, bots[0], bots[1]


def deafen(bot: Portolan) -> None:
    """Keep a bot's own commits and its own sweep from waking its worker, as if it were busy or dying."""
    bot.tables.repository.committed = lambda: None
    bot.worker.sweep.cancel()


@sqlite
async def test_a_single_process_has_as_many_shards_as_discord_recommends(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord(shards=2)) as fake:
        fake.guilds = {GUILD, OTHER_SERVER}
        async with logged_in(database) as bot:
            assert bot.shard_count == 2
            assert {(guild.id, guild.shard_id) for guild in bot.guilds} == {(GUILD, 0), (OTHER_SERVER, 1)}
            for guild, channel in ((GUILD, CHANNEL), (OTHER_SERVER, CHANNEL + 1)):
                await start_table_of_two(bot.tables, guild, channel)
            await bot.worker.idle()
            assert len(fake.seen("POST", f"/channels/({CHANNEL}|{CHANNEL + 1})/messages")) == 2


@sqlite
async def test_a_process_is_connected_while_all_its_shards_are(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord(shards=2)) as fake, logged_in(database) as bot:
        await until(lambda: bot.is_connected)
        for shard in (0, 1):
            lost_event = asyncio.Event()
            monkeypatch.setattr(fake, "late", 0.2)
            monkeypatch.setattr(bot, "on_shard_disconnect", with_note(bot.on_shard_disconnect, lost_event))
            await fake.sockets[shard].close(code=4000)
            async with asyncio.timeout(PATIENCE):
                await lost_event.wait()
            assert not bot.is_connected
            assert bot.is_ready(), "as discord.py sees it"
            await until(lambda: bot.is_connected)


@sqlite
async def test_a_connection_that_says_nothing_any_more_is_lost(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()), logged_in(database, heartbeat_timeout=0.3) as bot:
        lost_event = asyncio.Event()
        monkeypatch.setattr(bot, "on_shard_disconnect", with_note(bot.on_shard_disconnect, lost_event))
        async with asyncio.timeout(PATIENCE):
            await lost_event.wait()


@sqlite
async def test_every_process_knows_when_the_language_of_a_server_changes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stored_locale() -> str | None:
        async with database.reading() as session:
            settings = await people.guild(session, GUILD)
        return settings.preferred_locale if settings else None

    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.guilds = {GUILD}
        async with logged_in(database) as bot:
            await start_table_of_two(bot.tables)
            await bot.worker.idle()
            await fake.dispatch("GUILD_UPDATE", 0, **fake.guild(GUILD) | {"preferred_locale": "nl"})
            async with asyncio.timeout(PATIENCE):
                while await stored_locale() != "nl":
                    await asyncio.sleep(0.01)
        fake.locale = "de"  # while the bot is away
        async with logged_in(database), asyncio.timeout(PATIENCE):
            while await stored_locale() != "de":
                await asyncio.sleep(0.01)


def with_note(listener: Callable[[int], Awaitable[None]], event: asyncio.Event) -> Callable[[int], Awaitable[None]]:
    async def listen_and_note(shard_id: int) -> None:
        await listener(shard_id)
        event.set()

    return listen_and_note


@on_postgresql
async def test_each_process_sees_the_servers_of_its_shards(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (fake, first, second):
        assert [[guild.id for guild in bot.guilds] for bot in (first, second)] == [[GUILD], [OTHER_SERVER]]
        assert first.is_connected
        assert second.is_connected
        await fake.remove(OTHER_SERVER)
        await until(lambda: not second.guilds)
        assert [guild.id for guild in first.guilds] == [GUILD]


@on_postgresql
async def test_a_commit_in_one_process_wakes_the_sender_of_another(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (fake, first, second):
        deafen(first)
        second.worker.sweep.cancel()
        table = await start_table_of_two(first.tables)
        await until(lambda: len(fake.seen("POST", f"/channels/{CHANNEL}/messages")) == 1)
        await second.worker.idle()
        for number, words in ((2, ("rondel", "ships")), (3, ("pass",))):
            await move(first, table.row.id, *words)
            await until(partial(was_shown, fake, number))
            await second.worker.idle()
        assert first.worker._task is None or first.worker._task.done()


def was_shown(fake: FakeDiscord, times: int) -> bool:
    """Return whether the board was shown so often, posted or edited."""
    channel_requests = [request for request in fake.requests if request.path.startswith("/channels/")]
    return sum(bool(request.body.get("attachments")) for request in channel_requests) >= times


@on_postgresql
async def test_each_message_goes_out_once_whichever_process_sends_it(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (fake, first, second):
        bots = (first, second)
        channels = range(CHANNEL, CHANNEL + TABLES)
        tables = [await open_lobby_of_two(bots[n % 2].tables, (GUILD, OTHER_SERVER)[n % 2], n) for n in channels]
        await asyncio.gather(
            *(bots[n % 2].tables.lobby.start(table.row.id, user_id=1) for n, table in enumerate(tables))
        )
        await until_quiet(bots)
        for words in (("rondel", "ships"), ("pass",)):
            await asyncio.gather(*(move(bots[n % 2], table.row.id, *words) for n, table in enumerate(tables)))
        await until_quiet(bots)
        posts = fake.seen("POST", r"/channels/\d+/messages")
        assert set(Counter(str(post.body["nonce"]) for post in posts).values()) == {1}
        async with first.database.reading() as session:
            rows = (await session.exec(select(JobRow).where(IS_MESSAGE).order_by(col(JobRow.id)))).all()
        assert {row.nonce for row in rows if row.kind == "turn"} == {post.body["nonce"] for post in posts}
        assert [row.failed for row in rows if row.sent_at is None] == []


async def until_quiet(bots: tuple[Portolan, Portolan]) -> None:
    """Return when nothing waits any more."""

    async def waiting() -> bool:
        async with bots[0].database.reading() as session:
            return bool(await unsent(session))

    async with asyncio.timeout(PATIENCE):
        while await waiting():
            await asyncio.sleep(0.01)
    for bot in bots:
        await bot.worker.idle()


@on_postgresql
async def test_what_becomes_due_when_another_process_has_sent_goes_out_at_once(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (fake, first, second):
        table = await open_lobby_of_two(first.tables, GUILD, CHANNEL)
        for bot in (first, second):
            bot.worker.sweep.cancel()
        slow = asyncio.Event()
        monkeypatch.setattr(first.http, "request", delay(first.http.request, slow))
        monkeypatch.setattr(second.http, "request", delay(second.http.request, slow))
        await first.tables.lobby.start(table.row.id, user_id=1)
        await until(lambda: bool(first.worker.claimed or second.worker.claimed))
        await move(second, table.row.id, "rondel", "ships")
        await move(first, table.row.id, "pass")
        slow.set()
        await until_quiet((first, second))
        assert len(fake.seen("POST", f"/channels/{CHANNEL}/messages")) == 2


def delay(request: Callable[..., Awaitable[object]], release: asyncio.Event) -> Callable[..., Awaitable[object]]:
    async def request_after_release(*args: object, **options: object) -> object:
        await release.wait()
        return await request(*args, **options)

    return request_after_release


@on_postgresql
async def test_two_processes_that_play_on_one_table_make_one_move(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (_, first, second):
        table = await start_table_of_two(first.tables)
        version = table.row.version
        results = await asyncio.gather(
            *(move(bot, table.row.id, "rondel", "ships", version=version) for bot in (first, second) * 4),
            return_exceptions=True,
        )
        assert sorted(str(result) for result in results) == ["None", *["error.moved_on"] * 7]
        assert {type(result) for result in results} == {type(None), Refused}
        assert (await second.tables.table(table.row.id)).row.version == version + 1


@on_postgresql
async def test_what_everybody_agrees_to_in_two_processes_is_asked_and_done_once(
    database_url: str, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(monkeypatch, postgresql, database_url) as (fake, first, second):
        bots = (first, second)
        game_id = (await start_table_of_two(first.tables)).row.id
        proposals = await asyncio.gather(*(bot.tables.voting.propose_ending(game_id, 1, Proposal.END) for bot in bots))
        (vote_id,) = {proposal.vote.id for proposal in proposals}
        await until_quiet(bots)
        answers = (bot.tables.voting.answer(game_id, vote_id, 2, "agree") for bot in bots * 2)
        await asyncio.gather(*answers, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while (await second.tables.table(game_id)).is_running:
                await asyncio.sleep(0.01)
        await until_quiet(bots)
        assert [entry.kind for entry in await first.tables.log(game_id)] == ["end"]
        posts = [str(post.body["content"]) for post in fake.seen("POST", f"/channels/{CHANNEL}/messages")]
        assert len([content for content in posts if "\n✓ " in content]) == 1
        edits = [
            str(edit.body["content"]) for edit in fake.requests if edit.method == "PATCH" and "content" in edit.body
        ]
        assert [text for text in edits if "\n✓ " in text][-1].endswith("Everybody agreed.")
