"""Which dice serve, where a tile may be placed, and what its placing brings (rules 6.1, 6.3, 7, 9, 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Hex
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.contract import Message
from engines.steps import Words

Ways = tuple[tuple[Words, ...], ...]
"""The last words of an action by the number wanted; entry 0 is empty."""
FREELY: Ways = ((), *(((),) for _ in box.DICE))
"""Without a die."""
MOST_WORKERS = 3
"""No die is turned further."""


_USES = ("take", "sell", *box.COLOURS)
_FREELY = dict.fromkeys(_USES, (FREELY, FREELY))


def workers_for(die: int, number: int, *, free: bool = False, double: bool = False) -> int:
    """Workers that turn a die into a number; 1 and 6 are neighbours.

    ``free``: a shift of 1 costs nothing (knowledge 9 to 12). ``double``: a worker shifts by up to 2 (knowledge 8);
    the free shift stays 1 (rules 17, A4).

    >>> workers_for(2, 6), workers_for(3, 6, double=True), workers_for(3, 6, free=True)
    (2, 2, 2)
    """
    step = 2 if double else 1
    starts = (die - 1, die, die + 1) if free else (die,)
    return min(-(-_distance(start, number) // step) for start in starts)


def _distance(a: int, b: int) -> int:
    apart = abs(a - b) % 6
    return min(apart, 6 - apart)


@cache
def turning(dice: tuple[int, ...], workers: int, free: bool, double: bool) -> tuple[Ways, Ways]:
    """Which die, and how many workers (never more than turn it into the number): what is offered, all there is.

    No die is offered where the other one reaches the number so much cheaper that it could still be turned into this
    one, for then the other is as good whatever comes next.
    """
    offered: list[tuple[Words, ...]] = [()]
    every: list[tuple[Words, ...]] = [()]
    for number in box.DICE:
        costs = {die: workers_for(die, number, free=free, double=double) for die in dice}
        found, beaten = dict[int, Words](), set[int]()
        for die, cost in costs.items():
            if cost <= workers:
                found[die] = ("die", str(die), *(("workers", str(cost)) if cost else ()))
            others = (other for other in costs if other != die)
            if any(costs[other] + workers_for(die, other, double=double) <= cost for other in others):
                beaten.add(die)
        every.append(tuple(found.values()))
        offered.append(tuple(how for die, how in found.items() if die not in beaten))
    return tuple(offered), tuple(every)


Uses = Mapping[str, tuple[Ways, Ways]]
"""By what a die is used for (the colour of a tile placed, "take" or "sell"): what is worth offering, all there is."""


def die_uses(player: Player, free: bool) -> Uses:
    """The last words of actions, by use and by the number wanted."""
    if free:
        return _FREELY
    return ways_by_use(tuple(player.unused), min(player.workers, MOST_WORKERS), knowledge.shifts(player))


def die_ways(player: Player, use: str, free: bool, *, every: bool = False) -> Ways:
    """The same for one use; ``every``: those too that are not worth offering."""
    return die_uses(player, free)[use][every]


@lru_cache(maxsize=1 << 14)
def ways_by_use(dice: tuple[int, ...], workers: int, known: tuple[str, ...]) -> Uses:
    """What is worth offering and all there is, with these ``knowledge.shifts``."""
    return {use: turning(dice, workers, *knowledge.shift(known, use)) for use in _USES}


def turning_workers(player: Player, use: str, number: int, die: int) -> int:
    """Workers that turn a die into a number, for what it is used; ``use`` as for ``die_ways``."""
    free, double = knowledge.shift(knowledge.shifts(player), use)
    return workers_for(die, number, free=free, double=double)


def fitting(player: Player, tile: str, beside: Sequence[Hex]) -> Sequence[Hex]:
    """Those of the hexes of its colour beside the estate that take a tile, whatever their number (rules 6.3)."""
    if tile not in player.covered.values() or box.COLOUR[tile] != "building" or knowledge.may_repeat(player):
        return beside
    regions, covered = ESTATES[player.board].regions, player.covered
    return [hex for hex in beside if all(covered.get(other) != tile for other in regions[hex.region].hexes)]


@lru_cache(maxsize=1 << 14)
def border(board: str, covered: frozenset[str]) -> dict[str, tuple[Hex, ...]]:
    """Empty hexes beside what is covered, by colour."""
    return {
        colour: tuple(hex for hex in hexes if hex.id not in covered and not covered.isdisjoint(hex.neighbours))
        for colour, hexes in ESTATES[board].by_colour.items()
    }


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
    return None if fitting(player, tile, [place]) else Message("burgundy.refuse.twice", {"tile": tile})


def sites(player: Player, uses: Uses) -> list[tuple[Words, tuple[Words, ...]]]:
    """Every stored tile with each hex that takes it, and the dice that serve."""
    found: list[tuple[Words, tuple[Words, ...]]] = []
    if player.storage:
        beside = border(player.board, frozenset(player.covered))
        for tile in dict.fromkeys(player.storage):
            colour = box.COLOUR[tile]
            if beside[colour]:
                numbers = uses[colour][0]
                hexes = fitting(player, tile, beside[colour])
                found += [((tile, hex.id), numbers[hex.die]) for hex in hexes if numbers[hex.die]]
    return found


def open_hexes(player: Player, free: bool = False) -> dict[str, list[str]]:
    """Stored tiles by the hexes that a present die can put them on; ``free``: that take them without a die."""
    found: dict[str, list[str]] = {}
    if player.board and (free or player.unused):
        for (tile, hex), _ in sites(player, die_uses(player, free)):
            found.setdefault(hex, []).append(tile)
    return found


# -- what a placement scores -----------------------------------------------------------------------------------------


def animal_vp(player: Player, tile: str, hex: str) -> int:
    """Rules 9: the new tile and every own tile of its kind already in the pasture."""
    if tile not in box.ANIMAL:
        return 0
    kind, animals = box.ANIMAL[tile]
    estate = ESTATES[player.board]
    pasture = estate.regions[estate.hexes[hex].region].hexes
    lying = [box.ANIMAL[player.covered[other]] for other in pasture if other in player.covered and other != hex]
    scoring = [animals, *(number for other, number in lying if other == kind)]
    return sum(scoring) + len(scoring) * knowledge.animal_bonus(player)


def region_vp(game: Position, player: Player, hex: str) -> int:
    """Rules 10: VP of the region that this hex completes; 0 while another of its hexes is empty."""
    estate = ESTATES[player.board]
    region = estate.regions[estate.hexes[hex].region].hexes
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


def worth(game: Position, seat: int, tile: str, hex: str) -> int:
    """VP that placing a tile brings at once."""
    player = game.state.players[seat]
    size = bonus(game, player, hex)
    return (
        animal_vp(player, tile, hex)
        + region_vp(game, player, hex)
        + (box.bonus_vp(size, game.state.seats) if size else 0)
        + (box.AMOUNT[tile] if tile == "watchtower" else 0)
    )
