"""Read a text that may hold several decisions: "first this, then that".

The first decision is returned together with the rest of the text. The rest is read again once the decision was played;
beforehand it is tried on a copy of the game, to find where the first decision ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.language.read.conversation.partial_understanding import PartialUnderstanding
from bot.language.read.conversation.remarks import YES, Remarks
from bot.language.read.decisions.declining import NOTHING_DONE
from bot.language.read.decisions.reader import Reader
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.readings import MOST_ASKED, Ask, Begin, Play, Reading, Refuse, Unknown
from bot.language.read.tokens.asides import behind_remark, without_asides
from bot.language.read.tokens.cuts import alternative_parts, beginnings, first_clause, joined_alternatives, with_rest
from bot.language.read.tokens.letters import spelled_out
from bot.language.read.tokens.utterance import Utterance
from bot.wording.lists import listed_in
from bot.wording.texts import SEAT, Texts
from engines import Action, Event, Game, Message

MOST_IN_A_NAME = 4
"""The most meanings at the beginning of a text that are tried as the name of a card: "the merchant fleet"."""
MOST_TRIED = 12
"""Legal actions that are tried to find out whether a turn can go on, at most."""


@dataclass(frozen=True)
class _Beginning:
    """The beginning of a text, with the rest."""

    utterance: Utterance
    rest: Utterance
    reader: Reader

    @cached_property
    def reading(self) -> Reading:
        """Meaning of the beginning by itself."""
        return self.reader.read(self.utterance)


class _Outcome(NamedTuple):
    """What an action leads to."""

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
        self.remarks = Remarks(self.reader, texts)
        self.separators = listed_in(texts.name, "onward") | listed_in(texts.name, "afterwards")
        """Words that separate one decision from the next: "and", "then"."""
        self.joining = listed_in(texts.name, "or")
        """Words that join alternatives: "or"."""
        self._outcomes: dict[Action, _Outcome] = {}
        """What the actions lead to that were tried already."""

    def with_names(self, utterance: Utterance) -> Utterance:
        """Return a text with the names of things in place of the letters that stand for them in pictures."""
        return spelled_out(utterance, self.game.key, self.texts.name)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def read(self, typed: str, begun: Action = ()) -> Reading:
        """Return the first decision of a text, with the rest of the text.

        Args:
            typed: The text.
            begun: The words of an action that were chosen in the panel before.
        """
        utterance = self.with_names(without_asides(Utterance.of(typed), self.texts.name))
        utterance = joined_alternatives(utterance, self.joining)
        if begun and (completed := self._completed(utterance, begun)) is not None:
            return completed
        reading = _without_marks(self.first_decision(utterance))
        clauses = utterance.clauses
        if isinstance(reading, Play) and len(clauses) > 1 and self.remarks.only_asks(clauses[-1]):
            rest = "" if self.remarks.only_asks(Utterance.of(reading.rest)) else reading.rest
            return Ask((reading.action,), rest=rest, is_question=True)  # "I'd take the ship, is that possible?"
        return PartialUnderstanding(self.reader, self.first_decision).question(utterance, reading) or reading

    def read_rest(self, rest: str) -> Reading:
        """Return the first decision of the rest of a text, which waits while the seat has to pay."""
        return _without_marks(self.following_decision(Utterance.of(rest)))

    def following_decision(self, utterance: Utterance) -> Reading:
        """Return the first decision of an utterance that follows another decision."""
        reading = self.first_decision(utterance)
        if isinstance(reading, Unknown | Refuse) and self.reader.position.asks_for_loss:
            return Begin((), str(utterance))
        return reading

    def first_decision(self, utterance: Utterance) -> Reading:
        """Return the first decision of an utterance, with the rest.

        The cases in order: an offer is accepted; a label is repeated; an opening without meaning is left out; the whole
        text is one decision; it names alternatives; one of its beginnings is a decision, and the rest has a meaning
        after it; a card is named with the choice for it; the text is legal after another action; one of its
        beginnings leads to a question. The longest beginning that fits wins.
        """
        reading = self._accepted(utterance) or self._repeated_label(utterance) or self._behind_opening(utterance)
        if reading is not None:
            return reading
        whole_reading = self.reader.read(utterance)
        match whole_reading:
            case Play():
                return self._before_then(utterance, whole_reading) or self._with_own_rest(whole_reading, utterance)
            case Begin():
                return whole_reading
            case Ask((card,), unknown) if unknown and (card_played := self._card_with_choice(card, " ".join(unknown))):
                return card_played
        is_clear_question = isinstance(whole_reading, Ask) and not whole_reading.unknown
        if not is_clear_question and (choice := self._alternatives(utterance)) is not None:
            return choice
        openings = [
            _Beginning(part, behind_remark(rest, self.texts.name), self.reader)
            for part, rest in beginnings(utterance, self.separators)
            if not self.remarks.is_opening(part)
        ]
        if (first := self._first_of(openings, whole_reading)) is not None:
            return first
        if not is_clear_question and (card_played := self._named_card_with_choice(utterance)) is not None:
            return card_played
        prepared = self._with_action_before(whole_reading, utterance) if isinstance(whole_reading, Refuse) else None
        if prepared is not None and not isinstance(prepared, Refuse):
            return prepared
        return self._about_beginning(whole_reading, openings) or prepared or whole_reading

    def _behind_opening(self, utterance: Utterance) -> Reading | None:
        """Return the decision behind an opening without meaning: "no, sail"; None: the text has none, or none there."""
        shortest_first = reversed(list(beginnings(utterance, self.separators)))
        rest = next((rest for part, rest in shortest_first if self.remarks.is_opening(part)), None)
        reading = self.first_decision(rest) if rest is not None else None
        return None if isinstance(reading, Unknown) else reading

    def _before_then(self, utterance: Utterance, whole_reading: Play) -> Reading | None:
        """Return the decision before a "then", though the whole text may also be one: "use the card, then sail"."""
        afterwards = listed_in(self.texts.name, "afterwards")
        openings = [
            _Beginning(part, rest, self.reader)
            for part, rest in beginnings(utterance, self.separators)
            if any(token.word in afterwards for token in utterance.tokens[len(part) : -len(rest)])
        ]
        first = self._first_of(openings, whole_reading)
        if isinstance(first, Play) or not openings:
            return first
        match openings[0].reading:
            case Ask(actions, ()) if self._followed_by(openings[0].rest, actions):
                return Ask(actions, rest=str(openings[0].rest))
        return None

    def _alternatives(self, utterance: Utterance) -> Ask | None:
        """Return the question which of some alternatives is meant: "the market or the castle".

        None: the text names none, or one of them is no decision that is possible now.
        """
        parts = alternative_parts(utterance, self.joining)
        if len(parts) < 2:
            return None
        actions = list[Action]()
        for part in parts:
            match self.reader.read(part):
                case Play(action, ""):
                    actions.append(action)
                case Ask(several, ()):
                    actions += several
                case _:
                    return None
        return Ask.first_of(dict.fromkeys(actions))

    def _with_own_rest(self, whole_reading: Play, utterance: Utterance) -> Play:
        """Return the one decision that a text means, with words of it that say more: how it is done, or an end."""
        if self._also_says_how(whole_reading, utterance):
            return replace(whole_reading, rest=str(utterance))  # the same words name the choice after it
        remainder = self.without_automatic(whole_reading.action, Utterance.of(whole_reading.rest))
        return replace(whole_reading, rest=self._without_idle_end(whole_reading.action, str(remainder)))

    def _first_of(self, openings: Sequence[_Beginning], whole_reading: Reading) -> Reading | None:
        """Return the decision that a beginning of a text means, if the rest has a meaning after it, or says nothing.

        Args:
            openings: Beginnings of the text, the longest first.
            whole_reading: The reading of the whole text.
        """
        for beginning in openings:
            rest = beginning.rest
            match beginning.reading:
                case Play(action) if self._is_part(action, whole_reading):
                    continue  # a brick of "3 bricks and 2 wool"
                case Play(action, own_rest) if self.can_follow(
                    action, rest, only_surely=self._is_clear(whole_reading, action)
                ):
                    own_rest = self._without_idle_end(action, own_rest)
                    return self._with_rest_after(action, with_rest(own_rest, self.without_automatic(action, rest)))
                case Play(action, own_rest) if self._is_said_of(action, rest):
                    return Play(action, self._without_idle_end(action, own_rest))
                case Begin() as begun if not rest.words:
                    return begun
                case Refuse((), (reason,)) if reason == NOTHING_DONE:
                    return self.first_decision(rest)  # "not the wall, the church"
                case Refuse(action) if action in ENDING_ACTIONS and self.reader.names_a_thing(rest):
                    return self.first_decision(rest)  # "no, nothing of that. the church"
        return None

    def _is_part(self, action: Action, whole_reading: Reading) -> bool:
        """Return whether a text means more cards than an action has, and is refused: "3 bricks and 2 wool"."""
        if (
            not isinstance(whole_reading, Refuse)
            or action == whole_reading.action
            or action[0] not in self.game.spoken.verbs
        ):
            return False
        is_list = any(slot.repeated for slot in self.game.spoken.verbs[action[0]].slots)
        return is_list and Counter(action) <= Counter(whole_reading.action)

    def _accepted(self, utterance: Utterance) -> Play | None:
        """Return the acceptance of an offer that the seat is asked about, for a text that is only a yes."""
        trading = self.game.spoken.trading
        if trading is None or (trading.accepting,) not in self.reader.legal or not self._says_only_yes(utterance):
            return None
        return Play((trading.accepting,))

    def _repeated_label(self, utterance: Utterance) -> Play | None:
        """Return the action whose label a text begins with twice, as the rest of "three nuggets" does."""
        clauses = utterance.clauses
        if len(clauses) < 2 or clauses[0].words != clauses[1].words:
            return None
        match self.reader.read(clauses[0]):
            case Play(action) if self.reader.position.labels.is_label(str(clauses[0]), action):
                return Play(action, str(utterance.beginning_at(clauses[1].tokens[0])))
        return None

    def _says_only_yes(self, utterance: Utterance) -> bool:
        rest = self.remarks.behind_answer(utterance, YES)
        return rest is not None and not rest.words

    def _with_rest_after(self, action: Action, rest: str) -> Play | Ask:
        """Return an action with the rest of a text, or the question about it if the rest comes too late after it."""
        if action in ENDING_ACTIONS and not self.reader.says_what_is_done(Utterance.of(rest)):
            return Play(action)  # "done, your turn"
        is_over = bool(rest) and self.ends_turn((action,))
        if not is_over or self.remarks.ends(Utterance.of(rest)):
            return Play(action, rest)
        if self.remarks.wants_nothing(Utterance.of(rest)):
            return Play(action)  # "one worker, I can't afford more"
        return self._with_rest_too_late(action, rest)

    def _with_rest_too_late(self, action: Action, rest: str) -> Play | Ask:
        """Return an action that ends the turn with the rest of a text, or the question about it.

        The player may not have known that the action ends the turn, and may want another one that does not. Where each
        does, the rest may name another action instead: of several cards one can be taken.
        """
        alternatives = self.game.distinct(self.reader.legal)[:MOST_TRIED]
        if not self.ends_turn(alternatives) or self.reader.names_a_number(Utterance.of(rest)):
            return Ask((action,), rest=rest)
        match self.reader.read(Utterance.of(rest)):
            case Play(another) if another[0] == action[0] and another != action and another not in ENDING_ACTIONS:
                return Ask((action, another))
            case Ask(((verb, *_), *_), ()) | Begin((verb, *_)) if verb == action[0]:
                return Ask((action,), (rest,))  # the rest means the same verb, but not which action
        return Play(action, rest)  # it is played, and the player is told that the rest comes too late

    def is_small_talk(self, typed: str) -> bool:
        """Return whether nobody misses a text if it is not played: it asks for nothing, and names nothing."""
        return self.remarks.is_small_talk(Utterance.of(typed))

    def is_statement(self, typed: str) -> bool:
        """Return whether a text behind a decision only says something about it: "I'll pay the ship", "not the card"."""
        return self.remarks.is_statement(Utterance.of(typed))

    def _about_beginning(self, whole_reading: Reading, openings: Sequence[_Beginning]) -> Reading | None:
        """Return the question or refusal that a beginning of a text leads to; None: none leads to one.

        The longest beginning that does decides.

        Args:
            whole_reading: The reading of the whole text.
            openings: Beginnings of the text, the longest first.
        """
        has_unknown_words = isinstance(whole_reading, Unknown) or (
            isinstance(whole_reading, Ask) and bool(whole_reading.unknown)
        )
        for beginning in openings:
            rest = beginning.rest
            match beginning.reading, whole_reading:
                case Ask(), Refuse() if self.reader.names_only_one_thing(beginning.utterance):
                    continue  # "wool" of "wool and ore with the bank for brick" is a part of what is refused
                case Play(action, more), Refuse(refused_action):
                    if action[:1] != refused_action[:1]:
                        return Ask((action,), rest=with_rest(more, rest))  # what is refused may be the rest alone
                case Play(action), _:
                    return Ask((action,), unknown=(str(rest),))
                case Begin() as begun, _ if has_unknown_words:
                    return replace(begun, rest=with_rest(begun.rest, rest))  # "wall, then pass"
                case Ask(actions, ()), _ if has_unknown_words:
                    return Ask(actions, rest=self._unless_over(actions, rest))
                case Ask(actions, ()), _ if fitting := self._followed_by(rest, actions):
                    return Ask(fitting, rest=self._unless_over(fitting, rest))
                case Ask(actions), Ask(whole_actions) if actions == whole_actions:
                    return None  # "boarding house by the tower, b3, with the six": shorter beginnings say less of it
                case Refuse() as refused, _:
                    if (prepared := self._with_action_before(refused, beginning.utterance, rest)) is not None:
                        return prepared
                    if not isinstance(whole_reading, Refuse):
                        return refused
        return None

    def _unless_over(self, actions: Sequence[Action], rest: Utterance) -> str:
        """Return the rest of a text without what happens anyway: how the one action is done, or the end of the turn."""
        if len(actions) == 1:
            rest = self.without_automatic(actions[0], rest)
        is_needless = self.ends_turn(actions) and self.remarks.wants_nothing(rest)
        return "" if is_needless else str(rest)

    def _followed_by(self, rest: Utterance, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Return the actions after which the rest of a text is legal, or names a verb."""
        return tuple(action for action in actions if self.can_follow(action, rest, only_surely=True))

    def _without_idle_end(self, action: Action, rest: str) -> str:
        """Return the rest of a text without words for an end, where nothing can be ended after the action."""
        utterance = Utterance.of(rest)
        if not rest or not (self.remarks.ends(utterance) or self.remarks.wants_nothing(utterance)):
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
        return self._outcome(action).conversation

    def _after_losses(self, action: Action) -> Conversation | None:
        """Return the conversation after an action and whatever has to be paid for it; None: no decision is left."""
        following = self.after(action)
        while following is not None and following.reader.position.asks_for_loss:
            following = following.after(following.reader.legal[0])
        return following

    def ends_turn(self, actions: Sequence[Action]) -> bool:
        """Return whether the seat has no decision after any of some actions."""
        return all(self.after(action) is None for action in actions)

    def _outcome(self, action: Action) -> _Outcome:
        """Return what an action leads to; it is played once on a copy of the game."""
        if action not in self._outcomes:
            game = self.game.copy()
            events = game.play(self.seat, action)
            is_asked = self.seat in game.to_act
            conversation = Conversation(self.texts, game, self.seat, self.names) if is_asked else None
            self._outcomes[action] = _Outcome(events, conversation)
        return self._outcomes[action]

    def _also_says_how(self, play: Play, utterance: Utterance) -> bool:
        """Return whether a text names an action and the choice after it in the same words: "buy one ship"."""
        if play.rest or not play.explained or play.action[0] in self.game.needs_confirmation:
            return False
        if play.explained >= self.reader.count_meaningful_words(utterance):
            return False  # nothing could be explained better
        following = self.after(play.action)
        if following is None:
            return False
        match following.reader.read(utterance):
            case Play(action) as further:
                return further.explained > play.explained and action[0] != play.action[0]
        return False

    def _card_with_choice(self, card: Action, words: str) -> Play | None:
        """Return a card with the choice for it that words name: the spy with "against Anna"; None: they name none.

        Nothing is left to choose if the words only say what happens with the card anyway.
        """
        if card[0] != self.game.presentation.follow_ups.card:
            return None
        utterance = Utterance.of(words)
        if not self.without_automatic(card, utterance).words:
            return Play(card)
        return Play(card, words) if self._is_choice_for(card, utterance) else None

    def _named_card_with_choice(self, utterance: Utterance) -> Play | None:
        """Return the card with whose name a text begins, if what follows is a choice for it: "curse the ore 8".

        None: the text begins with no such name, or its rest chooses nothing for the card.
        """
        card_verb = self.game.presentation.follow_ups.card
        cards = [action for action in self.reader.position.choices if action[0] == card_verb]
        if not cards:
            return None
        named_cards = self.reader.among(cards)
        for mention in self.reader.mentions(utterance)[:MOST_IN_A_NAME]:
            name = utterance.part(0, mention.stop)
            rest = utterance.part(mention.stop)
            if not rest.words:
                break  # nothing is left that could choose
            match named_cards.read(name):  # which costs less than to look at every action
                case Play(card) if self._means_only(name, card) and self._is_choice_for(card, rest):
                    return Play(card, str(rest))
        return None

    def _is_choice_for(self, card: Action, utterance: Utterance) -> bool:
        """Return whether a text begins with a choice that follows from playing a card."""
        following = self.after(card)
        if following is None:
            return False
        match following.first_decision(utterance):
            case Play(choice):
                return self.game.presentation.follow_ups.belongs(choice, card, card)
        return False

    def _means_only(self, utterance: Utterance, action: Action) -> bool:
        """Return whether a text means one of all actions for certain."""
        match self.reader.read(utterance):
            case Play(meant, ""):
                return meant == action
        return False

    def _is_said_of(self, action: Action, rest: Utterance) -> bool:
        """Return whether the rest of a text only says something about an action: "the other one stays home"."""
        return (self.after(action) or self).remarks.is_statement(rest)

    def can_follow(self, action: Action, rest: Utterance, *, only_surely: bool = False) -> bool:
        """Return whether the rest of a text has a meaning after an action.

        Args:
            action: The first decision of the text.
            rest: The text behind it.
            only_surely: True where the text could also be one decision. Then the rest must name what is done, unless it
                is a legal decision, or an end.
        """
        rest = self.without_automatic(action, rest)
        if not rest.words:
            return True
        following = self.after(action)
        if following is None:
            return self._can_follow_turn(rest, only_surely=only_surely)
        match following.following_decision(rest):
            case Play() | Begin():
                return True
            case Ask(_, ()) | Refuse():
                return not only_surely or self.reader.says_what_is_done(rest)
        return False

    def _can_follow_turn(self, rest: Utterance, *, only_surely: bool) -> bool:
        """Return whether the rest of a text has a meaning after an action that ends the turn.

        It cannot be played then, but ``_with_rest_after`` asks about it.
        """
        if self.remarks.ends(rest) or self.reader.says_what_is_done(rest):
            return True
        # A number belongs to the action: "church, 300" is refused as a whole if a church has another price.
        return not only_surely and not self.reader.names_a_number(rest)

    def _is_clear(self, reading: Reading, beginning: Action) -> bool:
        """Return whether a whole text has a clear meaning: a question, or a refusal where the turn would be over.

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

    def without_automatic(self, action: Action, rest: Utterance) -> Utterance:
        """Return the rest of a text without its first clauses, as far as they say what happens with the action anyway.

        A player may name the only cube that can be paid, which is paid without asking, or what the panel says of costs
        and gains.
        """
        following = self.after(action)
        automatic_words = self._words_of_outcome(action)
        while rest.words:
            clause, later_clauses = first_clause(rest, self.separators)
            if self.repeats_hint(action, clause):
                rest = later_clauses
                continue
            if not self._names_only(clause, automatic_words) or (
                following and isinstance(following.reader.read(clause), Play)
            ):
                break
            rest = later_clauses
        return rest

    def _words_of_outcome(self, action: Action) -> set[str]:
        """Return the words of an action and of the events that it causes, with the verbs that people use for these."""
        events = self._outcome(action).events
        words = set(action).union(*(_words_in(event.data) for event in events))
        words |= {event.kind for event in events}
        automatic = {verb for kind, verb in self.game.spoken.automatic.items() if kind in words}
        players = {f"{SEAT}{seat + 1}" for event in events for seat in _seats_in(event)}
        bases = {self.reader.position.own_lexicon.base(word) for word in action}
        return words | automatic | players | bases

    def repeats_hint(self, action: Action, clause: Utterance) -> bool:
        """Return whether a clause only names amounts that the panel shows with an action: "2 gold for 6 points"."""
        hint = self.game.hint(self.seat, action)
        mentions = self.reader.certain(clause)
        numbers = {mention.number for mention in mentions if mention.number is not None}
        named_amounts = numbers - {1} or numbers  # "the one for 2 ships" names 2 alone
        units = frozenset[str]().union(*(mention.values("unit") for mention in mentions))
        spoken = self.game.spoken
        is_about_amounts = not units.isdisjoint(spoken.units.prices | spoken.units.tolls | spoken.gained_units)
        names_nothing_else = all(mention.number is not None or mention.values("unit") for mention in mentions)
        amounts = hint.args.values() if hint is not None else ()
        is_right = bool(named_amounts) and all(number in amounts for number in named_amounts)
        return is_about_amounts and names_nothing_else and is_right

    def _names_only(self, clause: Utterance, words_allowed: Collection[str]) -> bool:
        """Return whether everything that a clause names is among some words."""
        lexicon = self.reader.position.own_lexicon
        mentions = [mention for mention in self.reader.certain(clause) if mention.number != 1]  # "one from Guiné"
        return bool(mentions) and all(
            any(
                lexicon.base(concept.value) in words_allowed or concept.value in words_allowed
                for concept in mention.concepts
            )
            for mention in mentions
        )

    def _with_action_before(
        self, refused: Refuse, utterance: Utterance, rest: Utterance | None = None
    ) -> Reading | None:
        """Return the action after which a refused text is legal, or why it is refused even then.

        Args:
            refused: The reading of the text.
            utterance: The text.
            rest: The text behind it.

        Returns:
            The action if there is only one that has no cost or gain, else the question about it; None: none helps.
        """
        leads = dict.fromkeys(
            action for reason in refused.reasons for action in self.game.leading_to(self.seat, reason)
        )
        reasons = list[Message]()
        legal = list[Action]()
        partly_read = list[Action]()
        for lead in leads:
            following = self._after_losses(lead)
            if following is None:
                label = self.texts.action(self.game.key, lead, self.names)
                reasons.append(Message("error.nothing_there", {"action": label}))
                continue
            match following.reader.read(utterance):
                case Play() | Ask(_, ()) | Begin():
                    legal.append(lead)
                case Ask():
                    partly_read.append(lead)
                case Refuse(_, reasons_then):
                    reasons += reasons_then
        text = with_rest(str(utterance), rest) if rest else str(utterance)
        if len(legal) == 1 and self.game.hint(self.seat, legal[0]) is None:
            return Play(legal[0], text)
        if legal or partly_read:
            return Ask(tuple((legal or partly_read)[:MOST_ASKED]), (), text)
        # These would describe the position after an action, which is not the one that the player sees.
        position_refusals = self.game.presentation.position_refusals
        reasons = [reason for reason in reasons if reason.id not in position_refusals]
        return Refuse(refused.action, tuple(reasons[:1])) if reasons else None


def _seats_in(event: Event) -> list[int]:
    """Return the seats that an event concerns besides the one that acts."""
    return [value for name, value in event.data.items() if name.endswith("_seat") and isinstance(value, int)]


def _without_marks(reading: Reading) -> Reading:
    """Return a reading whose rest is empty if there are only marks in it: the "." behind an aside."""
    match reading:
        case Play(rest=rest) | Ask(rest=rest) | Begin(rest=rest) if not Utterance.of(rest).words:
            return replace(reading, rest="")
    return reading


def _words_in(value: object) -> set[str]:
    """Return all words and numbers in the arguments of an event."""
    if isinstance(value, Mapping):
        return {word for part in value.values() for word in _words_in(part)}
    if isinstance(value, (list, tuple)):
        return {word for part in value for word in _words_in(part)}
    return {str(value)}
