"""The command `portolan sandbox`."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import engines
from bot.cli import logs
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from storage.errors import DatabaseUnreachable

HOST = "127.0.0.1"
INSTALLATION = "pipx install 'portolan-bot[sandbox]' (in a checkout: make sandbox)"
LOCK = "sandbox.lock"
"""A file next to the database that a running sandbox locks; the system unlocks it, however the sandbox ends."""


def play_locally(game: str | None, players: int | None, folder: Path, port: int) -> None:
    """Run the sandbox until Ctrl+C; end the program with one line if it cannot start."""
    if game is None and players is not None:
        refuse("--players is for a table that --game opens")
    if game is not None:
        refuse_unknown("game", [game], engines.GAMES)
        try:  # a new game only checks the number of players
            engines.new(game, engines.GAMES[game].seats.start if players is None else players, seed=0)
        except ValueError as fault:
            refuse(str(fault))
    logs.configure("warning", "text")
    for name in ("discord", *logs.SECRETIVE):
        logging.getLogger(name).setLevel(logging.ERROR)  # their warnings concern a real Discord
    try:
        from bot.cli.sandbox.page import sandbox  # needs packages that only the extra `sandbox` installs

        _check_port(port)
        with _locked(folder):
            asyncio.run(sandbox(game, players, folder, port))
    except ModuleNotFoundError as fault:
        refuse(f"the sandbox needs {fault.name}; install it with: {INSTALLATION}")
    except DatabaseUnreachable as fault:
        refuse(str(fault))
    except OSError as fault:
        refuse(f"the sandbox cannot start: {fault}")
    except KeyboardInterrupt:
        pass


def _check_port(port: int) -> None:
    """End the program if another program uses the port; port 0 stands for any free one."""
    with closing(socket.socket()) as probe:
        if port and probe.connect_ex((HOST, port)) == 0:
            refuse(f"port {port} is taken by another program; leave out --port, which takes any free one", WRONG)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder, or end the program if a sandbox runs in it: a second one would close the tables of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
    except sqlite3.Error as fault:
        raise OSError(f"{folder / LOCK}: {fault}") from fault
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as fault:
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise OSError(f"{folder / LOCK}: {fault}") from fault
            refuse(
                f"a sandbox is already running in the folder {folder}: use its page, end it with Ctrl+C, "
                f"or keep this one elsewhere: portolan sandbox --folder {folder}2",
                WRONG,
            )
        yield
