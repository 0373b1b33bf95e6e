"""What is to be drawn, as it goes from the bot to a drawing process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import render
from bot.drawing.headline import headline
from bot.wording.texts import texts_in
from engines import Event
from render.shape import Shape

BOARD_WITHIN = 0.3
"""In so many seconds the picture of a channel is wanted."""


@dataclass(frozen=True)
class PictureOrder:
    """A picture that is wanted: ``what`` names the function of ``render``, which takes ``before``, the caption and
    ``after``."""

    what: Literal["picture", "hand", "decision", "card", "chart", "recap", "standings", "legend", "zoomed"]
    locale: str
    names: tuple[str, ...] = ()
    before: tuple[Any, ...] = ()
    after: tuple[Any, ...] = ()
    events: tuple[Event, ...] = ()
    within: float = BOARD_WITHIN
    """In how many seconds it is wanted. What is wanted first is drawn first, whoever asked first."""
    tried: bool = False
    """Whether it shows what was only tried."""
    shape: Shape = Shape.WIDE
    colours: tuple[str, ...] = ()
    """What each seat has chosen, "" for nothing."""
    posted: bool = False
    """Whether a channel or a direct message shows it."""


def carry_out(order: PictureOrder) -> bytes:
    """The PNG. Raises LookupError for what has no such picture."""
    texts = texts_in(order.locale)
    news = headline(order.before[0].game, texts, order.events, order.names) if order.what == "picture" else ()
    caption = render.Caption(
        order.names,
        order.events,
        texts.say,
        texts.name,
        order.tried,
        order.shape,
        order.colours,
        news,
        order.posted,
    )
    data: bytes = getattr(render, order.what)(*order.before, caption, *order.after)
    return data
