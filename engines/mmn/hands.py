"""Moving cards between hands and the bank, and the words that name cards in actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.contract import Action, Message, PartialAction
from engines.mmn import board
from engines.mmn.position import Position
from engines.notation import number

MOST_NAMED = 999
"""The largest number of cards that words may name; no bank holds as many."""
Cost = tuple[tuple[int, int], ...]
"""Pairs of kind and number."""


def has(hand: Sequence[int], cost: Cost) -> bool:
    """Return whether a hand can pay a cost."""
    for kind, needed in cost:
        if hand[kind] < needed:
            break
    else:
        return True
    return False


def missing(hand: Sequence[int], cost: Cost) -> list[str]:
    """Return the cards that a hand lacks for a cost."""
    return listed((kind, max(0, needed - hand[kind])) for kind, needed in cost)


def lacking(hand: Sequence[int], cost: Cost) -> Message:
    """Return the message that a hand cannot pay a cost, with the missing cards."""
    return Message("mmn.refuse.cost", {"cards": listed(cost), "missing": missing(hand, cost)})


def holds(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Return whether a hand holds cards, both counted by kind."""
    return all(map(int.__ge__, hand, cards))


def pay(game: Position, seat: int, cost: Cost) -> None:
    """Pay a cost from a hand to the bank and report it to all (rules 21)."""
    hand = game.state.players[seat].hand
    bank = game.state.bank
    for kind, amount in cost:
        hand[kind] -= amount
        bank[kind] += amount
    if not game.reports_nothing:
        game.emit("paid", seat, cards=listed(cost))


def give_back(game: Position, seat: int, cards: Sequence[int]) -> None:
    """Move cards from a hand to the bank without reporting it."""
    hand = game.state.players[seat].hand
    bank = game.state.bank
    for kind, amount in enumerate(cards):
        hand[kind] -= amount
        bank[kind] += amount


def receive(game: Position, seat: int, cost: Iterable[tuple[int, int]], reason: str) -> None:
    """Move cards from the bank to a hand, as far as it has them (rules 18.2), and report it to all."""
    hand = game.state.players[seat].hand
    bank = game.state.bank
    cards_received: list[tuple[int, int]] = []
    for kind, count_due in cost:
        amount = min(count_due, bank[kind])
        if amount:
            hand[kind] += amount
            bank[kind] -= amount
            cards_received.append((kind, amount))
    if cards_received and not game.reports_nothing:
        game.emit("received", seat, cards=listed(cards_received), why=reason)


def move(game: Position, giver: int, taker: int, cards: Sequence[int]) -> None:
    """Move cards from hand to hand without reporting it: only both players may know which ones (rules 21)."""
    giver_hand = game.state.players[giver].hand
    taking = game.state.players[taker].hand
    for kind, amount in enumerate(cards):
        giver_hand[kind] -= amount
        taking[kind] += amount


def draw(game: Position, thief: int, victim: int) -> None:
    """Steal one random card from a victim with cards: robber, pirate, Bishop (rules 5 and 7.2)."""
    hand = game.state.players[victim].hand
    place = game.state.dice.below(sum(hand))
    kind = 0
    while place >= hand[kind]:
        place -= hand[kind]
        kind += 1
    move(game, victim, thief, single(kind))
    game.emit("stolen", thief, barrier=True, victim_seat=victim, count=1)
    game.emit_only("stolen_card", thief, (thief, victim), victim_seat=victim, cards=[board.KINDS[kind]])


def single(kind: int, number: int = 1) -> list[int]:
    """Return a number of cards of one kind, as a list counted by kind."""
    cards = [0] * len(board.KINDS)
    cards[kind] = number
    return cards


def listed(cost: Iterable[tuple[int, int]]) -> list[str]:
    """Return the words of cards, each as often as there are cards of its kind."""
    words: list[str] = []
    for kind, amount in cost:
        if amount:
            words += [board.KINDS[kind]] * amount
    return words


