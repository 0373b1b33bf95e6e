"""Which words of an action a typed phrase has to name: a shape for each verb."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from bot.wording.lexicon import base
from engines import Action, Message

KEY, TOLD, FREE, COST = "key", "told", "free", "cost"
"""When something has to be named: always; where other actions differ in it; never; where it is not the least price."""


class Feature(NamedTuple):
    """Something that a phrase can name of an action. ``units``: what a number counts, or the end of a way."""

    kind: str
    value: str | int
    units: frozenset[str] = frozenset()
    need: str = KEY
    names: tuple[str, ...] = ()
    """What else is called so."""


class Slot(NamedTuple):
    kind: str
    units: frozenset[str]
    many: bool


ON_A_PLACE = (
    "settlement",
    "city",
    "road",
    "wall",
    "knight",
    "activate",
    "promote",
    "captain",
    "repair",
    "hall",
    "large_store",
    "retreat",
    "strike",
    "desert",
    "stay",
    "lose",
    "metropolis",
    "robber",
    "pirate",
)
"""What needs a place and no more in MMN."""
PORTS = ("lisboa", "genova", "barcelona", "marseille", "london", "antwerpen", "amsterdam", "hamburg")
IN_PORT = " ".join(f"+{port}:from" for port in PORTS)
"""Where wares are delivered in Macao, which goes without saying; who says "to" a port sails there."""
# A shape has a slot for each word behind the verb, of the letters below. Words behind a letter are units: what the
# word's number counts, or <from and <to, which end of a way it is.
#
# W  a thing; w: one that need not be named (`sell W`: sell *sugar*)
# L  a place (`road L`: road *n12-n13*)
# B  a building of Navegador (`build B`: build *church*); K: what a privilege counts
# C  a colour; T: of a ware of The Castles of Burgundy (`joker C`: joker *red*)
# #  a number of what the units name, #*: of the things named (`workers #worker`: workers *2*)
# $  a price, the least one unless it is said (`$worker`: with *1* worker)
# N  a number that need not be said, of a card; d: of a depot (`buy d W`: buy *1* castle)
# G  a number of a depot or a field (`goods G G`)
# Q  a letter and a number, of which the unit tells the letter (`ship Qs`: ship *s04*)
# P  a thing that is put on its own number (`place P P`)
# M  things, of which equal ones are counted (`discard M*`: discard *ore ore*)
# O  what is given for what (`offer O`: offer *ore for cloth*)
# =  a word that only introduces the next one (`=die $die`: *die* 4)
#
# `*` behind a slot: any number of such words. `+2:worker`: the number 2 may be said of workers, `+castle`: the word may
# be said, though neither stands in the action. Behind `|` is another way to type it, which the rules understand.
SHAPES: Mapping[str, Mapping[str, str]] = {
    "navegador": {
        "ships": "#ship +portugal",
        "workers": "#worker",
        "sell": "W #* +market",
        "process": "W #* +factory",
        "sail": "W<from W<to #ship",
        "discover": "W<to w<from* +count:ship,*",
        "colony": "W +1:colony",
        "giveup": "W<from +1:ship",
        "build": "B* +1:*",
        "privilege": "K",
        "royal": "K",
    },
    "burgundy": {
        "take": "#depot W =die $die =workers $worker",
        "place": "W L<to =die $die =workers $worker",
        "sell": "T =die $die =workers $worker",
        "workers": "=die #die =workers $worker +2:worker",
        "buy": "d W =workers $worker +2:silverling +1:silverling",
        "hire": "d W +2:worker,cost",
        "board": "#board",
        "start": "L +1:start,castle +castle",
        "goods": "G G",
    },
    "macao": {
        "discard": "W +look",
        "dice": "W W +2:die",
        "shift": "W W +1:step,field",
        "wall": "#step,cube",
        "ship": "Qs",
        "quarter": "Qq",
        "deliver": f"#ware {IN_PORT} | W {IN_PORT} | #ware,* W {IN_PORT}",
        "use": "W w* +gold +deliver +tribute",
        "spend": "W +1:cube,*",
        "return": "W +1:cube,*",
        "gain": "W +1:cube,*",
        "waive": "W +1:cube,*",
        "pay": "M*",
        "place": "P P",
        "joker": "C +3:*",
    },
    "mmn": {
        "take": "W +1:*",
        "pay": "W +1:*",
        "refund": "W +1:*",
        "offer": "O",
        "counter": "O",
        "move": "L<from L<to +basic +strong +mighty",
        "chase": "W L +basic +strong +mighty",
        "store": "L L +city +settlement",
        "servant": "L L +serf +city +settlement",
        "journeyman": "L L +servant +city",
        **dict.fromkeys(ON_A_PLACE, "L"),
        **dict.fromkeys(("lose", "repair", "metropolis", "wall"), "L +city"),
        **dict.fromkeys(("retreat", "activate", "promote", "captain"), "L +knight +basic +strong +mighty"),
        "city": "L +settlement",
        "knight": "L +basic",
        "large_store": "L +store +city +hall",
        "hall": "L +store +large_store +city",
        "play": "W +knight +2:knight",
        "return": "W +deck",
        "swap": "W W",
        "lay": "# L",
        "bank": "#* W",
        "dice": "#red,die,same #white,die,same",
        "pick": "N W",
        "under": "N W +deck",
        "discard": "M*",
        "give": "M*",
        "name": "M*",
    },
}
STANDS_FOR: Mapping[str, Mapping[str, str]] = {"navegador": {"process": "factory_*"}}
"""What may be named instead of the first thing, ``*``: the sugar factory that processes sugar."""
OFFICES = {
    "zoll": "red",
    "bau": "green",
    "justiz": "blue",
    "verwaltung": "violet",
    "militaerwesen": "black",
    "finanzen": "gray",
}
"""The cube that an office of Macao exchanges: "a blue for gold" uses Justice."""
ALIKE: Mapping[str, tuple[frozenset[str], ...]] = {
    "navegador": (frozenset(("sell", "process")),),
    "burgundy": (frozenset(("take", "place", "buy", "hire", "discard", "keep", "sell")),),
    "macao": (
        frozenset(("take", "discard", "activate", "use")),
        frozenset(("pay", "spend", "gain", "return", "waive")),
    ),
    "mmn": (
        frozenset(("knight", "activate", "promote", "move", "chase", "retreat", "captain", "repair")),
        frozenset(
            (
                "take",
                "give",
                "discard",
                "pay",
                "name",
                "choose",
                "refund",
                "pick",
                "return",
                "under",
                "play",
                "bank",
                "swap",
            )
        ),
    ),
}
"""Verbs of which the same things may be the object: one's own word is never taken for another one."""
LITERALS = frozenset(("die", "workers", "for", "to"))
DEFAULT = "W"
ALONE: Mapping[str, frozenset[str]] = {
    "navegador": frozenset(("navegador", "pass", "done")),
    "burgundy": frozenset(("end", "pass")),
    "macao": frozenset(("look", "pass", "tribute", "decline", "gold", "show", "cubes", "step", "stay", "done")),
    "mmn": frozenset(("roll", "pass", "serf", "done", "end_famine", "accept", "decline", "withdraw")),
}
"""Verbs that need no more words."""


