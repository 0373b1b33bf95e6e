"""Trials of what `portolan run` needs of this machine: a folder, a port, a picture, a decision."""

from __future__ import annotations

import os
import socket
import tempfile
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import engines
from bot.drawing import drawers
from bot.drawing.picture_order import PictureOrder
from bot.settings import Settings
from bot.thinking import pool
from bot.thinking.order import DecisionOrder
from storage.ownership import make_private_folder

PACKAGES = ("bot", "engines", "render", "storage")
"""Portolan's packages; a file or folder of that name in the current folder would be imported in their place."""
PATIENCE_SECONDS = 30.0
"""Seconds for a picture, and for a decision; each starts a process first."""
ANSWER_SECONDS = 5.0
"""Seconds for an answer about metrics."""


def write_into(folder: Path) -> None:
    """Make a folder, write a file there and delete it. Raises OSError."""
    make_private_folder(folder)
    handle, name = tempfile.mkstemp(prefix=".portolan.", dir=folder)
    os.close(handle)
    Path(name).unlink()


def listen_at(host: str, port: int) -> None:
    """Listen at an address for a moment. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))


def portolan_answers_at(host: str, port: int) -> bool:
    """Return whether a process of Portolan serves its metrics at an address."""
    # A process that listens at every address of the machine is asked at the local one.
    address = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)
    connection = HTTPConnection(address, port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/metrics")
        return b"\nportolan_" in connection.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


async def draw_one(settings: Settings) -> int:
    """Draw a board as the bot would, and return the size of its picture in bytes. Raises what drawing raises."""
    kind = next(iter(engines.GAMES.values()))
    game = kind.new(kind.seats.start, 1)
    names = tuple(f"Player {seat + 1}" for seat in range(game.state.seats))
    order = PictureOrder("picture", "en", names, before=(game.view(None),))
    async with drawers.in_processes(settings.render_processes):
        return len(await drawers.draw(order, PATIENCE_SECONDS))


async def think_once(settings: Settings) -> None:
    """Let a computer player decide as the bot would. Raises what deciding raises."""
    kind = next(iter(engines.GAMES.values()))
    game = kind.new(kind.seats.start, 1)
    order = DecisionOrder("greedy", game.to_act[0], game.dump(), b"doctor")
    processes = settings.think_processes
    async with pool.in_processes(pool.Thinkers(processes, limit=PATIENCE_SECONDS) if processes else None):
        await pool.decide(order)


def shadows(folder: Path) -> list[str]:
    """Return the names of Portolan's packages that something else has in a folder."""
    package_folder = Path(__file__).parents[2]
    if folder.resolve() == package_folder.resolve():  # a copy of the repository
        return []
    return [name for package in PACKAGES for name in (f"{package}.py", package) if (folder / name).exists()]
