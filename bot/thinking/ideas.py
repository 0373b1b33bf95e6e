"""What the strong player would rather do than anything else, and how the turns that begin so differ.

Everything is looked at in worlds in which what is hidden was redrawn, and of what comes of it only that is told which
is the same in all of them; how a turn goes on is told of one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from statistics import fmean

from bot.thinking.gains import POINTS, STOCK, Change, certain, gain, points, telling, unsure
from bot.thinking.judging import compared
from bot.thinking.leads import Lead, lead
from bot.thinking.turns import ENDS, PAID, Turn, again, going_on_as, idle, same, turn
from engines import Action, Game, Message
from engines.players import LEAST, candidates, terms, trade
from engines.players.skills import SKILLS, strong_at, turn_played
from engines.players.strong import Prospect, outcome

WORLDS, FURTHER = 5, 12
"""In so many a turn is looked for; in so many more it is played as it was found, for what it brings might be chance: a
price under a token that is one of two."""
MOST = LEAST
"""Ideas: as many as the player compares wherever there are so many actions."""
TERMS = 2
"""Differences in what is weighed that are told at most for the best idea; against it, one."""
FAR, KNOWN = 1.0, 0.25
"""Of what is so much better, in points, reasons are told that make so large a part of it, or none."""
SMALLEST = 0.05
"""Of differences of fewer points nobody speaks, unless there is nothing else to say."""
LEAST_SCORED = 0.5
"""Points of a source on average, of which it is said that there are more."""


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
    sources: tuple[str, ...] = ()
    """Of what the best idea scores more by the end of the next turn, where nothing nearer says why it is better."""
    played_on: bool = False
    """What is known makes little of how much better the best one is: it is when the player plays on."""
    facts: dict[str, Message] = field(default_factory=dict)
    """Of ``terms``, by their names, the things that they come from, where these are known."""
    also: tuple[Action, ...] = ()
    """Other actions that come to the same."""

    def lead(self, other: Idea) -> float:
        """How many points more it has at the end of its turn, as they are counted."""
        return (sum(self.points[1:]) - sum(other.points[1:])) / 2


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

    One stands for several that come to the same by the end of the turn; variants as good, and what is idle, come after
    others. ``stocks``: those that are told of, by their names in the description of a player.
    """
    found = _told(game, seat, rng, candidates(game, seat, rng, count=None), stocks)
    return [
        _for_all(idea, [each for each in found if each.same == place])
        for place, idea in enumerate(found, 1)
        if not idea.same
    ]


def _for_all(idea: Idea, same: Sequence[Idea]) -> Idea:
    """The idea with others that come to the same. Of payments the one that names most stands for all."""
    shown = max((idea, *same), key=lambda each: len(each.action)) if idea.action[0] in PAID else idea
    also = tuple(each.action for each in (idea, *same) if each.action != shown.action)
    return replace(idea, action=shown.action, then=shown.then, settled=shown.settled, also=also)


def of_two(game: Game, seat: int, rng: Random, better: Action, other: Action, stocks: Collection[str]) -> list[Idea]:
    """Two actions and what tells them apart; the other arguments are those of ``ideas``."""
    return _told(game, seat, rng, compared(game, seat, rng, better, other), stocks)


def _told(game: Game, seat: int, rng: Random, found: list[Prospect], stocks: Collection[str]) -> list[Idea]:
    # Of what is equally good the shortest action comes first: as a rule it does nothing.
    found = sorted(found, key=lambda each: (not each.wins, -round(each.value, 6), len(each.first)))
    turns = _chosen(game, seat, found, [rng.random() for _ in range(WORLDS)], stocks)
    found = _fairly([each for each in found if each.first in turns], turns, seat)
    won = {first: all(outcome(each.end, seat) > 0 for each in turn) for first, turn in turns.items()}
    found = [each._replace(wins=each.wins and won[each.first]) for each in found]
    # Of what wins, the shortest comes first; it is as good.
    found.sort(key=lambda each: (not each.wins, len(turns[each.first][0].then) if each.wins else 0))
    further = [rng.random() for _ in range(FURTHER)]
    every = {first: [*turn, *_elsewhere(game, seat, first, turn[0], further)] for first, turn in turns.items()}
    counted = [[gain(each, seat, stocks) for each in every[prospect.first]] for prospect in found]
    gains = certain(counted)
    ended = {first: all(turn_played(world, end, seat) for world, end, _ in turn) for first, turn in turns.items()}
    told, decided = telling(gains, any(ended.values())), len({each.wins for each in found}) > 1
    made = [
        Idea(
            each.first,
            0.0 if each.wins else found[0].value - each.value,
            {} if each.wins and decided else {name: by for name, by in brought.items() if name in told},
            points=points(every[each.first], seat),
            wins=each.wins,
            lacks=lead(found[0], each),
            turn=ended[each.first],
            then=turns[each.first][0].then,
            settled=len({turn.then for turn in turns[each.first]}) == 1,
            unsure=() if each.wins and decided else unsure(worlds),
        )
        for each, brought, worlds in zip(found, gains, counted, strict=True)
    ]
    judged = {each.first: each.judged for each in found if strong_at(game, seat).rounds > 0}
    onward = any(each.state.turn > game.state.turn for positions in judged.values() for each in positions)
    later, compared = judged if onward else {}, list[Idea]()  # in the last round nothing comes later
    for idea in made:
        compared.append(_compared(idea, compared, turns, seat, later))
    return compared


