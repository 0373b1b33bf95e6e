"""Acknowledgements of interactions, and the answers that are shown to the person.

If Discord refuses the ornaments of an answer (pictures, emoji), it is sent without them, so that the words arrive.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Any, Protocol, Self, TypeVar

import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.interactions import emoji
from bot.interactions.error_codes import is_lost, is_vague, names_emoji, refuses_files
from bot.interactions.services import Interaction, services_of
from bot.work import metrics
from bot.work.admission import Crowded, free_place_for_good
from bot.work.log_context import incidental
from storage.errors import StorageError

log = structlog.get_logger()

T = TypeVar("T")
ALREADY_ACKNOWLEDGED = 40060
"""Discord's error code for an interaction that has been answered already; Discord delivers some twice."""
TOO_LATE = (10015, 10062, 50027)
"""Discord's error codes for an interaction that can no longer be answered.

An interaction lasts three seconds, or a quarter of an hour once it is acknowledged. Its work stays done; the person
sees the result with the next click.
"""
UNSURE = "unsure"
"""The key in an interaction's ``extras`` that is set if the acknowledgement may not have reached Discord."""
SHOWN = "shown"
"""The key in an interaction's ``extras`` that is set once the person may have seen an answer, which must then stay."""


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


async def answer(interaction: Interaction, content: str, **options: Any) -> None:
    """Show a text to the person alone; below a private message it replaces that message.

    Ornaments that Discord refuses are left out.

    Args:
        interaction: The interaction.
        content: The text.
        options: ``view``, ``files`` and further arguments of discord.py.
    """
    # Only the sending remains, for which no click has to wait.
    free_place_for_good()
    view = options.pop("view", None)
    files = options.pop("files", ())
    await _send(interaction, Answer(content, view, files, options), partial(_show, interaction))


async def redraw(interaction: Interaction, content: str, view: discord.ui.View | None) -> None:
    """Replace the message whose button was pressed, without pinging anybody."""

    async def edit(reply: Answer) -> None:
        none = discord.AllowedMentions.none()
        await interaction.edit_original_response(content=reply.content, view=reply.view, allowed_mentions=none)

    await _send(interaction, Answer(content, view), edit)


async def follow_up(interaction: Interaction, content: str, **options: Any) -> None:
    """Send another message after the answer to an interaction; the arguments are those of ``answer``."""
    view = options.pop("view", None)
    files = options.pop("files", ())

    async def send(reply: Answer) -> None:
        ornaments = without_empty(view=reply.view, files=reply.files)
        await interaction.followup.send(reply.content, **ornaments, **options)

    await _send(interaction, Answer(content, view, files), send)


async def _send(interaction: Interaction, reply: Answer, send: Callable[[Answer], Awaitable[object]]) -> None:
    try:
        await send_plainer(reply, send, lambda: services_of(interaction).forget_emoji())
    except Exception as fault:
        if is_lost(fault):
            interaction.extras[SHOWN] = True
        raise
    interaction.extras[SHOWN] = True


async def _show(interaction: Interaction, reply: Answer) -> None:
    """Show a private answer: as the first response to the interaction, or by editing that response."""
    if not interaction.response.is_done():
        ornaments = without_empty(view=reply.view, files=reply.files)
        try:
            await interaction.response.send_message(reply.content, ephemeral=True, **ornaments, **reply.options)
        except discord.HTTPException as fault:
            if fault.code != ALREADY_ACKNOWLEDGED or UNSURE not in interaction.extras:
                raise
            reply = reply.with_reopened_files()
        else:
            return
    await interaction.edit_original_response(content=reply.content, attachments=list(reply.files), view=reply.view)


def without_empty(**options: Any) -> dict[str, Any]:
    """Return the options that have a value; discord.py takes no None for a view."""
    return {name: value for name, value in options.items() if value}


class Reply(Enum):
    """The place of the answer to an interaction, which the acknowledgement already tells Discord."""

    IN_PLACE = "in place"
    """The answer replaces the private message whose button was pressed."""
    BESIDE = "beside"
    """The answer is a new private message."""
    BY_HANDLER = "by handler"
    """The handler acknowledges: it opens a form, which must be the first response, or looks up the place first."""


async def acknowledge(interaction: Interaction, reply: Reply = Reply.IN_PLACE) -> None:
    """Tell Discord that the interaction has arrived, and wait until the admission queue lets it be worked on.

    If Discord cannot be reached the work goes on: the person has pressed, and others see a move in the channel.

    Raises:
        Crowded: Too many interactions are waiting.
    """
    is_beside = reply is Reply.BESIDE
    try:
        await interaction.response.defer(ephemeral=is_beside, thinking=is_beside)
    except Exception as fault:
        if not is_lost(fault):
            raise
        interaction.extras[UNSURE] = True
        log.warning("an acknowledgement was lost", interaction=interaction.id, reason=repr(fault))
    try:
        # The queue is fair between tables, and each table has a channel.
        await services_of(interaction).admission.enter(interaction.channel_id or 0)
    except Crowded:
        metrics.CROWDED.inc()
        raise
    await _learn_name(interaction)


async def _learn_name(interaction: Interaction) -> None:
    """Note the person's present name in the server, which messages about the table use."""
    user = interaction.user
    # If the database fails, the work itself fails too and tells the person.
    with incidental(), contextlib.suppress(StorageError, SQLAlchemyError):
        await services_of(interaction).tables.present_names.learn(user.id, interaction.guild_id, user.display_name)
