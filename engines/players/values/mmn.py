"""The worth of a position of Power, Magic and Food: points, what the land yields, levels, knights."""

from __future__ import annotations

from engines.contract import Game
from engines.mmn import board, scoring
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Player

WEIGHTS = {
    "pip": 0.045,  # each of the 36 ways to roll a number at a settlement
    "city": 0.08,  # the same at a city
    "kind": 0.12,  # a resource that is produced
    "level": 0.22,  # of a track
    "high": 0.16,  # a level from the third on, besides
    "site": 0.3,  # a place where a settlement could be built, of at most two
    "road": 0.05,  # of the longest road
    "knight": 0.09,  # strength of knights
    "active": 0.1,  # the same of active ones, besides
    "storage": 0.12,  # a point of storage or autarky
    "wall": 0.08,
    "harbour": 0.12,
    "card": 0.06,  # in hand, up to the limit
    "over": 0.04,  # each above it
    "progress": 0.12,  # a progress card
    "raid": 0.8,  # a city that would be lost if the barbarians came now, when they are near
    "rival": 0.35,  # a point of the best rival
    "merchant": 0.0,
}
"""In points."""


def value(game: Game, seat: int) -> float:
    """In points of the end of the game; who has won has more than anything else."""
    assert isinstance(game, Position)
    points, w = [scoring.points(game, other) for other in range(game.state.seats)], WEIGHTS
    worth = float(points[seat])
    rival = max(points[:seat] + points[seat + 1 :])
    if game.state.over:
        return worth + (100 if game.state.winner == seat else -100)
    player = game.state.players[seat]
    worth -= w["rival"] * rival
    worth += _land(game, seat, player) + _hand(game, seat, player)
    worth += w["level"] * sum(player.levels) + w["high"] * sum(max(0, level - 2) for level in player.levels)
    worth += w["storage"] * (player.storage_points() + player.autarky_points())
    return worth - _raid(game, seat, player)


def _land(game: Position, seat: int, player: Player) -> float:
    w, worth, kinds = WEIGHTS, 0.0, 0
    network = game.network
    for building in player.buildings:
        pips, around = game.ground(building.node)
        worth += (
            pips * (w["city"] if building.city and not building.sabotaged else w["pip"]) + w["wall"] * building.wall
        )
        kinds |= around
    worth += w["kind"] * kinds.bit_count() + w["road"] * network.length(seat)
    worth += w["harbour"] * len(network.harbours(seat))
    if len(player.buildings) < board.BUILDINGS:
        worth += w["site"] * min(2, len(network.settlement_spots(seat)))
    return worth


def _hand(game: Position, seat: int, player: Player) -> float:
    w, cards, limit = WEIGHTS, sum(player.hand), game.hand_limit(seat)
    worth = w["card"] * min(cards, limit) - w["over"] * max(0, cards - limit)
    for knight in player.knights:
        worth += strength(knight) * (w["knight"] + w["active"] * knight.active)
    return worth + w["progress"] * len(player.cards)


def _raid(game: Position, seat: int, player: Player) -> float:
    """What the barbarians would take, the more the nearer they are."""
    attack, defences = game.attack_strength(), game.contributions()
    if attack <= sum(defences) or not any(building.city and not building.metropolis for building in player.buildings):
        return 0.0
    exposed = defences[seat] == min(defences)
    near = game.state.ship / board.ATTACK_AT
    return WEIGHTS["raid"] * near * near * exposed
