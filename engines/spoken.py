"""How people name the actions of a game when they speak or type.

Each verb of a game declares the slots of its actions: what stands at each place behind the verb, how it may be named,
and whether a speaker has to name it. The words of a language for these things are not known here.

>>> sell = Verb((thing("gold", "sugar"), count("ware")))  # "sell two wares of gold" is the action sell gold 2
>>> [slot.kind for slot in sell.slots]
['thing', 'count']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from engines.steps import Done, Pass

Kind = Literal["thing", "place", "count", "number", "player", "things", "trade", "position", "literal", "any"]

FOR = "for"
"""The word of an action between what is given and what is wanted: ``offer 1 wool for 2 ore``."""


VAGUE_UNITS = frozenset(("field", "step", "coin", "card", "cost", "path"))
"""Units that may be said of any number in every game."""
INTRODUCING_UNITS = frozenset(("card", "cost", "field"))
"""Units that stand before their number in every game."""


class Need(Enum):
    """When a speaker has to name what stands in a slot."""

    ALWAYS = "always"
    TELLING_APART = "telling apart"
    """Where the actions that could be meant differ in it."""
    UNLESS_LEAST = "unless least"
    """Where it is not the least of what could be meant: a price."""
    NEVER = "never"


@dataclass(frozen=True)
class Slot:
    """A place in an action, behind its verb."""

    kind: Kind
    need: Need = Need.ALWAYS
    units: frozenset[str] = frozenset()
    """What a number counts, or what may be said beside it ("depot 4"); empty: anything that the game counts."""
    among: frozenset[str] = frozenset()
    """The words that may stand here; empty: any."""
    end: Literal["", "from", "to"] = ""
    """Which end of a way it is."""
    repeated: bool = False
    """Whether any number of such words may follow."""
    word: str = ""
    """The word of a literal."""
    form: str = ""
    """How the number of a place is written in an action, for places that are called by a number: "q{:02}"."""
    sort: str = ""
    """The kind of place that belongs here; empty: any."""
    gives_kind: bool = False
    """Whether a number counts the things of the slot before it: sell two *sugar*."""


@dataclass(frozen=True)
class Remark:
    """What may be said of an action though it does not stand in it: a word, or a number of something."""

    word: str = ""
    number: int | None = None
    units: frozenset[str] = frozenset()
    any_number: bool = False
    """Whether any number of the units may be said: all there are is meant."""
    counts_words: bool = False
    """Whether the number is that of the words behind the first: of ships that set out."""


@dataclass(frozen=True)
class Verb:
    """The slots of a verb's actions."""

    slots: tuple[Slot, ...] = ()
    remarks: tuple[Remark, ...] = ()
    is_whole: bool = False
    """Whether it answers all that is asked, where another verb answers a part: pay beside spend."""
    typed: tuple[Verb, ...] = ()
    """Other forms of the action that nobody is offered and that the rules understand."""
    instead: str = ""
    """What may be named instead of the first thing, with ``*`` for that thing: the factory that processes a good."""


@dataclass(frozen=True, kw_only=True)
class Trading:
    """How cards change hands: "<verb> 1 wool for 2 ore to seat2"."""

    cards: frozenset[str]
    proposing: tuple[str, ...]
    """Verbs with which a trade is proposed to other players."""
    bank: str
    """The verb for a trade with the bank."""
    rates: tuple[int, ...]
    """How many equal cards the bank may want for one."""
    others: frozenset[str]
    """Further verbs that people use when they speak of a trade."""
    accepting: str
    """The verb that accepts what was proposed."""
    offered: str = "give"
    """The argument of a question about an offer that tells what its maker gives."""
    wanted: str = "want"
    """The argument of a question about an offer that tells what its maker wants."""


@dataclass(frozen=True, kw_only=True)
class Units:
    """What numbers count when people speak of a game; a language names each unit in its list of synonyms."""

    prices: frozenset[str] = frozenset()
    """Units that a price is said in."""
    distances: frozenset[str] = frozenset()
    """Units that a way is measured in."""
    numbered_places: frozenset[str] = frozenset()
    """Units of places that are called by a number."""
    copies: frozenset[str] = frozenset()
    """Units of things of which there are several of one name."""
    amounts: frozenset[str] = frozenset()
    """Units of things that are listed one by one in an action."""
    printed_in_row: frozenset[str] = frozenset()
    """Units of the number that is printed on a field of a board of rows."""
    rows: frozenset[str] = frozenset()
    """Units of the number of a row."""
    places_in_row: frozenset[str] = frozenset()
    """Units of the place of a field in its row."""


