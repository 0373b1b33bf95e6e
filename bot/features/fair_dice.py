"""Explanation of a table's fair dice, opened by a button of the lobby, of the first board and of the end message.

``docs/fair-dice.md`` says what each hash fixes: that of the lobby, that of the clicks, and the commitment.
"""

from __future__ import annotations

from bot.interactions.components import on_press
from bot.interactions.controls import FairDiceButton
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.tables import fair_dice_log
from bot.wording import Texts
from storage.models import GameRow, Status


@on_press(FairDiceButton, reply=Reply.BESIDE)
async def show_fair_dice(interaction: Interaction, button: FairDiceButton) -> None:
    """Show the hashes of the lobby, the commitment of the running game, or the secret that the end reveals."""
    table = await services_of(interaction).tables.table(button.game_id)
    await answer(interaction, fair_dice(table.row, await texts_for(interaction)))


def has_hashes(row: GameRow) -> bool:
    """Return whether a lobby has hashes to show; those of early versions have none, and drew their seed at once."""
    return row.secret is not None and row.clicks_hash is not None


def fair_dice(row: GameRow, texts: Texts) -> str:
    """Return the text about a table's hashes and, after its end, its secret and seed.

    Of a table that ended without a result nothing is revealed.
    """
    if row.status == Status.LOBBY and has_hashes(row):
        return _lobby_text(row, texts)
    if row.status == Status.ABANDONED:
        return texts.say("reply.fair_dice_without_result")
    is_revealed = row.status == Status.FINISHED
    if row.secret is None:  # opened by an early version, whose commitment is the hash of the seed alone
        if is_revealed:
            return texts.say("reply.fair_dice_seed_revealed", seed=row.seed, hash=row.commitment)
        return texts.say("reply.fair_dice_seed", hash=row.commitment)
    opening = fair_dice_log.lobby_opening(row)
    numbers = {"table": str(opening.table), "rules": str(opening.rules), "hash": row.commitment}
    if is_revealed:
        return texts.say("reply.fair_dice_revealed", **numbers, secret=row.secret, seed=row.seed)
    return texts.say("reply.fair_dice", **numbers, lobby=fair_dice_log.secret_hash(row))


def _lobby_text(row: GameRow, texts: Texts) -> str:
    hashes = {"hash": fair_dice_log.secret_hash(row), "clicks": row.clicks_hash or ""}
    if row.lobby_hash is None:  # opened by an early version, which hashed the secret alone
        return texts.say("reply.fair_dice_lobby.secret", **hashes)
    opening = fair_dice_log.lobby_opening(row)
    return texts.say("reply.fair_dice_lobby", table=str(opening.table), rules=str(opening.rules), **hashes)
