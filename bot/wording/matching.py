"""Which of the legal actions a phrase means: the one that has all that the phrase names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from bot.wording.phrases import ACTING, UNITS, VAGUE, Phrase, Said
from bot.wording.shapes import COST, FREE, KEY, PRICE, TOLD, Feature, alike, ends, features, noted
from engines import Action, Game

MOST_NOTED = 150
"""Actions whose hints are looked at."""
WORKER = 10
"""What a worker costs that nobody named; more than any die."""
MOST_STEPS = 2000
"""Steps on the way to what names what, for all actions together."""
NUMBERED = frozenset(("quarter", "sea"))
"""Places on which their number is printed, so that the number alone may stand for them."""
NUMBERS = (frozenset(("depot",)), frozenset(("die",)))
"""What has a number, and is not counted by one."""
PAID, UNPAID = PRICE | {"silverling"}, frozenset(("depot", "step", "field"))
"""What things are paid with, and what is never a price."""
WORKERS = frozenset(("worker",))
UNTOLD = 6
"""Parts of a fit that say what is missing, not how well it reads."""


class Fit(NamedTuple):
    """How an action has what a phrase names; the less the better."""

    unnamed: int
    """Of what has to be named."""
    wordless: int
    """Whether the verb was not named."""
    dropped: int
    """Words that say that something else is done."""
    partly: int
    """Whether of what is paid only the workers were named: what takes none may be meant."""
    passed: int
    """Words that may name something, but nothing here."""
    untold: int
    inversions: int
    late: int
    """Where the first thing that was named stands."""
    cost: int


class Effort:
    """How many steps may still be gone for a phrase."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spent(self) -> bool:
        """Takes a step; whether there was none left."""
        self.left -= 1
        return self.left < 0


def fit(key: str, action: Action, said: Phrase, effort: Effort, more: Iterable[Feature] = ()) -> Fit | None:
    """How an action has all that a phrase names; None: it does not. ``more``: what else may be named of it."""
    has = (*features(key, action), *more)
    if _says_another(action[0], has, said):
        return None
    counted = frozenset(
        unit for each in has for unit in (each.units if each.kind == "number" else each.units & NUMBERED)
    )
    fitting = list[list[int]]()
    for each in said.words:
        fitting.append([number for number, feature in enumerate(has) if _matches(each, feature, counted)])
        if not fitting[-1] and not _may_go_without(each, action, counted) and not _is_aside(each, action, said):
            return None
    best = _Assigning(key, action, has, said, fitting, counted, effort).best()
    return best._replace(dropped=best.dropped + 1) if best and _moves_one(key, action[0], said) else best


def _says_another(verb: str, has: Sequence[Feature], said: Phrase) -> bool:
    """Whether a word that might stand beside what is done says what else is, and no word says otherwise: "build a
    settlement" is no store at one."""
    beside = {str(feature.value) for feature in has if feature.kind == "verb"} - {verb} - ACTING
    for other in beside and {word for atom in said.hard if not atom.of("word") for word in atom.proper & beside}:
        if all(other in atom.of("verb") for atom in said.hard if atom.of("verb")):
            return True
    return False


def _moves_one(key: str, verb: str, said: Phrase) -> bool:
    """Whether a small word says what is done with what another word may say, too: "move my knight" hires none."""
    named = [verbs for atom in said.hard if verb in (verbs := atom.of("verb"))]
    doing = (atom.of("verb") for atom in said.atoms if atom.soft and not atom.of("from", "to", "break", "word"))
    small = {str(other) for verbs in doing if verb not in verbs for other in verbs}
    return bool(named) and any(all(other in verbs for verbs in named) for other in small & alike(key, verb))


def _matches(said: Said, feature: Feature, counted: frozenset[str]) -> bool:
    """Whether a word can name this of an action. ``counted``: what its numbers count."""
    if feature.kind == "number":
        role = said.role
        if said.atom.number != feature.value or (said.direction == "to" and "step" in feature.units):
            return False  # "on to space two" are not two steps
        if said.price:
            return feature.need == COST or bool(feature.units & PAID and not feature.units & UNPAID)
        if feature.need == FREE and feature.units == WORKERS and (said.is_label or not role):
            return False  # "workers with the 2" are those of the die 2
        if not role or role & feature.units:
            return True
        if feature.units in NUMBERS:
            return False  # "two mines" lie in no depot 2
        return feature.need != FREE and not role & counted and not role & UNITS
    if said.atom.of(feature.kind).isdisjoint((feature.value, *feature.names)):
        return _is_number_of(said, feature, counted) or _is_end_of(said, feature)
    ends = feature.units & {"from", "to"}
    return not said.direction or not ends or said.direction in ends


def _is_number_of(said: Said, feature: Feature, counted: frozenset[str]) -> bool:
    """Return whether a place without a name is meant by the number printed on it: "quarter 14"; without that word only
    where the action has no other number."""
    number = said.atom.number
    if number is None or said.price or not feature.units & NUMBERED or str(feature.value)[1:] != f"{number:02d}":
        return False
    if said.role:
        return bool(said.role & feature.units)
    return not said.atom.soft  # "a" is an article


