"""Grammar of the actions of a game, for reading moves that people type or dictate.

Each verb of a game declares the slots of its actions: what each word after the verb means, how it may be named, and
whether a speaker has to name it. The vocabulary of each language is kept elsewhere. A game has one ``Spoken``, in its
module ``spoken``; ``bot/language`` reads it.

>>> sell = Verb((thing("gold", "sugar"), count("ware")))  # "sell two wares of gold" is the action sell gold 2
>>> [slot.kind for slot in sell.slots]
['thing', 'count']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Literal

from engines.steps import Done, Pass

Kind = Literal["thing", "place", "count", "number", "player", "things", "trade", "position", "literal", "any"]

"""The sort of a word:

- thing: something with a name, such as a good or a card; things: several of them, each with a number or alone.
- place: a place of the board.
- position: a thing whose place in the action is a place of the board: "red on field 1, blue on field 2".
- count: how many of something; number: a number that is printed on something.
- player; trade: the cards given and wanted; literal: a word that introduces the next slot; any: any word.
"""

FOR = "for"
"""The word of an action between what is given and what is wanted: ``offer 1 wool for 2 ore``."""


VAGUE_UNITS = frozenset(("field", "step", "coin", "card", "cost", "path"))
"""Units that fit any number in every game."""
INTRODUCING_UNITS = frozenset(("card", "cost", "field"))
"""Units that come before their number in every game."""


class Need(Enum):
    """The condition on which a speaker has to name the word of a slot."""

    ALWAYS = "always"
    TELLING_APART = "telling apart"
    """Only if the actions that could be meant differ in it."""
    UNLESS_LEAST = "unless least"
    """Only if it is not the least number that could be meant, as for a price."""
    NEVER = "never"


@dataclass(frozen=True)
class Slot:
    """The meaning of a word of an action after its verb."""

    kind: Kind
    need: Need = Need.ALWAYS
    units: frozenset[str] = frozenset()
    """The units of a number, or words that may accompany it ("depot 4"); empty: any unit of the game."""
    among: frozenset[str] = frozenset()
    """The possible words; empty: any."""
    end: Literal["", "from", "to"] = ""
    """The end of a path or movement that the word names; empty: neither."""
    repeated: bool = False
    """True if any number of such words may follow; only the last slot is repeated."""
    word: str = ""
    """The word of a literal."""
    form: str = ""
    """The format of the word of a numbered place, such as "q{:02}"; empty: the places have names."""
    sort: str = ""
    """The sort of place, one of the game's ``PlaceSorts``; empty: any."""
    gives_kind: bool = False
    """True if a number counts the things that the action names: sell two *sugar*."""


@dataclass(frozen=True)
class Remark:
    """A word or number that people may add although the action has no slot for it: "build a *basic* knight"."""

    word: str = ""
    """The word; empty: it is a number."""
    number: int | None = None
    """The number that may be added; None: see the other fields."""
    units: frozenset[str] = frozenset()
    """The units of the number."""
    any_number: bool = False
    """True if any number of the units may be added, since always all of them are meant."""
    counts_words: bool = False
    """True if the number is that of the action's words after the first, such as ships that set out."""


@dataclass(frozen=True)
class Verb:
    """The grammar of the actions of a verb."""

    slots: tuple[Slot, ...] = ()
    """The slots of the words after the verb, in order."""
    remarks: tuple[Remark, ...] = ()
    """Words and numbers that people may add."""
    is_whole: bool = False
    """True if it answers the question completely where another verb answers a part, as "pay" does beside "spend"."""
    typed: tuple[Verb, ...] = ()
    """Further forms of the action that are never listed but that the rules accept."""
    instead: str = ""
    """Thing that may be named instead of the first one, which is ``*``: a factory instead of the good it processes."""

    @cached_property
    def fewest_words(self) -> int:
        """The number of words that any action has after the verb; what a literal introduces may be left out with it."""
        needed = (Need.ALWAYS, Need.TELLING_APART)
        introduced = [slot for before, slot in pairwise(self.slots) if before.kind == "literal"]
        slots = [slot for slot in self.slots if slot.need in needed and slot not in introduced]
        single = [slot for slot in slots if not slot.repeated]
        # A repeated slot may be left out, unless it is the only one: then it has a word.
        return len(single) or len(slots[:1])


