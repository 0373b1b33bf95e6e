"""A beam search that compares given first actions instead of all legal ones."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from random import Random

from engines.contract import Action, Game
from engines.players.beam import Beam, Budget, Line
from engines.players.greedy import after_playing


@dataclass(frozen=True)
class Among(Beam):
    """A beam search for the best line behind each of some given first actions."""

    first: tuple[Action, ...] = ()
    """The first actions, which are legal."""

    def lines(self, world: Game, seat: int, rng: Random, budget: Budget) -> dict[Action, Line]:
        """Return the best line by its first action; each action gets the same share of the budget."""
        best_lines = dict[Action, Line]()
        for place, action in enumerate(self.first):
            after = after_playing(world, seat, action)
            line = Line(self.value(after, seat), after, action)
            if after.waits_for(seat):
                share = budget.part(budget.remaining // (len(self.first) - place))
                rest = super().lines(after, seat, rng, share).values()
                line = max((following.preceded_by(action) for following in rest), key=attrgetter("value"), default=line)
            best_lines[action] = line
        return best_lines


def among(beam: Beam, *first: Action) -> Among:
    """Return a beam with the same bounds that compares the actions ``first``."""
    return Among(**{field.name: getattr(beam, field.name) for field in fields(beam)}, first=first)