def fixed(key: str, verb: str) -> bool:
    """Whether an action of this verb is the verb alone."""
    return verb in ALONE.get(key, ())


@cache
def on_a_place(key: str, verb: str) -> bool:
    """Whether a place is the object of this verb."""
    return any(slot.kind == "L" for slot in shape(key, verb)[0])


@cache
def alike(key: str, verb: str) -> frozenset[str]:
    """The other verbs that the same things may be the object of."""
    return frozenset[str]().union(*(each for each in ALIKE.get(key, ()) if verb in each)) - {verb}


Shape = tuple[tuple[Slot, ...], tuple[tuple[str, frozenset[str]], ...]]
"""The slots of a kind of action, and the numbers that may be said as well."""


def shape(key: str, verb: str) -> Shape:
    """The one in which it is stored."""
    return shapes(key, verb)[0]


@cache
def shapes(key: str, verb: str) -> Sequence[Shape]:
    """All in which it may be typed."""
    return [_shape(written) for written in SHAPES.get(key, {}).get(verb, DEFAULT).split("|")]


def _shape(written: str) -> Shape:
    slots, extras = list[Slot](), list[tuple[str, frozenset[str]]]()
    for text in written.split():
        if text[0] == "+":
            number, _, units = text[1:].partition(":")
            extras.append((number, frozenset(units.split(","))))
            continue
        found = re.fullmatch(r"([A-Za-z]|[#$=])<?([\w,*]*?)(\*?)", text)
        assert found is not None, text
        units, many = found[2], bool(found[3])
        if text[0] in "#$" and text.endswith("*"):
            units, many = text[1:], False
        slots.append(Slot(found[1], frozenset(filter(None, units.split(","))), many))
    return tuple(slots), tuple(extras)


