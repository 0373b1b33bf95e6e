"""Turning of dice, hexes that take a tile, and VP of a placement (rules 6.1, 6.3, 7, 9, 10)."""

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
"""The last words of an action ("die 4 workers 1"), by the number that the die must show.

The index is the number from 1 to 6, or ``ANY``. There are several if either die can be turned into the number, and none
if no die can.
"""
ANY = 0
"""The number for actions with which the die may show anything."""
MOST_WORKERS = 3
"""The most workers that one turn of a die can need."""
_USES = ("take", "sell", "workers", *box.COLOURS)
"""The uses of a die: verbs of actions, and the colours of tiles that are placed."""


class Reach(NamedTuple):
    """The uses of dice that a player's dice and workers allow, or those of an action without a die.

    A use is the colour of the tile to place, or the verb of another action.
    """

    legal: Mapping[str, Ways]
    """All legal last words by use."""
    offered: Mapping[str, Ways]
    """The last words that are offered, by use: without those that ``turning`` leaves out."""
    more: bool
    """True if more is legal than is offered."""
    depots: tuple[tuple[str, tuple[Words, ...]], ...]
    """The depots from which tiles may be taken, each with the last words for it."""
    sales: tuple[tuple[str, tuple[Words, ...]], ...]
    """The goods that may be sold, each with all words of the action behind its verb."""

    @classmethod
    def of(cls, legal: Mapping[str, Ways], offered: Mapping[str, Ways]) -> Reach:
        """Return the reach with these last words.

        Depots and goods are listed by the number of their die, from 1 on.
        """
        taking = zip(box.DEPOTS, offered["take"][1:], strict=True)
        depots = tuple((depot, endings) for depot, endings in taking if endings)
        selling = zip(box.GOODS, offered["sell"][1:], strict=True)
        sales = tuple((goods, tuple((goods, *ending) for ending in endings)) for goods, endings in selling if endings)
        return cls(legal, offered, legal != offered, depots, sales)


_WITHOUT_WORDS: tuple[Words, ...] = ((),)
_NO_DIE: dict[str, Ways] = dict.fromkeys(_USES, (_WITHOUT_WORDS,) * (1 + len(box.DICE)))
"""For each use and each number, and for ``ANY``, the action needs no last words."""
FREELY = Reach.of(_NO_DIE, _NO_DIE)
"""The reach of actions without a die."""


def workers_for(die: int, number: int, *, free: bool = False, double: bool = False) -> int:
    """Return how many workers turn a die into a number; 1 and 6 are neighbours.

    Args:
        die: The number that the die shows.
        number: The number that it must show.
        free: True if a shift by 1 costs nothing (knowledge 9 to 12).
        double: True if a worker shifts by up to 2 (knowledge 8); the free shift stays 1 (rules 17, A4).

    >>> workers_for(2, 6), workers_for(3, 6, double=True), workers_for(3, 6, free=True), workers_for(3, ANY)
    (2, 2, 2, 0)
    """
    if number == ANY:
        return 0
    starts = (die - 1, die, die + 1) if free else (die,)
    sides = len(box.DICE)
    distance = min(min((start - number) % sides, (number - start) % sides) for start in starts)
    return (distance + 1) // 2 if double else distance  # rounded up


@cache
def turning(  # by position, because keywords cost time in a cache that play-outs ask all the time
    dice: tuple[int, ...],
    workers: int,
    free: bool,  # noqa: FBT001
    double: bool,  # noqa: FBT001
) -> tuple[Ways, Ways]:
    """Return all last words with a die and the workers that turn it, and those of them that are offered.

    A die is not offered for a number that the second die reaches with so many workers fewer that they could turn the
    first die, which then remains, into the second: using the second die is at least as good, whatever comes next.
    The free shift does not count for the die that remains, because it is free for some uses only.
    """
    legal: list[tuple[Words, ...]] = []
    offered: list[tuple[Words, ...]] = []
    for number in (ANY, *box.DICE):
        costs = {die: workers_for(die, number, free=free, double=double) for die in dice}  # in workers
        endings = dict[int, Words]()
        beaten = set[int]()
        for die, cost in costs.items():
            if cost <= workers:
                payment = ("workers", str(cost)) if cost else ()
                endings[die] = ("die", str(die), *payment)
            other_dice = (other for other in costs if other != die)
            if any(costs[other] + workers_for(die, other, double=double) <= cost for other in other_dice):
                beaten.add(die)
        legal.append(tuple(endings.values()))
        offered.append(tuple(ending for die, ending in endings.items() if die not in beaten))
    return tuple(legal), tuple(offered)


def die_reach(player: Player) -> Reach:
    """Return the reach of a player's unused dice."""
    return reach(tuple(player.unused), min(player.workers, MOST_WORKERS), knowledge.shift_tiles(player))


