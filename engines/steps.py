"""What waits in a game, and what may be done about it.

A *step* is one thing waiting on the stack: a question to some seats, or something that happens by itself. A *verb* is
one kind of answer: when it is open, which words complete it, why other words do not, what it costs, what it does. A
step lists its verbs; offering, checking, explaining and carrying out are written once, here.

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
"""What follows the first word of an action."""
Arguments = dict[str, int | str | list[str]]
"""What fills a text."""

Offer = tuple["Verb[Any, Any]", Sequence[Words]]
"""What a seat may do of one kind: the verb, and all that completes it."""

G = TypeVar("G")
"""What the rules work on: a game, or the part of it on which its rules stand."""
S = TypeVar("S")
"""The step in which a verb is played."""


class Verb(Generic[G, S]):
    """One kind of action, known by its first word. It holds nothing: all it needs is the game, the step, the seat.

    ``declines``: it declines what is asked. ``always_open``: it knows no reason to be ``closed``.
    """

    word: ClassVar[str]
    """A step may list several verbs of one word, for the sake of order; the first then answers for all."""
    declines: ClassVar[bool] = False
    always_open: ClassVar[bool] = True
    refuses: ClassVar[Message | tuple[str, str, Container[str]] | None] = None
    """What ``fault`` says: the same of all words, or of a single one the message that names it, by id, name and all
    that can be named."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.always_open = cls.closed is Verb.closed

    def closed(self, game: G, step: S, seat: int) -> Message | None:
        """Why nothing of this kind is possible now: the first condition that fails, as the rules order them."""
        return None

    def choices(self, game: G, step: S, seat: int) -> Iterable[Words]:
        """Every legal completion, each once, in a stable order; asked for only when it is not ``closed``.

        A tuple that is made once, of what a number of the position leads to, costs nothing to offer.
        """
        return ((),)

    def unlisted(self, game: G, step: S, seat: int) -> bool:
        """Whether more is legal than the ``choices``, too much to list: whatever ``fault`` finds no fault in."""
        return False

    def fault(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Why these words are not among the choices; None: they make no sense here."""
        match self.refuses:
            case Message() as always:
                return always
            case (id, name, known) if len(words) == 1 and words[0] in known:
                return Message(id, {name: words[0]})
        return None

    def obstacle(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """Return why no choice begins with ``words``, which may be none; asked for only when it is not ``closed``."""
        return self.fault(game, step, seat, words)

    def hint(self, game: G, step: S, seat: int, words: Words) -> Message | None:
        """What a legal action costs or brings, in a few words."""
        return None

    def do(self, game: G, step: S, seat: int, words: Words) -> None:
        """Carries it out. The step has been taken off the stack; one that goes on is put back with ``game.push``."""

    def normal(self, words: Words) -> Words:
        """The words as they are stored, of whichever order they were typed in."""
        return words

    def part(self, game: G, step: S, seat: int, words: Words) -> PartialAction | None:
        """What may follow the words, of what is ``unlisted``; None: nothing more, or it can only be typed."""
        return None


class Later(Sequence[Words]):
    """Completions whose number is known before they are: they are worked out when somebody looks at them.

    ``drawn``: one of them by its number, in whatever order is cheapest, for who draws at random.
    """

    __slots__ = ("_listed", "_make", "_number", "drawn")

    def __init__(
        self, number: int, make: Callable[[], Sequence[Words]], drawn: Callable[[int], Words] | None = None
    ) -> None:
        self._number, self._make = number, make
        self._listed: Sequence[Words] | None = None
        self.drawn = drawn or self.__getitem__

    @classmethod
    def crossed(cls, groups: Sequence[tuple[str, Sequence[str], Sequence[Words]]]) -> Later:
        """First words, each with all its endings, and each of these with all its second words.

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
"""What is offered as it is; everything else is gathered first."""


class Step(msgspec.Struct, Generic[G], kw_only=True):
    """One thing waiting on the stack: a decision (it has actors) or something that happens by itself (it has none).

    A step is taken off the stack before one of its verbs is carried out, or before ``run``; one that goes on puts
    itself back with ``game.push``. Its ``tag``, by which a stored one is known again, is written out and stays,
    whatever the class is called.
    """

    verbs: ClassVar[tuple[Verb[Any, Any], ...]] = ()
    asks: ClassVar[str] = ""
    """The catalogue's id of the question, written out too; empty: it asks nothing, or its fields decide what."""

    def actors(self, game: G) -> tuple[int, ...]:
        """The seats that must decide now, in the game's own order; empty: nobody, ``run`` happens."""
        return ()

    def blocking_seats(self, game: G) -> tuple[int, ...]:
        """Those of the actors without whom the game does not go on; the others may act, but need not."""
        return self.actors(game)

    def run(self, game: G) -> None:
        raise LookupError(f"{type(self).__name__} waits for a decision")

    def faults(self, game: G) -> list[str]:
        """What makes a loaded step unplayable; empty on a usable one."""
        return [] if self.sound(game) else [f"{self} waits"]

    def sound(self, game: G) -> bool:
        """Whether it can wait in this position."""
        return True

    # -- what is asked ---------------------------------------------------------------------------------------------

    def offered(self, game: G, seat: int) -> Sequence[Verb[Any, Any]]:
        """The verbs that belong to what this seat is asked."""
        return self.verbs

    def answers(self, game: G, seat: int) -> Sequence[Verb[Any, Any]]:
        """Those of them that answer it; by the others the seat does something else instead."""
        return self.offered(game, seat)

    def question(self, game: G, seat: int) -> str:
        """The catalogue's id of what this seat is asked."""
        return self.asks

    def asking(self, game: G, seat: int) -> Arguments:
        """What fills the wording of the question."""
        return {}

    def resources(self, game: G, seat: int) -> Message | None:
        """What the seat has to decide with."""
        return None

    def prompt(self, game: G, seat: int) -> Prompt:
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
        """Whether what is asked may be declined."""
        return any(verb.declines and verb.closed(game, self, seat) is None for verb in self.offered(game, seat))

    def open(self, game: G, seat: int) -> tuple[str, ...]:
        """First words of answers that are too many to list."""
        return tuple(
            verb.word
            for verb in _with_unlisted(tuple(self.offered(game, seat)))
            if verb.closed(game, self, seat) is None and verb.unlisted(game, self, seat)
        )

    def waits(self, game: G, seat: int) -> bool:
        """Whether a single answer is asked for all the same: that there is no other would tell what is hidden."""
        return False

    def public_buttons(self, game: G, seat: int) -> tuple[str, ...]:
        """First words of answers that are offered in public."""
        return ()

    # -- what may be answered, from its verbs ----------------------------------------------------------------------

    def offers(self, game: G, seat: int) -> list[Offer]:
        """The verbs this seat may choose from, each with all that completes it."""
        found: list[Offer] = []
        for verb in self.offered(game, seat):
            if verb.always_open or verb.closed(game, self, seat) is None:
                choices = verb.choices(game, self, seat)
                listed: Any = choices if type(choices) in _READY else tuple(choices)
                if listed:
                    found.append((verb, listed))
        return found

    def legal(self, game: G, seat: int) -> Iterable[Action]:
        """Every action of this seat, each once, in a stable order."""
        return [(verb.word, *words) for verb, choices in self.offers(game, seat) for words in choices]

    def normal(self, game: G, seat: int, action: Action) -> Action:
        """An action in the form in which it is stored."""
        verb = self.verb(game, seat, action)
        return action if verb is None else (verb.word, *verb.normal(action[1:]))

    def accepts(self, game: G, seat: int, action: Action) -> bool:
        """Whether an action of a kind that ``prompt.open`` names is legal; asked for no other."""
        return self.verb(game, seat, action) is not None and self._reason(game, seat, action) is None

    def refusal(self, game: G, seat: int, action: Action) -> Message | None:
        """Why an action that is not legal is not; None: no better reason than that it is not offered."""
        return self._reason(game, seat, action) or self.no_answer(game, seat, action)

    def no_answer(self, game: G, seat: int, action: Action) -> Message | None:
        """Why words of which no verb can make sense answer nothing."""
        return None

    def obstacle(self, game: G, seat: int, beginning: Action) -> Message | None:
        """Return why no legal action has this beginning; None: no better reason than that it is not offered."""
        verb = self.verb(game, seat, beginning)
        if verb is None:
            return self.no_answer(game, seat, beginning)
        return verb.closed(game, self, seat) or verb.obstacle(game, self, seat, beginning[1:])

    def _reason(self, game: G, seat: int, action: Action) -> Message | None:
        verb = self.verb(game, seat, action)
        return None if verb is None else verb.closed(game, self, seat) or verb.fault(game, self, seat, action[1:])

    def hint(self, game: G, seat: int, action: Action) -> Message | None:
        """What a legal action costs or brings, in a few words."""
        verb = self.verb(game, seat, action)
        return None if verb is None else verb.hint(game, self, seat, action[1:])

    def part(self, game: G, seat: int, words: Action) -> PartialAction | None:
        """What may follow the beginning of an action of a kind that ``prompt.open`` names."""
        verb = self.verb(game, seat, words)
        return None if verb is None else verb.part(game, self, seat, words[1:])

    def play(self, game: G, seat: int, action: Action) -> None:
        """Carries out a legal action."""
        verb = self.verb(game, seat, action)
        if verb is None:
            raise LookupError(f"{type(self).__name__} takes no {' '.join(action)}")
        verb.do(game, self, seat, action[1:])

    def verb(self, game: G, seat: int, action: Action) -> Verb[Any, Any] | None:
        first = action[0] if action else None
        for verb in self.offered(game, seat):
            if verb.word == first:
                return verb
        return None


@cache
def _with_unlisted(verbs: tuple[Verb[Any, Any], ...]) -> tuple[Verb[Any, Any], ...]:
    """Those of these verbs of which more may be legal than is listed."""
    return tuple(verb for verb in verbs if type(verb).unlisted is not Verb.unlisted)


class OfSeat(Step[G], kw_only=True):
    """Something that happens to one seat."""

    seat: int

    def faults(self, game: G) -> list[str]:
        here = self.seat in range(game.state.seats)  # type: ignore[attr-defined]
        return super().faults(game) if here else [f"{type(self).__name__} is for seat {self.seat}"]


class Decision(OfSeat[G], kw_only=True):
    """A question to one seat."""

    def actors(self, game: G) -> tuple[int, ...]:
        return (self.seat,)


class Pass(Verb[Any, Any]):
    """Declines what is asked, or ends a turn."""

    word = "pass"
    declines = True


class Done(Verb[Any, Any]):
    """Ends a choice that is made one thing at a time."""

    word = "done"
    declines = True


def in_order(words: Iterable[str], order: Mapping[str, int] | Sequence[str]) -> Words:
    """A set of words in a fixed order; unknown ones come last, as typed."""
    places = order if isinstance(order, Mapping) else {word: place for place, word in enumerate(order)}
    return tuple(sorted(words, key=lambda word: places.get(word, len(places))))
