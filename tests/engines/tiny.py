"""A game of nothing but corners: secret simultaneous choices, dice, an open kind of action, chance after a choice.

It proves that the contract and its suite know no particular game.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Self

from engines import contract
from engines.contract import Area, Game, Message, Option, Score
from engines.notation import number
from engines.randomness import Dice
from engines.steps import Decision, Pass, Step, Verb, Words

ROUNDS = 4
MOST = 1_000_000
"""The most that may be wagered."""


class HidePebbles(Verb["Pebbles", "Hide"]):
    """One to three, in secret."""

    word = "hide"

    def choices(self, game: Pebbles, step: Hide, seat: int) -> Iterable[Words]:
        return ((str(count),) for count in range(1, 4))

    def do(self, game: Pebbles, step: Hide, seat: int, words: Words) -> None:
        count = game.state.hidden[seat] = int(words[0])
        game.emit("hid", seat)
        game.emit_only("chose", seat, seen_by=(seat,), barrier=False, count=count)
        game.push(step if None in game.state.hidden else Reveal())


class Hide(Step["Pebbles"], kw_only=True, tag="Hide"):
    """Everybody hides pebbles at the same time."""

    asks = "pebbles.prompt.hide"
    verbs = (HidePebbles(),)

    def actors(self, game: Pebbles) -> tuple[int, ...]:
        return tuple(seat for seat in range(game.state.seats) if game.state.hidden[seat] is None)


class Reveal(Step["Pebbles"], kw_only=True, tag="Reveal"):
    """The dice are rolled; who hid as many as they show gets a point, the highest seat among them may wager."""

    def run(self, game: Pebbles) -> None:
        state = game.state
        rolled = state.dice.roll(3)
        hidden = [count for count in state.hidden if count is not None]
        game.emit("rolled", barrier=True, eyes=rolled)
        for seat, count in enumerate(hidden):
            game.emit("showed", seat, count=count)
        winners = [seat for seat, count in enumerate(hidden) if count == rolled]
        for seat in winners:
            state.points[seat] += 1
        state.hidden = [None] * state.seats
        if state.turn == ROUNDS:
            game.finish()
            return
        state.turn += 1
        game.push(Hide())
        if winners and game.option("wager") == "yes":
            game.push(Wager(seat=winners[-1]))


class WagerPebbles(Verb["Pebbles", "Wager"]):
    """Any even number of pebbles from 2 to a million: too many to list."""

    word = "wager"

    def choices(self, game: Pebbles, step: Wager, seat: int) -> Iterable[Words]:
        return ()

    def unlisted(self, game: Pebbles, step: Wager, seat: int) -> bool:
        return True

    def fault(self, game: Pebbles, step: Wager, seat: int, words: Words) -> Message | None:
        match words:
            case (count,) if (number(count) or 1) % 2 == 0 and int(count) <= MOST:
                return None
        return Message("pebbles.refuse.wager", {"n": MOST})

    def do(self, game: Pebbles, step: Wager, seat: int, words: Words) -> None:
        game.emit("wagered", seat, count=int(words[0]))


class Wager(Decision["Pebbles"], kw_only=True, tag="Wager"):
    """Who was right may wager pebbles, or none."""

    asks = "pebbles.prompt.wager"
    verbs = (WagerPebbles(), Pass())


class PebblesState(contract.State, kw_only=True):
    points: list[int]
    hidden: list[int | None]
    stack: list[Hide | Reveal | Wager] = []


class PebblesView(contract.View, kw_only=True):
    points: list[int]
    mine: int | None


class Pebbles(Game):
    key = "pebbles"
    seats = range(2, 4)
    options = (Option("wager", ("yes", "no")),)
    longest = 50
    state_type = PebblesState
    state: PebblesState

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> PebblesState:
        return PebblesState(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            turn=1,
            points=[0] * seats,
            hidden=[None] * seats,
            stack=[Hide()],
        )

    def view(self, seat: int | None) -> PebblesView:
        state = self.state
        return PebblesView(
            **self.base_view(seat),
            points=list(state.points),
            mine=None if seat is None else state.hidden[seat],
        )

    def describe(self, seat: int | None) -> list[Message]:
        points = enumerate(self.state.points)
        return [Message("pebbles.describe.points", {"seat": owner, "count": count}) for owner, count in points]

    def areas(self, seat: int | None) -> list[Area]:
        return [Area(Message("pebbles.area.pebbles"), self.describe(seat))]

    def scores(self) -> list[Score]:
        return [Score(seat, points, {"pebbles": points}) for seat, points in enumerate(self.state.points)]

    def ranking(self) -> list[int]:
        return sorted(range(self.state.seats), key=lambda seat: -self.state.points[seat])

    def validate(self) -> list[str]:
        return [] if len(self.state.points) == len(self.state.hidden) == self.state.seats else ["wrong lengths"]

    def audit(self) -> list[str]:
        return [f"{count} pebbles hidden" for count in self.state.hidden if count not in (None, 1, 2, 3)]

    def determinize(self, seat: int | None, rng: Random) -> Self:
        game = self.copy()
        game.state.dice = Dice.drawn(rng)
        for owner, count in enumerate(game.state.hidden):
            if owner != seat and count is not None:
                game.state.hidden[owner] = rng.randint(1, 3)
        return game
