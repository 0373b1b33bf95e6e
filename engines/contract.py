"""The contract of all games: the class ``Game``, with which everything outside ``engines`` works.

A game is a state with a stack of steps in it. The step on top knows who decides, what is legal and what a choice does;
everything in this module (offering, checking, playing, saving, copying) is the same for all games. The properties of a
game stand in ``metadata``, what may be read off a position in ``observation``.

>>> import engines
>>> game = engines.new("navegador", seats=3, seed=7)
>>> seat = game.to_act[0]
>>> game.legal(seat)[0]
('rondel', 'sailing')
>>> events = game.play(seat, ("rondel", "sailing"))
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from random import Random
from typing import Any, Self

import msgspec

from engines import saving
from engines.messages import (
    OVER,
    REMAINDER_OF_A_POINT,
    Action,
    Area,
    Event,
    Fault,
    InRow,
    Journey,
    Message,
    Option,
    PartialAction,
    Place,
    Prompt,
    Score,
)
from engines.observation import Observation
from engines.randomness import Dice
from engines.saving import CorruptState, Json
from engines.state import State, View, visible_fields
from engines.steps import Later, Offer, Step, Verb

_NEVER = 1 << 30
"""A version of the rules that no game reaches."""


class IllegalAction(Exception):
    """Raised instead of playing an action that is not legal; the game is unchanged, and ``reason`` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(f"{reason.id} {reason.args}")
        self.reason = reason


