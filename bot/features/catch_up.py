"""What has happened since the reader's own last decision: under Apps on any board's message, under calls, in /games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import discord
from discord import app_commands

from bot.delivery.alt_texts import acting
from bot.delivery.compose import fit
from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.recap import recap, shortened
from bot.features.log import lines_by_entry
from bot.features.replay import ReplayButton
from bot.features.shown_board import ON_BOARDS, Shown, game_shown_by, shown_by
from bot.interactions.command_names import name
from bot.interactions.components import Component, chosen, pressed
from bot.interactions.controls import (
    MissedButton,
    ShapeButton,
)
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer, log
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other, own_shape, shape_button, shown_anew
from bot.panel.cross_server import check_there
from bot.tables import Refused, Table
from bot.tables.analysis.replays import Replays, SceneReport, TableHistory
from bot.tables.analysis.seat_knowledge import knowledge_of
from bot.wording import Texts
from engines.scenes import TURN
from render.shape import Shape
from storage import moves

PATIENCE_SECONDS = 1.0
"""How long the lines wait for their picture."""
LATE_SECONDS = 20.0
"""After so long nobody needs the picture any more."""
FEW = 8
"""Lines that are told as they are; of more, dull turns are folded."""
SINCE = ("move", "start", "message")


class MissedSelect(Component, id="pt:missedat"):
    """Shows what has happened at one of the person's tables."""


class MissedShape(ShapeButton, id="pt:missedshape:{shape}:{game_id}:{words}"):
    """Under what somebody has missed: after which version, and since what."""


class Since(NamedTuple):
    """After which version something is told, and as since what: a text of ``since``."""

    after: int
    what: str


async def what_happened(interaction: Interaction, message: discord.Message) -> None:
    """Tell what happened since the person's own last decision at the table of a board message.

    People who never sat at the table are told what happened since that message.
    """
    shown = await game_shown_by(interaction, message)
    table = await services_of(interaction).tables.table(shown.game_id)
    await show(interaction, table, await _since(interaction, message, table, shown))


async def show(interaction: Interaction, table: Table, since: Since) -> None:
    """Show the log lines with a picture of the boards on which something important happened.

    The picture is added later if drawing takes long.
    """
    table.check_has_moves()
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    entries = await tables.log(table.row.id)
    known = knowledge_of(table, entries, interaction.user.id)
    spoken = texts.at(table.game, table.names) if table.row.state is not None else texts
    entries_with_lines = list(lines_by_entry(table, entries, spoken, known, after=since.after))
    lines = [line for _, entry_lines in entries_with_lines for line in entry_lines]
    seat = table.seat_of(interaction.user.id)
    shape = await own_shape(interaction)
    heading = f"since.{since.what}"
    view = discord.ui.View(timeout=None)
    if not lines or table.row.state is None:
        await answer(interaction, told(table, lines, spoken, heading, seat))
        return
    course = await tables.replays.load_history(table)
    turns = await tables.replays.report_turns(course, known, since.after)
    if len(lines) > FEW:
        lines = shortened(course, turns, entries_with_lines, texts)
    text = told(table, lines, spoken, heading, seat)
    view.add_item(ReplayButton(table.row.id, since.after, TURN, "on").button(texts.say("button.replay")))
    drawing = partial(_picture, tables.replays, course, turns, texts, shape)
    try:
        picture = await drawing(patience=PATIENCE_SECONDS)
    except TimeoutError:
        await answer(interaction, text, view=view)
        picture = await drawing(patience=LATE_SECONDS)
    if picture:
        again = (str(since.after), since.what)
        view.add_item(shape_button(MissedShape(other(shape), table.row.id, again), texts))
    await answer(interaction, text, view=view, files=files_of([picture] if picture else []))


async def _picture(
    replays: Replays, course: TableHistory, turns: Sequence[SceneReport], texts: Texts, shape: Shape, *, patience: float
) -> Attachment | None:
    """None: there is nothing to show, or it cannot be drawn, and the lines remain. Raises TimeoutError."""
    try:
        return await recap(replays, course, turns, texts, shape, patience=patience)
    except Refused:  # of other rules
        return None
    except TimeoutError:
        if patience == LATE_SECONDS:
            return None
        raise
    except Exception:  # noqa: BLE001 - whatever is wrong with the picture, the words remain
        log.exception("a picture could not be drawn; the words are shown")
        return None


def told(table: Table, lines: list[str], texts: Texts, since: str, reader: int | None = None) -> str:
    """Return the heading, as many of the last log lines as there is room for, and who must act.

    ``since`` is the id of the heading; ``reader`` is the seat of the person who reads it.
    """
    head = texts.say(since, game=texts.title(table.row.key), table=str(table.row.id))
    now = [acting(table, texts, reader)] if table.row.state is not None else []
    return fit([head], [*(lines or [texts.say("since.nothing")]), *now])


async def _since(
    interaction: Interaction, message: discord.Message | None, table: Table, shown: Shown | None = None
) -> Since:
    """Since the person's own last decision, else since the start; for who never sat there, since the message."""
    user = interaction.user.id
    game_id = table.row.id
    async with services_of(interaction).database.reading() as session:
        last_own_version = await moves.last_of_user(session, game_id, user)
        if last_own_version is not None:
            return Since(last_own_version, "move")
        if user in table.members or message is None:
            return Since(0, "start")
        if shown is not None and shown.version is not None:
            return Since(shown.version, "message")
        return Since(await moves.version_at(session, game_id, message.created_at), "message")


@pressed(MissedButton, reply=Reply.BESIDE)
async def tell_missed(interaction: Interaction, button: MissedButton) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    message = interaction.message
    shown = await shown_by(interaction, message) if message is not None else None
    await show(interaction, table, await _since(interaction, message, table, shown))


@chosen(MissedSelect)
async def tell_missed_at(interaction: Interaction, _select: MissedSelect, values: list[str]) -> None:
    if not values[0].isdecimal():
        raise Refused("error.damaged")
    table = await services_of(interaction).tables.table(int(values[0]))
    if interaction.user.id not in table.members:
        raise table.no_seat_refusal(interaction.user.id)
    await check_there(interaction, table)
    await show(interaction, table, await _since(interaction, None, table))


@shown_anew(MissedShape)
async def show_missed_anew(interaction: Interaction, button: MissedShape) -> None:
    after, since_what = button.words if len(button.words) == 2 else ("", "")
    if not after.isdecimal() or since_what not in SINCE:
        raise Refused("error.damaged")
    table = await services_of(interaction).tables.table(button.game_id)
    await show(interaction, table, Since(int(after), since_what))


MENUS = (
    app_commands.ContextMenu(
        name=name("What happened since my last move", "since"), callback=what_happened, allowed_contexts=ON_BOARDS
    ),
)
