"""Messages that become plainer as long as Discord refuses what they contain.

A picture, an emoji or a word is an ornament: the call that a player waits for must arrive without it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import discord
import structlog

from bot.delivery.illustrating import Attachment
from bot.delivery.requests import refuses_content, refuses_files
from bot.interactions.emoji import forget, names_emoji, plain_view

log = structlog.get_logger()

T = TypeVar("T")

_EMOJI = re.compile(r"<a?:\w+:\d+> ?")


@dataclass(frozen=True)
class Draft:
    """A message as it is tried: its text, its buttons and its files."""

    content: str
    view: discord.ui.View
    files: Sequence[Attachment] = ()

    @property
    def has_emoji(self) -> bool:
        """Return whether the text, a button or an option shows an emoji of the application."""
        return bool(_EMOJI.search(self.content)) or "'emoji': {" in str(self.view.to_components())

    def without_emoji(self) -> Draft:
        """Return the same draft with words alone."""
        return replace(self, content=_EMOJI.sub("", self.content), view=plain_view(self.view))


async def send_plainer(draft: Draft, shortest: Draft, send: Callable[[Draft], Awaitable[T]]) -> tuple[T, Draft]:
    """Send a draft; where Discord refuses what it contains, send it without that, at last the ``shortest``.

    Returns what ``send`` returned, and the draft that was accepted. Raises what else Discord answers, and the last
    refusal.
    """
    while True:
        try:
            return await send(draft), draft
        except discord.HTTPException as fault:
            plainer = plainer_after(fault, draft, shortest)
            if plainer is None:
                raise
            log.warning("a plainer message is sent", reason=str(fault))
            draft = plainer


def plainer_after(fault: discord.HTTPException, draft: Draft, shortest: Draft) -> Draft | None:
    """Return a plainer draft that Discord may accept after this refusal; None if none would be."""
    if names_emoji(fault) and draft.has_emoji:
        forget()
        return draft.without_emoji()
    if draft.files and refuses_files(fault):
        return replace(draft, files=())
    if refuses_content(fault) and draft is not shortest:
        return shortest
    return None
