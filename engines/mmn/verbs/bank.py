"""Trade with the bank (rules 11.2): cards that it accepts, and cards that it gives for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.action import Decision, OneWord, TurnVerb, are_cards
from engines.steps import Arguments, Words

FEW = 3
"""The most empty stacks with which the bank certainly has a card for any exchange."""
_GIVE = tuple(tuple((str(rate), kind) for rate in range(5)) for kind in board.KINDS)
_ANY_TWO = {
    (a, b): ("1", board.KINDS[a], "1", board.KINDS[b]) for a, b in combinations(range(board.PAIR, len(board.KINDS)), 2)
}


def rates(game: Position, seat: int) -> list[int]:
    """Return how many equal cards of each kind the bank wants for one card, by the best right of a player."""
    state = game.state
    merchant = state.merchant if state.merchant_seat == seat else -1
    pairs = state.players[seat].levels[board.TRADE] >= board.PAIR_LEVEL
    # Merchant Fleet and Market Day of the active player serve nobody else.
    fleet = state.now.fleet if seat == state.active else []
    key = (seat, state.pirate, merchant, pairs, *fleet)
    known_rates = game.network.rates.get(key)
    if known_rates is None:
        known_rates = game.network.rates[key] = _rates(game, seat, merchant, fleet, pairs=pairs)
    return known_rates


def _rates(game: Position, seat: int, merchant: int, fleet: Sequence[int], *, pairs: bool) -> list[int]:
    state = game.state
    harbours = [state.harbours[harbour] for harbour in game.network.harbours(seat) if harbour != state.pirate]
    by_kind = [board.GENERIC_RATE if board.GENERIC in harbours else board.BANK_RATE] * len(board.KINDS)
    for special in harbours:
        if special != board.GENERIC:
            by_kind[board.KIND[special]] = board.SPECIAL_RATE
    if merchant >= 0:
        kind = game.terrain_kind(merchant)
        by_kind[kind] = min(by_kind[kind], board.MERCHANT_RATE)
    if pairs:
        by_kind[board.PAIR :] = [board.LEVEL_RATE] * board.PAIR
    for kind in fleet:
        by_kind[kind] = min(by_kind[kind], board.LEVEL_RATE)
    return by_kind


def nugget_buys(game: Position) -> bool:
    """Return whether one nugget buys a basic resource from the bank (ruling 24.1)."""
    return game.option("gold_mode") == "nugget"


def fewest(game: Position, seat: int) -> list[int]:
    """Return the fewest equal cards of each kind for which the bank gives any card: as ``rates``, but one nugget."""
    by_kind = list(rates(game, seat))
    if nugget_buys(game):
        by_kind[board.NUGGET] = 1
    return by_kind


def kinds_given_by_bank(game: Position, give: Mapping[int, int]) -> list[int]:
    """Return the kinds that the bank gives for cards: not those given, nor from empty stacks (rules 11.2).

    One nugget buys any of the five other resources while nuggets are cards of their own (ruling 24.1).
    """
    bank = game.state.bank
    if give == {board.NUGGET: 1}:
        return [kind for kind in range(board.NUGGET) if bank[kind]]
    return [kind for kind in range(len(board.KINDS)) if bank[kind] and kind not in give]


class Bank(TurnVerb):
    """Exchange cards for one card of the bank: "bank 4 wool for ore", or "bank 4 wool" and then choose."""

    word = "bank"

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        hand = player.hand
        payments: list[Words] = []
        largest_count = max(hand)
        if largest_count >= board.LEVEL_RATE and largest_count >= min(rates_of_kinds := rates(game, seat)):
            payments = [
                words[rate]
                for held_count, rate, words in zip(hand, rates_of_kinds, _GIVE, strict=True)
                if held_count >= rate
            ]
        if hand[board.NUGGET] and nugget_buys(game):
            payments.append(_GIVE[board.NUGGET][1])
        level = player.levels[board.TRADE]  # the right is never above it
        if level >= board.ANY_LEVEL and game.right(seat, board.TRADE) >= board.ANY_LEVEL:
            kinds = [kind for kind in range(board.PAIR, len(board.KINDS)) if hand[kind]]
            payments += [_ANY_TWO[pair] for pair in combinations(kinds, 2)]
        if game.state.bank.count(0) <= FEW:
            return payments
        return [words for words in payments if kinds_given_by_bank(game, _kinds(hands.amounts(words) or ()))]

    def unlisted(self, game: Position, step: Any, seat: int) -> bool:
        return True

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        given_cards, wanted_cards = _sides(words)
        cards = hands.amounts(given_cards)
        if cards is None:
            return Message("mmn.refuse.bank_words")
        if not hands.holds(game.state.players[seat].hand, cards):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
        give = _kinds(cards)
        if reason := self.too_little(game, seat, give):
            return reason
        open_kinds = kinds_given_by_bank(game, give)
        if not open_kinds:
            return Message("mmn.refuse.bank_gives_nothing")
        match wanted_cards:
            case ():
                return None
            case ("for", kind) if kind in board.KIND:
                if board.KIND[kind] in open_kinds:
                    return None
                return refusals.in_bank(game, seat, kind) or Message("mmn.refuse.not_for_that", {"kind": kind})
        return Message("mmn.refuse.bank_words")

    def too_little(self, game: Position, seat: int, give: Mapping[int, int]) -> Message | None:
        """Return why the bank gives no card for these cards."""
        level = game.right(seat, board.TRADE)
        match [*give.items()]:
            case [(kind, number)]:
                nugget = kind == board.NUGGET and nugget_buys(game)
                rate = rates(game, seat)[kind]
                if number == rate or (nugget and number == 1):
                    return None
                return Message("mmn.refuse.rate", {"kind": board.KINDS[kind], "n": 1 if nugget else rate})
            case [(first, 1), (second, 1)] if min(first, second) >= board.PAIR:
                if level >= board.ANY_LEVEL:
                    return None
                return refusals.level(game, seat, board.TRADE, board.ANY_LEVEL)
        return Message("mmn.refuse.bank_words")

    def normal(self, words: Words) -> Words:
        given_cards, wanted_cards = _sides(words)
        return hands.in_order(given_cards) + wanted_cards

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        given_cards, wanted_cards = _sides(words)
        cards = hands.amounts(given_cards) or []
        if wanted_cards:
            exchange(game, seat, cards, wanted_cards[1])
        else:
            game.push(TakeFromBank(seat=seat, give=cards))


def _sides(words: Words) -> tuple[Words, Words]:
    """Return the words before "for", and "for" with the words after it."""
    middle = words.index("for") if "for" in words else len(words)
    return words[:middle], words[middle:]


def _kinds(cards: Iterable[int]) -> dict[int, int]:
    return {kind: number for kind, number in enumerate(cards) if number}


class TakeForThat(OneWord["TakeFromBank"]):
    """Take a card that the bank has."""

    word = "take"
    names = staticmethod(refusals.in_bank)
    why = ("mmn.refuse.not_for_that", "kind")

    def choices(self, game: Position, step: TakeFromBank, seat: int) -> Iterable[Words]:
        return [(board.KINDS[kind],) for kind in kinds_given_by_bank(game, _kinds(step.give))]

    def do(self, game: Position, step: TakeFromBank, seat: int, words: Words) -> None:
        exchange(game, seat, step.give, words[0])


class TakeFromBank(Decision, kw_only=True, tag="TakeFromBank"):
    """The question which card to take; the cards given for it stay in the hand until it is answered."""

    asks = "mmn.prompt.takefrombank"
    verbs = (TakeForThat(),)

    give: list[int]

    def is_wasteful(self, game: Position, word: str) -> bool:
        """Return whether one nugget buys the same card as the several that are given (ruling 24.1)."""
        several = self.give[board.NUGGET] > 1
        return several and nugget_buys(game) and board.KIND[word] < board.NUGGET

    def sound(self, game: Position) -> bool:
        is_held = are_cards(self.give) and any(self.give) and hands.holds(game.state.players[self.seat].hand, self.give)
        return is_held and bool(kinds_given_by_bank(game, _kinds(self.give)))

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"cards": hands.counted(self.give)}


def exchange(game: Position, seat: int, give: list[int], word: str) -> None:
    hands.give_back(game, seat, give)
    game.state.players[seat].hand[board.KIND[word]] += 1
    game.state.bank[board.KIND[word]] -= 1
    if not game.reports_nothing:
        game.emit("traded_bank", seat, gave=hands.counted(give), got=[word])
