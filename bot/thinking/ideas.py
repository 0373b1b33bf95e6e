"""What the strong player would rather do than anything else, and how the turns that begin so differ.

Everything is looked at in worlds in which what is hidden was redrawn, and of what comes of it only that is told which
is the same in all of them; how a turn goes on is told of one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from statistics import fmean

from bot.thinking.gains import Change, certain, gain, points, telling, unsure
from bot.thinking.idea import SMALLEST, Idea
from bot.thinking.judging import compared
from bot.thinking.leads import lead
from bot.thinking.reasons import reasoned
from bot.thinking.turns import Turn, again, going_on_as, idle, same, turn, without_endings
from engines import Action, Game
from engines.players import LEAST, candidates, trade
from engines.players.skills import SKILLS, strong_at, turn_played
from engines.players.strong import Prospect, outcome

WORLDS, FURTHER = 5, 12
"""In so many a turn is looked for; in so many more it is played as it was found, for what it brings might be chance: a
price under a token that is one of two."""
MOST = LEAST
"""Ideas: as many as the player compares wherever there are so many actions."""


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
    payments = game.presentation.follow_ups.payments
    return [
        _for_all(idea, [each for each in found if each.same == place], payments)
        for place, idea in enumerate(found, 1)
        if not idea.same
    ]


def _for_all(idea: Idea, same: Sequence[Idea], payments: Collection[str]) -> Idea:
    """The idea with others that come to the same. Of payments the one that names most stands for all, parts of it
    included."""
    shown = max((idea, *same), key=lambda each: len(each.action)) if idea.action[0] in payments else idea
    alike = (each.action for each in (idea, *same) if each.action != shown.action)
    also = tuple(action for action in alike if shown.action[0] not in payments or len(action) == len(shown.action))
    return replace(idea, action=shown.action, then=shown.then, settled=shown.settled, also=also)


def of_two(game: Game, seat: int, rng: Random, better: Action, other: Action, stocks: Collection[str]) -> list[Idea]:
    """Two actions and what tells them apart; the other arguments are those of ``ideas``."""
    return _told(game, seat, rng, compared(game, seat, rng, better, other), stocks)


def _told(game: Game, seat: int, rng: Random, found: list[Prospect], stocks: Collection[str]) -> list[Idea]:
    payments = game.presentation.follow_ups.payments
    # Of what is equally good the shortest action comes first: as a rule it does nothing; of payments the one that names
    # most of it.
    found = sorted(found, key=lambda each: (not each.wins, -round(each.value, 6), _length(each.first, payments)))
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
            unsure=() if each.wins and decided else unsure(_of_one_line(every[each.first], worlds)),
        )
        for each, brought, worlds in zip(found, gains, counted, strict=True)
    ]
    judged = {each.first: each.judged for each in found if strong_at(game, seat).rounds > 0}
    onward = any(each.state.turn > game.state.turn for positions in judged.values() for each in positions)
    later, told_apart = judged if onward else {}, list[Idea]()  # in the last round nothing comes later
    for idea in made:
        told_apart.append(reasoned(idea, told_apart, turns, seat, later))
    return told_apart


def _length(action: Action, payments: Collection[str]) -> int:
    return -len(action) if action[0] in payments else len(action)


def _of_one_line(turns: Sequence[Turn], gains: Sequence[dict[Change, int]]) -> list[dict[Change, int]]:
    """What a turn brings where it goes on as it is told: what is done otherwise is no matter of chance."""
    return [gain for turn, gain in zip(turns, gains, strict=True) if turn.then == turns[0].then]


def _elsewhere(game: Game, seat: int, first: Action, found: Turn, worlds: Sequence[float]) -> list[Turn]:
    """A turn as it was found, in further worlds, as far as it is possible there."""
    played = (again(game, seat, found, first, Random(world)) for world in worlds)
    return [each for each in played if each is not None]


def _fairly(found: Sequence[Prospect], turns: dict[Action, list[Turn]], seat: int) -> list[Prospect]:
    """The actions, their ``turns`` going on as that of the best where this is better. Where the end of the turn is all
    that is judged, they are worth what they then are behind the best, if that is more, but never more than the best;
    and whether the game is won by then is seen there: the player may not have looked as far."""
    if not found:
        return []
    best, ends = found[0], turns[found[0].first]
    skill = SKILLS[ends[0].world.key]
    value, onward = skill.strong.plan.value, skill.strong_at(ends[0].world, seat).rounds > 0
    fair = [best if onward else best._replace(won=_won(ends, seat))]
    for each in found[1:]:
        before = turns[each.first]
        after = [going_on_as(model.then, own, seat, each.first) for own, model in zip(before, ends, strict=True)]
        turns[each.first] = after
        if not onward:
            behind = fmean(value(top.end, seat) - value(own.end, seat) for top, own in zip(ends, after, strict=True))
            worth = max(each.value, min(best.value, best.value - behind))
            each = each._replace(value=worth, won=_won(after, seat))
        fair.append(each)
    return sorted(fair, key=lambda each: (not each.wins, -round(each.value, 6)))


def _won(turns: Sequence[Turn], seat: int) -> float:
    """In how many worlds the turn ends the game as won, less those in which as lost, as a share of all."""
    return fmean(outcome(each.end, seat) for each in turns)


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
        steps = {action[0] for action in without_endings(game.presentation, here.then)}
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
    nothing = max((each.value for each in found if game.presentation.is_ending(each.first)), default=-inf)
    worth = {each.first: each.value for each in found}
    kept = [action for action in first if action not in idling or worth[action] > nothing]
    if len(kept) == 1:  # who reads that nothing is to be done wonders about what is possible
        kept += [each.first for each in found if near.get(each.first) == 1 and each.first not in kept][:1]
    shown, known = sorted(kept, key=near.__getitem__)[:MOST], {each.first: each.then for each in found}
    return {
        action: [found, *[turn(game, seat, action, Random(world), known[action]) for world in worlds[1:]]]
        for action, found in first.items()
        if action in shown
    }
