"""How the dice of a table are kept fair: what its first message has no room for, behind a button."""

from __future__ import annotations

from bot.components import pressed
from bot.controls import FairDiceButton
from bot.replies import acknowledge, answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import drawing
from bot.wording import Texts
from storage.models import GameRow


@pressed(FairDiceButton)
async def show_fair_dice(interaction: Interaction, button: FairDiceButton) -> None:
    """The whole commitment of a table, and how to check it."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    table = await services_of(interaction).tables.table(button.game_id)
    await answer(interaction, fair_dice(table.row, await texts_for(interaction)))


def fair_dice(row: GameRow, texts: Texts) -> str:
    """What a game has committed to when it started; of a table of an earlier version, to its seed alone."""
    if row.secret is None:
        return texts.say("reply.fair_dice_seed", hash=row.commitment)
    opening = drawing.opening_of(row)
    numbers = {"table": str(opening.table), "rules": str(opening.rules)}
    return texts.say("reply.fair_dice", **numbers, lobby=drawing.shown_hash(row), hash=row.commitment)
