"""As much of Discord as a bot needs to log in, send messages and be clicked, on real sockets."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from aiohttp import web
from discord.gateway import DiscordWebSocket

from bot.bench.load import discord as load
from bot.bench.load.discord import ALL, APPLICATION, ME, Json
from bot.client import Portolan
from storage.database import Database

GUILD, CHANNEL = 10, 20
MESSAGE: Json = load.MESSAGE | {"channel_id": str(CHANNEL)}
GUILD_DATA: Json = load.GUILD | {"unavailable": False}
LIMIT: Json = load.LIMIT | {"max_concurrency": 1}
CLICK: Json = load.CLICK | {"guild_id": str(GUILD), "channel_id": str(CHANNEL)}


@dataclass
class Request:
    """One request of the bot. ``at`` is its moment on the monotonic clock."""

    method: str
    path: str
    body: Any
    files: dict[str, bytes] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)


class FakeDiscord:
    """Answers every request kindly, unless ``faults`` has (method, pattern, status, body) for it; each counts once.

    ``slow``: seconds before paths of a pattern are answered.

    ``guilds``: the servers that the bot is in. It recommends so many ``shards``.
    """

    def __init__(self, locale: str = "en-US", late: float = 0, shards: int = 1) -> None:
        self.late, self.shards, self.locale = late, shards, locale
        self.guilds = {GUILD}
        self.requests: list[Request] = []
        self.faults: list[tuple[str, str, int, Any]] = []
        self.slow: dict[str, float] = {}
        self.url = yarl.URL()
        self.sockets: dict[int, web.WebSocketResponse] = {}
        """The connection of each shard."""
        self._ids = count(1000)

    def guild(self, guild_id: int) -> Json:
        return GUILD_DATA | {"id": str(guild_id), "preferred_locale": self.locale}

    def seen(self, method: str, pattern: str) -> list[Request]:
        """The requests so far to paths that match a regular expression."""
        return [each for each in self.requests if each.method == method and re.fullmatch(pattern, each.path)]

    async def rest(self, request: web.Request) -> web.Response:
        body, files = None, {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, aiohttp.BodyPartReader)
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                else:
                    files[f"{part.name} {part.filename}"] = bytes(await part.read())
        elif request.can_read_body:
            body = await request.json()
        seen, status = Request(request.method, request.path.removeprefix("/api"), body, files), 200
        self.requests.append(seen)
        for pattern, seconds in self.slow.items():
            if re.fullmatch(pattern, seen.path):
                await asyncio.sleep(seconds)
        answer = self.answer(seen)
        for fault in self.faults:
            if fault[0] == seen.method and re.fullmatch(fault[1], seen.path):
                self.faults.remove(fault)
                _, _, status, answer = fault
                break
        # Exactly this content type, and with 429 a proxy's name: discord.py looks at both.
        headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)

    def answer(self, request: Request) -> Any:
        match request.path.strip("/").split("/"):
            case ["users", "@me"]:
                return ME
            case ["oauth2", "applications", "@me"]:
                return APPLICATION
            case ["gateway", "bot"]:
                return {"shards": self.shards, "url": str(self.url), "session_start_limit": LIMIT}
            case ["guilds", id]:
                return self.guild(int(id))
            case ["interactions", id, *_]:
                return {"interaction": {"id": id, "type": 3}}
            case ["applications", id, "commands"]:
                numbered = {"application_id": id, "default_member_permissions": None, "version": "1"}
                return [command | numbered | {"id": str(next(self._ids))} for command in request.body]
            case ["channels", id] if request.method == "GET":
                return load.CHANNEL | {"id": id, "guild_id": str(GUILD)}
            case ["channels" | "webhooks", *_]:
                return self.message(**{key: request.body.get(key) or "" for key in ("content", "components")})
        return []

    def message(self, **more: Any) -> dict[str, Any]:
        return MESSAGE | {"id": str(next(self._ids)), "content": ""} | more

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        async for received in socket:
            message = json.loads(received.data)
            if message["op"] == 6:  # it would resume its session, which is over
                await socket.send_json({"op": 9, "d": False})
            if message["op"] == 2:  # it identifies itself
                shard, self.shards = message["d"].get("shard", (0, 1))
                self.sockets[shard] = socket
                there = sorted(guild for guild in self.guilds if self.shard_of(guild) == shard)
                known = {"user": ME, "application": APPLICATION, "shard": [shard, self.shards]}
                guilds = [{"id": str(guild), "unavailable": True} for guild in there]
                await asyncio.sleep(self.late)
                url = str(self.url)
                await self.dispatch("READY", shard, session_id="1", resume_gateway_url=url, guilds=guilds, **known)
                for guild in there:
                    await self.dispatch("GUILD_CREATE", **self.guild(guild))
        return socket

    def shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self.shards

    async def dispatch(self, event: str, shard: int | None = None, /, **data: Any) -> None:
        """An event for the shard that is named, else that of the server it is about."""
        if shard is None:
            shard = self.shard_of(int(data.get("guild_id", data["id"])))
        await self.sockets[shard].send_json({"op": 0, "t": event, "s": next(self._ids), "d": data})

    async def remove(self, guild_id: int) -> None:
        """The bot is thrown out of a server."""
        self.guilds.discard(guild_id)
        await self.dispatch("GUILD_DELETE", id=str(guild_id))

    async def outage(self, guild_id: int) -> None:
        """A server cannot be reached for a while; the bot is still in it."""
        await self.dispatch("GUILD_DELETE", id=str(guild_id), unavailable=True)

    async def invite(self, guild_id: int) -> None:
        """The bot is invited to a server."""
        self.guilds.add(guild_id)
        guild = self.guild(guild_id)
        del guild["unavailable"]
        await self.dispatch("GUILD_CREATE", **guild)

    async def click(self, user_id: int, custom_id: str, flags: int = 0, locale: str = "en-US") -> None:
        """A user presses a button on a message with these flags (64: a private one)."""
        id = next(self._ids)
        user = ME | {"id": str(user_id), "bot": False}
        button = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
        await self.dispatch(
            "INTERACTION_CREATE",
            **CLICK | {"locale": locale},
            id=str(id),
            token=f"token-{id}",
            member={"user": user, "roles": [], "joined_at": None, "flags": 0, "permissions": ALL},
            data={"custom_id": custom_id, "component_type": 2},
            message=self.message(flags=flags, components=[{"type": 1, "components": [button]}]),
        )


@asynccontextmanager
async def listening(fake: FakeDiscord) -> AsyncIterator[str]:
    """Its address, host and port, while it can be reached."""
    app = web.Application(client_max_size=2**24)
    app.router.add_get("/gateway", fake.gateway)
    app.router.add_route("*", "/api/{path:.*}", fake.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    fake.url = yarl.URL(f"ws://{host}:{port}/gateway")
    try:
        yield f"{host}:{port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def serving(monkeypatch: pytest.MonkeyPatch, fake: FakeDiscord) -> AsyncIterator[FakeDiscord]:
    """Bots that log in meanwhile come to this Discord."""
    async with listening(fake) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://{address}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", fake.url)
        yield fake


@asynccontextmanager
async def logged_in(database: Database, **options: Any) -> AsyncIterator[Portolan]:
    """A bot that is connected."""
    bot = Portolan(database, guild_ready_timeout=0.05, **options)
    running = asyncio.create_task(bot.start("token"))
    try:
        await asyncio.wait_for(ready(bot), 10)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def connected(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    locale: str = "en-US",
    late: float = 0,
    *,
    faults: Sequence[tuple[str, str, int, Any]] = (),
    slow: Mapping[str, float] = MappingProxyType({}),
    **options: Any,
) -> AsyncIterator[tuple[FakeDiscord, Portolan]]:
    """A bot logged in to a fake Discord with one server of this language, which comes so many seconds ``late``."""
    fake = FakeDiscord(locale, late)
    fake.faults += faults
    fake.slow |= slow
    async with serving(monkeypatch, fake), logged_in(database, **options) as bot:
        yield fake, bot


async def ready(bot: Portolan) -> None:
    while not bot.is_ready():
        await asyncio.sleep(0.005)


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Returns as soon as the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