@lru_cache(maxsize=1 << 12)
def reach(dice: tuple[int, ...], workers: int, tiles_known: tuple[str, ...]) -> Reach:
    """Return the reach of dice with so many workers and these ``knowledge.shift_tiles``."""
    legal: dict[str, Ways] = {}
    offered: dict[str, Ways] = {}
    for use in _USES:
        legal[use], offered[use] = turning(dice, workers, *knowledge.free_and_double(tiles_known, use))
    return Reach.of(legal, offered)


def fitting(player: Player, building: str, candidates: list[Hex]) -> list[Hex]:
    """Return the building hexes that take a building, whatever their number: not in a city with an equal one.

    See rules 6.3.

    Args:
        player: The owner of the estate.
        building: The kind of building.
        candidates: Empty building hexes that touch a placed tile.
    """
    equal_buildings = [hex for hex, tile in player.covered.items() if tile == building]
    if not equal_buildings or knowledge.REPEATS in player.knowledge:
        return candidates
    hexes = ESTATES[player.board].hexes
    cities = {hexes[hex].region for hex in equal_buildings}
    return [hex for hex in candidates if hex.region not in cities]


@lru_cache(maxsize=1 << 14)
def border(board: str, covered: frozenset[str]) -> dict[str, list[Hex]]:
    """Return the empty hexes that touch covered ones, by colour and in reading order.

    The result is cached, so callers must not change it.
    """
    hexes = ESTATES[board].hexes
    empty: dict[str, list[Hex]] = {colour: [] for colour in box.COLOURS}
    for id in sorted(set().union(*[hexes[hex].neighbours for hex in covered]) - covered):
        empty[hexes[id].colour].append(hexes[id])
    return empty


def misfit(player: Player, tile: str, hex: str) -> Message | None:
    """Return why a hex does not take a tile, whatever the dice show."""
    estate = ESTATES[player.board]
    if hex not in estate.hexes:
        return Message("burgundy.refuse.no_hex", {"hex": hex})
    if hex in player.covered:
        return Message("burgundy.refuse.covered", {"hex": hex})
    place = estate.hexes[hex]
    if place.colour != box.COLOUR[tile]:
        return Message("burgundy.refuse.colour", {"hex": hex, "colour": place.colour})
    if not any(neighbour in player.covered for neighbour in place.neighbours):
        return Message("burgundy.refuse.apart", {"hex": hex})
    if place.colour == "building" and not fitting(player, tile, [place]):
        return Message("burgundy.refuse.twice", {"tile": tile})
    return None


def placements(player: Player, reach: Reach) -> list[Words]:
    """Return the completions that place a stored tile: each tile with each hex that takes it and each die for it."""
    completions: list[Words] = []
    empty = border(player.board, frozenset(player.covered))
    for tile in dict.fromkeys(player.storage):  # equal tiles are offered once
        colour = box.COLOUR[tile]
        if hexes := empty[colour]:
            ways = reach.offered[colour]
            if colour == "building":
                hexes = fitting(player, tile, hexes)
            completions += [(tile, hex.id, *ending) for hex in hexes for ending in ways[hex.die]]
    return completions


def open_hexes(player: Player, *, free: bool = False) -> dict[str, list[str]]:
    """Return the stored tiles that can be placed with the unused dice, by hex; ``free``: without a die."""
    tiles_by_hex: dict[str, list[str]] = {}
    if player.board:
        reach = FREELY if free else die_reach(player)
        for tile, hex in dict.fromkeys(words[:2] for words in placements(player, reach)):
            tiles_by_hex.setdefault(hex, []).append(tile)
    return tiles_by_hex


# -- VP of a placement -----------------------------------------------------------------------------------------------


def animal_vp(player: Player, tile: str, hex: str) -> int:
    """Return the VP of placing an animal tile: its animals and all of its kind in the same pasture (rules 9)."""
    if tile not in box.ANIMAL:
        return 0
    kind, animals = box.ANIMAL[tile]
    pasture = ESTATES[player.board].around(hex)
    other_animals = [box.ANIMAL[player.covered[place]] for place in pasture if place in player.covered and place != hex]
    scoring_tiles = [animals, *(number for other_kind, number in other_animals if other_kind == kind)]
    return sum(scoring_tiles) + len(scoring_tiles) * knowledge.brought(player, knowledge.BETTER_ANIMALS)


def region_vp(game: Position, player: Player, hex: str) -> int:
    """Return the VP of the region that a tile on this hex completes; 0: it does not complete one (rules 10)."""
    region = ESTATES[player.board].around(hex)
    if any(place not in player.covered and place != hex for place in region):
        return 0
    return box.REGION_VP[len(region)] + box.PHASE_VP[game.state.phase]


def bonus(game: Position, player: Player, hex: str) -> str | None:
    """Return the size of the bonus tile that is won if a tile on this hex completes its colour (rules 10).

    It is None if the colour is not complete then, or no bonus tile of it is left.
    """
    estate = ESTATES[player.board]
    colour = estate.hexes[hex].colour
    if not game.state.bonus[colour]:
        return None
    if any(place.id not in player.covered and place.id != hex for place in estate.by_colour[colour]):
        return None
    return game.state.bonus[colour][0]
