"""The value of a position of Navegador for the strong player, fitted to games.

The weights of ``navegador`` were made by hand. These were fitted to the lead in points over the other seats at the end
of a game, by the differences in amounts between a seat and the others during the game (``docs/opponents.md``).
"""

from __future__ import annotations

from itertools import accumulate

from engines.contract import REMAINDER_OF_A_POINT, Game
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.state import Player, State
from engines.players.values.fitted import Features, Fitted
from engines.players.values.navegador import decided, discovery_share, privilege_gains

ROUNDS = {2: 60.0, 3: 50.0, 4: 42.0, 5: 38.0}
"""The rounds after which the last weights hold, by the number of players."""

Knots = tuple[float, float, float]
"""The worth of one more at the beginning, in the middle and at the end of the game."""

WEIGHTS: dict[str, Knots] = {
    "money": (1.82, 0.94, 0.21),  # each of the first eight hundreds
    "more money": (0.28, 0.48, 0.02),  # each hundred above that
    "workers": (5.13, 3.37, 1.25),  # each of the first five
    "more workers": (4.49, 2.74, 0.33),
    "ships": (-0.09, 0.84, -0.11),
    "no ships": (-5.33, 0.06, -1.79),  # 1 if none is on the board
    "away": (-1.64, -0.10, 0.01),  # ships outside Portugal
    "shipyards": (-0.85, 0.29, 0.43),
    "churches": (6.16, 2.06, 0.31),
    "explorers": (-1.87, -1.31, -0.01),
    "card": (-0.17, -0.66, -0.33),  # 1 for its holder
    "sugar colonies": (1.99, 0.58, 0.04),
    "gold colonies": (1.74, 0.35, 0.04),
    "spice colonies": (6.01, -3.00, 0.61),
    "of a good": (2.35, 0.04, -0.05),  # a quarter of the sum of squares of the colonies of each good
    "sugar factories": (3.70, 1.09, 0.16),
    "gold factories": (-1.21, 0.71, 0.11),
    "spice factories": (2.86, 0.46, 0.27),
    "sale": (4.24, 1.01, 0.14),  # a hundred that all colonies would bring at the market now
    "processing": (-0.32, 0.49, 0.58),  # a hundred that all factories would bring at the market now
    "both": (4.92, -0.24, -0.09),  # the lesser of the two, summed over the goods
    "best privilege": (3.18, 0.27, -0.57),  # a point that a privilege of the best category would add, on offer or not
    "other privileges": (3.52, 1.70, 0.11),  # a point that privileges of the other categories would add
    "privilege on offer": (-1.26, 1.50, 0.64),  # a point that the best privilege on offer would add
    "privileges": (1.11, 3.26, 0.70),
    "tokens in reach": (0.82, 0.83, 0.07),  # colonies for which there are ships and workers
    "tokens payable": (2.30, 0.27, 0.34),  # colonies for which there is money, too
    "discovery": (3.73, 0.28, 1.27),  # the share of the ships it takes that the player has next to a sea
    # what the fields would bring that can be reached without giving up ships
    "near colony": (3.24, 0.51, 0.11),  # each of "tokens payable"
    "near builder": (1.91, 0.53, 0.19),  # each of the first four hundreds
    "near market": (1.09, 0.47, 0.09),  # a hundred that the market would bring
    "near privilege": (0.28, 0.14, 0.24),  # a point that the best privilege on offer would add
    "near workers": (1.00, 0.78, 0.17),
    "near ships": (-0.36, 0.46, 0.18),
    "near sailing": (1.47, -1.25, -0.38),  # the share of the ships that a discovery takes
}
"""Points at the end of the game above those counted now, the means of weights fitted to games of two and of four."""
LAST_KNOT = 2
"""The moment at which the last weights hold, which is that of ``ROUNDS``."""
FITTED = Fitted((0, 1, LAST_KNOT), WEIGHTS)
"""The weights at the beginning, in the middle and at the end of the game."""

_NEAR = [
    {(board.FIELD_ACTION * 2)[stone + step] for step in range(1, board.FREE_STEPS + 1)}
    for stone in range(len(board.RONDEL))
]
"""The actions within the free steps of a stone, by its field on the rondel."""
_ALL = set(board.FIELD_ACTION)
"""All actions of the rondel, which a seat may choose from before its first turn."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game."""
    weighed = features(game, seat)
    return weighed.points + FITTED.worth(weighed.amounts, weighed.moment)


