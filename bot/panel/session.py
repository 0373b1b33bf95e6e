"""What somebody decides at with the move panel: a table, a practice copy of one, a lesson.

Buttons and selects of all three are the same components, which name their session. What they do begins here; only what
comes of a whole action, and what stands around the panel, differs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

from bot.interactions.custom_ids import join
from bot.interactions.services import Interaction
from bot.panel.layout import MOST_WORDS, Kit
from bot.panel.part_layout import part_panel
from bot.panel.presenter import present
from bot.tables import Table
from bot.wording import Texts
from engines import Action, Game


class Session(Protocol):
    """Something that a person decides at."""

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the panel as it is now; on an older ``version`` nothing is chosen yet, and the person is told why."""

    async def play(self, words: Action, *, version: int) -> None:
        """Play chosen words, or show how they may go on; on an older ``version`` nothing is played."""

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the game, the seat for which the person decides now, and the version of what is shown."""


async def play_pieces(session: Session, words: Action, chosen: Sequence[Action], *, version: int) -> None:
    """Add chosen pieces to an action that is put together; when nothing more may follow, it is played."""
    game, seat, current = await session.position()
    part = game.part(seat, words) if seat is not None and version == current else None
    for choice in chosen:
        words += choice
    await session.play(words + (part.after if part else ()), version=version)


class Show(Protocol):
    """Shows the panel with the beginning of an action."""

    def __call__(self, *, prefix: Action) -> Awaitable[None]: ...


async def narrow(
    interaction: Interaction, table: Table, seat: int, texts: Texts, words: Action, kit: Kit, show: Show
) -> bool:
    """Show how words may go on if they only begin an action; return whether they do.

    Args:
        interaction: Of the person.
        table: What is decided at.
        seat: For which the person decides.
        texts: The person's language.
        words: Those that were chosen.
        kit: What the choices belong to.
        show: Shows the panel with the words chosen.
    """
    game = table.game
    if len(join(words)) <= MOST_WORDS and (part := game.part(seat, words)):
        await present(interaction, table, part_panel(table, seat, texts, words, part, kit))
        return True
    if any(action[: len(words)] == words for action in game.legal(seat)):
        await show(prefix=words)
        return True
    return False
