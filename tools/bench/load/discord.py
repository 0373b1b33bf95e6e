"""A stand-in for Discord on real sockets, as much of it as clicks need: gateway, answers and messages."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

import aiohttp
import discord
from aiohttp import web

from bot.interactions.emoji import all_pictures

Json = dict[str, Any]
PATIENCE_SECONDS = 120
"""How long a click waits for its answer."""
ME: Json = {"id": "30", "username": "portolan", "discriminator": "0", "avatar": None, "bot": True}
ME |= {"global_name": None, "primary_guild": None, "public_flags": 0, "flags": 0}
MYSELF: Json = ME | {"mfa_enabled": False, "locale": "en-US"}
"""The user of the bot, as the bot sees it."""
APPLICATION: Json = {"id": "30", "name": "portolan", "icon": None, "description": "", "verify_key": "", "owner": ME}
APPLICATION |= {"flags": 0, "flags_new": "0", "bot_public": True, "bot_require_code_grant": False, "type": None}
APPLICATION |= {"redirect_uris": [], "interactions_endpoint_url": None, "role_connections_verification_url": None}
APPLICATION |= {f"approximate_{counted}_count": 0 for counted in ("guild", "user_install", "user_authorization")}
APPLICATION |= {"explicit_content_filter": 0, "team": None, "eligible_oauth2_scopes": []}
MESSAGE: Json = {"author": ME, "timestamp": "2026-01-01T00:00:00Z", "edited_timestamp": None, "type": 0, "flags": 0}
MESSAGE |= {key: [] for key in ("mentions", "mention_roles", "attachments", "embeds", "components")}
MESSAGE |= {"pinned": False, "tts": False, "mention_everyone": False, "content": ""}
GUILD: Json = {"name": "friends", "owner_id": "1", "member_count": 1, "preferred_locale": "en-US"}
GUILD |= {key: [] for key in ("roles", "emojis", "features", "channels", "members", "threads", "stickers")}
GUILD |= {"region": "deprecated", "afk_timeout": 300, "widget_enabled": False, "nsfw": False, "max_members": 500_000}
GUILD |= {"max_stage_video_channel_users": 50, "max_video_channel_users": 25, "premium_subscription_count": 0}
GUILD |= {f"{key}_level": 0 for key in ("verification", "mfa", "nsfw")}
GUILD |= dict.fromkeys(("default_message_notifications", "explicit_content_filter", "premium_tier"), 0)
GUILD |= {"system_channel_flags": 0, "premium_progress_bar_enabled": False}
GUILD |= dict.fromkeys(("icon", "description", "home_header", "splash", "discovery_splash", "banner"))
GUILD |= {f"{key}_channel_id": None for key in ("afk", "system", "widget", "rules", "safety_alerts", "public_updates")}
GUILD |= dict.fromkeys(("application_id", "max_presences", "vanity_url_code", "incidents_data"))
CHANNEL: Json = {"name": "games", "type": 0, "position": 0, "permission_overwrites": [], "flags": 0}
LIMIT: Json = {"total": 1000, "remaining": 1000, "reset_after": 1000, "max_concurrency": 16}
ALL = str(discord.Permissions.all().value)
CLICK: Json = {"type": 3, "version": 1, "application_id": ME["id"], "locale": "en-US", "app_permissions": ALL}
CLICK |= {"attachment_size_limit": 10_485_760, "entitlements": [], "authorizing_integration_owners": {}, "context": 0}
CLICK |= {"guild_locale": "en-US"}

EMOJI: Json = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}


def emoji() -> list[Json]:
    """Return all emoji that the bot uses, as if it had uploaded them before."""
    names = sorted({image.name for image in all_pictures().values()})
    return [EMOJI | {"id": str(id), "name": name} for id, name in enumerate(names, 10**17)]


class Click:
    """A press of a button or a choice in a select, with its answer."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.acknowledged: float | None = None
        """Seconds to the acknowledgement."""
        self.answered: float | None = None
        """Seconds to the answer."""
        self.answer: Json = {}
        self.refused = False
        """True if the person was told to click again later."""
        self.done = asyncio.Event()

    def acknowledge(self) -> None:
        """Note the time of the first acknowledgement."""
        if self.acknowledged is None:
            self.acknowledged = time.monotonic() - self.began

    def end(self, answer: Json) -> None:
        """Note the first answer and its time, and wake up the person who waits for it."""
        if self.answered is None:
            self.answered = time.monotonic() - self.began
            self.answer = answer
            self.done.set()


