"""Summary of the events since the reader's own last decision.

It is opened from the Apps menu of a board's message, by a button below a turn notification, or from /games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import discord
from discord import app_commands

from bot.delivery.board_description import acting
from bot.delivery.compose import fit
from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.recap import condense_lines, recap
from bot.features.log import lines_by_entry
from bot.features.replay import ReplayButton
from bot.features.shown_board import ON_BOARDS, ShownBoard, find_shown_board, require_shown_board
from bot.interactions.command_names import name
from bot.interactions.components import Component, on_choice, on_press
from bot.interactions.controls import (
    MissedButton,
    ShapeButton,
)
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer, log
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, redrawn_in_shape, shape_button
from bot.panel.cross_server import check_there
from bot.tables import Refused, Table
from bot.tables.analysis.replays import Replays, SceneReport, TableHistory
from bot.tables.analysis.seat_knowledge import knowledge_of
from bot.wording import Texts
from engines.scenes import TURN
from render.shape import Shape
from storage import moves

PATIENCE_SECONDS = 1.0
"""Seconds that the text waits for its picture; afterwards it is shown alone and the picture is added later."""
LATE_SECONDS = 20.0
"""Seconds after which the drawing of a late picture is given up."""
FEW = 8
"""The largest number of log lines that are shown unabridged; of more, unimportant turns are summarised."""
SINCE = ("move", "start", "message")
"""The starting points of a summary: the person's last decision, the start of the game, the message that was used."""


class MissedSelect(Component, id="pt:missedat"):
    """The select in /games that shows the summary for one of the person's tables."""


class MissedShape(ShapeButton, id="pt:missedshape:{shape}:{game_id}:{words}"):
    """The button below a summary that changes the shape of its picture; ``words`` are the fields of ``Since``."""


class Since(NamedTuple):
    """The starting point of a summary."""

    after: int
    """The version of the table after which events are included."""
    what: str
    """One of ``SINCE``, which selects the heading."""


async def what_happened(interaction: Interaction, message: discord.Message) -> None:
    """Show the events since the person's own last decision at the table of a board message.

    People who never sat at the table get the events since that message.
    """
    board = await require_shown_board(interaction, message)
    table = await services_of(interaction).tables.table(board.game_id)
    await show(interaction, table, await _starting_point(interaction, message, table, board))


async def show(interaction: Interaction, table: Table, starting_point: Since) -> None:
    """Show the log lines with a picture of the boards on which something important happened.

    The picture is added later if drawing takes long.
    """
    table.check_has_moves()
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    entries = await tables.log(table.row.id)
    knowledge = knowledge_of(table, entries, interaction.user.id)
    spoken = texts.at(table.game, table.names) if table.row.state is not None else texts
    entries_with_lines = list(lines_by_entry(table, entries, spoken, knowledge, after=starting_point.after))
    lines = [line for _, entry_lines in entries_with_lines for line in entry_lines]
    seat = table.seat_of(interaction.user.id)
    shape = await own_shape(interaction)
    heading = f"since.{starting_point.what}"
    view = discord.ui.View(timeout=None)
    if not lines or table.row.state is None:
        await answer(interaction, missed_text(table, lines, spoken, heading, seat))
        return
    history = await tables.replays.load_history(table)
    turns = await tables.replays.report_turns(history, knowledge, starting_point.after)
    if len(lines) > FEW:
        lines = condense_lines(history, turns, entries_with_lines, texts)
    text = missed_text(table, lines, spoken, heading, seat)
    view.add_item(ReplayButton(table.row.id, starting_point.after, TURN, "on").button(texts.say("button.replay")))
    drawing = partial(_picture, tables.replays, history, turns, texts, shape)
    try:
        picture = await drawing(patience=PATIENCE_SECONDS)
    except TimeoutError:
        await answer(interaction, text, view=view)
        picture = await drawing(patience=LATE_SECONDS)
    if picture:
        again = (str(starting_point.after), starting_point.what)
        view.add_item(shape_button(MissedShape(other_shape(shape), table.row.id, again), texts))
    await answer(interaction, text, view=view, files=files_of([picture] if picture else []))


async def _picture(
    replays: Replays,
    history: TableHistory,
    turns: Sequence[SceneReport],
    texts: Texts,
    shape: Shape,
    *,
    patience: float,
) -> Attachment | None:
    """Return a picture of the important boards; None if there is nothing to show or it cannot be drawn.

    Raises:
        TimeoutError: Drawing took longer than ``patience`` seconds; at the second attempt (``LATE_SECONDS``) None is
            returned instead.
    """
    try:
        return await recap(replays, history, turns, texts, shape, patience=patience)
    except Refused:  # the game was played by an older version of the rules
        return None
    except TimeoutError:
        if patience == LATE_SECONDS:
            return None
        raise
    except Exception:  # noqa: BLE001 - the text is shown without a picture after any fault
        log.exception("a picture could not be drawn; the words are shown")
        return None


def missed_text(table: Table, lines: list[str], texts: Texts, heading_id: str, reader: int | None = None) -> str:
    """Return the heading, as many of the last log lines as fit into a message, and the players who must act.

    Args:
        table: The table.
        lines: The log lines.
        texts: The texts in the reader's language.
        heading_id: The text id of the heading.
        reader: The seat of the reader; None: the reader has no seat.
    """
    head = texts.say(heading_id, game=texts.title(table.row.key), table=str(table.row.id))
    now = [acting(table, texts, reader)] if table.row.state is not None else []
    return fit([head], [*(lines or [texts.say("since.nothing")]), *now])


async def _starting_point(
    interaction: Interaction, message: discord.Message | None, table: Table, board: ShownBoard | None = None
) -> Since:
    """Return the starting point for a person: their own last decision; without one, the start of the game.

    For people who never sat at the table it is the ``message``, if there is one.
    """
    user = interaction.user.id
    game_id = table.row.id
    async with services_of(interaction).database.reading() as session:
        last_own_version = await moves.last_of_user(session, game_id, user)
        if last_own_version is not None:
            return Since(last_own_version, "move")
        if user in table.members or message is None:
            return Since(0, "start")
        if board is not None and board.version is not None:
            return Since(board.version, "message")
        return Since(await moves.version_at(session, game_id, message.created_at), "message")


@on_press(MissedButton, reply=Reply.BESIDE)
async def tell_missed(interaction: Interaction, button: MissedButton) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    message = interaction.message
    board = await find_shown_board(interaction, message) if message is not None else None
    await show(interaction, table, await _starting_point(interaction, message, table, board))


@on_choice(MissedSelect)
async def tell_missed_at(interaction: Interaction, _select: MissedSelect, values: list[str]) -> None:
    if not values[0].isdecimal():
        raise Refused("error.damaged")
    table = await services_of(interaction).tables.table(int(values[0]))
    if interaction.user.id not in table.members:
        raise table.no_seat_refusal(interaction.user.id)
    await check_there(interaction, table)
    await show(interaction, table, await _starting_point(interaction, None, table))


@redrawn_in_shape(MissedShape)
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
