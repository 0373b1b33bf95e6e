"""Prices of things (rules 12, 17.1), and which of them a player may buy in a turn or between turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engines.messages import Action
from engines.mmn import board, naming
from engines.mmn.position import Position
from engines.mmn.steps.turn import Turn
from engines.mmn.verbs.action import Work
from engines.mmn.verbs.building import Improve, next_price
from engines.mmn.verbs.storage import Stocked
from engines.quotes import Quote


class Price(msgspec.Struct, frozen=True):
    """The price of a thing: ``cards`` by kind, or a ``token`` for one that may be paid in several ways."""

    cards: Mapping[str, int]
    token: str
    piece: str
    """The piece that it takes from the supply; empty: none."""


def _price(work: Work) -> Price:
    token = work.token if isinstance(work, Stocked) else ""
    return Price({board.KINDS[kind]: number for kind, number in work.price}, token, work.piece)


PRICES: dict[str, Price] = {
    verb.word: _price(verb)
    for verb in Turn.verbs
    if isinstance(verb, Work) and (verb.price or isinstance(verb, Stocked))
}
"""The prices that never change, by the first words of actions."""
SWAP = "swap"


def swap_with(seat: int) -> str:
    """Return the key of the quote for a swap with another player."""
    return f"{SWAP} {naming.SEATS[seat]}"


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Return the quotes of all that a seat may build, improve, do with knights or swap; empty if it is not asked."""
    kinds = {verb.word for verb in game.state.stack[-1].offered(game, seat) if isinstance(verb, Work)}
    if not kinds:
        return {}
    legal = game.legal(seat)
    begun = {action[:1] for action in legal} | {action[:2] for action in legal}
    quoted: dict[str, Quote] = {}
    for beginning, price in _things(game, seat, kinds):
        reason = None if beginning in begun else game.obstacle(seat, beginning)
        quoted[" ".join(beginning)] = Quote(offered=reason is None, price=price, reason=reason)
    return quoted


def _things(game: Position, seat: int, kinds: set[str]) -> Iterator[tuple[Action, Mapping[str, int]]]:
    """Yield the beginnings of actions, each with its price."""
    for word, price in PRICES.items():
        if word in kinds:
            yield (word,), price.cards
    if Improve.word in kinds:
        for track, cards in next_price(game.state.players[seat]).items():
            yield (Improve.word, track), cards
    if game.state.now.harbour and seat == game.state.active:
        for opponent in game.opponents(seat):
            yield (SWAP, naming.SEATS[opponent]), {}
