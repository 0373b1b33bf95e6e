"""Acknowledging a press, form or command, and showing the person an answer to it."""

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
from bot.work.admission import Crowded, worked
from bot.work.handling import incidental
from storage.errors import StorageError

log = structlog.get_logger()

ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered: now and then it delivers one twice."""

TOO_LATE = (10015, 10062, 50027)
"""Its codes for an interaction that can no longer be answered, three seconds after it began unless acknowledged, else a
quarter of an hour. What was done is done; the person sees it in the private message that the next click opens."""


UNSURE = "unsure"
"""Set while nobody knows whether Discord has been told that the interaction has arrived."""
SHOWN = "shown"
"""Set once the person may have seen an answer, which nothing said later may replace."""


async def answer(interaction: Interaction, content: str, **options: Any) -> None:
    """Show a text to the person alone; on a private message it replaces what the person saw there.

    ``options``: ``view``, ``files`` and what else discord.py takes. Ornaments that Discord refuses are left out.
    """
    worked()
    view = options.pop("view", None)
    files = options.pop("files", ())
    await _send(interaction, Answer(content, view, files, options), partial(_show, interaction))


async def redraw(interaction: Interaction, content: str, view: discord.ui.View | None) -> None:
    """Replace the message below which something was pressed; nobody is pinged by that."""

    async def edit(shown: Answer) -> None:
        none = discord.AllowedMentions.none()
        await interaction.edit_original_response(content=shown.content, view=shown.view, allowed_mentions=none)

    await _send(interaction, Answer(content, view), edit)


async def follow_up(interaction: Interaction, content: str, **options: Any) -> None:
    """Send a message of its own below what was pressed or asked for; the arguments are those of ``answer``."""
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
    """Show a private answer, as the first response to the interaction or in the place of it."""
    if not interaction.response.is_done():
        ornaments = given(view=shown.view, files=shown.files)
        try:
            await interaction.response.send_message(shown.content, ephemeral=True, **ornaments, **shown.options)
        except discord.HTTPException as fault:
            if fault.code != ALREADY_ACKNOWLEDGED or UNSURE not in interaction.extras:
                raise
            shown = shown.again()
        else:
            return
    await interaction.edit_original_response(content=shown.content, attachments=list(shown.files), view=shown.view)


def given(**options: Any) -> dict[str, Any]:
    """Return the options that have a value; discord.py takes no None for a view."""
    return {name: value for name, value in options.items() if value}


class Reply(Enum):
    """Where the answer to an interaction goes, which Discord is told when it is acknowledged."""

    IN_PLACE = "in place"
    """In the place of the private message below which something was pressed."""
    BESIDE = "beside"
    """In a private message of its own."""
    BY_HANDLER = "by handler"
    """The handler answers by itself: with a form, which must come first, or where it depends on what it looks up."""


async def acknowledge(interaction: Interaction, reply: Reply = Reply.IN_PLACE) -> None:
    """Tell Discord that the interaction has arrived, and return when its turn has come to be worked on.

    Where Discord cannot be told, the work goes on all the same: a person has pressed, and a move is seen in the
    channel. Raises Crowded.
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
        # A channel stands for its table.
        await services_of(interaction).admission.enter(interaction.channel_id or 0)
    except Crowded:
        metrics.CROWDED.inc()
        raise
    await _learn_name(interaction)


async def _learn_name(interaction: Interaction) -> None:
    """Note what the person is called now, so that all that is shown from here on says so."""
    user = interaction.user
    # The work itself needs the database, too, and tells the person.
    with incidental(), contextlib.suppress(StorageError, SQLAlchemyError):
        await services_of(interaction).tables.present_names.learn(user.id, interaction.guild_id, user.display_name)
