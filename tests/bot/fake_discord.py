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

from bot.client import Portolan
from storage.database import Database

Json = dict[str, Any]
GUILD, CHANNEL = 10, 20
ME: Json = {"id": "30", "username": "portolan", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION: Json = {"id": "30", "name": "portolan", "icon": None, "description": "", "verify_key": "", "owner": ME}
APPLICATION |= {"flags": 0, "bot_public": True, "bot_require_code_grant": False}
MESSAGE: Json = {"channel_id": str(CHANNEL), "author": ME, "timestamp": "2026-01-01T00:00:00Z"}
MESSAGE |= {"mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "type": 0, "flags": 0}
MESSAGE |= {"edited_timestamp": None, "pinned": False, "tts": False, "mention_everyone": False}
GUILD_DATA: Json = {"id": str(GUILD), "name": "friends", "owner_id": "1", "member_count": 1}
GUILD_DATA |= {key: [] for key in ("roles", "emojis", "features", "channels", "members", "threads")}
ALL = str(discord.Permissions.all().value)
CLICK: Json = {"type": 3, "version": 1, "application_id": ME["id"], "guild_id": str(GUILD), "channel_id": str(CHANNEL)}
CLICK |= {"locale": "en-US", "app_permissions": ALL, "attachment_size_limit": 10_485_760, "entitlements": []}
CLICK |= {"authorizing_integration_owners": {}}


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
    """

    def __init__(self, locale: str, late: float) -> None:
        self.late = late
        self.guild = GUILD_DATA | {"preferred_locale": locale}
        self.requests: list[Request] = []
        self.faults: list[tuple[str, str, int, Any]] = []
        self.slow: dict[str, float] = {}
        self._socket = web.WebSocketResponse()
        self._ids = count(1000)

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
            case ["interactions", id, *_]:
                return {"interaction": {"id": id, "type": 3}}
            case ["channels" | "webhooks", *_]:
                return self.message(**{key: request.body.get(key) or "" for key in ("content", "components")})
        return []

    def message(self, **more: Any) -> dict[str, Any]:
        return MESSAGE | {"id": str(next(self._ids)), "content": ""} | more

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        await self._socket.prepare(request)
        await self._socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        async for received in self._socket:
            if json.loads(received.data)["op"] == 2:  # it identifies itself
                url = str(request.url.with_scheme("ws"))
                known = {"user": ME, "application": APPLICATION, "guilds": [{"id": str(GUILD), "unavailable": True}]}
                await asyncio.sleep(self.late)
                await self.dispatch("READY", session_id="1", resume_gateway_url=url, **known)
                await self.dispatch("GUILD_CREATE", **self.guild)
        return self._socket

    async def dispatch(self, event: str, **data: Any) -> None:
        await self._socket.send_json({"op": 0, "t": event, "s": next(self._ids), "d": data})

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
    async with listening(locale, late) as (fake, address):
        fake.faults += faults
        fake.slow |= slow
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://{address}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(f"ws://{address}/gateway"))
        bot = Portolan(database, guild_ready_timeout=0.05, **options)
        running = asyncio.create_task(bot.start("token"))
        try:
            await asyncio.wait_for(ready(bot), 10)
            yield fake, bot
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def listening(locale: str = "en-US", late: float = 0) -> AsyncIterator[tuple[FakeDiscord, str]]:
    """A fake Discord and its address, host and port."""
    fake, app = FakeDiscord(locale, late), web.Application(client_max_size=2**24)
    app.router.add_get("/gateway", fake.gateway)
    app.router.add_route("*", "/api/{path:.*}", fake.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    try:
        yield fake, f"{host}:{port}"
    finally:
        await runner.cleanup()


async def ready(bot: Portolan) -> None:
    while not bot.is_ready():
        await asyncio.sleep(0.005)


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Returns as soon as the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
