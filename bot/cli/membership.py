"""What ``portolan servers`` does: it asks Discord which servers the bot is in, and leaves one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import typer

from bot.cli.configuration import read_settings
from bot.cli.discord_look import Seen, Server, TokenRefused, Unreachable, leave_server, look, proxy_options
from bot.cli.refusal import PASSING, WRONG, printable, refuse
from bot.settings import Settings

T = TypeVar("T")


def list_servers() -> None:
    """Print a line for each server."""
    for server in _seen(read_settings()).servers:
        lacks = f"; lacks {', '.join(server.lacking)}" if server.lacking else ""
        typer.echo(printable(f"{server.id} {server.name}{lacks}"))


def leave(number: int, *, sure: bool) -> None:
    """Leave a server, or only say which one it would be."""
    settings = read_settings()
    server = _named(settings, number)
    if not sure:
        typer.echo(printable(f"the bot would leave {server.name} ({number}); --yes does it"))
        return
    _asked(leave_server(_token(settings), number, proxy_options(settings)))
    typer.echo(printable(f"the bot has left {server.name} ({number}); its tables pause"))


def _named(settings: Settings, number: int) -> Server:
    found = [server for server in _seen(settings).servers if server.id == number]
    if not found:
        refuse(f"the bot is in no server {number}", WRONG)
    return found[0]


def _seen(settings: Settings) -> Seen:
    return _asked(look(_token(settings), proxy_options(settings)))


def _token(settings: Settings) -> str:
    token = settings.discord_token.get_secret_value().strip()
    if not token:
        refuse("DISCORD_TOKEN is not set")
    return token


def _asked(question: Coroutine[Any, Any, T]) -> T:
    """Return what Discord answers; end the program with one line where it does not."""
    try:
        return asyncio.run(question)
    except TokenRefused:
        refuse("Discord refuses DISCORD_TOKEN")
    except Unreachable as fault:
        refuse(str(fault), PASSING)
