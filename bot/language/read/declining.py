"""Find out that somebody takes nothing of what is offered: ends a turn or a choice, or only says what is not meant."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.read.candidates import Candidates
from bot.language.read.concepts import Mention
from bot.language.read.cues import Cue
from bot.language.read.position import Position
from bot.language.read.rank import matched
from bot.language.read.readings import Ask, Play, Reading, Refuse
from bot.language.read.refusals import ENDS, says_why
from bot.language.read.sentence import Sentence
from engines import Action, Message

NOTHING_DONE = Message("error.nothing_done")
"""What is said where all that somebody typed is what is not meant."""


def declined(position: Position, sentence: Sentence, candidates: Candidates) -> Reading | None:
    """Return what a sentence means that takes nothing of what is offered; None: it means something else."""
    declining = _Declining(position, sentence, candidates)
    return declining.of_everything() or declining.of_something() or declining.ending()


class _Declining:
    """A sentence that may take nothing of what is offered."""

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.sentence = sentence
        self.spoken = position.spoken
        self.choices = [choice for choice in candidates.legal if not position.takes_nothing(choice.action)]

    def of_everything(self) -> Play | Ask | None:
        """Return what takes nothing, where somebody takes nothing of all that is offered: "no new workers"."""
        declining = [action for action in self.position.legal if self.position.takes_nothing(action)]
        told = self._told()
        is_possible = len(declining) == 1 and not self.position.is_answer and not self.sentence.mood.is_unfinished
        if not is_possible or not told or not self._says_nothing():
            return None
        denied = [cue for cue in told if cue.is_excluded]
        kept = [cue for cue in told if not cue.is_excluded]
        if (denied and not self._are_all(denied)) or (kept and not self._are_ended(kept)):
            return None
        if kept and not self._concern_all(kept):
            return Ask((declining[0],))  # "done building", where more than building is offered
        return self._unless_strange(declining[0])

    def _told(self) -> list[Cue]:
        """Return what is said besides that nothing is done: the workers of "no new workers"."""
        others = [cue for cue in self.sentence.cues if not self._is_nothing(cue.mention)]
        return [cue for cue in others if not cue.mention.is_weak] or [cue for cue in others if cue.is_excluded]

    def _says_nothing(self) -> bool:
        """Return whether somebody denies something, ends something or takes none."""
        sentence = self.sentence
        return sentence.ends or sentence.is_denial or any(self._is_nothing(cue.mention) for cue in sentence.cues)

    def _is_nothing(self, mention: Mention) -> bool:
        """Return whether a word says that nothing is done or taken."""
        return bool(mention.values("verb") & ENDS) or not self.spoken.nothing.isdisjoint(mention.values("thing"))

    def _are_all(self, denied: Sequence[Cue]) -> bool:
        """Return whether what is denied are all choices; things say more of that than verbs."""
        things = [cue for cue in denied if cue.mention.exact_names] or denied
        return all(any(matched([cue], choice, self.spoken) is None for cue in things) for choice in self.choices)

    def _are_ended(self, kept: Sequence[Cue]) -> bool:
        """Return whether what is said and not denied are verbs that somebody ends: "finished trading"."""
        if any(cue.mention.exact_names or not cue.mention.values("verb") for cue in kept):
            return False
        mood = self.sentence.mood
        ends = [token for token in mood.covered if mood.is_enough]
        ends += [cue.mention.start for cue in self.sentence.cues if self._is_nothing(cue.mention)]
        ends_first = bool(ends) and min(ends) < min(cue.mention.start for cue in kept)
        return ends_first or (bool(ends) and bool(self._offered_verbs(kept)))

    def _concern_all(self, kept: Sequence[Cue]) -> bool:
        """Return whether verbs are those of all choices, or of none: then they speak of what was done before."""
        return self._offered_verbs(kept) in (set(), {choice.action[0] for choice in self.choices})

    def _offered_verbs(self, kept: Sequence[Cue]) -> set[str]:
        """Return the verbs of choices that are named."""
        offered = {choice.action[0] for choice in self.choices}
        return {verb for cue in kept for verb in cue.mention.values("verb") & offered}

    def of_something(self) -> Refuse | None:
        """Return that nothing is done where somebody only says what is not meant: "not the church", "not done yet"."""
        sentence = self.sentence
        if sentence.mood.is_unfinished and sentence.says_only_that_it_ends:
            return Refuse((), (NOTHING_DONE,))
        names_nothing = not any(_names_a_thing(mention) for mention in sentence.certain)
        if sentence.is_denial and not sentence.mood.is_enough and names_nothing:
            return Refuse((), (NOTHING_DONE,))
        return None

    def ending(self) -> Play | Ask | Refuse | None:
        """Return what ends a turn or a choice, where nothing else was said, or why nothing can be ended."""
        if self.position.is_answer or not self.sentence.ends or not self.sentence.says_only_that_it_ends:
            return None
        endings = self.position.endings
        if endings:
            return self._unless_strange(endings[0]) if len(endings) == 1 else None
        typed = str(self.sentence.utterance)
        known = [(verb,) for verb in self.spoken.verbs if verb in ENDS]
        labelled = [action for action in known if self.position.labels.is_label(typed, action)]
        reasons = [(action, self.position.refusal(action)) for action in labelled or known]
        refused = [(action, reason) for action, reason in reasons if reason is not None]
        if not refused:
            return None
        action, reason = min(refused, key=lambda pair: not says_why(pair[1]))
        return Refuse(action, (reason,))

    def _unless_strange(self, action: Action) -> Play | Ask:
        """Return an action, or the question whether it is meant where words mean nothing."""
        return Ask((action,), self.sentence.unknown) if self.sentence.unknown else Play(action)


def _names_a_thing(mention: Mention) -> bool:
    """Return whether a word names a thing or a number, and does not say what is done."""
    return mention.number is not None or bool(mention.values("thing") and not mention.values("verb"))
