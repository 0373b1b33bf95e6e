"""A stand-in for Discord on real sockets: as much as a bot needs to log in, send messages and be clicked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from aiohttp import web
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.client.portolan import Portolan
from storage.database import Database
from tests.bot.losses import Loss, Losses, cut_off, hang
from tests.discord.description import ApiRequest, File, schema_faults
from tests.discord.rate_limits import RateLimits
from tests.discord.yardstick import Yardstick
from tools.bench.load import discord as load
from tools.bench.load.discord import ALL, APPLICATION, ME, MYSELF, Json

GUILD = 10
CHANNEL = 20
MESSAGE: Json = load.MESSAGE | {"channel_id": str(CHANNEL)}
GUILD_DATA: Json = load.GUILD | {"unavailable": False}
LIMIT: Json = load.LIMIT | {"max_concurrency": 1}
CLICK: Json = load.CLICK | {"guild_id": str(GUILD), "channel_id": str(CHANNEL)}
MEMBER: Json = {"roles": [], "joined_at": "2026-01-01T00:00:00Z", "flags": 0, "pending": False}
MEMBER |= dict.fromkeys(("avatar", "banner", "communication_disabled_until", "nick", "premium_since"))
MEMBER |= {"mute": False, "deaf": False}
THREAD: Json = {"type": 11, "flags": 0, "guild_id": str(GUILD), "owner_id": ME["id"], "parent_id": str(CHANNEL)}
THREAD |= dict.fromkeys(("message_count", "member_count", "total_message_sent"), 0)


@dataclass
class Request:
    """One request of the bot. ``at`` is its moment on the monotonic clock."""

    method: str
    path: str
    body: Any
    files: dict[str, bytes] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)


@dataclass
class Session:
    """A session of a shard, with the events that are sent again when it is resumed."""

    id: str
    events: list[Json] = field(default_factory=list)


@dataclass
class Cut:
    """A fault that happens so many ``times`` at a ``moment`` of a connection.

    Moments: "connect" (before HELLO), "hello", "identify", "resume", "resumed". ``message`` is sent in place of an
    answer; without one the connection is closed with ``code``, or dropped (None).
    """

    moment: str
    code: int | None = None
    message: str | None = None
    times: int = 10**9


class FakeDiscord:
    """Answers every request kindly, unless ``faults`` has (method, pattern, status, body) for it; each counts once.

    ``slow``: seconds before paths of a pattern are answered. ``guilds``: the servers that the bot is in. ``shards``:
    the recommended number of shards. ``limits``: the rate limits. ``losses``: what happens to requests and answers on
    the way. ``yardstick`` notes what the real Discord would not accept; it is checked at the end.
    """

    def __init__(
        self, locale: str = "en-US", late: float = 0, shards: int = 1, limits: RateLimits | None = None
    ) -> None:
        self.limits = limits
        self.yardstick = Yardstick()
        self.late = late
        self.shards = shards
        self.locale = locale
        self.guilds = {GUILD}
        self.channels: Sequence[int] = ()
        """Those that the bot is told of when it logs in."""
        self.requests: list[Request] = []
        self.turned_down: list[Request] = []
        """Those of them that were not carried out."""
        self.faults: list[tuple[str, str, int, Any]] = []
        self.slow: dict[str, float] = {}
        self.losses = Losses()
        self.answered: set[str] = set()
        """Numbers of the interactions that have got their first response."""
        self.url = yarl.URL()
        self.sockets: dict[int, web.WebSocketResponse] = {}
        """The connection of each shard."""
        self.sessions: dict[int, Session] = {}
        """The session of each shard."""
        self.resumable = True
        """Whether sessions can be resumed."""
        self.cuts: list[Cut] = []
        """What happens to connections that are being opened."""
        self.connections: list[float] = []
        """When connections were opened, on the monotonic clock."""
        self.identified: list[float] = []
        self.resumed: list[float] = []
        """When sessions were asked for, and when it was asked to go on with one."""
        self.odd_ready: Json = {}
        self.odd_guild: Json = {}
        """What READY and the servers after it say otherwise than usual."""
        self.hidden: set[int] = set()
        """Channels that the bot may not view."""
        self.kinds: dict[int, Json] = {}
        """What a channel has otherwise than others."""
        self._ids = count(1000)
        self.emoji = load.emoji()
        """Those that the application has; at first all that the bot wants."""

    def guild(self, guild_id: int) -> Json:
        channels = [self.channel(channel, guild_id) for channel in self.channels]
        return GUILD_DATA | {"id": str(guild_id), "preferred_locale": self.locale, "channels": channels}

    def channel(self, channel_id: int, guild_id: int) -> Json:
        """Return a channel as the gateway describes it."""
        content = load.CHANNEL | {"id": str(channel_id), "guild_id": str(guild_id)} | self.kinds.get(channel_id, {})
        return obfuscated(content) if channel_id in self.hidden else content

    def requests_to(self, method: str, pattern: str) -> list[Request]:
        """Return the requests so far to paths that match a regular expression."""
        return [
            request for request in self.requests if request.method == method and re.fullmatch(pattern, request.path)
        ]

    async def rest(self, request: web.Request) -> web.Response:
        match self.losses.of(request.method, request.path.removeprefix("/api")):
            case Loss.DROP:
                return cut_off(request)
            case Loss.HANG:
                return await hang(request)
            case Loss.LOSE_ANSWER:
                await self.carry_out(request)
                return cut_off(request)
        return await self.carry_out(request)

    async def carry_out(self, request: web.Request) -> web.Response:
        body = None
        files = {}
        names = {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, aiohttp.BodyPartReader)
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                else:
                    content = bytes(await part.read())
                    files[f"{part.name} {part.filename}"] = content
                    names[str(part.name)] = File(part.filename or "", len(content))
        elif request.can_read_body:
            body = await request.json()
        seen = Request(request.method, request.path.removeprefix("/api"), body, files)
        description = ApiRequest(seen.method, seen.path, request.query, body, names)
        self.yardstick.note_request(description)
        # Exactly this content type, and with 429 a proxy's name: discord.py looks at both.
        headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
        if self.limits is not None:
            verdict = self.limits.ask(seen.method, seen.path)
            if not verdict.from_discord:
                return web.Response(text=verdict.body, status=429)
            headers |= verdict.headers
            if verdict.body is not None:
                return self._answered(description, 429, verdict.body, headers)
        self.requests.append(seen)
        for pattern, seconds in self.slow.items():
            if re.fullmatch(pattern, seen.path):
                await asyncio.sleep(seconds)
        for fault in self.faults:
            if fault[0] == seen.method and re.fullmatch(fault[1], seen.path):
                self.faults.remove(fault)
                _, _, status, answer = fault
                break
        else:
            status, answer = self.refused(seen) or (201 if seen.path.endswith("/emojis") and body else 200, None)
            if answer is None:
                answer = self.answer(seen)
        if status >= 400:
            self.turned_down.append(seen)
        return self._answered(description, status, answer, headers)

    def _answered(self, sent: ApiRequest, status: int, answer: Any, headers: Mapping[str, str]) -> web.Response:
        if status < 500:  # what fails says anything
            self.yardstick.note_answer(sent, answer, status)
        if self.limits is not None:
            self.limits.answered(status)
        if answer is None:
            return web.Response(status=204, headers={**headers, "Content-Type": "text/html"})
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)

    def refused(self, request: Request) -> tuple[int, Json] | None:
        """Return what Discord has against a request: a hidden channel, one more first response to an interaction, or a
        later one without it."""
        channel = re.match(r"/channels/(\d+)", request.path)
        if channel and int(channel[1]) in self.hidden:
            return 403, {"message": "Missing Access", "code": 50001}
        match request.path.strip("/").split("/"):
            case ["interactions", id, _, "callback"]:
                if id in self.answered:
                    return 400, {"code": 40060, "message": "Interaction has already been acknowledged."}
                self.answered.add(id)
            case ["webhooks", _, token, *_] if token.removeprefix("token-") not in self.answered:
                return 404, {"code": 10015, "message": "Unknown Webhook"}
        return None

    def answer(self, request: Request) -> Any:
        match request.path.strip("/").split("/"):
            case ["users", "@me"]:
                return MYSELF
            case ["oauth2", "applications", "@me"]:
                return APPLICATION
            case ["gateway", "bot"]:
                return {"shards": self.shards, "url": str(self.url), "session_start_limit": LIMIT}
            case ["guilds", id]:
                return self.guild(int(id))
            case ["interactions", id, *_]:
                return {"interaction": {"id": id, "type": 3}}
            case ["applications", id, "commands"]:
                known = {"application_id": id, "default_member_permissions": None, "version": "1"}
                return [
                    {"description": ""} | command | known | {"id": str(next(self._ids))} for command in request.body
                ]
            case ["applications", _, "emojis"] if request.method == "GET":
                return {"items": self.emoji}
            case ["applications", _, "emojis"]:
                self.emoji.append(load.EMOJI | {"id": str(next(self._ids)), "name": request.body["name"]})
                return self.emoji[-1]
            case ["applications", _, "emojis", id]:
                self.emoji = [emoji for emoji in self.emoji if emoji["id"] != id]
                return None
            case ["channels", id] if request.method == "GET":
                return load.CHANNEL | {"id": id, "guild_id": str(GUILD)}
            case ["channels", _, "threads"]:
                return self.thread(str(next(self._ids)), request.body["name"])
            case ["channels", id]:
                return self.thread(id, request.body.get("name", "thread"))
            case ["channels", id, "thread-members", user]:
                return {"id": id, "user_id": user, "join_timestamp": MESSAGE["timestamp"], "flags": 0}
            case ["users", "@me", "guilds", guild]:
                self.guilds.discard(int(guild))
                return None
            case ["users", "@me", "channels"]:
                recipient = self.user(int(request.body["recipient_id"]))
                return {"id": str(next(self._ids)), "type": 1, "flags": 0, "recipients": [recipient]}
            case ["guilds", _, "members", user]:
                return MEMBER | {"user": self.user(int(user))}
            case ["channels" | "webhooks", *_]:
                body = request.body or {}
                return self.message(content=body.get("content") or "", components=with_ids(body.get("components")))
        self.yardstick.faults.append(f"nobody has said what {request.method} {request.path} is answered with")
        return []

    def message(self, **fields: Any) -> dict[str, Any]:
        return MESSAGE | {"id": str(next(self._ids))} | fields

    def user(self, user_id: int) -> Json:
        return ME | {"id": str(user_id), "bot": False}

    def thread(self, id: str, name: str) -> Json:
        state = {"archived": False, "archive_timestamp": MESSAGE["timestamp"], "auto_archive_duration": 1440}
        return THREAD | {"id": id, "name": name, "thread_metadata": state | {"locked": False}}

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connections.append(time.monotonic())
        if await self._cut(socket, "connect"):
            return socket
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        if await self._cut(socket, "hello"):
            return socket
        async for received in socket:
            message = json.loads(received.data)
            if message["op"] == 6:
                await self._resume(socket, message["d"])
            if message["op"] == 2:
                await self._identify(socket, message["d"])
        return socket

    async def _cut(self, socket: web.WebSocketResponse, moment: str) -> bool:
        """Carry out what ``cuts`` says for this moment; return whether the connection has been closed."""
        for cut in self.cuts:
            if cut.moment == moment and cut.times:
                cut.times -= 1
                if cut.message is not None:
                    await socket.send_str(cut.message)
                    return False
                if cut.code is not None:
                    await socket.close(code=cut.code)
                elif socket._req is not None and socket._req.transport is not None:
                    socket._req.transport.abort()
                return True
        return False

    def _is_cut(self, moment: str) -> bool:
        return any(cut.moment == moment and cut.times for cut in self.cuts)

    async def _identify(self, socket: web.WebSocketResponse, identification: Json) -> None:
        self.identified.append(time.monotonic())
        shard, self.shards = identification.get("shard", (0, 1))
        if self._is_cut("identify"):
            await self._cut(socket, "identify")
            return
        self.sockets[shard] = socket
        session = f"session-{shard}-{next(self._ids)}"
        self.sessions[shard] = Session(session)
        shard_guilds = sorted(guild for guild in self.guilds if self.shard_of(guild) == shard)
        known = {"user": ME, "application": APPLICATION, "shard": [shard, self.shards]}
        guilds = [{"id": str(guild), "unavailable": True} for guild in shard_guilds]
        await asyncio.sleep(self.late)
        url = str(self.url)
        ready = known | {"session_id": session, "resume_gateway_url": url, "guilds": guilds}
        await self.dispatch("READY", shard, **ready | self.odd_ready)
        for guild in shard_guilds:
            await self.dispatch("GUILD_CREATE", shard, **self.guild(guild) | self.odd_guild)

    async def _resume(self, socket: web.WebSocketResponse, resumption: Json) -> None:
        self.resumed.append(time.monotonic())
        if self._is_cut("resume"):
            await self._cut(socket, "resume")
            return
        shards = [shard for shard, session in self.sessions.items() if session.id == resumption["session_id"]]
        if not shards or not self.resumable:
            await socket.send_json({"op": 9, "d": False})
            return
        (shard,) = shards
        self.sockets[shard] = socket
        await asyncio.sleep(self.late)
        for event in self.sessions[shard].events:
            if event["s"] > resumption["seq"]:
                await socket.send_json(event)
        await socket.send_json({"op": 0, "t": "RESUMED", "s": next(self._ids), "d": {"_trace": []}})
        await self._cut(socket, "resumed")

    def shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self.shards

    async def dispatch(self, event: str, shard: int | None = None, /, **data: Any) -> None:
        """Send an event to the named shard, else to the shard of the server that it is about."""
        if shard is None:
            shard = self.shard_of(int(data.get("guild_id", data["id"])))
        message = {"op": 0, "t": event, "s": next(self._ids), "d": data}
        self.sessions[shard].events.append(message)
        with contextlib.suppress(ConnectionError, RuntimeError):  # it comes when the session is resumed
            await self.sockets[shard].send_json(message)

    async def send(self, message: Json | str, shard: int = 0) -> None:
        """Send a message over the gateway that is no event, or anything at all."""
        await self.sockets[shard].send_str(message if isinstance(message, str) else json.dumps(message))

    def drop(self, shard: int = 0) -> None:
        """Break a shard's connection without closing it."""
        request = self.sockets[shard]._req
        assert request is not None
        assert request.transport is not None
        request.transport.abort()

    async def hide(self, channel_id: int) -> None:
        """Take the bot's right to view a channel."""
        self.hidden.add(channel_id)
        await self._tell_channel(channel_id)

    async def show(self, channel_id: int) -> None:
        """Let the bot view a channel again."""
        self.hidden.discard(channel_id)
        await self._tell_channel(channel_id)

    async def _tell_channel(self, channel_id: int) -> None:
        (guild,) = self.guilds
        content = next(listed for listed in self.guild(guild)["channels"] if listed["id"] == str(channel_id))
        await self.dispatch("CHANNEL_UPDATE", self.shard_of(guild), **content)

    async def remove(self, guild_id: int) -> None:
        """Remove the bot from a server."""
        self.guilds.discard(guild_id)
        await self.dispatch("GUILD_DELETE", id=str(guild_id))

    async def outage(self, guild_id: int) -> None:
        """Make a server unavailable; the bot is still in it."""
        await self.dispatch("GUILD_DELETE", id=str(guild_id), unavailable=True)

    async def invite(self, guild_id: int) -> None:
        """Invite the bot to a server."""
        self.guilds.add(guild_id)
        guild = self.guild(guild_id)
        del guild["unavailable"]
        await self.dispatch("GUILD_CREATE", **guild)

    async def click(self, user_id: int, custom_id: str, flags: int = 0, locale: str = "en-US") -> int:
        """Press a button as a user, on a message with these flags (64: ephemeral); return the interaction's id."""
        id = next(self._ids)
        button = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
        message = self.message(flags=flags, components=with_ids([{"type": 1, "components": [button]}]))
        self.yardstick.faults += [
            f"a click on a message: {fault}" for fault in schema_faults("MessageResponse", message)
        ]
        await self.dispatch(
            "INTERACTION_CREATE",
            **CLICK | {"locale": locale},
            id=str(id),
            token=f"token-{id}",
            member=MEMBER | {"user": self.user(user_id), "permissions": ALL},
            data={"custom_id": custom_id, "component_type": 2},
            message=message,
        )
        return id

    async def command(self, user_id: int, name: str, **options: str) -> int:
        """Send a slash command as a user, with texts as options; return the interaction's id."""
        id = next(self._ids)
        typed = [{"type": 3, "name": option, "value": value} for option, value in options.items()]
        await self.dispatch(
            "INTERACTION_CREATE",
            **CLICK | {"type": 2},
            id=str(id),
            token=f"token-{id}",
            member=MEMBER | {"user": self.user(user_id), "permissions": ALL},
            data={"id": "1", "name": name, "type": 1, "options": typed},
        )
        return id

    def answers_to(self, interaction: int) -> list[str]:
        """Return the texts that answered an interaction, oldest first."""
        first = f"/interactions/{interaction}/.*"
        later = f"/webhooks/.*/token-{interaction}.*"
        done = [request for request in self.requests if request not in self.turned_down]
        bodies = [request.body for request in done if re.fullmatch(f"{first}|{later}", request.path) and request.body]
        contents = [(body.get("data") or body).get("content") for body in bodies if body.get("type") not in (5, 6)]
        return [content for content in contents if content]


