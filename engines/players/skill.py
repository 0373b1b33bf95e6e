"""What computer players know of a game, as one record: players read it and know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engines.contract import Action, Game
from engines.players.beam import Beam
from engines.players.comparison import Comparison
from engines.players.strong import Strong
from engines.players.values.fitted import Fitted, Seen
from engines.steps import OfSeat

Ends = Callable[[Game, Game, int], bool]
"""Whether a turn of the seat's own has ended between a position in which it is asked and a later one."""


class Fit(NamedTuple):
    """A value whose weights were fitted to games."""

    seen: Callable[[Game, int], Seen]
    """Counts what is weighed."""
    fitted: Fitted
    """The weights."""
    compared: bool = False
    """Whether a seat is weighed beside the others."""


def _nothing(game: Game, seat: int) -> None:
    """Return None, for what a game does not have."""


def _no_offer(game: Game, seat: int, rng: Random) -> None:
    """Return None, for games without trade."""


def _not_traded(game: Game, seat: int, offer: Action) -> Game:
    """Return the position as it is, for games without trade."""
    return game


def _once_unasked(before: Game, after: Game, seat: int) -> bool:
    """Return whether the seat is asked no more: in most games all that it is asked is part of its turn."""
    return not after.waits_for(seat)


@dataclass(frozen=True)
class Skill:
    """What the players of a game know of it beyond its rules."""

    normal: Beam
    strong: Strong
    weights: dict[str, float]
    """What the normal player's value weighs with; ``python -m tools.tune`` looks for better ones."""
    compare: Comparison[Any]
    """What two positions differ in, for whoever explains the strong player's choice."""
    strong_weighs: bool = True
    """Whether the strong player's value depends on ``weights`` as well."""
    fit: Fit | None = None
    """The weights that ``python -m tools.fit`` finds."""
    exception: Callable[[Game, int], Strong | None] = _nothing
    """Another strong player for some decisions; None: the usual one."""
    offer: Callable[[Game, int, Random], Action | None] = _no_offer
    """What to offer to others before anything else: too much is possible to be listed, so no search comes upon it."""
    traded: Callable[[Game, int, Action], Game] = _not_traded
    """The position of a seat once somebody has accepted such an offer."""
    refusal: Callable[[Game, int], Action | None] = _nothing
    """The only answer to an offer that must not be accepted."""
    ends_turn: Ends = _once_unasked
    extras: Set[str] = frozenset()
    """Words of actions that may be played beside a turn and are lost with it: a plan may overlook them."""
    purchases: Set[str] = frozenset()
    """Words of actions that spend what may serve later, so that a turn may be better without the last of them."""
    unproven: Set[str] = frozenset()
    """Players who have not been shown to be stronger here than the one below them: a lobby does not offer them."""

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
        gone = not waits(after, seat) or after.state.turn > before.state.turn or after.state.over
        return waits(before, seat) and gone

    return ended
