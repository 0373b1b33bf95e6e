"""Quotes: for each thing that a seat may want, whether it is offered now, its price, or why it is not offered."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engines.messages import Message


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """An offer with its price, or the reason why there is none.

    A view has a quote for each thing that pictures and panels show, by the first words of its actions joined by blanks
    ("road", "improve magic"), but only for the seat that has a decision. ``offered`` agrees with ``Game.legal``.
    """

    offered: bool
    price: Mapping[str, int] = {}
    """Amounts of money, ships, cards or cubes to pay, by kind; empty: nothing, or what is paid is chosen later."""
    reason: Message | None = None
    """The reason why it is not offered; None: it is."""


def is_offered(quotes: Mapping[str, Quote], key: str) -> bool:
    """Return whether the viewer may do something now; False if it is not quoted."""
    return key in quotes and quotes[key].offered
