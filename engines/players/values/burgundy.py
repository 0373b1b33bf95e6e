"""The value of a position of Burgundy: unfinished regions, goods to sell, stored tiles, mines, workers.

The value is worked out in two steps: ``outlook`` reads from the state what a seat can still expect, ``judged`` weighs
it. ``parts`` splits the result by source, for hints.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engines.burgundy import box, scoring
from engines.burgundy.estate import ESTATES, Hex, Region
from engines.burgundy.placement import border, fitting
from engines.burgundy.position import Position
from engines.burgundy.state import Player, State
from engines.contract import REMAINDER_OF_A_POINT, Game

WEIGHTS = {
    "linear": 0.675,  # of the points of a region, times the share that is covered
    "square": 0.427,  # of the points of a region, times the square of that share
    "hex": 0.8,  # a covered hex, less in the last ``_HEX_ROUNDS``
    "colour": 0.492,  # of the points for a complete colour, times the cube of the share that is covered
    "mine": 1.8,  # a silverling at the end of each phase
    "knowledge": 1.425,  # a knowledge tile, less in the last ``_KNOWLEDGE_ROUNDS``
    "stored": 2.0,  # a tile that can be placed
    "stuck": 0.3,  # taken off for a stored tile that cannot be placed yet
    "effect": 1.123,  # in addition to ``stored``, the effect of placing a building, a ship or a castle
    "animal": 0.7,  # in addition to ``stored``, an animal on a tile that can be placed
    "goods": 1.125,  # of the points of a sale
    "sale": 1.2,  # taken off for the die that a sale costs
    "worker": 0.4,  # each of the first ``_USEFUL``, above the points it counts; less in the last ``_SPENDING_ROUNDS``
    "silverling": 0.491,  # likewise
    "track": 0.75,  # a space on the track; less in the last ``_SPENDING_ROUNDS``
}
"""Weights of what is not counted yet, in points at the end of the game."""
_HEX_ROUNDS = 8
"""Rounds before the end over which the worth of a covered hex, which opens the hexes next to it, falls to nothing."""
_KNOWLEDGE_ROUNDS = 12
"""Rounds before the end over which the worth of knowledge falls to nothing."""
_SPENDING_ROUNDS = 3
"""Rounds before the end over which the worth of workers, silverlings and turn order falls to nothing."""
_USEFUL = 4
"""The workers, and the silverlings, that are worth more than the points they count; further ones are not."""
_DICE = 2
"""The dice that a player has in each round."""
_WITH_EFFECT = ("castle", "ship", "building")
"""The colours of tiles that do something once when they are placed."""


class EstateProgress(NamedTuple):
    """The parts of an estate that are begun, which depend on the covered hexes alone."""

    regions: tuple[tuple[Region, int], ...]
    """The regions that are partly covered, each with the number of covered hexes."""
    colours: tuple[tuple[str, int, float], ...]
    """The incomplete colours, each with the number of missing hexes and the cube of the share that is covered."""
    open_hexes: Mapping[str, list[Hex]]
    """The empty hexes next to covered ones, by colour: only these can be covered next."""


class Outlook(NamedTuple):
    """The prospects of a seat, from which this module and ``burgundy_fitted`` work out values."""

    rounds_left: int
    """Rounds in which the seat still decides, including the running one; 0: it has had its last turn."""
    regions: list[tuple[Region, int, float]]
    """The regions that are partly covered, each with the number of covered hexes and the points to be expected."""
    colours: float
    """The points to be expected of complete colours, each times the cube of the share that is covered."""
    mines: int
    """Silverlings that the mines will still bring; they come even after the last decision."""
    stored: list[tuple[str, bool]]
    """The stored tiles, each with True if there is a hex for it."""
    open_hexes: Mapping[str, list[Hex]]
    """The empty hexes next to covered ones, by colour."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game."""
    assert isinstance(game, Position)
    return judged(game, seat, outlook(game.state, seat))


