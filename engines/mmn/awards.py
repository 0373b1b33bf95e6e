"""Longest Road, Storage and Autarky change hands, and the game is won (rules 13.4, 13.5, 19)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.mmn import board, points, scoring
from engines.mmn.position import Position


def holder_of(holder: int, values: Sequence[int], minimum: int) -> int:
    """Who has a card after its values changed; -1: it lies aside (rules 13.4).

    A tie never takes the card from its holder; who falls behind loses it to the one player who leads alone.
    """
    most = max(values)
    if most < minimum:
        return -1
    if holder >= 0 and values[holder] == most:
        return holder
    return values.index(most) if values.count(most) == 1 else -1


def recheck(game: Position) -> None:
    """After every complete action, card effect or attack: the three cards, then whether the active player has won.

    Does nothing unless pieces or points have changed.
    """
    network, state = game.network, game.state
    if not network.changed or state.over:
        return
    network.changed = False
    players = state.players
    lengths = network.lengths()
    storage = [points.storage_points(player) for player in players]
    autarky = [points.autarky_points(player) for player in players]
    state.longest_road = _pass_on(game, "longest_road", state.longest_road, lengths)
    state.storage_card = _pass_on(game, "storage", state.storage_card, storage)
    state.autarky = _pass_on(game, "autarky", state.autarky, autarky)
    declare(game)


def declare(game: Position) -> None:
    """The active player wins with enough points (rules 19)."""
    state = game.state
    if state.turn and scoring.points(game, state.active) >= board.TARGET:
        win(game, state.active)


def _pass_on(game: Position, award: str, before: int, values: Sequence[int]) -> int:
    """The new holder of a card; tells when it is another one."""
    after = holder_of(before, values, board.AWARD_MINIMUM[award])
    if after != before:
        if after < 0:
            game.emit("award_aside", before, award=award)
        elif before < 0:
            game.emit("award", after, award=award, points=values[after])
        else:
            game.emit("award_moved", after, award=award, points=values[after], loser_seat=before)
    return after


def win(game: Position, seat: int) -> None:
    """Rules 19: the first player with the target in the own turn."""
    game.state.winner = seat
    game.finish()