@dataclass(frozen=True, kw_only=True)
class Trading:
    """The grammar of trades: "<verb> 1 wool for 2 ore to seat2"."""

    cards: frozenset[str]
    """The kinds of cards that are traded."""
    proposing: tuple[str, ...]
    """Verbs that propose a trade to other players."""
    bank: str
    """The verb for a trade with the bank."""
    rates: tuple[int, ...]
    """The numbers of equal cards that the bank may demand for one."""
    others: frozenset[str]
    """Further verbs that people use when they speak of a trade."""
    accepting: str
    """The verb that accepts a proposal."""
    offered: str = "give"
    """The argument of a question about an offer that holds the cards its maker gives."""
    wanted: str = "want"
    """The argument of a question about an offer that holds the cards its maker wants."""


@dataclass(frozen=True, kw_only=True)
class Units:
    """The units of numbers in the moves of a game; each language lists its words for them among its synonyms.

    A unit names what a number counts, or what it is the number of. The first fields say how a unit goes with its
    number, the others what has such numbers.
    """

    vague: frozenset[str] = VAGUE_UNITS
    """Units that fit any number: "2 cards" may be two of whatever there are two of."""
    exact: frozenset[str] = frozenset()
    """Units that fit only a number of their thing: "die 4" names a die and nothing else."""
    printed: frozenset[str] = frozenset()
    """Units of things with a printed number, which counts nothing: "two workers" are never the die with the two."""
    introducing: frozenset[str] = INTRODUCING_UNITS
    """Units that come before their number: "field 12" is the field's own number."""
    tools: frozenset[str] = frozenset()
    """Units of a number that is used to do something: "take the sheep with the 6"."""
    tolls: frozenset[str] = frozenset()
    """Units of the number in a hint that warns of a toll (``Spoken.warning_hints``)."""
    prices: frozenset[str] = frozenset()
    """Units of prices."""
    distances: frozenset[str] = frozenset()
    """Units of distances."""
    numbered_places: frozenset[str] = frozenset()
    """Units of places that are identified by a number."""
    copies: frozenset[str] = frozenset()
    """Units of things of which several have the same name."""
    amounts: frozenset[str] = frozenset()
    """Units of things that are listed one by one in an action."""
    printed_in_row: frozenset[str] = frozenset()
    """Units of the numbers printed on the fields of a board of rows."""
    rows: frozenset[str] = frozenset()
    """Units of the number of a row."""
    places_in_row: frozenset[str] = frozenset()
    """Units of the place of a field in its row."""


