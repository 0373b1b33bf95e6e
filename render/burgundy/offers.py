"""What a player is offered, sorted by where it shows: actions as the engine writes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engines import Action
from engines.burgundy import box


class Price(NamedTuple):
    """What an action takes: workers turn a die. ``die`` None: no die is needed."""

    die: int | None = None
    workers: int = 0


@dataclass
class Offers:
    """Of every place what can be done there, and for what at least."""

    hexes: dict[str, dict[str, Price]] = field(default_factory=lambda: defaultdict(dict))
    """Tiles by the hexes that they may be placed on."""
    depots: dict[str, dict[str, Price]] = field(default_factory=lambda: defaultdict(dict))
    """Tiles by the depots that they may be taken from."""
    bought: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Tiles by the depots that they may be bought from."""
    sold: dict[str, Price] = field(default_factory=dict)
    """Goods that may be sold."""
    loaded: set[str] = field(default_factory=set)
    """Depots whose goods may be taken."""
    discarded: set[str] = field(default_factory=set)
    """Stored tiles that may leave."""
    boards: list[str] = field(default_factory=list)

    def knowledge(self) -> list[str]:
        """Knowledge tiles that may be taken or bought, by number."""
        tiles = {tile for offered in (*self.depots.values(), *self.bought.values()) for tile in offered}
        return [tile for tile in box.KNOWLEDGE if tile in tiles]

    def any(self) -> bool:
        """Whether there is something to point at."""
        places = (self.hexes, self.depots, self.bought, self.sold, self.loaded, self.discarded, self.boards)
        return any(places)


def read(actions: Iterable[Action]) -> Offers:
    """What the actions say; what shows nowhere is left out."""
    found = Offers()
    for action in actions:
        match action:
            case ("place", tile, hex, *how):
                _least(found.hexes[hex], tile, _price(how))
            case ("start", hex):
                found.hexes[hex] = {"castle": Price()}
            case ("take", depot, tile, *how):
                _least(found.depots[depot], tile, _price(how))
            case ("buy" | "hire", depot, tile, *_):
                found.bought[depot].add(tile)
            case ("sell", goods, *how):
                _least(found.sold, goods, _price(how))
            case ("goods", *depots):
                found.loaded.update(depot for depot in depots if depot != "none")
            case ("discard", tile):
                found.discarded.add(tile)
            case ("board", board):
                found.boards.append(board)
    return found


def _price(how: list[str]) -> Price:
    match how:
        case ["die", die]:
            return Price(int(die))
        case ["die", die, "workers", count]:
            return Price(int(die), int(count))
    return Price()


def _least(prices: dict[str, Price], what: str, price: Price) -> None:
    if what not in prices or price.workers < prices[what].workers:
        prices[what] = price
