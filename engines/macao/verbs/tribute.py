"""Buying prestige at the tribute value of the round (rules 5.5)."""

from __future__ import annotations

from typing import Any

from engines.contract import Message
from engines.macao import board
from engines.macao.position import Position
from engines.macao.verbs.cubes import trigger
from engines.steps import Verb, Words

_ONE_PURCHASE = Message("macao.refuse.one_purchase")


class Tribute(Verb[Position, Any]):
    """Buy prestige at the tribute value, once a round, twice with the Diplomat.

    Buying 0 prestige for 0 gold is legal if a ruling allows it, and matters because the Gesandter reacts to it.
    """

    word = "tribute"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        player = game.state.players[seat]
        display = game.state.display
        bought = player.this_round.purchases
        if bought and bought > game.powers(seat).allowances.get("tribute_purchase", 0):
            return _ONE_PURCHASE
        if player.gold < display.gold:
            return Message("macao.refuse.gold", {"cost": display.gold, "gold": player.gold})
        if not (display.gold or display.prestige or board.RULINGS.tribute_buy_at_zero_allowed):
            return Message("macao.refuse.brings_nothing")
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        display = game.state.display
        return Message("macao.hint.tribute", {"gold": display.gold, "prestige": display.prestige})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        display = game.state.display
        player.gold -= display.gold
        player.this_round.purchases += 1
        game.receive_prestige(seat, display.prestige, "tribute")
        game.emit("tribute", seat, gold=display.gold, prestige=display.prestige)
        if display.gold or display.prestige or board.RULINGS.botschaft_on_zero_tribute:
            trigger(game, seat, "tribute_purchase")