def _is_end_of(said: Said, feature: Feature) -> bool:
    """Whether a way is meant by one of its ends: "n21 to n26"."""
    is_printed = said.atom.text.isdigit()  # a path bears the numbers on both its sides, not those at its ends
    return feature.kind == "word" and not is_printed and not said.atom.of("word").isdisjoint(ends(str(feature.value)))


def _may_go_without(said: Said, action: Action, counted: frozenset[str]) -> bool:
    """Whether a word says nothing that an action has to have: a soft one, what is done, what a number counts."""
    atom = said.atom
    if atom.soft or (atom.number is None and (atom.of("unit") & counted or action[0] in atom.of("verb"))):
        return True
    return atom.number is None and bool(atom.of("unit") & VAGUE) and not said.counted and len(action) > 1


def _is_aside(said: Said, action: Action, phrase: Phrase) -> bool:
    """Whether a word says nothing but what else might be done, beside another one that certainly says what is:
    "rather" in "I would rather keep it"."""
    atom, verb = said.atom, action[0]
    if atom.of("word", "unit", "number") or not atom.of("verb"):
        return False
    return any(
        not each.soft and not each.of("word") and (verb in each.proper or each.of("verb") == {verb})
        for each in phrase.atoms
        if each.of("verb").isdisjoint(atom.of("verb"))  # "buy a district": both say the same
    )


def _plainly(said: Phrase, verb: str) -> bool:
    """Whether a word that always means something, and is no thing, names what is done."""
    return any(not atom.soft and verb in atom.of("verb") and not atom.of("word") - {verb} for atom in said.atoms)


class _Assigning:
    """Finds which word names what of an action."""

    def __init__(
        self,
        key: str,
        action: Action,
        has: Sequence[Feature],
        said: Phrase,
        fitting: Sequence[Sequence[int]],
        counted: frozenset[str],
        effort: Effort,
    ) -> None:
        self.action, self.has, self.said, self.fitting, self.counted = action, has, said, fitting, counted
        self.others = alike(key, action[0])
        self.plainly = _plainly(said, action[0])
        self.effort, self.found = effort, list[Fit]()

    def best(self) -> Fit | None:
        self._assign(0, (), 0, 0)
        return min(self.found, key=lambda found: (found[:UNTOLD], found.cost, found)) if self.found else None

    def _assign(self, place: int, used: tuple[int, ...], dropped: int, passed: int) -> None:
        if self.effort.spent():
            return
        if place == len(self.said.words):
            self.found.append(_fit(self.has, used, dropped, passed))
            return
        said = self.said.words[place]
        atom, verb = said.atom, self.action[0]
        for number in self.fitting[place]:
            if number not in used:
                another = (
                    self.has[number].kind == "verb" and verb not in atom.proper and bool(atom.proper & self.others)
                )
                self._assign(place + 1, (*used, number), dropped + another, passed)
        if atom.soft:
            done = atom.proper or (atom.of("verb") if len(atom.of("verb")) == 1 else frozenset())
            another = bool(done & self.others) and verb not in atom.of("verb")
            another = another and not atom.of("from", "to", "break")
            another = another and not self.plainly
            thing = bool(atom.of("word"))
            another = another or (thing and said.counted and not atom.of("break"))  # "take two mines"
            self._assign(place + 1, used, dropped + another, passed + thing)
        elif _may_go_without(said, self.action, self.counted):
            self._assign(place + 1, used, dropped, passed)
        elif _is_aside(said, self.action, self.said):
            self._assign(place + 1, used, dropped + bool(atom.proper), passed + 1)


def _fit(has: Sequence[Feature], used: Sequence[int], dropped: int, passed: int) -> Fit:
    left = [feature for number, feature in enumerate(has) if number not in used]
    order = [number for number in used if has[number].kind != "verb"]
    costs = [has[number] for number in used if has[number].need == COST]
    partly = bool(costs) and all("worker" in each.units for each in costs) and any(each.need == COST for each in left)
    return Fit(
        unnamed=sum(feature.need == KEY for feature in left) + (not used),
        wordless=int(0 not in used),
        dropped=dropped,
        partly=int(partly),
        passed=passed,
        untold=sum(feature.need == TOLD for feature in left),
        inversions=sum(a > b for at, a in enumerate(order) for b in order[at + 1 :]),
        late=min(order, default=0),
        cost=sum(
            int(feature.value) * (WORKER if "worker" in feature.units else 1)
            for feature in left
            if feature.need == COST
        ),
    )


class Meant(NamedTuple):
    """``sure``: the first one is meant and no other. ``likeliest``: how many are the likeliest ones. ``swapped``: a
    word says that something else is done with it. ``whole``: all that the first one is done with was named."""

    actions: list[Action]
    sure: bool
    likeliest: int = 0
    swapped: bool = False
    whole: bool = True


