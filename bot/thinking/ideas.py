"""What the strong player would rather do than anything else, and how the turns that begin so differ.

Everything is looked at in worlds in which what is hidden was redrawn, and of what comes of it only that is told which
is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from random import Random
from typing import Literal

from bot.thinking.judging import compared
from bot.thinking.leads import Lead, lead
from bot.thinking.turns import Turn, same, turn
from engines import Action, Game
from engines.players import LEAST, candidates, terms, trade
from engines.players.skills import strong_at, turn_played
from engines.players.strong import Prospect, outcome

WORLDS = 3
"""In so many a turn is looked at for what it brings."""
MOST = LEAST
"""Ideas: as many as the player compares wherever there are so many actions."""
TERMS = 2
"""Differences in what is weighed that are told at most."""
SMALLEST = 0.05
"""Of differences of fewer points nobody speaks."""
POINTS, OTHERS, STOCK = "points", "others", "stock"

Change = tuple[str, str]
"""What changes: the own POINTS of a source, the points of OTHERS by seat, what lies in the own STOCK by its name."""
Apart = Literal["level", "beyond", "spread"]
"""What there is to say where no term tells two ideas apart: they are expected to bring the same; or they are not, and
the player has looked beyond the ends of the turns; or it has not, and no single thing makes the difference."""


@dataclass(frozen=True)
class Beside:
    """How the end of a turn differs from that of another idea, where what is counted does not tell."""

    place: int
    """The other idea's; 1 is the best."""
    same: bool
    """Both turns come to the same."""
    terms: dict[str, float]
    """The largest differences in points, by what the player weighs (``engines.players.terms``): above zero, the own
    turn leads to more of it."""
    apart: Apart = "level"
    """What is said where there are no ``terms``."""


@dataclass(frozen=True)
class Idea:
    """An action worth considering, with what its turn comes to."""

    action: Action
    behind: float
    """How much less it is expected to bring than the best one, in what it ``lacks``."""
    brings: dict[Change, int]
    """What its turn brings and those of other ideas do not; all that it brings where it is ``alike``."""
    alike: bool
    """The turns of all ideas bring the same."""
    points: tuple[int, int, int]
    """The own points as the game counts them: now, and the fewest and the most at the end of the turn."""
    wins: bool = False
    """Its turn wins the game. Where others do not, only the points are told besides."""
    lacks: Lead = "points"
    beside: Beside | None = None
    """What tells it from another idea of which the same, or nothing, would be told."""
    turn: bool = True
    """It is followed to the end of an own turn. False (an answer, the opening): until others decide."""


@dataclass(frozen=True)
class Hint:
    """Up to three ideas, best first, and what could be offered to others before."""

    ideas: list[Idea]
    offer: Action | None = None


def hint(game: Game, seat: int, rng: Random, stocks: Collection[str]) -> Hint:
    """Ideas, and an offer unless the best idea wins. The arguments are those of ``ideas``."""
    found = ideas(game, seat, rng, stocks)
    return Hint(found, trade(game, seat, rng) if found and not found[0].wins else None)


def ideas(game: Game, seat: int, rng: Random, stocks: Collection[str]) -> list[Idea]:
    """Up to three actions, best first; none in a game whose positions have no values.

    One stands for several that come to the same by the end of the turn, or are variants as good, unless too few would
    be left. ``stocks``: those that are told of, by their names in the description of a player.
    """
    return _told(game, seat, rng, candidates(game, seat, rng, count=None), stocks)


def of_two(game: Game, seat: int, rng: Random, better: Action, other: Action, stocks: Collection[str]) -> list[Idea]:
    """Two actions and what tells them apart; the other arguments are those of ``ideas``."""
    return _told(game, seat, rng, compared(game, seat, rng, better, other), stocks)


