"""Read a text as the answer to a question that the panel asked: yes, no, the second, the one with the ship."""

from __future__ import annotations

from dataclasses import dataclass

from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.conversation.remarks import NO, YES
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.readings import Ask, Play, Refuse, Unknown
from bot.language.read.tokens.asides import corrected
from bot.language.read.tokens.cuts import whole_and_beginnings, with_rest
from bot.language.read.tokens.utterance import Utterance
from bot.wording.lists import ordinal
from engines import Action

CONFIRMING = ("button.end_turn", "button.confirm")
"""Labels of buttons that confirm an action which cannot be undone; typing one is a yes."""


@dataclass(frozen=True)
class Pending:
    """A question that the player has not answered yet."""

    actions: tuple[Action, ...]
    rest: str = ""
    """The rest of the text that led to the question."""
    is_confirmation: bool = False
    """True if the question was asked because the action cannot be undone."""


@dataclass(frozen=True)
class Agreed:
    """The answer yes, with the rest of the text."""

    rest: str = ""


@dataclass(frozen=True)
class Declined:
    """The answer no, with what is wanted instead."""

    rest: str = ""


@dataclass(frozen=True)
class Chosen:
    """One of several actions that the question offers."""

    action: Action
    rest: str = ""


@dataclass(frozen=True)
class LeftOpen:
    """An end of the turn, with which the action in question would not be played."""

    ending: Action


Answer = Agreed | Declined | Chosen | LeftOpen


def answer_to(pending: Pending, typed: str, conversation: Conversation) -> Answer | None:
    """Return the answer that a text gives to a question; None: it is no answer."""
    return _Answering(pending, conversation).answer(typed)


class _Answering:
    """A question that waits for its answer."""

    def __init__(self, pending: Pending, conversation: Conversation) -> None:
        self.pending = pending
        self.conversation = conversation
        self.reader = conversation.reader
        self.remarks = conversation.remarks

    def answer(self, typed: str) -> Answer | None:
        """Return the answer in a text: a yes, a no, one of the actions, or what is only meant after a yes."""
        language = self.conversation.texts.name
        utterance = self.conversation.with_names(corrected(Utterance.of(typed), language))
        agreeing = (YES, *(CONFIRMING if self.pending.is_confirmation else ()))
        for id in agreeing:
            if (rest := self.remarks.behind_answer(utterance, id)) is not None:
                return self._agreed(rest)
        if (rest := self.remarks.behind_answer(utterance, NO)) is not None:
            return Declined(str(rest))
        named = self._counted_off(utterance) or self._named(utterance)
        return named or self._implied_yes(utterance) or self._ended(utterance)

    def _agreed(self, rest: Utterance) -> Agreed | Declined | Chosen:
        """Return the answer "yes", unless the rest names one of several actions, or another instead: "ok, sail"."""
        actions = self.pending.actions
        if rest.words and len(actions) > 1 and (named := self._named(rest)) is not None:
            return named
        action = actions[0]
        if not rest.words or action not in self.reader.legal:
            return Agreed(str(rest))
        if self.reader.among((action,)).says_nothing_else(rest):
            return Agreed()  # "yes, it costs a ship"
        utterance = self.conversation.without_automatic(action, rest)
        if not utterance.words or self._continues(action, utterance):
            return Agreed(str(utterance))
        match self.conversation.first_decision(utterance):
            case Play(instead) | Ask((instead, *_), ()) if instead != action and instead not in ENDING_ACTIONS:
                return Declined(str(rest))
        return Agreed(str(rest))

    def _continues(self, action: Action, utterance: Utterance) -> bool:
        """Return whether a text has a meaning after an action."""
        following = self.conversation.after(action)
        return following is not None and not isinstance(following.first_decision(utterance), Refuse | Unknown)

    def _counted_off(self, utterance: Utterance) -> Chosen | None:
        """Return the action that a text calls by its place in the question: "the second one"."""
        for part, rest in whole_and_beginnings(utterance, self.conversation.separators):
            place = ordinal(self.conversation.texts.name, part.words)
            if place is None or place >= len(self.pending.actions):
                continue
            action = self.pending.actions[place]
            if not rest or self.conversation.can_follow(action, rest):
                return Chosen(action, str(rest))
            return self._named(rest)  # "the second, but with blue"
        return None

    def _named(self, utterance: Utterance) -> Chosen | None:
        """Return the action of the question that a text names, if it names nothing else."""
        actions = self.pending.actions
        reader_of_offered = self.reader.among(actions)
        if not self.reader.says_what_is_done(utterance):  # "the brick one" is one of those, whatever else has bricks
            match reader_of_offered.read(utterance):
                case Play(action, more) if action in actions:
                    return Chosen(action, more)
                case Ask((action,), (), is_question=False) if action in actions and not self._means_another(utterance):
                    return Chosen(action)
        # "the cheaper one" compares the actions of the question, not all legal ones.
        compares = self.remarks.compares(utterance)
        for part, rest in whole_and_beginnings(utterance, self.conversation.separators):
            match self.reader.read(part):
                case Play(action, more) if not compares:
                    return Chosen(action, with_rest(more, rest)) if action in actions else None
            match reader_of_offered.read(part):
                case Play(action, more) if action in actions and (
                    not rest or self.conversation.can_follow(action, rest)
                ):
                    return Chosen(action, with_rest(more, rest))
                case Ask((action,), (), is_question=False) if action in actions and not rest:
                    return Chosen(action)
        if len(actions) < 2:
            return None
        by_label = self.reader.position.labels.with_words(utterance.words, actions)
        by_hint = [action for action in actions if self.conversation.repeats_hint(action, utterance)]
        for matches in (by_label, by_hint):  # "the one for 2 ships"
            if len(matches) == 1:
                return Chosen(matches[0])
        return None

    def _means_another(self, utterance: Utterance) -> bool:
        """Return whether a text is the name of an action that the question does not offer: the mine, not the church."""
        match self.reader.read(utterance):
            case Play(action):
                return action not in self.pending.actions
        return False

    def _implied_yes(self, utterance: Utterance) -> Agreed | None:
        """Return the answer "yes" if a text has a meaning only after the action in question: "the one for 60"."""
        action = self.pending.actions[0]
        if len(self.pending.actions) != 1 or self.pending.is_confirmation or action not in self.reader.legal:
            return None
        following = self.conversation.after(action)
        if following is None:
            return None
        is_payment = following.reader.position.asks_for_payment and not self.reader.says_what_is_done(utterance)
        goes_on = is_payment or self.remarks.goes_on(utterance)
        if not goes_on and not isinstance(self.reader.read(utterance), Unknown | Refuse):
            return None
        match following.first_decision(utterance):
            case Play(ending) if ending in ENDING_ACTIONS and not self.remarks.goes_on(utterance):
                return None  # "pass" alone is no yes
            case Play():
                return Agreed(str(utterance))
        return None

    def _ended(self, utterance: Utterance) -> Agreed | LeftOpen | None:
        """Return the answer of a text that ends the turn: yes if it goes on from the question, as "and pass" does."""
        action = self.pending.actions[0]
        if len(self.pending.actions) != 1 or action in ENDING_ACTIONS or action not in self.reader.legal:
            return None
        match self.conversation.first_decision(utterance):
            case Play(ending) if ending in ENDING_ACTIONS and self.conversation.ends_turn((ending,)):
                if not self.remarks.goes_on(utterance):
                    return LeftOpen(ending)
                return Agreed("" if self.conversation.ends_turn((action,)) else str(utterance))
        return None