class StandIn:
    """The simulated Discord with some servers.

    ``requests`` counts the requests of the bots, ``metered`` those that count against a bot's 50 requests a second
    (answers to clicks do not), and ``uploaded`` the bytes of their files.
    """

    def __init__(self, guilds: Sequence[int], shards: int) -> None:
        self.guilds = guilds
        self.shards = shards
        self.requests = self.metered = self.uploaded = 0
        self.url = ""
        self.ready: set[int] = set()
        """Shards that have logged in."""
        self._sockets: dict[int, web.WebSocketResponse] = {}
        self._clicks: dict[str, Click] = {}
        self._ids = count(1000)
        app = web.Application(client_max_size=2**25)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)

    async def __aenter__(self) -> StandIn:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def click(self, user: tuple[int, str], guild: int, channel: int, custom_id: str, value: str | None) -> Click:
        """Press a button, or choose ``value`` in a select, and return the click with its answer.

        ``user`` is the id and name of the person. A click that is not answered in time is returned without an answer.
        """
        id = discord.utils.time_snowflake(discord.utils.utcnow()) + next(self._ids)
        token = f"token-{id}"
        click = Click()
        self._clicks[str(id)] = self._clicks[token] = click
        person = ME | {"id": str(user[0]), "username": user[1], "global_name": user[1], "bot": False}
        component: Json = {"id": 2, "type": 2, "style": 1, "label": "x", "custom_id": custom_id}
        data: Json = {"custom_id": custom_id, "component_type": 2}
        if value is not None:
            component = {"id": 2, "type": 3, "custom_id": custom_id, "min_values": 1, "max_values": 1}
            component["options"] = [{"label": "x", "value": value}]
            data = {"custom_id": custom_id, "component_type": 3, "values": [value]}
        shown = MESSAGE | {"id": str(next(self._ids)), "channel_id": str(channel)}
        shown["components"] = [{"id": 1, "type": 1, "components": [component]}]
        member: Json = {"user": person, "roles": [], "joined_at": None, "flags": 0, "permissions": ALL}
        place: Json = {"guild_id": str(guild), "guild": {"id": str(guild), "locale": "en-US", "features": []}}
        place |= {"channel_id": str(channel), "channel": CHANNEL | {"id": str(channel), "guild_id": str(guild)}}
        event = CLICK | place | {"id": str(id), "token": token, "member": member, "data": data, "message": shown}
        await self._dispatch((guild >> 22) % self.shards, "INTERACTION_CREATE", **event)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await click.done.wait()
        except TimeoutError:
            pass
        finally:
            del self._clicks[str(id)], self._clicks[token]
        return click

    # -- requests of the bots ------------------------------------------------------------------------------------------

    async def _rest(self, request: web.Request) -> web.Response:
        self.requests += 1
        body, files = await self._read(request)
        self.uploaded += sum(map(len, files.values()))
        path = request.path.removeprefix("/api").strip("/").split("/")
        self.metered += path[0] not in ("interactions", "webhooks")
        answer = json.dumps(self._answer(path, body)).encode()
        # discord.py only parses JSON with exactly this content type.
        return web.Response(body=answer, headers={"Content-Type": "application/json"})

    async def _read(self, request: web.Request) -> tuple[Any, dict[str, bytes]]:
        """Return the JSON of a request, and its files by the name of their part."""
        if request.content_type != "multipart/form-data":
            return await request.json() if request.can_read_body else {}, {}
        body = {}
        files: dict[str, bytes] = {}
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            content = bytes(await part.read())
            if part.name == "payload_json":
                body = json.loads(content)
            else:
                files[str(part.name)] = content
        return body, files

    def _answer(self, path: list[str], body: Any) -> Any:
        """Return the JSON that Discord answers to a request, as far as the bot reads it."""
        match path:
            case ["users", "@me"]:
                return MYSELF
            case ["oauth2", "applications", "@me"]:
                return APPLICATION
            case ["gateway", "bot"]:
                url = f"{self.url.replace('http', 'ws', 1)}/gateway"
                return {"shards": self.shards, "url": url, "session_start_limit": LIMIT}
            case ["applications", _, "emojis"]:
                return {"items": emoji()}
            case ["guilds", id]:
                return GUILD | {"id": id}
            case ["interactions", id, *_]:
                if click := self._clicks.get(id):
                    click.acknowledge()
                    if body["type"] in (
                        4,
                        7,
                    ):  # a message or an edit, which is the answer; other types only acknowledge
                        click.end(body.get("data") or {})
                return {"interaction": {"id": id, "type": 3}}
            case ["webhooks", _, token, *_]:
                if click := self._clicks.get(token):
                    click.end(body)
                return MESSAGE | {"id": str(next(self._ids)), "channel_id": "1"}
            case ["channels", channel]:
                return CHANNEL | {"id": channel, "guild_id": str(self.guilds[0])}
            case ["channels", channel, *_]:
                return MESSAGE | {"id": str(next(self._ids)), "channel_id": channel}
        return []

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        async for received in socket:
            message = json.loads(received.data)
            if message["op"] == 1:  # a heartbeat
                await socket.send_json({"op": 11})
            if message["op"] == 2:  # a shard identifies itself
                shard = message["d"].get("shard", [0, 1])[0]
                self._sockets[shard] = socket
                shard_guilds = [guild for guild in self.guilds if (guild >> 22) % self.shards == shard]
                known: Json = {"user": ME, "application": APPLICATION, "session_id": "1", "shard": [shard, self.shards]}
                known["resume_gateway_url"] = str(request.url.with_scheme("ws"))
                known["guilds"] = [{"id": str(guild), "unavailable": True} for guild in shard_guilds]
                await self._dispatch(shard, "READY", **known)
                for guild in shard_guilds:
                    await self._dispatch(shard, "GUILD_CREATE", **GUILD, id=str(guild))
                self.ready.add(shard)
        return socket

    async def _dispatch(self, shard: int, event: str, /, **data: Any) -> None:
        await self._sockets[shard].send_json({"op": 0, "t": event, "s": next(self._ids), "d": data})
