"""The slash commands. Names and descriptions are localised through the catalogues (``command.*``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import game, look, play, settings
from bot.commands.undo import ConsentButton

if TYPE_CHECKING:
    from bot.client import Portolan

ITEMS = (*game.ITEMS, *look.ITEMS, ConsentButton)


def add_commands(bot: Portolan) -> None:
    """Puts every command into the bot's tree."""
    bot.tree.add_command(game.GameGroup())
    for command in (play.play, play.undo, look.board, look.score, look.log_command, look.games, look.rules, settings.language):
        bot.tree.add_command(command)
