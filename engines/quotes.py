"""What a view says of each thing that a seat may want: whether it is offered now, at what price, and else why not."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engines.messages import Message


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """An offer with its price, or the reason why there is none.

    A view holds one for each thing that pictures and panels show, by the words with which its actions begin, joined by
    blanks ("road", "improve magic"). Only the seat that must decide has any. ``offered`` is what ``Game.legal`` says.
    """

    offered: bool
    price: Mapping[str, int] = {}
    """How many of what is paid (money, ships, cards or cubes by kind); empty: nothing, or what is chosen later."""
    reason: Message | None = None
    """Why it is not offered; None where it is."""


def is_offered(quotes: Mapping[str, Quote], key: str) -> bool:
    """Return whether the viewer may do something now; nobody is asked about what is not quoted."""
    return key in quotes and quotes[key].offered