def judged(game: Position, seat: int, prospects: Outlook | None) -> float:
    """Return the points that the end would count now, and those to be expected by an ``outlook``.

    Without prospects (None) the value is what is counted.
    """
    score = scoring.score(game, seat)
    worth = score.total + score.remainder / REMAINDER_OF_A_POINT
    if prospects is None:
        return worth
    if not prospects.rounds_left:
        return worth + prospects.mines
    return worth + _estate(game.state.players[seat], prospects) + _stores(game.state, seat, prospects)


def outlook(state: State, seat: int) -> Outlook | None:
    """Return the prospects of a seat; None: the game is over, or the seat has no board yet."""
    player = state.players[seat]
    if state.over or not player.board:
        return None
    has_turn_to_come = any(getattr(step, "seat", None) == seat for step in state.stack)  # in this round
    rounds_left = box.LAST_ROUND - state.turn + (1 if has_turn_to_come else 0)
    covered = player.covered
    regions, incomplete_colours, open_hexes = _progress(player.board, frozenset(covered))
    rounds_passed = max(0, state.turn - 1)
    region_prospects = []
    for region, count in regions:
        size = len(region.hexes)
        missing_count = size - count
        # Half of the dice take tiles, so a hex takes a round: this is the phase in which the region is completed.
        phase = min(len(box.PHASES) - 1, (rounds_passed + missing_count) // box.ROUNDS)
        points = box.REGION_VP[size] + box.PHASE_VP[box.PHASES[phase]]
        region_prospects.append((region, count, points * _hope(missing_count, rounds_left)))
    colours = 0.0
    for colour, missing_count, cube in incomplete_colours:
        if state.bonus[colour]:
            colours += box.bonus_vp(state.bonus[colour][0], state.seats) * _hope(missing_count, rounds_left) * cube
    phases_to_end = len(box.PHASES) - box.PHASES.index(state.phase)  # with the running one
    mines = phases_to_end * player.mines
    return Outlook(rounds_left, region_prospects, colours, mines, _stored(player, open_hexes), open_hexes)


@lru_cache(maxsize=1 << 14)
def _progress(board: str, covered: frozenset[str]) -> EstateProgress:
    """Return the begun parts of an estate, which must not be changed.

    They are cached, since a search comes back to the same estates.
    """
    regions: list[tuple[Region, int]] = []
    for region in ESTATES[board].regions:
        count = len(covered.intersection(region.hexes))
        if 0 < count < len(region.hexes):
            regions.append((region, count))
    colours: list[tuple[str, int, float]] = []
    for colour, hexes in ESTATES[board].by_colour.items():
        missing_count = sum([hex.id not in covered for hex in hexes])
        if missing_count:
            share = 1 - missing_count / len(hexes)
            colours.append((colour, missing_count, share**3))
    return EstateProgress(tuple(regions), tuple(colours), border(board, covered))


@cache
def _hope(missing_count: int, rounds_left: int) -> float:
    """Return how likely it is that ``missing_count`` hexes get covered.

    A round has two dice, and a hex takes two of them, to take a tile and to place it; one die more is taken as lost.
    """
    return min(1.0, 2.0 * rounds_left / (2.0 * missing_count + 1))


def _stored(player: Player, open_hexes: Mapping[str, list[Hex]]) -> list[tuple[str, bool]]:
    """Return the stored tiles, each with True if there is a hex for it that no tile stored earlier takes."""
    free = {colour: len(hexes) for colour, hexes in open_hexes.items()}
    tiles = []
    for tile in player.storage:
        colour = box.COLOUR[tile]
        fits = free[colour] > 0 and (colour != "building" or bool(fitting(player, tile, open_hexes[colour])))
        if fits:
            free[colour] -= 1
        tiles.append((tile, fits))
    return tiles


def _estate(player: Player, prospects: Outlook) -> float:
    """Return the worth of unfinished regions and colours, of mines and of knowledge."""
    w = WEIGHTS
    worth = w["hex"] * min(1.0, prospects.rounds_left / _HEX_ROUNDS) * len(player.covered)
    for region, count, points in prospects.regions:
        share = count / len(region.hexes)
        worth += points * (w["linear"] * share + w["square"] * share * share)
    worth += w["colour"] * prospects.colours
    worth += w["mine"] * prospects.mines
    return worth + w["knowledge"] * len(player.knowledge) * min(1.0, prospects.rounds_left / _KNOWLEDGE_ROUNDS)


def _stores(state: State, seat: int, prospects: Outlook) -> float:
    """Return the worth of stored tiles and goods, of workers and silverlings, and of the place on the track."""
    player = state.players[seat]
    w = WEIGHTS
    dice_left = _DICE * prospects.rounds_left  # to place a tile, or to sell a kind of goods, takes a die
    earliness = min(1.0, prospects.rounds_left / _SPENDING_ROUNDS)
    worth = 0.0
    for tile, fits in prospects.stored[:dice_left]:
        colour = box.COLOUR[tile]
        if fits:
            worth += w["stored"]
            if colour in _WITH_EFFECT:
                worth += w["effect"]
            elif colour == "animal":
                _, animals = box.ANIMAL[tile]
                worth += w["animal"] * animals
        else:
            worth -= w["stuck"]
    price = box.SALE_VP[state.seats]
    for count in sorted(player.goods.values(), reverse=True)[:dice_left]:
        worth += max(0.0, w["goods"] * count * price - w["sale"])
    worth += earliness * w["worker"] * min(player.workers, _USEFUL)
    worth += earliness * w["silverling"] * min(player.silverlings, _USEFUL)
    return worth + w["track"] * earliness * state.track.space(seat)


def parts(state: State, seat: int, prospects: Outlook) -> dict[str, float]:
    """Return the expected points that ``judged`` adds, by source.

    This is slower than ``judged``; it serves to explain a choice. The terms are those of ``_estate`` and ``_stores``.
    """
    rounds_left = prospects.rounds_left
    if not rounds_left:
        return {"mines": float(prospects.mines)}
    player = state.players[seat]
    w = WEIGHTS
    dice_left = _DICE * rounds_left
    earliness = min(1.0, rounds_left / _SPENDING_ROUNDS)
    price = box.SALE_VP[state.seats]
    shares = [(points, count / len(region.hexes)) for region, count, points in prospects.regions]
    best_goods = sorted(player.goods.values(), reverse=True)[:dice_left]
    worth_by_source = {
        "hexes": w["hex"] * min(1.0, rounds_left / _HEX_ROUNDS) * len(player.covered),
        "regions": sum([points * (w["linear"] * share + w["square"] * share * share) for points, share in shares]),
        "colours": w["colour"] * prospects.colours,
        "mines": w["mine"] * prospects.mines,
        "knowledge": w["knowledge"] * len(player.knowledge) * min(1.0, rounds_left / _KNOWLEDGE_ROUNDS),
        "goods": sum([max(0.0, w["goods"] * count * price - w["sale"]) for count in best_goods]),
        "workers": earliness * w["worker"] * min(player.workers, _USEFUL),
        "silverlings": earliness * w["silverling"] * min(player.silverlings, _USEFUL),
        "track": w["track"] * earliness * state.track.space(seat),
        "stuck": -w["stuck"] * sum([not fits for _, fits in prospects.stored[:dice_left]]),
    }
    for tile, fits in prospects.stored[:dice_left]:
        if fits:
            effect = w["effect"] if box.COLOUR[tile] in _WITH_EFFECT else 0.0
            animals = w["animal"] * box.ANIMAL[tile][1] if tile in box.ANIMAL else 0.0
            name = f"stored {box.COLOUR[tile]}"
            worth_by_source[name] = worth_by_source.get(name, 0.0) + w["stored"] + effect + animals
    return worth_by_source
