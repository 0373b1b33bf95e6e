"""The worth of a position of Burgundy: regions on their way, goods to be sold, tiles in store, mines, workers."""

from __future__ import annotations

from engines.burgundy import box, scoring
from engines.burgundy.estate import ESTATES
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
    left = _LAST - state.turn + any(getattr(step, "seat", None) == seat for step in state.stack)
    return worth + _estate(state, player, left) + _stores(state, seat, left)


def _estate(state: State, player: Player, left: int) -> float:
    """Regions and colours that are being filled, mines that will pay."""
    estate, covered, w = ESTATES[player.board], player.covered, WEIGHTS
    dice = 2.0 * left
    early = min(1.0, left / 8)
    worth = w["hex"] * early * len(covered)
    missing_of: dict[str, int] = {}
    size_of: dict[str, int] = {}
    for region in estate.regions:
        size = len(region.hexes)
        have = sum(hex in covered for hex in region.hexes)
        missing = size - have
        missing_of[region.colour] = missing_of.get(region.colour, 0) + missing
        size_of[region.colour] = size_of.get(region.colour, 0) + size
        if not missing or not have:
            continue
        hope = min(1.0, dice / (2.0 * missing + 1))
        phase = min(len(box.PHASES) - 1, (max(0, state.turn - 1) + missing) // box.ROUNDS)
        points, share = box.REGION_VP[size] + box.PHASE_VP[box.PHASES[phase]], have / size
        worth += points * hope * (w["linear"] * share + w["square"] * share * share)
    for colour, missing in missing_of.items():
        if missing and state.bonus[colour]:
            points = box.bonus_vp(state.bonus[colour][0], state.seats)
            share = 1 - missing / size_of[colour]
            worth += w["colour"] * points * min(1.0, dice / (2.0 * missing + 1)) * share**3
    phases = len(box.PHASES) - box.PHASES.index(state.phase)
    worth += w["mine"] * phases * sum(tile == "mine" for tile in covered.values())
    return worth + w["knowledge"] * len(player.knowledge) * min(1.0, left / 12)


def _stores(state: State, seat: int, left: int) -> float:
    """Tiles to be placed, goods to be sold, workers and silverlings that make more of dice."""
    player, w, worth, early = state.players[seat], WEIGHTS, 0.0, min(1.0, left / 3)
    beside = border(player.board, frozenset(player.covered))
    reached = {colour: len(hexes) for colour, hexes in beside.items()}
    for tile in player.storage[: 2 * left]:
        colour = box.COLOUR[tile]
        if reached[colour] > 0 and (colour != "building" or fitting(player, tile, beside[colour])):
            reached[colour] -= 1
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
