"""What a player is offered of tiles, goods and boards, and the die and workers that it takes."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.burgundy.verbs.action import Acting, DieAction
from engines.burgundy.verbs.storing import Paid, Purchase
from engines.messages import Action
from engines.quotes import Quote

WORKERS = "workers"
SILVERLINGS = "silverlings"
"""What is paid."""


class DieQuote(Quote, frozen=True, kw_only=True):
    """Quote something done with a die, or without one; the price is the fewest workers that turn the die."""

    die: int | None
    """The die that is used; None: no die is needed."""


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Quote every legal action without the words about dice and workers, and of what is not offered the things that a
    player sees lying there."""
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
        known = quoted.get(key)
        if known is None or quote.price.get(WORKERS, 0) < known.price.get(WORKERS, 0):
            quoted[key] = quote
    if isinstance(step, Acting):
        for beginning in _things(game, game.state.players[seat]):
            key = " ".join(beginning)
            if not any(known == key or known.startswith(f"{key} ") for known in quoted):
                quoted[key] = Quote(offered=False, reason=game.obstacle(seat, beginning))
    return quoted


def _with_die(how: Action) -> DieQuote:
    """Read the last words of a die action: "die 3 workers 2"."""
    said = dict(zip(how[::2], map(int, how[1::2]), strict=True))
    workers = {WORKERS: said[WORKERS]} if WORKERS in said else {}
    return DieQuote(offered=True, die=said.get("die"), price=workers)


def _purchase(paid: Paid) -> Quote:
    price = {SILVERLINGS: paid.silverlings, WORKERS: paid.workers}
    return Quote(offered=True, price={what: number for what, number in price.items() if number})


def _things(game: Position, player: Player) -> Iterator[Action]:
    """Yield the beginnings of actions with each tile in storage and in the depots, and each sort of goods."""
    for tile in dict.fromkeys(player.storage):
        yield ("place", tile)
    for goods in player.goods:
        yield ("sell", goods)
    for depot, tiles in game.state.depots.items():
        for tile in dict.fromkeys(tiles):
            yield ("buy" if depot == box.BLACK else "take", depot, tile)