@dataclass(frozen=True, kw_only=True)
class PlaceSorts:
    """The sorts of places that people call by what lies around them; empty: the game has none."""

    two_ended: str = ""
    """The sort that is called by its two ends: a path."""
    numbered: str = ""
    """The sort that bears a number of its own: a hex."""
    shore: str = ""
    """The last word of messages about the coast."""
    harbour: str = ""
    """The end of messages about a harbour."""
    units: frozenset[str] = frozenset()
    """Units that may be said of a number that lies around a place."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """How people speak of a game: its verbs and words, and what a number in a sentence may count.

    A unit is what a number counts. *Vague* units fit any number ("2 cards"); *exact* ones fit only a number of that
    thing ("die 4"); things with *printed* units bear a number that counts nothing ("the 8 wheat"); *introducing* units
    stand before their number ("field 12").
    """

    verbs: Mapping[str, Verb]
    things_too: frozenset[str] = frozenset()
    """Verbs that are called like a thing of the game."""
    families: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Things that share a name: the two markets of a rondel."""
    numbered: Mapping[str, str] = field(default_factory=dict)
    """Kinds of cards and tiles that bear a number, with the form of their ids: ``{"knowledge": "k{}"}``."""
    said_for: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Verbs that people use for others: who "buys" a tile may mean to take it with a die."""
    losses: frozenset[str] = frozenset()
    """Verbs that only cost something: nobody is asked about them who has not spoken of them."""
    introducing: frozenset[str] = frozenset()
    """Words of actions that only introduce the number behind them."""
    vague_units: frozenset[str] = VAGUE_UNITS
    """Units that may be said of any number."""
    exact_units: frozenset[str] = frozenset()
    """Units that say for certain what a number is of."""
    printed_units: frozenset[str] = frozenset()
    """What bears a printed number, which counts nothing."""
    introducing_units: frozenset[str] = INTRODUCING_UNITS
    """Units that stand before their number."""
    tools: frozenset[str] = frozenset()
    """Units of the number with which something is done: "take the sheep with the 6"."""
    buying: frozenset[str] = frozenset()
    """Verbs that spend money or cards to get something."""
    building: frozenset[str] = frozenset()
    """Verbs that put a piece on the board."""
    payments: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Verbs that are paid for by a decision of their own, with what may be paid."""
    exchanges: Mapping[str, str] = field(default_factory=dict)
    """Cards that exchange something, with what is given for them: "a blue for gold"."""
    endings: frozenset[str] = frozenset((Pass.word, Done.word))
    """Verbs with which somebody does no more."""
    nothing: frozenset[str] = frozenset()
    """Words of actions that take nothing of what is offered."""
    costs: frozenset[str] = frozenset()
    """Arguments of hints that tell what an action costs."""
    idle_hints: frozenset[str] = frozenset()
    """Ids of hints that an action brings nothing: a player may not know it, and is asked first."""
    rewards: frozenset[str] = frozenset()
    """Arguments of hints that tell what an action shows or brings."""
    amounts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What an argument of a hint counts, where a hint has several: no other number of it is meant by these units."""
    shown: tuple[str, ...] = ()
    """Arguments of hints that tell which number the first thing of an action shows, which the second, and so on."""
    units: Units = field(default_factory=Units)
    """What numbers count."""
    places: PlaceSorts = field(default_factory=PlaceSorts)
    """How places without a name are called."""
    trading: Trading | None = None
    """How players trade; None: they do not."""


def thing(*among: str, need: Need = Need.ALWAYS, end: Literal["", "from", "to"] = "", repeated: bool = False) -> Slot:
    """Return a slot for something that has a name: a good, a card, a tile, a building."""
    return Slot("thing", need, among=frozenset(among), end=end, repeated=repeated)


def place(*among: str, end: Literal["", "from", "to"] = "", form: str = "", sort: str = "") -> Slot:
    """Return a slot for a place of the board; ``among`` have names, the others are numbered as ``form`` says."""
    return Slot("place", among=frozenset(among), end=end, form=form, sort=sort)


def player() -> Slot:
    """Return a slot for a player."""
    return Slot("player")


def count(*units: str, need: Need = Need.TELLING_APART, of_thing: bool = False) -> Slot:
    """Return a slot for how many there are of something."""
    return Slot("count", need, units=frozenset(units), gives_kind=of_thing)


def price(unit: str) -> Slot:
    """Return a slot for how much is paid: the least unless somebody says more."""
    return Slot("count", Need.UNLESS_LEAST, units=frozenset((unit,)))


def number(
    *units: str, need: Need = Need.TELLING_APART, among: Iterable[str] = (), end: Literal["", "from", "to"] = ""
) -> Slot:
    """Return a slot for a printed number, such as that of a depot or a die; ``end``: "from" where something leaves."""
    return Slot("number", need, units=frozenset(units), among=frozenset(among), end=end)


def things(*among: str) -> Slot:
    """Return a slot for several things, of which equal ones are counted."""
    return Slot("things", among=frozenset(among), repeated=True)


def trade() -> Slot:
    """Return a slot for what is offered for what."""
    return Slot("trade", repeated=True)


def literal(word: str) -> Slot:
    """Return a slot for a word that only introduces the next slot."""
    return Slot("literal", Need.NEVER, word=word)


def remarks(*words: str) -> tuple[Remark, ...]:
    """Return words that may be said of an action though they do not stand in it."""
    return tuple(Remark(word) for word in words)