@dataclass(frozen=True, kw_only=True)
class PlaceSorts:
    """The sorts of places that people describe by their surroundings; empty: the game has none."""

    two_ended: str = ""
    """The sort that is described by its two ends, such as a path."""
    numbered: str = ""
    """The sort with a number of its own, such as a hex."""
    shore: str = ""
    """The last word of messages about the coast."""
    harbour: str = ""
    """The end of messages about a harbour."""
    units: frozenset[str] = frozenset()
    """Units of the numbers around a place."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """The grammar of the moves of a game: its verbs, and the units of numbers."""

    verbs: Mapping[str, Verb]
    """The grammar of each verb."""
    things_too: frozenset[str] = frozenset()
    """Verbs with the same name as a thing of the game."""
    families: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Things that share a name, by that name, such as the two markets of a rondel."""
    automatic: Mapping[str, str] = field(default_factory=dict)
    """Verbs with which people say what happens by itself, by the kind of its event: "then steal from Anna"."""
    landmarks: Mapping[str, str] = field(default_factory=dict)
    """Things printed at places of the board, by place: "sail to the rice"."""
    numbered: Mapping[str, str] = field(default_factory=dict)
    """The formats of ids of numbered cards and tiles, by their kind: ``{"knowledge": "k{}"}``."""
    said_for: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Other verbs that people may mean by a verb: to "buy" a tile may mean to take it with a die."""
    losses: frozenset[str] = frozenset()
    """Verbs that only cost something; they are suggested only to people who have mentioned them."""
    introducing: frozenset[str] = frozenset()
    """Words of actions that only introduce what follows them: a number, the cards wanted, a player."""
    buying: frozenset[str] = frozenset()
    """Verbs that spend money or cards to get something."""
    building: frozenset[str] = frozenset()
    """Verbs that put a piece on the board."""
    payments: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The means of payment of verbs that are paid for by a separate decision, by verb."""
    exchanges: Mapping[str, str] = field(default_factory=dict)
    """Things that are given in exchanges by cards, by card: "a blue for gold"."""
    endings: frozenset[str] = frozenset((Pass.word, Done.word))
    """Verbs that end a turn or a choice."""
    nothing: frozenset[str] = frozenset()
    """Words of actions that decline everything that is offered."""
    costs: frozenset[str] = frozenset()
    """Arguments of hints that hold the cost of an action."""
    distances: frozenset[str] = frozenset()
    """Arguments of hints that hold the distance of an action, or a number like it: "the furthest".

    If a text only names the thing of such an action, the player is asked about it first.
    """
    warning_hints: frozenset[str] = frozenset()
    """Ids of hints that warn of an action: it brings nothing, or takes a toll. The player is asked about it first."""
    rewards: frozenset[str] = frozenset()
    """Arguments of hints that hold what an action shows or gains."""
    amounts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The units of an argument of a hint with several numbers; no other number of the hint has these units."""
    shown: tuple[str, ...] = ()
    """Arguments of hints that hold the numbers shown by the first thing of an action, the second, and so on."""
    units: Units = field(default_factory=Units)
    """The units of numbers."""
    places: PlaceSorts = field(default_factory=PlaceSorts)
    """The sorts of places without a name."""
    trading: Trading | None = None
    """The grammar of trades; None: the game has none."""

    @cached_property
    def gained_units(self) -> frozenset[str]:
        """The units of what actions gain."""
        return frozenset[str]().union(*(self.amounts.get(reward, frozenset()) for reward in self.rewards))


def thing(*among: str, need: Need = Need.ALWAYS, end: Literal["", "from", "to"] = "", repeated: bool = False) -> Slot:
    """Return a slot for something that has a name: a good, a card, a tile, a building."""
    return Slot("thing", need, among=frozenset(among), end=end, repeated=repeated)


def place(*among: str, end: Literal["", "from", "to"] = "", form: str = "", sort: str = "") -> Slot:
    """Return a slot for a place of the board; those in ``among`` have names, the others are numbered as in ``form``."""
    return Slot("place", among=frozenset(among), end=end, form=form, sort=sort)


def player() -> Slot:
    """Return a slot for a player."""
    return Slot("player")


def count(*units: str, need: Need = Need.TELLING_APART, of_thing: bool = False) -> Slot:
    """Return a slot for a number of things; ``of_thing``: they are those of the slot next to it ("sell 2 sugar")."""
    return Slot("count", need, units=frozenset(units), gives_kind=of_thing)


def price(unit: str) -> Slot:
    """Return a slot for a price, which is the least possible one unless the speaker names another."""
    return Slot("count", Need.UNLESS_LEAST, units=frozenset((unit,)))


def number(
    *units: str,
    need: Need = Need.TELLING_APART,
    among: Iterable[str] = (),
    end: Literal["", "from", "to"] = "",
    repeated: bool = False,
) -> Slot:
    """Return a slot for a printed number, such as that of a depot or a die.

    Args:
        units: what the number is of.
        need: whether a speaker has to name it.
        among: the possible numbers; empty: any.
        end: "from" where something leaves.
        repeated: True if any number of further ones may follow.
    """
    return Slot("number", need, units=frozenset(units), among=frozenset(among), end=end, repeated=repeated)


def things(*among: str) -> Slot:
    """Return a slot for several things; equal ones may be given as a number."""
    return Slot("things", among=frozenset(among), repeated=True)


def trade() -> Slot:
    """Return a slot for the cards given and wanted in a trade."""
    return Slot("trade", repeated=True)


def literal(word: str) -> Slot:
    """Return a slot for a word that only introduces the next slot."""
    return Slot("literal", Need.NEVER, word=word)


def remarks(*words: str) -> tuple[Remark, ...]:
    """Return remarks for words that people may add although the action has no slot for them."""
    return tuple(Remark(word) for word in words)
