"""What the strong player would rather do than anything else, and how the turns that begin so differ.

Everything is looked at in worlds in which what is hidden was redrawn, and of what comes of it only that is told which
is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from time import thread_time

from engines import Action, Game
from engines.players import candidates
from engines.players.beam import Budget, imagined
from engines.players.greedy import after_playing
from engines.players.strong import strong_in

WORLDS = 3
"""In so many a turn is looked at for what it brings."""
POINTS, OTHERS, STOCK = "points", "others", "stock"

Change = tuple[str, str]
"""What changes: the own POINTS of a source, the points of OTHERS by seat, what lies in the own STOCK by its name."""


@dataclass(frozen=True)
class Idea:
    """An action worth considering.

    ``behind``: how many points it is expected to bring less than the best one. ``brings``: what tells its turn from
    those of the other ideas; where nothing does, all it brings. ``alike``: the latter.
    """

    action: Action
    behind: float
    brings: dict[Change, int]
    alike: bool


def ideas(game: Game, seat: int, rng: Random, stocks: Collection[str]) -> list[Idea]:
    """Up to three actions, best first; none in a game whose positions have no values.

    ``stocks``: those that are told of, by their names in the description of a player.
    """
    lines = candidates(game, seat, rng)
    worlds = [rng.random() for _ in range(WORLDS)] if lines else []
    gains = [_common([_gain(game, seat, line.first, Random(world), stocks) for world in worlds]) for line in lines]
    telling = _telling(gains)
    return [
        Idea(
            line.first,
            lines[0].value - line.value,
            {change: by for change, by in gain.items() if change in telling or not telling},
            alike=not telling,
        )
        for line, gain in zip(lines, gains, strict=True)
    ]


def _gain(game: Game, seat: int, first: Action, rng: Random, stocks: Collection[str]) -> dict[Change, int]:
    """What changes in an imagined world until the end of a turn that begins so."""
    world = imagined(game, seat, rng)
    after = after_playing(world, seat, first)
    if seat in after.to_act:
        rest = strong_in(game.key).rest
        budget = Budget(rest.positions, thread_time() + rest.seconds)
        lines = rest.lines(after, seat, rng, budget)
        after = max(lines.values(), key=lambda line: line.value).position if lines else after
    before = _counted(world, seat, stocks)
    return {
        change: by for change, count in _counted(after, seat, stocks).items() if (by := count - before.get(change, 0))
    }


def _counted(game: Game, seat: int, stocks: Collection[str]) -> dict[Change, int]:
    """Points and stocks, as ``seat`` may know them."""
    found = dict[Change, int]()
    for score in game.scores():
        if score.seat == seat:
            found |= {(POINTS, source): points for source, points in score.sources.items()}
        else:
            found[OTHERS, str(score.seat)] = score.total
    for message in game.describe(seat):
        if message.id == f"{game.key}.describe.player" and message.args.get("seat") == seat:
            found |= {
                (STOCK, name): value if isinstance(value, int) else len(value)
                for name, value in message.args.items()
                if isinstance(value, int | list) and name in stocks
            }
    return found


def _common(gains: Sequence[dict[Change, int]]) -> dict[Change, int]:
    """What is the same in all worlds."""
    first, *others = gains
    return {change: by for change, by in first.items() if all(gain.get(change) == by for gain in others)}


def _telling(gains: Sequence[dict[Change, int]]) -> set[Change]:
    """What is not the same of all ideas."""
    changes = {change for gain in gains for change in gain}
    return {change for change in changes if len({gain.get(change, 0) for gain in gains}) > 1}