def obfuscated(channel: Json) -> Json:
    """Return a channel that the bot may not view, as the gateway describes it."""
    nulls = ("topic", "available_tags", "default_reaction_emoji", "default_sort_order", "last_message_id", "nsfw")
    visible = {key: channel[key] for key in ("id", "guild_id", "type", "position", "parent_id") if key in channel}
    overwrite = {"id": channel["guild_id"], "type": 0, "allow": "0", "deny": str(1 << 10)}
    flags = int(channel.get("flags", 0)) | 1 << 17
    return (
        dict.fromkeys(nulls) | visible | {"name": "___hidden___", "flags": flags, "permission_overwrites": [overwrite]}
    )


def with_ids(components: Sequence[Json] | None) -> list[Json]:
    """Return components as Discord shows what was sent: each with an id, without empty fields."""
    ids = count(1)

    def with_id(component: Json) -> Json:
        content = {key: value for key, value in component.items() if value is not None} | {"id": next(ids)}
        if content.get("emoji"):
            content["emoji"] = {key: value for key, value in content["emoji"].items() if value is not None}
            content = with_emoji_text(content)
        if content["type"] == 3:
            content = {"min_values": 1, "max_values": 1} | content
        if "options" in content:
            content["options"] = [with_emoji_text(option) for option in content["options"]]
        if "components" in content:
            content["components"] = [with_id(child) for child in content["components"]]
        return content

    return [with_id(part) for part in components or ()]


