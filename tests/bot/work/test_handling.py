"""What is logged of interactions and messages: where, for whom, how long; and nothing that is secret."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from structlog.contextvars import get_contextvars, merge_contextvars
from structlog.testing import capture_logs

from bot.cli import logs
from bot.work import metrics
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import GUILD, connected, until
from tests.bot.room import Room, open_room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


def figure(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0


@pytest.mark.usefixtures("plain_pictures")
async def test_every_interaction_ends_with_a_line_that_says_where_and_how_long(database: Database) -> None:
    async with open_room(database, "anna", "ben", unabridged=True) as room:
        with capture_logs(processors=[merge_contextvars]) as lines:
            table = await room.open_table()
            person, _ = await room.deciding()
            await room.open_panel(person)
            await room.ask(person, "games")
        handled = [line for line in lines if line["event"] == "interaction handled"]
        assert [line["kind"] for line in handled] == ["/game new", *["LobbyButton"] * 2, "MoveButton", "/games"]
        assert [line.get("table") for line in handled] == [table.row.id] * 4 + [None]
        for line in handled:
            assert line["server"] == room.guild.id
            assert 0 <= line["duration_ms"] < 60_000
        assert len({line["interaction"] for line in handled}) == 5
        assert get_contextvars() == {}
    assert figure("portolan_interaction_answered_seconds_count", kind="/game new") >= 1


@pytest.mark.usefixtures("plain_pictures")
async def test_every_line_on_the_way_carries_table_server_and_interaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Any:
        raise OSError("no rules today")

    async with open_room(database, "anna", "ben") as room:
        table = await room.open_table()
        person, _ = await room.deciding()
        monkeypatch.setattr("bot.tables.table.Table.seat_of", fail)
        with capture_logs(processors=[merge_contextvars]) as lines:
            await room.open_panel(person)
            await room.ask(person, "board")
        failed = [line for line in lines if line["event"] == "interaction failed"]
        ended = [line for line in lines if line["event"] == "interaction handled"]
        assert len(failed) == len(ended) == 2
        for fault, end in zip(failed, ended, strict=True):
            expected = (table.row.id, room.guild.id, end["interaction"])
            assert (fault["table"], fault["server"], fault["interaction"]) == expected


@pytest.mark.usefixtures("plain_pictures")
async def test_a_message_ends_with_a_line_of_its_own_and_carries_no_interaction(room: Room) -> None:
    before = figure("portolan_messages_total", outcome="sent")
    with capture_logs(processors=[merge_contextvars]) as lines:
        table = await room.open_table()
    (line,) = [line for line in lines if line["event"] == "message handled"]
    (row,) = await room.outbox()
    assert (line["table"], line["server"], line["entry"]) == (table.row.id, room.guild.id, row.id)
    assert (line["kind"], line["outcome"]) == ("turn", "sent")
    assert line["duration_ms"] >= 0
    assert "interaction" not in line
    assert figure("portolan_messages_total", outcome="sent") == before + 1


async def test_a_list_of_tables_is_about_none_of_them(room: Room) -> None:
    await room.open_table()
    with capture_logs(processors=[merge_contextvars]) as lines:
        assert len(await room.bot.tables.tables_of_user(room["anna"].id)) == 1
        await room.ask(room["anna"], "games")
    (line,) = [line for line in lines if line["event"] == "interaction handled"]
    assert "table" not in line


@pytest.mark.usefixtures("clean_place", "plain_pictures")
async def test_on_real_sockets_the_acknowledgement_is_timed_and_no_secret_is_logged(
    database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("debug", "json")
    before = figure("portolan_interaction_acknowledged_seconds_count", kind="MoveButton")
    async with connected(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        for user in (1, 2):
            await fake.click(user, f"pt:m:{table.row.id}")
            await until(lambda: len(fake.seen("PATCH", r"/webhooks/.*")) >= user)  # noqa: B023 - called at once
        seat = table.game.to_act[0]
        action = table.game.legal(seat)[0]
        await bot.tables.play.act(table.row.id, table.user_at(seat) or 0, action)
        await bot.worker.idle()
        await until(lambda: figure("portolan_interaction_answered_seconds_count", kind="MoveButton") >= before + 2)
    assert figure("portolan_interaction_acknowledged_seconds_count", kind="MoveButton") == before + 2
    known = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    lines = [line for line in known if line["logger"] != "aiohttp.access"]  # what the other side says
    said = json.dumps(lines)
    handled = [line for line in lines if line["event"] == "interaction handled"]
    assert [line["server"] for line in handled] == [GUILD] * 2
    assert all(0 <= line["acknowledged_ms"] <= line["duration_ms"] for line in handled)
    assert [line["table"] for line in lines if line["event"] == "message handled"] == [table.row.id] * 2
    tokens = ("token-", "Bot token", "'token'")
    assert [word for word in (table.row.seed, *tokens) if word in said] == []
    assert not re.search(r"rondel|stack|dice", said), "a state or a move"
