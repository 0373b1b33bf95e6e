"""Steps C to E: the storage stack, progress cards by dice, what the hexes yield (rules 8 to 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engines.contract import Message
from engines.mmn import board, hands, refusals, scoring
from engines.mmn.position import Position
from engines.mmn.state import Building
from engines.mmn.verbs.action import Decision, OneWord, Question, Step, unfit
from engines.mmn.verbs.cards import draw_card, gain_card
from engines.mmn.verbs.giving import TakeFree
from engines.steps import Arguments, Verb, Words


class Due(msgspec.Struct, kw_only=True):
    """What a seat is owed: resources R, commodities K, and cards of either kind by its owner's choice."""

    seat: int
    resources: int = 0
    commodities: int = 0
    either: int = 0
    kind: int = -1
    """R; -1: its owner has still to name it (gold mode "choice")."""


def clearing_next(game: Position) -> bool:
    """With the next space of the ship (rules 6.1, ruling 24.8)."""
    return game.state.ship + 1 == board.CLEARING_AT


class Clearing(Step, kw_only=True, tag="Clearing"):
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
    free = card == board.RESOURCES[board.NUGGET] and game.state.options["gold_mode"] == "choice"
    for due in claims:
        due.kind = -1 if free else board.KIND[card]
    if claims:
        game.push(PayOut(claims=list(claims), why=why))


class NameResource(OneWord["PayOut"]):
    """What a nugget stands for (ruling 24.1)."""

    word = "name"

    def choices(self, game: Position, step: PayOut, seat: int) -> Iterable[Words]:
        return ((kind,) for kind in board.RESOURCES)

    def unfit(self, game: Position, step: PayOut, seat: int, word: str) -> Message | None:
        return refusals.kind(word, "resource")

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
        return refusals.kind(word) or Message("mmn.refuse.refund", step.asking(game, seat))

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

    naming, choosing = (NameResource(),), (TakeRefund(),)

    claims: list[Due]
    why: str
    """ "clearing" or "emergency"."""

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


LOOK_LEVEL, FREE_LEVEL = 3, 5
"""Magic 3: look at two cards; magic 5: any deck."""


class Progress(Step, kw_only=True, tag="Progress"):
    """Who has the level that the red die asks for draws, clockwise (rules 9.1)."""

    def run(self, game: Position) -> None:
        track = board.TRACK[game.state.now.colour]
        game.push(*(DrawByDice(seat=seat, track=track) for seat in game.clockwise() if entitled(game, seat, track)))


def entitled(game: Position, seat: int, track: int) -> bool:
    """Rules 17.6, or the literal reading of the red die (ruling 24.3)."""
    level, red = game.state.players[seat].levels[track], game.state.now.red
    if game.state.options["progress_threshold"] == "literal":
        return level >= red
    return red <= board.DRAW_AT_MOST[track][level]


class DrawFrom(OneWord[Any]):
    """A deck that is not empty; the one that was rolled comes first."""

    word = "deck"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        decks = (track for track in board.TRACKS if game.state.decks[track])
        return ((track,) for track in sorted(decks, key=lambda track: track != step.rolled))

    def unfit(self, game: Position, step: Any, seat: int, word: str) -> Message | None:
        return refusals.deck(game, word)

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        step.draw(game, words[0])


class DrawByDice(Decision, kw_only=True, tag="DrawByDice"):
    """Which deck, with magic level 5; then the card, or one of two with magic level 3."""

    asks = "mmn.prompt.choosedeck"
    fills = {"track": "rolled"}
    verbs = (DrawFrom(),)

    track: int

    @property
    def rolled(self) -> str:
        return board.TRACKS[self.track]

    def actors(self, game: Position) -> tuple[int, ...]:
        free = game.state.players[self.seat].levels[board.MAGIC] >= FREE_LEVEL
        return (self.seat,) if free and any(game.state.decks.values()) else ()

    def run(self, game: Position) -> None:
        if game.state.decks[self.rolled]:
            self.draw(game, self.rolled)

    def draw(self, game: Position, deck: str) -> None:
        if game.state.players[self.seat].levels[board.MAGIC] >= LOOK_LEVEL and len(game.state.decks[deck]) > 1:
            game.emit("looked", self.seat, barrier=True, deck=deck, count=2)
            game.push(KeepOne(seat=self.seat, deck=deck))
        else:
            draw_card(game, self.seat, deck)
            scoring.recheck(game)


