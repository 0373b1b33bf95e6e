"""Who gives what for what, however that is said: "would either of you give me a lumber for one of my bricks?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from bot.wording.lists import own_words
from bot.wording.reading import Atom, Reader, split
from bot.wording.texts import SEAT
from engines import Action

GIVE, WANT, FOR, OFFER, BANK = "give", "want", "for", "offer", "bank"
MINE, THEIRS, ANYBODY, WANTED, WOULD = "mine", "theirs", "anybody", "wanted", "would"
ASKED, OR = "asked", "or"
"""What a word says of a trade: what stands behind it is given or wanted, or is the other side of it; it belongs to one
of the two; it is for all others, who may want it or give it, or for the bank; whoever was named last wants it, else the
speaker ("Cleo, want a wool?"); or another card of that side would do."""
SIDES = {GIVE: GIVE, OFFER: GIVE, MINE: GIVE, WANTED: GIVE, WANT: WANT, THEIRS: WANT, ASKED: WANT}
OTHER = {GIVE: WANT, WANT: GIVE}
CARDS: Mapping[str, frozenset[str]] = {
    "mmn": frozenset(
        ("brick", "lumber", "wool", "grain", "ore", "nugget", "crystal", "paper", "cloth", "meat", "coin", "jewel")
    )
}
"""What may change hands."""
PROPOSED, RATES = ("offer", "counter"), (1, 2, 3, 4)
"""What is done by who proposes a trade to others; how many cards the bank may want for one."""
TRADES = frozenset(("offer", "bank", "counter", "give", "swap", "accept", "trade", "pay"))
"""What may be done where somebody speaks of a trade: another verb says that something else is meant."""


class Trade(NamedTuple):
    """``give`` and ``want``: cards, each with how many; 0: nobody said."""

    give: Mapping[str, int]
    want: Mapping[str, int]
    whom: str = ""
    """The one player who is asked; empty: all, or the bank."""
    perhaps: Sequence[str] = ()
    """Further players whom the name or letter of that one may mean."""
    bank: bool = False
    named: bool = False
    """Whether it was said with whom."""
    unclear: bool = False
    """Whether there are words that mean nothing here."""
    either: str = ""
    """The side of which one of the cards would do."""

    def actions(self, verb: str) -> Iterator[Action]:
        """In the notation; several where one of several cards would do."""
        for give in _each(self.give) if self.either == GIVE else [self.give]:
            for want in _each(self.want) if self.either == WANT else [self.want]:
                sides = [word for card, count in give.items() for word in (str(count or 1), card)]
                sides += ["for", *(word for card, count in want.items() for word in (str(count or 1), card))]
                if not self.whom:
                    yield (verb, *sides)
                for partner in (self.whom, *self.perhaps) if self.whom else ():
                    yield (verb, *sides, "to", partner)

    def with_the_bank(self) -> Iterator[Action]:
        """What the bank is asked for, at the rate that was said or at any."""
        if len(self.give) == len(self.want) == 1 and max(self.want.values()) <= 1:
            (card, count), (wanted,) = next(iter(self.give.items())), self.want
            for rate in [count] if count else RATES:
                yield (BANK, str(rate), card, "for", wanted)


def _each(side: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    return ({card: count} for card, count in side.items())


def trade(key: str, language: str, here: dict[str, set[str]], typed: str) -> Trade | None:
    """The trade that a sentence proposes; None: it says something else, or only one side of a trade."""
    told, words = _told(key, language), list(split(typed, here))
    if not told:
        return None
    found, partners, said, count, just_named = _Sides(), set[tuple[str, ...]](), set[str](), 0, False
    unclear, either = False, ""
    reader = Reader(key, language, here, exact=True)
    for each in _pieces(reader, words, told):
        if isinstance(each, str):
            said.add(each)
            either = found.last if each == OR else either
            who = (WANTED if just_named else WANT) if each == WOULD else each
            found.begins(SIDES.get(who, who))
            just_named = False
            continue
        things = set(map(str, each.of("word")))
        just_named = any(thing.startswith(SEAT) for thing in things)
        if each.number is not None:
            count = each.number
        elif just_named:
            partners.add(tuple(sorted(thing for thing in things if thing.startswith(SEAT))))
        elif some := sorted(things & CARDS[key]):
            found.add(some[0], count)
            count = 0
        elif not (each.soft or each.meanings):
            unclear = True
        elif not each.soft and (things or each.of("verb") - TRADES):
            return None
    give, want = found.of(GIVE), found.of(WANT)
    if not (give and want and said & {FOR, WANT, WOULD, THEIRS, ASKED}) or give.keys() & want.keys():
        return None
    whom, *perhaps = next(iter(partners)) if len(partners) == 1 else ("",)
    return Trade(
        give,
        want,
        whom,
        perhaps,
        bank=BANK in said,
        named=bool(partners or said & {ANYBODY, OFFER, WANTED, ASKED}),
        unclear=unclear,
        either=either,
    )


class _Sides:
    """Which side of a trade cards are on; where nobody has said it of those before "for", what stands behind it may."""

    def __init__(self) -> None:
        self.cards, self.side, self.turned = list[tuple[str, int, str]](), "", False

    def begins(self, side: str) -> None:
        """What a word says of the cards behind it; empty: nothing."""
        if side == FOR:
            self.turned, self.side = True, ""
        self.side = side if side in OTHER else self.side

    def add(self, card: str, count: int) -> None:
        if self.turned:
            before = self.cards[-1][2] if self.cards else WANT
            before = before or OTHER.get(self.side, GIVE)
            self.cards = [(each, many, side or before) for each, many, side in self.cards]
            self.side, self.turned = self.side or OTHER[before], False
        self.cards.append((card, count, self.side))

    @property
    def last(self) -> str:
        """The side of the card that was named last; empty: of none."""
        return self.cards[-1][2] or GIVE if self.cards else ""

    def of(self, side: str) -> dict[str, int]:
        """The cards on a side, each with how many; what nobody has said anything of is given."""
        found = dict[str, int]()
        for card, count, where in self.cards:
            if (where or GIVE) == side:
                found[card] = found.get(card, 0) + count
        return found


def _pieces(reader: Reader, words: Sequence[str], told: Mapping[Sequence[str], str]) -> Iterator[str | Atom]:
    """What the words of a trade say, and the atoms between them, in order."""
    longest, start, begun = max(map(len, told)), 0, 0
    while start < len(words):
        ends = range(min(len(words), start + longest), start, -1)
        end = next((end for end in ends if tuple(words[start:end]) in told), None)
        if end is None:
            start += 1
            continue
        yield from reader.atoms(" ".join(words[begun:start]))
        yield told[tuple(words[start:end])]
        start = begun = end
    yield from reader.atoms(" ".join(words[begun:]))


@cache
def _told(key: str, language: str) -> Mapping[Sequence[str], str]:
    """What the words of a language say of a trade."""
    said = own_words(key, language, "trade").items()
    return {tuple(split(name)): kind for kind, names in said for name in names}
