"""Recognise texts that take nothing of what is offered: an end of a turn or choice, or only a negation."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.read.decisions.position import Position
from bot.language.read.possible_actions.action_features import ENDING_VERBS
from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.possible_actions.refusals import says_why
from bot.language.read.ranking.rank import matched
from bot.language.read.readings import Ask, Play, Reading, Refuse
from bot.language.read.sentences.cues import Cue
from bot.language.read.sentences.sentence import Sentence
from bot.language.read.words.concepts import Mention
from bot.language.read.words.lexicon import Lexicon
from engines import Action, Message

NOTHING_DONE = Message("error.nothing_done")
"""Answer to a text that only rules something out."""


def declined(position: Position, sentence: Sentence, candidates: Candidates) -> Reading | None:
    """Return the reading of a sentence that takes nothing of what is offered; None: it means something else."""
    declining = _Declining(position, sentence, candidates)
    return declining.decline_everything() or declining.reject_something() or declining.end()


class _Declining:
    """A sentence that may take nothing of what is offered.

    Its cues, the words with a meaning, are told apart: denied ones, which a negation rules out ("no new workers"),
    allowed ones, and ends ("done").
    """

    def __init__(self, position: Position, sentence: Sentence, candidates: Candidates) -> None:
        self.position = position
        self.sentence = sentence
        self.spoken = position.spoken
        self.choices = [choice for choice in candidates.legal if not position.takes_nothing(choice.action)]

    def decline_everything(self) -> Play | Ask | None:
        """Return the declining action, if a sentence declines all that is offered: "no new workers"."""
        # Two actions that take nothing, such as the ends of a choice and of the turn, leave open which one is meant.
        declining = [action for action in self.position.legal if self.position.takes_nothing(action)]
        cues = self._named_cues()
        is_possible = len(declining) == 1 and not self.position.is_answer and not self.sentence.mood.is_unfinished
        if not is_possible or not cues or not self._says_nothing():
            return None
        denied = [cue for cue in cues if cue.is_excluded]
        allowed = [cue for cue in cues if not cue.is_excluded]
        if (denied and not self._rule_out_all(denied)) or (allowed and not self._are_verbs_of_an_end(allowed)):
            return None
        if allowed and not self._are_verbs_of_all(allowed):
            return Ask((declining[0],))  # "done building", where more than building is offered
        return self._play_or_ask(declining[0])

    def _named_cues(self) -> list[Cue]:
        """Return the cues besides negations and ends: the workers of "no new workers".

        A number counts even if its word may also mean nothing: "one, I can't afford more".
        """
        named = [cue for cue in self.sentence.cues if not self._is_nothing(cue.mention)]
        certain = [cue for cue in named if not cue.mention.is_weak or cue.mention.number is not None]
        return certain or [cue for cue in named if cue.is_excluded]

    def _says_nothing(self) -> bool:
        """Return whether the sentence rules something out, ends something or takes none."""
        sentence = self.sentence
        return (
            sentence.ends or sentence.rules_something_out or any(self._is_nothing(cue.mention) for cue in sentence.cues)
        )

    def _is_nothing(self, mention: Mention) -> bool:
        """Return whether a word means to do or take nothing."""
        is_end = not ENDING_VERBS.isdisjoint(mention.values("verb"))
        return is_end or not self.spoken.nothing.isdisjoint(mention.values("thing"))

    def _rule_out_all(self, denied: Sequence[Cue]) -> bool:
        """Return whether the denied cues rule out every choice; things decide rather than verbs."""
        things = [cue for cue in denied if cue.mention.exact_names] or denied
        return all(any(matched([cue], choice, self.spoken) is None for cue in things) for choice in self.choices)

    def _are_verbs_of_an_end(self, allowed: Sequence[Cue]) -> bool:
        """Return whether the cues that are not denied are only verbs that the sentence ends: "finished trading"."""
        mentions = [cue.mention for cue in allowed]
        if any(not mention.values("verb") or _names_a_thing(mention, self.sentence.lexicon) for mention in mentions):
            return False
        mood = self.sentence.mood
        ends = [*mood.enough_tokens]
        ends += [cue.mention.start for cue in self.sentence.cues if self._is_nothing(cue.mention)]
        if not ends:
            return False
        first = min(cue.mention.start for cue in allowed)
        if min(ends) < first:
            words = self.sentence.utterance.tokens[min(ends) : first]
            purposes = self.sentence.lexicon.common.purposes
            return all(token.word not in purposes for token in words)  # "finished trading", not "enough for a city"
        # "Trading done" ends it; "process all, then done" processes first, and a verb that is not offered ends nothing.
        return bool(self._offered_verbs(allowed)) and not self._is_clause_between(first, min(ends))

    def _is_clause_between(self, start: int, stop: int) -> bool:
        """Return whether a clause ends between two tokens: "process all, then done" processes all."""
        separators = self.sentence.lexicon.common.separators
        tokens = self.sentence.utterance.tokens[start:stop]
        return any(token.is_pause or token.is_stop or token.word in separators for token in tokens)

    def _are_verbs_of_all(self, allowed: Sequence[Cue]) -> bool:
        """Return whether verbs are those of all choices, or of none: then they refer to an earlier decision."""
        return self._offered_verbs(allowed) in (set(), {choice.action[0] for choice in self.choices})

    def _offered_verbs(self, allowed: Sequence[Cue]) -> set[str]:
        """Return the verbs of choices that cues name."""
        offered = {choice.action[0] for choice in self.choices}
        return {verb for cue in allowed for verb in cue.mention.values("verb") & offered}

    def reject_something(self) -> Refuse | None:
        """Return the answer to a sentence that only rules something out: "not the church", "not done yet"."""
        sentence = self.sentence
        if sentence.mood.is_unfinished and sentence.says_only_end:
            return Refuse((), (NOTHING_DONE,))
        allowed = [cue.mention for cue in sentence.cues if not cue.is_excluded]
        allows_a_thing = any(_names_a_thing(mention, sentence.lexicon) for mention in allowed)
        if sentence.rules_something_out and not sentence.mood.is_enough and not allows_a_thing:
            denied = [cue for cue in sentence.cues if cue.is_excluded]
            # "Keep the ore" does not refuse to discard anything, but "no cards" does.
            refusal = self._refuse_to_take_nothing() if self._rule_out_all(denied) else None
            return refusal or Refuse((), (NOTHING_DONE,))
        is_only_negation = not sentence.unknown and not sentence.certain and self._has_negation()
        return self._refuse_to_take_nothing() if is_only_negation else None

    def _has_negation(self) -> bool:
        """Return whether a sentence has a negation: "none", "no"."""
        return not self.sentence.lexicon.common.negations.isdisjoint(self.sentence.utterance.words)

    def _refuse_to_take_nothing(self) -> Refuse | None:
        """Return why something must be taken, if all legal actions have one verb; None: no rule says so."""
        has_one_verb = len({action[0] for action in self.position.legal}) == 1
        if not has_one_verb or any(map(self.position.takes_nothing, self.position.legal)):
            return None
        for verb in sorted(self.spoken.endings):
            reason = self.position.refusal((verb,))
            if reason is not None and says_why(reason):
                return Refuse((verb,), (reason,))
        return None

    def end(self) -> Play | Ask | Refuse | None:
        """Return the action that ends a turn or choice if the sentence says nothing else, or why none can be ended."""
        if self.position.is_answer or not self.sentence.ends or not self.sentence.says_only_end:
            return None
        endings = self.position.endings
        if endings:
            return self._play_or_ask(endings[0]) if len(endings) == 1 else None
        typed = str(self.sentence.utterance)
        known = [(verb,) for verb in self.spoken.verbs if verb in ENDING_VERBS]
        labelled = [action for action in known if self.position.labels.is_label(typed, action)]
        reasons = [(action, self.position.refusal(action)) for action in labelled or known]
        refused = [(action, reason) for action, reason in reasons if reason is not None]
        if not refused:
            return None
        action, reason = min(refused, key=lambda pair: not says_why(pair[1]))
        return Refuse(action, (reason,))

    def _play_or_ask(self, action: Action) -> Play | Ask:
        """Return an action, or the question whether it is meant if the sentence has unknown words."""
        return Ask((action,), self.sentence.unknown) if self.sentence.unknown else Play(action)


def _names_a_thing(mention: Mention, lexicon: Lexicon) -> bool:
    """Return whether a word names a number, or certainly a thing: by its exact name, or without naming a verb."""
    is_exact = mention.text in lexicon.things_by_exact_name
    is_thing = bool(mention.values("thing")) and (is_exact or not mention.values("verb"))
    return mention.number is not None or (is_thing and not mention.is_weak)
