"""Recruiting workers and building ships, which follow one rule with different limits (rules 7.1 and 7.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import AT_LEAST_ONE, FieldAction, Nothing, Position
from engines.notation import number
from engines.steps import Arguments, Verb, Words


class Scale(NamedTuple):
    """The prices and limits of new workers or ships for a player."""

    owned_count: int
    """The number of units that the player has."""
    cap: int
    """The most units that a player may keep."""
    cheap: int
    """The number of new units at the low price of 50, which is the number of churches or shipyards."""
    extra: int
    """The price of each further unit."""

    @property
    def limit(self) -> int:
        """The most units that may be bought: only those at the low price may take the player above ``cap``."""
        return max(self.cheap, self.cap - self.owned_count)

    def price(self, units: int) -> int:
        return board.CHEAP_PRICE * min(units, self.cheap) + self.extra * max(0, units - self.cheap)

    def surplus(self, units: int) -> int:
        """Return how many of ``units`` new units are above ``cap`` and sold to the bank."""
        return max(0, self.owned_count + units - self.cap)


class Recruit(Verb[Position, Any]):
    """Buy a number of units; the price is paid in full before the surplus is sold (ruling 4)."""

    cap: ClassVar[int]
    cheap: ClassVar[str]
    """The name of the player's buildings that supply a unit at the low price."""

    def scale(self, game: Position, seat: int) -> Scale:
        player = game.state.players[seat]
        extra = board.EXTRA_PRICE[game.state.phase]
        return Scale(getattr(player, self.word), self.cap, getattr(player, self.cheap), extra)

    def gain(self, game: Position, seat: int, units: int) -> None:
        raise NotImplementedError

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        scale = self.scale(game, seat)
        money = game.state.players[seat].money
        for units in range(1, scale.limit + 1):
            if scale.price(units) > money:
                return
            yield (str(units),)

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        units = number(*words) if len(words) == 1 else None
        if units is None:
            return None
        if units == 0:
            return AT_LEAST_ONE
        scale = self.scale(game, seat)
        if units > scale.limit:
            limits = {"have": scale.owned_count, "cap": scale.cap, "n": scale.cheap}
            return Message(f"navegador.refuse.{self.word}_cap", limits)
        money = game.state.players[seat].money
        return Message("navegador.refuse.money", {"cost": scale.price(units), "money": money})

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
    """Recruit workers (rules 7.1): each church recruits one for 50; a player keeps at most 9."""

    word = "workers"
    cheap = "churches"
    cap = board.WORKERS_MAX

    def gain(self, game: Position, seat: int, units: int) -> None:
        game.state.players[seat].workers += units


class BuildShips(Recruit):
    """Build ships in Portugal (rules 7.2): each shipyard builds one for 50; at most 7 are on the board."""

    word = "ships"
    cheap = "shipyards"
    cap = board.FLEET

    def gain(self, game: Position, seat: int, units: int) -> None:
        game.add_ships(seat, board.HOME, units)


class Recruiting(FieldAction, kw_only=True):
    """The purchase of units of one kind."""

    def asking(self, game: Position, seat: int) -> Arguments:
        scale: Scale = self.verbs[0].scale(game, seat)  # type: ignore[attr-defined]
        return {"have": scale.owned_count, "cap": scale.cap, "n": scale.cheap, "extra": scale.extra}


class Workers(Recruiting, kw_only=True, tag="Workers"):
    """The choice of a number of new workers."""

    asks = "navegador.prompt.workers"
    verbs = (RecruitWorkers(), Nothing())
    field = "workers"


class Ships(Recruiting, kw_only=True, tag="Ships"):
    """The choice of a number of new ships."""

    asks = "navegador.prompt.ships"
    verbs = (BuildShips(), Nothing())
    field = "ships"
