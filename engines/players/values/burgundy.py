"""The worth of a position of Burgundy: regions on their way, goods to be sold, tiles in store, mines, workers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engines.burgundy import box, scoring
from engines.burgundy.estate import ESTATES, Hex, Region
from engines.burgundy.placement import border, fitting
from engines.burgundy.position import Position
from engines.burgundy.state import Player, State
from engines.contract import Game

WEIGHTS = {
    "linear": 0.675,  # of a region's points, by the share that is covered
    "square": 0.427,  # the same, by the square of that share
    "hex": 0.8,  # a covered hex, as far as rounds are left
    "colour": 0.492,  # of the points for a whole colour, by the cube of the share
    "mine": 1.8,  # a silverling at the end of each phase
    "knowledge": 1.425,  # a knowledge tile early in the game
    "stored": 2.0,  # a tile that can be placed
    "stuck": 0.3,  # a stored tile beside whose hexes nothing lies yet
    "effect": 1.123,  # what a building, a ship, a castle does when it is placed
    "animal": 0.7,  # an animal on a stored tile
    "goods": 1.125,  # of what a sale brings
    "sale": 1.2,  # the die that a sale takes
    "worker": 0.4,  # each of the first four, above what it counts
    "silverling": 0.491,  # each of the first four, above what it counts
    "track": 0.75,  # a space on the track
}
"""In points of the end."""


class Begun(NamedTuple):
    """What lies on an estate, whatever else is in the game."""

    regions: tuple[tuple[Region, int], ...]
    """Those of which a part is covered, with the number of hexes that are."""
    colours: tuple[tuple[str, int, float], ...]
    """Those that are not whole, with the hexes that are missing and the cube of the share that is covered."""
    beside: Mapping[str, list[Hex]]
    """Empty hexes beside what is covered, by colour."""


class Outlook(NamedTuple):
    """What a seat can hope for, as this module and others judge it."""

    left: int
    """Rounds in which the seat still decides, the running one among them; 0: it has had its last turn."""
    regions: list[tuple[Region, int, float]]
    """Those that are begun, with the hexes that are covered and the points that can be hoped for."""
    colours: float
    """The points of whole colours that can be hoped for, by the cube of the share that is covered."""
    mines: int
    """Silverlings that the mines will bring, the last thing that comes without a decision."""
    stored: list[tuple[str, bool]]
    """The stored tiles, with whether there is a hex for each."""
    beside: Mapping[str, list[Hex]]


def value(game: Game, seat: int) -> float:
    """In points of the end of the game."""
    assert isinstance(game, Position)
    return judged(game, seat, outlook(game.state, seat))


def judged(game: Position, seat: int, seen: Outlook | None) -> float:
    """What the end would count now, and what is on its way to become points."""
    score = scoring.score(game, seat)
    worth = score.total + score.remainder / 1000
    if seen is None:
        return worth
    if not seen.left:
        return worth + seen.mines
    return worth + _estate(game.state.players[seat], seen) + _stores(game.state, seat, seen)


def outlook(state: State, seat: int) -> Outlook | None:
    """None where there is nothing to hope for: the game is over, or the seat has no board yet."""
    player = state.players[seat]
    if state.over or not player.board:
        return None
    left = box.LAST_ROUND - state.turn + any(getattr(step, "seat", None) == seat for step in state.stack)
    covered = player.covered
    regions, missing, beside = _begun(player.board, frozenset(covered))
    passed, colours = max(0, state.turn - 1), 0.0
    hoped = []
    for region, have in regions:
        size = len(region.hexes)
        phase = min(len(box.PHASES) - 1, (passed + size - have) // box.ROUNDS)
        points = box.REGION_VP[size] + box.PHASE_VP[box.PHASES[phase]]
        hoped.append((region, have, points * _hope(size - have, left)))
    for colour, lacking, cube in missing:
        if state.bonus[colour]:
            colours += box.bonus_vp(state.bonus[colour][0], state.seats) * _hope(lacking, left) * cube
    phases = len(box.PHASES) - box.PHASES.index(state.phase)
    mines = phases * list(covered.values()).count("mine")
    return Outlook(left, hoped, colours, mines, _stored(player, beside), beside)


@lru_cache(maxsize=1 << 14)
def _begun(board: str, covered: frozenset[str]) -> Begun:
    """Remembered, since a search comes back to the same estates; nobody changes what is remembered here."""
    regions, missing = list[tuple[Region, int]](), list[tuple[str, int, float]]()
    for region in ESTATES[board].regions:
        have = len(covered.intersection(region.hexes))
        if 0 < have < len(region.hexes):
            regions.append((region, have))
    for colour, hexes in ESTATES[board].by_colour.items():
        lacking = sum([hex.id not in covered for hex in hexes])
        if lacking:
            share = 1 - lacking / len(hexes)
            missing.append((colour, lacking, share**3))
    return Begun(tuple(regions), tuple(missing), border(board, covered))


@cache
def _hope(missing: int, left: int) -> float:
    """How likely it is that so many hexes are covered: two dice a round, and half of them for taking."""
    return min(1.0, 2.0 * left / (2.0 * missing + 1))


def _stored(player: Player, beside: Mapping[str, list[Hex]]) -> list[tuple[str, bool]]:
    reached = {colour: len(hexes) for colour, hexes in beside.items()}
    found = []
    for tile in player.storage:
        colour = box.COLOUR[tile]
        fits = reached[colour] > 0 and (colour != "building" or bool(fitting(player, tile, beside[colour])))
        reached[colour] -= fits
        found.append((tile, fits))
    return found


def _estate(player: Player, seen: Outlook) -> float:
    """Regions and colours that are being filled, mines that will pay."""
    w = WEIGHTS
    worth = w["hex"] * min(1.0, seen.left / 8) * len(player.covered)
    for region, have, hoped in seen.regions:
        share = have / len(region.hexes)
        worth += hoped * (w["linear"] * share + w["square"] * share * share)
    worth += w["colour"] * seen.colours
    worth += w["mine"] * seen.mines
    return worth + w["knowledge"] * len(player.knowledge) * min(1.0, seen.left / 12)


def _stores(state: State, seat: int, seen: Outlook) -> float:
    """Tiles to be placed, goods to be sold, workers and silverlings that make more of dice."""
    player, w, worth, left = state.players[seat], WEIGHTS, 0.0, seen.left
    early = min(1.0, left / 3)
    for tile, fits in seen.stored[: 2 * left]:
        colour = box.COLOUR[tile]
        if fits:
            worth += w["stored"]
            if colour in ("castle", "ship", "building"):
                worth += w["effect"]
            elif colour == "animal":
                worth += w["animal"] * box.ANIMAL[tile][1]
        else:
            worth -= w["stuck"]
    price = box.SALE_VP[state.seats]
    for count in sorted(player.goods.values(), reverse=True)[: 2 * left]:
        worth += max(0.0, w["goods"] * count * price - w["sale"])
    worth += early * w["worker"] * min(player.workers, 4)
    worth += early * w["silverling"] * min(player.silverlings, 4)
    return worth + w["track"] * early * state.track.space(seat)


def parts(state: State, seat: int, seen: Outlook) -> dict[str, float]:
    """What ``judged`` adds to the points that are counted, by what it is for; slower than the sum, for who explains."""
    player, w, left = state.players[seat], WEIGHTS, seen.left
    early, price = min(1.0, left / 3), box.SALE_VP[state.seats]
    shares = [(hoped, have / len(region.hexes)) for region, have, hoped in seen.regions]
    best = sorted(player.goods.values(), reverse=True)[: 2 * left]
    if not left:
        return {"mines": float(seen.mines)}
    found = {
        "hexes": w["hex"] * min(1.0, left / 8) * len(player.covered),
        "regions": sum([hoped * (w["linear"] * share + w["square"] * share * share) for hoped, share in shares]),
        "colours": w["colour"] * seen.colours,
        "mines": w["mine"] * seen.mines,
        "knowledge": w["knowledge"] * len(player.knowledge) * min(1.0, left / 12),
        "goods": sum([max(0.0, w["goods"] * count * price - w["sale"]) for count in best]),
        "workers": early * w["worker"] * min(player.workers, 4),
        "silverlings": early * w["silverling"] * min(player.silverlings, 4),
        "track": w["track"] * early * state.track.space(seat),
        "stuck": -w["stuck"] * sum([not fits for _, fits in seen.stored[: 2 * left]]),
    }
    for tile, fits in seen.stored[: 2 * left]:
        if fits:
            effect = w["effect"] if box.COLOUR[tile] in ("castle", "ship", "building") else 0.0
            animals = w["animal"] * box.ANIMAL[tile][1] if tile in box.ANIMAL else 0.0
            name = f"stored {box.COLOUR[tile]}"
            found[name] = found.get(name, 0.0) + w["stored"] + effect + animals
    return found
