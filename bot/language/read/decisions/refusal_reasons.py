"""Find the action that a sentence means though it is not offered, and the reason why it is not legal.

Of the many actions that words may name, some reasons explain more than others. What the engine says of a single action
is in ``refusals``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from bot.language.read.decisions.position import Position
from bot.language.read.decisions.unoffered import Unoffered
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.candidates import Candidates
from bot.language.read.possible_actions.refusals import says_why
from bot.language.read.ranking.rank import Match, Ranking
from bot.language.read.readings import MOST_ASKED, Play, Refuse
from bot.language.read.sentences.sentence import Sentence
from bot.language.read.words.concepts import Mention
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
        self.unoffered_by_name = Unoffered(candidates, sentence.cues, only_by_name=True)

    def of_label(self) -> Refuse | None:
        """Return the refusal of an action whose label was typed: a label means nothing else."""
        if self.position.is_answer:
            return None
        typed = str(self.sentence.utterance)
        labels = self.position.labels
        for action in labels.with_label(typed, self.unoffered_by_name.with_typed_label()):
            if action in ENDING_ACTIONS or not labels.says_what_is_done(typed, action):
                continue
            if (reason := self.position.refusal(action)) is not None:
                return Refuse(action, (reason,))
        return None

    def of_named_verb(self, mentions: Iterable[Mention], *, only_of_panel: bool = False) -> Refuse | None:
        """Return the refusal of what words are for, and cannot be had now: "a road towards wool 5".

        What another decision is about is refused as well: "a road" while the robber is moved.

        Args:
            mentions: The words.
            only_of_panel: True to take only the panel's words for a verb, not other words that mean nothing else.
        """
        offered = {action[0] for action in self.position.legal}
        for mention in mentions:
            is_other_decision = mention.is_only_verb and mention.values("verb").isdisjoint(offered)
            for verb in sorted(mention.panel_verbs if only_of_panel else mention.own_verbs):
                reason = self._quoted_reason(verb)
                if reason is None and is_other_decision:
                    reason = self.position.refusal((verb,))
                if reason is not None:
                    return Refuse((verb,), (reason,))
        return None

    def _quoted_reason(self, verb: str) -> Message | None:
        """Return why nothing of a verb is offered, if the engine's quote says so; None: it does not."""
        quote = self.position.quotes.get(verb)
        reason = quote.reason if quote is not None else None
        return reason if reason is not None and says_why(reason) else None

    def of_unoffered(self, best: Match | None) -> Play | Refuse | None:
        """Return the reading of an action that is not offered; None: an offered one fits as well.

        It is refused with its reason, or played: some actions are legal although nobody is offered them.
        """
        if self.position.is_answer:
            return None
        unoffered = self._ranking.best
        if unoffered is None or (best is not None and _fits_as_well(best, unoffered)):
            return None
        if best is not None and self._is_named_as_well(best, unoffered):
            return None  # "build a settlement" is no city, though one is built in place of a settlement
        if (possible_action := self._possible_unoffered()) is not None:
            return possible_action
        refused = self._nearest()
        fitness = _greatest_fitness(refused)
        is_offered = best is not None and (bool(best.named) or best.names_verb)
        if fitness is Fitness.NONE or (fitness is Fitness.GENERAL and is_offered):
            return None
        fittest = [refusal for refusal in refused if refusal.fitness is fitness]
        verb = min(fittest, key=self._remoteness).match.verb
        of_verb = [refusal for refusal in fittest if refusal.match.verb == verb]
        of_verb = [refusal for refusal in of_verb if self._holds_for_verb(refusal)] or of_verb
        first = min(of_verb, key=self._remoteness)
        reasons = dict[str, Message]()
        for refusal in of_verb:
            reasons.setdefault(refusal.reason.id, self._about_kinds(refusal.reason))
        return Refuse(first.match.candidate.action, tuple(reasons.values())[:MOST_ASKED])

    def of_understood(self) -> Refuse | None:
        """Return the refusal of an action that has all that a sentence names, if nothing of it is asked for now."""
        best = self._ranking.best
        if best is None or not best.is_complete or self.sentence.unknown or self.position.is_answer:
            return None
        if best.verb in self.game.kinds(self.seat) or not best.is_named_by_word:
            return None
        reason = self.position.refusal(best.candidate.action)
        return Refuse(best.candidate.action, (reason,)) if reason is not None else None

    def _about_kinds(self, reason: Message) -> Message:
        """Return a reason with the kind of a card or tile in place of one of its copies, if the text names no copy."""
        kinds = {name: self._kind(word) for name, word in reason.args.items() if isinstance(word, str)}
        return Message(reason.id, {**reason.args, **{name: kind for name, kind in kinds.items() if kind}})

    def _kind(self, word: str) -> str:
        """Return the kind of a copy that the text does not name: the cows of "Cows 2"; empty if it has no text."""
        kind = self.sentence.lexicon.base(word)
        form = self.position.spoken.numbered.get(kind)
        numbers = (cue.mention.number for cue in self.sentence.cues)
        if form is None or any(form.format(number) == word for number in numbers):
            return ""
        return kind if self.position.texts.has(f"{self.game.key}.word.{kind}") else ""

    def _is_named_as_well(self, best: Match, unoffered: Match) -> bool:
        """Return whether the panel's word for the best offered action is all that names the verb of another."""
        if not set(best.unexplained) <= set(unoffered.unexplained):
            return False  # "upgrade politics" is no knight
        naming = [mention for mention in self.sentence.certain if unoffered.verb in mention.values("verb")]
        return any(best.verb in mention.panel_verbs for mention in naming) and all(
            best.verb in mention.values("verb") and unoffered.verb not in mention.panel_verbs for mention in naming
        )

    def _holds_for_verb(self, refused: RefusedMatch) -> bool:
        """Return whether the verb is refused for the same reason wherever it is done.

        "Road at N1": the path that would do there is meant, for which only lumber is missing, and not the taken one.
        """
        quote = self.position.quotes.get(refused.match.verb)
        return quote is not None and quote.reason == refused.reason

    def of_better_unoffered(self, best: Match) -> Refuse | None:
        """Return the refusal of an action that has all that a clause names, if the best offered one has less of it."""
        leaves_words = any(mention.number is None for mention in best.unexplained)
        if len(self.sentence.utterance.clauses) > 1 or not leaves_words:
            return None  # one of several clauses may say something else
        unoffered = self._ranking.best
        if unoffered is None or not unoffered.is_complete or best.named >= unoffered.named:
            return None
        reading = self.of_unoffered(best)
        return reading if isinstance(reading, Refuse) else None

    def fit_another_verb(self, best: Match) -> bool:
        """Return whether a refused action of another verb fits nearly as well: taking instead of buying."""
        about_position = self.game.presentation.position_refusals
        return any(
            refused.reason.id not in about_position and refused.fitness is Fitness.OWN
            for refused in self._of_another_verb(best)
        )

    def fit_verbs(self, verbs: frozenset[str], best: Match) -> bool:
        """Return whether a refused action of some verbs fits nearly as well as the best offered one."""
        return any(refused.match.verb in verbs for refused in self._of_another_verb(best))

    def _of_another_verb(self, best: Match) -> list[RefusedMatch]:
        """Return the refused actions of other verbs that fit nearly as well as the best offered one."""
        return [
            refused
            for refused in self._fitting
            if refused.match.verb != best.verb and refused.match.score >= best.score - DOUBT
        ]

    @cached_property
    def _ranking(self) -> Ranking:
        """The ranking of actions that the engine does not offer."""
        return Ranking(self.sentence.cues, self.unoffered.built_from_words(), self.position.spoken)

    @cached_property
    def _fitting(self) -> list[RefusedMatch]:
        """The refused actions that fit nearly as well as the best one that is not offered."""
        return self._refused(self._ranking.within(DOUBT))

    def _nearest(self) -> list[RefusedMatch]:
        """Return the refused actions that may be meant: those that fit nearly as well as the best, as a rule."""
        likely = self._only_lacking_a_card() or self._best_asked_now_as_well() or self._fitting
        return self._asked_now_and_lacking_a_card(likely) or likely

    def _only_lacking_a_card(self) -> list[RefusedMatch]:
        """Return the actions that fit best and clearly, if a card is missing for them and no other that fits is named.

        "Ship from depot 1" is refused because no ship lies there, and not because only the black depot sells.
        """
        best = [refused for refused in self._fitting if refused.match.score >= self._fitting[0].match.score - CLEAR]
        if _greatest_fitness(best) is not Fitness.MISSING or not best[0].match.is_complete:
            return []
        return [] if any(map(_is_named, self._fitting)) else best

    def _best_asked_now_as_well(self) -> list[RefusedMatch]:
        """Return what fits and the best of what is asked for now, if no reason against what fits explains anything.

        "Gib mir Papier dafür" (give me paper for it) is also the choice of a resource, which cannot be paper.
        """
        if _greatest_fitness(self._fitting) is not Fitness.NONE:
            return []
        matches = [match for match in self._ranking.matches if match.verb in self.game.kinds(self.seat)]
        return [*self._fitting, *self._refused(match for match in matches[:1] if match.is_complete)]

    def _asked_now_and_lacking_a_card(self, likely: Sequence[RefusedMatch]) -> list[RefusedMatch]:
        """Return the actions that are asked for now, if no reason against them says more than that a card is missing.

        "The bank" is the card to take now, which is not on display, and none to activate in a turn that has not begun.
        """
        kinds = self.game.kinds(self.seat)
        asked_now = [refused for refused in likely if refused.match.verb in kinds]
        return asked_now if _greatest_fitness(asked_now) is Fitness.MISSING else []

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
        if self._is_number_of_something(match):
            return Fitness.NONE
        if reason.id in presentation.position_refusals:
            # It would explain any text ("first roll the dice"): it is taken for one that certainly names the action.
            is_guessed = any(cue.mention.is_guessed for cue in self.sentence.cues)
            unexplained = [mention for mention in match.unexplained if not (match.names_verb and mention.number)]
            return Fitness.OWN if match.is_named_by_word and not unexplained and not is_guessed else Fitness.NONE
        return Fitness.MISSING if reason.id in presentation.missing_card_refusals else Fitness.OWN

    def _is_number_of_something(self, match: Match) -> bool:
        """Return whether a match is a part of an action, has only a number of the text, and others are decided too."""
        is_part = not match.is_named_by_word and not self.unoffered.fills_required_slots(match.candidate.action)
        return is_part and any(action[0] != match.verb for action in self.position.legal)

    def _remoteness(self, refused: RefusedMatch) -> tuple[bool, bool, bool, int]:
        """Return a sort key that puts first what fits best, then what is on offer, then what is in another number."""
        action = refused.match.candidate.action
        is_offered = any(legal[0] == action[0] for legal in self.position.legal)
        is_possible = len(action) > 1 and any(legal[:2] == action[:2] for legal in self.position.legal)
        is_best = refused.match.score >= self._ranking.matches[0].score - CLEAR
        return not is_best, not is_offered, not is_possible, self._place(action[0])

    def _place(self, verb: str) -> int:
        """Return where the sentence names a verb, "a road from my city", and else where the game lists it."""
        named = [cue.mention.start for cue in self.sentence.cues if verb in cue.mention.panel_verbs]
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
    """Return whether the best offered action fits a text as well as the best one that is not offered."""
    if best.score >= unoffered.score:
        return True  # "church, 300": the building rather than the privilege
    explains_as_much = best.explained >= unoffered.explained and set(best.unexplained) <= set(unoffered.unexplained)
    if best.verb == unoffered.verb and explains_as_much and not best.missing_count:
        return True  # "cows beside the sheep on g3": the stored cows, and no others
    if _is_beyond_doubt(best, unoffered):
        return True  # "Bahia boat goes to Guiné": to sail there, though discovering it would name both as well
    leaves_only_numbers = all(mention.number is not None for mention in best.unexplained)
    if best.names_verb and leaves_only_numbers and not unoffered.names_verb and unoffered.unexplained:
        return True  # "the ship 3 spaces" is no step on the wall, however far the ship can go
    if best.names_verb and best.named and unoffered.missing_count:
        return True  # "store on the 6 nuggets, pay with my sheep": no large store, for which a corner is missing
    # "Go builder and build the gold factory": the builder, which the factory leaves unexplained, comes first.
    is_likely = best.names_verb or best.score >= unoffered.score - NEAR
    unexplained = set(unoffered.unexplained) - set(best.unexplained)
    if unoffered.names_verb and unoffered.verb in best.doubts:
        # "sell a sugar for 60" is no processing
        unexplained = {mention for mention in unexplained if mention.number is None}
    explains_another_word = bool(unexplained)
    return is_likely and bool(best.named) and explains_another_word


def _is_beyond_doubt(best: Match, unoffered: Match) -> bool:
    """Return whether the best offered action explains all words, and no word suggests the one that is not offered."""
    is_same_verb = best.verb == unoffered.verb
    if best.unexplained or unoffered.verb in best.doubts:
        return False  # "take the green" is not the green cube to spend
    names_more = unoffered.names_verb and not best.names_verb and unoffered.explained >= best.explained
    if not unoffered.is_complete and not (best.missing_count and names_more):
        return True  # "the city on the 6" lacks a corner, but names the verb
    if best.missing_count and (unoffered.names_verb or is_same_verb):
        return False  # "sail to Hamburg" names Hamburg, which is too far, and not the space before it
    return not is_same_verb or best.explained >= unoffered.explained  # "wood wood clay" is not one wood


def _greatest_fitness(refused: Iterable[RefusedMatch]) -> Fitness:
    """Return the fitness of the reason that explains most."""
    return max((refusal.fitness for refusal in refused), default=Fitness.NONE)


def _is_named(refused: RefusedMatch) -> bool:
    """Return whether the text names the verb of an action that it fits, against which a rule of its own stands."""
    return refused.match.is_complete and refused.match.names_verb and refused.fitness is Fitness.OWN
