"""Messages of the channel that become plainer as long as Discord refuses what they contain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import discord

from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.requests import in_time
from bot.interactions.emoji import has_emoji, plain_text, plain_view
from bot.interactions.error_codes import names_emoji, refuses_content, refuses_files
from bot.interactions.ornaments import send_plainer


@dataclass(frozen=True)
class Draft:
    """A message as it is tried: its text, its buttons and its files.

    `shortest`: what is left of it when Discord refuses its words as well; None: it is the shortest.
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


async def post_draft(
    channel: discord.abc.Messageable,
    draft: Draft,
    forget_emoji: Callable[[], None],
    *,
    nonce: str,
    users: Sequence[int],
) -> discord.Message:
    """Post a message that calls these users, plainer where Discord refuses what it contains.

    What calls nobody makes no phone ring.
    """
    called = [discord.Object(user) for user in users]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=called, replied_user=False)

    async def send(draft: Draft) -> discord.Message:
        posting = channel.send(
            draft.content,
            files=files_of(draft.files),
            view=draft.view,
            allowed_mentions=mentions,
            nonce=nonce,
            silent=not users,
        )
        return await in_time(posting)

    return await send_plainer(draft, send, forget_emoji)


async def edit_draft(
    message: discord.PartialMessage, draft: Draft, forget_emoji: Callable[[], None], *, with_files: bool
) -> None:
    """Edit a message, plainer where Discord refuses what it contains; without files those that it has stay."""

    async def send(draft: Draft) -> None:
        attachments = files_of(draft.files) if with_files else discord.utils.MISSING
        none = discord.AllowedMentions.none()
        edit = message.edit(content=draft.content, attachments=attachments, view=draft.view, allowed_mentions=none)
        await in_time(edit)

    await send_plainer(draft, send, forget_emoji)
