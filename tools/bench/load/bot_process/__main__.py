"""Serve the bot at a stand-in for Discord: ``python -m tools.bench.load.bot_process URL``.

With ``--no-pictures`` it draws no pictures, with ``--pondering`` its computer players think for a fixed time.
"""

from __future__ import annotations

import sys
from io import BytesIO

import discord
import yarl
from discord.gateway import DiscordWebSocket
from PIL import Image

import render
from bot.cli import reduce_garbage_collection
from bot.cli.configuration import read_settings
from bot.cli.startup import serve
from bot.thinking.pool import NICENESS, Thinkers
from bot.work.process_pool import Job
from tools.bench.load.pondering import ponder


def main(url: str, *, pictures: bool, pondering: bool) -> None:
    """Serve until the process is told to stop."""
    reduce_garbage_collection()
    discord.http.Route.BASE = f"{url}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{url.replace('http', 'ws', 1)}/gateway")
    settings = read_settings()
    if pondering:
        Thinkers.job = Job(ponder, NICENESS)
    if not pictures:
        settings = settings.model_copy(update={"render_processes": 0})
        pixel = BytesIO()
        Image.new("L", (1, 1)).save(pixel, "PNG")
        render.picture = lambda view, caption: pixel.getvalue()  # noqa: ARG005  # callers pass them by name
        render.decision = lambda view, caption, actions: pixel.getvalue()  # noqa: ARG005
    serve(settings)


if __name__ == "__main__":
    address, *flags = sys.argv[1:]
    main(address, pictures="--no-pictures" not in flags, pondering="--pondering" in flags)
