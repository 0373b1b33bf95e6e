"""Which dice serve, where a tile may be placed, and what its placing brings (rules 6.1, 6.3, 7, 9, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Hex
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.contract import Message
from engines.steps import Words

Ways = tuple[tuple[Words, ...], ...]
"""The last words of an action, which die and how many workers, by the number wanted; ``ANY`` is one, too."""
ANY = 0
"""Whatever the die shows."""
MOST_WORKERS = 3
"""No die is turned further."""
_USES = ("take", "sell", "workers", *box.COLOURS)


class Reach(NamedTuple):
    """What can be done with the dice and workers there are, or without any. A use of a die is the colour of the tile
    placed or the first word of another action."""

    every: Mapping[str, Ways]
    """All there is, by use."""
    ways: Mapping[str, Ways]
    """What is worth offering of it."""
    more: bool
    """There is more than what is offered."""
    depots: tuple[tuple[str, tuple[Words, ...]], ...]
    """The depots from which tiles may be taken, and how."""
    sales: tuple[tuple[str, tuple[Words, ...]], ...]
    """The goods that may be sold, and how, in whole words."""

    @classmethod
    def of(cls, every: Mapping[str, Ways], ways: Mapping[str, Ways]) -> Reach:
        depots = tuple((depot, hows) for depot, hows in zip(box.DEPOTS, ways["take"][1:], strict=True) if hows)
        selling = zip(box.GOODS, ways["sell"][1:], strict=True)
        sales = tuple((goods, tuple((goods, *how) for how in hows)) for goods, hows in selling if hows)
        return cls(every, ways, every != ways, depots, sales)


_NO_DIE = dict.fromkeys(_USES, (((),),) * (1 + len(box.DICE)))
FREELY = Reach.of(_NO_DIE, _NO_DIE)
"""What an action without a die reaches."""


def workers_for(die: int, number: int, *, free: bool = False, double: bool = False) -> int:
    """Workers that turn a die into a number; 1 and 6 are neighbours.

    ``free``: a shift of 1 costs nothing (knowledge 9 to 12). ``double``: a worker shifts by up to 2 (knowledge 8);
    the free shift stays 1 (rules 17, A4).

    >>> workers_for(2, 6), workers_for(3, 6, double=True), workers_for(3, 6, free=True), workers_for(3, ANY)
    (2, 2, 2, 0)
    """
    if number == ANY:
        return 0
    starts = (die - 1, die, die + 1) if free else (die,)
    apart = min(min((start - number) % 6, (number - start) % 6) for start in starts)
    return -(-apart // 2) if double else apart


@cache
def turning(dice: tuple[int, ...], workers: int, free: bool, double: bool) -> tuple[Ways, Ways]:
    """Which die, and how many workers (never more than turn it into the number): all there is, what is offered.

    No die is offered where the other one reaches the number so much cheaper that it could still be turned into this
    one, for then the other is as good whatever comes next.
    """
    every: list[tuple[Words, ...]] = []
    offered: list[tuple[Words, ...]] = []
    for number in (ANY, *box.DICE):
        costs = {die: workers_for(die, number, free=free, double=double) for die in dice}
        found = dict[int, Words]()
        beaten = set[int]()
        for die, cost in costs.items():
            if cost <= workers:
                found[die] = ("die", str(die), *(("workers", str(cost)) if cost else ()))
            others = (other for other in costs if other != die)
            if any(costs[other] + workers_for(die, other, double=double) <= cost for other in others):
                beaten.add(die)
        every.append(tuple(found.values()))
        offered.append(tuple(how for die, how in found.items() if die not in beaten))
    return tuple(every), tuple(offered)


def die_reach(player: Player) -> Reach:
    """What the own dice reach."""
    return reach(tuple(player.unused), min(player.workers, MOST_WORKERS), knowledge.shifts(player))


@lru_cache(maxsize=1 << 12)
def reach(dice: tuple[int, ...], workers: int, known: tuple[str, ...]) -> Reach:
    """What dice reach, with so many workers and these ``knowledge.shifts``: nothing else counts."""
    turned = {use: turning(dice, workers, *knowledge.shift(known, use)) for use in _USES}
    every, ways = ({use: both[which] for use, both in turned.items()} for which in (0, 1))
    return Reach.of(every, ways)


def fitting(player: Player, building: str, beside: list[Hex]) -> list[Hex]:
    """Those of the building hexes beside the estate that take one, whatever their number (rules 6.3)."""
    same = [hex for hex, tile in player.covered.items() if tile == building]
    if not same or knowledge.REPEATS in player.knowledge:
        return beside
    hexes = ESTATES[player.board].hexes
    cities = {hexes[hex].region for hex in same}
    return [hex for hex in beside if hex.region not in cities]


@lru_cache(maxsize=1 << 14)
def border(board: str, covered: frozenset[str]) -> dict[str, list[Hex]]:
    """Empty hexes beside what is covered, by colour, in reading order; nobody changes what is remembered here."""
    hexes = ESTATES[board].hexes
    found: dict[str, list[Hex]] = {colour: [] for colour in box.COLOURS}
    for id in sorted(set().union(*[hexes[hex].neighbours for hex in covered]) - covered):
        found[hexes[id].colour].append(hexes[id])
    return found


def misfit(player: Player, tile: str, hex: str) -> Message | None:
    """Why a hex does not take a tile, whatever the die."""
    estate = ESTATES[player.board]
    if hex not in estate.hexes:
        return Message("burgundy.refuse.no_hex", {"hex": hex})
    if hex in player.covered:
        return Message("burgundy.refuse.covered", {"hex": hex})
    place = estate.hexes[hex]
    if place.colour != box.COLOUR[tile]:
        return Message("burgundy.refuse.colour", {"hex": hex, "colour": place.colour})
    if not any(other in player.covered for other in place.neighbours):
        return Message("burgundy.refuse.apart", {"hex": hex})
    if place.colour == "building" and not fitting(player, tile, [place]):
        return Message("burgundy.refuse.twice", {"tile": tile})
    return None


def placements(player: Player, reach: Reach) -> list[Words]:
    """Every stored tile with each hex that takes it, and the dice that serve."""
    found: list[Words] = []
    beside = border(player.board, frozenset(player.covered))
    for tile in dict.fromkeys(player.storage):
        colour = box.COLOUR[tile]
        if hexes := beside[colour]:
            ways = reach.ways[colour]
            if colour == "building":
                hexes = fitting(player, tile, hexes)
            found += [(tile, hex.id, *how) for hex in hexes for how in ways[hex.die]]
    return found


def open_hexes(player: Player, free: bool = False) -> dict[str, list[str]]:
    """Stored tiles by the hexes that a present die can put them on; ``free``: that take them without a die."""
    found: dict[str, list[str]] = {}
    if player.board:
        reach = FREELY if free else die_reach(player)
        for tile, hex in dict.fromkeys(words[:2] for words in placements(player, reach)):
            found.setdefault(hex, []).append(tile)
    return found


# -- what a placement scores -----------------------------------------------------------------------------------------


def animal_vp(player: Player, tile: str, hex: str) -> int:
    """Rules 9: the new tile and every own tile of its kind already in the pasture."""
    if tile not in box.ANIMAL:
        return 0
    kind, animals = box.ANIMAL[tile]
    pasture = ESTATES[player.board].around(hex)
    lying = [box.ANIMAL[player.covered[other]] for other in pasture if other in player.covered and other != hex]
    scoring = [animals, *(number for other, number in lying if other == kind)]
    return sum(scoring) + len(scoring) * knowledge.brought(player, knowledge.BETTER_ANIMALS)


def region_vp(game: Position, player: Player, hex: str) -> int:
    """Rules 10: VP of the region that this hex completes; 0 while another of its hexes is empty."""
    region = ESTATES[player.board].around(hex)
    if any(other not in player.covered and other != hex for other in region):
        return 0
    return box.REGION_VP[len(region)] + box.PHASE_VP[game.state.phase]


def bonus(game: Position, player: Player, hex: str) -> str | None:
    """Rules 10: "large" or "small" if this hex completes its colour and a bonus tile is left."""
    estate = ESTATES[player.board]
    colour = estate.hexes[hex].colour
    if not game.state.bonus[colour]:
        return None
    if any(other.id not in player.covered and other.id != hex for other in estate.by_colour[colour]):
        return None
    return game.state.bonus[colour][0]
