"""Faults of what waits on a loaded stack: numbers and names that no step could be carried out with."""

from __future__ import annotations

from typing import Any

from engines.contract import Step
from engines.mmn import board, words
from engines.mmn.geometry import Geometry
from engines.mmn.state import State
from engines.mmn.steps.barbarians import LoseCity
from engines.mmn.steps.clearing import PayOut
from engines.mmn.steps.losses import Emergency, TearDown
from engines.mmn.steps.seven import Discard
from engines.mmn.steps.turn import Turn
from engines.mmn.verbs.cards import EFFECTS, CardQuestion, PlayedCard
from engines.mmn.verbs.offers import Offer
from engines.mmn.verbs.retreat import Retreat
from engines.mmn.verbs.taking import TakeResources
from engines.mmn.verbs.together import TakeFree, Together

_PICKED = frozenset((*board.KINDS, *board.TRACKS, *words.SEATS, "done", "1", "2", "3"))


def faults(step: Step[Any], state: State, geometry: Geometry) -> list[str]:
    """What is wrong with a step whose fields are in range; empty on a sound one."""
    return [f"{type(step).__name__} does not fit" for _ in range(not _fits(step, state, geometry))]


def _fits(step: Step[Any], state: State, geometry: Geometry) -> bool:
    """What only some steps have."""
    owners = {each.node: seat for seat, player in enumerate(state.players) for each in player.buildings}
    match step:
        case Emergency() | TearDown():
            return set(step.lost) <= set(owners)
        case LoseCity():
            return set(step.lost) <= set(owners) and set(step.left) <= set(range(state.seats))
        case Turn():
            return step.seat == state.active
        case Offer():
            return all(
                each.seat in range(state.seats) and len(each.give) == len(each.want) == len(board.KINDS)
                for each in step.counters
            )
        case Retreat():
            return 0 <= step.knight.node < geometry.node_count and 1 <= step.knight.rank <= 3
        case PayOut():
            return all(-1 <= due.kind < board.PAIR and due.seat in range(state.seats) for due in step.claims)
        case Together():
            seats = [question.seat for question in step.questions]
            nested = [fault for question in step.questions for fault in faults(question, state, geometry)]
            return bool(seats) and len(set(seats)) == len(seats) and not nested
        case TakeResources():
            return step.left > 0
        case TakeFree():
            return len(step.free) == state.seats and min(step.free) >= 0
        case Discard():
            return any(step.left(seat) for seat in range(state.seats)) and all(
                chosen <= have
                for player, cards in zip(state.players, step.chosen, strict=True)
                for chosen, have in zip(cards, player.hand, strict=True)
            )
        case CardQuestion():
            places = {*geometry.nodes, *geometry.hexes, *geometry.paths}
            return step.card in EFFECTS and set(step.picked) <= _PICKED | places
        case PlayedCard():
            return step.card in EFFECTS
    return True
