"""An answer with its ornaments: a picture or an emoji that Discord refuses never keeps the words from a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import structlog

from bot.interactions.emoji import INVALID_FORM, has_emoji, names_emoji, plain_text, plain_view

log = structlog.get_logger()

TOO_LARGE, PAYLOAD_TOO_LARGE = 40005, 413
"""Discord's code for files that are too large, and the status with which a proxy says the same."""
OF_FILES = ("attachments", "files")
"""Parts of a message that Discord names when it refuses a file."""


@dataclass(frozen=True)
class Answer:
    """What a person is to be shown; ``options`` are passed on to discord.py as they are."""

    content: str
    view: discord.ui.View | None = None
    files: Sequence[discord.File] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_emoji(self) -> bool:
        """Whether there is an emoji to do without."""
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
        if self.files and refuses_files(fault):
            return self.without_files()
        if fault.code != INVALID_FORM or not (self.files or self.has_emoji):
            return None
        return self.without_files().without_emoji()


def reopened(file: discord.File) -> discord.File:
    """Return a file with the same content, to be read from its beginning."""
    file.fp.seek(0)
    return discord.File(file.fp, filename=file.filename, description=file.description, spoiler=file.spoiler)


def refuses_files(fault: discord.HTTPException) -> bool:
    """Return whether Discord has refused a message because of its files."""
    if fault.status == PAYLOAD_TOO_LARGE or fault.code == TOO_LARGE or isinstance(fault, discord.Forbidden):
        return True
    return fault.code == INVALID_FORM and any(name in fault.text.lower() for name in OF_FILES)


async def send_plainer(
    answer: Answer, send: Callable[[Answer], Awaitable[object]], forget_emoji: Callable[[], None]
) -> None:
    """Send an answer, and what Discord refuses of it without that. Raises what ``send`` raises for words alone."""
    while True:
        try:
            await send(answer)
        except discord.HTTPException as fault:
            plainer = answer.plainer(fault)
            if plainer is None:
                raise
            log.warning("an answer is sent plainer", reason=str(fault))
            if names_emoji(fault):
                forget_emoji()
            answer = plainer
        else:
            return
