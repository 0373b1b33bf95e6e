"""Find the action that a sentence means though it is not offered, and the reason why it is not legal.

Of the many actions that words may name, some reasons explain more than others. What the engine says of a single action
is in ``refusals``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from bot.language.read.decisions.position import Position
from bot.language.read.decisions.unoffered import Unoffered
from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.possible_actions.endings import ENDING_ACTIONS
from bot.language.read.possible_actions.refusals import says_why
from bot.language.read.ranking.rank import Match, Ranking
from bot.language.read.readings import MOST_ASKED, Play, Refuse
from bot.language.read.sentences.sentence import Sentence
from engines import Message

DOUBT = 1.5
"""Difference of scores up to which refused candidates may be what was meant."""
NEAR = 4.0
"""Difference of scores up to which an offered action is likelier that explains a word more, its verb not named."""
CLEAR = 0.5
"""Difference of scores beyond which a refused candidate is clearly better than another."""


class Fitness(IntEnum):
    """The quality of a reason as an explanation of a refusal."""

    NONE = 0
    GENERAL = 1
    """It says only that the action is not on offer."""
    MISSING = 2
    """It says that a card is missing, which may not have been meant."""
    OWN = 3
    """It comes from a rule of the game."""


class RefusedMatch(NamedTuple):
    """An action that a sentence may mean and that is not legal."""

    match: Match
    reason: Message
    fitness: Fitness


class Reasons:
    """Reasons why what a sentence names is not legal."""

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.game = position.game
        self.seat = position.seat
        self.sentence = sentence
        self.unoffered = Unoffered(candidates, sentence.cues)
        self.labelled = Unoffered(candidates, sentence.cues, only_by_name=True)

    def of_label(self) -> Refuse | None:
        """Return the refusal of an action whose label was typed: a label means nothing else."""
        if self.position.is_answer:
            return None
        typed = str(self.sentence.utterance)
        labels = self.position.labels
        for action in self.labelled.with_typed_label():
            if (
                action in ENDING_ACTIONS
                or not labels.is_label(typed, action)
                or not labels.says_what_is_done(typed, action)
            ):
                continue
            if (reason := self.position.refusal(action)) is not None:
                return Refuse(action, (reason,))
        return None

    def of_price(self) -> Refuse | None:
        """Return the refusal of what a sentence names with its price only: "a city with 3 grain and 2 ore"."""
        if self.position.is_answer or self.sentence.unknown:
            return None
        for verb in sorted(verb for mention in self.sentence.certain for verb in mention.proper):
            quote = self.position.quotes.get(verb)
            if quote is None or quote.reason is None or not says_why(quote.reason):
                continue
            others = [mention for mention in self.sentence.certain if verb not in mention.values("verb")]
            things = [mention for mention in others if mention.number is None]
            if things and all(mention.values("thing") & quote.price.keys() for mention in things):
                return Refuse((verb,), (quote.reason,))
        return None

    def of_unoffered(self, best: Match | None) -> Play | Refuse | None:
        """Return the reading of an action that is not offered; None: an offered one fits as well.

        It is refused with its reason, or played: some actions are legal although nobody is offered them.
        """
        if self.position.is_answer:
            return None
        unoffered = self._ranking.best
        if unoffered is None or (best is not None and _fits_as_well(best, unoffered)):
            return None
        if (possible := self._possible_unoffered()) is not None:
            return possible
        refused = self._nearest()
        fitness = _greatest_fitness(refused)
        if fitness is Fitness.NONE or (fitness is Fitness.GENERAL and best is not None and best.named):
            return None
        fittest = [refusal for refusal in refused if refusal.fitness is fitness]
        first = min(fittest, key=self._remoteness)
        reasons = dict[str, Message]()
        for refusal in fittest:
            if refusal.match.verb == first.match.verb:
                reasons.setdefault(refusal.reason.id, refusal.reason)
        return Refuse(first.match.candidate.action, tuple(reasons.values())[:MOST_ASKED])

    def fit_another_verb(self, best: Match) -> bool:
        """Return whether a refused action of another verb fits nearly as well: taking instead of buying."""
        about_position = self.game.presentation.position_refusals
        return any(
            refused.match.verb != best.verb
            and refused.match.score >= best.score - DOUBT
            and refused.reason.id not in about_position
            and refused.fitness is Fitness.OWN
            for refused in self._fitting
        )

    @cached_property
    def _ranking(self) -> Ranking:
        """The ranking of actions that the engine does not offer."""
        return Ranking(self.sentence.cues, self.unoffered.built_from_words(), self.position.spoken)

    @cached_property
    def _fitting(self) -> list[RefusedMatch]:
        """The refused actions that fit nearly as well as the best one that is not offered."""
        return self._refused(self._ranking.within(DOUBT))

    def _nearest(self) -> list[RefusedMatch]:
        """Return the refused actions that may be meant: all that fit nearly as well as the best, with three exceptions.

        (1) If a card is missing for an action that the text fits clearly, and the text names no other that a rule
        forbids, only that action is meant. (2) If no reason explains anything, the best of the actions that are asked
        for now may be meant as well. (3) If a card is missing for one that is asked for now, only those are meant:
        which card to take, not whether to activate it.
        """
        refused = self._fitting
        best = [refusal for refusal in refused if refusal.match.score >= refused[0].match.score - CLEAR]
        lacks_card = _greatest_fitness(best) is Fitness.MISSING
        kinds = self.game.kinds(self.seat)
        if lacks_card and best[0].match.is_complete and not any(map(_is_named, refused)):  # (1)
            refused = best
        elif _greatest_fitness(refused) is Fitness.NONE:  # (2)
            matches = [match for match in self._ranking.matches if match.verb in kinds]
            refused = [*refused, *self._refused(match for match in matches[:1] if match.is_complete)]
        asked_now = [refusal for refusal in refused if refusal.match.verb in kinds]
        return asked_now if _greatest_fitness(asked_now) is Fitness.MISSING else refused  # (3)

    def _refused(self, matches: Iterable[Match]) -> list[RefusedMatch]:
        """Return the matches that are not legal, with the reasons."""
        reasons = [(match, self.position.refusal(match.candidate.action)) for match in matches]
        return [
            RefusedMatch(match, reason, self._fitness(match, reason)) for match, reason in reasons if reason is not None
        ]

    def _fitness(self, match: Match, reason: Message) -> Fitness:
        """Return how well a reason explains the refusal of a match."""
        presentation = self.game.presentation
        if not says_why(reason):
            return Fitness.GENERAL if match.names_verb else Fitness.NONE
        if reason.id in presentation.position_refusals:
            # It would explain any text ("first roll the dice"): it is taken for one that certainly names the action.
            is_guessed = any(cue.mention.is_guessed for cue in self.sentence.cues)
            return Fitness.OWN if match.is_named_by_word and not match.unexplained and not is_guessed else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _remoteness(self, refused: RefusedMatch) -> tuple[bool, bool, bool, int]:
        """Return a sort key that puts first what fits best, then what is on offer, then what is in another number."""
        action = refused.match.candidate.action
        is_offered = any(legal[0] == action[0] for legal in self.position.legal)
        is_possible = len(action) > 1 and any(legal[:2] == action[:2] for legal in self.position.legal)
        is_best = refused.match.score >= self._ranking.matches[0].score - CLEAR
        return not is_best, not is_offered, not is_possible, self._place(action[0])

    def _place(self, verb: str) -> int:
        """Return where the sentence names a verb, "a road from my city", and else where the game lists it."""
        named = [cue.mention.start for cue in self.sentence.cues if verb in cue.mention.proper]
        return min(named, default=len(self.sentence.utterance) + list(self.position.spoken.verbs).index(verb))

    def _possible_unoffered(self) -> Play | None:
        """Return a legal action that the engine does not offer, such as paying more than the least price."""
        kinds = self.game.kinds(self.seat)
        for match in self._ranking.within(DOUBT):
            if match.is_complete and match.verb in kinds:
                action = self.game.normal(self.seat, match.candidate.action)
                if self.position.refusal(action) is None:
                    return Play(action, explained=match.explained)
        return None


def _fits_as_well(best: Match, unoffered: Match) -> bool:
    """Return whether the best offered action fits a text as well as one that is not offered.

    It does if it scores as well; explains all words, and no word suggests the other verb; is named by verb and thing
    where the other lacks something; or is nearly as good and explains a word that the other does not.
    """
    verb = unoffered.verb
    is_doubted = verb in best.doubts
    if best.missing and unoffered.is_complete:
        is_doubted = is_doubted or unoffered.names_verb or verb == best.verb
    counts_more = verb == best.verb and unoffered.is_complete and unoffered.explained > best.explained
    is_explained = not best.unexplained and not is_doubted and not counts_more  # "wood wood clay" is not one wood
    is_named_as_well = best.names_verb and bool(best.named) and bool(unoffered.missing)
    is_likely = best.names_verb or best.score >= unoffered.score - NEAR
    explains_more = is_likely and bool(best.named) and not set(unoffered.unexplained) <= set(best.unexplained)
    return unoffered.score <= best.score or is_explained or is_named_as_well or explains_more


def _greatest_fitness(refused: Iterable[RefusedMatch]) -> Fitness:
    """Return the fitness of the reason that explains most."""
    return max((refusal.fitness for refusal in refused), default=Fitness.NONE)


def _is_named(refused: RefusedMatch) -> bool:
    """Return whether the text names the verb of an action that it fits, against which a rule of its own stands."""
    return refused.match.is_complete and refused.match.names_verb and refused.fitness is Fitness.OWN
