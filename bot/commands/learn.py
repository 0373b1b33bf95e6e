"""/learn: lessons of a game, alone and in private."""

from __future__ import annotations

from discord import app_commands

import engines
from bot.commands.about import everywhere
from bot.commands.naming import AnyCommand, description, name
from bot.interactions.components import pressed
from bot.interactions.lessons import LearnButton
from bot.interactions.replies import acknowledge
from bot.interactions.services import Interaction
from bot.panel.learning import go_on
from bot.wording import texts_in
from bot.wording.languages import FALLBACK

GAMES = [app_commands.Choice(name=texts_in(FALLBACK).title(key), value=key) for key in engines.GAMES]


@app_commands.command(name=name("learn"), description=description("learn"))
@app_commands.rename(game=name("game", "learn.game"))
@app_commands.describe(game=description("learn.game"))
@app_commands.choices(game=GAMES)
@everywhere
async def learn(interaction: Interaction, game: str) -> None:
    """Goes on with the lesson that is open, else with the first that is not done."""
    await acknowledge(interaction, ephemeral=True)
    await go_on(interaction, game)


@pressed(LearnButton)
async def learn_from_lobby(interaction: Interaction, button: LearnButton) -> None:
    """Do the same for the game of a lobby. Raises Refused for a game without lessons."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await go_on(interaction, button.game)


COMMANDS: tuple[AnyCommand, ...] = (learn,)
