"""Find the reason why what a sentence names is not legal."""

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
"""Difference of scores up to which refused candidates may be what was meant."""


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
        if unoffered is None or (best is not None and unoffered.score <= best.score):
            return None
        if best is not None and not best.unexplained and unoffered.candidate.action[0] not in best.doubts:
            return None
        if best is not None and best.names_verb and best.named and unoffered.missing:
            return None  # what is offered is named as well as what is not
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
        """Return whether a refused action of another verb fits nearly as well: taking instead of buying."""
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
        """The ranking of actions that the engine does not offer."""
        return Ranking(self.sentence.cues, self.unoffered.named(), self.position.spoken)

    def _refused(self) -> Iterator[tuple[Match, Message]]:
        """Yield the best actions that are not legal, with their reasons."""
        for match in self._ranking.within(DOUBT):
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


def _distinct(reasons: Sequence[Message]) -> list[Message]:
    """Return reasons without repeated ids."""
    by_id: dict[str, Message] = {}
    for reason in reasons:
        by_id.setdefault(reason.id, reason)
    return list(by_id.values())