def with_emoji_text(component: Json) -> Json:
    """Return a button or option with the id of its emoji as a text, as Discord shows it."""
    emoji = component.get("emoji") or {}
    return component | {"emoji": emoji | {"id": str(emoji["id"])}} if emoji.get("id") else component


@asynccontextmanager
async def listening(fake: FakeDiscord) -> AsyncIterator[str]:
    """Serve the stand-in during the block, and yield its host and port."""
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
        fake.yardstick.check()
    finally:
        await runner.cleanup()


@asynccontextmanager
async def serving(monkeypatch: pytest.MonkeyPatch, fake: FakeDiscord) -> AsyncIterator[FakeDiscord]:
    """Send bots that log in during the block to this stand-in."""
    async with listening(fake) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://{address}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", fake.url)
        yield fake


@asynccontextmanager
async def logged_in(database: Database, **options: Any) -> AsyncIterator[Portolan]:
    """Run a bot that is connected."""
    bot = Portolan(database, guild_ready_timeout=0.05, **options)
    running = asyncio.create_task(bot.start("token"))
    try:
        await asyncio.wait_for(wait_until_ready(bot), 10)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        # What keeps a connection alive is a thread, and one that closes it still needs this event loop.
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler):
                thread.stop()
                await asyncio.to_thread(thread.join, 10)


@asynccontextmanager
async def connected(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    locale: str = "en-US",
    late: float = 0,
    *,
    faults: Sequence[tuple[str, str, int, Any]] = (),
    slow: Mapping[str, float] = MappingProxyType({}),
    limits: RateLimits | None = None,
    channels: Sequence[int] = (),
    **options: Any,
) -> AsyncIterator[tuple[FakeDiscord, Portolan]]:
    """Run a bot logged in to a stand-in with one server of this language, whose events come ``late`` seconds late."""
    fake = FakeDiscord(locale, late, limits=limits)
    fake.faults += faults
    fake.channels = channels
    fake.slow |= slow
    async with serving(monkeypatch, fake), logged_in(database, **options) as bot:
        yield fake, bot


async def wait_until_ready(bot: Portolan) -> None:
    while not bot.is_ready():
        await asyncio.sleep(0.005)


def shorten_waits(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> list[float]:
    """Make the waits of a module short; return the list that receives the seconds it asked for."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    waits = list[float]()

    async def short(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0.02)

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": short}))
    return waits


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Return as soon as the condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
