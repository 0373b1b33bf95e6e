"""What computer players know of a game, as one record: players read it and know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from engines.contract import Action, Game, Message
from engines.players.beam import Beam
from engines.players.strong import Strong
from engines.players.values.fitted import Fitted, Seen
from engines.steps import OfSeat

Ends = Callable[[Game, Game, int], bool]
"""Whether a turn of the seat's own has ended between a position in which it is asked and a later one."""

Thing = Callable[[str, Game, Game, int], Message | None]
"""What the first of two positions has more of than the second, by the name of what is weighed or scored."""


class Term(NamedTuple):
    """``size``: how much there is of what the name stands for; ``worth``: the points that the player gives for it, be
    they below zero."""

    size: float
    worth: float


Named = tuple[str, Term]


class Fit(NamedTuple):
    """What was fitted to games: what is weighed, and the weights; ``compared``: what a seat has beside the others."""

    seen: Callable[[Game, int], Seen]
    fitted: Fitted
    compared: bool = False


def _nothing(game: Game, seat: int) -> None:
    """For what a game does not have."""


def _no_offer(game: Game, seat: int, rng: Random) -> None:
    """There is nothing to trade."""


def _nothing_apart(game: Game, seat: int) -> Mapping[tuple[str, str], int]:
    """All points of a source are told as those of it."""
    return {}


def _no_fact(name: str, richer: Game, other: Game, seat: int) -> None:
    """What is weighed is told by its name."""


def _nothing_scored(source: str, richer: Game, other: Game, seat: int) -> None:
    """Points are told by their source alone."""


def _not_used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Who has less of what is weighed has not got something nearer for it."""
    return False


def _as_it_is(game: Game, seat: int) -> Game:
    """What is chosen is carried out at once."""
    return game


def _once_unasked(before: Game, after: Game, seat: int) -> bool:
    """All that is asked is part of a turn, which is over once the seat is asked no more."""
    return not after.waits_for(seat)


@dataclass(frozen=True)
class Skill:
    """What the players of a game know of it beyond its rules."""

    normal: Beam
    strong: Strong
    weights: dict[str, float]
    """What the normal player's value weighs with; ``python -m tools.tune`` looks for better ones."""
    parts: Callable[[Game, int], Iterable[Named]]
    """What the strong player's value adds to the points that are counted, by name, for whoever explains it."""
    strong_weighs: bool = True
    """Whether the strong player's value depends on ``weights`` as well."""
    fit: Fit | None = None
    """The weights that ``python -m tools.fit`` finds."""
    exception: Callable[[Game, int], Strong | None] = _nothing
    """Another strong player for some decisions; None: the usual one."""
    offer: Callable[[Game, int, Random], Action | None] = _no_offer
    """What to offer to others before anything else: too much is possible to be listed, so no search comes upon it."""
    refusal: Callable[[Game, int], Action | None] = _nothing
    """The only answer to an offer that must not be accepted."""
    ends_turn: Ends = _once_unasked
    together: Mapping[str, str] = field(default_factory=dict)
    """What is weighed apart and told as one: the name under which."""
    promises: frozenset[str] = frozenset()
    """What is told by its worth alone: unlike things are weighed under it, and its words say which promises more."""
    unproven: Set[str] = frozenset()
    """Players who have not been shown to be stronger here than the one below them: a lobby does not offer them."""
    counted: Mapping[str, str] = field(default_factory=dict)
    """What is on its way to points of a source: who has these is not behind who only comes near to them."""

    figures: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Sources and stocks whose figures say the same as what is weighed: by its name."""
    passing: frozenset[str] = frozenset()
    """What is weighed or scored that comes and goes with every turn: that there is more of it a turn later says nothing
    of the move before."""
    fickle: frozenset[str] = frozenset()
    """What is weighed that is about other things in each game that is played on: a turn later only its name is told."""
    homonyms: frozenset[str] = frozenset()
    """Names of a source and of a stock that are unlike things."""
    apart: Callable[[Game, int], Mapping[tuple[str, str], int]] = _nothing_apart
    """Points of a source that may still go with some of a stock, by both: they are told with the stock."""
    fact: Thing = _no_fact
    """What a position has more of than another, by the name of what is weighed: the thing itself, where it is known."""
    scored: Thing = _nothing_scored
    """With what a position has scored points of a source that another has not, where that is one thing."""
    used: Callable[[str, Game, Game, int], bool] = _not_used
    """Whether the other position lacks what the richer one has only because it has been used there: it is no advantage
    to have it still."""
    repeats: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kinds of steps that already say what is weighed, by its name: it is told of them only where nothing else is."""
    carried_out: Callable[[Game, int], Game] = _as_it_is
    """The position once what the seat has chosen is carried out, where that waits for others."""
    vain: frozenset[str] = frozenset()
    """Kinds of steps that cost something and bring nothing by themselves."""

    def strong_at(self, game: Game, seat: int) -> Strong:
        """The strong player of a decision."""
        return self.exception(game, seat) or self.strong


def once_a_round(turn: type[OfSeat[Any]]) -> Ends:
    """For games in which everybody has a turn in each round, which waits on the stack once their order is fixed;
    boards, the draft and the cards of a round are chosen before."""

    def waits(game: Game, seat: int) -> bool:
        return any(isinstance(step, turn) and step.seat == seat for step in game.state.stack)

    def ended(before: Game, after: Game, seat: int) -> bool:
        gone = not waits(after, seat) or after.state.turn > before.state.turn or after.state.over
        return waits(before, seat) and gone

    return ended


def weighed_by_fit(seen: Seen, fitted: Fitted, less: Set[str] = frozenset(), share: float = 1.0) -> Iterable[Named]:
    """What is weighed by numbers fitted to games. ``less``: amounts of something of which less is meant."""
    weights = fitted.at(seen.moment)
    for name, amount in seen.amounts.items():
        yield name, Term(-amount if name in less else amount, share * amount * weights[name])


def weighed_by_hand(parts: Mapping[str, float], share: float = 1.0) -> Iterable[Named]:
    """What is weighed by numbers made by hand: there is as much of it as it is worth."""
    for name, worth in parts.items():
        yield name, Term(share * worth, share * worth)
