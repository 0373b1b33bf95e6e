"""How far a turn is, and who still owes cards."""

from __future__ import annotations

from collections.abc import Mapping

from engines.mmn.position import Position
from engines.mmn.steps.opening import OpeningBuilding, OpeningIncome, OpeningRoad
from engines.mmn.steps.seven import Discard
from engines.mmn.steps.turn import BeforeRoll


def phase(game: Position) -> str:
    """ "opening", "before_roll", "events", "actions" or "over", for pictures and descriptions."""
    if game.state.over:
        return "over"
    kinds = {type(step) for step in game.state.stack}
    if not game.state.turn or kinds & {OpeningBuilding, OpeningRoad, OpeningIncome}:
        return "opening"
    if BeforeRoll in kinds or not game.state.now.event:
        return "before_roll"
    # Steps A to E lie on the stack above the action phase; an action in progress lies on a phase already begun.
    return "actions" if game.state.now.begun else "events"


def owed(game: Position) -> Mapping[int, int]:
    """Cards to be discarded by seats that have not finished choosing."""
    for step in game.state.stack:
        if isinstance(step, Discard):
            return {seat: step.due[seat] for seat in game.clockwise() if step.left(seat)}
    return {}
