"""How the dice of a table are kept fair: what its first message has no room for, behind a button."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.items import GAME, GuardedButton
from bot.replies import acknowledge, answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import drawing
from bot.wording import Texts
from storage.models import GameRow


class FairDiceButton(GuardedButton, template=rf"pt:fair:{GAME}"):
    """Under the first board of a game: shows whoever presses it the whole commitment, and how to check it."""

    def __init__(self, game_id: int, label: str = "…") -> None:
        self.game_id = game_id
        super().__init__(discord.ui.Button(label=label, custom_id=f"pt:fair:{game_id}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table = await services_of(interaction).tables.table(self.game_id)
        await answer(interaction, fair_dice(table.row, await texts_for(interaction)))


def fair_dice(row: GameRow, texts: Texts) -> str:
    """What a game has committed to when it started; of a table of an earlier version, to its seed alone."""
    if row.secret is None:
        return texts.say("reply.fair_dice_seed", hash=row.commitment)
    opening = drawing.opening_of(row)
    numbers = {"table": str(opening.table), "rules": str(opening.rules)}
    return texts.say("reply.fair_dice", **numbers, lobby=drawing.shown_hash(row), hash=row.commitment)