def begun(key: str, actions: Iterable[Action], said: Phrase) -> list[Action]:
    """The actions that have all that a phrase names so far, the likeliest first."""
    effort = Effort()
    fits = [(found, action) for action in actions if (found := fit(key, action, said, effort))]
    return [action for _, action in sorted(fits, key=lambda pair: pair[0])]


def meant(game: Game, seat: int, legal: Sequence[Action], said: Phrase) -> Meant:
    """The legal actions that have all that a phrase names, the likeliest first."""
    if (doubled := said.doubled) and (twice := _meant(game, seat, legal, doubled)).sure:
        return twice
    return _meant(game, seat, legal, said)


def _meant(game: Game, seat: int, legal: Sequence[Action], said: Phrase) -> Meant:
    key = game.key
    needed = [atom.of("word") for atom in said.hard if {meaning.kind for meaning in atom.meanings} == {"word"}]
    near = [action for action in legal if all(not ids.isdisjoint(_things(key, action)) for ids in needed)]
    effort = Effort()
    fits = [(found, action) for action in near if (found := fit(key, action, said, effort))]
    if not fits and (shorter := said.collapsed):
        return _meant(game, seat, legal, shorter)
    if not fits and said.hard:
        some = [action for action in legal if any(not ids.isdisjoint(_things(key, action)) for ids in needed)]
        for actions in (some, legal):  # what is named may be what something else costs, too
            hints = ((action, noted(action, game.hint(seat, action))) for action in actions[:MOST_NOTED])
            fits = fits or [
                (found, action) for action, more in hints if (found := fit(key, action, said, effort, more))
            ]
        fits = [pair for pair in fits if not _has_stray_number(key, pair[1], said, labels=True)]
        if len(fits) == 1 and (only := fits[0][0]).cost < WORKER and not (only.dropped or only.partly or only.unnamed):
            # What it costs, or brings, was said as well; but of a number alone nobody knows that it is the price.
            return Meant([fits[0][1]], sure=not _has_stray_number(key, fits[0][1], said, labels=False))
    if not fits:
        return Meant([], sure=False)
    fits = [pair for pair in fits if not _moves_one(key, pair[1][0], said)] or fits
    fits.sort(key=lambda pair: pair[0])
    top = fits[0][0]
    same = [pair for pair in fits if pair[0][:UNTOLD] == top[:UNTOLD]]
    alike = [action for found, action in fits if found._replace(untold=top.untold) == top]
    others = (action for found, action in fits if found.unnamed == top.unnamed or found.passed <= top.passed)
    actions, likeliest = list(dict.fromkeys([*alike, *others])), len(alike)
    swapped = top.dropped > 0 and (top.wordless > 0 or not _plainly(said, fits[0][1][0]))
    if top.unnamed:
        return Meant(actions, sure=False, likeliest=likeliest, swapped=swapped, whole=False)
    same = [pair for pair in same if pair[0].inversions == top.inversions]
    if len({_without_cost(key, action) for _, action in same}) > 1:
        return Meant(actions, sure=False, likeliest=likeliest, swapped=swapped)
    least = min(found.cost for found, _ in same)
    cheapest = [action for found, action in same if found.cost == least]
    return Meant(
        list(dict.fromkeys([cheapest[0], *actions])),
        sure=not (top.dropped or top.partly)
        and not (top.untold and top.wordless)
        and least < WORKER  # workers are never spent unsaid
        and len({game.gist(action) for action in cheapest}) == 1,
        swapped=swapped,
    )


def _has_stray_number(key: str, action: Action, said: Phrase, *, labels: bool) -> bool:
    """Return whether a number that counts nothing is no number of an action, though perhaps its price; with ``labels``
    one that numbers what stands before it: "goods 3" are not the goods of a depot with three."""
    has = features(key, action)
    told = {str(feature.value) for feature in has if feature.kind == "number" and feature.need != FREE}
    if labels and not told:
        return False
    own = told | {str(each.value) for each in has if each.kind == "number" and each.units != WORKERS}
    own |= {str(int(str(feature.value)[1:])) for feature in has if feature.units & NUMBERED and feature.kind == "word"}
    strays = (
        word
        for word, after in zip_longest(said.words, said.words[1:])
        if word.atom.number is not None
        and not (word.atom.soft or word.atom.both or word.price)
        and not (after and after.atom.of("verb", "word", "unit") and not after.atom.soft)  # "two goods of depot 3"
        and (word.is_label if labels else not word.role)
    )
    return any(str(word.atom.number) not in own for word in strays)


@lru_cache(maxsize=1 << 13)
def _things(key: str, action: Action) -> frozenset[str | int]:
    found = [feature.value for feature in features(key, action)]
    return frozenset((*found, *(end for value in found if isinstance(value, str) for end in ends(value))))


def has(key: str, action: Action, named: frozenset[str | int]) -> bool:
    """Whether an action does, or is done with, one of what a word names."""
    return action[0] in named or not named.isdisjoint(_things(key, action))


def _without_cost(key: str, action: Action) -> tuple[Feature, ...]:
    return tuple(feature for feature in features(key, action) if feature.need != COST)