def _told(game: Game, seat: int, rng: Random, found: list[Prospect], stocks: Collection[str]) -> list[Idea]:
    turns = _chosen(game, seat, found, [rng.random() for _ in range(WORLDS)], stocks)
    won = {first: all(outcome(end, seat) > 0 for _, end in ends) for first, ends in turns.items()}
    found = [each._replace(wins=each.wins and won[each.first]) for each in found if each.first in turns]
    found.sort(key=attrgetter("wins"), reverse=True)
    gains = [_common([_gain(world, end, seat, stocks) for world, end in turns[each.first]]) for each in found]
    telling, decided = _telling(gains), len({each.wins for each in found}) > 1
    made = [
        Idea(
            each.first,
            found[0].value - each.value,
            {} if each.wins and decided else {name: by for name, by in gain.items() if name in telling or not telling},
            alike=not telling,
            points=_points(turns[each.first], seat),
            wins=each.wins,
            lacks=lead(found[0], each),
            turn=all(turn_played(world, end, seat) for world, end in turns[each.first]),
        )
        for each, gain in zip(found, gains, strict=True)
    ]
    onward = bool(made) and strong_at(game, seat).rounds > 0
    return [_compared(idea, made, turns, seat, onward) for idea in made]


def _chosen(
    game: Game, seat: int, found: Sequence[Prospect], worlds: Sequence[float], stocks: Collection[str]
) -> dict[Action, list[Turn]]:
    """The turns of the best actions that come to something different each; of others besides where these are few."""
    first, apart, near = dict[Action, Turn](), list[Prospect](), dict[Action, int]()

    def nearness(each: Prospect, other: Prospect) -> int:
        """2: it comes to the same; 1: it is a variant, and as good; 0: it is something else."""
        here, there = first[each.first], first[other.first]
        if same(here[1], there[1]):
            return 2
        alike = each.first[0] == other.first[0] and abs(each.value - other.value) < SMALLEST
        return int(alike and _gain(*here, seat, stocks) == _gain(*there, seat, stocks))

    for each in found:
        first[each.first] = turn(game, seat, each.first, Random(worlds[0]))
        near[each.first] = max((nearness(each, other) for other in apart), default=0)
        if not near[each.first]:
            apart.append(each)
        if len(apart) == MOST:
            break
    shown = sorted(first, key=near.__getitem__)[:MOST]
    return {
        action: [found, *[turn(game, seat, action, Random(world)) for world in worlds[1:]]]
        for action, found in first.items()
        if action in shown
    }


def _compared(idea: Idea, made: Sequence[Idea], turns: Mapping[Action, list[Turn]], seat: int, onward: bool) -> Idea:
    """The idea with ``beside``: against the best one of which the same is told, or the best where nothing is told.

    ``onward``: the player has looked beyond the ends of the turns. Ideas that come to the same are made equally good.
    """
    others = [each for each in made if each is not idea]
    twins = [each for each in others if (each.brings, each.points) == (idea.brings, idea.points)]
    if idea.wins or not others or (idea.brings and not twins):
        return idea
    other = (twins or others)[0]
    ends, others_ends = ([end for _, end in turns[each.action]] for each in (idea, other))
    differ = terms.beside(*(terms.mean([terms.terms(end, seat) for end in each]) for each in (ends, others_ends)))
    largest = {name: by for name, by in list(differ.items())[:TERMS] if abs(by) >= SMALLEST}
    if not twins and not largest:
        return idea
    level = idea.lacks == other.lacks and abs(idea.behind - other.behind) < SMALLEST
    apart: Apart = "level" if level else "beyond" if onward else "spread"
    beside = Beside(made.index(other) + 1, all(map(same, ends, others_ends)), largest, apart)
    better = other if beside.same and other.behind < idea.behind else idea
    return replace(idea, beside=beside, behind=better.behind, lacks=better.lacks)


def _gain(world: Game, end: Game, seat: int, stocks: Collection[str]) -> dict[Change, int]:
    """What has changed at the end of the turn."""
    before, after = _counted(world, seat, stocks), _counted(end, seat, stocks)
    return {change: by for change, count in after.items() if (by := count - before.get(change, 0))}


def _points(turns: Sequence[Turn], seat: int) -> tuple[int, int, int]:
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
