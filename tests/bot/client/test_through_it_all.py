"""A table is played while everything between the bot and Discord fails now and then, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select
from structlog.testing import capture_logs

from bot.client import interaction_requests, reconnection
from bot.client.interaction_requests import Limits
from bot.client.portolan import Portolan
from bot.tables import Table
from storage import deliveries
from storage.database import Database
from storage.models import JobRow
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import CHANNEL, Cut, FakeDiscord, connected
from tests.bot.interactions.test_done_or_not import fault_entries
from tests.bot.losses import Loss
from tests.storage.sample import unsent

pytestmark = [
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
    pytest.mark.usefixtures("plain_pictures"),
]

SHARE = 0.03
"""The share of requests and of moves at which each kind of trouble happens."""
MESSAGES = f"/channels/{CHANNEL}/messages"
ODD_EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("THREAD_UPDATE", {"id": "9", "type": 11, "guild_id": "10"}),
    ("CHANNEL_UPDATE", {"id": str(CHANNEL), "type": 0, "guild_id": "10", "name": None, "permission_overwrites": 5}),
    ("GUILD_MEMBER_UPDATE", {"guild_id": "10", "user": {"id": None}, "id": "10"}),
    ("GUILD_ROLE_UPDATE", {"guild_id": "10", "role": {"id": "x"}, "id": "10"}),
    ("MESSAGE_CREATE", {"id": "1", "guild_id": "10", "thread": None, "poll": None}),
]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everybody from waiting for long."""
    for name in ("CALLBACK", "CALLBACK_WITH_FILES", "EDIT", "EDIT_WITH_FILES"):
        monkeypatch.setattr(interaction_requests, name, Limits(0.8, 0.8))
    monkeypatch.setattr("bot.delivery.requests.REQUEST_SECONDS", 0.8)
    monkeypatch.setattr("bot.delivery.message_jobs.FIRST_WAIT", timedelta(seconds=0.05))
    monkeypatch.setattr("bot.delivery.message_jobs.TRY_AGAIN_SECONDS", 0.2)
    monkeypatch.setattr("bot.delivery.send_limits.FIRST_PAUSE", 0.05)
    monkeypatch.setattr(reconnection, "LONGEST_SECONDS", 0.2)


class Weather:
    """The weather, which decides before each move what fails."""

    def __init__(self, fake: FakeDiscord, seed: int) -> None:
        self.fake = fake
        self.rng = Random(seed)
        self.lost_connections = 0
        self.odd_events = 0
        self.hidden = 0

    async def changes(self) -> None:
        """Let each kind of trouble happen with its share; a hidden channel is shown again before the next move."""
        if self.fake.hidden:
            await self.fake.show(CHANNEL)
        if self.rng.random() < SHARE:
            self.hidden += 1
            await self.fake.hide(CHANNEL)
        if self.rng.random() < SHARE:
            self.odd_events += 1
            name, payload = self.rng.choice(ODD_EVENTS)
            await self.fake.dispatch(name, 0, **payload)
        if self.rng.random() < SHARE:
            self.lost_connections += 1
            self.fake.drop()
        if self.rng.random() < SHARE:
            self.lost_connections += 1
            self.fake.cuts.append(Cut("hello", self.rng.choice([1000, 1006, 4000]), times=2))
            self.fake.drop()


async def play_on(fake: FakeDiscord, bot: Portolan, table: Table) -> None:
    """Make the first legal move of whoever decides, through the private panel, until the log has it."""
    seat = table.game.to_act[0]
    user = table.user_at(seat)
    assert user is not None
    before = len(await bot.tables.log(table.row.id))
    words = ".".join(table.game.legal(seat)[0])
    await fake.click(user, f"pt:c:{table.row.id}:{table.row.version}:{words}", flags=64)
    async with asyncio.timeout(30):
        while len(await bot.tables.log(table.row.id)) == before:
            await asyncio.sleep(0.02)
    assert len(await bot.tables.log(table.row.id)) == before + 1, "one press, one move"


async def until_all_sent(bot: Portolan) -> None:
    """Return once nothing waits to be sent."""
    async with asyncio.timeout(60):
        while True:
            await bot.delivery.make_up_for()
            bot.worker.wake()
            await asyncio.sleep(0.1)
            async with bot.database.reading() as session:
                waiting_rows = await unsent(session)
                abandoned_rows = await deliveries.undelivered(session, scopes=("channel", "later"))
            if not waiting_rows and not abandoned_rows:
                return


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(2, 12))])
async def test_a_table_is_played_through_all_of_it(
    database: Database, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async with connected(database, monkeypatch, channels=[CHANNEL]) as (fake, bot):
        table = await start_announced_table(bot)
        weather = Weather(fake, seed)
        fake.losses.chances = {Loss.DROP: SHARE, Loss.LOSE_ANSWER: SHARE, Loss.HANG: SHARE}
        fake.losses.everywhere = "/(interactions|webhooks|channels)/.*"
        moves = 0
        with capture_logs() as logs:
            while moves < 80 and (table := await bot.tables.table(table.row.id)).is_running:
                await weather.changes()
                await play_on(fake, bot, table)
                moves += 1
            if fake.hidden:
                await fake.show(CHANNEL)
            await until_all_sent(bot)
        assert len(fake.losses.met) > 5
        assert weather.lost_connections + weather.odd_events + weather.hidden > 3
        assert fault_entries(logs) == []
        loss_lines = [line for line in logs if line["event"] == "gateway connection lost"]
        assert len(loss_lines) <= weather.lost_connections
        turns = await calls_by_turn(bot, table.row.id)
        calls = {request.body["nonce"]: pinged_users(request.body) for request in fake.requests_to("POST", MESSAGES)}
        assert [calls.get(nonce) for nonce, _ in turns] == [users for _, users in turns], "whoever must move is called"


async def calls_by_turn(bot: Portolan, game_id: int) -> list[tuple[str, list[int]]]:
    """Return nonce and called users of the messages that have begun turns, as far as they count as sent."""
    table = await bot.tables.table(game_id)
    async with bot.database.reading() as session:
        query = select(JobRow).where(JobRow.game_id == game_id, JobRow.kind == "turn")
        rows = (await session.exec(query.order_by(col(JobRow.id)))).all()
    return [
        (row.nonce, sorted(user for seat in row.payload.get("ping", []) if (user := table.user_at(seat))))
        for row in rows
        if row.sent_at is not None
    ]


def pinged_users(body: dict[str, Any]) -> list[int]:
    return sorted(int(user) for user in body["allowed_mentions"].get("users", []))
