"""The worth of a position of Burgundy: regions on their way, goods to be sold, tiles in store, mines, workers."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box, scoring
from engines.burgundy.estate import ESTATES, Region
from engines.burgundy.placement import border, fitting
from engines.burgundy.position import Position
from engines.burgundy.state import Player, State
from engines.contract import Game

_LAST = box.ROUNDS * len(box.PHASES)

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


def value(game: Game, seat: int) -> float:
    """In points of the end of the game."""
    assert isinstance(game, Position)
    state, score = game.state, scoring.score(game, seat)
    worth = score.total + score.remainder / 1000
    player = state.players[seat]
    if state.over or not player.board:
        return worth
    left = rounds_left(state, seat)
    return worth + _estate(state, player, left) + _stores(state, seat, left)


def rounds_left(state: State, seat: int) -> int:
    """In which the seat still decides, the running one among them."""
    return _LAST - state.turn + any(getattr(step, "seat", None) == seat for step in state.stack)


def _estate(state: State, player: Player, left: int) -> float:
    """Regions and colours that are being filled, mines that will pay."""
    w = WEIGHTS
    worth = w["hex"] * min(1.0, left / 8) * len(player.covered)
    for region, have in begun(player):
        share = have / len(region.hexes)
        worth += hoped(state, region, have, left) * (w["linear"] * share + w["square"] * share * share)
    worth += w["colour"] * colours(state, player, left)
    worth += w["mine"] * mines_pay(state, player)
    return worth + w["knowledge"] * len(player.knowledge) * min(1.0, left / 12)


def begun(player: Player) -> Iterator[tuple[Region, int]]:
    """Regions of which a part is covered, with the number of hexes that are."""
    for region in ESTATES[player.board].regions:
        have = sum([hex in player.covered for hex in region.hexes])
        if 0 < have < len(region.hexes):
            yield region, have


def hoped(state: State, region: Region, have: int, left: int) -> float:
    """The points of a region, less if it is not likely to be filled."""
    missing = len(region.hexes) - have
    phase = min(len(box.PHASES) - 1, (max(0, state.turn - 1) + missing) // box.ROUNDS)
    return (box.REGION_VP[len(region.hexes)] + box.PHASE_VP[box.PHASES[phase]]) * _hope(missing, left)


def _hope(missing: int, left: int) -> float:
    """How likely it is that so many hexes are covered: two dice a round, and half of them for taking."""
    return min(1.0, 2.0 * left / (2.0 * missing + 1))


def colours(state: State, player: Player, left: int) -> float:
    """The points of whole colours, by the cube of the share that is covered."""
    points = 0.0
    for colour, hexes in ESTATES[player.board].by_colour.items():
        missing = sum([hex.id not in player.covered for hex in hexes])
        if missing and state.bonus[colour]:
            share = 1 - missing / len(hexes)
            points += box.bonus_vp(state.bonus[colour][0], state.seats) * _hope(missing, left) * share**3
    return points


def mines_pay(state: State, player: Player) -> int:
    """Silverlings that the mines will bring."""
    phases = len(box.PHASES) - box.PHASES.index(state.phase)
    return phases * list(player.covered.values()).count("mine")


def stored(player: Player, most: int) -> Iterator[tuple[str, bool]]:
    """At most so many of the stored tiles, with whether there is a hex for each."""
    beside = border(player.board, frozenset(player.covered))
    reached = {colour: len(hexes) for colour, hexes in beside.items()}
    for tile in player.storage[:most]:
        colour = box.COLOUR[tile]
        fits = reached[colour] > 0 and (colour != "building" or bool(fitting(player, tile, beside[colour])))
        reached[colour] -= fits
        yield tile, fits


def _stores(state: State, seat: int, left: int) -> float:
    """Tiles to be placed, goods to be sold, workers and silverlings that make more of dice."""
    player, w, worth, early = state.players[seat], WEIGHTS, 0.0, min(1.0, left / 3)
    for tile, fits in stored(player, 2 * left):
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
