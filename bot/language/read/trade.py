"""Read who gives what for what: "would either of you give me a lumber for one of my bricks?".

Cards lie on a side of a trade by the words before them: "I give", "for", "can I have". Where nobody has said it of the
cards before "for", it is the opposite of what is said behind it, and a giving otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import product

from bot.language.read.concepts import Mention
from bot.language.read.utterance import Utterance
from bot.wording.lists import listed, own_words
from bot.wording.texts import SEAT
from engines import Action
from engines.spoken import Trading

Word = str
"""What a phrase says of a trade, as the synonyms of a language list it."""
FOR: Word = "for"
OR: Word = "or"
BANK: Word = "bank"
WOULD: Word = "would"
WANTED: Word = "wanted"
TELLING = frozenset((FOR, "want", WOULD, "theirs", "asked"))
"""Words without which a sentence proposes no trade."""
ADDRESSING = frozenset(("anybody", "offer", WANTED, "asked"))
"""Words that say that others are asked."""


class Side(Enum):
    """A side of a trade, as the speaker sees it."""

    GIVE = "give"
    WANT = "want"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.WANT if self is Side.GIVE else Side.GIVE


SIDES: Mapping[Word, Side] = {
    "give": Side.GIVE,
    "offer": Side.GIVE,
    "mine": Side.GIVE,
    WANTED: Side.GIVE,
    "want": Side.WANT,
    "theirs": Side.WANT,
    "asked": Side.WANT,
}


@dataclass
class _Card:
    kind: str
    count: int
    side: Side | None


@dataclass(frozen=True)
class Proposal:
    """A trade that a sentence proposes."""

    give: Mapping[str, int]
    """Cards with how many; 0: nobody said."""
    want: Mapping[str, int]
    partners: tuple[str, ...] = ()
    """The player who is asked, or all whom the name may mean; empty: all others, or the bank."""
    names_bank: bool = False
    addresses_others: bool = False
    is_unclear: bool = False
    """Whether there are words that mean nothing here."""
    either: Side | None = None
    """The side of which one of the cards would do."""

    def actions(self, trading: Trading, verbs: Sequence[str]) -> Iterator[Action]:
        """Yield the trade in notation: with the bank, and as a proposal to others."""
        if not self.addresses_others and len(self.give) == 1 and max(self.want.values()) <= 1:
            ((card, count),) = self.give.items()
            rates = [count / len(self.want)] if count else trading.rates
            for wanted, rate in product(self.want, rates):
                yield (trading.bank, f"{rate:g}", card, FOR, wanted)
        for verb in verbs if not self.names_bank else ():
            for give in self._each(Side.GIVE, self.give):
                for want in self._each(Side.WANT, self.want):
                    sides = [word for card, count in give.items() for word in (str(count or 1), card)]
                    sides += [FOR, *(word for card, count in want.items() for word in (str(count or 1), card))]
                    for partner in self.partners:
                        yield (verb, *sides, "to", partner)
                    if not self.partners:
                        yield (verb, *sides)

    def _each(self, side: Side, cards: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        if self.either is side:
            yield from ({card: count} for card, count in cards.items())
        else:
            yield cards


@dataclass
class _Sides:
    """Cards as they are named, each on the side that was said last."""

    cards: list[_Card] = field(default_factory=list)
    side: Side | None = None
    is_turned: bool = False
    """Whether "for" was said since the last card."""

    def hear(self, word: Word) -> None:
        """Take in what a word says of the cards behind it."""
        if word == FOR:
            self.is_turned = True
            self.side = None
        self.side = SIDES.get(word, self.side)

    def add(self, kind: str, count: int) -> None:
        """Add a card to the side that was said."""
        if self.is_turned:
            before = self.cards[-1].side if self.cards else Side.WANT
            before = before or (self.side.other if self.side else Side.GIVE)
            for card in self.cards:
                card.side = card.side or before
            self.side = self.side or before.other
            self.is_turned = False
        self.cards.append(_Card(kind, count, self.side))

    def on(self, side: Side) -> dict[str, int]:
        """Return the cards of a side; those of which nobody has said it are given."""
        kinds = dict[str, int]()
        for card in self.cards:
            if (card.side or Side.GIVE) is side:
                kinds[card.kind] = kinds.get(card.kind, 0) + card.count
        return kinds


def proposed(
    key: str, language: str, trading: Trading, utterance: Utterance, mentions: Sequence[Mention]
) -> Proposal | None:
    """Return the trade that a sentence proposes; None: it says something else, or only one side of a trade."""
    phrases = _phrases(key, language)
    opening = listed(language, "interjections")
    verbs = frozenset((*trading.proposing, trading.bank, *trading.others))
    sides = _Sides()
    heard = set[Word]()
    partners = list[tuple[str, ...]]()
    count = 0
    follows_name = False
    is_unclear = False
    either: Side | None = None
    for part in _parts(utterance, mentions, phrases):
        if not isinstance(part, str) and part.text in opening and not (heard or sides.cards):
            continue  # "no, two ore for a brick"
        if isinstance(part, str):
            heard.add(part)
            if part == OR and sides.cards:
                either = sides.cards[-1].side or Side.GIVE
            wanting = WANTED if follows_name else "want"
            sides.hear(wanting if part == WOULD else part)
            follows_name = False
            continue
        things = part.values("thing")
        seats = tuple(sorted(thing for thing in things if thing.startswith(SEAT)))
        cards = sorted(things & trading.cards)
        is_name = not part.is_weak or utterance.tokens[part.start].is_capital  # "ben" is a Dutch verb as well
        follows_name = bool(seats) and is_name
        if part.number is not None and not cards:
            count = part.number
        elif follows_name:
            partners.append(seats)
        elif cards:
            sides.add(cards[0], count)
            count = 0
        elif part.is_unknown:
            is_unclear = True
        elif not part.is_weak and (things or part.values("verb") - verbs):
            return None
    give = sides.on(Side.GIVE)
    want = sides.on(Side.WANT)
    if not give or not want or heard.isdisjoint(TELLING) or give.keys() & want.keys():
        return None
    return Proposal(
        give,
        want,
        partners[0] if len(set(partners)) == 1 else (),
        names_bank=BANK in heard,
        addresses_others=bool(partners) or not heard.isdisjoint(ADDRESSING),
        is_unclear=is_unclear,
        either=either,
    )


def _parts(
    utterance: Utterance, mentions: Sequence[Mention], phrases: Mapping[tuple[str, ...], Word]
) -> Iterator[Word | Mention]:
    """Yield what the phrases of a trade say, and the mentions between them, in order."""
    words = [token.word for token in utterance.tokens]
    longest = max(map(len, phrases), default=0)
    starting = {mention.start: mention for mention in mentions}
    place = 0
    while place < len(words):
        stops = range(min(len(words), place + longest), place, -1)
        stop = next((stop for stop in stops if tuple(words[place:stop]) in phrases), None)
        mention = starting.get(place)
        if stop is not None and not (mention and mention.stop > stop and mention.values("thing")):
            yield phrases[tuple(words[place:stop])]
            place = stop
        elif mention is not None:
            yield mention
            place = mention.stop
        else:
            place += 1


@cache
def _phrases(key: str, language: str) -> Mapping[tuple[str, ...], Word]:
    """Return what the phrases of a language say of a trade."""
    known = own_words(key, language, "trade").items()
    return {Utterance.of(phrase).words: word for word, phrases in known for phrase in phrases}
