"""The worth of a position of Power, Magic and Food to the strong player.

In the opening the places are judged by how games ended: of 351 games between three narrow beams whose weights were
disturbed at random, points at the end beyond the best other's, by what each had when the first dice were rolled, beside
the mean of the others. Later it is the value made by hand with some other weights, of those that were tried in games in
which each player had each of them or not, by lot (``docs/opponents.md``).
"""

from __future__ import annotations

from statistics import fmean

from engines.contract import Game
from engines.mmn import board, scoring
from engines.mmn.position import Position
from engines.players.values import mmn

WEIGHTS = {
    **mmn.WEIGHTS,
    "pip": 0.14,
    "commodity": 0.14,
    "kind": 0.1,
    "site": 0.35,
    "second": 0.15,
    "wall": 0.22,
    "race": 1.9,
    "near": 0.28,
}
"""In points, as those made by hand."""
OPENING = {
    "pip": 0.4,  # each of the 36 ways to roll a number that brings a resource
    "kind": 0.9,  # a resource that is produced
    "second": 0.3,  # each way to roll a number at the second best place for another building
    "harbour": -0.4,  # its place brings less
}
"""In points."""


def value(game: Game, seat: int) -> float:
    """In points of the end of the game, as much more in the opening as places are better than those of the others."""
    assert isinstance(game, Position)
    if _under_way(game):
        return mmn.worth_by(WEIGHTS, game, seat)
    return scoring.points(game, seat) + sum(_beside_others(game, seat).values())


def parts(game: Position, seat: int) -> dict[str, float]:
    """What ``value`` adds to the own points while the game runs, by what it is for, for who explains."""
    return mmn.parts(WEIGHTS, game, seat) if _under_way(game) else _beside_others(game, seat)


def places_again(game: Game, seat: int) -> bool:
    """Whether the opening brings the seat a second building after others have placed theirs (rules 3)."""
    assert isinstance(game, Position)
    return not game.state.turn and not game.state.players[seat].buildings and seat < game.state.seats - 1


def _under_way(game: Position) -> bool:
    """Whether dice have been rolled."""
    return game.state.turn > 1 or bool(game.state.now.event)


def _beside_others(game: Position, seat: int) -> dict[str, float]:
    """What the own buildings and the places around them are worth beyond those of the others on average."""
    placed = [_placed(game, other) for other in range(game.state.seats)]
    others = placed[:seat] + placed[seat + 1 :]
    return {name: worth - fmean(other[name] for other in others) for name, worth in placed[seat].items()}


def _placed(game: Position, seat: int) -> dict[str, float]:
    w, rates = OPENING, mmn.yields(game, game.state.players[seat])
    resources = [rate for rate in rates[: board.PAIR] if rate]
    return {
        "land": w["pip"] * sum(resources) + w["kind"] * len(resources),
        "harbours": w["harbour"] * len(game.network.harbours(seat)),
        "sites": w["second"] * sum(mmn.places(game, seat)[1:2]),
    }
