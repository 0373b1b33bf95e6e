"""Find out how many are meant: all there are, two of them, the two cheapest.

Superlatives choose between actions by what these cost, bring or show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.read.decisions.position import Position
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.candidates import Candidate, Candidates
from bot.language.read.ranking.rank import Match, Ranking
from bot.language.read.readings import Ask, Play
from bot.language.read.sentences.sentence import Sentence
from bot.language.read.words.concepts import Mention
from engines import Action, Game, Message
from engines.spoken import Spoken

LEAST = frozenset(("cheapest", "lowest", "nearest"))
"""Superlatives that mean the least of what they measure."""
MOST_REPEATED = 4
"""Times that one action may be meant in one text."""


def find_extremes(game: Game, seat: int, actions: Sequence[Action], superlative: str) -> list[Action]:
    """Return the actions with the most or least of what a superlative measures.

    Returns nothing if that is known of fewer than two of several actions. A single action has both most and least.
    """
    measure = _measure(superlative, game.spoken)
    hints = {action: game.hint(seat, action) for action in actions}
    values = {action: value for action, hint in hints.items() if hint and (value := _value(hint, measure)) is not None}
    if values and superlative == "cheapest":
        values |= {action: 0 for action, hint in hints.items() if hint is None}
    are_alike = len({action[0] for action in values}) == 1 or len({hint and hint.id for hint in hints.values()}) == 1
    if len(values) < min(2, len(actions)) or not are_alike:
        return []
    extreme = (min if superlative in LEAST else max)(values.values())
    return [action for action, value in values.items() if value == extreme]


def _measure(superlative: str, spoken: Spoken) -> frozenset[str]:
    """Return the arguments of hints that a superlative compares."""
    if superlative in ("cheapest", "dearest"):
        return spoken.costs | spoken.distances
    return spoken.rewards if superlative in ("highest", "lowest") else spoken.distances


def _value(hint: Message, names: frozenset[str]) -> int | None:
    """Return the sum of those arguments of a hint that are numbers; None: there are none."""
    values = [hint.args[name] for name in names if name in hint.args]
    counted = [len(value) if isinstance(value, list) else value for value in values]
    numbers = [value for value in counted if isinstance(value, int)]
    return sum(numbers) if numbers else None


class Amounts:
    """Reads amounts: superlatives, repetitions and "all"."""

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.game = position.game
        self.seat = position.seat
        self.sentence = sentence
        self.candidates = candidates

    # -- the most and the least ----------------------------------------------------------------------------------------

    def superlative(self, ranking: Ranking) -> Play | Ask | None:
        """Return the action with the most or least of what the superlative measures; None: they cannot be compared."""
        if self._names_nothing():
            several: list[Candidate] = list(self.candidates.legal)
        elif ranking.best is not None and not ranking.best.unexplained:
            several = [match.candidate for match in ranking.equals]
        else:
            return None
        actions = [candidate.action for candidate in several if candidate.action not in ENDING_ACTIONS]
        extremes = find_extremes(self.game, self.seat, actions, self.sentence.mood.superlative)
        if not extremes:
            return None
        if len(extremes) > 1:
            return Ask.first_of(extremes)
        explained = 1 + (ranking.best.explained if ranking.best is not None else 0)
        return Play(extremes[0], rest=self._further_extremes(extremes[0]), explained=explained)

    def _names_nothing(self) -> bool:
        """Return whether the text names at most the number of choices or a unit: "cheaper of the two", "most cubes"."""
        named = [cue.mention for cue in self.sentence.cues if cue.mention.by_kind.keys() != {"unit"}]
        numbers = {mention.number for mention in named}
        return not numbers or (self.position.is_answer and numbers == {len(self.position.legal)})

    def _further_extremes(self, action: Action) -> str:
        """Return the text for the remaining ones of several: "the cheapest" after one of "the two cheapest"."""
        extremes = self.sentence.extremes
        things = [word for word in action[1:] if not word.isdigit()]
        if extremes is None or extremes.number is None or len(things) >= extremes.number:
            return ""  # an action may name all of them itself: two dice
        singular = self.sentence.utterance.without(extremes.start)
        return ", ".join([singular] * (extremes.number - 1))

    # -- several times -------------------------------------------------------------------------------------------------

    def repeated(self, ranking: Ranking) -> Play | None:
        """Return an action that is to be played several times: "two churches"; None: it cannot be repeated."""
        best = ranking.best
        if best is None:
            choices = self.position.choices
            if len(choices) == 1:
                return self._times(choices[0], self.sentence.certain)
            return self._both(choices, self.sentence.certain)
        equal_actions = [match.candidate.action for match in ranking.equals]
        if (both_actions := self._both(equal_actions, best.unexplained, best.explained)) is not None:
            return both_actions
        is_clear = len(ranking.equals) == 1 and best.is_named_by_word and (best.names_verb or not best.missing_count)
        return self._times(best.candidate.action, best.unexplained, best.explained) if is_clear else None

    def _both(self, actions: Sequence[Action], counted: Sequence[Mention], explained: int = 0) -> Play | None:
        """Return the first of two actions that "both" means, with the label of the other: "workers with both dice"."""
        is_both = len(counted) == 1 and "both" in counted[0].values("grammar")
        match actions:
            case [first, second] if is_both and first[0] == second[0]:
                label = self.position.texts.action(self.game.key, second, self.position.names)
                return Play(first, rest=label, explained=explained)
        return None

    def _times(self, action: Action, counted: Sequence[Mention], explained: int = 0) -> Play | None:
        """Return an action with the text for its repetitions, if the only mention is a small number."""
        times = counted[0].number if len(counted) == 1 else None
        if times is None or not 1 < times <= MOST_REPEATED or not self._is_possible(action, times):
            return None
        label = self.position.texts.action(self.game.key, action, self.position.names)
        return Play(action, rest=", ".join([label] * (times - 1)), explained=explained)

    def _is_possible(self, action: Action, times: int) -> bool:
        """Return whether an action is legal so many times in a row."""
        game = self.game.copy()
        for _ in range(times - 1):
            events = game.play(self.seat, action)
            if any(event.barrier for event in events) or action not in game.legal(self.seat):
                return False
        return True

    # -- all there is --------------------------------------------------------------------------------------------------

    def greatest_choice(self) -> Play | None:
        """Return the choice with the greatest number, for a text that says only "all" or "max"."""
        if self.sentence.unknown or self.sentence.certain or not self.position.choices:
            return None
        return self._greatest(self.position.choices)

    def greatest_match(self, matches: Sequence[Match]) -> Play | None:
        """Return the match with the greatest number, for a text such as "sell all the gold"."""
        greatest = self._greatest([match.candidate.action for match in matches])
        return replace(greatest, explained=matches[0].explained) if greatest else None

    def _greatest(self, actions: Sequence[Action]) -> Play | None:
        """Return the action with the greatest number, if "all" is meant and the actions differ only in a number.

        Of "all but one" it is the number that leaves one of them; None where nothing would be left to do.
        """
        slots = self.position.spoken.verbs[actions[0][0]].slots if actions[0][0] in self.position.spoken.verbs else ()
        places = [place for place, slot in enumerate(slots, 1) if slot.kind == "count"]
        if len(places) != 1 or not self.sentence.wants_all:
            return None
        (place,) = places
        remainders = {(*action[:place], *action[place + 1 :]) for action in actions}
        if len(remainders) > 1 or any(len(action) <= place or not action[place].isdigit() for action in actions):
            return None
        by_number = {int(action[place]): action for action in actions}
        spared_count = (self.sentence.spared_mention.number or 0) if self.sentence.spared_mention else 0
        best_action = by_number.get(max(by_number) - spared_count)
        return Play(best_action) if best_action else None
