"""The work of `portolan servers`: listing the servers that the bot is in, and leaving one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import typer

from bot.cli.bot_account import (
    BotAccount,
    Server,
    TokenRefused,
    Unreachable,
    fetch_account,
    leave_server,
    proxy_options,
)
from bot.cli.configuration import read_settings
from bot.cli.refusal import PASSING, WRONG, printable, refuse
from bot.settings import Settings

T = TypeVar("T")


def list_servers() -> None:
    """Print a line for each server."""
    for server in _fetch_account(read_settings()).servers:
        lacks = f"; lacks {', '.join(server.lacking)}" if server.lacking else ""
        typer.echo(printable(f"{server.id} {server.name}{lacks}"))


def leave(number: int, *, confirmed: bool) -> None:
    """Leave a server; unless `confirmed`, only say which one it would be."""
    settings = read_settings()
    server = _find_server(settings, number)
    if not confirmed:
        typer.echo(printable(f"the bot would leave {server.name} ({number}); --yes does it"))
        return
    _run_request(leave_server(_token(settings), number, proxy_options(settings)))
    typer.echo(printable(f"the bot has left {server.name} ({number}); its tables pause"))


def _find_server(settings: Settings, number: int) -> Server:
    servers = [server for server in _fetch_account(settings).servers if server.id == number]
    if not servers:
        refuse(f"the bot is in no server {number}", WRONG)
    return servers[0]


def _fetch_account(settings: Settings) -> BotAccount:
    return _run_request(fetch_account(_token(settings), proxy_options(settings)))


def _token(settings: Settings) -> str:
    token = settings.discord_token.get_secret_value().strip()
    if not token:
        refuse("DISCORD_TOKEN is not set")
    return token


def _run_request(request: Coroutine[Any, Any, T]) -> T:
    """Return Discord's answer; end the program with one line if there is none."""
    try:
        return asyncio.run(request)
    except TokenRefused:
        refuse("Discord refuses DISCORD_TOKEN")
    except Unreachable as fault:
        refuse(str(fault), PASSING)
