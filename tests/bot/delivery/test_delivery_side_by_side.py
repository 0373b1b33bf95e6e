"""No table waits for another's channel: senders are bounded, attempts have a time limit, claims are renewed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import pytest

from bot.delivery import send_limits
from bot.delivery.send_limits import SENDERS
from bot.tables import Table
from storage import deliveries
from storage.database import Database
from storage.models import JobRow, SeatOrder
from tests.bot.lobbies import next_click
from tests.bot.office import ANNA, BEN, Channel, Office

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

BAD_SERVER = 666
GOOD_SERVER = 777


class HangingChannel(Channel):
    """A channel that answers nothing before it is released."""

    def __init__(self, offices: Offices) -> None:
        super().__init__()
        self.offices = offices

    async def send(self, content: str, **options: Any) -> Any:
        self.offices.hanging += 1
        self.offices.most = max(self.offices.most, self.offices.hanging)
        try:
            await self.offices.released.wait()
        finally:
            self.offices.hanging -= 1
        return await super().send(content, **options)


class Offices(Office):
    """An office with tables in many channels; those of the bad server hang."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.released = asyncio.Event()
        self.hanging = 0
        self.most = 0
        self.good: dict[int, Channel] = defaultdict(Channel)

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        return HangingChannel(self) if guild_id == BAD_SERVER else self.good[channel_id]

    async def table_in(self, guild_id: int, channel_id: int) -> int:
        """Start a table of two whose first post is queued, and return its number."""
        lobby = await self.tables.lobby.open(
            "navegador",
            guild_id=guild_id,
            channel_id=channel_id,
            host=(ANNA, "anna"),
            click=next_click(),
            order=SeatOrder.JOINING,
        )
        await self.tables.lobby.join(lobby.row.id, BEN, "ben", click=next_click())
        await self.tables.lobby.start(lobby.row.id, user_id=ANNA)
        return lobby.row.id

    async def row(self, game_id: int) -> JobRow:
        async with self.database.reading() as session:
            row = await deliveries.last(session, game_id, "turn")
        assert row is not None
        return row


async def until(condition: Any) -> None:
    """Wait in turns of the event loop until a condition holds."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_channel_that_hangs_holds_up_no_other_table(database: Database) -> None:
    office = Offices(database)
    bad = await office.table_in(BAD_SERVER, 1)
    good = await office.table_in(GOOD_SERVER, 2)
    office.worker.wake()
    await until(lambda: office.good[2].sent)
    await until(lambda: office.hanging)
    for words in (("rondel", "ships"), ("pass",)):
        await office.play(await office.tables.table(good), *words)
        office.worker.wake()
    await until(lambda: len(office.good[2].sent) == 2)
    assert (await office.row(bad)).sent_at is None
    office.released.set()
    await office.worker.idle()
    assert (await office.row(bad)).sent_at is not None


async def test_a_server_gets_few_senders_before_others_and_more_while_nobody_waits(database: Database) -> None:
    office = Offices(database)
    bad = [await office.table_in(BAD_SERVER, 100 + number) for number in range(40)]
    good = [await office.table_in(GOOD_SERVER, 500 + number) for number in range(3)]
    office.worker.wake()
    await until(lambda: all(office.good[500 + number].sent for number in range(len(good))))
    await until(lambda: office.hanging == SENDERS // 2)
    office.released.set()
    await office.worker.idle()
    assert office.most == SENDERS // 2
    assert all([(await office.row(game_id)).sent_at for game_id in bad + good])


async def test_a_message_that_waits_for_its_picture_takes_no_slot_of_its_server(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the third message of the server would come after those of all others."""
    monkeypatch.setattr(send_limits, "SENDERS", 12)
    monkeypatch.setattr(send_limits, "SENDERS_OF_A_SERVER", 2)
    all_drawn = asyncio.Event()
    asked_channels = list[int]()

    async def picture(table: Table, *_: Any, **__: Any) -> Any:
        asked_channels.append(table.row.channel_id)
        await all_drawn.wait()
        raise TimeoutError

    monkeypatch.setattr("bot.delivery.compose.board_picture", picture)
    office = Offices(database)
    tables = [await office.table_in(1000, 1000 + number) for number in range(2)]
    office.worker.wake()
    await until(lambda: sorted(asked_channels) == [1000, 1001])
    for server in (1000, 2000, 3000):
        tables += [await office.table_in(server, server + number) for number in (2, 3)]
    office.worker.wake()
    await until(lambda: len(asked_channels) >= 6)
    assert {1002, 1003} <= {*asked_channels}
    all_drawn.set()
    await office.worker.idle()
    assert all([(await office.row(game_id)).sent_at for game_id in tables])


async def test_a_server_at_its_limit_is_passed_over(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages that are claimed later are not hidden behind it."""
    monkeypatch.setattr(send_limits, "SENDERS", 4)
    monkeypatch.setattr(send_limits, "SENDERS_OF_A_SERVER", 2)
    office = Offices(database)
    for number in range(2):
        await office.table_in(BAD_SERVER, 100 + number)
    office.worker.wake()
    await until(lambda: office.hanging == 2)
    for number in range(6):
        await office.table_in(BAD_SERVER, 200 + number)
    await office.table_in(GOOD_SERVER, 500)
    office.worker.wake()
    await until(lambda: office.good[500].sent)
    office.released.set()
    await office.worker.idle()


async def test_a_server_with_more_messages_than_there_is_room_leaves_room(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of its messages are due before anybody else's."""
    monkeypatch.setattr(send_limits, "SENDERS", 8)
    monkeypatch.setattr(send_limits, "SENDERS_OF_A_SERVER", 3)
    office = Offices(database)
    for number in range(12):
        await office.table_in(BAD_SERVER, 100 + number)
    await office.table_in(GOOD_SERVER, 500)
    office.worker.wake()
    await until(lambda: office.good[500].sent)
    office.released.set()
    await office.worker.idle()


async def test_an_attempt_that_takes_too_long_has_failed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.requests.REQUEST_SECONDS", 0.01)
    office = Offices(database)
    game_id = await office.table_in(BAD_SERVER, 1)
    await office.deliver()
    row = await office.row(game_id)
    assert (row.attempts, row.sent_at, row.claimed_until) == (1, None, None)


async def test_the_claim_of_a_message_on_its_way_is_renewed(database: Database) -> None:
    office = Offices(database)
    game_id = await office.table_in(BAD_SERVER, 1)
    office.worker.wake()
    await until(lambda: office.hanging)
    before = (await office.row(game_id)).claimed_until
    await office.worker.sweep.run_once()
    after = (await office.row(game_id)).claimed_until
    assert before is not None
    assert after is not None
    assert after > before
    office.released.set()
    await office.worker.idle()
    assert (await office.row(game_id)).sent_at is not None
    await office.worker.sweep.run_once()
