"""Faults of what waits on a loaded stack: numbers and names that no step could be carried out with."""

from __future__ import annotations

from typing import Any

from engines.contract import Step
from engines.mmn import board, words
from engines.mmn.geometry import Geometry
from engines.mmn.state import State
from engines.mmn.steps.turn import Turn
from engines.mmn.verbs.cards import EFFECTS, CardQuestion, PlayedCard
from engines.mmn.verbs.offers import Offer

_PICKED = frozenset((*board.KINDS, *board.TRACKS, *words.SEATS, "done", "1", "2", "3"))


def faults(step: Step[Any], state: State, geometry: Geometry) -> list[str]:
    """What is wrong with a step whose fields are in range; empty on a sound one."""
    return [f"{type(step).__name__} does not fit" for _ in range(not _fits(step, state, geometry))]


def _fits(step: Step[Any], state: State, geometry: Geometry) -> bool:
    """What only some steps have."""
    match step:
        case Turn():
            return step.seat == state.active
        case Offer():
            return all(
                each.seat in range(state.seats) and len(each.give) == len(each.want) == len(board.KINDS)
                for each in step.counters
            )
        case CardQuestion():
            places = {*geometry.nodes, *geometry.hexes, *geometry.paths}
            return step.card in EFFECTS and set(step.picked) <= _PICKED | places
        case PlayedCard():
            return step.card in EFFECTS
    return True
