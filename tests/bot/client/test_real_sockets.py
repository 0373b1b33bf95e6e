"""Against a Discord on real sockets: retries, uploads byte by byte, and acknowledging in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from threading import Event

import pytest
from structlog.testing import capture_logs

import render
from bot.delivery.illustrating import board_picture
from bot.tables import Tables
from bot.wording import texts_in
from render.shape import Shape
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table, start_table_of_two
from tests.bot.fake_discord import CHANNEL, connected, until

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)

MESSAGES = f"/channels/{CHANNEL}/messages"
HANGS = 20
"""Seconds after which the drawing of a picture that waits for something gives up."""
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 800


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses that discord.py makes between its attempts."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: sleep(min(seconds, 0.02)))


@pytest.fixture
def known_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "picture", lambda view, caption: PICTURE)


@pytest.mark.usefixtures("quick_retries", "known_picture")
@pytest.mark.parametrize(
    "faults",
    [
        [],
        [(429, {"message": "slow down", "retry_after": 0.05, "global": False, "code": 0})],
        [(500, {}), (502, {})],
        [(500, {})] * 5,
    ],
)
async def test_the_picture_arrives_whole_with_alt_text_and_one_nonce_whatever_came_before(
    database: Database, monkeypatch: pytest.MonkeyPatch, faults: list[tuple[int, object]]
) -> None:
    monkeypatch.setattr("bot.delivery.message_jobs.FIRST_WAIT", timedelta(0))
    async with connected(database, monkeypatch) as (fake, bot):
        fake.faults += [("POST", MESSAGES, status, body) for status, body in faults]
        await start_announced_table(bot)
        posts = fake.seen("POST", MESSAGES)
        assert len(posts) == len(faults) + 1
        for post in posts:
            assert post.files == {"files[0] board.png": PICTURE}
            (attachment,) = post.body["attachments"]
            assert attachment["filename"] == "board.png"
            assert attachment["description"].startswith("Navegador\nIt is ")
        assert len({post.body["nonce"] for post in posts}) == 1
        assert all(post.body["enforce_nonce"] for post in posts)
        assert len(posts[0].body["allowed_mentions"]["users"]) == 1


@pytest.mark.usefixtures("known_picture")
async def test_what_waits_at_the_start_is_sent_once_the_language_of_the_server_is_known(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table_of_two(Tables(database))
    async with connected(database, monkeypatch, "de", late=0.5) as (fake, _):
        await until(lambda: fake.seen("POST", MESSAGES))
        assert "du bist am Zug" in fake.seen("POST", MESSAGES)[0].body["content"]


@pytest.mark.usefixtures("known_picture")
async def test_a_channel_that_must_rest_for_long_holds_up_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        body = {"message": "slow down", "retry_after": 600.0, "global": False, "code": 0}
        fake.faults.append(("POST", MESSAGES, 429, body))
        await start_announced_table(bot)
        assert len(fake.seen("POST", MESSAGES)) == 1


@pytest.mark.usefixtures("known_picture")
async def test_an_upload_refused_for_size_is_followed_by_the_text(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        too_large = {"message": "Request entity too large", "code": 40005}
        fake.faults.append(("POST", MESSAGES, 413, too_large))
        await start_announced_table(bot)
        large, small = fake.seen("POST", MESSAGES)
        assert large.files
        assert not small.files
        assert large.body["content"] == small.body["content"]
        assert large.body["nonce"] == small.body["nonce"]
        assert small.body["components"][0]["components"][0]["label"] == "Your move"


async def test_a_click_is_acknowledged_while_the_database_and_the_pictures_are_slow(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing_begun = Event()
    may_finish = Event()

    def draw_slowly(*_: object) -> bytes:
        drawing_begun.set()
        return PICTURE if may_finish.wait(HANGS) else b""

    async with connected(database, monkeypatch) as (fake, bot):
        monkeypatch.setattr(render, "picture", lambda view, caption: PICTURE)
        table = await start_announced_table(bot)
        mover = table.user_at(table.game.to_act[0])
        assert mover is not None
        monkeypatch.setattr(render, "picture", draw_slowly)
        await bot.tables.play.post_again(table.row.id)
        await until(drawing_begun.is_set)  # a picture is being drawn
        async with database.transaction():
            version = table.row.version
            await fake.click(mover, f"pt:w:{table.row.id}:{version}:rondel.ships", flags=64)
            await until(lambda: fake.seen("POST", "/interactions/.*"))
            acknowledgement = fake.seen("POST", "/interactions/.*")[-1]
            assert acknowledgement.body["type"] == 6
            assert fake.seen("PATCH", "/webhooks/.*") == []
        may_finish.set()
        await until(lambda: fake.seen("PATCH", "/webhooks/.*"))
        (panel,) = fake.seen("PATCH", "/webhooks/.*")
        assert panel.body["content"].startswith("✓ Ships")
        await bot.worker.idle()
        assert "moves to **Ships**" in fake.seen("PATCH", f"{MESSAGES}/.*")[-1].body["content"]


async def test_the_event_loop_goes_on_while_pictures_are_drawn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing_begun = Event()
    may_finish = Event()

    def draw_slowly(*_: object) -> bytes:
        """Draw a picture that is finished when the event loop says so."""
        drawing_begun.set()
        return PICTURE if may_finish.wait(HANGS) else b""

    async with connected(database, monkeypatch) as (_, bot):
        table = await start_announced_table(bot)
        monkeypatch.setattr(render, "picture", draw_slowly)
        drawing = asyncio.create_task(board_picture(table, texts_in("en"), Shape.WIDE, ()))
        await until(drawing_begun.is_set)
        may_finish.set()
        picture = await drawing
        assert picture is not None
        assert picture.data == PICTURE


@pytest.mark.usefixtures("known_picture")
async def test_who_could_not_be_answered_in_time_sees_what_was_done_at_the_next_click(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        mover = table.user_at(table.game.to_act[0])
        assert mover is not None
        too_late = {"message": "Invalid Webhook Token", "code": 50027}
        fake.faults.append(("PATCH", "/webhooks/.*", 401, too_late))
        with capture_logs() as logs:
            await fake.click(mover, f"pt:w:{table.row.id}:{table.row.version}:rondel.ships", flags=64)
            await until(lambda: fake.seen("PATCH", "/webhooks/.*"))
            await until(lambda: [entry for entry in logs if entry["event"] == "too late to answer"])
        assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []
        assert (await bot.tables.table(table.row.id)).row.version == table.row.version + 1, "what was done is done"
        await fake.click(mover, f"pt:m:{table.row.id}")
        await until(lambda: len(fake.seen("PATCH", "/webhooks/.*")) == 2)
        callback = fake.seen("POST", "/interactions/.*")[-1].body
        assert (callback["type"], callback["data"]["flags"]) == (5, 64), "a private message of its own"
        assert "Navegador" in fake.seen("PATCH", "/webhooks/.*")[-1].body["content"]
