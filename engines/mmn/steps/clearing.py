"""The storage stack: the clearing of step C, and paying out what it or an emergency owes (rules 8 and 15.6)."""

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
    """What a seat is owed: resources R, commodities K, and cards of either kind by its owner's choice."""

    seat: int
    resources: int = 0
    commodities: int = 0
    either: int = 0
    kind: int = -1
    """R; -1: its owner has still to name it (gold mode "choice")."""


class Clearing(Step[Position], kw_only=True, tag="Clearing"):
    """Step C: a resource for a store, a commodity for a hall, both for a large store (rules 8.2)."""

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
    """The top storage card; it goes face up under the stack, and after the last one all are shuffled (rules 8.4)."""
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


def pay_out(game: Position, card: str, claims: Sequence[Due], why: str) -> None:
    """Owners name and choose first, clockwise; then every stack is looked at for all of them."""
    free = card == board.RESOURCES[board.NUGGET] and game.option("gold_mode") == "choice"
    for due in claims:
        due.kind = -1 if free else board.KIND[card]
    if claims:
        game.push(PayOut(claims=list(claims), why=why))


class NameResource(OneWord["PayOut"]):
    """What a nugget stands for (ruling 24.1)."""

    word = "name"
    names = staticmethod(partial(refusals.kind, group="resource"))

    def choices(self, game: Position, step: PayOut, seat: int) -> Iterable[Words]:
        return ((kind,) for kind in board.RESOURCES)

    def do(self, game: Position, step: PayOut, seat: int, words: Words) -> None:
        step.undecided()[0].kind = board.KIND[words[0]]
        game.push(step)


class TakeRefund(OneWord["PayOut"]):
    """R or K for half a hall (rules 15.6)."""

    word = "refund"

    def choices(self, game: Position, step: PayOut, seat: int) -> Iterable[Words]:
        kind = step.undecided()[0].kind
        return (board.KINDS[kind],), (board.KINDS[kind + board.PAIR],)

    def unfit(self, game: Position, step: PayOut, seat: int, word: str) -> Message | None:
        return refusals.kind(game, seat, word) or Message("mmn.refuse.refund", step.asking(game, seat))

    def do(self, game: Position, step: PayOut, seat: int, words: Words) -> None:
        due = step.undecided()[0]
        due.either -= 1
        if words[0] == board.KINDS[due.kind]:
            due.resources += 1
        else:
            due.commodities += 1
        game.push(step)


class PayOut(Question, kw_only=True, tag="PayOut"):
    """Choices of the owners, if any are open; then the cards."""

    naming = (NameResource(),)
    choosing = (TakeRefund(),)

    claims: list[Due]
    why: str
    """ "clearing" or "emergency"."""

    def sound(self, game: Position) -> bool:
        due = [(each.resources, each.commodities, each.either) for each in self.claims]
        return (
            are_seats(game, [each.seat for each in self.claims])
            and all(-1 <= each.kind < board.PAIR for each in self.claims)
            and all(0 <= number <= board.BUILDINGS for numbers in due for number in numbers)
        )

    def undecided(self) -> list[Due]:
        """Claims whose owners have to decide something, one after the other: all name before anybody chooses."""
        return [due for due in self.claims if due.kind < 0] or [due for due in self.claims if due.either]

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(due.seat for due in self.undecided()[:1])

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Position, PayOut]]:
        return self.naming if self.undecided()[0].kind < 0 else self.choosing

    def question(self, game: Position, seat: int) -> str:
        return "mmn.prompt.nameresource" if self.undecided()[0].kind < 0 else "mmn.prompt.refund"

    def asking(self, game: Position, seat: int) -> Arguments:
        kind = self.undecided()[0].kind
        return {} if kind < 0 else {"kind": board.KINDS[kind], "commodity": board.KINDS[kind + board.PAIR]}

    def run(self, game: Position) -> None:
        """A stack that cannot serve all gives nobody anything (rules 8.3)."""
        wanted = [0] * len(board.KINDS)
        for due in self.claims:
            wanted[due.kind] += due.resources
            wanted[due.kind + board.PAIR] += due.commodities
        short = [kind for kind, number in enumerate(wanted) if number > game.state.bank[kind]]
        for kind in short:
            game.emit("short", None, good=board.KINDS[kind])
        for due in self.claims:
            cards = (due.kind, due.resources), (due.kind + board.PAIR, due.commodities)
            hands.receive(game, due.seat, [each for each in cards if each[0] not in short], self.why)
