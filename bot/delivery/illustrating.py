"""Drawing what Discord is sent, off the event loop: pictures with their alt texts, as files of a message."""

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
from bot.delivery.alt_texts import ALT_LIMIT, alt_text
from bot.drawing.drawers import draw
from bot.drawing.picture_order import BOARD_WITHIN, PictureOrder
from bot.tables import Table
from bot.wording import Texts
from bot.wording.dates import written
from bot.wording.escaping import unformatted, within
from bot.work import metrics
from engines import Action, Event, View
from render.figures import Sheet
from render.shape import Shape

log = structlog.get_logger()

PICTURE = "board.png"
AT_ONCE = 0.0
"""Within so many seconds a picture is wanted for which somebody waits."""
LATE_WITHIN = 6.0
"""The same of a map whose panel is shown already."""
PATIENCE_SECONDS = 0.7
"""An answer does not wait longer for its map; the map is added when it is drawn."""
LATE_SECONDS = 20.0
"""By then nobody needs it any more."""
BOARD_PATIENCE_SECONDS = 2.0
"""A message does not wait longer for its board, counted from when it was due; the picture is added when it is drawn."""
LEAST_PATIENCE_SECONDS = 0.25
"""So long waits a message that comes late itself: where nothing else is to be drawn, its board is there by then."""


def patience_of(waited: float) -> float:
    """Return how many seconds a message waits for its board that has `waited` so long itself."""
    return max(BOARD_PATIENCE_SECONDS - waited, min(LEAST_PATIENCE_SECONDS, BOARD_PATIENCE_SECONDS))


@dataclass
class Attachment:
    """A file with its alt text."""

    name: str
    data: bytes
    alt: str | None = None


class _Upload(discord.File):
    """A file in memory that is sent once and then gone.

    discord.py leaves its bytes in a circle of references, until the garbage collector runs.
    """

    def close(self) -> None:
        super().close()
        del self.fp.close


def files_of(attachments: Sequence[Attachment]) -> list[discord.File]:
    """Return files as discord.py sends them; each can be sent once."""
    return [_Upload(io.BytesIO(file.data), file.name, description=file.alt) for file in attachments]


async def as_far_as_drawn(draw: Callable[[], Awaitable[Attachment]]) -> list[Attachment]:
    """Return the picture; none where it cannot be drawn, whatever is wrong with it: the words remain."""
    try:
        return [await draw()]
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
    within: float = AT_ONCE,
    tried: bool = False,
    posted: bool = False,
) -> PictureOrder:
    """Return the order for a picture of a view of a table, with its names and colours."""
    return PictureOrder(
        picture,
        texts.name,
        table.names,
        (view,),
        after,
        events=tuple(events),
        within=within,
        is_practice=tried,
        shape=shape,
        colours=table.colours,
        is_posted=posted,
    )


async def board_picture(
    table: Table,
    texts: Texts,
    shape: Shape,
    events: Sequence[Event],
    seat: int | None = None,
    *,
    within: float = BOARD_WITHIN,
    patience: float | None = None,
    posted: bool = False,
) -> Attachment:
    """Draw the board as a seat (None: everybody) may see it, with its alt text.

    `within` and `posted`: see `PictureOrder`. Raises TimeoutError where it is not drawn within `patience` seconds.
    """
    view = table.game.view(seat)
    order = ordered("picture", table, texts, shape, view, events=events, within=within, posted=posted)
    with metrics.DRAWING.labels("board").time():
        data = await draw(order, patience)
    return Attachment(PICTURE, data, alt_text(table, texts, seat, events))


async def tried_picture(
    table: Table, texts: Texts, shape: Shape, events: Sequence[Event], seat: int | None, *, late: bool = False
) -> Attachment | None:
    """Draw an imagined board as a seat (None: a spectator) may see it, under a ribbon; None where that fails.

    ``late``: the panel is shown already. Raises TimeoutError when it is not drawn soon enough.
    """
    wanted = LATE_WITHIN if late else AT_ONCE
    order = ordered("picture", table, texts, shape, table.game.view(seat), events=events, within=wanted, tried=True)
    try:
        with metrics.DRAWING.labels("tried").time():
            data = await draw(order, LATE_SECONDS if late else PATIENCE_SECONDS)
    except TimeoutError:
        raise
    except Exception:
        log.exception("an imagined board could not be drawn")
        return None
    alt = f"{texts.say('picture.tried')}\n{alt_text(table, texts, seat, events)}"
    return Attachment("tried.png", data, within(alt, ALT_LIMIT))


async def hand_picture(table: Table, texts: Texts, shape: Shape, seat: int) -> Attachment:
    """Draw a seat's own cards, large. Raises LookupError for a game without such a picture."""
    order = ordered("hand", table, texts, shape, table.game.view(seat))
    with metrics.DRAWING.labels("hand").time():
        data = await draw(order)
    return Attachment("hand.png", data, alt_text(table, texts, seat))


async def decision_picture(
    table: Table, texts: Texts, shape: Shape, seat: int, actions: Sequence[Action], *, late: bool = False
) -> Attachment | None:
    """Draw what a seat decides about, large; None where there is nothing to show or it cannot be drawn.

    The panel's words say the same. `late`: the panel is shown already. Raises TimeoutError when it is not drawn soon
    enough.
    """
    view = table.game.view(seat)
    wanted = LATE_WITHIN if late else AT_ONCE
    order = ordered("decision", table, texts, shape, view, list(actions), within=wanted)
    try:
        with metrics.DRAWING.labels("decision").time():
            data = await draw(order, LATE_SECONDS if late else PATIENCE_SECONDS)
    except LookupError:
        return None
    except TimeoutError:
        raise
    except Exception:
        log.exception("a decision could not be drawn")
        return None
    texts = texts.at(table.game, table.names)
    marks = render.marks(view, actions, table.names)
    named = list[str]()
    room = 2 * ALT_LIMIT  # of hundreds of actions most are cut off, and signs of formatting fall out
    for action in actions:
        named.append(marked(marks, action, texts.action(table.row.key, action, table.names)))
        room -= len(named[-1])
        if room < 0:
            break
    return Attachment("decision.png", data, within(unformatted("; ".join(named)), ALT_LIMIT))


def marked(marks: Mapping[str, str], action: Action, name: str) -> str:
    """Return what an action is called, after the codes of its places in a picture, unless the name has them."""
    codes = [marks[word] for word in action if word in marks]
    if not codes or all(f"{code} (" in name for code in codes):
        return name
    return f"{' '.join(codes)} · {name}"


def axis_of(table: Table, texts: Texts) -> str:
    """Return what is counted along a chart of points."""
    return texts.say("picture.rounds" if table.kind.presentation.counts_rounds else "picture.turns")


async def chart(table: Table, texts: Texts, series: list[list[int]], first: int = 1) -> Attachment:
    """Draw every seat's points over the turns, of which the first has the number `first`."""
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
    """Draw a sheet of figures; `words` say the same, and are its alt text without what only Discord reads."""
    order = PictureOrder("standings", texts.name, before=(sheet,), within=AT_ONCE)
    with metrics.DRAWING.labels("standings").time():
        data = await draw(order)
    bare = _HEADING.sub("", _MOMENT.sub(lambda found: _day(int(found[1]), texts), words))
    return Attachment("figures.png", data, within(unformatted(bare), ALT_LIMIT))


_HEADING = re.compile(r"^(?:## |-# )", re.MULTILINE)
_MOMENT = re.compile(r"<t:(\d+):d>")


def _day(moment: int, texts: Texts) -> str:
    return written(datetime.fromtimestamp(moment, UTC).date(), texts.name)
