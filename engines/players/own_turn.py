"""Whether somebody has played a turn of one's own to its end: not every decision is part of one."""

from __future__ import annotations

from engines.burgundy.steps import Turn as BurgundyTurn
from engines.contract import Game
from engines.macao.steps.rounds import Turn as MacaoTurn
from engines.mmn.position import Position as Mmn


def played(before: Game, after: Game, seat: int) -> bool:
    """Whether a turn of the seat has ended between a position in which it is asked and one in which it no longer is.

    In Navegador all that is asked is part of a turn. In Macao and Burgundy everybody has one in each round, which
    waits on the stack once their order is fixed: boards, castles, the draft and the cards of a round are chosen before,
    and while it waits the dice. In MMN, whose turns are counted, the last one that has ended is that of the seat before
    the active one, or the active one's where that has won: the opening and answers in the turns of others end none, nor
    does what asks others in the midst of the own.
    """
    over, later = before.state.over < after.state.over, before.state.turn < after.state.turn
    if isinstance(after, Mmn):
        return bool((over or later) and (after.state.active - later) % after.state.seats == seat)
    if before.key in ("burgundy", "macao"):
        return _waits(before, seat) and (over or later or not _waits(after, seat))
    return True


def _waits(game: Game, seat: int) -> bool:
    """Whether the turn of the seat in this round is still to be played, or to be ended."""
    return any(isinstance(step, BurgundyTurn | MacaoTurn) and step.seat == seat for step in game.state.stack)
