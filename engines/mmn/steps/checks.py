"""Faults of what waits on a loaded stack: numbers and names that no step could be carried out with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engines.contract import Step
from engines.mmn import board, words
from engines.mmn.cards import CARDS
from engines.mmn.cards.effects import EFFECTS
from engines.mmn.geometry import Geometry
from engines.mmn.steps.action_phase import Turn
from engines.mmn.steps.barbarians import LoseCity
from engines.mmn.steps.cards import CardQuestion, PlayedCard
from engines.mmn.steps.clearing import PayOut
from engines.mmn.steps.losses import Emergency, TearDown
from engines.mmn.steps.offers import Offer
from engines.mmn.steps.retreat import Retreat
from engines.mmn.steps.seven import Discard
from engines.mmn.steps.taking import TakeResources
from engines.mmn.steps.together import TakeFree, Together

if TYPE_CHECKING:
    from engines.mmn.state import State

_ITEMS = tuple(board.TOKEN_COSTS)
_PICKED = frozenset((*board.KINDS, *board.TRACKS, *words.SEATS, "done", "1", "2", "3"))


def faults(step: Step[Any], state: State, geometry: Geometry) -> list[str]:
    """What is wrong with a step; empty on a sound one."""
    name = type(step).__name__
    found = [
        f"{name} has {field} {getattr(step, field)}"
        for field, sound in _fields(state, geometry).items()
        if hasattr(step, field) and not sound(getattr(step, field))
    ]
    return found or [f"{name} does not fit" for _ in range(not _fits(step, state, geometry))]


def _fields(state: State, geometry: Geometry) -> dict[str, Callable[[Any], bool]]:
    """Fields of steps by name, wherever they mean the same."""
    seats, kinds = range(state.seats), len(board.KINDS)

    def cards(value: Any) -> bool:
        return len(value) == kinds and min(value) >= 0

    return {
        "seat": lambda value: value in seats,
        "by": lambda value: value in seats,
        "to": lambda value: value in seats,
        "victim": lambda value: value in seats,
        "waiting": lambda value: set(value) <= set(seats),
        "node": lambda value: -1 <= value < geometry.node_count,
        "hex": lambda value: -1 <= value < geometry.hex_count,
        "track": lambda value: 0 <= value < len(board.TRACKS),
        "deck": lambda value: value in board.TRACKS,
        "card": lambda value: value in CARDS,
        "item": lambda value: value in _ITEMS,
        "count": lambda value: value > 0,
        "rank": lambda value: 1 <= value <= 3,
        "give": cards,
        "want": cards,
        "back": lambda value: -1 <= value < board.PAIR,
        "group": lambda value: value in ("any", "commodity"),
        "figure": lambda value: value in ("robber", "pirate"),
        "figures": lambda value: bool(value) and set(value) <= {"robber", "pirate"},
        "lost": lambda value: all(0 <= node < geometry.node_count for node in value),
        "due": lambda value: len(value) == state.seats and min(value) >= 0,
        "chosen": lambda value: len(value) == state.seats and all(map(cards, value)),
    }


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
