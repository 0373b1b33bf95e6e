"""``python -m tests.bot.process ADDRESS``: the bot as it is run, with a fake Discord at this address."""

from __future__ import annotations

import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

import render
from bot.cli.service import serve
from bot.settings import Settings
from tests.bot.conftest import grey_pixel

if __name__ == "__main__":
    address = sys.argv[1]
    discord.http.Route.BASE = f"http://{address}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")
    render.picture = lambda view, caption: grey_pixel()
    serve(Settings())
