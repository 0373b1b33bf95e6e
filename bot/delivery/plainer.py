"""Messages of the channel that become plainer as long as Discord refuses what they contain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.delivery.illustrating import Attachment
from bot.interactions.emoji import has_emoji, plain_text, plain_view
from bot.interactions.error_codes import names_emoji, refuses_content, refuses_files


@dataclass(frozen=True)
class Draft:
    """A message as it is tried: its text, its buttons and its files.

    ``shortest``: what is left of it when Discord refuses its words as well; None: it is the shortest.
    """

    content: str
    view: discord.ui.View
    files: Sequence[Attachment] = ()
    shortest: Draft | None = None

    def plainer(self, fault: discord.HTTPException) -> Draft | None:
        """Return a draft that Discord may accept after this refusal; None: none would be."""
        if names_emoji(fault) and (has_emoji(self.view) or plain_text(self.content) != self.content):
            return replace(self, content=plain_text(self.content), view=plain_view(self.view))
        if self.files and refuses_files(fault):
            return replace(self, files=())
        return self.shortest if refuses_content(fault) else None
