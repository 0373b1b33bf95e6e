"""Find the reason why what a sentence names is not legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property

from bot.language.read.candidates import Candidates
from bot.language.read.position import Position
from bot.language.read.rank import Match, Ranking
from bot.language.read.readings import MOST_ASKED, Play, Refuse
from bot.language.read.refusals import ENDINGS, says_why
from bot.language.read.sentence import Sentence
from bot.language.read.unoffered import Unoffered
from engines import Message

DOUBT = 1.5
"""Difference of scores up to which refused candidates may be what was meant."""
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


class Reasons:
    """Reasons why what a sentence names is not legal."""

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.game = position.game
        self.seat = position.seat
        self.sentence = sentence
        self.unoffered = Unoffered(candidates, sentence.cues)

    def of_label(self) -> Refuse | None:
        """Return the refusal of an action whose label was typed: a label means nothing else."""
        if self.position.is_answer:
            return None
        typed = str(self.sentence.utterance)
        labels = self.position.labels
        for action in self.unoffered.labelled():
            if action in ENDINGS or not labels.is_label(typed, action) or not labels.says_what_is_done(typed, action):
                continue
            if (reason := self.position.refusal(action)) is not None:
                return Refuse(action, (reason,))
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
        refusals = [(self._fitness(match, reason), match, reason) for match, reason in self._nearest()]
        kinds = self.game.kinds(self.seat)
        of_question = [refused for refused in refusals if refused[1].candidate.action[0] in kinds]
        if of_question and max(fitness for fitness, _, _ in of_question) is Fitness.MISSING:
            refusals = of_question  # what is asked now is meant: which card to take, not whether to activate it
        fittest = max((fitness for fitness, _, _ in refusals), default=Fitness.NONE)
        if fittest is Fitness.NONE or (fittest is Fitness.GENERAL and best is not None and best.named):
            return None
        fit = [(match, reason) for fitness, match, reason in refusals if fitness is fittest]
        first = min((match for match, _ in fit), key=self._remoteness).candidate.action
        reasons = [reason for match, reason in fit if match.candidate.action[0] == first[0]]
        return Refuse(first, tuple(_distinct(reasons)[:MOST_ASKED]))

    def _remoteness(self, match: Match) -> tuple[bool, bool, bool, int]:
        """Return a sort key that puts first what fits best, then what is on offer, then what is in another number."""
        action = match.candidate.action
        is_offered = any(legal[0] == action[0] for legal in self.position.legal)
        is_possible = len(action) > 1 and any(legal[:2] == action[:2] for legal in self.position.legal)
        is_best = match.score >= self._ranking.matches[0].score - CLEAR
        return not is_best, not is_offered, not is_possible, self._place(action[0])

    def _place(self, verb: str) -> int:
        """Return where the sentence names a verb, "a road from my city", and else where the game lists it."""
        named = [cue.mention.start for cue in self.sentence.cues if verb in cue.mention.proper]
        return min(named, default=len(self.sentence.utterance) + list(self.position.spoken.verbs).index(verb))

    def fit_another_verb(self, best: Match) -> bool:
        """Return whether a refused action of another verb fits nearly as well: taking instead of buying."""
        of_question = self.game.presentation.position_refusals
        return any(
            match.candidate.action[0] != best.candidate.action[0]
            and match.score >= best.score - DOUBT
            and reason.id not in of_question
            and self._fitness(match, reason) is Fitness.OWN
            for match, reason in self._refused(self._ranking.within(DOUBT))
        )

    @cached_property
    def _ranking(self) -> Ranking:
        """The ranking of actions that the engine does not offer."""
        return Ranking(self.sentence.cues, self.unoffered.named(), self.position.spoken)

    def _nearest(self) -> list[tuple[Match, Message]]:
        """Return the refused actions that may be meant, with the reasons.

        These are all that fit nearly as well as the best; only the best if a card is missing for a text that fits it
        clearly; if no reason explains anything, also the best of those that are asked for now.
        """
        refused = list(self._refused(self._ranking.within(DOUBT)))
        best = [(match, reason) for match, reason in refused if match.score >= refused[0][0].score - CLEAR]
        fitness = max((self._fitness(match, reason) for match, reason in best), default=Fitness.NONE)
        if fitness is Fitness.MISSING and best[0][0].is_complete and not self._names_another(refused):
            return best
        if all(self._fitness(match, reason) is Fitness.NONE for match, reason in refused):
            kinds = self.game.kinds(self.seat)
            of_question = [match for match in self._ranking.matches if match.candidate.action[0] in kinds]
            refused += self._refused([match for match in of_question[:1] if match.is_complete])
        return refused

    def _names_another(self, refused: Iterable[tuple[Match, Message]]) -> bool:
        """Return whether the text names the verb of a refused action that it fits, against which a rule stands."""
        return any(
            match.is_complete and match.names_verb and self._fitness(match, reason) is Fitness.OWN
            for match, reason in refused
        )

    def _refused(self, matches: Iterable[Match]) -> Iterator[tuple[Match, Message]]:
        """Yield the matches that are not legal, with the reasons."""
        for match in matches:
            if (reason := self.position.refusal(match.candidate.action)) is not None:
                yield match, reason

    def _fitness(self, match: Match, reason: Message) -> Fitness:
        """Return how well a reason explains the refusal of a match."""
        presentation = self.game.presentation
        if not says_why(reason):
            return Fitness.GENERAL if match.names_verb else Fitness.NONE
        if reason.id in presentation.position_refusals:
            is_guessed = any(cue.mention.is_guessed for cue in self.sentence.cues)
            return Fitness.OWN if match.is_named_by_word and not match.unexplained and not is_guessed else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _possible_unoffered(self) -> Play | None:
        """Return a legal action that the engine does not offer, such as paying more than the least price."""
        kinds = self.game.kinds(self.seat)
        for match in self._ranking.within(DOUBT):
            if match.is_complete and match.candidate.action[0] in kinds:
                action = self.game.normal(self.seat, match.candidate.action)
                if self.position.refusal(action) is None:
                    return Play(action, explained=match.explained)
        return None


def _fits_as_well(best: Match, unoffered: Match) -> bool:
    """Return whether the best offered action fits a text as well as one that is not offered."""
    verb = unoffered.candidate.action[0]
    is_doubted = verb in best.doubts
    if best.missing and unoffered.is_complete:
        is_doubted = is_doubted or unoffered.names_verb or verb == best.candidate.action[0]
    is_explained = not best.unexplained and not is_doubted
    is_named_as_well = best.names_verb and bool(best.named) and bool(unoffered.missing)
    explains_more = bool(best.named) and not set(unoffered.unexplained) <= set(best.unexplained)  # "curse on the wood"
    return unoffered.score <= best.score or is_explained or is_named_as_well or explains_more


def _distinct(reasons: Sequence[Message]) -> list[Message]:
    """Return reasons without repeated ids."""
    by_id: dict[str, Message] = {}
    for reason in reasons:
        by_id.setdefault(reason.id, reason)
    return list(by_id.values())
