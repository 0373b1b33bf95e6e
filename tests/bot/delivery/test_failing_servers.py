"""Servers from which Discord does not answer hold up nobody else, and are tried ever more rarely."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.delivery.illustrating import Attachment
from bot.delivery.requests import NoAnswer
from bot.delivery.send_limits import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    PICTURES,
    PROBES,
    SENDERS,
    SENDERS_OF_A_SERVER,
    SEVERAL,
    FailingServers,
    Room,
    Taken,
)
from bot.work import worker
from storage import jobs
from storage.database import Database
from storage.jobs import Lane
from tests.bot.delivery.test_delivery_side_by_side import BAD_SERVER, GOOD_SERVER, HangingChannel, Offices, until
from tests.bot.lobbies import sqlite
from tests.bot.office import Channel, http_fault

pytestmark = pytest.mark.usefixtures("plain_pictures")


class ManyBad(Offices):
    """An office in which all servers but the good one hang."""

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        return self.good[channel_id] if guild_id == GOOD_SERVER else HangingChannel(self)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what hangs do so for as long as the test lasts."""
    monkeypatch.setattr("bot.delivery.requests.REQUEST_SECONDS", 600)
    monkeypatch.setattr("bot.delivery.posting.ATTEMPT_SECONDS", 600)


@sqlite
@pytest.mark.usefixtures("patient")
async def test_eight_servers_that_hang_hold_up_no_ninth(database: Database) -> None:
    office = ManyBad(database)
    for server in range(8):
        for number in range(SENDERS_OF_A_SERVER + 1):
            await office.table_in(server, 100 * server + number)
    office.worker.wake()
    await until(lambda: office.hanging >= 8)
    for _ in range(50):
        await asyncio.sleep(0.01)
    game_id = await office.table_in(GOOD_SERVER, 5000)
    office.worker.wake()
    await until(lambda: office.good[5000].sent)
    assert office.hanging >= 8
    office.released.set()
    await office.worker.idle()
    assert (await office.row(game_id)).sent_at is not None


class HangingPictures(Offices):
    """An office whose bad server takes messages and no pictures."""

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        channel = self.good[channel_id] if guild_id == GOOD_SERVER else Channel()
        if guild_id == BAD_SERVER:
            channel.get_partial_message = self.hangs  # type: ignore[method-assign]
        return channel

    def hangs(self, message_id: int) -> Any:
        async def edit(**_: Any) -> None:
            self.hanging += 1
            await self.released.wait()
            self.hanging -= 1

        return SimpleNamespace(edit=edit)


