"""The value of a position of Burgundy: that of ``burgundy``, corrected by weights fitted to games.

The weights were fitted to the differences between the points of seats at the end and those that ``burgundy`` had
expected of their positions; only a part of each correction is used (``docs/opponents.md``).
"""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.estate import Region
from engines.burgundy.position import Position
from engines.burgundy.state import Player, State
from engines.contract import Game
from engines.players.values import burgundy
from engines.players.values.burgundy import Outlook
from engines.players.values.fitted import Features, Fitted

WEIGHTS: dict[str, tuple[float, float, float, float]] = {
    "regions": (-0.77, -0.48, -0.36, -0.03),  # the points to be expected, times the share that is covered
    "herds": (-0.02, 0.15, 0.32, 0.64),  # animals of the most frequent kind, times the hexes that their pasture lacks
    "hexes": (0.15, 0.34, -0.03, -0.68),  # covered
    "colours": (-0.64, 0.84, 1.91, 1.17),  # the points to be expected, times the cube of the share that is covered
    "mines": (-0.27, -0.51, -0.51, 0.79),  # silverlings that they will bring
    "knowledge": (-0.19, -0.12, 0.90, 1.60),  # tiles in the estate
    "beside": (0.07, -0.30, 0.37, 1.53),  # colours with a hex that can be covered next
    "stored building": (-0.18, -0.45, -2.20, -2.25),  # that can be placed, as all that follow
    "stored animal": (-0.06, 0.09, -0.04, -0.16),
    "stored knowledge": (-0.02, -0.01, 0.74, 0.71),
    "stored ship": (-0.10, -0.46, -1.20, -0.76),
    "stored castle": (0.02, 0.28, 1.14, 0.79),
    "stored mine": (0.0, 0.14, 1.13, 1.31),
    "stored animals": (-0.17, 0.05, -0.49, -0.55),  # on those tiles
    "stuck": (0.01, 0.12, 1.00, 0.43),  # tiles that cannot be placed yet
    "space": (0.11, 0.29, 0.93, 0.76),  # in the store
    "goods": (-0.31, -0.70, -0.92, 0.21),  # the points that all would bring
    "best goods": (0.13, -0.04, 0.66, 1.20),  # the points that the most frequent kind would bring
    "sales": (-0.13, -0.21, -0.25, 1.47),  # kinds that bring more than two points
    "workers": (0.10, -0.50, -1.58, -1.75),  # of four
    "more workers": (0.03, 0.08, -0.05, -1.45),
    "silverlings": (0.01, -0.60, 0.01, 1.08),  # of four
    "more silverlings": (-0.03, 0.26, 0.48, 0.22),
    "track": (0.11, -0.58, -1.31, -1.42),  # a space
}
"""Corrections to ``burgundy``, in points at the end of the game, by the rounds left that ``FITTED`` lists."""
FITTED = Fitted((0, 3, 10, 25), WEIGHTS)
"""The weights with 0, 3, 10 and 25 rounds left."""
_STORED = (*(f"stored {colour}" for colour in box.COLOURS), "stored animals", "stuck")


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game."""
    weighed = features(game, seat)
    return weighed.points + FITTED.worth(weighed.amounts, weighed.moment)


def features(game: Game, seat: int) -> Features:
    """Return the points that ``burgundy`` expects, and the amounts that correct them."""
    assert isinstance(game, Position)
    state = game.state
    player = state.players[seat]
    outlook = burgundy.outlook(state, seat)
    points = burgundy.judged(game, seat, outlook)
    if outlook is None or not outlook.rounds_left:
        return Features(points)
    amounts = _estate(player, outlook) | _stores(state, player, outlook) | _means(state, seat)
    return Features(points, amounts, outlook.rounds_left)


def _estate(player: Player, outlook: Outlook) -> dict[str, float]:
    regions = herd = 0.0
    for region, count, points in outlook.regions:
        regions += points * count / len(region.hexes)
        if region.colour == "animal":
            herd += _herd(player, region) * (len(region.hexes) - count)
    return {
        "regions": regions,
        "herds": herd,
        "hexes": len(player.covered),
        "colours": outlook.colours,
        "mines": outlook.mines,
        "knowledge": len(player.knowledge),
        "beside": sum(map(bool, outlook.open_hexes.values())),
    }


def _herd(player: Player, region: Region) -> int:
    """Return the number of animals of the most frequent kind on a pasture."""
    animals: dict[str, int] = {}
    for hex in region.hexes:
        if hex in player.covered:
            kind, number = box.ANIMAL[player.covered[hex]]
            animals[kind] = animals.get(kind, 0) + number
    return max(animals.values())


def _stores(state: State, player: Player, outlook: Outlook) -> dict[str, float]:
    amounts = dict.fromkeys(_STORED, 0.0)
    for tile, fits in outlook.stored:
        if fits:
            amounts[f"stored {box.COLOUR[tile]}"] += 1
            amounts["stored animals"] += box.ANIMAL[tile][1] if tile in box.ANIMAL else 0
        else:
            amounts["stuck"] += 1
    price = box.SALE_VP[state.seats]
    goods = player.goods.values()
    amounts["space"] = len(player.storage) < box.STORAGE
    amounts["goods"] = sum(goods) * price
    amounts["best goods"] = max(goods, default=0) * price
    amounts["sales"] = sum([number * price > 2 for number in goods])
    return amounts


def _means(state: State, seat: int) -> dict[str, float]:
    player = state.players[seat]
    return {
        "workers": min(player.workers, 4),
        "more workers": max(0, player.workers - 4),
        "silverlings": min(player.silverlings, 4),
        "more silverlings": max(0, player.silverlings - 4),
        "track": state.track.space(seat),
    }
