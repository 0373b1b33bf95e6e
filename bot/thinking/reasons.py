"""Why one idea is better than another: what differs where their turns end, or where the player has judged them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from bot.thinking.gains import OTHERS, POINTS, STOCK
from bot.thinking.idea import SMALLEST, Idea
from bot.thinking.turns import Turn, same
from engines import Action, Game, Message
from engines.players import terms
from engines.players.skill import Skill, Thing
from engines.players.skills import SKILLS

TERMS = 2
"""Differences in what is weighed that are told at most for the best idea; against it, one."""
CARRIES = 1 / 3
"""Of the largest difference in favour of the best idea: what makes a smaller part of it is not why."""
FAR, KNOWN = 1.0, 0.25
"""Of what is so much better, in points, reasons are told that make so large a part of it, or none; nor is it told what
the other has that makes less."""
LITTLE = 0.1
"""What makes no less of it is told where nothing else is."""
PASSING = 0.5
"""What comes and goes with every turn is told of a turn later if it makes so large a part of it, and all else that is
known speaks for the other."""
LEAST_SCORED = 0.5
"""Points on average, of a source or of all, of which it is said that there are more."""


def reasoned(
    idea: Idea,
    before: Sequence[Idea],
    turns: Mapping[Action, list[Turn]],
    seat: int,
    later: Mapping[Action, Sequence[Game]],
) -> Idea:
    """The idea with what tells it from the best one, the first of those ``before``; what comes to the same as another
    is made equally good.

    ``later``: the positions in which the player has judged them, if these are beyond the ends of the turns.
    """
    ends = [each.end for each in turns[idea.action]]
    for place, other in enumerate(before, 1):
        if all(map(same, ends, [each.end for each in turns[other.action]])):
            return replace(idea, same=place, behind=other.behind, lacks=other.lacks)
    if not before or idea.lacks == "win":
        return idea
    best = before[0]
    return _Pair(best, idea, turns[best.action], turns[idea.action], seat).told(later)


@dataclass(frozen=True)
class _Pair:
    """The best idea and another one, with their turns in the same worlds."""

    best: Idea
    idea: Idea
    one: Sequence[Turn]
    two: Sequence[Turn]
    seat: int

    @property
    def skill(self) -> Skill:
        """What the player knows of the game."""
        return SKILLS[self.one[0].end.key]

    def told(self, later: Mapping[Action, Sequence[Game]]) -> Idea:
        """The other idea with what tells it from the best."""
        points = self.best.lead(self.idea)
        overtaking = self.further(later) if later and points < 0 else 0.0
        every, behind = self.differences(overtaken=overtaking >= LEAST_SCORED), self.idea.behind
        if self.idea.lacks == "points" and behind < SMALLEST:
            return self.idea  # what is as good needs no reason
        differ = {name: by for name, by in every.items() if abs(by) >= SMALLEST}
        carrying = [name for name, by in differ.items() if by > 0 and by >= CARRIES * max(differ.values())]
        ahead, instead = self.ahead(differ, carrying)[:TERMS], self.instead(differ)
        sources, coming, played_on, reckoned = dict[str, float](), dict[str, float](), None, False
        told = {name: differ[name] for name in (*ahead, *instead)}
        if self.idea.lacks == "points" and 2 * points < behind:
            said = bool(ahead or self.richer(self.best, self.idea))
            known = points + sum(differ.values())  # less what the other has instead
            if later and (not said or (behind >= FAR and known < KNOWN * behind)):
                sources, coming = self.later(later, instead, KNOWN)
                if not (sources or coming) and known < 0:  # what is seen by then speaks for the other
                    sources, coming = self.later(later, instead, PASSING, passing=True)
                if not (sources or coming or ahead):
                    sources, coming = self.later(later, instead, LITTLE)
                if not (sources or coming or ahead):
                    played_on = self.further(later)
                if sources or coming:  # what the best will have scored by then the other has not instead
                    counted = self.skill.counted
                    told = coming | {name: differ[name] for name in instead if counted.get(name) not in sources}
            elif not said:  # something small is better than no reason
                more = [name for name, by in every.items() if by > 0 and name not in instead]
                told = {name: every[name] for name in (*more[:TERMS], *instead)}
                reckoned = not more
        if overtaking >= LEAST_SCORED:  # whoever reads that the other has more points now wonders
            played_on = overtaking
        facts = {name: fact for name, by in told.items() if name not in coming and (fact := self.fact(name, by))}
        lasting = [name for name in coming if name not in self.skill.fickle]
        found = {name: self.things(self.skill.fact, name, later) for name in lasting}
        facts |= {name: fact for name, things in found.items() if (fact := _of_most(things))}
        examples = {name: next(filter(None, found[name])) for name in lasting if name not in facts and any(found[name])}
        scored = {name: fact for name in sources if (fact := _of_most(self.things(self.skill.scored, name, later)))}
        return replace(
            self.idea,
            terms=told,
            coming=frozenset(coming),
            facts=facts,
            examples=examples,
            sources=sources,
            scored=scored,
            played_on=played_on,
            reckoned=reckoned,
        )

    def differences(self, *, overtaken: bool = False) -> dict[str, float]:
        """What the player weighs otherwise at the ends of the turns, by the points that it makes; of what the other has
        used nobody says that there is less, unless nothing else outweighs the points that it has for it and it is not
        ``overtaken`` by the next turn; nor that what it has scored is nearer."""
        every = _beside([each.end for each in self.one], [each.end for each in self.two], self.seat)
        scored = {name for name, of in self.skill.counted.items() if of in self.richer(self.idea, self.best, POINTS)}
        every = {name: by for name, by in every.items() if by < 0 or name not in scored}
        found = {name: by for name, by in every.items() if not self.used(name, by)}
        outweighing = sum(by for by in found.values() if by > 0)
        return found if overtaken or outweighing >= -self.best.lead(self.idea) else every

    def used(self, name: str, by: float) -> bool:
        """Whether who has less of something weighed has used it."""
        return any(self.skill.used(name, more, less, self.seat) for more, less in self.ends(by))

    def ends(self, by: float) -> Iterator[tuple[Game, Game]]:
        """How the turns end in each world: first where there is more of what differs ``by`` so much."""
        for one, two in zip(self.one, self.two, strict=True):
            yield (one.end, two.end) if by > 0 else (two.end, one.end)

    def fact(self, name: str, by: float) -> Message | None:
        """The thing that something weighed comes from, where it is the same in all worlds."""
        found = [self.skill.fact(name, more, less, self.seat) for more, less in self.ends(by)]
        return found[0] if all(each == found[0] for each in found[1:]) else None

    def further(self, judged: Mapping[Action, Sequence[Game]]) -> float:
        """How many points more the best idea has once the player has played on, on average."""
        own, theirs = (judged[each.action] for each in (self.best, self.idea))
        return fmean(
            one.score(self.seat).total - two.score(self.seat).total for one, two in zip(own, theirs, strict=True)
        )

    def things(self, thing: Thing, name: str, judged: Mapping[Action, Sequence[Game]]) -> list[Message | None]:
        """What the best idea has more of in each world, once the player has played on."""
        pairs = zip(judged[self.best.action], judged[self.idea.action], strict=True)
        return [thing(name, one, other, self.seat) for one, other in pairs]

    def ahead(self, differ: Mapping[str, float], carrying: Sequence[str]) -> list[str]:
        """Of what makes the best idea better, what is told: where it ends with fewer points, or with less of something
        and no more points, all that outweighs this, else what neither the figures nor the steps tell."""
        lead, behind = self.best.lead(self.idea), self.idea.behind
        if lead < 0 or (behind >= FAR and 2 * lead < behind and self.richer(self.idea, self.best)):
            return [*carrying]
        figured = self.figured(differ, self.best, self.idea)
        unseen = [name for name in carrying if name not in figured]
        return [name for name in unseen if not self.stepped(name, self.best, self.idea)] or unseen

    def instead(self, differ: Mapping[str, float]) -> list[str]:
        """What the other idea has most more of that neither its figures nor its steps tell. Of what is nearer to points
        that the best has scored it has not."""
        richer = self.richer(self.best, self.idea, POINTS)
        scored = {name for name, of in self.skill.counted.items() if of in richer}
        told = self.figured(differ, self.idea, self.best) | scored
        unseen = [name for name, by in differ.items() if by < -KNOWN * self.idea.behind and name not in told]
        return [name for name in unseen if not self.stepped(name, self.idea, self.best)][:1]

    def stepped(self, name: str, one: Idea, other: Idea) -> bool:
        """Whether steps of the one alone already say what is weighed."""
        steps, others = ({action[0] for action in (each.action, *each.then)} for each in (one, other))
        return bool(self.skill.repeats.get(name, frozenset()) & (steps - others))

    def figured(self, differ: Mapping[str, float], one: Idea, other: Idea) -> set[str]:
        """What is weighed that the figures of the one tell."""
        richer = self.richer(one, other)
        return {name for name in differ if richer & {name, *self.skill.figures.get(name, ())}}

    def richer(self, one: Idea, other: Idea, *kinds: str) -> set[str]:
        """Of what sources and stocks, or those ``kinds`` of changes, the figures tell more with the one idea; OTHERS:
        of somebody else they tell fewer points."""
        more = {each: one.brings.get(each, 0) - other.brings.get(each, 0) for each in {*one.brings, *other.brings}}
        found = {name for (of, name), by in more.items() if by > 0 and of in (kinds or (POINTS, STOCK))}
        fewer = not kinds and any(by < 0 for (of, _), by in more.items() if of == OTHERS)
        return found | {OTHERS} if fewer else found

    def later(
        self, judged: Mapping[Action, Sequence[Game]], instead: Sequence[str], part: float, *, passing: bool = False
    ) -> tuple[dict[str, float], dict[str, float]]:
        """What makes such a ``part`` of the difference when the player plays on: sources of more points, except in the
        opening, whose aim they are not; then what is weighed there, but nothing that the figures give to one of the
        two; what comes and goes with every turn only if ``passing``."""
        best, own = judged[self.best.action], judged[self.idea.action]
        least = part * self.idea.behind
        seen = self.richer(self.best, self.idea, POINTS) | self.richer(self.idea, self.best)
        seen |= set() if passing else self.skill.passing
        scored = {name: by for name, by in _scored(best, own, self.seat).items() if name not in seen and by >= least}
        most = sorted(scored, key=scored.__getitem__, reverse=True)[:TERMS] if self.idea.turn else []
        sources = {name: scored[name] for name in most}
        every = {
            name: by
            for name, by in _mostly(best, own, self.seat).items()
            if by >= least and name not in instead and not self.used(name, by)
            if self.skill.counted.get(name, name) not in (*sources, *seen)
        }
        return sources, dict([*every.items()][: TERMS - len(sources)])


def _of_most(things: Sequence[Message | None]) -> Message | None:
    """The one that most worlds agree on."""
    return next((each for each in things if each and 2 * things.count(each) > len(things)), None)


def _beside(best: Sequence[Game], own: Sequence[Game], seat: int) -> dict[str, float]:
    """What the player weighs otherwise in the one positions than in the others, by the points that it makes."""
    of_best, of_own = (terms.mean(each) for each in _terms(best, own, seat))
    return terms.beside(of_best, of_own)


def _mostly(best: Sequence[Game], own: Sequence[Game], seat: int) -> dict[str, float]:
    """The same of what there is more of in most of the ones, which are of the same worlds as the others."""
    pairs = [terms.beside(one, other) for one, other in zip(*_terms(best, own, seat), strict=True)]
    return {
        name: by
        for name, by in _beside(best, own, seat).items()
        if by > 0 and 2 * sum(each.get(name, 0) > 0 for each in pairs) > len(pairs)
    }


def _terms(best: Sequence[Game], own: Sequence[Game], seat: int) -> tuple[list[terms.Terms], list[terms.Terms]]:
    """What is weighed, as if all were of the same turn: a line that others interrupt ends earlier in the game, and what
    it has got by then would count for more."""
    turn = max(each.state.turn for each in (*best, *own))
    return [terms.terms(_at(each, turn), seat) for each in best], [terms.terms(_at(each, turn), seat) for each in own]


def _at(position: Game, turn: int) -> Game:
    if position.state.turn == turn:
        return position
    later = position.copy()
    later.state.turn = turn
    return later


def _scored(best: Sequence[Game], own: Sequence[Game], seat: int) -> dict[str, float]:
    """By how many points a source brings more in the one positions, on average and in most of them."""
    pairs = [[position.score(seat).sources for position in pair] for pair in zip(best, own, strict=True)]
    more = {name: [one[name] - other[name] for one, other in pairs] for name in pairs[0][0]}
    means = {name: fmean(each) for name, each in more.items() if 2 * sum(by > 0 for by in each) > len(each)}
    return {name: by for name, by in means.items() if by >= LEAST_SCORED}
