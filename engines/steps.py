"""Steps and verbs, of which all games consist.

A *step* waits on the stack: it is a question to some seats, or something that happens without a decision. A *verb* is
one kind of answer: when it is possible, which words complete it, why other words do not, what it costs and what it
does. A step lists its verbs; offering, checking, explaining and carrying out are written once, here.

>>> import engines
>>> game = engines.new("macao", seats=2, seed=7)
>>> [verb.word for verb in game.state.stack[-1].verbs]
['take']
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engines.messages import Action, Message, PartialAction, Prompt

Words = tuple[str, ...]
"""The words of an action behind its verb."""
Arguments = dict[str, int | str | list[str]]
"""The arguments of a message."""

Offer = tuple["Verb[Any, Any]", Sequence[Words]]
"""A verb with all its legal completions."""

G = TypeVar("G")
"""The object that the rules work on: a game, or a part of one."""
S = TypeVar("S")
"""The step that a verb belongs to."""


class Verb(Generic[G, S]):
    """One kind of action, identified by its first word.

    A verb has no state: its methods get the game, the step and the seat.
    """

    word: ClassVar[str]
    """The first word of its actions. If several verbs of a step share it, the first one explains and carries out."""
    declines: ClassVar[bool] = False
    """True if it declines what is asked."""
    always_open: ClassVar[bool] = True
    """True for verbs without conditions: they do not override ``closed``."""
    refuses: ClassVar[Message | tuple[str, str, Container[str]] | None] = None
    """The reason that ``fault`` gives: one message for all words, or the id of a message, the name of its argument,
    and the words that the argument may be."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.always_open = cls.closed is Verb.closed

    def closed(self, game: G, step: S, seat: int) -> Message | None:
        """Return why no action of the verb is possible now: the first condition that fails, in the rules' order."""
        return None

    def choices(self, game: G, step: S, seat: int) -> Iterable[Words]:
        """Return all legal completions, each once, in a stable order; called only while the verb is not ``closed``."""
        return ((),)

    def unlisted(self, game: G, step: S, seat: int) -> bool:
        """Return whether more is legal than ``choices`` lists: all words for which ``fault`` gives no reason."""
        return False

    def fault(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Return why words are no legal completion; None: no rule is about them."""
        match self.refuses:
            case Message() as always:
                return always
            case (id, name, known) if len(words) == 1 and words[0] in known:
                return Message(id, {name: words[0]})
        return None

    def refusal(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Return why words are not legal now: a condition for all of them that fails, or what is wrong with them."""
        return self.closed(game, step, seat) or self.fault(game, step, seat, words)

    def obstacle(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Return why no choice begins with these words, if any; called only while the verb is not ``closed``."""
        return self.fault(game, step, seat, words)

    def hint(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Return the cost or gain of a legal action as a short message."""
        return None

    def do(self, game: G, step: S, seat: int, words: Words) -> None:
        """Carry out a legal action. The step was taken off the stack; ``game.push`` puts it back if it goes on."""

    def normal(self, words: Words) -> Words:
        """Return the words in the order in which they are stored."""
        return words

    def part(self, game: G, step: S, seat: int, words: Words) -> PartialAction | None:
        """Return what may follow the words of an ``unlisted`` action; None: nothing, or it can only be typed."""
        return None


class Later(Sequence[Words]):
    """A sequence of completions that are made when they are first read; only their number is known before.

    ``draw`` returns the completion of a number, in any order, for random draws.
    """

    __slots__ = ("_listed", "_make", "_number", "draw")

    def __init__(
        self, number: int, make: Callable[[], Sequence[Words]], draw: Callable[[int], Words] | None = None
    ) -> None:
        self._number = number
        self._make = make
        self._listed: Sequence[Words] | None = None
        self.draw = draw or self.__getitem__

    @classmethod
    def crossed(cls, groups: Sequence[tuple[str, Sequence[str], Sequence[Words]]]) -> Later:
        """Combine first words with all their endings, and each of these with all second words.

        >>> list(Later.crossed([("1", ["ship", "mine"], [("die", "1"), ("die", "6")])]))[:3]
        [('1', 'ship', 'die', '1'), ('1', 'mine', 'die', '1'), ('1', 'ship', 'die', '6')]
        """

        def drawn(place: int) -> Words:
            for first, seconds, endings in groups:
                if place < len(seconds) * len(endings):
                    ending, second = divmod(place, len(seconds))
                    return (first, seconds[second], *endings[ending])
                place -= len(seconds) * len(endings)
            raise IndexError(place)

        def make() -> Sequence[Words]:
            return [
                (first, second, *ending)
                for first, seconds, endings in groups
                for ending in endings
                for second in seconds
            ]

        number = 0
        for _, seconds, endings in groups:
            number += len(seconds) * len(endings)
        return cls(number, make, drawn)

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __iter__(self) -> Iterator[Words]:
        return iter(self._all())

    def __contains__(self, words: object) -> bool:
        return words in self._all()

    def _all(self) -> Sequence[Words]:
        if self._listed is None:
            self._listed = self._make()
        return self._listed


_READY = frozenset((tuple, list, Later))
"""Types of completions that are offered as they are; others are made into tuples."""


class Step(msgspec.Struct, Generic[G], kw_only=True):
    """An entry of the stack: a decision, which has actors, or something that happens without one.

    A step is taken off the stack before one of its verbs is carried out, or before ``run``; if it goes on, it puts
    itself back with ``game.push``. Stored steps are identified by their ``tag``, which never changes.
    """

    verbs: ClassVar[tuple[Verb[Any, Any], ...]] = ()
    asks: ClassVar[str] = ""
    """The message id of the question; empty: there is none, or ``question`` chooses it."""

    def actors(self, game: G) -> tuple[int, ...]:
        """Return the seats that have to decide, in the game's own order; empty: ``run`` is called instead."""
        return ()

    def blocking_seats(self, game: G) -> tuple[int, ...]:
        """Return the actors without whom the game does not go on; the others may act, but need not."""
        return self.actors(game)

    def run(self, game: G) -> None:
        """Carry out a step without a decision."""
        raise LookupError(f"{type(self).__name__} waits for a decision")

    def faults(self, game: G) -> list[str]:
        """Return the reasons why a loaded step cannot be played; empty: it can."""
        return [] if self.sound(game) else [f"{self} waits"]

    def sound(self, game: G) -> bool:
        """Return whether the step may be on the stack in this position."""
        return True

    # -- what is asked ---------------------------------------------------------------------------------------------

    def offered(self, game: G, seat: int) -> Sequence[Verb[Any, Any]]:
        """Return the verbs of a seat's decision."""
        return self.verbs

    def answers(self, game: G, seat: int) -> Sequence[Verb[Any, Any]]:
        """Return the verbs that answer the question; with the others the seat does something else instead."""
        return self.offered(game, seat)

    def question(self, game: G, seat: int) -> str:
        """Return the message id of a seat's question."""
        return self.asks

    def asking(self, game: G, seat: int) -> Arguments:
        """Return the arguments of the question."""
        return {}

    def resources(self, game: G, seat: int) -> Message | None:
        """Return a message with what the seat has at its disposal, such as money."""
        return None

    def prompt(self, game: G, seat: int) -> Prompt:
        """Return the question to a seat with all that a panel needs to know of it."""
        question = self.question(game, seat)
        if not question:
            raise LookupError(f"{type(self).__name__} asks nothing")
        return Prompt(
            Message(question, self.asking(game, seat)),
            optional=self.optional(game, seat),
            open=self.open(game, seat),
            resources=self.resources(game, seat),
            public_buttons=self.public_buttons(game, seat),
        )

    def optional(self, game: G, seat: int) -> bool:
        """Return whether the seat may decline."""
        return any(verb.declines and verb.closed(game, self, seat) is None for verb in self.offered(game, seat))

    def open(self, game: G, seat: int) -> tuple[str, ...]:
        """Return the verbs of which more is legal than is listed."""
        return tuple(
            verb.word
            for verb in _with_unlisted(tuple(self.offered(game, seat)))
            if verb.closed(game, self, seat) is None and verb.unlisted(game, self, seat)
        )

    def waits(self, game: G, seat: int) -> bool:
        """Return whether to ask although there is one answer, because playing it unasked would reveal something."""
        return False

    def public_buttons(self, game: G, seat: int) -> tuple[str, ...]:
        """Return the verbs that are offered in public."""
        return ()

    # -- what may be answered, from its verbs ----------------------------------------------------------------------

    def offers(self, game: G, seat: int) -> list[Offer]:
        """Return the verbs that a seat may choose from, each with all its completions."""
        offers: list[Offer] = []
        for verb in self.offered(game, seat):
            if verb.always_open or verb.closed(game, self, seat) is None:
                choices = verb.choices(game, self, seat)
                listed: Any = choices if type(choices) in _READY else tuple(choices)
                if listed:
                    offers.append((verb, listed))
        return offers

    def legal(self, game: G, seat: int) -> Iterable[Action]:
        """Return all legal actions of a seat, each once, in a stable order."""
        return [(verb.word, *words) for verb, choices in self.offers(game, seat) for words in choices]

    def normal(self, game: G, seat: int, action: Action) -> Action:
        """Return an action in the form in which it is stored."""
        verb = self.verb(game, seat, action)
        return action if verb is None else (verb.word, *verb.normal(action[1:]))

    def accepts(self, game: G, seat: int, action: Action) -> bool:
        """Return whether an action of one of the verbs in ``prompt.open`` is legal."""
        return self.verb(game, seat, action) is not None and self._reason(game, seat, action) is None

    def refusal(self, game: G, seat: int, action: Action) -> Message | None:
        """Return why an action is not legal; None: there is no better reason than that it is not offered."""
        return self._reason(game, seat, action) or self.no_answer(game, seat, action)

    def no_answer(self, game: G, seat: int, action: Action) -> Message | None:
        """Return why words that belong to no verb are no answer."""
        return None

    def obstacle(self, game: G, seat: int, beginning: Action) -> Message | None:
        """Return why no legal action has this beginning; None: there is no better reason than that."""
        verb = self.verb(game, seat, beginning)
        if verb is None:
            return self.no_answer(game, seat, beginning)
        return verb.closed(game, self, seat) or verb.obstacle(game, self, seat, beginning[1:])

    def _reason(self, game: G, seat: int, action: Action) -> Message | None:
        verb = self.verb(game, seat, action)
        return None if verb is None else verb.refusal(game, self, seat, action[1:])

    def hint(self, game: G, seat: int, action: Action) -> Message | None:
        """Return the cost or gain of a legal action as a short message."""
        verb = self.verb(game, seat, action)
        return None if verb is None else verb.hint(game, self, seat, action[1:])

    def part(self, game: G, seat: int, words: Action) -> PartialAction | None:
        """Return what may follow the beginning of an action of one of the verbs in ``prompt.open``."""
        verb = self.verb(game, seat, words)
        return None if verb is None else verb.part(game, self, seat, words[1:])

    def play(self, game: G, seat: int, action: Action) -> None:
        """Carry out a legal action."""
        verb = self.verb(game, seat, action)
        if verb is None:
            raise LookupError(f"{type(self).__name__} takes no {' '.join(action)}")
        verb.do(game, self, seat, action[1:])

    def verb(self, game: G, seat: int, action: Action) -> Verb[Any, Any] | None:
        """Return the verb of an action; None: the seat is offered no such verb."""
        first = action[0] if action else None
        for verb in self.offered(game, seat):
            if verb.word == first:
                return verb
        return None


@cache
def _with_unlisted(verbs: tuple[Verb[Any, Any], ...]) -> tuple[Verb[Any, Any], ...]:
    """Return the verbs of which more may be legal than is listed."""
    return tuple(verb for verb in verbs if type(verb).unlisted is not Verb.unlisted)


class OfSeat(Step[G], kw_only=True):
    """A step that concerns one seat."""

    seat: int

    def faults(self, game: G) -> list[str]:
        exists = self.seat in range(game.state.seats)  # type: ignore[attr-defined]
        return super().faults(game) if exists else [f"{type(self).__name__} is for seat {self.seat}"]


class Decision(OfSeat[G], kw_only=True):
    """A question to one seat."""

    def actors(self, game: G) -> tuple[int, ...]:
        return (self.seat,)


class Pass(Verb[Any, Any]):
    """The verb that declines what is asked, or ends a turn."""

    word = "pass"
    declines = True


class Done(Verb[Any, Any]):
    """The verb that ends a choice of several things."""

    word = "done"
    declines = True


def in_order(words: Iterable[str], order: Mapping[str, int] | Sequence[str]) -> Words:
    """Return words in a fixed order; unknown ones come last, in the order given."""
    places = order if isinstance(order, Mapping) else {word: place for place, word in enumerate(order)}
    return tuple(sorted(words, key=lambda word: places.get(word, len(places))))
