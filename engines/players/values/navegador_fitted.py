"""The worth of a position of Navegador as games have shown it: the strong player's.

The weights of ``navegador`` were made by hand. These were fitted to how games ended: by how many points a seat finished
above the others after it had had so much more than they of this or that (``docs/opponents.md``).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from engines.contract import Game
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.state import Player, State
from engines.players.values.navegador import reach

ROUNDS = {2: 60.0, 3: 50.0, 4: 42.0, 5: 38.0}
"""After how many rounds the last weights hold, by number of players."""

Knots = tuple[float, float, float]
"""What one more is worth at the beginning, in the middle, at the end."""

WEIGHTS: dict[str, tuple[Knots, Knots]] = {
    "money": ((1.86, 0.72, 0.26), (1.77, 1.15, 0.17)),  # a hundred, of eight
    "more money": ((0.56, 0.96, 0.04), (0.0, 0.0, 0.0)),  # the hundreds above that
    "workers": ((6.43, 3.60, 1.27), (3.83, 3.14, 1.24)),  # of five
    "more workers": ((8.02, 4.10, 0.89), (0.96, 1.38, -0.24)),
    "ships": ((0.60, 0.99, -0.12), (-0.77, 0.68, -0.09)),
    "no ships": ((-10.65, 0.12, -3.58), (0.0, 0.0, 0.0)),  # 1 if none is on the board
    "away": ((-3.29, -0.20, 0.03), (0.0, 0.0, 0.0)),  # ships outside Portugal
    "shipyards": ((-1.97, 0.46, 0.41), (0.26, 0.11, 0.46)),
    "churches": ((12.00, 3.08, -0.14), (0.32, 1.04, 0.76)),
    "explorers": ((-3.75, -2.58, -0.22), (0.01, -0.04, 0.20)),
    "card": ((-0.33, -1.32, -0.66), (0.0, 0.0, 0.0)),  # 1 for its holder
    "sugar colonies": ((3.00, 0.61, -0.13), (0.98, 0.56, 0.21)),
    "gold colonies": ((1.31, 0.20, -0.25), (2.18, 0.51, 0.33)),
    "spice colonies": ((12.00, -6.65, 0.93), (0.01, 0.65, 0.29)),
    "of a good": ((4.69, 0.09, -0.10), (0.0, 0.0, 0.0)),  # a quarter of the squares of the colonies of each
    "sugar factories": ((6.71, 0.82, -0.05), (0.69, 1.35, 0.37)),
    "gold factories": ((-1.67, 0.34, -0.27), (-0.75, 1.08, 0.49)),
    "spice factories": ((4.23, 0.63, 0.28), (1.48, 0.29, 0.25)),
    "sale": ((6.53, 0.70, 0.06), (1.95, 1.31, 0.23)),  # a hundred that all colonies would bring now
    "processing": ((-0.82, 0.75, 0.90), (0.18, 0.23, 0.26)),  # a hundred that all factories would bring now
    "both": ((9.95, 0.85, 0.30), (-0.12, -1.33, -0.49)),  # the lesser of the two, by good
    "best privilege": ((3.78, -0.91, -0.72), (2.57, 1.44, -0.41)),  # a point that one would add, were it on offer
    "other privileges": ((3.86, 1.89, 0.31), (3.17, 1.51, -0.09)),  # the same for the other categories
    "privilege on offer": ((-3.68, 2.24, 1.18), (1.16, 0.75, 0.10)),  # a point that the best one there is would add
    "privileges": ((2.48, 4.37, 1.21), (-0.26, 2.15, 0.19)),
    "tokens in reach": ((1.47, 1.80, 0.11), (0.18, -0.15, 0.03)),  # for which there are ships and workers
    "tokens payable": ((3.94, -0.26, 0.68), (0.65, 0.80, 0.0)),  # for which there is money, too
    "discovery": ((6.09, -0.22, 1.77), (1.36, 0.78, 0.78)),  # the share of ships that it takes
    # what a field is good for that can be reached without giving up ships
    "near colony": ((5.67, 0.34, 0.07), (0.82, 0.68, 0.16)),  # a token payable
    "near builder": ((2.15, 0.32, 0.27), (1.67, 0.75, 0.11)),  # a hundred, of four
    "near market": ((1.17, 0.28, 0.13), (1.01, 0.66, 0.06)),  # a hundred that it would bring
    "near privilege": ((0.09, 0.03, 0.20), (0.47, 0.25, 0.28)),  # a point that it would add
    "near workers": ((1.20, 1.09, 0.24), (0.79, 0.48, 0.09)),
    "near ships": ((-0.88, 0.56, 0.24), (0.16, 0.36, 0.12)),
    "near sailing": ((1.94, -2.60, -0.91), (0.99, 0.10, 0.15)),  # the share of ships
}
"""In points of the end above what is counted now, with two players and with more; none is taken for more than 12."""

_NEAR = [
    {(board.FIELD_ACTION * 2)[stone + step] for step in range(1, board.FREE_STEPS + 1)}
    for stone in range(len(board.RONDEL))
]
"""What can be done next without giving up ships, by the field of the stone."""
_ALL = set(board.FIELD_ACTION)


def value(game: Game, seat: int) -> float:
    """In points of the end of the game."""
    assert isinstance(game, Position)
    state, score = game.state, scoring.score(game, seat)
    worth = score.total + score.remainder / 1000
    if state.over:
        return worth
    weights = _weights(state.seats, state.turn)
    return worth + sum([amount * weights[name] for name, amount in _amounts(state, seat).items() if amount])


@lru_cache(maxsize=1 << 12)
def _weights(seats: int, turn: int) -> dict[str, float]:
    """Those of a turn, between two knots; nobody changes what is remembered here."""
    passed = min(2.0, 2 * turn / seats / ROUNDS[seats])
    first = min(1, int(passed))
    part = passed - first
    fitting = {name: knots[seats > 2] for name, knots in WEIGHTS.items()}
    return {name: knots[first] * (1 - part) + knots[first + 1] * part for name, knots in fitting.items()}


def _amounts(state: State, seat: int) -> dict[str, float]:
    """What a seat has of all that is weighed."""
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
        "discovery": reach(state, player),
    }
    amounts |= _trade(state, player) | _privileges(state, player) | _tokens(state, player)
    near = _ALL if player.stone is None else _NEAR[player.stone]
    if "colony" in near:
        amounts["near colony"] = amounts["tokens payable"]
    if "builder" in near:
        amounts["near builder"] = min(hundreds, 4.0)
    if "market" in near:
        amounts["near market"] = amounts["sale"] + amounts["processing"] - amounts["both"]
    if "privilege" in near and player.workers > board.WORKERS_LEFT:
        amounts["near privilege"] = amounts["privilege on offer"]
    if "sailing" in near:
        amounts["near sailing"] = amounts["discovery"]
    amounts["near workers"] = "workers" in near
    amounts["near ships"] = "ships" in near
    return amounts


def _trade(state: State, player: Player) -> dict[str, float]:
    amounts, sale, processing, both = dict[str, float](), 0.0, 0.0, 0.0
    for good in board.GOODS:
        row, colonies, factories = state.market[good], player.colonies[good], player.factories[good]
        sold, processed = colonies * board.PRICE[good][row] / 100, factories * board.PROFIT[row] / 100
        sale, processing, both = sale + sold, processing + processed, both + min(sold, processed)
        amounts[f"{good} colonies"], amounts[f"{good} factories"] = colonies, factories
    return amounts | {"sale": sale, "processing": processing, "both": both}


def _privileges(state: State, player: Player) -> dict[str, float]:
    gains = {
        category: count * board.MAT[category].points_per_privilege
        for category, count in scoring.units(player).items()
        if player.privileges[category] < board.PRIVILEGE_SLOTS
    }
    best = max(gains.values(), default=0)
    offered = max((gain for category, gain in gains.items() if state.gallery[category]), default=0)
    return {
        "best privilege": best,
        "other privileges": sum(gains.values()) - best,
        "privilege on offer": offered,
    }


def _tokens(state: State, player: Player) -> dict[str, float]:
    """Colonies that could be founded where the ships are."""
    prices: list[int] = []
    for region, ships in player.fleet.items():
        if region in state.stacks and region in state.discovered:
            prices += state.stacks[region][:ships]
    prices = sorted(prices)[: player.workers // board.WORKERS_PER_COLONY]
    payable = sum(total <= player.money for total in accumulate(prices))
    return {"tokens in reach": len(prices), "tokens payable": payable}
