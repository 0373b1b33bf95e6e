"""The record of what computer players know of a game, so that no player has to know a game by name."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engines.contract import Action, Game
from engines.players.beam import Beam
from engines.players.comparison import Comparison
from engines.players.strong import Strong
from engines.players.values.fitted import Features, Fitted
from engines.steps import OfSeat

Ends = Callable[[Game, Game, int], bool]
"""A function that returns whether a turn of the seat ended between a position in which it decides and a later one."""


class Fit(NamedTuple):
    """A worth of positions whose weights were fitted to played games."""

    features: Callable[[Game, int], Features]
    """A function that returns the features of a position that are weighed for a seat."""
    fitted: Fitted
    """The weights."""
    compared: bool = False
    """True if the amounts of a seat are compared with those of the others."""


def _nothing(game: Game, seat: int) -> None:
    """Return None, for games without the feature."""


def _no_offer(game: Game, seat: int, rng: Random) -> None:
    """Return None, for games without trade."""


def _not_traded(game: Game, seat: int, offer: Action) -> Game:
    """Return the position as it is, for games without trade."""
    return game


def _once_unasked(before: Game, after: Game, seat: int) -> bool:
    """Return whether the seat has no decision any more: in most games all its decisions are part of its turn."""
    return not after.waits_for(seat)


@dataclass(frozen=True)
class Skill:
    """All that computer players know of a game beyond its rules."""

    normal: Beam
    """The normal player."""
    strong: Strong
    """The strong player."""
    weights: dict[str, float]
    """The weights of the normal player's value; ``python -m tools.tune`` searches for better ones."""
    compare: Comparison[Any]
    """The comparison of two positions that explains a choice of the strong player."""
    strong_weighs: bool = True
    """True if the strong player's value depends on ``weights`` as well."""
    fit: Fit | None = None
    """The fitted value, whose weights ``python -m tools.fit`` finds."""
    exception: Callable[[Game, int], Strong | None] = _nothing
    """A function that returns another strong player for some decisions; None: the usual one."""
    offer: Callable[[Game, int, Random], Action | None] = _no_offer
    """A function that returns an offer of trade; searches find none, since there are too many to list."""
    traded: Callable[[Game, int, Action], Game] = _not_traded
    """A function that returns the position of a seat after an offer of it has been accepted."""
    refusal: Callable[[Game, int], Action | None] = _nothing
    """A function that returns the answer to an offer that must not be accepted; None: there is no such offer."""
    ends_turn: Ends = _once_unasked
    """A function that returns whether a turn of the seat has ended."""
    extras: Set[str] = frozenset()
    """Verbs of optional actions before a turn that cannot be taken after it; plans may overlook them."""
    unproven: Set[str] = frozenset()
    """Levels that have not been shown to be stronger in this game than the one below; a lobby does not offer them."""

    def strong_at(self, game: Game, seat: int) -> Strong:
        """Return the strong player of a decision."""
        return self.exception(game, seat) or self.strong


def once_a_round(turn: type[OfSeat[Any]]) -> Ends:
    """Return ``ends_turn`` of a game in which everybody has a turn in each round.

    Turns wait on the stack once their order is fixed; boards, the draft and the cards of a round are chosen before.
    """

    def waits(game: Game, seat: int) -> bool:
        return any(isinstance(step, turn) and step.seat == seat for step in game.state.stack)

    def ended(before: Game, after: Game, seat: int) -> bool:
        is_over = not waits(after, seat) or after.state.turn > before.state.turn or after.state.over
        return waits(before, seat) and is_over

    return ended
