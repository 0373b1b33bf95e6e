"""The discard pile, which anybody may look through: by /discards, and from the move panel."""

from __future__ import annotations

import discord

from bot.interactions.components import pressed
from bot.interactions.controls import PileButton
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import bold

CARDS = 15
"""Of a page."""


async def show_pile(interaction: Interaction, table: Table, texts: Texts, page: int = 0) -> None:
    """A page of the pile, the card that came last on top of the first. Raises Refused where the game has none."""
    key, pile = table.row.key, table.game.discards()
    if pile is None:
        raise Refused("error.no_discards", game=key)
    pages = max(1, -(-len(pile) // CARDS))
    page = min(page, pages - 1)
    lines = [texts.say("discards.empty")] if not pile else [texts.say("discards.head", n=len(pile))]
    for card in pile[::-1][page * CARDS : (page + 1) * CARDS]:
        name, short = (texts.say(f"{key}.card.{card}.{part}") for part in ("name", "short"))
        lines.append(texts.say("discards.card", card=bold(name), does=short))
    view = discord.ui.View(timeout=None)
    for number, label in ((page - 1, "◀"), (page + 1, "▶")):
        if 0 <= number < pages:
            view.add_item(PileButton(table.row.id, number).button(label))
    await answer(interaction, "\n".join(lines), view=view)


@pressed(PileButton)
async def show_page(interaction: Interaction, button: PileButton) -> None:
    """Another page, or the first in a message of its own."""
    await acknowledge(interaction, ephemeral=button.new, thinking=button.new)
    table = await services_of(interaction).tables.table(button.game_id)
    await show_pile(interaction, table, await texts_for(interaction), button.page)
