"""Read trades between players: "would either of you give me a lumber for one of my bricks?".

The words before a card tell which side of the trade it is on: "I give", "for", "can I have". If no word tells the side
of the cards before "for", they are on the opposite side of those behind it, or else given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from itertools import product

from bot.language.read.decisions.position import Position
from bot.language.read.possible_actions.refusals import refusal, says_why
from bot.language.read.readings import Ask, Play, Reading, Refuse
from bot.language.read.sentences.sentence import Sentence
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.wording.lists import listed, own_words, words_of_groups
from bot.wording.texts import SEAT
from engines import Action
from engines.record import notation
from engines.spoken import Trading

Sign = str
"""The meaning of a phrase in a trade, as the synonyms of a language list it."""
FOR: Sign = "for"
"""Between the cards of the two sides."""
OR: Sign = "or"
"""Between cards of which one suffices."""
BANK: Sign = "bank"
"""The bank, or a harbour."""
WOULD: Sign = "would"
"""A wish of whoever stands before it: "want", "need", "like"."""
WANTED: Sign = "wanted"
"""Before cards that others want and the player gives: "who needs ore"."""
PLUS: Sign = "plus"
"""What is named comes on top of the present offer: "and a wool as well"."""
TURNED: Sign = "turned"
"""Before two cards, of which the second is wanted: "make the nugget a brick"."""
GIVING = frozenset(("give", "offer", "mine"))
"""Words before cards that the player gives."""
TRADE_WORDS = frozenset((FOR, TURNED, "want", WOULD, "theirs", "asked"))
"""Words of which a sentence needs one to propose a trade."""
ADDRESSING = frozenset(("anybody", "offer", WANTED, "asked"))
"""Words that address other players."""


class Side(Enum):
    """A side of a trade, from the player's point of view."""

    GIVE = "give"
    WANT = "want"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.WANT if self is Side.GIVE else Side.GIVE


SIDES: Mapping[Sign, Side] = {
    "give": Side.GIVE,
    "offer": Side.GIVE,
    "mine": Side.GIVE,
    WANTED: Side.GIVE,
    "want": Side.WANT,
    "theirs": Side.WANT,  # "your wool"
    "asked": Side.WANT,  # "can you spare"
}


def read_trade(position: Position, sentence: Sentence) -> Reading | None:
    """Return the trade that a sentence proposes, or why none may be proposed now; None: it proposes none."""
    trading = position.spoken.trading
    if trading is None:
        return None
    kinds = position.game.kinds(position.seat)
    if position.is_answer and kinds.isdisjoint(trading.proposing):
        return None
    language = sentence.lexicon.language
    negotiation = Negotiation(position.game.key, language, trading, sentence.utterance, sentence.mentions)
    offer = _present_offer(position, trading)
    proposal = negotiation.countered(*offer) if offer is not None else negotiation.proposed()
    if proposal is None:
        return None
    if offer == (proposal.give, proposal.want):
        return Ask(((trading.accepting,),))
    # Where something else is asked, the refusal of an offer says so.
    verbs = [verb for verb in trading.proposing if verb in kinds] or trading.proposing[:1]
    actions = [position.game.normal(position.seat, action) for action in proposal.actions(trading, verbs)]
    legal = [action for action in dict.fromkeys(actions) if position.refusal(action) is None]
    if not legal:
        return _refused_trade(position, actions or [(trading.bank,)])
    is_denied = not sentence.lexicon.common.strict_negations.isdisjoint(sentence.utterance.words)
    is_certain = not (proposal.is_unclear or is_denied or sentence.wants_all)
    return _legal_trade(position, proposal, legal, trading, is_certain=is_certain)


def _present_offer(position: Position, trading: Trading) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
    """Return what the seat would give and get by the offer that it is asked about; None: there is none."""
    offer = position.game.prompt(position.seat).message.args
    makers_cards = offer.get(trading.offered)
    cards_wanted_by_maker = offer.get(trading.wanted)
    if (trading.accepting,) not in position.legal:
        return None
    if not isinstance(makers_cards, list) or not isinstance(cards_wanted_by_maker, list):
        return None
    return Counter(cards_wanted_by_maker), Counter(makers_cards)


