"""A person's practice copy of a table, as their notes have it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.interactions.person import texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.analysis import practice_tables
from bot.tables.analysis.practice_tables import PracticeTable
from bot.tables.table_notes import Notes, Practice
from bot.wording import Texts


@dataclass(frozen=True)
class Trial:
    """A person's practice copy of a table, with everything that its panel shows."""

    table: Table
    seat: int | None
    """The person's seat; None: they only watch."""
    texts: Texts
    revision: int
    """The revision of the notes."""
    notes: Notes
    practice: Practice
    """The tried steps; while ``choosing``, the next action is an alternative to the last of them."""
    imagined: PracticeTable
    """The copy after these steps."""
    has_lost_steps: bool
    """True if the copy was begun again because the table has moved on, so that the earlier steps are lost."""


async def load_trial(interaction: Interaction, game_id: int) -> Trial:
    """Load a person's practice copy; begin a new one if there is none or the table has moved on.

    Raises:
        Refused: The table is not running.
    """
    services = services_of(interaction)
    user = interaction.user.id
    table = await services.tables.table(game_id)
    texts = await texts_for(interaction)
    if not table.is_running:
        raise Refused(table.not_running_reason)
    seat = table.seat_of(user)
    revision, notes = await services.tables.plans.load_notes(game_id, user)
    practice = notes.practice
    if practice is not None and practice.version == table.row.version:
        try:
            imagined = await asyncio.to_thread(practice_tables.replay_practice, table, practice, seat)
            return Trial(table, seat, texts, revision, notes, practice, imagined, has_lost_steps=False)
        except Refused as fault:
            if fault.message.id != "error.moved_on":
                raise
    has_lost_steps = bool(practice and practice.steps)
    practice = practice_tables.begin_practice(table)
    imagined = await asyncio.to_thread(practice_tables.replay_practice, table, practice, seat)
    notes = notes.with_practice(practice)
    revision = await services.tables.plans.store_notes(table, user, revision, notes)
    return Trial(table, seat, texts, revision, notes, practice, imagined, has_lost_steps)
