"""A question to the table that Discord does not take."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import undo
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.office import ANNA, BEN, Office

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_a_table_moves_on_though_a_question_hangs(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "ASKING_SECONDS", 0.05)
    office = Office(database)
    table = await office.begin()
    await office.play(table, "rondel", "ships")
    await office.play(table, "pass")
    mover = table.user_at(table.game.to_act[0]) or 0
    await office.tables.play.act(table.row.id, BEN if mover == ANNA else ANNA, ("rondel", "workers"))
    click = Click(database, mover)

    async def hang(*_: Any, **__: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(click.client, "get_partial_messageable", lambda *_, **__: SimpleNamespace(send=hang))
    now = await click.client.tables.table(table.row.id)
    with pytest.raises(TimeoutError):
        await undo.take_back_or_ask(click.given, now)
    assert not click.client.tables.repository.lock(table.row.id).locked()
    assert (await click.client.tables.table(table.row.id)).row.question_message_id is None
