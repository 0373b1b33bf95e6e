"""Where in a round a game stands."""

from __future__ import annotations

from engines.macao.position import Position
from engines.macao.steps import ChooseDice, DraftCard, PlaceCubes, RollDice


def phase(game: Position) -> str:
    """ "draft", "cubes", "cards", "dice", "actions" or "over", for pictures and descriptions."""
    if game.state.over:
        return "over"
    waiting = {type(step) for step in game.state.stack}
    phases = {DraftCard: "draft", PlaceCubes: "cubes", ChooseDice: "dice", RollDice: "cards"}
    return next((phase for kind, phase in phases.items() if kind in waiting), "actions")