def counted(cards: Sequence[int]) -> list[str]:
    """Return the words of cards counted by kind, each as often as there are cards of its kind."""
    return listed(enumerate(cards))


def amounts(words: Sequence[str]) -> list[int] | None:
    """Return the cards by kind that words like "2 wool 1 ore" name; None for other words or a number 0.

    The numbers of a kind that is named twice are added up.
    """
    cards = [0] * len(board.KINDS)
    if not words or len(words) % 2:
        return None
    for place in range(0, len(words), 2):
        amount = number(words[place])
        kind = board.KIND.get(words[place + 1])
        if not amount or kind is None or amount > MOST_NAMED:
            return None
        cards[kind] += amount
    return cards


def in_words(cards: Sequence[int]) -> tuple[str, ...]:
    """Return words like "2 wool 1 ore" for cards by kind, in the order of ``board.KINDS``."""
    return tuple(word for kind, amount in enumerate(cards) if amount for word in (str(amount), board.KINDS[kind]))


def in_order(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words like "1 ore 2 wool" in the order of ``in_words``, and other words as they are.

    Several kinds without a number mean one card each.
    """
    if len(words) > 1 and all(word in board.KIND for word in words):
        words = tuple(part for word in words for part in ("1", word))
    cards = amounts(words)
    return words if cards is None else in_words(cards)


def exchange(words: Sequence[str]) -> tuple[list[int], list[int]] | None:
    """Return the cards that are given and wanted in words like "2 wool for 1 ore".

    The result is None for other words, or if a kind is on both sides (rules 11.1).
    """
    if words.count("for") != 1:
        return None
    middle = words.index("for")
    give = amounts(words[:middle])
    wanted_cards = amounts(words[middle + 1 :])
    if give is None or wanted_cards is None or any(map(min, give, wanted_cards)):
        return None
    return give, wanted_cards


MOST_CHOICES = 25
"""The most choices in one select menu."""
MOST_PICKED = 4
"""The most choices that are picked for one side of an offer."""
MOST_OF_A_KIND = 3
"""The most cards of one kind that an offer is composed of with menus."""


def amounts_of(hand: Sequence[int], limit: int) -> list[Action]:
    """Return choices like "1 wool" and "2 wool" from a hand, small numbers first."""
    choices: list[Action] = []
    for amount in range(1, limit + 1):
        choices += [(str(amount), board.KINDS[kind]) for kind, held_count in enumerate(hand) if held_count >= amount]
    return choices[:MOST_CHOICES]


def offer(hand: Sequence[int], words: Action, addressees: Sequence[Action] = ()) -> PartialAction | None:
    """Return what may follow the words of an offer: the cards to give, then those to want, then ``addressees``.

    The kinds that are given are not among those to want.
    """
    if "for" not in words:
        choices = amounts_of(hand, MOST_OF_A_KIND)
        return _part("mmn.part.give", choices, MOST_PICKED, ("for",)) if len(words) == 1 else None
    given_cards = amounts(words[1:-1])
    if words[-1] != "for" or given_cards is None or not holds(hand, given_cards):
        return None  # these words are refused like any others that are no offer
    choices_wanted: list[Action] = [
        (number, kind) for number in ("1", "2") for kind in board.KINDS if kind not in words
    ]
    return _part(
        "mmn.part.want",
        [*choices_wanted[: MOST_CHOICES - len(addressees)], *addressees],
        MOST_PICKED + bool(addressees),
    )


def gift(id: str, hand: Sequence[int], words: Action, count: int) -> PartialAction | None:
    """Return the choice of `count` cards of a hand; None if words after the verb were given already."""
    if len(words) > 1:
        return None
    return _part(id, amounts_of(hand, count), count, count=count)


def _part(id: str, choices: list[Action], maximum: int, after: Action = (), **args: int) -> PartialAction | None:
    return PartialAction(Message(id, args), choices, min(maximum, len(choices)), after) if choices else None
