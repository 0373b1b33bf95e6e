"""Acknowledgements of interactions, and the answers that are shown to the person."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any

import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.interactions.lost_answers import is_lost
from bot.interactions.ornaments import Answer, send_plainer
from bot.interactions.services import Interaction, services_of
from bot.work import metrics
from bot.work.admission import Crowded, free_place_for_good
from bot.work.handling import incidental
from storage.errors import StorageError

log = structlog.get_logger()

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


async def answer(interaction: Interaction, content: str, **options: Any) -> None:
    """Show a text to the person alone; below a private message it replaces that message.

    Ornaments that Discord refuses are left out.

    Args:
        interaction: The interaction.
        content: The text.
        options: ``view``, ``files`` and further arguments of discord.py.
    """
    free_place_for_good()
    view = options.pop("view", None)
    files = options.pop("files", ())
    await _send(interaction, Answer(content, view, files, options), partial(_show, interaction))


async def redraw(interaction: Interaction, content: str, view: discord.ui.View | None) -> None:
    """Replace the message whose button was pressed, without pinging anybody."""

    async def edit(shown: Answer) -> None:
        none = discord.AllowedMentions.none()
        await interaction.edit_original_response(content=shown.content, view=shown.view, allowed_mentions=none)

    await _send(interaction, Answer(content, view), edit)


async def follow_up(interaction: Interaction, content: str, **options: Any) -> None:
    """Send another message after the answer to an interaction; the arguments are those of ``answer``."""
    view = options.pop("view", None)
    files = options.pop("files", ())

    async def send(shown: Answer) -> None:
        ornaments = given(view=shown.view, files=shown.files)
        await interaction.followup.send(shown.content, **ornaments, **options)

    await _send(interaction, Answer(content, view, files), send)


async def _send(interaction: Interaction, shown: Answer, send: Callable[[Answer], Awaitable[object]]) -> None:
    try:
        await send_plainer(shown, send, lambda: services_of(interaction).forget_emoji())
    except Exception as fault:
        if is_lost(fault):
            interaction.extras[SHOWN] = True
        raise
    interaction.extras[SHOWN] = True


async def _show(interaction: Interaction, shown: Answer) -> None:
    """Show a private answer: as the first response to the interaction, or by editing that response."""
    if not interaction.response.is_done():
        ornaments = given(view=shown.view, files=shown.files)
        try:
            await interaction.response.send_message(shown.content, ephemeral=True, **ornaments, **shown.options)
        except discord.HTTPException as fault:
            if fault.code != ALREADY_ACKNOWLEDGED or UNSURE not in interaction.extras:
                raise
            shown = shown.with_reopened_files()
        else:
            return
    await interaction.edit_original_response(content=shown.content, attachments=list(shown.files), view=shown.view)


def given(**options: Any) -> dict[str, Any]:
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
