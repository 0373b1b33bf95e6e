"""Find out why what was named is not possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
"""Candidates within this of the best may be what was meant where the best is not possible."""


class Fitness(IntEnum):
    """How well a reason explains why what was named is not possible."""

    NONE = 0
    GENERAL = 1
    """It says only that this is not on offer."""
    MISSING = 2
    """It says that a card is not there, which may not have been meant."""
    OWN = 3
    """It is the rules' own."""


class Reasons:
    """Why what a sentence names is not possible."""

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.game = position.game
        self.seat = position.seat
        self.sentence = sentence
        self.unoffered = Unoffered(candidates, sentence.cues)

    def of_label(self) -> Refuse | None:
        """Return why an action is not possible whose label was typed: nothing else is meant by that."""
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

    def of_named(self, best: Match | None) -> Play | Refuse | None:
        """Return why what was named is not possible; None: something possible fits as well."""
        if self.position.is_answer:
            return None
        unoffered = self._ranking.best
        if unoffered is None or (best is not None and unoffered.score <= best.score):
            return None
        if best is not None and not best.unexplained and unoffered.candidate.action[0] not in best.doubts:
            return None
        if (possible := self._possible_unoffered()) is not None:
            return possible
        refusals = [(self._fitness(match, reason), match.candidate.action, reason) for match, reason in self._refused()]
        here = [refused for refused in refusals if refused[1][0] in self.game.kinds(self.seat)]
        if here and max(fitness for fitness, _, _ in here) is Fitness.MISSING:
            refusals = here  # what is asked now is meant: which card to take, not whether to activate it
        fittest = max((fitness for fitness, _, _ in refusals), default=Fitness.NONE)
        if fittest is Fitness.NONE or (fittest is Fitness.GENERAL and best is not None and best.named):
            return None
        verbs = list(self.position.spoken.verbs)
        fit = [(action, reason) for fitness, action, reason in refusals if fitness is fittest]
        first = min((action for action, _ in fit), key=lambda action: verbs.index(action[0]))
        reasons = [reason for action, reason in fit if action[0] == first[0]]
        return Refuse(first, tuple(_distinct(reasons)[:MOST_ASKED]))

    def fit_another_verb(self, best: Match) -> bool:
        """Return whether something else may have been meant that is not possible: to take what can only be bought."""
        of_question = self.game.presentation.position_refusals
        return any(
            match.candidate.action[0] != best.candidate.action[0]
            and match.score >= best.score - DOUBT
            and reason.id not in of_question
            and self._fitness(match, reason) is Fitness.OWN
            for match, reason in self._refused()
        )

    @cached_property
    def _ranking(self) -> Ranking:
        """What was named and is not offered, the best first."""
        return Ranking(self.sentence.cues, self.unoffered.named(), self.position.spoken)

    def _refused(self) -> Iterator[tuple[Match, Message]]:
        """Yield what may be meant of that and is not possible, with the reason."""
        for match in self._ranking.within(DOUBT):
            if (reason := self.position.refusal(match.candidate.action)) is not None:
                yield match, reason

    def _fitness(self, match: Match, reason: Message) -> Fitness:
        """Return how well a reason explains why what was named is not possible."""
        presentation = self.game.presentation
        if not says_why(reason):
            return Fitness.GENERAL if match.names_verb else Fitness.NONE
        if reason.id in presentation.position_refusals:
            is_guessed = any(cue.mention.is_guessed for cue in self.sentence.cues)
            return Fitness.OWN if match.is_named_by_word and not match.unexplained and not is_guessed else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _possible_unoffered(self) -> Play | None:
        """Return what is possible though nobody is offered it, such as paying more than the least price."""
        kinds = self.game.kinds(self.seat)
        for match in self._ranking.within(DOUBT):
            if match.is_complete and match.candidate.action[0] in kinds:
                action = self.game.normal(self.seat, match.candidate.action)
                if self.position.refusal(action) is None:
                    return Play(action, explained=match.explained)
        return None


def _distinct(reasons: Sequence[Message]) -> list[Message]:
    """Return reasons without those that say the same as an earlier one."""
    by_id: dict[str, Message] = {}
    for reason in reasons:
        by_id.setdefault(reason.id, reason)
    return list(by_id.values())
