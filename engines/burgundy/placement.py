"""Where a tile may be placed, and what its placing brings (rules 6.3, 7, 9, 10)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.estate import ESTATES, Hex
from engines.burgundy.knowledge import BETTER_ANIMALS, DOUBLE_SHIFT, FREE_SHIFT, REPEATS
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.burgundy.ways import FREELY, Ways, every_way, sensible_ways
from engines.contract import Message
from engines.steps import Words


def die_ways(player: Player, use: str, free: bool, *, every: bool = False) -> Ways:
    """The last words of an action by the number wanted; ``use`` is the colour of a tile placed, "take" or "sell".

    ``every``: those too that are not worth offering.
    """
    if free:
        return FREELY
    known, ways = player.knowledge, every_way if every else sensible_ways
    return ways(tuple(player.unused), min(3, player.workers), FREE_SHIFT.get(use) in known, DOUBLE_SHIFT in known)


def fitting(player: Player, tile: str) -> Iterator[Hex]:
    """Empty hexes that take a tile, whatever their number (rules 6.3)."""
    estate, covered = ESTATES[player.board], player.covered
    single = box.COLOUR[tile] == "building" and REPEATS not in player.knowledge
    apart = covered.keys().isdisjoint
    for hex in estate.by_colour[box.COLOUR[tile]]:
        if hex.id in covered or apart(hex.neighbours):
            continue
        if not single or all(covered.get(other) != tile for other in estate.regions[hex.region].hexes):
            yield hex


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
    return None if place in fitting(player, tile) else Message("burgundy.refuse.twice", {"tile": tile})


def placements(player: Player, free: bool) -> Iterator[Words]:
    """Every stored tile, its hex and the die; ``free``: without a die (castle, city hall)."""
    for tile in dict.fromkeys(player.storage):
        numbers = die_ways(player, box.COLOUR[tile], free)
        for hex in fitting(player, tile):
            for how in numbers[hex.die]:
                yield (tile, hex.id, *how)


def open_hexes(player: Player, free: bool = False) -> dict[str, list[str]]:
    """Stored tiles by the hexes that a present die can put them on; ``free``: that take them without a die."""
    found: dict[str, list[str]] = {}
    if player.board and (free or player.unused):
        for tile, hex, *_ in placements(player, free):
            if tile not in found.setdefault(hex, []):
                found[hex].append(tile)
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
    return sum(scoring) + (len(scoring) * box.AMOUNT[BETTER_ANIMALS] if BETTER_ANIMALS in player.knowledge else 0)


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