@lru_cache(maxsize=1 << 13)
def features(key: str, action: Action) -> tuple[Feature, ...]:
    """What a phrase can name of an action."""
    verb, *words = action
    slots, extras = shape(key, verb)
    things = frozenset(base(word) for word in words if word not in LITERALS) | {verb}
    found = [Feature("verb", verb, need=FREE if words else KEY)]
    if slots and slots[0].kind == "M":
        found += _counted(words)
    else:
        for place, word in enumerate(words):
            slot = slots[min(place, len(slots) - 1)]
            again = word in words[:place] and slot.many
            found += [each._replace(need=FREE) if again else each for each in _said(slot, word, place, things)]
    if words and (instead := STANDS_FOR.get(key, {}).get(verb)):
        found[1] = found[1]._replace(names=(instead.replace("*", words[0]),))
    if verb == "use" and (cube := OFFICES.get(base(words[0]))):
        found[1] = found[1]._replace(names=(cube,))
        found += [Feature("word", cube, need=FREE), Feature("number", 1, frozenset({cube, "cube", "gold"}), FREE)]
    for number, units in extras:
        if verb == "buy" and (number == "1") != ("workers" in words):
            continue  # a worker pays for one of the two silverlings
        if "*" in number and words:
            number = number.replace("*", words[0])
        if not number.isdigit() and number != "count":
            found += [Feature("word", number, units, FREE), Feature("verb", number, need=FREE)]
            continue
        value = len(words) - 1 if number == "count" else int(number)
        found.append(Feature("number", value, _units(units, things), FREE))
    if "workers" in words and key == "burgundy" and "die" in words:
        found += _turned(words)
    return tuple(found)


def _turned(words: list[str]) -> Iterator[Feature]:
    """What a die is turned to."""
    die, workers = int(words[words.index("die") + 1]), int(words[words.index("workers") + 1])
    turned = {(die - 1 + workers) % 6 + 1, (die - 1 - workers) % 6 + 1}
    for number in {int(words[0])} if words[0].isdigit() else turned:
        yield Feature("number", number, frozenset({"depot", "field"}), FREE)


def noted(action: Action, hint: Message | None) -> Iterator[Feature]:
    """What a phrase may name besides: what the action costs or brings, and what its dice show."""
    dice = {"first": {"die", *action[1:2]}, "second": {"die", *action[2:3]}}
    for name, value in hint.args.items() if hint else ():
        if isinstance(value, int):
            yield Feature("number", value, PRICE | {name} | dice.get(name, set()), FREE)
        elif isinstance(value, list):
            things = [str(each) for each in value]
            yield from (each._replace(need=FREE, units=each.units | PRICE) for each in _counted(things))
            if len(set(things)) > 1:
                yield Feature("number", len(things), PRICE, FREE)  # "both goods of depot 3"
        elif isinstance(value, str) and "." not in value and name != "ware":  # so many of it are all that are aboard
            yield Feature("word", value, need=FREE)


PRICE = frozenset(("cube", "cost", "coin", "ware", "gold"))
ANY = PRICE | {"step", "field"}


def _units(units: frozenset[str], things: frozenset[str]) -> frozenset[str]:
    return (units - {"*"}) | things if "*" in units else units


def _said(slot: Slot, word: str, place: int, things: frozenset[str]) -> Iterator[Feature]:
    units = _units(slot.units, things)
    if slot.kind == "=":
        return
    if slot.kind == "P":
        yield Feature("word", word)
        yield Feature("number", place + 1, frozenset({word, "cube", "field"}), FREE)
        yield Feature("number", place + 1, frozenset({word, "cube", "field"}), FREE)
        yield Feature("word", f"s{place + 1:02d}", need=FREE)  # spaces of the sea are called so, too
        return
    if word.isdigit():
        units = units or ANY
        need = {"$": COST, "N": FREE, "d": FREE}.get(slot.kind, TOLD)
        units = frozenset({"depot", "field"}) if slot.kind == "G" else units  # of goods of depot 2 there may be five
        extra = {"N": {"card"}, "d": {"depot"}}.get(slot.kind, set())
        yield Feature("number", int(word), units | extra, need)
        return
    free = slot.kind.islower()
    if slot.kind == "Q" and not word[-1].isdigit():
        units = frozenset({"to"})
    if base(word) != word:
        yield Feature("word", base(word), units)
        called = {"cost", "card"} if "_" in word else {"card"}  # of an office its number is the price
        yield Feature("number", int(re.sub(r"\D", "", word)), units | things | called, TOLD)
    elif ends(word):
        yield Feature("word", word, units)
        yield Feature("word", word, units, FREE)
    elif re.fullmatch(r"[nh]\d\d", word):
        yield Feature("word", word, units | ({"corner"} if word[0] == "n" else {"hex", "field"}))
    elif re.fullmatch(r"[qs]\d\d", word):
        yield Feature("word", word, units | {"field", "step", "quarter" if word[0] == "q" else "sea"})
    else:
        yield Feature("word", word, units, TOLD if free else KEY)


def ends(place: str) -> tuple[str, ...]:
    """The ends of a way that is called by both, or what one of two of a kind is called; empty: it is neither."""
    if re.fullmatch(r"[a-z]{2,}\d", place):
        return (place[:-1],)
    return tuple(place.split("-")) if re.fullmatch(r"[a-z]\d+-[a-z]\d+", place) else ()


def _counted(words: list[str]) -> Iterator[Feature]:
    for word, count in Counter(words).items():
        yield Feature("word", base(word))
        yield Feature("number", count, frozenset({word, "cube", "coin"}), FREE if count == 1 else TOLD)
