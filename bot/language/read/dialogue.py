"""Read a text in its conversation: answers to what was asked, and decisions that follow one another.

Of "first this, then that" the first decision is returned with the rest of the text, which is read again once that
decision was made; what the rest means is tried on a copy of the game beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.language.read.mood import mood
from bot.language.read.reader import MOST_ASKED, Ask, Begin, Play, Reader, Reading, Refuse, Unknown
from bot.language.read.utterance import Utterance
from bot.wording.folding import folded, spellings
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed, ordinal
from bot.wording.texts import Texts, texts_in
from engines import Action, Game, Message

ANSWERS = ("typed.yes", "typed.no")
"""Texts with what people type for yes and no."""
SURE = ("button.end_turn", "button.confirm")
"""Buttons that confirm what cannot be taken back."""
MOST_PARTS = 12
"""Places at which a text is taken apart, at most."""


@dataclass(frozen=True)
class Pending:
    """What somebody was asked and has not answered."""

    actions: tuple[Action, ...]
    rest: str = ""
    """What was typed behind what was asked about."""
    is_sure: bool = False
    """Whether it was asked because it cannot be taken back."""


@dataclass(frozen=True)
class Agreed:
    """Yes, and perhaps more."""

    rest: str = ""


@dataclass(frozen=True)
class Declined:
    """No, and perhaps what is wanted instead."""

    rest: str = ""


@dataclass(frozen=True)
class Chosen:
    """One of those that were asked about."""

    action: Action
    rest: str = ""


Answer = Agreed | Declined | Chosen


class Conversation:
    """Reads what a seat types at a position."""

    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str]) -> None:
        self.texts = texts
        self.game = game
        self.seat = seat
        self.names = names
        self.reader = Reader(texts, game, seat, names)

    # -- answers -------------------------------------------------------------------------------------------------------

    def answered(self, typed: str, pending: Pending) -> Answer | None:
        """Return the answer that a text gives to what was asked; None: it says something else."""
        utterance = Utterance.of(typed)
        agreeing = ("typed.yes", *(SURE if pending.is_sure else ()))
        rests = [rest for id in agreeing if (rest := self._behind(utterance, id)) is not None]
        if rests:
            return Agreed(rests[0])
        if (rest := self._behind(utterance, "typed.no")) is not None:
            return Declined(rest)
        return self._counted_off(typed, pending) or self._named_again(typed, pending)

    def _counted_off(self, typed: str, pending: Pending) -> Chosen | None:
        """Return the action that a text calls by its place among those that were asked about: "the second one"."""
        for part, rest in [(typed, ""), *self._beginnings(typed)]:
            place = ordinal(self.texts.name, Utterance.of(part).words)
            if place is None or place >= len(pending.actions):
                continue
            action = pending.actions[place]
            if not rest or self._goes_on(action, rest):
                return Chosen(action, rest)
            return self._named_again(rest, pending)  # "the second, but with blue"
        return None

    def _named_again(self, typed: str, pending: Pending) -> Chosen | None:
        """Return the action that a text names of those that were asked about, and nothing else."""
        among = self.reader.among(pending.actions)
        for part, rest in [(typed, ""), *self._beginnings(typed)]:
            match self.reader.read(part):
                case Play(action, more):
                    return Chosen(action, f"{more} {rest}".strip()) if action in pending.actions else None
            match among.read(part):
                case Play(action, more) if action in pending.actions and (not rest or self._goes_on(action, rest)):
                    return Chosen(action, f"{more} {rest}".strip())
        return None

    def _behind(self, utterance: Utterance, id: str) -> str | None:
        """Return what stands behind words that say yes or no; None: the text does not begin so."""
        words = utterance.words
        for texts in (self.texts, texts_in(FALLBACK)):
            for answer in texts.say(id).split(","):
                for spelling in spellings(answer):
                    if words[: len(spelling)] == spelling:
                        rest = _text_behind(utterance, len(spelling), self.texts.name)
                        return "" if self._is_idle(rest) else rest
        return None

    def _is_idle(self, typed: str) -> bool:
        """Return whether a text says nothing: "do it", "not that"."""
        spoken = (self.texts, texts_in(FALLBACK))
        answers = {
            word for texts in spoken for id in ANSWERS for each in texts.say(id).split(",") for word in folded(each)
        }
        idle = {word for texts in spoken for word in idle_words(texts.name)}
        return all(word in idle or word in answers for word in Utterance.of(typed).words)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def read(self, typed: str, begun: Action = ()) -> Reading:
        """Return the first decision that a text means, with what was typed behind it.

        ``begun`` are the words of an action that are chosen already.
        """
        if begun and (completed := self._completed(typed, begun)) is not None:
            return completed
        whole = self.reader.read(typed)
        match whole:
            case Play(action, rest):
                return replace(whole, rest=typed if self._says_more(whole, typed) else self._ended(action, rest))
            case Begin():
                return whole
        beginnings = list(self._beginnings(typed))
        for part, rest in beginnings:
            match self.reader.read(part):
                case Play(action, more) if self._goes_on(action, rest, only_surely=isinstance(whole, Ask)):
                    return Play(action, f"{more} {rest}".strip())
        return self._led(whole, typed) or self._asked(whole, beginnings) or whole

    def _asked(self, whole: Reading, beginnings: Sequence[tuple[str, str]]) -> Reading | None:
        """Return the question or refusal that a part of a text leads to where the whole means nothing."""
        is_strange = isinstance(whole, Unknown) or (isinstance(whole, Ask) and bool(whole.unknown))
        for part, rest in beginnings:
            match self.reader.read(part):
                case Ask(actions, ()) if is_strange:
                    return Ask(actions, (), rest)
                case Refuse() as refused:
                    if (led := self._led(refused, part, rest)) is not None:
                        return led
                    if not isinstance(whole, Refuse):
                        return refused
        return None

    def _ended(self, action: Action, rest: str) -> str:
        """Return what was typed behind an action, without saying that this is all where nothing can be ended then."""
        if not rest or not mood(Utterance.of(rest), self.texts.name).is_enough:
            return rest
        following = self.after(action)
        return rest if following is not None and isinstance(following.reader.read(rest), Play) else ""

    def _completed(self, typed: str, begun: Action) -> Reading | None:
        """Return the action that begins with some words and goes on as typed; None: the text means something else."""
        actions = [action for action in self.game.legal(self.seat) if action[: len(begun)] == begun]
        match self.reader.among(actions).read(typed):
            case Play() | Ask(_, ()) | Begin() as reading:
                return reading
        return None

    def after(self, action: Action) -> Conversation | None:
        """Return the conversation once an action was played; None: the seat does not decide then."""
        game = self.game.copy()
        game.play(self.seat, action)
        return Conversation(self.texts, game, self.seat, self.names) if self.seat in game.to_act else None

    def _says_more(self, played: Play, typed: str) -> bool:
        """Return whether a text that leads to a decision also says how it is made: "buy one ship"."""
        if played.rest or not played.explained or self.game.needs_confirmation & {played.action[0]}:
            return False
        following = self.after(played.action)
        match following.reader.read(typed) if following else None:
            case Play(action) as further:
                return further.explained > played.explained and action[0] != played.action[0]
        return False

    def _goes_on(self, action: Action, rest: str, *, only_surely: bool = False) -> bool:
        """Return whether the rest of a text means something once an action was played.

        Args:
            action: What was typed first.
            rest: What was typed behind it.
            only_surely: Whether it has to be possible, or to say what is done: a list of neighbours goes on as well.
        """
        following = self.after(action)
        if following is None:
            ends = mood(Utterance.of(rest), self.texts.name).is_enough
            return not only_surely or ends or self.reader.says_what_is_done(rest)
        match following.read(rest):
            case Play() | Begin() | Ask(_, ()):
                return True
            case Refuse():
                return not only_surely or self.reader.says_what_is_done(rest)
        return False

    def _led(self, reading: Reading, typed: str, rest: str = "") -> Reading | None:
        """Return what has to be done before what was typed is possible; None: nothing makes it possible."""
        if not isinstance(reading, Refuse):
            return None
        leads = dict.fromkeys(
            action for reason in reading.reasons for action in self.game.leading_to(self.seat, reason)
        )
        refused = list[Message]()
        possible = list[Action]()
        perhaps = list[Action]()
        for lead in leads:
            following = self.after(lead)
            match following.reader.read(typed) if following else None:
                case Play() | Ask(_, ()) | Begin():
                    possible.append(lead)
                case Ask():
                    perhaps.append(lead)
                case Refuse(_, reasons):
                    refused += [
                        reason for reason in reasons if reason.id not in self.game.presentation.position_refusals
                    ]
        rest = f"{typed}, {rest}" if rest else typed
        if len(possible) == 1 and self.game.hint(self.seat, possible[0]) is None:
            return Play(possible[0], rest)
        if possible or perhaps:
            return Ask(tuple((possible or perhaps)[:MOST_ASKED]), (), rest)
        return Refuse(reading.action, tuple(refused[:1])) if refused else None

    def _beginnings(self, typed: str) -> Iterator[tuple[str, str]]:
        """Yield the beginnings of a text, the longest first, each with what stands behind it."""
        utterance = Utterance.of(typed)
        onward = listed(self.texts.name, "onward") | listed(FALLBACK, "onward")
        onward |= listed(self.texts.name, "afterwards") | listed(FALLBACK, "afterwards")
        cuts = [
            place
            for place, token in enumerate(utterance.tokens)
            if 0 < place < len(utterance) - 1 and (token.is_pause or token.is_stop or token.word in onward)
        ]
        for cut in reversed(cuts[:MOST_PARTS]):
            behind = cut
            while behind < len(utterance) and _separates(utterance, behind, onward):
                behind += 1
            head, tail = utterance.part(0, cut), utterance.part(behind)
            if head.words and tail.words and not _separates(utterance, cut - 1, onward):
                yield str(head), str(tail)


def _separates(utterance: Utterance, place: int, onward: frozenset[str]) -> bool:
    token = utterance.tokens[place]
    return token.is_pause or token.is_stop or token.word in onward


def _text_behind(utterance: Utterance, words: int, language: str) -> str:
    """Return the text behind so many words, without what joins it to them."""
    joining = listed(language, "interjections") | listed(language, "onward") | listed(language, "against")
    count = 0
    for place, token in enumerate(utterance.tokens):
        if token.word in utterance.words and not (token.is_pause or token.is_stop):
            count += 1
        if count > words and token.word not in joining:
            return str(utterance.part(place))
    return ""
