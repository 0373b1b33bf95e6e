"""The slash commands. Names and descriptions are localised through the catalogues (``command.*``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import cards, game, leaving, look, play, settings
from bot.commands.undo import ConsentButton

if TYPE_CHECKING:
    from bot.client import Portolan

ITEMS = (*game.ITEMS, *leaving.ITEMS, *look.ITEMS, ConsentButton)


def add_commands(bot: Portolan) -> None:
    """Puts every command into the bot's tree."""
    bot.tree.add_command(game.GameGroup())
    for module in (play, look, cards, settings):
        for command in module.COMMANDS:
            bot.tree.add_command(command)
