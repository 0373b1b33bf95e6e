"""Sessions of the move panel: a table, a practice copy of a table, or a lesson.

All three use the same buttons and selects, whose custom ids name the session. They differ only in the effect of a whole
action and in the texts around the choices.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

from bot.interactions.custom_ids import join
from bot.interactions.services import Interaction
from bot.panel.layout import MOST_ACTION_CHARACTERS, Kit
from bot.panel.part_layout import part_panel
from bot.panel.presenter import present
from bot.tables import Table
from bot.wording import Texts
from engines import Action, Game


class Session(Protocol):
    """A table, practice copy or lesson at which a person decides."""

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the panel; if ``version`` is an older one, drop the chosen words and tell the person why."""

    async def play(self, words: Action, *, version: int) -> None:
        """Play chosen words, or show how they may continue; if ``version`` is an older one, play nothing."""

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the game, the seat for which the person decides now (None: none), and the present version."""


async def play_pieces(session: Session, words: Action, pieces: Sequence[Action], *, version: int) -> None:
    """Add chosen parts to an action; play it if nothing more may follow."""
    game, seat, current = await session.position()
    part = game.part(seat, words) if seat is not None and version == current else None
    for choice in pieces:
        words += choice
    await session.play(words + (part.after if part else ()), version=version)


class Show(Protocol):
    """A function that shows the panel with the first words of an action chosen."""

    def __call__(self, *, prefix: Action) -> Awaitable[None]: ...


async def narrow(
    interaction: Interaction, table: Table, seat: int, texts: Texts, words: Action, kit: Kit, show: Show
) -> bool:
    """Show the choices after words that only begin an action; return True if they do.

    Args:
        interaction: The interaction.
        table: The table, also that of a practice copy or lesson.
        seat: The seat for which the person decides.
        texts: The texts in the person's language.
        words: The chosen words.
        kit: The session of the components.
        show: A function that shows the panel with the words chosen.
    """
    game = table.game
    if len(join(words)) <= MOST_ACTION_CHARACTERS and (part := game.part(seat, words)):
        await present(interaction, table, part_panel(table, seat, texts, words, part, kit))
        return True
    if any(action[: len(words)] == words for action in game.legal(seat)):
        await show(prefix=words)
        return True
    return False
