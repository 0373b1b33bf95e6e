"""A message with its ornaments: a picture or an emoji that Discord refuses never keeps the words from a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, TypeVar

import discord
import structlog

from bot.interactions.emoji import has_emoji, plain_text, plain_view
from bot.interactions.error_codes import is_vague, names_emoji, refuses_files

log = structlog.get_logger()

T = TypeVar("T")


class Ornate(Protocol):
    """A message that can be sent with less in it."""

    def plainer(self, fault: discord.HTTPException) -> Self | None:
        """Return the message without what Discord has refused in it; None: nothing can be left out."""


M = TypeVar("M", bound=Ornate)


@dataclass(frozen=True)
class Answer:
    """What a person is to be shown; ``options`` are passed on to discord.py as they are."""

    content: str
    view: discord.ui.View | None = None
    files: Sequence[discord.File] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_emoji(self) -> bool:
        """Return whether there is an emoji to do without."""
        return plain_text(self.content) != self.content or (self.view is not None and has_emoji(self.view))

    def again(self) -> Answer:
        """Return the same answer to be sent once more; discord.py has closed the files that it was sent with."""
        return replace(self, files=[reopened(file) for file in self.files])

    def without_emoji(self) -> Answer:
        """Return the same answer in words alone."""
        view = plain_view(self.view) if self.view is not None else None
        return replace(self.again(), content=plain_text(self.content), view=view)

    def without_files(self) -> Answer:
        """Return the same answer without pictures."""
        return replace(self, files=())

    def plainer(self, fault: discord.HTTPException) -> Answer | None:
        """Return the answer without what Discord has refused in it; None: nothing can be left out."""
        if self.has_emoji and names_emoji(fault):
            return self.without_emoji()
        if is_vague(fault) and (self.files or self.has_emoji):
            return self.without_files().without_emoji()  # there may be no time for a third attempt
        return self.without_files() if self.files and refuses_files(fault) else None


def reopened(file: discord.File) -> discord.File:
    """Return a file with the same content, to be read from its beginning."""
    file.fp.seek(0)
    return discord.File(file.fp, filename=file.filename, description=file.description, spoiler=file.spoiler)


async def send_plainer(message: M, send: Callable[[M], Awaitable[T]], forget_emoji: Callable[[], None]) -> T:
    """Send a message, and what Discord refuses of it without that. Raises what ``send`` raises for the plainest."""
    while True:
        try:
            return await send(message)
        except discord.HTTPException as fault:
            plainer = message.plainer(fault)
            if plainer is None:
                raise
            log.warning("a message is sent plainer", reason=str(fault))
            if names_emoji(fault):
                forget_emoji()
            message = plainer
