"""The value of a position of Power, Magic and Food for the strong player.

The opening is judged by weights that were fitted to 351 games of three computer players, which searched few lines of
play (narrow beams) with randomly disturbed weights. The fit predicts a seat's lead over its best rival at the end from
the advantage that the seat had over the mean of the others when the first dice were rolled.

Later the value made by hand (``values.mmn``) is used, with some other weights. These were tried in games in which lots
decided for each player and each weight which of the two values it had (``docs/opponents.md``).
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
"""The weights after the opening, in points; ``mmn.WEIGHTS`` says what each is for, and has those not listed here."""
OPENING = {
    "pip": 0.4,  # a pip (one of the 36 rolls) that brings a resource
    "kind": 0.9,  # a resource that is produced
    "second": 0.3,  # each pip at the second best place for another building
    "harbour": -0.4,  # below zero, since places at harbours yield less
}
"""The weights in the opening, in points."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game.

    In the opening this is the number of points plus the advantage of its places over those of the others.
    """
    assert isinstance(game, Position)
    if _under_way(game):
        return mmn.worth_by(WEIGHTS, game, seat)
    return scoring.points(game, seat) + sum(_advantage(game, seat).values())


def parts(game: Position, seat: int) -> dict[str, float]:
    """Return the points that ``value`` adds to the seat's own while the game runs, by source, to explain a choice."""
    return mmn.parts(WEIGHTS, game, seat) if _under_way(game) else _advantage(game, seat)


def places_again(game: Game, seat: int) -> bool:
    """Return whether the seat will place its second building after others have placed theirs (rules 3)."""
    assert isinstance(game, Position)
    return not game.state.turn and not game.state.players[seat].buildings and seat < game.state.seats - 1


def _under_way(game: Position) -> bool:
    """Return whether dice have been rolled."""
    return game.state.turn > 1 or bool(game.state.now.event)


def _advantage(game: Position, seat: int) -> dict[str, float]:
    """Return the worth of the seat's buildings and the places around them above the mean of the others, by source."""
    openings = [_placed(game, number) for number in range(game.state.seats)]
    rivals = openings[:seat] + openings[seat + 1 :]
    return {name: worth - fmean(rival[name] for rival in rivals) for name, worth in openings[seat].items()}


def _placed(game: Position, seat: int) -> dict[str, float]:
    """Return the worth of the buildings that a seat has placed in the opening, by source."""
    w = OPENING
    rates = mmn.yields(game, game.state.players[seat])
    # The first ``PAIR`` kinds of cards are the resources, the others the commodities.
    resources = [rate for rate in rates[: board.PAIR] if rate]
    return {
        "land": w["pip"] * sum(resources) + w["kind"] * len(resources),
        "harbours": w["harbour"] * len(game.network.harbours(seat)),
        "sites": w["second"] * sum(mmn.places(game, seat)[1:2]),
    }
