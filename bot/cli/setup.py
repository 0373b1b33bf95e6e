"""The command `portolan init`: ask for the token, write `.env`, and print the invitation."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from bot.cli import configuration, trial
from bot.cli.bot_account import BotAccount, TokenRefused, Unreachable, fetch_account, invitation, proxy_options
from bot.cli.configuration import FILE, read_settings
from bot.cli.refusal import WRONG, refuse
from bot.cli.startup import PORTAL

TRIES = 3
"""Tokens that are asked for before the command gives up."""
LINE = re.compile(r"^[ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*=.*$", re.MULTILINE)
PLAUSIBLE = re.compile(r"[\w-]{10,}\.[\w-]+\.[\w-]{10,}")
"""Form of tokens, so that a password or an id is not sent to Discord."""


def set_up() -> None:
    """Ask for the token, write it, and print the invitation; end the program with one line if that is not possible."""
    try:
        old_text = configuration.read_environment_file(FILE).text
        trial.write_into(FILE.absolute().parent)
    except OSError as fault:
        refuse(f"{FILE.absolute()} cannot be written: {fault.strerror or fault}; start in a folder of your own", WRONG)
    proxy = proxy_options(read_settings())
    if re.search(r"=[ \t]*\S", (LINE.search(old_text) or [""])[0]):
        _confirm_replacing()
    typer.echo(f"Create an application at {PORTAL}; under Bot press Reset Token and copy the token.")
    token, account = _ask_for_account(proxy)
    # The file is written before the second question, so that nobody who stops there need begin again.
    try:
        write_token(FILE, old_text, token)
    except OSError as fault:
        refuse(f"{FILE.absolute()} cannot be written: {fault.strerror or fault}", WRONG)
    typer.echo(f"{FILE.absolute()} is written; only you can read it.")
    if account is None:
        typer.echo("Once Discord can be reached, portolan doctor checks the token and prints the invitation.")
    else:
        typer.echo(f"Invite {account.name}: {invitation(account.application_id, _ask_server())}")
    typer.echo("Then start it here: portolan run (portolan doctor says what is missing)")


def _confirm_replacing() -> None:
    """Ask before a token is replaced. Raises Abort for a no; ends the program without an answer."""
    try:
        replaces = typer.confirm(f"{FILE.absolute()} has a token already. Replace it?")
    except typer.Abort:
        refuse(f"{FILE.absolute()} has a token already; delete that line first, or answer with y", WRONG)
    if not replaces:
        raise typer.Abort


def _ask_server() -> int | None:
    """Ask for the server of the invitation; None lets the person choose who opens it."""
    try:
        answer: str = typer.prompt(
            "Your server's ID, for the invitation (Enter: choose it later)", default="", show_default=False
        )
    except typer.Abort:
        typer.echo()
        return None
    number = answer.strip()
    if re.fullmatch(r"\d{15,20}", number):
        return int(number)
    if number:
        typer.echo("That is no ID of a server; the invitation lets you choose.")
    return None


def _ask_token() -> str:
    """Return a token, typed at a terminal without being shown, or else a line of the input."""
    if sys.stdin.isatty():
        typed: str = typer.prompt("Token (it is not shown)", hide_input=True)
        return typed.strip()
    line = sys.stdin.readline()
    if not line:
        refuse("no token, so nothing was written", WRONG)
    return line.strip()


def _ask_for_account(proxy: Mapping[str, Any]) -> tuple[str, BotAccount | None]:  # noqa: RET503 (refuse never returns)
    """Return a token, and the bot that it belongs to, or None if Discord cannot be asked now."""
    for _ in range(TRIES):
        token = _ask_token()
        if not PLAUSIBLE.fullmatch(token):
            typer.echo("That is no token: it has three parts with dots between them.", err=True)
            continue
        try:
            return token, asyncio.run(fetch_account(token, proxy))
        except TokenRefused:
            typer.echo("Discord refuses this token; press Reset Token and copy the new one.", err=True)
        except Unreachable as fault:
            typer.echo(f"{fault}; the token is kept unchecked.", err=True)
            return token, None
    refuse("no token, so nothing was written", WRONG)


def write_token(file: Path, old_text: str, token: str) -> None:
    """Write a token into the file, readable for its owner alone; the other lines stay.

    A fault leaves the file as it was. Raises OSError.
    """
    line = f"DISCORD_TOKEN={token}"
    text = (
        LINE.sub(lambda _: line, old_text, count=1)
        if LINE.search(old_text)
        else f"{old_text.rstrip()}\n{line}\n".lstrip()
    )
    handle, name = tempfile.mkstemp(prefix=".env.", dir=file.absolute().parent)  # 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            part.write(text if text.endswith("\n") else f"{text}\n")
        os.replace(name, file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