@sqlite
@pytest.mark.usefixtures("patient")
async def test_pictures_of_a_server_that_hangs_hold_up_no_others(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(*_: object, **__: object) -> Attachment:
        raise TimeoutError

    async def drawn(*_: object, **__: object) -> Attachment:
        return Attachment("board.png", b"drawn")

    monkeypatch.setattr("bot.delivery.compose.board_picture", too_late)
    monkeypatch.setattr("bot.delivery.late_pictures.board_picture", drawn)
    monkeypatch.setattr("bot.delivery.illustrating.BOARD_PATIENCE_SECONDS", 0.01)
    office = HangingPictures(database)
    for number in range(PICTURES):
        await office.table_in(BAD_SERVER, 100 + number)
    office.worker.wake()
    await until(lambda: office.hanging)
    for _ in range(50):
        await asyncio.sleep(0.01)
    await office.table_in(GOOD_SERVER, 500)
    office.worker.wake()
    await until(lambda: office.good[500].edited)
    assert office.hanging
    office.released.set()
    await office.worker.idle()


class Watch:
    """A clock that hardly moves unless it is put forward."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1e-6
        return self.now


class Unwell(Offices):
    """An office whose bad server answers with a fault of its own until it is well."""

    well = False
    together = SENDERS // 2
    """How many messages are on their way at once until one more is tried alone."""
    tried = at_once = 0

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        channel = self.good[channel_id]
        if guild_id == BAD_SERVER:
            channel.send = self.fail if not self.well else Channel.send.__get__(channel)  # type: ignore[method-assign]
        return channel

    async def fail(self, content: str, **options: Any) -> Any:
        self.tried += 1
        self.hanging += 1
        self.at_once = max(self.at_once, self.hanging)
        await until(lambda: self.hanging >= self.together or self.tried > self.together)
        await asyncio.sleep(0.1)  # so that more of them would be seen
        self.hanging -= 1
        raise http_fault(503)


@sqlite
async def test_a_server_that_fails_is_tried_with_one_message_at_a_time_after_growing_pauses(
    database: Database,
) -> None:
    office = Unwell(database)
    clock = Watch()
    office.delivery.limits.failing_servers = FailingServers(clock)
    tables = [await office.table_in(BAD_SERVER, 100 + number) for number in range(SENDERS)]
    await office.deliver()
    assert office.at_once == office.together, "nobody else waits"
    assert office.tried == SENDERS // 2 + 1, "one more may have more luck"
    for pause in (FIRST_PAUSE, 2 * FIRST_PAUSE):
        office.at_once = 0
        before = office.tried
        clock.now += pause - 0.1
        await office.deliver()
        assert office.tried == before
        clock.now += 0.1
        await office.deliver()
        assert (office.tried, office.at_once) == (before + 1, 1)
    office.well = True
    await office.deliver()
    assert not [channel for channel in office.good.values() if channel.sent]
    clock.now += LONGEST_PAUSE
    await office.deliver()
    rows = [await office.row(game_id) for game_id in tables]
    untried = [row for row in rows if not row.attempts]
    assert len(untried) == SENDERS // 2 - 3
    assert all(row.sent_at for row in untried), "it answers, and everything that is due goes out"


class BadChannels(Offices):
    """An office of whose bad server two channels hang."""

    BAD = (100, 101)

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        return HangingChannel(self) if channel_id in self.BAD else self.good[channel_id]


def wake(office: Offices) -> bool:
    office.worker.wake()
    return True


def sent_in(office: Offices, channel: int) -> object:
    return wake(office) and office.good[channel].sent


@sqlite
async def test_two_channels_that_hang_hold_up_no_other_of_their_server_however_often_they_have_failed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.requests.REQUEST_SECONDS", 0.02)
    monkeypatch.setattr("bot.delivery.message_jobs.FIRST_WAIT", timedelta(0))
    office = BadChannels(database)
    clock = Watch()
    office.delivery.limits.failing_servers = FailingServers(clock)
    bad = [await office.table_in(BAD_SERVER, channel) for channel in office.BAD]
    office.worker.wake()
    async with asyncio.timeout(120):
        while min([(await office.row(game_id)).attempts for game_id in bad]) < 3:
            office.worker.wake()
            await asyncio.sleep(0.01)
    monkeypatch.setattr("bot.delivery.requests.REQUEST_SECONDS", 600)
    await until(lambda: wake(office) and office.hanging == len(bad))
    good = [await office.table_in(BAD_SERVER, channel) for channel in (200, 201)]
    for channel in (200, 201):
        await until(partial(sent_in, office, channel))
    assert office.hanging == len(bad)
    office.released.set()
    await office.worker.idle()
    assert all([(await office.row(game_id)).sent_at for game_id in (*bad, *good)])


CHANNELS = count(1)


def make_attempt(servers: FailingServers, server: int, fault: Exception | None, channel: int | None = None) -> None:
    """Make an attempt in this channel; None means a channel of its own."""
    with suppress(Exception), servers.watching(server, next(CHANNELS) if channel is None else channel):
        if fault is not None:
            raise fault


@pytest.mark.parametrize(
    ("fault", "counts"),
    [
        (NoAnswer(), True),
        (http_fault(500), True),
        (http_fault(403), False),
        (OSError(), False),
        (TimeoutError(), False),
        (discord.RateLimited(9.0), False),
        (LookupError(), False),
    ],
    ids=repr,
)
def test_what_counts_as_failing(fault: Exception, counts: bool) -> None:
    servers = FailingServers()
    make_attempt(servers, 1, fault)
    assert (1 in servers, 2 in servers) == (counts, False)


@pytest.mark.parametrize("answer", [None, http_fault(403)], ids=repr)
def test_an_answer_makes_up_for_everything(answer: Exception | None) -> None:
    servers = FailingServers(clock := Watch())
    for _ in range(5):
        clock.now += LONGEST_PAUSE
        make_attempt(servers, 1, NoAnswer())
    assert servers.is_paused(1)
    make_attempt(servers, 1, answer)
    assert (list(servers), servers.is_paused(1)) == ([], False)
    make_attempt(servers, 1, NoAnswer())
    assert not servers.is_paused(1)


def test_a_channel_or_two_make_no_failing_server() -> None:
    servers = FailingServers(clock := Watch())
    for _ in range(5):
        clock.now += LONGEST_PAUSE
        make_attempt(servers, 1, NoAnswer(), channel=7)
        assert not servers.is_paused(1)
    room = Room(servers, [Taken(1)])
    assert [room.take(1, Lane.MESSAGES), room.take(1, Lane.PICTURES), room.take(1, Lane.MESSAGES)] == [
        True,
        True,
        False,
    ]
    for _ in range(5):
        clock.now += LONGEST_PAUSE
        make_attempt(servers, 1, NoAnswer(), channel=8)
        assert not servers.is_paused(1)
    room = Room(servers, [Taken(1), Taken(1, lane=Lane.PICTURES)] * 2)
    assert [room.take(1, Lane.MESSAGES), room.take(1, Lane.MESSAGES)] == [True, False]
    make_attempt(servers, 1, NoAnswer(), channel=9)
    assert servers.is_paused(1)
    clock.now += FIRST_PAUSE
    room = Room(servers, [])
    assert [room.take(1, Lane.MESSAGES), room.take(1, Lane.MESSAGES)] == [True, False]
    make_attempt(servers, 1, NoAnswer(), channel=8)
    assert servers.is_paused(1), "which it is as long as nothing is answered"


def test_channels_that_fail_while_others_are_answered_make_no_failing_server_however_many() -> None:
    servers = FailingServers(clock := Watch())
    bad = range(7, 12)
    well = 99
    for channel in bad:
        make_attempt(servers, 1, NoAnswer(), channel=channel)
        make_attempt(servers, 1, None, channel=well)
    for channel in bad:
        clock.now += LONGEST_PAUSE
        make_attempt(servers, 1, NoAnswer(), channel=channel)
    assert list(servers) == []
    make_attempt(servers, 1, None, channel=7)
    for channel in (7, 21, 22):
        make_attempt(servers, 1, NoAnswer(), channel=channel)
    assert servers.is_paused(1), "what was answered counts again"


def test_attempts_that_were_on_their_way_already_lengthen_no_pause() -> None:
    servers = FailingServers(clock := Watch())
    attempts = [servers.watching(1, channel) for channel in range(4)]
    for attempt in attempts:
        attempt.__enter__()
    for attempt in attempts:
        clock.now += 20
        with suppress(NoAnswer):
            attempt.__exit__(NoAnswer, NoAnswer(), None)
    assert 1 in servers
    assert not servers.is_paused(1)


def test_after_channels_have_failed_together_one_attempt_is_let_through_and_its_failure_begins_the_pause() -> None:
    servers = FailingServers(clock := Watch())
    attempts = [servers.watching(1, channel) for channel in range(SEVERAL)]
    for attempt in attempts:
        attempt.__enter__()
    for attempt in attempts:
        with suppress(NoAnswer):
            attempt.__exit__(NoAnswer, NoAnswer(), None)
    assert not servers.is_paused(1)
    room = Room(servers, [])
    assert [room.take(1, Lane.MESSAGES), room.take(1, Lane.MESSAGES), room.take(1, Lane.PICTURES)] == [
        True,
        False,
        False,
    ]
    make_attempt(servers, 1, NoAnswer(), channel=0)
    assert servers.is_paused(1)
    clock.now += FIRST_PAUSE
    assert not servers.is_paused(1)


def test_attempts_at_servers_that_fail_are_bounded() -> None:
    failing = FailingServers()
    for server in range(PROBES + 3):
        make_attempt(failing, server, NoAnswer())
    room = Room(failing, [])
    assert [
        room.take(server, Lane.PICTURES if server in (0, 2) else Lane.MESSAGES) for server in range(PROBES + 3)
    ] == [
        *[True] * PROBES,
        *[False] * 3,
    ]
    assert not room.take(0, Lane.MESSAGES), "a picture is an attempt too"
    assert sorted(room.closed_servers(Lane.MESSAGES), key=str) == sorted(failing, key=str)
    assert room.take(GOOD_SERVER, Lane.MESSAGES)


def test_the_second_half_of_the_room_is_for_servers_that_have_nothing_on_their_way() -> None:
    room = Room(FailingServers(), [])
    servers = [server for server in range(SENDERS) for _ in range(10)]
    slots = Counter(server for server in servers if room.take(server, Lane.MESSAGES))
    assert slots.total() == SENDERS
    assert [number for _, number in sorted(slots.items())] == [SENDERS_OF_A_SERVER] * 4 + [1] * (SENDERS // 2)
    assert room.remaining(Lane.MESSAGES) == 0
    assert room.remaining(Lane.PICTURES) == PICTURES


def test_what_waits_for_its_picture_takes_room_but_none_of_its_server() -> None:
    room = Room(FailingServers(), [Taken(1, awaits_picture=True)] * 10 + [Taken(1)] * (SENDERS_OF_A_SERVER - 1))
    assert [room.take(1, Lane.MESSAGES), room.take(1, Lane.MESSAGES)] == [True, False]
    assert room.remaining(Lane.MESSAGES) == SENDERS - 11 - SENDERS_OF_A_SERVER + 1
    crowded = Room(FailingServers(), [Taken(1, awaits_picture=True)] * (SENDERS // 2))
    assert [crowded.take(1, Lane.MESSAGES), crowded.take(2, Lane.MESSAGES), crowded.take(2, Lane.MESSAGES)] == [
        False,
        True,
        False,
    ]


def test_while_nobody_else_waits_a_server_has_half_of_the_room() -> None:
    room = Room(FailingServers(), [])
    assert sum(room.take(1, Lane.MESSAGES, alone=True) for _ in range(SENDERS)) == SENDERS // 2
    assert (room.closed_servers(Lane.MESSAGES), room.closed_servers(Lane.MESSAGES, alone=True)) == ([1], [1])
    assert room.take(2, Lane.MESSAGES)
    room_of_few = Room(FailingServers(), [Taken(1)] * SENDERS_OF_A_SERVER)
    assert (room_of_few.closed_servers(Lane.MESSAGES), room_of_few.closed_servers(Lane.MESSAGES, alone=True)) == (
        [1],
        [],
    )


@sqlite
async def test_an_attempt_that_takes_too_long_fails_and_claims_are_renewed_before_they_end(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.posting.ATTEMPT_SECONDS", 0.05)
    office = Offices(database)
    game_id = await office.table_in(BAD_SERVER, 1)
    await office.deliver()
    row = await office.row(game_id)
    assert (row.attempts, row.sent_at, row.claimed_until) == (1, None, None)
    assert jobs.LEASE.total_seconds() > 3 * worker.SWEEP_SECONDS


@sqlite
async def test_an_old_board_that_hangs_does_not_make_the_attempt_fail(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.posting.RETIRING_SECONDS", 0.01)
    office = HangingPictures(database)
    game_id = await office.table_in(BAD_SERVER, 1)
    await office.deliver()
    await office.tables.play.post_again(game_id)
    await office.deliver()
    row = await office.row(game_id)
    assert (row.attempts, row.sent_at is not None, office.hanging) == (0, True, 1)
