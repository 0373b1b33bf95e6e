"""Answers with ornaments (pictures, emoji) that are left out if Discord refuses them, so that the words arrive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, TypeVar

import discord
import structlog

from bot.interactions import emoji
from bot.interactions.error_codes import is_vague, names_emoji, refuses_files

log = structlog.get_logger()

T = TypeVar("T")


class Ornate(Protocol):
    """A message that may be sent again without the parts that Discord has refused."""

    def plainer(self, fault: discord.HTTPException) -> Self | None:
        """Return the message without the part that Discord has refused; None if nothing can be left out."""


M = TypeVar("M", bound=Ornate)


@dataclass(frozen=True)
class Answer:
    """An answer that is shown to a person."""

    content: str
    view: discord.ui.View | None = None
    files: Sequence[discord.File] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments for discord.py."""

    @property
    def has_emoji(self) -> bool:
        """Return whether the text or a component has an emoji."""
        return emoji.plain_text(self.content) != self.content or (self.view is not None and emoji.has_emoji(self.view))

    def with_reopened_files(self) -> Answer:
        """Return the same answer with its files opened again, since discord.py closes them when it sends."""
        return replace(self, files=[reopened(file) for file in self.files])

    def without_emoji(self) -> Answer:
        """Return the same answer without emoji, with its files opened again."""
        view = emoji.plain_view(self.view) if self.view is not None else None
        return replace(self.with_reopened_files(), content=emoji.plain_text(self.content), view=view)

    def without_files(self) -> Answer:
        """Return the same answer without pictures."""
        return replace(self, files=())

    def plainer(self, fault: discord.HTTPException) -> Answer | None:
        """Return the answer without the part that Discord has refused; None if nothing can be left out."""
        if self.has_emoji and names_emoji(fault):
            return self.without_emoji()
        if is_vague(fault) and (self.files or self.has_emoji):
            # There may be no time for a third attempt, so both are left out at once.
            return self.without_files().without_emoji()
        return self.without_files() if self.files and refuses_files(fault) else None


def reopened(file: discord.File) -> discord.File:
    """Return a file with the same content that is read from its beginning."""
    file.fp.seek(0)
    return discord.File(file.fp, filename=file.filename, description=file.description, spoiler=file.spoiler)


async def send_plainer(message: M, send: Callable[[M], Awaitable[T]], forget_emoji: Callable[[], None]) -> T:
    """Send a message; if Discord refuses a part of it, send it again without that part.

    Args:
        message: The message with all its ornaments.
        send: A function that sends a message.
        forget_emoji: A function that is called when Discord has refused an emoji.

    Raises:
        discord.HTTPException: Discord refused a message from which nothing can be left out.
    """
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