class Game(Observation):
    """One running game, with its whole state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.reports_nothing = False
        """True to report no events, in play-outs and searches."""
        self._events: list[Event] = []
        """Events of the last ``play``."""
        self.forced: list[Event] = []
        """Events of the last ``play`` that came from decisions with a single legal answer, which play themselves."""
        # What is known of the present position, until an action changes it: searches and play-outs ask again and again.
        self._offers: dict[int, list[Offer]] = {}
        """The results of ``offers_to`` by seat."""
        self._legal: dict[int, list[Action]] = {}
        """The results of ``legal`` by seat."""
        self._sampled: tuple[int, Action, Verb[Any, Any]] | None = None
        """The last result of ``sample``: seat, action and the verb that offers it; it need not be checked again."""

    # -- making, saving, copying -----------------------------------------------------------------------------------

    @classmethod
    def new(cls, seats: int, seed: int, **options: str) -> Self:
        """Return a new game at its first decision.

        Raises:
            ValueError: The game does not have this number of seats, an option, or a value of one.
        """
        return cls.by_rules(cls.rules_version, seats, seed, **cls.defaults() | options)

    @classmethod
    def by_rules(cls, rules: int, seats: int, seed: int, /, **options: str) -> Self:
        """Return a new game under a version of the rules, which may be an earlier one.

        The game stores only the options that are named; all others have their defaults. So a game that is older than
        an option can be replayed.

        Raises:
            ValueError: As ``new``, or there is no such version.
        """
        if not 1 <= rules <= cls.rules_version:
            known_rules = f"{cls.key} has rules 1 to {cls.rules_version}, not {rules}"
            raise Fault(known_rules, "record.rules", game=cls.key, most=cls.rules_version, given=rules)
        if seats not in cls.seats:
            low = cls.seats.start
            high = cls.seats.stop - 1
            seated = f"{cls.key} seats {low} to {high} players, not {seats}"
            raise Fault(seated, "record.seats", game=cls.key, low=low, high=high, given=seats)
        for name, value in cls.unknown_options(rules, options):
            chosen_of_none = f"{cls.key} has no option {name}={value}"
            raise Fault(chosen_of_none, "record.option", game=cls.key, typed=f"{name}={value}")
        game = cls(cls.setup(seats, cls.defaults(rules) | options, Dice.from_seed(seed)))
        game.state.rules = rules
        game.state.options = options
        game._run_automatic_steps()
        game._events.clear()
        return game

    @classmethod
    @abstractmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> Any:
        """Return the state before the first turn.

        Args:
            seats: The number of players.
            options: The values of all options of the game.
            dice: The source of randomness, which becomes a part of the state.
        """

    @classmethod
    def load(cls, data: Json) -> Self:
        """Return the game of a dump.

        Raises:
            CorruptState: The data is no dump of this game; the exception says why.
        """
        game = cls(saving.read(cls.state_type, data, cls.key, cls.seats, cls.rules_version))
        saving.judge_once(game)
        return game

    def dump(self) -> Json:
        """Return the state in plain JSON types."""
        data: Json = msgspec.to_builtins(self.state)
        return data

    def copy(self) -> Self:
        """Return an independent copy of the game, which is quiet if this one is."""
        copy = type(self)(saving.copied(self.state))
        copy.reports_nothing = self.reports_nothing
        return copy

    def __eq__(self, value: object) -> bool:
        return type(value) is type(self) and isinstance(value, Game) and bool(self.state == value.state)

    __hash__ = None  # type: ignore[assignment]

    # -- deciding --------------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have a decision now, in order; empty once the game is over."""
        stack = self.state.stack
        if self.state.over or not stack:
            return ()
        actors: tuple[int, ...] = stack[-1].actors(self)
        return actors

    def prompt(self, seat: int) -> Prompt:
        """Return the question that a seat is asked.

        Raises:
            IllegalAction: The seat has no decision now.
        """
        if seat not in self.to_act:
            raise IllegalAction(self.not_asked(seat))
        prompt: Prompt = self.state.stack[-1].prompt(self, seat)
        return prompt

    def legal(self, seat: int) -> list[Action]:
        """Return all legal actions of a seat, each once, in a stable order."""
        legal = self._legal.get(seat)
        if legal is None:
            offers = self.offers_to(seat)
            legal = self._legal[seat] = [(verb.word, *words) for verb, choices in offers for words in choices]
        return legal

    def sample(self, seat: int, rng: Random) -> Action:
        """Draw a legal action, each equally likely, without listing them all.

        Raises:
            IllegalAction: The seat has no decision now.

        >>> import engines
        >>> game = engines.new("macao", seats=2, seed=7)
        >>> game.sample(game.to_act[0], Random(1)) in game.legal(game.to_act[0])
        True
        """
        offers = self.offers_to(seat)
        number = 0
        for _, choices in offers:
            number += len(choices)
        if not number:
            raise IllegalAction(self.not_asked(seat))
        place = int(rng.random() * number)
        for verb, choices in offers:
            if place < len(choices):
                words = choices.draw(place) if type(choices) is Later else choices[place]
                self._sampled = seat, (verb.word, *words), verb
                return self._sampled[1]
            place -= len(choices)
        raise AssertionError("what is drawn is one of them")

    @property
    def blocking_seats(self) -> tuple[int, ...]:
        """The seats of ``to_act`` without whom the game does not go on, in order: these are pinged."""
        return self.state.stack[-1].blocking_seats(self) if self.to_act else ()

    def waits_for(self, seat: int) -> bool:
        """Return whether a seat is one of ``blocking_seats``."""
        state = self.state
        return not state.over and bool(state.stack) and seat in state.stack[-1].blocking_seats(self)

    def has_turn(self, seat: int) -> bool:
        """Return whether it is the turn of a seat; games override it whose turns let others answer meanwhile."""
        return seat in self.to_act

    def forgone(self, seat: int, action: Action) -> list[Action]:
        """Return what could still be paid with goods that are lost if the seat ends its turn with ``action``."""
        return []

    def kinds(self, seat: int) -> frozenset[str]:
        """Return the verbs of the seat's decision, legal or not; empty: it has no decision."""
        if seat not in self.to_act:
            return frozenset()
        return frozenset(verb.word for verb in self.state.stack[-1].offered(self, seat))

    def answers(self, seat: int) -> frozenset[str]:
        """Return the verbs that answer the seat's question, without those for doing something else instead."""
        if seat not in self.to_act:
            return frozenset()
        return frozenset(verb.word for verb in self.state.stack[-1].answers(self, seat))

    def part(self, seat: int, words: Action) -> PartialAction | None:
        """Return what may follow the beginning of an unlisted action; None: nothing, or it can only be typed."""
        if seat not in self.to_act or not words or words[0] not in self.prompt(seat).open:
            return None
        following: PartialAction | None = self.state.stack[-1].part(self, seat, words)
        return following

    def hint(self, seat: int, action: Action) -> Message | None:
        """Return the cost or gain of a legal action as a short message; None: there is nothing to say."""
        if seat not in self.to_act:
            return None
        hint: Message | None = self.state.stack[-1].hint(self, seat, action)
        return hint

    def normal(self, seat: int, action: Action) -> Action:
        """Return an action in the form in which it is stored, with the words of a set in their fixed order."""
        normal: Action = self.state.stack[-1].normal(self, seat, action) if seat in self.to_act else action
        return normal

    def gist(self, action: Action) -> Action:
        """Return words for the effect of an action: legal actions with equal words have the same effect."""
        return action

    def distinct(self, actions: Iterable[Action]) -> list[Action]:
        """Return the actions that differ in their effect, of equal ones the first.

        Actions whose verbs are among ``verbs_offered_first`` come before the others.
        """
        first: dict[Action, Action] = {}
        first_verbs = self.presentation.verbs_offered_first
        for action in actions:
            first.setdefault(self.gist(action), action)
        return sorted(first.values(), key=lambda action: action[0] not in first_verbs)

    def check(self, seat: int, action: Action) -> None:
        """Check that an action is legal.

        Raises:
            IllegalAction: It is not; the exception says why.
        """
        if self._is_offered(seat, action):
            return
        action = self.normal(seat, action)
        if self._is_offered(seat, action):
            return
        if seat not in self.to_act:
            raise IllegalAction(self.not_asked(seat))
        step = self.state.stack[-1]
        if action and action[0] in step.prompt(self, seat).open and step.accepts(self, seat, action):
            return
        raise IllegalAction(step.refusal(self, seat, action) or self._nearly(seat, action))

    def is_legal(self, seat: int, action: Action) -> bool:
        """Return whether an action is legal, listed or not."""
        try:
            self.check(seat, action)
        except IllegalAction:
            return False
        return True

    def play(self, seat: int, action: Action) -> list[Event]:
        """Play an action and everything that follows without a decision; return the events in order.

        Raises:
            IllegalAction: The action is not legal; the game is unchanged.
        """
        drawn_seat, drawn_action, drawn_verb = self._sampled or (None, None, None)
        verb = None
        if drawn_action == action and drawn_seat == seat:
            verb = drawn_verb
        elif not self._is_offered(seat, action):
            self.check(seat, action)
            action = self.normal(seat, action)
        self._events = []
        self.forced = []
        self._take(seat, action, verb)
        self._run_automatic_steps()
        return self._events

    def follow(self, seat: int, action: Action) -> None:
        """Play one of the ``legal`` actions without checking it, for searches.

        >>> import engines
        >>> game = engines.new("macao", seats=2, seed=7)
        >>> seat = game.to_act[0]
        >>> twin = game.copy()
        >>> game.follow(seat, game.legal(seat)[0])
        >>> _ = twin.play(seat, twin.legal(seat)[0])
        >>> game == twin
        True
        """
        self._events = []
        self.forced = []
        self._take(seat, action, None)
        self._run_automatic_steps()

    def _nearly(self, seat: int, action: Action) -> Message:
        """Return how words that fit no rule differ from legal actions: some are missing, or too many."""
        typed = " ".join(action)
        for legal in self.legal(seat) if action else ():
            if legal[: len(action)] == action:
                return Message("error.incomplete", {"typed": typed})
            if legal == action[: len(legal)]:
                return Message("error.too_many_words", {"typed": typed})
        return Message("error.not_offered", {"typed": typed})

    def obstacle(self, seat: int, beginning: Action) -> Message:
        """Return why a seat that must decide has no legal action with this beginning."""
        reason: Message | None = self.state.stack[-1].obstacle(self, seat, beginning)
        return reason or Message("error.not_offered", {"typed": " ".join(beginning)})

    def not_asked(self, seat: int) -> Message:
        """Return why a seat does not decide what is asked now: others do, even if it may withdraw its question."""
        if self.state.over:
            return Message("error.game_over")
        reason = "error.others_answer" if self.has_turn(seat) else "error.not_your_turn"
        return Message(reason, {"seats": [str(actor) for actor in self.to_act if actor != seat]})

    def offers_to(self, seat: int) -> list[Offer]:
        """Return the verbs that a seat may choose from, each with all its completions; empty: it has no decision."""
        offers = self._offers.get(seat)
        if offers is None:
            offers = self._offers[seat] = self.state.stack[-1].offers(self, seat) if seat in self.to_act else []
        return offers

    def _is_offered(self, seat: int, action: Action) -> bool:
        first = action[0] if action else None
        return any(verb.word == first and action[1:] in choices for verb, choices in self.offers_to(seat))

    def _take(self, seat: int, action: Action, verb: Verb[Any, Any] | None) -> None:
        """Let the step on top carry out an action, by the verb that offered it if that is known."""
        self._sampled = None
        self._offers = {}
        if self._legal:
            self._legal = {}
        step = self.state.stack.pop()
        # `Step.play` looks for the verb and calls its `do`; a step that overrides it does more than that.
        if verb is None or type(step).play is not Step.play:
            step.play(self, seat, action)
        else:
            verb.do(self, step, seat, action[1:])

    def _run_automatic_steps(self) -> None:
        """Run steps without a decision, and play decisions with one legal answer."""
        state = self.state
        stack = state.stack
        while stack and not state.over:
            step = stack[-1]
            actors = step.actors(self)
            if not actors:
                stack.pop().run(self)
                continue
            if len(actors) > 1:
                return
            (seat,) = actors
            offers = self._offers[seat] = step.offers(self, seat)
            if len(offers) != 1 or len(offers[0][1]) != 1:
                return
            verb, (words,) = offers[0]
            if self._must_be_asked(step, seat, verb):
                return
            reported = len(self._events)
            self._take(seat, (verb.word, *words), verb)
            self.forced += self._events[reported:]

    def _must_be_asked(self, step: Any, seat: int, verb: Verb[Any, Any]) -> bool:
        """Return whether a seat is asked for its only listed answer all the same.

        Either the answer reveals something, or there are unlisted answers, or not to be asked would reveal something.
        """
        return bool(
            verb.word in self.needs_confirmation
            or self.state.rules >= self.never_automatic.get(verb.word, _NEVER)
            or step.open(self, seat)
            or step.waits(self, seat)
        )

    def considered(self, seat: int) -> list[Action]:
        """Return the actions that a computer player considers: legal ones that do not merely defer a decision."""
        legal = self.legal(seat)
        if not self.deferring_verbs:
            return legal
        return [action for action in legal if action[0] not in self.deferring_verbs]

    # -- for steps -------------------------------------------------------------------------------------------------

    def push(self, *steps: Step[Any]) -> None:
        """Put steps on top of the stack; the first argument happens first."""
        self.state.stack += steps[::-1]

    def emit(self, kind: str, seat: int | None = None, *, barrier: bool = False, **data: int | str | list[str]) -> None:
        """Report an event of the action that is being played."""
        if not self.reports_nothing:
            self._events.append(Event(kind, seat, data, barrier))

    def emit_only(
        self, kind: str, seat: int, seen_by: tuple[int, ...], *, barrier: bool = True, **data: int | str | list[str]
    ) -> None:
        """Report an event that only some seats may know, such as a card that was drawn."""
        if not self.reports_nothing:
            self._events.append(Event(kind, seat, data, barrier, seen_by))

    def finish(self) -> None:
        """End the game."""
        self.state.over = True
        self.state.stack.clear()
        self.emit(OVER)


__all__ = [
    "REMAINDER_OF_A_POINT",
    "Action",
    "Area",
    "CorruptState",
    "Event",
    "Game",
    "IllegalAction",
    "InRow",
    "Journey",
    "Json",
    "Message",
    "Option",
    "PartialAction",
    "Place",
    "Prompt",
    "Score",
    "State",
    "Step",
    "View",
    "visible_fields",
]
