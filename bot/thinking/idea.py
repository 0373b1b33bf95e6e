"""An action worth considering, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.thinking.gains import Change
from bot.thinking.leads import Lead
from engines import Action, Message

SMALLEST = 0.05
"""Of differences of fewer points nobody speaks, unless there is nothing else to say."""


@dataclass(frozen=True)
class Idea:
    """An action worth considering, with what its turn comes to."""

    action: Action
    behind: float
    """How much less it is expected to bring than the best one, in what it ``lacks``."""
    brings: dict[Change, int]
    """What its turn brings; where no turn ends, the points, and what not all ideas bring."""
    points: tuple[int, int, int]
    """The own points as the game counts them: now, and the fewest and the most at the end of the turn."""
    unsure: tuple[str, ...] = ()
    """Of what it brings nobody knows yet how much."""
    wins: bool = False
    """Its turn wins the game. Where others do not, only the points are told besides."""
    lacks: Lead = "points"
    turn: bool = True
    """It is followed to the end of an own turn. False (an answer, the opening): until others decide."""
    then: tuple[Action, ...] = ()
    """What is played after it in one of the worlds."""
    settled: bool = True
    """In the others it is the same."""
    same: int = 0
    """The place of an idea before it (1 is the best) that comes to the same; 0: there is none."""
    terms: dict[str, float] = field(default_factory=dict)
    """The largest differences from the best idea in points, by what the player weighs (``engines.players.terms``) and
    ``brings`` does not tell: above zero, the best leads to more of it."""
    coming: frozenset[str] = frozenset()
    """Which of ``terms`` are judged once the player has played on."""
    sources: dict[str, float] = field(default_factory=dict)
    """By how many points on average the best idea scores more of these by the end of the next turn, where nothing
    nearer says why it is better."""
    scored: dict[str, Message] = field(default_factory=dict)
    """Of ``sources``, by their names, the things that score, where these are known."""
    played_on: float | None = None
    """Where the best idea has fewer points now, or what is known makes little of how much better it is: so many points
    more it has once the player has played on."""
    reckoned: bool = False
    """Nothing that is known says why the best one is better: it is what the player takes it for."""
    facts: dict[str, Message] = field(default_factory=dict)
    """Of ``terms``, by their names, the things that they come from, where these are known."""
    examples: dict[str, Message] = field(default_factory=dict)
    """Of ``terms`` that come from various things, by their names, one of these."""
    also: tuple[Action, ...] = ()
    """Other actions that come to the same."""

    def lead(self, other: Idea) -> float:
        """How many points more it has at the end of its turn, as they are counted."""
        return (sum(self.points[1:]) - sum(other.points[1:])) / 2