def _legal_trade(
    position: Position, proposal: Proposal, actions: Sequence[Action], trading: Trading, *, is_certain: bool
) -> Reading:
    """Return one of several trades, or the question which of them is meant.

    Trades with the bank at the rate that is named go first: several are played one after the other. If the cards are
    not counted, the bank gets them only where it takes one for one; else the person is asked. If the bank takes none
    of it, an offer to players is made, or asked about after the bank's own rate if it addresses nobody.

    Args:
        position: The position.
        proposal: What the sentence proposes.
        actions: The trades that are legal, those with the bank first.
        trading: The grammar of trades.
        is_certain: False if a trade may only be asked about, as of "I won't give two ore for a brick".
    """
    with_bank = [action for action in actions if action[0] == trading.bank]
    if not with_bank:
        return _trade_with_players(position, proposal, actions, trading, is_certain=is_certain)
    if all(proposal.give.values()):
        return _counted_trade_with_bank(proposal, with_bank, is_certain=is_certain)
    # Cards without a number go to the bank only where it takes one for one: "a nugget for ore".
    one_for_one = [action for action in with_bank if action[1] == "1"]
    if len(one_for_one) == 1:
        return _only_trade(one_for_one, is_certain=is_certain)
    return Ask.first_of(actions)


def _counted_trade_with_bank(proposal: Proposal, actions: Sequence[Action], *, is_certain: bool) -> Reading:
    """Return one of several trades with the bank, which goes before other players if the cards are counted."""
    is_settled = proposal.either is None or len(proposal.want) == 1  # not "brick or wool"
    if is_certain and is_settled and len(actions) == len(proposal.want):
        # These trades are played one after the other: "two nuggets for brick and wool".
        return Play(actions[0], ", ".join(notation(action) for action in actions[1:]))
    return _only_trade(actions, is_certain=is_certain)


def _trade_with_players(
    position: Position, proposal: Proposal, actions: Sequence[Action], trading: Trading, *, is_certain: bool
) -> Reading:
    """Return one of several proposals to other players; one that addresses nobody may be meant for the bank."""
    if not (proposal.partners or proposal.addresses_others):
        exchanges = (action for action in proposal.at_rates(trading) if position.refusal(action) is None)
        if (exchange := next(exchanges, None)) is not None:
            return Ask.first_of((exchange, *actions))
    return _only_trade(actions, is_certain=is_certain)


def _only_trade(actions: Sequence[Action], *, is_certain: bool) -> Reading:
    """Return a trade that is certain and the only one, or the question which of several is meant."""
    return Play(actions[0]) if len(actions) == 1 and is_certain else Ask.first_of(actions)


def _refused_trade(position: Position, actions: Sequence[Action]) -> Refuse:
    """Return why none of several trades is legal, with the most specific reason."""
    # The bank takes cards of one kind: of "wool and ore with the bank" only its bare verb is left. What the engine says
    # of that explains the cards, where the position would say why the bank gives nothing at all.
    reasons = [(action, reason) for action in actions if (reason := refusal(position.game, position.seat, action))]
    explained = [(action, reason) for action, reason in reasons if says_why(reason)]
    action, reason = (explained or reasons)[0]
    return Refuse(action, (reason,))


@dataclass
class _Card:
    kind: str
    count: int
    side: Side | None


