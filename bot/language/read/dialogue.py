"""Read a text in its conversation: answers to a question, and several decisions in one text.

Of "first this, then that" the first decision is returned together with the rest of the text. The rest is read again
once the decision was played; beforehand it is tried on a copy of the game, to find where the first decision ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.language.read.asides import behind_remark, corrected, without_asides
from bot.language.read.declining import NOTHING_DONE
from bot.language.read.letters import spelled_out
from bot.language.read.mood import mood
from bot.language.read.reader import Reader
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.refusals import ENDINGS, says_why
from bot.language.read.utterance import Utterance
from bot.wording.folding import folded, spellings
from bot.wording.languages import FALLBACK, LANGUAGES
from bot.wording.lists import idle_words, listed, listed_in, ordinal
from bot.wording.texts import SEAT, Texts, texts_in
from engines import Action, Event, Game, Message

ANSWERS = ("typed.yes", "typed.no")
"""Ids of the texts that list words for yes and no."""
CONFIRMING = ("button.end_turn", "button.confirm")
"""Labels of buttons that confirm an action which cannot be undone; typing one is a yes."""
NOTHING_THERE = Message("error.nothing_there")
"""Answer to a text that is only legal after an action with which the turn would be over."""
MOST_TRIED = 12
"""Legal actions that are tried to find out whether a turn can go on, at most."""
MOST_PARTS = 12
"""Cuts that are tried in one text, at most."""


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


class _Following(NamedTuple):
    """The position after an action."""

    events: Sequence[Event]
    conversation: Conversation | None
    """None: the seat has no decision there."""


class Conversation:
    """Reads the texts of a seat at a position."""

    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str]) -> None:
        self.texts = texts
        self.game = game
        self.seat = seat
        self.names = names
        self.reader = Reader(texts, game, seat, names)
        self._following: dict[Action, _Following] = {}
        """Positions after actions that were tried already."""

    def _utterance(self, typed: str) -> Utterance:
        """Tokenise a text, with the names of things whose letters it consists of."""
        return spelled_out(Utterance.of(typed), self.game.key, self.texts.name)

    # -- answers -------------------------------------------------------------------------------------------------------

    def answered(self, typed: str, pending: Pending) -> Answer | None:
        """Return the answer that a text gives to a question; None: it is no answer."""
        utterance = corrected(self._utterance(typed), self.texts.name)
        agreeing = ("typed.yes", *(CONFIRMING if pending.is_confirmation else ()))
        rests = [rest for id in agreeing if (rest := self._behind_answer(utterance, id)) is not None]
        if rests:
            return self._agreed(pending, rests[0])
        if (rest := self._behind_answer(utterance, "typed.no")) is not None:
            return Declined(rest)
        named = self._counted_off(utterance, pending) or self._named_again(utterance, pending)
        return named or self._implied_yes(utterance, pending) or self._ended(utterance, pending)

    def _agreed(self, pending: Pending, rest: str) -> Agreed | Declined | Chosen:
        """Return the answer "yes", unless the rest names one of several actions, or another instead: "ok, sail"."""
        if rest and len(pending.actions) > 1 and (named := self._named_again(Utterance.of(rest), pending)) is not None:
            return named
        action = pending.actions[0]
        if not rest or action not in self.reader.legal:
            return Agreed(rest)
        if self.reader.among((action,)).says_nothing_else(Utterance.of(rest)):
            return Agreed()  # "yes, it costs a ship"
        utterance = self._without_automatic(action, Utterance.of(rest))
        following = self.after(action)
        if not utterance.words or (following and not isinstance(following.first_decision(utterance), Refuse | Unknown)):
            return Agreed(str(utterance))
        match self.first_decision(utterance):
            case Play(instead) | Ask((instead, *_), ()) if instead != action and instead not in ENDINGS:
                return Declined(rest)
        return Agreed(rest)

    def _implied_yes(self, utterance: Utterance, pending: Pending) -> Agreed | None:
        """Return the answer "yes" if a text has a meaning only after the action in question: "the one for 60"."""
        if len(pending.actions) != 1 or pending.is_confirmation or pending.actions[0] not in self.reader.legal:
            return None
        following = self.after(pending.actions[0])
        if following is None:
            return None
        is_payment = following.reader.position.asks_for_payment and not self.reader.says_what_is_done(utterance)
        goes_on = is_payment or self._goes_on(utterance)
        if not goes_on and not isinstance(self.reader.read(utterance), Unknown | Refuse):
            return None
        return Agreed(str(utterance)) if isinstance(following.first_decision(utterance), Play) else None

    def _ended(self, utterance: Utterance, pending: Pending) -> Agreed | LeftOpen | None:
        """Return the answer of a text that ends the turn: yes if it goes on from the question, as "and pass" does."""
        action = pending.actions[0]
        if len(pending.actions) != 1 or action in ENDINGS or action not in self.reader.legal:
            return None
        match self.first_decision(utterance):
            case Play(ending) if ending in ENDINGS and self.ends_turn((ending,)):
                if not self._goes_on(utterance):
                    return LeftOpen(ending)
                return Agreed("" if self.ends_turn((action,)) else str(utterance))
        return None

    def _goes_on(self, utterance: Utterance) -> bool:
        """Return whether a text begins as the continuation of another: "and pass"."""
        return utterance.words[0] in listed_in(self.texts.name, "onward")

    def _counted_off(self, utterance: Utterance, pending: Pending) -> Chosen | None:
        """Return the action that a text calls by its place in the question: "the second one"."""
        for part, rest in self._parts(utterance):
            place = ordinal(self.texts.name, part.words)
            if place is None or place >= len(pending.actions):
                continue
            action = pending.actions[place]
            if not rest or self._can_follow(action, rest):
                return Chosen(action, str(rest))
            return self._named_again(rest, pending)  # "the second, but with blue"
        return None

    def _named_again(self, utterance: Utterance, pending: Pending) -> Chosen | None:
        """Return the action of the question that a text names, if it names nothing else."""
        among = self.reader.among(pending.actions)
        if not self.reader.says_what_is_done(utterance):  # "the brick one" is one of those, whatever else has bricks
            match among.read(utterance):
                case Play(action) | Ask((action,), (), is_question=False) if action in pending.actions:
                    return Chosen(action)
        # "the cheaper one" compares the actions of the question, not all legal ones.
        compares = bool(mood(utterance, self.texts.name).superlative)
        for part, rest in self._parts(utterance):
            match self.reader.read(part):
                case Play(action, more) if not compares:
                    return Chosen(action, _with_rest(more, rest)) if action in pending.actions else None
            match among.read(part):
                case Play(action, more) if action in pending.actions and (not rest or self._can_follow(action, rest)):
                    return Chosen(action, _with_rest(more, rest))
                case Ask((action,), (), is_question=False) if action in pending.actions and not rest:
                    return Chosen(action)
        labels = self.reader.position.labels
        labelled = labels.with_words(utterance.words, pending.actions)
        return Chosen(labelled[0]) if len(labelled) == 1 and len(pending.actions) > 1 else None

    def _behind_answer(self, utterance: Utterance, id: str) -> str | None:
        """Return the text behind a word for yes or no; None: it begins with no such word."""
        words = utterance.words
        for texts in languages_of(self.texts):
            for answer in texts.say(id).split(","):
                for spelling in spellings(answer):
                    if words[: len(spelling)] == spelling:
                        rest = _behind_words(utterance, len(spelling), self.texts.name)
                        return "" if self._is_idle(rest) else str(rest)
        return None

    def _is_idle(self, utterance: Utterance) -> bool:
        """Return whether a text consists of words without meaning: "do it", "not that"."""
        return self._idle_words.issuperset(utterance.words)

    def _is_opening(self, utterance: Utterance) -> bool:
        """Return whether a text means nothing: no number, as "one, please" has, and no name of a player."""
        lexicon = self.reader.position.lexicons[0]
        mentions = lexicon.mentions(utterance, self.reader.position.names_here)
        return self._is_idle(utterance) and not any(
            mention.number or any(thing.startswith(SEAT) for thing in mention.values("thing")) for mention in mentions
        )

    @cached_property
    def _idle_words(self) -> frozenset[str]:
        """Words without meaning, those for yes and no, and "both", said of all that was asked."""
        languages = (self.texts, texts_in(FALLBACK))
        answers = {
            word
            for texts in languages_of(self.texts)
            for id in ANSWERS
            for word in folded(texts.say(id).replace(",", " "))
        }
        both = (listed(texts.name, "both") for texts in languages)
        return frozenset(answers).union(*(idle_words(texts.name) for texts in languages), *both)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def read(self, typed: str, begun: Action = ()) -> Reading:
        """Return the first decision of a text, with the rest of the text.

        Args:
            typed: The text.
            begun: The words of an action that were chosen in the panel before.
        """
        utterance = without_asides(self._utterance(typed), self.texts.name)
        if begun and (completed := self._completed(utterance, begun)) is not None:
            return completed
        return self.first_decision(utterance)

    def read_rest(self, rest: str) -> Reading:
        """Return the first decision of the rest of a text, which waits while the seat has to pay."""
        return self.following_decision(Utterance.of(rest))

    def following_decision(self, utterance: Utterance) -> Reading:
        """Return the first decision of an utterance that follows another decision."""
        reading = self.first_decision(utterance)
        if isinstance(reading, Unknown | Refuse) and self.reader.position.asks_for_loss:
            return Begin((), str(utterance))
        return reading

    def first_decision(self, utterance: Utterance) -> Reading:
        """Return the first decision of an utterance, with the rest.

        The cases in order: an offer is accepted; an opening without meaning is left out; the whole text is one
        decision; one of its beginnings is, and the rest has a meaning after it; the text is legal after another action;
        one of its beginnings leads to a question. The longest beginning that fits wins.
        """
        if (accepted := self._accepted(utterance)) is not None:
            return accepted
        parts = list(self._beginnings(utterance))
        shortest_first = reversed(parts)
        behind_opening = next((rest for part, rest in shortest_first if self._is_opening(part)), None)  # "no, sail"
        if behind_opening is not None:
            reading = self.first_decision(behind_opening)
            if not isinstance(reading, Unknown):
                return reading
        whole = self.reader.read(utterance)
        match whole:
            case Play(action, typed_behind):
                if self._also_says_how(whole, utterance):
                    return replace(whole, rest=str(utterance))  # the same words name the choice after it
                remainder = self._without_automatic(action, Utterance.of(typed_behind))
                return replace(whole, rest=self._without_idle_end(action, str(remainder)))
            case Begin():
                return whole
        beginnings = [
            (part, behind_remark(rest, self.texts.name)) for part, rest in parts if not self._is_opening(part)
        ]
        for part, rest in beginnings:
            match self.reader.read(part):
                case Play(action, more) if self._can_follow(action, rest, only_surely=self._is_clear(whole, action)):
                    more = self._without_idle_end(action, more)
                    return self._with_following(action, _with_rest(more, self._without_automatic(action, rest)))
                case Play(action) if self._is_said_of(action, rest):
                    return Play(action)
                case Begin() as begun if not rest.words:
                    return begun
                case Refuse((), (reason,)) if reason == NOTHING_DONE:
                    return self.first_decision(rest)  # "not the wall, the church"
        opened = self._opened(whole, utterance)
        if opened is not None and not isinstance(opened, Refuse):
            return opened
        return self._about_beginning(whole, beginnings) or opened or whole

    def _accepted(self, utterance: Utterance) -> Play | None:
        """Return the acceptance of an offer that the seat is asked about, for a text that is only a yes."""
        trading = self.game.spoken.trading
        accepting = (trading.accepting,) if trading is not None else ()
        if accepting not in self.reader.legal or self._behind_answer(utterance, "typed.yes") != "":
            return None
        return Play(accepting)

    def _with_following(self, action: Action, rest: str) -> Play | Ask:
        """Return an action with the rest of a text, or the question about it if the rest comes too late after it.

        The player may not have known that the action ends the turn, and may want another one that does not.
        """
        if action in ENDINGS and not self.reader.says_what_is_done(Utterance.of(rest)):
            return Play(action)  # "done, your turn"
        is_over = bool(rest) and self.ends_turn((action,))
        if not is_over or mood(Utterance.of(rest), self.texts.name).is_enough:
            return Play(action, rest)
        if self._wants_nothing(Utterance.of(rest)):
            return Play(action)  # "one worker, I can't afford more"
        alternatives = self.game.distinct(self.reader.legal)[:MOST_TRIED]
        if not self.ends_turn(alternatives):
            return Ask((action,), rest=rest)
        match self.reader.read(Utterance.of(rest)):
            case Play(another) if another[0] == action[0] and another != action and another not in ENDINGS:
                return Ask((action, another))  # of several cards one can be taken
            case Ask(((verb, *_), *_), ()) | Begin((verb, *_)) if verb == action[0]:
                return Ask((action,), (rest,))
        return Play(action, rest)

    def is_small_talk(self, typed: str) -> bool:
        """Return whether nobody misses a text if it is not played: it asks for nothing, and names nothing."""
        utterance = Utterance.of(typed)
        is_missed = self.reader.names_a_thing(utterance) or not self._asks_for_nothing(utterance)
        return not is_missed or self.is_statement(typed)

    def _asks_for_nothing(self, utterance: Utterance) -> bool:
        """Return whether a text is no move, not even one that is refused."""
        if self._is_idle(utterance) or self._wants_nothing(utterance):
            return True
        match self.reader.read(utterance):
            case Unknown():
                return True
            case Ask(_, unknown) if unknown:
                return True
            case Play() | Begin():
                return False
            case Refuse(_, reasons) if not any(map(says_why, reasons)):
                return True
        return not (self.reader.says_what_is_done(utterance) or self.reader.describes_something(utterance))

    def is_statement(self, typed: str) -> bool:
        """Return whether a text behind a decision only says something about it: "I'll pay the ship", "not the card"."""
        utterance = Utterance.of(typed)
        if self.reader.read(utterance) == Refuse((), (NOTHING_DONE,)):
            return True
        words = set(utterance.words)
        is_end = mood(utterance, self.texts.name).is_enough  # "I'm through"
        is_single = len(utterance.clauses) == 1 and words.isdisjoint(listed_in(self.texts.name, "onward"))
        says_something = not words.isdisjoint(listed_in(self.texts.name, "statements"))
        compares = len(words) == 1 and bool(mood(utterance, self.texts.name).superlative)  # "ships it is, cheaper"
        return is_single and not is_end and (compares or (says_something and self._asks_for_nothing(utterance)))

    def _wants_nothing(self, utterance: Utterance) -> bool:
        """Return whether a text only declines what is offered."""
        match self.reader.read(utterance):
            case Play(action):
                return action in ENDINGS
            case Refuse((), (reason,)):
                return reason == NOTHING_DONE
        return False

    def _about_beginning(self, whole: Reading, beginnings: Sequence[tuple[Utterance, Utterance]]) -> Reading | None:
        """Return the question or refusal that the beginning of a text leads to, if the whole text is not clear.

        Args:
            whole: The reading of the whole text.
            beginnings: Beginnings of the text, the longest first, each with the rest.
        """
        has_unknown_words = isinstance(whole, Unknown) or (isinstance(whole, Ask) and bool(whole.unknown))
        for part, rest in beginnings:
            match self.reader.read(part):
                case Play(action=action) if not isinstance(whole, Refuse):
                    return Ask((action,), unknown=(str(rest),))
                case Ask(actions=actions, unknown=()) if has_unknown_words:
                    return Ask(actions, rest=self._unless_over(actions, rest))
                case Ask(actions=actions, unknown=()) if fitting := self._followed_by(rest, actions):
                    return Ask(fitting, rest=self._unless_over(fitting, rest))
                case Refuse() as refused:
                    if (opened := self._opened(refused, part, rest)) is not None:
                        return opened
                    if not isinstance(whole, Refuse):
                        return refused
        return None

    def _unless_over(self, actions: Sequence[Action], rest: Utterance) -> str:
        """Return the rest of a text; empty if it only ends the turn, which ends with the actions anyway."""
        is_needless = self._wants_nothing(rest) and self.ends_turn(actions)
        return "" if is_needless else str(rest)

    def _followed_by(self, rest: Utterance, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Return the actions after which the rest of a text is legal, or names a verb."""
        return tuple(action for action in actions if self._can_follow(action, rest, only_surely=True))

    def _without_idle_end(self, action: Action, rest: str) -> str:
        """Return the rest of a text without words for an end, where nothing can be ended after the action."""
        utterance = Utterance.of(rest)
        if not rest or not (mood(utterance, self.texts.name).is_enough or self._wants_nothing(utterance)):
            return rest
        following = self.after(action)
        if following is None:
            return ""
        is_waiting = following.reader.position.asks_for_loss  # the turn can be ended once that is paid
        return rest if is_waiting or isinstance(following.reader.read(utterance), Play) else ""

    def _completed(self, utterance: Utterance, begun: Action) -> Reading | None:
        """Return the action that completes chosen words as the text says; None: the text means something else."""
        actions = [action for action in self.game.legal(self.seat) if action[: len(begun)] == begun]
        match self.reader.among(actions).read(utterance):
            case Play() | Ask(_, ()) | Begin() as reading:
                return reading
        return None

    def after(self, action: Action) -> Conversation | None:
        """Return the conversation after an action; None: the seat has no decision there."""
        return self._played(action).conversation

    def ends_turn(self, actions: Sequence[Action]) -> bool:
        """Return whether the seat has no decision after any of some actions."""
        return all(self.after(action) is None for action in actions)

    def _played(self, action: Action) -> _Following:
        """Return the position after an action, which is played once on a copy of the game."""
        if action not in self._following:
            game = self.game.copy()
            events = game.play(self.seat, action)
            is_asked = self.seat in game.to_act
            conversation = Conversation(self.texts, game, self.seat, self.names) if is_asked else None
            self._following[action] = _Following(events, conversation)
        return self._following[action]

    def _also_says_how(self, played: Play, utterance: Utterance) -> bool:
        """Return whether a text names an action and the choice after it in the same words: "buy one ship"."""
        if played.rest or not played.explained or self.game.needs_confirmation & {played.action[0]}:
            return False
        following = self.after(played.action)
        match following.reader.read(utterance) if following else None:
            case Play(action) as further:
                return further.explained > played.explained and action[0] != played.action[0]
        return False

    def _is_said_of(self, action: Action, rest: Utterance) -> bool:
        """Return whether the rest of a text only says something about an action: "the other one stays home"."""
        return (self.after(action) or self).is_statement(str(rest))

    def _can_follow(self, action: Action, rest: Utterance, *, only_surely: bool = False) -> bool:
        """Return whether the rest of a text has a meaning after an action.

        Args:
            action: The first decision of the text.
            rest: The text behind it.
            only_surely: True if the rest has to be legal, or to name a verb: a list of neighbours could follow as well.
        """
        rest = self._without_automatic(action, rest)
        if not rest.words:
            return True
        following = self.after(action)
        if following is None:
            ends = mood(rest, self.texts.name).is_enough
            return not only_surely or ends or self.reader.says_what_is_done(rest)
        match following.following_decision(rest):
            case Play() | Begin():
                return True
            case Ask(_, ()):
                return not only_surely or self.reader.says_what_is_done(rest)
            case Refuse():
                return not only_surely or self.reader.says_what_is_done(rest)
        return False

    def _is_clear(self, reading: Reading, beginning: Action) -> bool:
        """Return whether a whole text has a clear meaning, be it a question, or a refusal where the turn would be over.

        Args:
            reading: The reading of the whole text.
            beginning: The action that its beginning means.
        """
        match reading:
            case Ask(_, unknown):
                return not unknown
            case Refuse():
                return self.ends_turn((beginning,))
        return False

    def _without_automatic(self, action: Action, rest: Utterance) -> Utterance:
        """Return the rest of a text without its first clauses, as far as they repeat what the game does by itself.

        A player may name the only cube that can be paid, which is paid without asking.
        """
        events, following = self._played(action)
        known = set(action).union(*(_words_in(event.data) for event in events))
        known |= {event.kind for event in events}
        known |= {self.reader.position.lexicons[0].base(word) for word in action}
        while rest.words:
            clause, later = min(self._parts(rest), key=lambda parts: len(parts[0]))
            if not self._names_only(clause, known) or (following and isinstance(following.reader.read(clause), Play)):
                break
            rest = later
        return rest

    def _names_only(self, clause: Utterance, known: Collection[str]) -> bool:
        """Return whether everything that a clause names is among some words."""
        words = self.reader.position.lexicons[0]
        mentions = [mention for mention in self.reader.certain(clause) if mention.number != 1]  # "one from Guiné"
        return bool(mentions) and all(
            any(words.base(concept.value) in known or concept.value in known for concept in mention.concepts)
            for mention in mentions
        )

    def _opened(self, reading: Reading, utterance: Utterance, rest: Utterance | None = None) -> Reading | None:
        """Return the action after which a refused text is legal, or why it is refused even then; None: none helps."""
        if not isinstance(reading, Refuse):
            return None
        leads = dict.fromkeys(
            action for reason in reading.reasons for action in self.game.leading_to(self.seat, reason)
        )
        refusals = list[Message]()
        possible = list[Action]()
        perhaps = list[Action]()
        for lead in leads:
            following = self.after(lead)
            if following is None:
                refusals.append(NOTHING_THERE)
                continue
            match following.reader.read(utterance):
                case Play() | Ask(_, ()) | Begin():
                    possible.append(lead)
                case Ask():
                    perhaps.append(lead)
                case Refuse(_, reasons):
                    refusals += reasons
        text = _with_rest(str(utterance), rest) if rest else str(utterance)
        if len(possible) == 1 and self.game.hint(self.seat, possible[0]) is None:
            return Play(possible[0], text)
        if possible or perhaps:
            return Ask(tuple((possible or perhaps)[:MOST_ASKED]), (), text)
        of_position = self.game.presentation.position_refusals
        refusals = [reason for reason in refusals if reason.id not in of_position]
        return Refuse(reading.action, tuple(refusals[:1])) if refusals else None

    # -- parts of a text -----------------------------------------------------------------------------------------------

    def _parts(self, utterance: Utterance) -> Iterator[tuple[Utterance, Utterance]]:
        """Yield a text, then its beginnings, each with the rest."""
        yield utterance, utterance.part(len(utterance))
        yield from self._beginnings(utterance)

    def _beginnings(self, utterance: Utterance) -> Iterator[tuple[Utterance, Utterance]]:
        """Yield the beginnings of a text, the longest first, each with the rest."""
        onward = listed_in(self.texts.name, "onward") | listed_in(self.texts.name, "afterwards")
        cuts = [
            place
            for place in range(1, len(utterance) - 1)
            if _separates(utterance, place, onward) and not _separates(utterance, place - 1, onward)
        ]
        for cut in reversed(cuts[:MOST_PARTS]):
            next_part = cut
            while next_part < len(utterance) and _separates(utterance, next_part, onward):
                next_part += 1
            head = utterance.part(0, cut)
            tail = utterance.part(next_part)
            if head.words and tail.words:
                yield head, tail


