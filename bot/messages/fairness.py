"""How the dice of a table are kept fair: what its lobby and its first message have no room for, behind a button."""

from __future__ import annotations

from bot.interactions.components import pressed
from bot.interactions.controls import FairDiceButton
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import lots
from bot.wording import Texts
from engines.fair_dice import SHOWN_DIGITS
from storage.models import GameRow, Status


@pressed(FairDiceButton)
async def show_fair_dice(interaction: Interaction, button: FairDiceButton) -> None:
    """The whole commitment of a table, and how to check it; before the start, the hashes of its lobby."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    table = await services_of(interaction).tables.table(button.game_id)
    await answer(interaction, fair_dice(table.row, await texts_for(interaction)))


def lobby_line(row: GameRow, texts: Texts) -> str | None:
    """What a lobby shows of what is fixed and of the clicks so far: the first digits. None: it was opened by an early
    version, which drew the seed at once."""
    return _of_lobby("lobby.fair_dice", row, texts, SHOWN_DIGITS)


def _of_lobby(id: str, row: GameRow, texts: Texts, digits: int | None = None) -> str | None:
    if row.secret is None or row.clicks_hash is None:
        return None
    hashes = {"hash": lots.shown_hash(row)[:digits], "clicks": row.clicks_hash[:digits]}
    if row.lobby_hash is None:  # opened by an earlier version, which fixed the secret alone
        return texts.say(f"{id}.secret", **hashes)
    opening = lots.opening_of(row)
    return texts.say(id, table=str(opening.table), rules=str(opening.rules), **hashes)


def fair_dice(row: GameRow, texts: Texts) -> str:
    """What a lobby has fixed, and its clicks so far; what a game has committed to when it started; of a table of an
    earlier version, to its seed alone."""
    if row.status == Status.LOBBY and (said := _of_lobby("reply.fair_dice_lobby", row, texts)):
        return said
    if row.secret is None:
        return texts.say("reply.fair_dice_seed", hash=row.commitment)
    opening = lots.opening_of(row)
    numbers = {"table": str(opening.table), "rules": str(opening.rules)}
    return texts.say("reply.fair_dice", **numbers, lobby=lots.shown_hash(row), hash=row.commitment)
