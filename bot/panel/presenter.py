"""Sending of panels, with or without a picture of the places to choose from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import discord
import structlog

from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.requests import in_time
from bot.interactions.error_codes import BROKEN
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.panel.layout import Panel
from bot.tables import Table

log = structlog.get_logger()


class Draw(Protocol):
    """A function that draws a picture; it raises TimeoutError if that takes long, unless the picture may be late."""

    async def __call__(self, *, late: bool = False) -> Attachment | None: ...


async def present(
    interaction: Interaction,
    table: Table,
    panel: Panel,
    pictures: Sequence[Attachment] = (),
    draw_later: Callable[[], Awaitable[Attachment | None]] | None = None,
) -> None:
    """Show a panel in place of the one that the person saw last at the table.

    Args:
        interaction: The interaction.
        table: The table.
        panel: The panel.
        pictures: The pictures to send with it.
        draw_later: A function that draws a picture to be added afterwards; it is not called while the bot is behind
            with answers to other people.
    """
    services = services_of(interaction)
    key = (interaction.user.id, table.row.id)
    late_maps = services.late_maps
    services.pending_questions.pop(key, None)
    if panel.question is not None:
        services.pending_questions[key] = panel.question
    if old_task := late_maps.pop(key, None):
        old_task.cancel()  # it belongs to the panel that is replaced
    has_shown = asyncio.Event()
    if draw_later is not None and not services.admission.is_behind:
        task = late_maps[key] = asyncio.create_task(_add_picture(interaction, has_shown, draw_later), name="late map")
        task.add_done_callback(lambda done: late_maps.pop(key) if late_maps.get(key) is done else None)
    await answer(interaction, panel.content, view=panel.view, files=files_of(pictures))
    has_shown.set()


async def present_with_picture(
    interaction: Interaction, table: Table, panel: Panel, draw: Draw, prepare: Callable[[], None] | None = None
) -> None:
    """Show a panel with its picture; if drawing takes long, show the text first and add the picture later.

    Args:
        interaction: The interaction.
        table: The table.
        panel: The panel.
        draw: A function that draws the picture.
        prepare: A function that completes the panel (with the shape button) if it has or may get a picture.
    """
    try:
        picture = await draw()
    except TimeoutError:
        if prepare:
            prepare()
        await present(interaction, table, panel, draw_later=lambda: draw(late=True))
        return
    if picture and prepare:
        prepare()
    await present(interaction, table, panel, [picture] if picture else [])


async def _add_picture(
    interaction: Interaction, has_shown: asyncio.Event, draw: Callable[[], Awaitable[Attachment | None]]
) -> None:
    """Add the picture to the panel once it is drawn; the task is cancelled when another panel replaces this one."""
    try:
        picture = await draw()
        await in_time(has_shown.wait())
        if picture:
            await in_time(interaction.edit_original_response(attachments=files_of([picture])))
    except TimeoutError:
        log.info("a map came too late")
    except (discord.DiscordException, *BROKEN) as fault:
        log.info("a map could not be added", reason=str(fault))  # the panel says the same in words
