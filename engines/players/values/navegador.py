"""The value of a position of Navegador: the points of the mat, income of markets to come, workers and ships."""

from __future__ import annotations

from engines.contract import REMAINDER_OF_A_POINT, Game
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.state import Player, State
from engines.navegador.steps import EndTurn

WEIGHTS = {
    "rounds": 34.0,  # the rounds of a whole game
    "privilege": 1.1,  # privileges to come in a whole game, in the category that gains most by one
    "second": 0.5,  # privileges to come in a whole game, in each other category
    "sale": 0.34,  # visits to the market in a round
    "money": 0.9,  # money, as a share of what it counts at the end, in addition to that, early in the game
    "worker": 1.3,  # each of the first five, early
    "more": 0.4,  # each further worker, early
    "ship": 0.9,  # each of the first five, early
    "yard": 0.8,  # a shipyard, early
    "church": 0.9,  # a church, early
    "card": 1.0,  # the Navegador card
    "explore": 1.0,  # an explorer, early
    "patience": 22.0,  # rounds after which the player hastens the end of the game
    "end": 2.0,  # a sea that is discovered, or each four unsold buildings less, for each round after that
    "reach": 2.0,  # having all ships that a discovery takes in the seas next to it
}
"""Weights of what is not counted yet, in points at the end of the game unless stated otherwise.

Those for early in the game decrease over the last twenty rounds.
"""
_LESSER_SHARE = 0.35
"""The share that counts of the lesser of what selling and processing a good bring."""
_REACH_UNDER_PRESSURE = 0.5
"""The share of the pressure to end the game that being near a discovery is worth."""
_LEAST_ROUNDS = 2.0
"""Rounds that are expected at least until the end of the game is certain."""
_LAST_PHASE = max(board.RANGE)
_ROUNDS_OF_A_PHASE = 8.0
"""Rounds that are expected at least for each phase that is still to come."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game."""
    assert isinstance(game, Position)
    state = game.state
    score = scoring.score(game, seat)
    worth = score.total + score.remainder / REMAINDER_OF_A_POINT
    if decided(state, seat):
        return worth
    player = state.players[seat]
    w = WEIGHTS
    rounds = _rounds_left(state)
    earliness = min(1.0, rounds / 20)
    worth += earliness * w["money"] * min(player.money, 800) / board.MONEY_PER_POINT
    worth += earliness * (w["worker"] * min(player.workers, 5) + w["more"] * max(0, player.workers - 5))
    worth += earliness * w["ship"] * min(player.ships, 5)
    worth += earliness * (
        w["yard"] * player.shipyards + w["church"] * player.churches + w["explore"] * player.explorers
    )
    worth += w["card"] * (state.card.holder == seat)
    pressure = w["end"] * max(0.0, state.turn / state.seats - w["patience"])
    # Discovering Nagasaki or selling the last building ends the game: each sea and each sale brings that nearer.
    worth += pressure * (len(state.discovered) - sum(state.buildings.values()) / 4)
    worth += (w["reach"] * earliness + _REACH_UNDER_PRESSURE * pressure) * discovery_share(state, player)
    return worth + _privileges(player, rounds) + _markets(state, player, rounds)


def decided(state: State, seat: int) -> bool:
    """Return whether the seat has had its last turn, after which nothing can be turned into points any more."""
    if state.turns_left is None:
        return state.over
    on_turn = (step.seat for step in state.stack if isinstance(step, EndTurn))
    return all((seat - active) % state.seats >= state.turns_left for active in on_turn)


def discovery_share(state: State, player: Player) -> float:
    """Return how near the player is to a discovery: the largest share of the ships it takes that lie next to a sea."""
    return max(discovery_shares(state, player).values(), default=0.0)


def discovery_shares(state: State, player: Player) -> dict[str, float]:
    """Return the share of the ships that a discovery takes and the player has next to it, by undiscovered sea."""
    return {
        region: min(1.0, ships_next_to(player, region) / board.ships_to_discover(region, state.seats))
        for region in board.REGIONS
        if region not in state.discovered
    }


def ships_next_to(player: Player, region: str) -> int:
    """Return the number of the player's ships in the regions next to ``region``."""
    return sum(player.fleet.get(neighbour, 0) for neighbour in board.NEIGHBOURS[region])


def _rounds_left(state: State) -> float:
    if state.turns_left is not None:
        return state.turns_left / state.seats
    rounds_usually_left = WEIGHTS["rounds"] - state.turn / state.seats
    rounds_of_later_phases = _ROUNDS_OF_A_PHASE * (_LAST_PHASE - state.phase)
    return max(_LEAST_ROUNDS, rounds_usually_left, rounds_of_later_phases)


def _privileges(player: Player, rounds: float) -> float:
    """Return the worth of privileges to come, which multiply what the player has."""
    gains = sorted(privilege_gains(player).values(), reverse=True)
    share = rounds / WEIGHTS["rounds"]
    return share * (WEIGHTS["privilege"] * sum(gains[:1]) + WEIGHTS["second"] * sum(gains[1:]))


def privilege_gains(player: Player) -> dict[str, int]:
    """Return the points that one more privilege would add, by category with a free slot."""
    return {
        category: count * board.MAT[category].points_per_privilege
        for category, count in scoring.units(player).items()
        if player.privileges[category] < board.PRIVILEGE_SLOTS
    }


def _markets(state: State, player: Player, rounds: float) -> float:
    """Return the worth of what colonies or factories will earn at the markets of the rounds to come.

    A visit either sells or processes a good (rules 7.6); the lesser of the two counts for a part.
    """
    income = 0.0
    for good in board.GOODS:
        row = state.market[good]
        sale = player.colonies[good] * board.PRICE[good][row]
        profit = player.factories[good] * board.PROFIT[row]
        income += max(sale, profit)
        income += _LESSER_SHARE * min(sale, profit)
    return WEIGHTS["sale"] * rounds * income / board.MONEY_PER_POINT
