"""The stack of storage cards: the clearing of step C, and payments after it or an emergency (rules 8 and 15.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.action import OneWord, Question, are_seats
from engines.steps import Arguments, Step, Verb, Words


class Due(msgspec.Struct, kw_only=True):
    """A seat's claim: resources, commodities, and cards that may be either, as the owner chooses.

    All of them are of one terrain: that of ``kind``.
    """

    seat: int
    resources: int = 0
    commodities: int = 0
    either: int = 0
    kind: int = -1
    """The resource; -1: the owner has still to name it (gold mode "choice")."""


class Clearing(Step[Position], kw_only=True, tag="Clearing"):
    """The clearing (step C): a resource for a store, a commodity for a hall, both for a large store (rules 8.2)."""

    def run(self, game: Position) -> None:
        card = turn_up(game, "clearing")
        claims = []
        for seat in game.clockwise():
            chips = [building.storage for building in game.state.players[seat].buildings]
            resources = sum(chip in (board.STORE, board.LARGE_STORE) for chip in chips)
            commodities = sum(chip in (board.HALL, board.LARGE_STORE) for chip in chips)
            if resources or commodities:
                claims.append(Due(seat=seat, resources=resources, commodities=commodities))
        pay_out(game, card, claims, "clearing")


def turn_up(game: Position, kind: str) -> str:
    """Turn up and return the top storage card (rules 8.4).

    It goes face up under the stack; after the last one all storage cards are shuffled.
    """
    state = game.state
    card = state.storage.pop()
    state.storage_used.append(card)
    commodity = board.KINDS[board.KIND[card] + board.PAIR]
    game.emit(kind, None, barrier=True, resource=card, commodity=commodity)
    if not state.storage:
        state.storage, state.storage_used = state.storage_used, []
        state.dice.shuffle(state.storage)
        game.emit("storage_shuffled", None, barrier=True)
    return card


def pay_out(game: Position, card: str, claims: Sequence[Due], reason: str) -> None:
    """Pay out claims for a storage card, after their owners have made their choices, clockwise.

    The bank is compared with all claims together (``PayOut.run``).
    """
    free = card == board.RESOURCES[board.NUGGET] and game.option("gold_mode") == "choice"
    for claim in claims:
        claim.kind = -1 if free else board.KIND[card]
    if claims:
        game.push(PayOut(claims=list(claims), why=reason))


class NameResource(OneWord["PayOut"]):
    """Name the resource that a nugget stands for (ruling 24.1)."""

    word = "name"
    names = staticmethod(partial(refusals.kind, group="resource"))

    def choices(self, game: Position, step: PayOut, seat: int) -> Iterable[Words]:
        return ((kind,) for kind in board.RESOURCES)

    def do(self, game: Position, step: PayOut, seat: int, words: Words) -> None:
        step.undecided()[0].kind = board.KIND[words[0]]
        game.push(step)


class TakeRefund(OneWord["PayOut"]):
    """Choose a resource or a commodity as refund for a hall (rules 15.6)."""

    word = "refund"

    def choices(self, game: Position, step: PayOut, seat: int) -> Iterable[Words]:
        kind = step.undecided()[0].kind
        return (board.KINDS[kind],), (board.KINDS[kind + board.PAIR],)

    def unfit(self, game: Position, step: PayOut, seat: int, word: str) -> Message | None:
        return refusals.kind(game, seat, word) or Message("mmn.refuse.refund", step.asking(game, seat))

    def do(self, game: Position, step: PayOut, seat: int, words: Words) -> None:
        claim = step.undecided()[0]
        claim.either -= 1
        if words[0] == board.KINDS[claim.kind]:
            claim.resources += 1
        else:
            claim.commodities += 1
        game.push(step)


class PayOut(Question, kw_only=True, tag="PayOut"):
    """The payment of claims: open choices are asked first, then all get their cards."""

    naming = (NameResource(),)
    choosing = (TakeRefund(),)

    claims: list[Due]
    why: str
    """ "clearing" or "emergency"."""

    def sound(self, game: Position) -> bool:
        amounts = [(claim.resources, claim.commodities, claim.either) for claim in self.claims]
        return (
            are_seats(game, [claim.seat for claim in self.claims])
            and all(-1 <= claim.kind < board.PAIR for claim in self.claims)
            and all(0 <= number <= board.BUILDINGS for numbers in amounts for number in numbers)
        )

    def undecided(self) -> list[Due]:
        """Return the claims whose owners have a choice to make; all name resources before anybody chooses a refund."""
        return [claim for claim in self.claims if claim.kind < 0] or [claim for claim in self.claims if claim.either]

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(claim.seat for claim in self.undecided()[:1])

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Position, PayOut]]:
        return self.naming if self.undecided()[0].kind < 0 else self.choosing

    def question(self, game: Position, seat: int) -> str:
        return "mmn.prompt.nameresource" if self.undecided()[0].kind < 0 else "mmn.prompt.refund"

    def asking(self, game: Position, seat: int) -> Arguments:
        kind = self.undecided()[0].kind
        return {} if kind < 0 else {"kind": board.KINDS[kind], "commodity": board.KINDS[kind + board.PAIR]}

    def run(self, game: Position) -> None:
        """Pay out the claims; a stack of the bank that cannot serve all gives nobody anything (rules 8.3)."""
        counts = [0] * len(board.KINDS)
        for claim in self.claims:
            counts[claim.kind] += claim.resources
            counts[claim.kind + board.PAIR] += claim.commodities
        short = [kind for kind, number in enumerate(counts) if number > game.state.bank[kind]]
        for kind in short:
            game.emit("short", None, good=board.KINDS[kind])
        for claim in self.claims:
            cards = (claim.kind, claim.resources), (claim.kind + board.PAIR, claim.commodities)
            hands.receive(game, claim.seat, [pair for pair in cards if pair[0] not in short], self.why)
