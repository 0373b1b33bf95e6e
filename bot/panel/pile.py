"""The discard pile, which anybody may look through: by /discards, and from the move panel."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.custom_ids import NUMBER
from bot.items import GAME, GuardedButton
from bot.replies import acknowledge, answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.texts import bold

CARDS = 15
"""Of a page."""


async def show_pile(interaction: Interaction, table: Table, words: Texts, page: int = 0) -> None:
    """A page of the pile, the card that came last on top of the first. Raises Refused where the game has none."""
    key, pile = table.row.key, table.game.discards()
    if pile is None:
        raise Refused("error.no_discards", game=key)
    pages = max(1, -(-len(pile) // CARDS))
    page = min(page, pages - 1)
    lines = [words.say("discards.empty")] if not pile else [words.say("discards.head", n=len(pile))]
    for card in pile[::-1][page * CARDS : (page + 1) * CARDS]:
        name, short = (words.say(f"{key}.card.{card}.{part}") for part in ("name", "short"))
        lines.append(words.say("discards.card", card=bold(name), does=short))
    view = discord.ui.View(timeout=None)
    for number, label in ((page - 1, "◀"), (page + 1, "▶")):
        if 0 <= number < pages:
            view.add_item(PileButton(table.row.id, number, label))
    await answer(interaction, "\n".join(lines), view=view)


class PileButton(GuardedButton, template=rf"pt:dp:{GAME}:(?P<page>{NUMBER})(?P<new>n?)"):
    """A page of the pile; ``new``: in a message of its own, from the panel."""

    def __init__(self, game_id: int, page: int = 0, label: str = "…", *, new: bool = False) -> None:
        self.game_id, self.page, self.new = game_id, page, new
        super().__init__(discord.ui.Button(label=label, custom_id=f"pt:dp:{game_id}:{page}{'n' * new}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["page"]), new=bool(match["new"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=self.new, thinking=self.new)
        table = await services_of(interaction).tables.table(self.game_id)
        await show_pile(interaction, table, await texts_for(interaction), self.page)
