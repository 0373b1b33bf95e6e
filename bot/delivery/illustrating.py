"""Pictures of tables with their alt texts, drawn in other processes, as files of a message."""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import discord
import structlog

import render
from bot.delivery.board_description import ALT_LIMIT, alt_text
from bot.drawing.drawers import draw
from bot.drawing.picture_order import BOARD_WITHIN, PictureOrder
from bot.tables import Table
from bot.wording import Texts
from bot.wording.dates import written
from bot.wording.escaping import unformatted, within
from bot.work import metrics
from engines import Action, Event, View
from render.shape import Shape
from render.statistics_sheet import Sheet

log = structlog.get_logger()

PICTURE = "board.png"
"""Name of the file with the board."""
AT_ONCE = 0.0
"""Seconds until a picture is due for which somebody waits; pictures that are due first are drawn first."""
LATE_WITHIN = 6.0
"""Seconds until the map of a panel is due if the panel is already shown without it."""
PATIENCE_SECONDS = 0.7
"""Seconds for which a panel waits for its map; after that it is shown without, and the map is added later."""
LATE_SECONDS = 20.0
"""Seconds after which a map that was to be added later is given up, as the player has moved on."""
BOARD_PATIENCE_SECONDS = 2.0
"""Seconds, from the moment a message is due, for which it waits for its board; after that the board is added later."""
LEAST_PATIENCE_SECONDS = 0.25
"""Seconds for which an overdue message still waits; enough for its board if nothing else is being drawn."""


def patience_of(delay: float) -> float:
    """Return the seconds for which a message waits for its board, after it has been due for ``delay`` seconds."""
    # The inner minimum matters only if the patience is set very small, as tests do.
    return max(BOARD_PATIENCE_SECONDS - delay, min(LEAST_PATIENCE_SECONDS, BOARD_PATIENCE_SECONDS))


@dataclass
class Attachment:
    """A file with its alt text."""

    name: str
    data: bytes
    alt: str | None = None


class _Upload(discord.File):
    """A file in memory that can be sent once and is freed at once afterwards.

    discord.py replaces ``close`` of the buffer, which makes a reference cycle; without breaking it, the bytes would
    stay in memory until the garbage collector runs.
    """

    def close(self) -> None:
        super().close()
        del self.fp.close


def files_of(attachments: Sequence[Attachment]) -> list[discord.File]:
    """Return attachments as objects of discord.py; each of them can be sent only once."""
    return [_Upload(io.BytesIO(file.data), file.name, description=file.alt) for file in attachments]


async def as_far_as_drawn(draw_picture: Callable[[], Awaitable[Attachment]]) -> list[Attachment]:
    """Return a list with the drawn picture; if drawing fails, an empty one, so that the text is shown alone."""
    try:
        return [await draw_picture()]
    except Exception:
        log.exception("a picture could not be drawn; the words are shown")
        return []


def ordered(
    picture: Literal["picture", "hand", "decision", "legend", "zoomed"],
    table: Table,
    texts: Texts,
    shape: Shape,
    view: View,
    *after: Any,
    events: Sequence[Event] = (),
    time_limit: float = AT_ONCE,
    is_practice: bool = False,
    is_posted: bool = False,
) -> PictureOrder:
    """Return the order for a picture of a table, to be drawn by another process.

    Args:
        picture: the function of ``render`` that draws it.
        table: the table, for names and colours.
        texts: the language.
        shape: the shape of the picture.
        view: the position as one seat sees it.
        *after: further arguments of the function, which follow the view.
        events: the latest events, which the picture marks.
        time_limit: seconds until the picture is due.
        is_practice: True if it shows an imagined position, with a ribbon that says so.
        is_posted: True if a channel or a direct message shows it.
    """
    return PictureOrder(
        picture,
        texts.name,
        table.names,
        (view,),
        after,
        events=tuple(events),
        time_limit=time_limit,
        is_practice=is_practice,
        shape=shape,
        colours=table.colours,
        is_posted=is_posted,
    )


async def board_picture(
    table: Table,
    texts: Texts,
    shape: Shape,
    events: Sequence[Event],
    seat: int | None = None,
    *,
    time_limit: float = BOARD_WITHIN,
    patience: float | None = None,
    is_posted: bool = False,
) -> Attachment:
    """Draw the board with its alt text.

    Args:
        table: the table.
        texts: the language.
        shape: the shape of the picture.
        events: the latest events, which the picture marks.
        seat: the seat that looks at the board; None: show only what everybody may see.
        time_limit: seconds until the picture is due, as in ``PictureOrder``.
        patience: seconds to wait for it; None: without limit.
        is_posted: True if a channel or a direct message shows it.

    Raises:
        TimeoutError: the picture was not drawn within ``patience``.
    """
    view = table.game.view(seat)
    order = ordered("picture", table, texts, shape, view, events=events, time_limit=time_limit, is_posted=is_posted)
    with metrics.DRAWING.labels("board").time():
        data = await draw(order, patience)
    return Attachment(PICTURE, data, alt_text(table, texts, seat, events))


