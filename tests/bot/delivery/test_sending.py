"""Sending messages: what is tried again, given up, forgotten and handed back, and in whose language."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy import func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.delivery import message_jobs
from bot.delivery.message_jobs import ATTEMPTS, FIRST_WAIT, KEPT
from bot.delivery.sending import Delivered, Sending
from bot.interactions.error_codes import is_refusal
from bot.tables import Refused
from bot.work import worker
from storage import deliveries, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import JobRow
from tests.bot.office import CHANNEL, Office, http_fault
from tests.storage.messages import claimed_rows

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


@pytest.mark.parametrize(
    ("attempts", "fault", "wait"),
    [
        (0, OSError(), FIRST_WAIT),
        (1, OSError(), 2 * FIRST_WAIT),
        (4, OSError(), 16 * FIRST_WAIT),
        (ATTEMPTS - 2, OSError(), 4096 * FIRST_WAIT),
        (ATTEMPTS - 1, OSError(), None),
        (1, discord.RateLimited(3.0), 2 * FIRST_WAIT),
        (1, discord.RateLimited(3600.0), timedelta(hours=1)),
        (0, http_fault(400, 50109), None),
        *((0, http_fault(status), FIRST_WAIT) for status in (400, 403, 404, 408, 410, 429, 500, 503)),
        (0, http_fault(404, 10003), FIRST_WAIT),
        (0, http_fault(403, 50001), FIRST_WAIT),
        (0, http_fault(403, 50007), FIRST_WAIT),
        (0, Refused("error.no_table"), None),
        (0, ValueError("no such kind"), None),
        (0, LookupError("a fault of ours"), FIRST_WAIT),
    ],
    ids=str,
)
async def test_what_fails_is_tried_again_after_doubling_waits_unless_that_is_hopeless(
    office: Office, attempts: int, fault: Exception, wait: timedelta | None
) -> None:
    await office.begin()
    async with office.database.transaction() as session:
        (row,) = await claimed_rows(session)
        row.attempts = attempts
        await session.merge(row)

    async def fail(_: Sending) -> Delivered:
        raise fault

    before = utcnow()
    sending = Sending(office.services, row, await office.services.server(9), asyncio.Lock())
    await office.delivery._send(fail, sending, 9)
    (row,) = await office.rows()
    assert (row.attempts, row.claimed_until, row.sent_at) == (attempts + 1, None, None)
    if wait is None:
        assert is_refusal(row.failed or "")
    else:
        assert row.failed is None
        assert timedelta(0) <= row.due_at - before - wait < timedelta(seconds=5)


async def test_a_reason_for_giving_up_is_kept_short(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    await office.begin()

    def fail(_: object) -> None:
        raise ValueError("x" * 900)

    monkeypatch.setattr("bot.delivery.posting.announcement.decode", fail)
    await office.deliver()
    (row,) = await office.rows()
    assert len(row.failed or "") < 250


async def test_a_channel_that_is_gone_gets_nothing_more(office: Office) -> None:
    table = await office.begin()
    await office.play(table, "rondel", "ships")
    office.channel.send_faults = [http_fault(404, 10003)]
    office.looks = http_fault(404, 10003)
    await office.deliver()
    assert [row.failed for row in await office.rows()][:2] == ["channel: 10003 no"] * 2
    assert office.channel.sent == []


async def test_old_messages_are_forgotten_but_the_newest_board(
    database: Database, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await office.begin()
    for words in ("rondel ships", "pass", "rondel workers"):
        await office.play(table, *words.split())
        await office.deliver()
    kinds = [row.kind for row in await office.rows()]
    assert kinds.count("turn") == 2
    await office.delivery.tidy.run_once()
    assert len(await office.rows()) == len(kinds), "nothing is old yet"
    monkeypatch.setattr(message_jobs, "utcnow", lambda: utcnow() + KEPT + timedelta(minutes=1))
    await office.delivery.tidy.run_once()
    assert [row.kind for row in await office.rows()] == ["turn", "board"]
    async with database.reading() as session:
        last = await deliveries.last(session, table.row.id, "turn")
    assert last is not None
    assert last.message_id == await office.live(table)


async def test_many_old_messages_are_forgotten_a_few_in_a_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "STEP", 50)
    office = Office(database)
    table = await office.begin()
    await office.deliver()
    old = utcnow() - KEPT - timedelta(minutes=1)
    message: dict[str, Any] = {
        "game_id": table.row.id,
        "channel_id": CHANNEL,
        "lane": "messages",
        "kind": "ping",
        "created_at": old,
        "sent_at": old,
    }
    async with database.transaction() as session:
        session.add_all(JobRow(**message) for _ in range(4 * deliveries.STEP))
    counts: list[int] = []

    async def count() -> None:
        async with database.transaction() as session:  # between two steps anybody may write
            counts.append(await session.scalar(select(func.count()).select_from(JobRow)) or 0)

    async def count_on() -> None:
        while True:
            await count()

    counting = asyncio.create_task(count_on())
    await asyncio.sleep(0)
    await office.delivery.tidy.run_once()
    counting.cancel()
    await asyncio.wait([counting])
    await count()
    assert (counts[0], counts[-1]) == (4 * deliveries.STEP + 1, 1)
    assert 0 < max(before - after for before, after in itertools.pairwise(counts)) <= deliveries.STEP


async def test_a_stopping_worker_lets_what_is_on_its_way_arrive(office: Office) -> None:
    await office.begin()
    office.worker.wake()
    await office.worker.stop()
    assert len(office.channel.sent) == 1


async def test_a_stopping_worker_hands_back_what_does_not_arrive(database: Database, office: Office) -> None:
    table = await office.begin()
    reached = asyncio.Event()
    release = asyncio.Event()

    async def hang(content: str, **options: Any) -> Any:
        reached.set()
        await release.wait()

    office.channel.send = hang  # type: ignore[method-assign]
    office.worker.wake()
    await reached.wait()
    await office.worker.stop(0.1)
    async with database.transaction() as session:
        (row,) = await claimed_rows(session)
    assert (row.game_id, row.attempts) == (table.row.id, 0)


async def test_a_stopping_worker_hands_back_what_it_is_claiming(
    database: Database, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    await office.begin()
    reached = asyncio.Event()

    @asynccontextmanager
    async def slow() -> AsyncIterator[AsyncSession]:
        async with database.transaction() as session:
            yield session
        if not reached.is_set():
            reached.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(office.worker, "database", SimpleNamespace(transaction=slow, reading=database.reading))
    office.worker.wake()
    await reached.wait()
    await office.worker.stop(0)
    async with database.transaction() as session:
        assert len(await claimed_rows(session)) == 1


async def test_nothing_is_sent_before_the_servers_are_known(database: Database) -> None:
    office = Office(database)
    servers_known = asyncio.Event()

    async def wait() -> None:
        await servers_known.wait()

    office.delivery.start(wait)
    await office.begin()
    office.worker.wake()
    for _ in range(30):
        await asyncio.sleep(0.01)
    assert office.channel.sent == []
    servers_known.set()
    async with asyncio.timeout(20):
        while not office.channel.sent:
            await asyncio.sleep(0.01)
    await office.worker.idle()
    assert len(office.channel.sent) == 1
    await office.worker.stop()
    office.delivery.stop()


async def test_a_worker_that_never_learns_of_the_servers_stops_at_once(office: Office) -> None:
    await office.begin()

    async def never() -> None:
        await asyncio.Event().wait()

    office.delivery.start(never)
    office.worker.wake()
    await asyncio.sleep(0)
    async with asyncio.timeout(worker.LAST_SECONDS / 2):
        await office.worker.stop()
    office.delivery.stop()
    assert office.channel.sent == []


async def test_what_is_queued_while_the_worker_sends_goes_out_in_the_same_run(office: Office) -> None:
    table = await office.begin()
    send = office.channel.send

    async def slow(content: str, **options: Any) -> Any:
        if not office.channel.sent:
            await office.play(table, "rondel", "ships")
            office.worker.wake()
        return await send(content, **options)

    office.channel.send = slow  # type: ignore[method-assign]
    await office.deliver()
    assert (len(office.channel.sent), len(office.channel.edited)) == (1, 1)


async def test_a_process_that_does_not_see_a_server_knows_its_language_all_the_same(database: Database) -> None:
    seeing_office = Office(database)
    blind_office = Office(database)
    german = SimpleNamespace(preferred_locale="de")
    seeing_office.services.client.get_guild = lambda guild_id: german  # type: ignore[method-assign,assignment,return-value]
    assert (await blind_office.services.public_texts(9)).name == "en"
    assert (await seeing_office.services.public_texts(9)).name == "de"
    assert (await blind_office.services.public_texts(9)).name == "de"
    german.preferred_locale = "nl"
    assert (await seeing_office.services.public_texts(9)).name == "nl"
    assert (await blind_office.services.public_texts(9)).name == "nl"
    async with database.transaction() as session:
        await people.set_guild_locale(session, 9, "en")
    assert {(await process.services.public_texts(9)).name for process in (seeing_office, blind_office)} == {"en"}


async def test_what_another_process_has_left_is_looked_for_a_little_later_and_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(database)
    monkeypatch.setattr(office.worker, "_heard_seconds", 0.05)
    await office.begin()
    wake_times = list[float]()
    wake = office.worker.wake

    def count_wake() -> None:
        wake_times.append(asyncio.get_running_loop().time())
        wake()

    monkeypatch.setattr(office.worker, "wake", count_wake)
    heard_at = asyncio.get_running_loop().time()
    for _ in range(5):
        office.worker._on_notice()
    assert not wake_times
    async with asyncio.timeout(20):
        while not wake_times:
            await asyncio.sleep(0.005)
    await office.worker.idle()
    assert wake_times[0] - heard_at >= 0.04
    assert (len(wake_times), len(office.channel.sent)) == (1, 1)
    office.worker._on_notice()
    await office.worker.stop(0)
    await asyncio.sleep(0.1)
    assert len(wake_times) == 1
