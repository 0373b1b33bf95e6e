"""So many steps of a piece that goes from place to place: "sail one step towards Antwerp"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.wording.phrases import Phrase
from bot.wording.reading import Atom
from bot.wording.shapes import ends
from engines import Action, Journey

STEP, TOWARDS, VIA = "step", "towards", "via"
"""Units: what is counted, and words that say where something goes without saying that it arrives, or what is passed."""


class Ways(NamedTuple):
    """The moves that somebody may mean; ``counted``: it was said how many steps they have."""

    moves: Sequence[Action]
    counted: bool


def by_steps(said: Phrase, journey: Journey, legal: Sequence[Action]) -> Ways | None:
    """The moves of so many steps, on a shortest way where somebody said to where; as far as possible where nobody said
    how many. None: the phrase is about something else, or there are none."""
    steps, counting = _counted(said)
    only = bool(steps) and {action[0] for action in legal if len(action) > 1} == {journey.verb}
    if not (only or any(journey.verb in atom.of("verb") for atom in said.atoms)):
        return None
    others = (atom for atom in said.hard if atom.of("verb") and not atom.of("unit", "to"))
    if any(journey.verb not in atom.of("verb") and journey.steps.keys().isdisjoint(atom.of("word")) for atom in others):
        return None  # "move one step on the wall"
    goals = _goals(said, journey, counting)
    if len(goals) == 1 and _passed(said) and not steps:
        moves = [action for action in legal if action == (journey.verb, goals[0])]
        return Ways(moves, counted=True) if moves else None
    if len(goals) > 1 and not steps:
        return _one_of(goals, journey, legal)
    towards = any(TOWARDS in atom.of("unit") for atom in said.atoms)
    if len(goals) > 1 or not (steps or (goals and towards)):
        return None
    if any(atom.number is not None for place, atom in enumerate(said.atoms) if not atom.soft and place not in counting):
        return None  # "on to space two"
    far = journey.steps[journey.start]
    found = [action for action in legal if action[0] == journey.verb and len(action) == 2]
    for goal in goals:
        found = [action for action in found if far[action[1]] + journey.steps[action[1]][goal] == far[goal]]
        steps = steps or max((far[action[1]] for action in found), default=0)
    moves = [action for action in found if far[action[1]] == steps]
    named = [] if towards or not only else [atom.of("word") for atom in said.hard if atom.of("word")]
    moves = [action for action in moves if not any(each.isdisjoint({action[1], *ends(action[1])}) for each in named)]
    return Ways(moves, bool(counting)) if moves else None


def _one_of(goals: Sequence[str], journey: Journey, legal: Sequence[Action]) -> Ways | None:
    """The moves to several places of which nobody said that one is passed only: "to Barcelona by way of Marseille"; the
    nearest first, of those that are equally near the one that was named first."""
    wanted = dict.fromkeys((journey.verb, goal) for goal in goals)
    possible = (action for action in wanted if action in legal)
    moves = sorted(possible, key=lambda action: journey.steps[journey.start][action[1]])
    return Ways(moves, counted=False) if len(moves) == len(wanted) > 1 else None


def _counted(said: Phrase) -> tuple[int, set[int]]:
    """How many steps, 0 if nobody said it, and which atoms say so: the number stands before its word."""
    atoms = said.atoms
    for place, atom in enumerate(atoms):
        after = place + 1
        while after < len(atoms) and atoms[after].soft and STEP not in atoms[after].of("unit"):
            after += 1  # "one more step"
        if atom.number and after < len(atoms) and STEP in atoms[after].of("unit") and after <= place + 2:
            numbered = after + 1 < len(atoms) and atoms[after + 1].number is not None
            if not numbered or atoms[after + 1].soft:
                return atom.number, {place, after}
    return 0, set()


def _goals(said: Phrase, journey: Journey, counting: set[int]) -> list[str]:
    """The places that were named, but for that from which it goes, and those that are passed only."""
    passed = _passed(said)
    named = [
        [str(word) for word in sorted(map(str, each.atom.of("word"))) if word in journey.steps]
        for place, each in enumerate(said.words)
        if place not in counting and each.direction != "from" and each.atom not in passed
    ]
    return [word for words in named for word in words[:1] if word != journey.start]


def _passed(said: Phrase) -> list[Atom]:
    """What is passed on the way to somewhere else: behind "by way of", until it is said to where."""
    found, passing = list[Atom](), False
    for atom in said.atoms:
        passing = VIA in atom.of("unit") or (passing and not atom.of("to"))
        if passing:
            found.append(atom)
    return found