class Keep(Verb[Position, "KeepOne"]):
    """Named by number and name, for both may be the same."""

    word = "pick"

    def choices(self, game: Position, step: KeepOne, seat: int) -> Iterable[Words]:
        return ((str(number), card) for number, card in enumerate(step.cards(game), 1))

    def fault(self, game: Position, step: KeepOne, seat: int, words: Words) -> Message:
        return Message("mmn.refuse.not_looked_at", {"count": len(step.cards(game))})

    def do(self, game: Position, step: KeepOne, seat: int, words: Words) -> None:
        deck = game.state.decks[step.deck]
        first, second = deck.pop(), deck.pop()
        kept, other = (first, second) if words[0] == "1" else (second, first)
        deck.insert(0, other)
        gain_card(game, seat, kept)
        scoring.recheck(game)


class KeepOne(Decision, kw_only=True, tag="KeepOne"):
    """One of the top two cards, which stay on the deck until then; the other goes under it."""

    asks = "mmn.prompt.keepone"
    fills = {"deck": "deck"}
    verbs = (Keep(),)

    deck: str

    def cards(self, game: Position) -> list[str]:
        """The cards looked at, the top one first."""
        return game.state.decks[self.deck][:-3:-1]

    def faults(self, game: Position) -> list[str]:
        return super().faults(game) or unfit(self, deck=len(self.cards(game)) == 2)


ONE_LEVEL, TWO_LEVEL = 3, 5
"""Science 3 and 5."""


class Production(Step, kw_only=True, tag="Production"):
    """What the hexes of the roll yield; nobody decides anything but where gold or consolation is chosen."""

    def run(self, game: Position) -> None:
        state = game.state
        gains = yields(game, state.now.red + state.now.white)
        free = [0] * state.seats
        if state.options["gold_mode"] == "choice":
            for seat, cards in gains.items():
                free[seat], cards[board.NUGGET] = cards[board.NUGGET], 0
        if gains:
            ration(game, gains)
            for seat in game.clockwise():
                if seat in gains and any(gains[seat]):
                    hands.receive(game, seat, enumerate(gains[seat]), "production")
        consoled = [0] * state.seats
        for seat in game.clockwise():
            science = state.players[seat].levels[board.SCIENCE]
            if science >= ONE_LEVEL and not free[seat] and not any(gains.get(seat, ())):
                consoled[seat] = 2 if science >= TWO_LEVEL else 1
        game.push(TakeFree(free=free, why="gold"), TakeFree(free=consoled, why="consolation"))


def yields(game: Position, total: int) -> dict[int, list[int]]:
    """Cards by seat and kind that a sum yields, whatever the bank holds."""
    state, network = game.state, game.network
    gains: dict[int, list[int]] = {}
    for place in game.hexes_with(total):
        if place == state.robber:
            continue
        cursed = any(curse.hex == place for curse in state.curses)
        kind = game.terrain_kind(place)
        for node in game.geometry.hex_nodes[place]:
            building = network.building[node]
            if building is None:
                continue
            seat = network.builder[node]
            if cursed and state.players[seat].levels[board.MAGIC] < board.UNCURSED_LEVEL:
                continue
            cards = gains.get(seat)
            if cards is None:
                cards = gains[seat] = [0] * len(board.KINDS)
            resources, commodities = slot_yield(game, seat, building, place)
            cards[kind] += resources
            cards[kind + board.PAIR] += commodities
    return gains


def slot_yield(game: Position, seat: int, building: Building, place: int) -> tuple[int, int]:
    """Resources and commodities of a building from one hex (rules 10.1, 16)."""
    city = building.city and not building.sabotaged
    base = board.YIELDS.city if city else board.YIELDS.settlement
    resources, commodities = base.resource, base.commodity
    if (building.servants or building.journeymen) and not game.state.players[seat].famine:
        servant, journeyman = board.YIELDS.servant_bonus, board.YIELDS.journeyman_bonus
        if place in building.servants or (place in building.journeymen and building.sabotaged):
            resources += servant.resource
        elif place in building.journeymen:
            commodities += journeyman.commodity
            if game.state.options["journeyman_keeps_servant_bonus"] == "on":
                resources += servant.resource
    return resources, commodities


def ration(game: Position, gains: dict[int, list[int]]) -> None:
    """A kind that the bank cannot give to all is given to nobody (rules 10.2, ruling 24.9)."""
    bank = game.state.bank
    totals = [sum(column) for column in zip(*gains.values(), strict=True)]
    if all(map(int.__le__, totals, bank)):
        return
    for kind, total in enumerate(totals):
        if total <= bank[kind]:
            continue
        game.emit("short", None, good=board.KINDS[kind])
        wanted = [seat for seat, cards in gains.items() if cards[kind]]
        rest = len(wanted) == 1 and game.state.options["shortage_single_claimant_gets_rest"] == "on"
        for seat in wanted:
            gains[seat][kind] = bank[kind] if rest else 0
