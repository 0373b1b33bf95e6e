"""Exchanges with the bank (rules 11.2). What may be given, and what may be taken for it, is said here once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments

PAIR_LEVEL, ANY_LEVEL = 3, 5
"""Trade levels 3 and 5 (rules 17.4)."""
FEW = 3
"""With so few empty stacks the bank has something of every sort for whatever is given."""
_GIVE = tuple(tuple(("bank", str(rate), kind) for rate in range(5)) for kind in board.KINDS)
_ANY_TWO = {
    (a, b): ("bank", "1", board.KINDS[a], "1", board.KINDS[b])
    for a, b in combinations(range(board.PAIR, len(board.KINDS)), 2)
}


def rates(game: Position, seat: int) -> list[int]:
    """Equal cards of each kind that the bank wants for one card: the best right a player has."""
    state = game.state
    merchant = game.terrain_kind(state.merchant) if state.merchant_seat == seat else -1
    pairs = state.players[seat].levels[board.TRADE] >= PAIR_LEVEL
    key = (seat, state.pirate, merchant, pairs, *state.now.fleet)
    found = game.network.rates.get(key)
    if found is None:
        found = game.network.rates[key] = _rates(game, seat, merchant, pairs)
    return found


def _rates(game: Position, seat: int, merchant: int, pairs: bool) -> list[int]:
    state = game.state
    harbours = [state.harbours[harbour] for harbour in game.network.harbours(seat) if harbour != state.pirate]
    found = [board.GENERIC_RATE if board.GENERIC in harbours else board.BANK_RATE] * len(board.KINDS)
    for kind in harbours:
        if kind != board.GENERIC:
            found[board.KIND[kind]] = board.SPECIAL_RATE
    if merchant >= 0:
        found[merchant] = min(found[merchant], board.MERCHANT_RATE)
    if pairs:
        found[board.PAIR :] = [board.LEVEL_RATE] * board.PAIR
    for place in state.now.fleet:
        found[place] = min(found[place], board.LEVEL_RATE)
    return found


def legal(game: Position, seat: int, player: Player, out: list[Action]) -> None:
    """What can be given for something; what is taken is asked next."""
    hand = player.hand
    rich = game.state.bank.count(0) <= FEW
    if max(hand) >= board.LEVEL_RATE:
        for kind, rate in enumerate(rates(game, seat)):
            if hand[kind] >= rate and (rich or takes(game, {kind: rate})):
                out.append(_GIVE[kind][rate])
    if hand[board.NUGGET] and game.state.options["gold_mode"] == "nugget" and (rich or takes(game, {board.NUGGET: 1})):
        out.append(_GIVE[board.NUGGET][1])
    if player.levels[board.TRADE] >= ANY_LEVEL:
        held = [kind for kind in range(board.PAIR, len(board.KINDS)) if hand[kind]]
        out += [_ANY_TWO[pair] for pair in combinations(held, 2) if rich or takes(game, dict.fromkeys(pair, 1))]


def takes(game: Position, give: dict[int, int]) -> list[int]:
    """Kinds the bank gives for what is given: not those just given, nor from empty stacks (rules 11.2).

    One nugget is worth any of the five other resources while nuggets are cards of their own (rules 24.1).
    """
    bank = game.state.bank
    if give == {board.NUGGET: 1}:
        return [kind for kind in range(board.NUGGET) if bank[kind]]
    return [kind for kind in range(len(board.KINDS)) if bank[kind] and kind not in give]


def given(game: Position, seat: int, words: Sequence[str]) -> dict[int, int] | None:
    """What words like "4 wool" or "1 coin 1 cloth", in any order, give, if this seat may give that."""
    cards = hands.amounts(words)
    if cards is None:
        return None
    give = {kind: number for kind, number in enumerate(cards) if number}
    offered: list[Action] = []
    legal(game, seat, game.state.players[seat], offered)
    ordered = [word for kind, number in give.items() for word in (str(number), board.KINDS[kind])]
    return give if ("bank", *ordered) in offered else None


def accepts(game: Position, seat: int, action: Action) -> bool:
    """The long form "bank 4 wool for ore", and kinds named in another order than the list does."""
    if "for" not in action:
        return given(game, seat, action[1:]) is not None
    if action[-2] != "for":
        return False
    give = given(game, seat, action[1:-2])
    return give is not None and board.KIND.get(action[-1], -1) in takes(game, give)


def play(game: Position, seat: int, action: Action) -> None:
    words = action[1:-2] if "for" in action else action[1:]
    cards = hands.amounts(words) or []
    step = TakeFromBank(seat=seat, give=cards)
    if "for" in action:
        step.exchange(game, board.KIND[action[-1]])
    else:
        game.push(step)


def refusal(game: Position, seat: int, action: Action) -> Message | None:
    words = action[1 : action.index("for")] if "for" in action else action[1:]
    cards = hands.amounts(words)
    if cards is None:
        return Message("mmn.refuse.bank_words")
    if not hands.holds(game.state.players[seat].hand, cards):
        return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
    give = given(game, seat, words)
    if give is None and sum(map(bool, cards)) > 1:
        two_commodities = sum(cards) == board.EQUAL and not any(cards[: board.PAIR])
        if two_commodities and game.state.players[seat].levels[board.TRADE] < ANY_LEVEL:
            return Message("mmn.refuse.level", {"track": "trade", "level": ANY_LEVEL})
        return Message("mmn.refuse.bank_words")
    if give is None:
        kind = next(kind for kind, number in enumerate(cards) if number)
        free = kind == board.NUGGET and game.state.options["gold_mode"] == "nugget"
        best = 1 if free else rates(game, seat)[kind]
        return Message("mmn.refuse.rate", {"kind": board.KINDS[kind], "rate": best})
    if "for" in action and action[-1] in board.KIND:
        kind = board.KIND[action[-1]]
        if not game.state.bank[kind]:
            return Message("mmn.refuse.bank_empty", {"kind": action[-1]})
        return Message("mmn.refuse.not_for_that", {"kind": action[-1]})
    return Message("mmn.refuse.bank_words")


class TakeFromBank(Decision, kw_only=True, tag="TakeFromBank"):
    """The cards to be given stay in the hand until it is known what they bring."""

    asks = "mmn.prompt.takefrombank"

    give: list[int]

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"cards": hands.counted(self.give)}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        give = {kind: number for kind, number in enumerate(self.give) if number}
        return (words.TAKE[kind] for kind in takes(game, give))

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("take", kind):
                return refusals.in_bank(game, kind) or Message("mmn.refuse.not_for_that", {"kind": kind})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        self.exchange(game, board.KIND[action[1]])

    def exchange(self, game: Position, kind: int) -> None:
        hands.give_back(game, self.seat, self.give)
        game.state.players[self.seat].hand[kind] += 1
        game.state.bank[kind] -= 1
        game.emit("traded_bank", self.seat, gave=hands.counted(self.give), got=[board.KINDS[kind]])
