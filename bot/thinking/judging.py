"""How much an action was behind the best one, as far as the seat that played it could know."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from operator import attrgetter
from random import Random
from time import thread_time
from typing import NamedTuple

from bot.thinking.leads import Lead, lead
from engines import Action, Game
from engines.players import candidates
from engines.players.beam import Beam, Budget, Line, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect


def glance(game: Game, seat: int, rng: Random, played: Action) -> float:
    """How far an action is behind the best one, as it seems at once: in points, the end of a game worth more."""
    quick = SKILLS[game.key].strong.quick
    world = imagined(game, seat, rng)
    found = quick.lines(world, seat, rng, _budget(quick))
    # With a budget of its own: the first search may have spent everything, or have left this action in mid-turn.
    for line in _among(quick, played).lines(world, seat, rng, _budget(quick)).values():
        line.enter(found)
    return max(line.value for line in found.values()) - found[played].value


def _budget(beam: Beam) -> Budget:
    return Budget(beam.positions, thread_time() + beam.seconds)


class Better(NamedTuple):
    """An action that was better than another one, by what, and by how many points, where points are meant."""

    action: Action
    lead: Lead
    points: float


def weigh(game: Game, seat: int, rng: Random, played: Action) -> Better | None:
    """The strong player's best action, and what it has before the one that was played, compared in the same imagined
    worlds; None where it would have played the same, had no time, or what was played wins the game."""
    best = next(iter(candidates(game, seat, rng)), None)
    if best is None or best.first == played:
        return None
    worth = {each.first: each for each in compared(game, seat, rng, best.first, played)}
    better, own = worth[best.first], worth[played]
    return None if own.wins else Better(better.first, lead(better, own), better.value - own.value)


def compared(game: Game, seat: int, rng: Random, *first: Action) -> list[Prospect]:
    """What comes of some actions, compared in the same imagined worlds, best first."""
    player = strong_at(game, seat)
    return replace(player, plan=_among(player.plan, *first)).candidates(game, seat, rng)


def _among(beam: Beam, *first: Action) -> Among:
    return Among(**{field.name: getattr(beam, field.name) for field in fields(beam)}, first=first)


@dataclass(frozen=True)
class Among(Beam):
    """A beam that knows the first action of its lines: the best line that begins with each of ``first``, which share
    what may be looked at evenly."""

    first: tuple[Action, ...] = ()

    def lines(self, world: Game, seat: int, rng: Random, budget: Budget) -> dict[Action, Line]:
        found = {}
        for left, action in zip(range(len(self.first), 0, -1), self.first, strict=True):
            after = after_playing(world, seat, action)
            line = Line(self.value(after, seat), after, action)
            if after.waits_for(seat):
                rest = super().lines(after, seat, rng, budget.part(budget.left // left)).values()
                line = max((each.after(action) for each in rest), key=attrgetter("value"), default=line)
            found[action] = line
        return found
