"""The storage stack: the clearing of step C, and paying out what it or an emergency owes (rules 8 and 15.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question, Step
from engines.steps import Arguments


class Due(msgspec.Struct, kw_only=True):
    """What a seat is owed: resources R, commodities K, and cards of either kind by its owner's choice."""

    seat: int
    resources: int = 0
    commodities: int = 0
    either: int = 0
    kind: int = -1
    """R; -1: its owner has still to name it (gold mode "choice")."""


class Clearing(Step, kw_only=True, tag="Clearing"):
    """Step C: a resource for a store, a commodity for a hall, both for a large store (rules 8.2)."""

    def run(self, game: Position) -> None:
        card = turn_up(game, "clearing")
        claims = []
        for seat in game.clockwise():
            chips = [building.storage for building in game.state.players[seat].buildings]
            due = Due(
                seat=seat,
                resources=sum(chip in (1, 3) for chip in chips),
                commodities=sum(chip in (2, 3) for chip in chips),
            )
            if due.resources or due.commodities:
                claims.append(due)
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
    free = card == board.RESOURCES[board.NUGGET] and game.state.options["gold_mode"] == "choice"
    for due in claims:
        due.kind = -1 if free else board.KIND[card]
    if claims:
        game.push(PayOut(claims=list(claims), why=why))


class PayOut(Question, kw_only=True, tag="PayOut"):
    """Choices of the owners, if any are open; then the cards."""

    asks = "mmn.prompt.refund"

    claims: list[Due]
    why: str
    """ "clearing" or "refund"."""

    def open_claim(self) -> Due | None:
        """The first claim whose owner has to decide something."""
        for due in self.claims:
            if due.kind < 0:
                return due
        for due in self.claims:
            if due.either:
                return due
        return None

    def actors(self, game: Position) -> tuple[int, ...]:
        due = self.open_claim()
        return () if due is None else (due.seat,)

    def naming(self) -> bool:
        """Whether the resource has still to be named."""
        due = self.open_claim()
        return due is not None and due.kind < 0

    def question(self, game: Position, seat: int) -> str:
        return "mmn.prompt.nameresource" if self.naming() else self.asks

    def asking(self, game: Position, seat: int) -> Arguments:
        due = self.open_claim()
        if due is None or due.kind < 0:
            return {}
        return {"kind": board.KINDS[due.kind], "commodity": board.KINDS[due.kind + board.PAIR]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        due = self.open_claim()
        assert due is not None
        if due.kind < 0:
            for kind in board.RESOURCES:
                yield ("name", kind)
        else:
            for place in (due.kind, due.kind + board.PAIR):
                yield ("refund", board.KINDS[place])

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("name", word) if self.naming():
                return refusals.kind(word, "resource")
            case ("refund", word) if not self.naming():
                return refusals.kind(word) or Message("mmn.refuse.refund", self.asking(game, seat))
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        due = self.open_claim()
        assert due is not None
        kind = board.KIND[action[1]]
        if due.kind < 0:
            due.kind = kind
        else:
            due.either -= 1
            if kind == due.kind:
                due.resources += 1
            else:
                due.commodities += 1
        game.push(self)

    def run(self, game: Position) -> None:
        """A stack that cannot serve all gives nobody anything (rules 8.3)."""
        claims = [(due.seat, due.kind, due.resources) for due in self.claims if due.resources]
        claims += [(due.seat, due.kind + board.PAIR, due.commodities) for due in self.claims if due.commodities]
        wanted = [0] * len(board.KINDS)
        for _, kind, number in claims:
            wanted[kind] += number
        short = [kind for kind, number in enumerate(wanted) if number > game.state.bank[kind]]
        for kind in short:
            game.emit("short", None, good=board.KINDS[kind])
        for due in self.claims:
            cards = [(kind, number) for seat, kind, number in claims if seat == due.seat and kind not in short]
            hands.receive(game, due.seat, cards, self.why)