def languages_of(texts: Texts) -> list[Texts]:
    """Return the texts of all languages, those of the player and the fallback first: people mix them."""
    codes = dict.fromkeys((texts.name, FALLBACK, *LANGUAGES))
    return [texts if code == texts.name else texts_in(code) for code in codes]


def _separates(utterance: Utterance, place: int, onward: frozenset[str]) -> bool:
    token = utterance.tokens[place]
    return token.is_pause or token.is_stop or token.word in onward


def _with_rest(typed: str, rest: Utterance) -> str:
    """Return a text with a rest added to it."""
    return ", ".join(filter(None, (typed, str(rest))))


def _words_in(value: object) -> set[str]:
    """Return all words and numbers in the arguments of an event."""
    if isinstance(value, Mapping):
        return {word for part in value.values() for word in _words_in(part)}
    if isinstance(value, (list, tuple)):
        return {word for part in value for word in _words_in(part)}
    return {str(value)}


def _behind_words(utterance: Utterance, count: int, language: str) -> Utterance:
    """Return the text behind so many words, without words that join it to them."""
    joining = listed(language, "interjections") | listed(language, "onward") | listed(language, "against")
    number = 0
    for place, token in enumerate(utterance.tokens):
        if token.word in utterance.words and not (token.is_pause or token.is_stop):
            number += 1
        if number > count and token.word not in joining:
            return utterance.part(place)
    return utterance.part(len(utterance))
