"""Sending of messages with fallbacks: what Discord refuses (custom emoji, files, at last the text) is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import discord

from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.requests import in_time
from bot.interactions.emoji import has_emoji, plain_text, plain_view
from bot.interactions.error_codes import names_emoji, refuses_content, refuses_files
from bot.interactions.replies import send_plainer


@dataclass(frozen=True)
class Draft:
    """A message that is to be sent: its text, its buttons and its files.

    Attributes:
        shortest: the message to send instead if Discord refuses the text; None: there is none.
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
    """Post a message, in a plainer form if Discord refuses what it contains.

    Args:
        channel: the channel.
        draft: the message.
        forget_emoji: called if Discord does not know the bot's custom emoji any more.
        nonce: a token by which Discord recognizes a repeated attempt.
        users: the users whom the message notifies. If there are none, it is sent silently.
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
    """Edit a message, in a plainer form if Discord refuses what it contains.

    Args:
        message: the message.
        draft: its new content.
        forget_emoji: called if Discord does not know the bot's custom emoji any more.
        with_files: True to replace its files by those of the draft; False to leave them.
    """

    async def send(draft: Draft) -> None:
        attachments = files_of(draft.files) if with_files else discord.utils.MISSING
        none = discord.AllowedMentions.none()
        edit = message.edit(content=draft.content, attachments=attachments, view=draft.view, allowed_mentions=none)
        await in_time(edit)

    await send_plainer(draft, send, forget_emoji)
