"""Prices of a player's possible actions with tiles, goods and boards: a die, workers and silverlings."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.burgundy.verbs.action import Acting, DieAction
from engines.burgundy.verbs.storing import Payment, Purchase
from engines.messages import Action
from engines.quotes import Quote

WORKERS = "workers"
"""The key of a price in workers."""
SILVERLINGS = "silverlings"
"""The key of a price in silverlings."""


class DieQuote(Quote, frozen=True, kw_only=True):
    """The quote of a dice action; the price is the smallest number of workers that turn a die."""

    die: int | None
    """The die that is used; None: no die is needed."""


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Return the quotes of the seat's present decision, by action without the words about dice and workers.

    Tiles and goods that the seat sees, but can do nothing with, have a quote with the reason.
    """
    step = game.state.stack[-1]
    verbs = {verb.word: verb for verb in step.offered(game, seat)}
    quoted: dict[str, Quote] = {}
    for action in game.legal(seat):
        match verbs[action[0]]:
            case DieAction(size=size):
                key = " ".join(action[: 1 + size])
                quote: Quote = _with_die(action[1 + size :])
            case Purchase() as verb:
                key = " ".join(action[:3])
                quote = _purchase(verb.price(action[1:]))
            case _:
                key = " ".join(action)
                quote = Quote(offered=True)
        better_quote = quoted.get(key)
        if better_quote is None or quote.price.get(WORKERS, 0) < better_quote.price.get(WORKERS, 0):
            quoted[key] = quote
    if isinstance(step, Acting):
        for beginning in _beginnings(game, game.state.players[seat]):
            key = " ".join(beginning)
            if not any(better_quote == key or better_quote.startswith(f"{key} ") for better_quote in quoted):
                quoted[key] = Quote(offered=False, reason=game.obstacle(seat, beginning))
    return quoted


def _with_die(ending: Action) -> DieQuote:
    """Return the quote for the last words of a dice action, such as "die 3 workers 2"."""
    numbers = dict(zip(ending[::2], map(int, ending[1::2]), strict=True))
    workers = {WORKERS: numbers[WORKERS]} if WORKERS in numbers else {}
    return DieQuote(offered=True, die=numbers.get("die"), price=workers)


def _purchase(payment: Payment) -> Quote:
    price = {SILVERLINGS: payment.silverlings, WORKERS: payment.workers}
    return Quote(offered=True, price={currency: number for currency, number in price.items() if number})


def _beginnings(game: Position, player: Player) -> Iterator[Action]:
    """Yield the beginnings of actions with each tile in storage and in the depots, and each type of goods."""
    for tile in dict.fromkeys(player.storage):
        yield ("place", tile)
    for goods in player.goods:
        yield ("sell", goods)
    for depot, tiles in game.state.depots.items():
        for tile in dict.fromkeys(tiles):
            yield ("buy" if depot == box.BLACK else "take", depot, tile)
