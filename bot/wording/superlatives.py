"""Which of several is meant by what it costs, brings or shows: "the two highest dice", "the cheaper of the cards"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.wording.folding import folded
from bot.wording.lexicon import base
from bot.wording.lists import superlatives
from bot.wording.reading import Reader
from engines import Action, Game, Message

COSTS, SHOWS, STEPS = ("cubes", "cards", "cost", "gold"), ("first", "second", "income", "prestige"), "n"
"""What tells what an action costs, and what it shows or brings, in what is noted beside it; how far it goes."""
LEAST = frozenset(("cheapest", "lowest", "nearest"))
PRICES, WAYS = frozenset(("cheapest", "dearest")), frozenset(("nearest", "farthest"))
PAIR = 2
"""How many dice are chosen at once."""
FEWEST = 2


class Extreme(NamedTuple):
    """The actions that have most or least; ``sure``: nothing else that was said is left open."""

    actions: Sequence[Action]
    sure: bool


def extreme(reader: Reader, game: Game, seat: int, typed: str, legal: Sequence[Action]) -> Extreme | None:
    """The legal actions of one kind that have most, or least, of what is said; None: no such thing is said, or it is
    known of none."""
    words = folded(typed)
    ways = superlatives(reader.language)
    found = [(at, name) for name in ways for at in range(len(words)) if words[at : at + len(name)] == name]
    if not found:
        return None
    at, name = max(found, key=lambda each: len(each[1]))
    atoms = reader.atoms(" ".join((*words[:at], *words[at + len(name) :])))
    said = [atom.of("verb", "word") for atom in atoms if not atom.soft and atom.of("verb", "word")]
    fitting = [action for action in legal if all(not each.isdisjoint(_called(action)) for each in said)]
    unknown = any(not atom.meanings and not atom.soft for atom in atoms)
    if said and len(fitting) == 1:
        return Extreme(fitting, sure=not unknown)  # of one there is nothing to choose
    units = {str(unit) for atom in atoms for unit in atom.of("unit")}
    values = _values(game, seat, fitting if said else _answers(game, seat, legal), ways[name], units)
    numbers = [atom.number for atom in atoms if atom.number is not None and not atom.soft]
    pairs = all(len(action) > PAIR for action in values)
    if (
        len(values) < FEWEST
        or len({action[0] for action in values}) > 1
        or (numbers and not (numbers == [PAIR] and pairs))
    ):
        return None
    end = (min if ways[name] in LEAST else max)(values.values())
    return Extreme([action for action, value in values.items() if value == end], sure=not unknown)


def _called(action: Action) -> set[str]:
    """What names an action: its words, and what those of its things share, as all factories do."""
    return {*action, *map(base, action), *(word.partition("_")[0] for word in action)}


def _answers(game: Game, seat: int, legal: Sequence[Action]) -> list[Action]:
    """What answers the question, and is nothing that can be done instead."""
    answers = game.answers(seat)
    return [action for action in legal if action[0] in answers]


def _values(game: Game, seat: int, actions: Sequence[Action], kind: str, units: set[str]) -> Mapping[Action, int]:
    """How much of that the actions have of which it is known; ``units``: of cards alone where somebody says so."""
    hints = {action: game.hint(seat, action) for action in actions}
    of_kind = {action: hint for action, hint in hints.items() if hint and hint.id.rpartition(".")[2] in units}
    found = {action: _value(hint, kind) for action, hint in (of_kind or hints).items()}
    named = {action: value for action, value in found.items() if value is not None}
    if kind in WAYS:  # to a place with a name, where there are such
        named = {action: value for action, value in named.items() if not action[-1][-1:].isdigit()} or named
    return named


def _value(hint: Message | None, kind: str) -> int | None:
    if hint is None:
        return None
    names = COSTS if kind in PRICES else (STEPS,) if kind in WAYS else SHOWS
    said = [hint.args[name] for name in names if name in hint.args]
    counted = [len(value) if isinstance(value, list) else value for value in said]
    numbers = [value for value in counted if isinstance(value, int)]
    return sum(numbers) if numbers else None