def features(game: Game, seat: int) -> Features:
    """Return the points that the end would count now, and the amounts that are weighed."""
    assert isinstance(game, Position)
    state = game.state
    score = scoring.score(game, seat)
    points = score.total + score.remainder / REMAINDER_OF_A_POINT
    if decided(state, seat):
        return Features(points)
    rounds_played = state.turn / state.seats
    return Features(points, _amounts(state, seat), LAST_KNOT * rounds_played / ROUNDS[state.seats])


def _amounts(state: State, seat: int) -> dict[str, float]:
    """Return the amounts that a seat has of everything that is weighed."""
    player = state.players[seat]
    hundreds = player.money / 100
    amounts = {
        "money": min(hundreds, 8.0),
        "workers": min(player.workers, 5),
        "more workers": max(0, player.workers - 5),
        "more money": max(0.0, hundreds - 8),
        "ships": player.ships,
        "no ships": not player.ships,
        "away": player.ships - player.fleet.get(board.HOME, 0),
        "card": state.card.holder == seat,
        "of a good": sum([count * count for count in player.colonies.values()]) / 4,
        "shipyards": player.shipyards,
        "churches": player.churches,
        "explorers": player.explorers,
        "privileges": sum(player.privileges.values()),
        "discovery": discovery_share(state, player),
    }
    amounts |= _trade(state, player) | _privileges(state, player) | count_tokens(state, player)
    fields_near = fields_in_reach(player)
    if "colony" in fields_near:
        amounts["near colony"] = amounts["tokens payable"]
    if "builder" in fields_near:
        amounts["near builder"] = min(hundreds, 4.0)
    if "market" in fields_near:
        amounts["near market"] = _at_market(amounts)
    if "privilege" in fields_near and player.workers > board.WORKERS_LEFT:
        amounts["near privilege"] = amounts["privilege on offer"]
    if "sailing" in fields_near:
        amounts["near sailing"] = amounts["discovery"]
    amounts["near workers"] = "workers" in fields_near
    amounts["near ships"] = "ships" in fields_near
    return amounts


def fields_in_reach(player: Player) -> set[str]:
    """Return the actions of the rondel that the player can reach without giving up ships."""
    return _ALL if player.stone is None else _NEAR[player.stone]


def _trade(state: State, player: Player) -> dict[str, float]:
    """Return the amounts of colonies and factories, and of what they would bring at the market, in hundreds."""
    amounts: dict[str, float] = {}
    sale = 0.0
    processing = 0.0
    trade_value = 0.0
    for good in board.GOODS:
        row = state.market[good]
        colonies = player.colonies[good]
        factories = player.factories[good]
        sale_value = colonies * board.PRICE[good][row] / 100
        processed = factories * board.PROFIT[row] / 100
        sale += sale_value
        processing += processed
        trade_value += min(sale_value, processed)
        amounts[f"{good} colonies"] = colonies
        amounts[f"{good} factories"] = factories
    return amounts | {"sale": sale, "processing": processing, "both": trade_value}


def _privileges(state: State, player: Player) -> dict[str, float]:
    gains = privilege_gains(player)
    best = max(gains.values(), default=0)
    offered = max((gain for category, gain in gains.items() if state.gallery[category]), default=0)
    return {
        "best privilege": best,
        "other privileges": sum(gains.values()) - best,
        "privilege on offer": offered,
    }


def _at_market(amounts: dict[str, float]) -> float:
    """Return the money that a turn at the market would bring, in hundreds.

    Each good is either sold or processed, whichever brings more.
    """
    return amounts["sale"] + amounts["processing"] - amounts["both"]


def count_tokens(state: State, player: Player) -> dict[str, int]:
    """Return the number of colonies that could be founded with the ships and workers, and of those that are payable."""
    prices: list[int] = []
    for region, ships in player.fleet.items():
        if region in state.stacks and region in state.discovered:
            prices += state.stacks[region][:ships]
    prices = sorted(prices)[: player.workers // board.WORKERS_PER_COLONY]
    payable = sum(total <= player.money for total in accumulate(prices))
    return {"tokens in reach": len(prices), "tokens payable": payable}