def _elsewhere(game: Game, seat: int, first: Action, found: Turn, worlds: Sequence[float]) -> list[Turn]:
    """A turn as it was found, in further worlds, as far as it is possible there."""
    played = (again(game, seat, found, first, Random(world)) for world in worlds)
    return [each for each in played if each is not None]


def _fairly(found: Sequence[Prospect], turns: dict[Action, list[Turn]], seat: int) -> list[Prospect]:
    """The actions, their ``turns`` going on as that of the best where this is better. Where the end of the turn is all
    that is judged, they are worth what they then are behind the best, if that is more, but never more than the best."""
    if not found:
        return []
    best, fair = found[0], [found[0]]
    skill = SKILLS[turns[best.first][0].world.key]
    value, onward = skill.strong.plan.value, skill.strong_at(turns[best.first][0].world, seat).rounds > 0
    ends = turns[best.first]
    for each in found[1:]:
        before = turns[each.first]
        after = [going_on_as(model.then, own, seat, each.first) for own, model in zip(before, ends, strict=True)]
        turns[each.first] = after
        behind = fmean(value(top.end, seat) - value(own.end, seat) for top, own in zip(ends, after, strict=True))
        fair.append(each if onward else each._replace(value=max(each.value, min(best.value, best.value - behind))))
    return sorted(fair, key=lambda each: (not each.wins, -round(each.value, 6)))


def _chosen(
    game: Game, seat: int, found: Sequence[Prospect], worlds: Sequence[float], stocks: Collection[str]
) -> dict[Action, list[Turn]]:
    """The turns of the best actions that come to something different each; of others besides where these are few."""
    first, apart, near, idling = dict[Action, Turn](), list[Prospect](), dict[Action, int](), set[Action]()

    def nearness(each: Prospect, other: Prospect) -> int:
        """2: it comes to the same; 1: it is a variant, and as good; 0: it is something else."""
        here, there = first[each.first], first[other.first]
        if same(here.end, there.end):
            return 2
        alike = each.first[0] == other.first[0] and abs(each.value - other.value) < SMALLEST
        return int(alike and gain(here, seat, stocks) == gain(there, seat, stocks))

    def pointless(each: Prospect) -> bool:
        """Whether it, or what it costs, brings nothing; who is judged later than at the end of the turn may need it."""
        here = first[each.first]
        steps = {action[0] for action in here.then if action not in ENDS}
        vain = bool(steps) and steps <= SKILLS[game.key].vain
        return vain or (not strong_at(game, seat).rounds and idle(here, seat, each.first))

    for each in found:
        first[each.first] = turn(game, seat, each.first, Random(worlds[0]), each.then)
        near[each.first] = max((nearness(each, other) for other in apart), default=0)
        if apart and not near[each.first]:
            near[each.first] = int(pointless(each))
            idling |= {each.first} if near[each.first] else set()
        if not near[each.first]:
            apart.append(each)
        if len(apart) == MOST:
            break
    # What is idle may yet be the next best; what is worse than to do nothing is no idea.
    nothing = max((each.value for each in found if each.first in ENDS), default=-inf)
    worth = {each.first: each.value for each in found}
    kept = [action for action in first if action not in idling or worth[action] > nothing]
    shown, known = sorted(kept, key=near.__getitem__)[:MOST], {each.first: each.then for each in found}
    return {
        action: [found, *[turn(game, seat, action, Random(world), known[action]) for world in worlds[1:]]]
        for action, found in first.items()
        if action in shown
    }


