"""Events that discord.py cannot read: one line, counted, and the bot goes on for everybody."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from structlog.testing import capture_logs

from bot.client.portolan import Portolan
from bot.work import metrics
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import (
    CHANNEL,
    CLICK,
    GUILD,
    MEMBER,
    FakeDiscord,
    connected,
    logged_in,
    serving,
    until,
)
from tools.bench.load.discord import ALL, ME, Json

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

OTHER_SERVER = GUILD + 1
THREAD: Json = {"id": "77", "type": 11, "guild_id": str(GUILD), "parent_id": str(CHANNEL), "name": "game"}
STATE: Json = {"archived": False, "locked": False, "auto_archive_duration": 60, "archive_timestamp": None}
SOMEBODY: Json = {"user": ME | {"id": "5"}, "permissions": ALL}
PRESS: Json = CLICK | {"id": "1", "token": "t", "data": {"custom_id": "x", "component_type": 2}}
FORUM: Json = {"id": "40", "type": 15, "name": "forum", "position": 1, "guild_id": str(GUILD)}

ODD: list[tuple[str, Json]] = [
    ("CHANNEL_UPDATE", {"id": str(CHANNEL), "guild_id": str(GUILD), "type": 0, "name": "games"}),
    ("CHANNEL_UPDATE", {"id": str(CHANNEL), "guild_id": str(GUILD), "type": 0, "permission_overwrites": [None]}),
    ("CHANNEL_UPDATE", {"guild_id": str(GUILD), "type": 0}),
    ("CHANNEL_CREATE", FORUM | {"available_tags": None}),
    ("CHANNEL_CREATE", {"id": "41", "guild_id": str(GUILD), "name": "no type"}),
    ("CHANNEL_CREATE", {"id": "42", "guild_id": str(GUILD), "type": 2, "name": "voice", "position": 0}),
    ("CHANNEL_DELETE", {"guild_id": str(GUILD)}),
    ("THREAD_CREATE", THREAD),
    ("THREAD_UPDATE", THREAD | {"thread_metadata": STATE}),
    ("THREAD_UPDATE", THREAD),
    ("THREAD_UPDATE", {"id": "77", "guild_id": str(GUILD)}),
    ("THREAD_DELETE", {"guild_id": str(GUILD)}),
    ("THREAD_LIST_SYNC", {"guild_id": str(GUILD), "threads": [THREAD, None], "channel_ids": None}),
    ("GUILD_UPDATE", {"id": str(GUILD), "name": "x", "roles": None}),
    ("GUILD_UPDATE", {"name": "x"}),
    ("GUILD_DELETE", {}),
    ("GUILD_ROLE_CREATE", {"guild_id": str(GUILD), "role": None}),
    ("GUILD_ROLE_UPDATE", {"guild_id": str(GUILD), "role": {}}),
    ("GUILD_ROLE_DELETE", {"guild_id": str(GUILD)}),
    ("GUILD_MEMBER_UPDATE", {"guild_id": str(GUILD), "user": None}),
    ("GUILD_EMOJIS_UPDATE", {"guild_id": str(GUILD), "emojis": None}),
    ("INTERACTION_CREATE", PRESS | {"member": SOMEBODY | {"joined_at": None}, "message": None}),
    ("INTERACTION_CREATE", {"id": "2", "type": 3}),
    ("MESSAGE_UPDATE", {"id": "1", "channel_id": str(CHANNEL), "poll": None}),
    ("INVITE_CREATE", {}),
    ("VOICE_STATE_UPDATE", {"guild_id": str(GUILD)}),
    ("RESUMED", {}),
]


def count(event: str) -> float:
    return metrics.REGISTRY.get_sample_value("portolan_gateway_unreadable_total", {"kind": event}) or 0


async def play_move(fake: FakeDiscord, bot: Portolan) -> None:
    """Play a move over the gateway."""
    table = await start_announced_table(bot)
    mover = table.user_at(table.game.to_act[0]) or 0
    await fake.click(mover, f"pt:w:{table.row.id}:{table.row.version}:rondel.ships", flags=64)
    await until(lambda: fake.requests_to("PATCH", "/webhooks/.*"))
    assert (await bot.tables.table(table.row.id)).row.version == table.row.version + 1


@pytest.mark.parametrize(("event", "payload"), ODD, ids=[f"{event} {n}" for n, (event, _) in enumerate(ODD)])
async def test_an_event_that_makes_no_sense_ends_nothing_and_leaves_no_traceback(
    event: str,
    payload: Json,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with connected(database, monkeypatch, channels=[CHANNEL]) as (fake, bot):
        await until(lambda: bot.is_connected)
        with capture_logs() as logs:
            await fake.dispatch(event, 0, **payload)
            await play_move(fake, bot)
        assert bot.is_connected
        assert len(fake.connections) == 1
        assert len([line for line in logs if line["event"] == "event cannot be read"]) <= 1
        assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
        assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("message", ["", "no json", "[]", "null", '{"op": 99}', '{"op": 0, "t": 5, "d": null}'])
async def test_a_message_that_is_no_event_ends_nothing(
    message: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await until(lambda: bot.is_connected)
        await fake.send(message)
        await play_move(fake, bot)
        assert bot.is_connected
        assert len(fake.connections) == 1


async def test_an_unreadable_event_is_logged_once_with_its_name_and_counted_each_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await until(lambda: bot.is_connected)
        before = count("GUILD_ROLE_UPDATE")
        with capture_logs() as logs:
            for _ in range(200):
                await fake.dispatch("GUILD_ROLE_UPDATE", 0, guild_id=str(GUILD))
            await fake.dispatch("GUILD_ROLE_DELETE", 0, guild_id=str(GUILD))
            await until(lambda: len(logs) == 2)
        assert count("GUILD_ROLE_UPDATE") == before + 200
        first, second = logs
        assert (first["kind"], first["reason"], first["server"]) == (
            "GUILD_ROLE_UPDATE",
            "KeyError('role')",
            str(GUILD),
        )
        assert second["kind"] == "GUILD_ROLE_DELETE"


PARTS: list[tuple[str, Any]] = [
    ("channels", FORUM | {"available_tags": None, "default_reaction_emoji": None}),
    ("channels", {"id": "no number", "type": 0}),
    ("channels", {"name": "nothing else"}),
    ("channels", None),
    ("channels", FORUM | {"permission_overwrites": [{}]}),
    ("threads", THREAD),
    ("threads", None),
    ("members", {"user": ME | {"id": "6"}}),
    ("members", {"user": None}),
    ("roles", {"id": "7"}),
    ("emojis", {"name": "nameless"}),
    ("stickers", {}),
    ("voice_states", {}),
    ("presences", {}),
    ("stage_instances", {}),
    ("guild_scheduled_events", {}),
    ("soundboard_sounds", {}),
]


@pytest.mark.parametrize(("field", "part"), PARTS, ids=[f"{field} {n}" for n, (field, _) in enumerate(PARTS)])
async def test_one_unreadable_part_costs_its_server_nothing_else(
    field: str, part: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.channels = [CHANNEL]
        fake.odd_guild = {field: [*fake.guild(GUILD).get(field, []), part]}
        with capture_logs() as logs:
            async with logged_in(database) as bot:
                await until(lambda: bot.is_connected)
                guild = bot.get_guild(GUILD)
                assert guild is not None
                assert not guild.unavailable
                assert guild.get_channel(CHANNEL) is not None
                await play_move(fake, bot)
        assert len([line for line in logs if line["event"] == "event cannot be read"]) <= 1


FIELDS = ("channels", "roles", "threads", "members", "member_count", "emojis", "features")
VALUES: tuple[Any, ...] = (None, "odd", 5, {})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param(field, value, marks=[pytest.mark.proof] if (number + place) % 2 else [])
        for number, field in enumerate(FIELDS)
        for place, value in enumerate(VALUES)
    ],
)
async def test_an_unreadable_field_costs_its_server_nothing_else(
    field: str, value: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.odd_guild = {field: value}
        async with logged_in(database) as bot:
            await until(lambda: bot.is_connected)
            guild = bot.get_guild(GUILD)
            assert guild is not None
            assert guild.name == "friends"
            await play_move(fake, bot)


async def test_a_server_of_which_nothing_can_be_read_counts_as_unavailable_and_is_played_in(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.guilds = {GUILD, OTHER_SERVER}
        async with logged_in(database) as bot:
            await until(lambda: bot.is_connected)
            from_data = discord.Guild._from_data

            def fail_for_other_server(guild: discord.Guild, data: Any) -> None:
                if data.get("name") and int(data["id"]) == OTHER_SERVER:
                    raise TypeError("new")
                from_data(guild, data)

            monkeypatch.setattr(discord.Guild, "_from_data", fail_for_other_server)
            monkeypatch.setattr("bot.client.events.readable_parts", lambda payload, _: (payload, []))
            await fake.dispatch("GUILD_CREATE", 0, **fake.guild(OTHER_SERVER))
            await until(lambda: [guild for guild in bot.guilds if guild.unavailable])
            assert [guild.id for guild in bot.guilds if guild.unavailable] == [OTHER_SERVER]
            await play_move(fake, bot)


@pytest.mark.usefixtures("no_session_pause")
@pytest.mark.parametrize(
    "odd",
    [
        {"user": None},
        {"user": {}},
        {"guilds": None},
        {"shard": None},
        {"session_id": None, "guilds": 5},
        {"resume_gateway_url": None},
    ],
    ids=str,
)
async def test_a_session_that_cannot_be_read_is_one_line_and_another_attempt(
    odd: Json, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.odd_ready = odd
        bot = Portolan(database, guild_ready_timeout=0.05)
        with capture_logs() as logs:
            running = asyncio.create_task(bot.start("token"))
            await until(lambda: len(fake.identified) >= 4)
            lines = [line for line in logs if line["log_level"] in ("warning", "error")]
            assert [line["event"] for line in lines] == ["gateway connection lost"]
            assert "cannot be read" in lines[0]["reason"]
            assert not bot.is_connected
            fake.odd_ready = {}
            await until(lambda: bot.is_connected, 20)
        assert [record for record in caplog.records if record.exc_info] == []
        await bot.close()
        await running


async def test_a_server_without_a_number_in_ready_costs_no_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.odd_ready = {"guilds": [None, {}, {"id": None}, {"id": str(GUILD), "unavailable": True}]}
        async with logged_in(database) as bot:
            await until(lambda: bot.is_connected)
            await play_move(fake, bot)


async def test_others_can_complete_an_event_and_serve_one_that_cannot_be_read(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        served: list[tuple[str, str]] = []

        def serve(payload: Json, fault: Exception) -> bool:
            served.append((payload["id"], type(fault).__name__))
            return True

        events = bot.gateway_events
        events.preparations["INTERACTION_CREATE"] = lambda payload: payload | {"type": "odd", "version": None}
        events.rescues["INTERACTION_CREATE"] = serve
        member = MEMBER | {"user": ME | {"id": "5"}}
        with capture_logs() as logs:
            await fake.dispatch("INTERACTION_CREATE", 0, id="3", type=3, token="t", member=member)
            await until(lambda: served)
        assert served == [("3", "KeyError")]
        assert [line for line in logs if line["event"] == "event cannot be read"] == []
