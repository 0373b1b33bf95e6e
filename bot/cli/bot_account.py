"""The account of a bot, read from Discord's REST API without connecting to the gateway.

`portolan doctor`, `portolan init` and the commands on servers use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from discord.http import Route
from yarl import URL

from bot import __version__
from bot.interactions.permissions import NEEDED, SCOPES, invited
from bot.settings import Settings

PAGE = 200
"""The largest number of servers in an answer, the most that Discord allows."""
MOST_PAGES = 20
"""The largest number of answers with servers that are read; servers beyond them are not checked."""
TIMEOUT_SECONDS = 15
"""Seconds that a request may take."""
NOT_DISCORD = "what answers in Discord's place is not Discord (a proxy, a page to sign in?)"
REACHABLE_QUESTION = "does this machine reach discord.com, or does it need HTTPS_PROXY?"
"""What to ask an operator when Discord is not reached."""
PRIVILEGED = {
    "presence": ("gateway_presence", "gateway_presence_limited"),
    "server members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "message content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""Intents that must be switched on in the developer portal, and the flags by which an application has them.

An unverified bot in few servers has the flag that ends in "limited".
"""


class TokenRefused(Exception):
    """Discord knows no bot with this token."""


class Unreachable(Exception):
    """Discord did not answer, or not as it should; the text is one line."""


@dataclass(frozen=True)
class Server:
    """A server that the bot is in."""

    id: int
    name: str
    lacking: tuple[str, ...]
    """Permissions that the bot needs and lacks, as discord.py names them; a channel may have its own."""


@dataclass(frozen=True)
class BotAccount:
    """A bot, as Discord sees it."""

    name: str
    application_id: int
    intents: tuple[str, ...]
    """Privileged intents that the application has."""
    logins_left: int
    """Remaining logins of the day."""
    clock_error: float
    """Seconds by which this machine's clock is ahead of Discord's."""
    servers: tuple[Server, ...]


def proxy_options(settings: Settings) -> dict[str, Any]:
    """Return the arguments with which aiohttp's sessions and discord.py's clients use `HTTPS_PROXY`."""
    address = settings.https_proxy.get_secret_value()
    if not address:
        return {}
    url = URL(address)
    # The login is separate from the address, because aiohttp's errors quote that.
    login = aiohttp.BasicAuth(url.user, url.password or "") if url.user else None
    return {"proxy": str(url.with_user(None)), "proxy_auth": login}


def invitation(application_id: int, server: int | None = None) -> str:
    """Return the link with which the manager of a server invites the bot, with all permissions that it needs."""
    guild = discord.Object(server) if server else discord.utils.MISSING
    return discord.utils.oauth_url(application_id, permissions=invited(), scopes=SCOPES, guild=guild)


async def fetch_account(
    token: str, proxy: Mapping[str, Any] | None = None, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> BotAccount:
    """Return the account of the bot with this token. Raises TokenRefused, Unreachable.

    `proxy` are the arguments of `proxy_options`.
    """
    try:
        async with _session(token, proxy) as session:
            me, date = await _get(session, "/users/@me")
            clock_error = (now() - date).total_seconds() if date else 0.0
            application, _ = await _get(session, "/oauth2/applications/@me")
            gateway, _ = await _get(session, "/gateway/bot")
            flags = discord.ApplicationFlags()
            flags.value = int(application.get("flags") or 0)
            return BotAccount(
                name=str(me["username"]),
                application_id=int(application["id"]),
                intents=tuple(
                    intent for intent, names in PRIVILEGED.items() if any(getattr(flags, name) for name in names)
                ),
                logins_left=int(gateway["session_start_limit"]["remaining"]),
                clock_error=clock_error,
                servers=tuple([_read_server(guild) for guild in await _get_servers(session)]),
            )
    except (aiohttp.ClientError, TimeoutError, OSError) as fault:
        raise Unreachable(f"Discord cannot be reached: {str(fault) or type(fault).__name__}") from fault
    except (AttributeError, KeyError, TypeError, ValueError) as fault:  # an answer of another form than Discord's
        raise Unreachable(NOT_DISCORD) from fault


def _session(token: str, proxy: Mapping[str, Any] | None) -> aiohttp.ClientSession:
    headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (portolan, {__version__})"}
    return aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS), **(proxy or {}))


async def _get_servers(session: aiohttp.ClientSession) -> list[Any]:
    servers: list[Any] = []
    for _ in range(MOST_PAGES):
        after = servers[-1]["id"] if servers else 0
        page, _ = await _get(session, f"/users/@me/guilds?limit={PAGE}&after={after}")
        servers += page
        if len(page) < PAGE:
            break
    return servers


def _read_server(guild: Any) -> Server:
    allowed = discord.Permissions(int(guild["permissions"]))
    lacking = () if allowed.administrator else tuple(name for name in NEEDED if not getattr(allowed, name))
    return Server(int(guild["id"]), str(guild["name"]), lacking)


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[Any, datetime | None]:
    """Return Discord's answer, and its time by Discord's clock."""
    async with session.get(f"{Route.BASE}{path}") as answer:
        if answer.status == 401:
            raise TokenRefused
        if answer.status != 200:
            raise Unreachable(
                f"Discord answers {answer.status} {answer.reason or ''} to {path.partition('?')[0]}".strip()
            )
        date = answer.headers.get("Date")
        return await answer.json(content_type=None), parsedate_to_datetime(date) if date else None


async def leave_server(token: str, server: int, proxy: Mapping[str, Any] | None = None) -> None:
    """Leave a server. Raises TokenRefused, Unreachable."""
    address = f"{Route.BASE}/users/@me/guilds/{server}"
    try:
        async with (
            _session(token, proxy) as session,
            session.delete(address) as answer,
        ):
            if answer.status == 401:
                raise TokenRefused
            if answer.status != 204:
                raise Unreachable(f"Discord answers {answer.status} {answer.reason or ''}".strip())
    except (aiohttp.ClientError, TimeoutError, OSError) as fault:
        raise Unreachable(f"Discord cannot be reached: {str(fault) or type(fault).__name__}") from fault