async def tried_picture(
    table: Table, texts: Texts, shape: Shape, events: Sequence[Event], seat: int | None, *, is_late: bool = False
) -> Attachment | None:
    """Draw an imagined board, with a ribbon that says so; return None if drawing fails.

    Args:
        table: a copy of the table in the imagined position.
        texts: the language.
        shape: the shape of the picture.
        events: the events that led to the position.
        seat: the seat that looks at the board; None: a spectator.
        is_late: True if the panel is already shown without the picture, which then is less urgent.

    Raises:
        TimeoutError: the picture was not drawn soon enough.
    """
    due_in = LATE_WITHIN if is_late else AT_ONCE
    order = ordered(
        "picture", table, texts, shape, table.game.view(seat), events=events, time_limit=due_in, is_practice=True
    )
    try:
        with metrics.DRAWING.labels("tried").time():
            data = await draw(order, LATE_SECONDS if is_late else PATIENCE_SECONDS)
    except TimeoutError:
        raise
    except Exception:
        log.exception("an imagined board could not be drawn")
        return None
    alt = f"{texts.say('picture.tried')}\n{alt_text(table, texts, seat, events)}"
    return Attachment("tried.png", data, within(alt, ALT_LIMIT))


async def hand_picture(table: Table, texts: Texts, shape: Shape, seat: int) -> Attachment:
    """Draw the cards in a seat's hand, large. Raises LookupError for a game without such a picture."""
    order = ordered("hand", table, texts, shape, table.game.view(seat))
    with metrics.DRAWING.labels("hand").time():
        data = await draw(order)
    return Attachment("hand.png", data, alt_text(table, texts, seat))


async def decision_picture(
    table: Table, texts: Texts, shape: Shape, seat: int, actions: Sequence[Action], *, is_late: bool = False
) -> Attachment | None:
    """Draw the map of a decision: a large part of the board on which the possible actions are marked.

    Return None if the game has no such picture or drawing fails; the text of the panel says the same.

    Args:
        table: the table.
        texts: the language.
        shape: the shape of the picture.
        seat: the seat that decides.
        actions: the actions to mark.
        is_late: True if the panel is already shown without the picture, which then is less urgent.

    Raises:
        TimeoutError: the picture was not drawn soon enough.
    """
    view = table.game.view(seat)
    due_in = LATE_WITHIN if is_late else AT_ONCE
    order = ordered("decision", table, texts, shape, view, list(actions), time_limit=due_in)
    try:
        with metrics.DRAWING.labels("decision").time():
            data = await draw(order, LATE_SECONDS if is_late else PATIENCE_SECONDS)
    except LookupError:  # the game has no such picture
        return None
    except TimeoutError:
        raise
    except Exception:
        log.exception("a decision could not be drawn")
        return None
    return Attachment("decision.png", data, _decision_alt_text(table, texts, view, actions))


def _decision_alt_text(table: Table, texts: Texts, view: View, actions: Sequence[Action]) -> str:
    """Return the alt text of the map of a decision: the actions, each with the codes of its places."""
    texts = texts.at(table.game, table.names)
    marks = render.marks(view, actions, table.names)
    named_actions = list[str]()
    # Wording hundreds of actions takes time. Twice the limit is enough, as signs of formatting are removed below.
    room = 2 * ALT_LIMIT
    for action in actions:
        named_actions.append(marked(marks, action, texts.action(table.row.key, action, table.names)))
        room -= len(named_actions[-1])
        if room < 0:
            break
    return within(unformatted("; ".join(named_actions)), ALT_LIMIT)


def marked(marks: Mapping[str, str], action: Action, name: str) -> str:
    """Return the name of an action, preceded by the codes that mark its places in the picture.

    The codes are left out if the name already contains them, as "J6 (…)" does.
    """
    codes = [marks[word] for word in action if word in marks]
    if not codes or all(f"{code} (" in name for code in codes):
        return name
    return f"{' '.join(codes)} · {name}"


def axis_of(table: Table, texts: Texts) -> str:
    """Return the label of the horizontal axis of a chart of points: rounds or turns."""
    return texts.say("picture.rounds" if table.kind.presentation.counts_rounds else "picture.turns")


async def chart(table: Table, texts: Texts, series: list[list[int]], first: int = 1) -> Attachment:
    """Draw a chart of every seat's points over the turns.

    Args:
        table: the table.
        texts: the language.
        series: the points of each seat after each turn.
        first: the number of the first turn.
    """
    order = PictureOrder(
        "chart",
        texts.name,
        table.names,
        before=(series,),
        after=(texts.say("say.chart"), table.row.key, axis_of(table, texts), first),
        colours=table.colours,
    )
    with metrics.DRAWING.labels("chart").time():
        data = await draw(order)
    totals = [f"{texts.name_of(table.names, seat)} {line[-1]}" for seat, line in enumerate(series) if line]
    alt = unformatted(texts.say("say.chart_alt", totals=totals))
    return Attachment("scores.png", data, within(alt, ALT_LIMIT))


async def standings_picture(sheet: Sheet, texts: Texts, words: str) -> Attachment:
    """Draw a sheet of figures, such as a ranking.

    Args:
        sheet: the figures.
        texts: the language.
        words: the same figures as text of a message; without Discord's formatting, it becomes the alt text.
    """
    order = PictureOrder("standings", texts.name, before=(sheet,), time_limit=AT_ONCE)
    with metrics.DRAWING.labels("standings").time():
        data = await draw(order)
    with_days = _MOMENT.sub(lambda match: _day(int(match[1]), texts), words)
    bare = _HEADING.sub("", with_days)
    return Attachment("figures.png", data, within(unformatted(bare), ALT_LIMIT))


_HEADING = re.compile(r"^(?:## |-# )", re.MULTILINE)
"""Pattern of Discord's signs for a heading and for small print."""
_MOMENT = re.compile(r"<t:(\d+):d>")
"""Pattern of a day as Discord shows it in each reader's format; the number is in seconds since 1970."""


def _day(moment: int, texts: Texts) -> str:
    return written(datetime.fromtimestamp(moment, UTC).date(), texts.name)