def _compared(
    idea: Idea,
    before: Sequence[Idea],
    turns: Mapping[Action, list[Turn]],
    seat: int,
    later: Mapping[Action, Sequence[Game]],
) -> Idea:
    """The idea with what tells it from the best one; what comes to the same as another is made equally good.

    ``later``: the positions in which the player has judged them, if these are beyond the ends of the turns.
    """
    ends = [each.end for each in turns[idea.action]]
    for place, other in enumerate(before, 1):
        if all(map(same, ends, [each.end for each in turns[other.action]])):
            return replace(idea, same=place, behind=other.behind, lacks=other.lacks)
    if not before or idea.lacks == "win":
        return idea
    best, skill = before[0], SKILLS[ends[0].key]
    every = _differences([each.end for each in turns[best.action]], ends, seat)
    every = {
        name: by for name, by in every.items() if not _used(name, by, turns[best.action], turns[idea.action], seat)
    }
    differ = {name: by for name, by in every.items() if abs(by) >= SMALLEST}

    def figured(one: Idea, other: Idea) -> set[str]:
        """What is weighed that the figures of the one tell."""
        richer = _richer(one, other)
        return {name for name in differ if richer & {name, *skill.figures.get(name, ())}}

    more, points, richer = [name for name, by in differ.items() if by > 0], best.lead(idea), figured(best, idea)
    ahead = [name for name in more if name not in richer] or (more if points < 0 else [])  # what outweighs them is said
    steps, others = ({action[0] for action in (each.action, *each.then)} for each in (best, idea))
    ahead = [name for name in ahead if not skill.repeats.get(name, frozenset()) & (steps - others)] or ahead
    scored = {name for name, source in skill.counted.items() if source in _richer(best, idea, POINTS)}
    told_already = figured(idea, best) | scored  # what the best has scored, the other can but come near to
    instead = [name for name, by in differ.items() if by < 0 and name not in told_already][:1]
    level = idea.lacks == "points" and idea.behind < SMALLEST
    sources: list[str] = []
    if not (level or more or 2 * points >= idea.behind or (richer and not later)):  # nothing has said why
        if later:
            sources = _sources(later[best.action], later[idea.action], seat)[:TERMS]
            every = _always_more(later[best.action], later[idea.action], seat)
        ahead = [name for name, by in every.items() if by > 0 and name not in instead][: TERMS - len(sources)]
    told = {name: every[name] for name in ahead[:TERMS]} | {name: differ[name] for name in instead}
    known, far = points + sum(told.values()), idea.lacks == "points" and idea.behind >= FAR
    played_on = bool(later) and far and not sources and known < KNOWN * idea.behind
    if played_on:
        told = {name: differ[name] for name in instead}
    facts = {
        name: fact
        for name, by in told.items()
        if (fact := _fact(name, by, turns[best.action], turns[idea.action], seat))
    }
    return replace(idea, terms=told, sources=tuple(sources), facts=facts, played_on=played_on)


def _ends(by: float, best: Sequence[Turn], own: Sequence[Turn]) -> Iterator[tuple[Game, Game]]:
    """How the turns end in each world: first where there is more of what differs ``by`` so much."""
    for one, two in zip(best, own, strict=True):
        yield (one.end, two.end) if by > 0 else (two.end, one.end)


def _used(name: str, by: float, best: Sequence[Turn], own: Sequence[Turn], seat: int) -> bool:
    """Whether who has less of something weighed has used it."""
    used = SKILLS[best[0].end.key].used
    return any(used(name, more, less, seat) for more, less in _ends(by, best, own))


def _fact(name: str, by: float, best: Sequence[Turn], own: Sequence[Turn], seat: int) -> Message | None:
    """The thing that something weighed comes from, where it is the same in all worlds."""
    fact = SKILLS[best[0].end.key].fact
    found = [fact(name, more, less, seat) for more, less in _ends(by, best, own)]
    return found[0] if all(each == found[0] for each in found[1:]) else None


def _differences(best: Sequence[Game], own: Sequence[Game], seat: int) -> dict[str, float]:
    """What the player weighs otherwise in the one positions than in the others, by the points that it makes."""
    of_best, of_own = (terms.mean([terms.terms(position, seat) for position in each]) for each in (best, own))
    return terms.beside(of_best, of_own)


def _always_more(best: Sequence[Game], own: Sequence[Game], seat: int) -> dict[str, float]:
    """The same of what there is more of in each of the ones, which are of the same worlds as the others."""
    of_best, of_own = ([terms.terms(position, seat) for position in each] for each in (best, own))
    pairs = [terms.beside(one, other) for one, other in zip(of_best, of_own, strict=True)]
    mean = terms.beside(terms.mean(of_best), terms.mean(of_own))
    return {name: by for name, by in mean.items() if all(each.get(name, 0) > 0 for each in pairs)}


def _sources(best: Sequence[Game], own: Sequence[Game], seat: int) -> list[str]:
    """Of what there are more points in each of the one positions than in the others, the most first."""
    pairs = [[position.score(seat).sources for position in pair] for pair in zip(best, own, strict=True)]
    more = {name: [one[name] - other[name] for one, other in pairs] for name in pairs[0][0]}
    by = {name: fmean(each) for name, each in more.items() if min(each) > 0}
    return sorted((name for name in by if by[name] >= LEAST_SCORED), key=by.__getitem__, reverse=True)


def _richer(one: Idea, other: Idea, *kinds: str) -> set[str]:
    """Of what sources and stocks, or those ``kinds`` of changes, the figures tell more with the one idea."""
    told = {change for idea in (one, other) for change in idea.brings if change[0] in (kinds or (POINTS, STOCK))}
    return {change[1] for change in told if one.brings.get(change, 0) > other.brings.get(change, 0)}