@dataclass(frozen=True)
class Proposal:
    """A trade that a sentence proposes."""

    give: Mapping[str, int]
    """Kinds of cards with their numbers; 0 where the sentence names the card without a number."""
    want: Mapping[str, int]
    """As ``give``, for the cards that are wanted."""
    partners: tuple[str, ...] = ()
    """The player who is addressed, or all whom the name may mean; empty: all others, or the bank."""
    names_bank: bool = False
    addresses_others: bool = False
    is_unclear: bool = False
    """True if the sentence has unknown words."""
    either: Side | None = None
    """The side of which any one card suffices; None: neither."""

    def actions(self, trading: Trading, verbs: Sequence[str]) -> Iterator[Action]:
        """Yield the trade in notation: with the bank, and as a proposal to other players."""
        if not self.addresses_others and len(self.give) == 1 and max(self.want.values()) <= 1:
            # The bank gives one card at a time for equal cards: "two nuggets for brick and wool" are two trades of one
            # nugget each, but "two nuggets for brick or wool" is one trade of two.
            ((card, count),) = self.give.items()
            trades = 1 if self.either is Side.WANT else len(self.want)
            rates = [count / trades] if count else trading.rates
            for wanted_cards, rate in product(self.want, rates):
                yield (trading.bank, f"{rate:g}", card, FOR, wanted_cards)
        for verb in verbs if not self.names_bank else ():
            for give in self._alternatives(Side.GIVE, self.give):
                for want in self._alternatives(Side.WANT, self.want):
                    sides = [word for card, count in give.items() for word in (str(count or 1), card)]
                    sides += [FOR, *(word for card, count in want.items() for word in (str(count or 1), card))]
                    for partner in self.partners:
                        yield (verb, *sides, "to", partner)
                    if not self.partners:
                        yield (verb, *sides)

    def at_rates(self, trading: Trading) -> Iterator[Action]:
        """Yield trades of the first cards of both sides with the bank, at any rate."""
        for rate in trading.rates:
            yield (trading.bank, str(rate), next(iter(self.give)), FOR, next(iter(self.want)))

    def _alternatives(self, side: Side, cards: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        if self.either is side:
            yield from ({card: count} for card, count in cards.items())
        else:
            yield cards


@dataclass
class _Sides:
    """The cards of a sentence, each on the side that was named last."""

    cards: list[_Card] = field(default_factory=list)
    side: Side | None = None
    is_behind_for: bool = False
    """True if "for" was said and no card since."""
    turns: bool = False
    """True if the first card is to become the second."""

    def apply_phrase(self, word: Sign) -> None:
        """Set the side of the cards behind a phrase."""
        self.turns = self.turns or word == TURNED
        if word == FOR:
            self.is_behind_for = True
            self.side = None
        self.side = SIDES.get(word, self.side)

    def add(self, kind: str, count: int) -> None:
        """Add a card to the current side.

        The first card behind "for" settles both sides. The cards before it that have none yet get the side of the last
        of them; else the one opposite to the side named behind "for"; else they are given. The card itself gets the
        side named behind "for", else the other one.
        """
        if self.turns and len(self.cards) == 1:
            self.is_behind_for = True
        if self.is_behind_for:
            # Without a card before "for" ("for two wool I'd like an ore"), the cards behind it are given.
            before = self.cards[-1].side if self.cards else Side.WANT
            before = before or (self.side.other if self.side else Side.GIVE)
            for card in self.cards:
                card.side = card.side or before
            self.side = self.side or before.other
            self.is_behind_for = False
        self.cards.append(_Card(kind, count, self.side))

    def counted(self) -> dict[str, int]:
        """Return all cards with their numbers, at least 1."""
        return {card.kind: max(1, card.count) for card in self.cards}

    def cards_on(self, side: Side) -> dict[str, int]:
        """Return the cards of a side; cards without a side are given."""
        kinds = dict[str, int]()
        for card in self.cards:
            if (card.side or Side.GIVE) is side:
                kinds[card.kind] = kinds.get(card.kind, 0) + card.count
        return kinds


@dataclass
class _Statement:
    """The parts of a trade that a sentence names."""

    sides: _Sides = field(default_factory=_Sides)
    phrases: set[Sign] = field(default_factory=set)
    partners: list[tuple[str, ...]] = field(default_factory=list)
    """For each name of a player in the sentence, the players whom it may mean."""
    is_unclear: bool = False
    either: Side | None = None

    @property
    def says_giving(self) -> bool:
        """True if the sentence says what the player gives."""
        return not self.phrases.isdisjoint(GIVING)

    def proposal(self, give: Mapping[str, int], want: Mapping[str, int]) -> Proposal:
        """Return the proposal to trade some cards."""
        return Proposal(
            give,
            want,
            self.partners[0] if len(set(self.partners)) == 1 else (),
            names_bank=not self.phrases.isdisjoint((BANK, TURNED)),  # only the bank can "make the nugget a brick"
            addresses_others=bool(self.partners) or not self.phrases.isdisjoint(ADDRESSING),
            is_unclear=self.is_unclear,
            either=self.either,
        )


class Negotiation:
    """A sentence, read as part of a negotiation."""

    def __init__(
        self, key: str, language: str, trading: Trading, utterance: Utterance, mentions: Sequence[Mention]
    ) -> None:
        self.phrases = _phrases(key, language)
        self.opening = listed(language, "interjections")
        self.ordinals = words_of_groups(language, "ordinals")
        self.trading = trading
        self.verbs = frozenset((*trading.proposing, trading.bank, *trading.others))
        self.utterance = utterance
        self.mentions = mentions

    def proposed(self) -> Proposal | None:
        """Return the trade that the sentence proposes; None: it is about something else, or names only one side."""
        statement = self._statement
        if statement is None or statement.phrases.isdisjoint(TRADE_WORDS):
            return None
        give = statement.sides.cards_on(Side.GIVE)
        want = statement.sides.cards_on(Side.WANT)
        return statement.proposal(give, want) if give and want and not give.keys() & want.keys() else None

    def countered(self, give: Mapping[str, int], want: Mapping[str, int]) -> Proposal | None:
        """Return the counter-offer in the sentence; None: it has none.

        A side that the sentence does not name stays as it is: "no, two wool for it".

        Args:
            give: Cards that the player would give by the present offer.
            want: Cards that the player would get by it.
        """
        statement = self._statement
        if statement is None or not statement.sides.cards:
            return None
        named = statement.sides.counted()
        if not statement.says_giving and named.keys() == give.keys() | want.keys():
            # "two wool for one ore" about an offer of these kinds changes only its numbers: each stays on its side.
            return statement.proposal({kind: named[kind] for kind in give}, {kind: named[kind] for kind in want})
        if (proposal := self.proposed()) is not None:
            return proposal
        if statement.says_giving:
            give = named
        else:
            want = Counter(want) + Counter(named) if PLUS in statement.phrases else named
        return statement.proposal(give, want) if not give.keys() & want.keys() else None

    @cached_property
    def _statement(self) -> _Statement | None:
        """The parts of a trade in the sentence; None: it is about something else as well."""
        statement = _Statement()
        count = 0
        follows_name = False
        for part in _parts(self.utterance, self.mentions, self.phrases):
            if isinstance(part, str):
                self._add_phrase(statement, part, follows_name=follows_name)
                follows_name = False
                continue
            if part.text in self.opening and not (statement.phrases or statement.sides.cards):
                continue  # "no, two ore for a brick"
            things = part.values("thing")
            seats = tuple(sorted(thing for thing in things if thing.startswith(SEAT)))
            cards = sorted(things & self.trading.cards)
            is_name = not part.is_weak or self.utterance.tokens[part.start].is_capital  # "ben" is a Dutch verb as well
            follows_name = bool(seats) and is_name
            if part.number is not None and not cards:
                count = 0 if part.text in self.ordinals else part.number  # "the second nugget" is one
            elif follows_name:
                statement.partners.append(seats)
            elif cards:
                statement.sides.add(cards[0], count)
                count = 0
            elif part.is_unknown:
                statement.is_unclear = True
            elif not part.is_weak and (things or part.values("verb") - self.verbs):
                return None
        return statement

    def _add_phrase(self, statement: _Statement, phrase: Sign, *, follows_name: bool) -> None:
        """Add a phrase; behind a player's name, "wants" is about cards that this player gets: "does Ben want ore"."""
        statement.phrases.add(phrase)
        cards = statement.sides.cards
        if phrase == OR and cards:
            statement.either = cards[-1].side or Side.GIVE
        wanting = WANTED if follows_name else "want"
        statement.sides.apply_phrase(wanting if phrase == WOULD else phrase)


def _parts(
    utterance: Utterance, mentions: Sequence[Mention], phrases: Mapping[tuple[str, ...], Sign]
) -> Iterator[Sign | Mention]:
    """Yield the meanings of trade phrases and the mentions between them, in order."""
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
def _phrases(key: str, language: str) -> Mapping[tuple[str, ...], Sign]:
    """Return the trade phrases of a language with their meanings."""
    phrases_of_kinds = own_words(key, language, "trade").items()
    return {Utterance.of(phrase).words: word for word, phrases in phrases_of_kinds for phrase in phrases}
