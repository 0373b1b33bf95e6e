"""Recruiting workers and building ships: one rule, two scales (rules 7.1 and 7.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import AT_LEAST_ONE, FieldAction, Nothing, Position
from engines.notation import number
from engines.steps import Arguments, Verb, Words


class Scale(NamedTuple):
    """Units now and their cap; how many are had for 50 (churches or shipyards), the price of any further one."""

    have: int
    cap: int
    cheap: int
    extra: int

    @property
    def most(self) -> int:
        """Only units had for 50 may exceed the cap."""
        return max(self.cheap, self.cap - self.have)

    def price(self, units: int) -> int:
        return board.CHEAP_PRICE * min(units, self.cheap) + self.extra * max(0, units - self.cheap)

    def surplus(self, units: int) -> int:
        """How many of so many new units are sold to the bank."""
        return max(0, self.have + units - self.cap)


class Recruit(Verb[Position, Any]):
    """So many units of one kind; the price is paid in full before the surplus is sold (ruling 4)."""

    cap: ClassVar[int]
    cheap: ClassVar[str]
    """What recruits or builds for 50."""

    def scale(self, game: Position, seat: int) -> Scale:
        player = game.state.players[seat]
        extra = board.EXTRA_PRICE[game.state.phase]
        return Scale(getattr(player, self.word), self.cap, getattr(player, self.cheap), extra)

    def gain(self, game: Position, seat: int, units: int) -> None:
        raise NotImplementedError

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        scale = self.scale(game, seat)
        money = game.state.players[seat].money
        for units in range(1, scale.most + 1):
            if scale.price(units) > money:
                return
            yield (str(units),)

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        units = number(*words) if len(words) == 1 else None
        scale = self.scale(game, seat)
        if not units:
            return None if units is None else AT_LEAST_ONE
        if units > scale.most:
            cap = {"have": scale.have, "cap": scale.cap, "n": scale.cheap}
            return Message(f"navegador.refuse.{self.word}_cap", cap)
        cost = {"cost": scale.price(units), "money": game.state.players[seat].money}
        return Message("navegador.refuse.money", cost)

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        scale = self.scale(game, seat)
        units = int(words[0])
        cost = scale.price(units)
        income = scale.surplus(units) * board.RESALE
        if income:
            return Message("navegador.hint.pay_and_sell", {"cost": cost, "income": income})
        return Message("navegador.hint.pay", {"cost": cost})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        scale = self.scale(game, seat)
        units = int(words[0])
        cost = scale.price(units)
        surplus = scale.surplus(units)
        income = surplus * board.RESALE
        game.state.players[seat].money += income - cost
        self.gain(game, seat, units - surplus)
        game.emit(self.word, seat, count=units, paid=cost)
        if surplus:
            game.emit("surplus", seat, count=surplus, income=income)


class RecruitWorkers(Recruit):
    """Rules 7.1: each church recruits one for 50; at most 9."""

    word = "workers"
    cheap = "churches"
    cap = board.WORKERS_MAX

    def gain(self, game: Position, seat: int, units: int) -> None:
        game.state.players[seat].workers += units


class BuildShips(Recruit):
    """Rules 7.2: each shipyard builds one for 50; at most 7 on the board, new ones in Portugal."""

    word = "ships"
    cheap = "shipyards"
    cap = board.FLEET

    def gain(self, game: Position, seat: int, units: int) -> None:
        game.add_ships(seat, board.HOME, units)


class Recruiting(FieldAction, kw_only=True):
    """Units of one kind are bought."""

    def asking(self, game: Position, seat: int) -> Arguments:
        scale: Scale = self.verbs[0].scale(game, seat)  # type: ignore[attr-defined]
        return {"have": scale.have, "cap": scale.cap, "n": scale.cheap, "extra": scale.extra}


class Workers(Recruiting, kw_only=True, tag="Workers"):
    """How many workers?"""

    asks = "navegador.prompt.workers"
    verbs = (RecruitWorkers(), Nothing())
    field = "workers"


class Ships(Recruiting, kw_only=True, tag="Ships"):
    """How many ships?"""

    asks = "navegador.prompt.ships"
    verbs = (BuildShips(), Nothing())
    field = "ships"
