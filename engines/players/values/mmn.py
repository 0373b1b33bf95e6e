"""The worth of a position of Power, Magic and Food: points, what the land yields, levels, knights."""

from __future__ import annotations

from functools import lru_cache

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
    "defender": 0.3,  # being the one who would be defender then
    "near": 0.2,  # of what a hand nearly pays for
    "robbed": 0.6,  # of what the robber's hex yields
    "against": 0.1,  # of what the leader has in hand and from hexes without robber
    "behind": 0.4,  # of that share, for who does not lead
    "rival": 0.35,  # a point of the best rival
}
"""In points."""

_GOALS = ((1.2, board.CITY), (1.2, board.SETTLEMENT), (0.25, board.KNIGHT), (0.2, board.ROAD))
"""What cards are kept for, each with the points that it is worth."""
_LEVEL_GAIN = 0.4


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
    worth += _attack(game, seat, player) - _robbed(game, player)
    return worth - _rivals(game, seat, points)


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
    return worth + w["progress"] * len(player.cards) + w["near"] * _near(player)


def _near(player: Player) -> float:
    return _share(tuple(player.hand), tuple(player.levels))


@lru_cache(4_096)
def _share(hand: tuple[int, ...], levels: tuple[int, ...]) -> float:
    """How near a hand is to what can be bought, in points: the square of the share of each price that it holds.

    Remembered, since a search comes back to the same hands, those of others above all.
    """
    found = 0.0
    for gain, cost in _GOALS:
        total = held = 0
        for kind, number in cost:
            total += number
            held += min(hand[kind], number)
        found += gain * (held / total) ** 2
    for track, level in enumerate(levels):
        if level < board.TOP_LEVEL:
            number = board.LEVEL_COST[track][level + 1]
            found += _LEVEL_GAIN * (min(hand[board.TRACK_COMMODITY[track]], number) / number) ** 2
    return found


def _rivals(game: Position, seat: int, points: list[int]) -> float:
    """What others have from hands and from hexes without robber; of who leads it counts whole, of others in part."""
    w, found = WEIGHTS, 0.0
    leader = max(points[:seat] + points[seat + 1 :])
    for other, player in enumerate(game.state.players):
        if other != seat:
            near = w["near"] * _near(player) + w["card"] * sum(player.hand) - _robbed(game, player)
            found += near * (1.0 if points[other] == leader else w["behind"])
    return w["against"] * found


def _robbed(game: Position, player: Player) -> float:
    """What the robber keeps from a player."""
    place, w, lost = game.state.robber, WEIGHTS, 0.0
    if place < 0:
        return lost
    at = game.geometry.hex_nodes[place]
    for building in player.buildings:
        if building.node in at:
            lost += w["city"] if building.city else w["pip"]
    return w["robbed"] * (6 - abs(7 - game.state.chips[place])) * lost


def _attack(game: Position, seat: int, player: Player) -> float:
    """What the next attack would bring or take if it came now, the more the nearer it is."""
    attack, given, w = game.attack_strength(), game.contributions(), WEIGHTS
    near = (game.state.ship / board.ATTACK_AT) ** 2
    if attack <= sum(given):
        best = given[seat] > max(given[:seat] + given[seat + 1 :])
        return w["defender"] * near * best
    if not _exposed(player):
        return 0.0
    least = min(given[other] for other, each in enumerate(game.state.players) if _exposed(each))
    return -w["raid"] * near * (given[seat] == least)


def _exposed(player: Player) -> bool:
    """Whether barbarians could take a city."""
    return any(building.city and not building.metropolis for building in player.buildings)
