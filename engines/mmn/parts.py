"""Actions too long to be listed, put together piece by piece: offers, discards, gifts (rules 7.1, 11.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Action, Message, PartialAction
from engines.mmn import board, hands

MOST_CHOICES, MOST_PICKED, MOST_OF_A_KIND = 25, 4, 3
"""What a select holds, how many kinds an offer usually names, how many cards of each."""


def amounts_of(hand: Sequence[int], most: int) -> list[Action]:
    """ "1 wool", "2 wool" and so on of a hand, the small numbers first."""
    found: list[Action] = []
    for number in range(1, most + 1):
        found += [(str(number), board.KINDS[kind]) for kind, held in enumerate(hand) if held >= number]
    return found[:MOST_CHOICES]


def offer(hand: Sequence[int], words: Action, to: Sequence[Action] = ()) -> PartialAction | None:
    """What is given, then what is wanted for it, and ``to`` whom; the kinds given are not among what is wanted."""
    if "for" not in words:
        choices = amounts_of(hand, MOST_OF_A_KIND)
        return _part("mmn.part.give", choices, MOST_PICKED, ("for",)) if len(words) == 1 else None
    given = hands.amounts(words[1:-1])
    if words[-1] != "for" or given is None or not hands.holds(hand, given):
        return None  # refused like any other words that are no offer
    wanted: list[Action] = [(number, kind) for number in ("1", "2") for kind in board.KINDS if kind not in words]
    return _part("mmn.part.want", [*wanted[: MOST_CHOICES - len(to)], *to], MOST_PICKED + bool(to))


def gift(id: str, hand: Sequence[int], words: Action, count: int) -> PartialAction | None:
    """So many cards of a hand."""
    if len(words) > 1:
        return None
    return _part(id, amounts_of(hand, count), count, count=count)


def _part(id: str, choices: list[Action], most: int, after: Action = (), **args: int) -> PartialAction | None:
    return PartialAction(Message(id, args), choices, min(most, len(choices)), after) if choices else None
