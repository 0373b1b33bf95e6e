"""The sandbox's page can be used while the bot makes what nobody waits for, and after many turns."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from simcord.preview._media import MediaInfo, MediaWorker

from bot.cli.sandbox import simcord_internals
from bot.cli.sandbox.background_work import BackgroundWork
from bot.cli.sandbox.simcord_internals import CachingMediaWorker
from bot.delivery import clips
from bot.tables import Table
from bot.tables.announcement import CLIP, Announcement
from storage.database import Database
from tests.bot.lobbies import sqlite
from tests.bot.room import open_room
from tests.engines.navegador.moves import on

pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_the_page_is_free_while_the_clip_of_a_game_is_made(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip_made = asyncio.Event()
    clip_added = asyncio.Event()

    async def add(*_: object) -> None:
        await clip_made.wait()
        clip_added.set()

    def clip_job(table: Table) -> Announcement:
        return Announcement(kind=CLIP, version=table.row.version)

    monkeypatch.setattr(clips, "make_and_add", add)
    monkeypatch.setattr(clips, "clip_job", clip_job)
    async with open_room(database) as room:
        await room.open_table(order="joining")
        delivery = room.bot.delivery
        delivery.services = replace(delivery.services, unhurried=BackgroundWork())
        await room.put(on("workers", seats=2, trigger="nagasaki", turns_left=1))
        person, _ = await room.deciding()
        await room.ask(person, "play", move="pass")
        assert (await room.table()).is_over
        assert not clip_added.is_set(), "the command has been answered before the clip was there"
        clip_made.set()
        await asyncio.wait_for(clip_added.wait(), 5)


async def test_a_picture_is_checked_once_however_often_the_page_becomes_somebody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked = list[str]()

    async def validate(self: MediaWorker, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        checked.append(key)
        return object.__new__(MediaInfo)

    monkeypatch.setattr(MediaWorker, "validate", validate)
    monkeypatch.setattr(simcord_internals, "MOST_PICTURES", 2)
    worker = CachingMediaWorker()
    for key in ("a", "b", "a", "b"):
        await worker.validate(key, b"")
        worker.release(key)
    assert checked == ["a", "b"]
    for key in ("c", "b", "a"):
        await worker.validate(key, b"")
    assert checked == ["a", "b", "c", "a"], "the oldest one was forgotten"
