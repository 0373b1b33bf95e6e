"""Orders of pictures, as the bot sends them to a drawing process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import render
from bot.drawing.headline import headline
from bot.wording.texts import texts_in
from engines import Event
from render.shape import Shape

BOARD_WITHIN = 0.3
"""Seconds in which the picture of a channel is due."""


@dataclass(frozen=True)
class PictureOrder:
    """A picture to be drawn by a function of `render`."""

    function: Literal["picture", "hand", "decision", "card", "chart", "recap", "standings", "legend", "zoomed"]
    locale: str
    names: tuple[str, ...] = ()
    before: tuple[Any, ...] = ()
    """Arguments of the function before the caption."""
    after: tuple[Any, ...] = ()
    """Arguments after the caption."""
    events: tuple[Event, ...] = ()
    time_limit: float = BOARD_WITHIN
    """Seconds in which it is due; the picture that is due first is drawn first."""
    is_practice: bool = False
    """True if it shows a practice table or an imagined position, with a ribbon that says so."""
    shape: Shape = Shape.WIDE
    colours: tuple[str, ...] = ()
    """The chosen colour of each seat, or "" for none."""
    is_posted: bool = False
    """True if a channel or a direct message shows it."""


def carry_out(order: PictureOrder) -> bytes:
    """Return the picture as PNG. Raises LookupError if there is no such picture."""
    texts = texts_in(order.locale)
    news = headline(order.before[0].game, texts, order.events, order.names) if order.function == "picture" else ()
    caption = render.Caption(
        order.names,
        order.events,
        texts.say,
        texts.name,
        order.is_practice,
        order.shape,
        order.colours,
        news,
        order.is_posted,
    )
    data: bytes = getattr(render, order.function)(*order.before, caption, *order.after)
    return data
