"""What the strong player would rather do than anything else, and how the turns that begin so differ.

Everything is looked at in worlds in which what is hidden was redrawn, and of what comes of it only that is told which
is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from time import thread_time

from bot.thinking.leads import Lead, lead
from engines import Action, Game
from engines.players import candidates
from engines.players.beam import Budget, imagined
from engines.players.greedy import after_playing
from engines.players.strong import outcome, strong_in

WORLDS = 3
"""In so many a turn is looked at for what it brings."""
SEARCHES = 8
"""At most, one after the other, until a turn has come to its end: a long one takes more than one."""
POINTS, OTHERS, STOCK = "points", "others", "stock"

Change = tuple[str, str]
"""What changes: the own POINTS of a source, the points of OTHERS by seat, what lies in the own STOCK by its name."""


@dataclass(frozen=True)
class Idea:
    """An action worth considering.

    ``behind``: how many points it is expected to bring less than the best one, if points are what it ``lacks``.
    ``brings``: what tells its turn from those of the other ideas; where nothing does, all it brings. ``alike``: the
    latter. ``points``: the own points now, and the fewest and the most that they come to by the end of the turn, as the
    game counts them. ``wins``: its turn ends the game with the seat as the winner; where others do not, that says it
    all, and nothing else but the points is told of it.
    """

    action: Action
    behind: float
    brings: dict[Change, int]
    alike: bool
    points: tuple[int, int, int]
    wins: bool = False
    lacks: Lead = "points"


def ideas(game: Game, seat: int, rng: Random, stocks: Collection[str]) -> list[Idea]:
    """Up to three actions, best first; none in a game whose positions have no values.

    ``stocks``: those that are told of, by their names in the description of a player.
    """
    found = candidates(game, seat, rng)
    worlds = [rng.random() for _ in range(WORLDS)] if found else []
    turns = {each.first: [_turn(game, seat, each.first, Random(world)) for world in worlds] for each in found}
    won = {first: all(outcome(end, seat) > 0 for _, end in ends) for first, ends in turns.items()}
    found = [each._replace(wins=each.wins and won[each.first]) for each in found]
    found.sort(key=attrgetter("wins"), reverse=True)
    gains = [_common([_gain(world, end, seat, stocks) for world, end in turns[each.first]]) for each in found]
    telling, decided = _telling(gains), len({each.wins for each in found}) > 1
    return [
        Idea(
            each.first,
            found[0].value - each.value,
            {} if each.wins and decided else {name: by for name, by in gain.items() if name in telling or not telling},
            alike=not telling,
            points=_points(turns[each.first], seat),
            wins=each.wins,
            lacks=lead(found[0], each),
        )
        for each, gain in zip(found, gains, strict=True)
    ]


def _turn(game: Game, seat: int, first: Action, rng: Random) -> tuple[Game, Game]:
    """An imagined world, and in it the end of a turn that begins so."""
    world = imagined(game, seat, rng)
    after, rest = after_playing(world, seat, first), strong_in(game.key).rest
    for _ in range(SEARCHES):
        if seat not in after.to_act:
            break
        lines = rest.lines(after, seat, rng, Budget(rest.positions, thread_time() + rest.seconds))
        after = max(lines.values(), key=lambda line: line.value).position if lines else after
    return world, after


def _gain(world: Game, end: Game, seat: int, stocks: Collection[str]) -> dict[Change, int]:
    """What has changed at the end of the turn."""
    before, after = _counted(world, seat, stocks), _counted(end, seat, stocks)
    return {change: by for change, count in after.items() if (by := count - before.get(change, 0))}


def _points(turns: Sequence[tuple[Game, Game]], seat: int) -> tuple[int, int, int]:
    """As the game counts them, now and at the ends of turns: the fewest, the most."""
    ends = [end.score(seat).total for _, end in turns]
    return turns[0][0].score(seat).total, min(ends), max(ends)


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
    """What is not the same of all ideas; of the own points every source, if one is not, since they are added up."""
    changes = {change for gain in gains for change in gain}
    telling = {change for change in changes if len({gain.get(change, 0) for gain in gains}) > 1}
    return telling | {change for change in changes if change[0] == POINTS and any(of == POINTS for of, _ in telling)}
