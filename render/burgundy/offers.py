"""The actions that a player is offered, sorted by the place of the board where they show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engines import Action
from engines.burgundy import box
from engines.burgundy.quotes import WORKERS, DieQuote
from engines.quotes import Quote


class Price(NamedTuple):
    """The price of an action: a die, and workers to turn it."""

    die: int | None = None
    """The number of the die; None: the action needs none."""
    workers: int = 0


@dataclass
class Offers:
    """Places of the board with the actions that are offered there, each at its lowest price."""

    hexes: dict[str, dict[str, Price]] = field(default_factory=lambda: defaultdict(dict))
    """Tiles by the hexes that they may be placed on."""
    depots: dict[str, dict[str, Price]] = field(default_factory=lambda: defaultdict(dict))
    """Tiles by the depots that they may be taken from."""
    bought: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Tiles by the depots that they may be bought from."""
    sold: dict[str, Price] = field(default_factory=dict)
    """Kinds of goods that may be sold."""
    loaded: set[str] = field(default_factory=set)
    """Depots whose goods may be taken."""
    discarded: set[str] = field(default_factory=set)
    """Stored tiles that may be discarded."""
    boards: list[str] = field(default_factory=list)
    """Player's boards that may be chosen."""

    def knowledge(self) -> list[str]:
        """Return the knowledge tiles that may be taken or bought, ordered by number."""
        tiles = {tile for offered in (*self.depots.values(), *self.bought.values()) for tile in offered}
        return [tile for tile in box.KNOWLEDGE if tile in tiles]

    def any(self) -> bool:
        """Return whether anything offered has a place on the board."""
        places = (self.hexes, self.depots, self.bought, self.sold, self.loaded, self.discarded, self.boards)
        return any(places)


def asked(quotes: Mapping[str, Quote], actions: Iterable[Action]) -> dict[str, Quote]:
    """Return only the quotes of some actions and of their beginnings."""
    beginnings = {" ".join(action[:words]) for action in actions for words in range(1, len(action) + 1)}
    return {key: quote for key, quote in quotes.items() if key in beginnings}


def read(quotes: Mapping[str, Quote]) -> Offers:
    """Return the offers among the quotes of a view, without those that have no place on the board."""
    offers = Offers()
    for key, quote in quotes.items():
        if not quote.offered:
            continue
        match key.split():
            case ["place", tile, hex]:
                offers.hexes[hex][tile] = _price(quote)
            case ["start", hex]:
                offers.hexes[hex] = {"castle": Price()}
            case ["take", depot, tile]:
                offers.depots[depot][tile] = _price(quote)
            case ["buy" | "hire", depot, tile]:
                offers.bought[depot].add(tile)
            case ["sell", goods]:
                offers.sold[goods] = _price(quote)
            case ["goods", *depots]:
                offers.loaded.update(depot for depot in depots if depot != "none")
            case ["discard", tile]:
                offers.discarded.add(tile)
            case ["board", board]:
                offers.boards.append(board)
    return offers


def _price(quote: Quote) -> Price:
    return Price(quote.die if isinstance(quote, DieQuote) else None, quote.price.get(WORKERS, 0))
