"""A player's turn: two dice actions and at most one purchase, in any order (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.burgundy import box, placement
from engines.burgundy.steps import actions
from engines.burgundy.steps.decision import Decision
from engines.burgundy.steps.refusals import why_not
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy

END: Action = ("end",)


class Turn(Decision, kw_only=True, tag="Turn"):
    """One turn; it goes on until both dice are used and the player ends it."""

    asks = "burgundy.prompt.turn"

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        player = game.state.players[seat]
        if player.unused:
            yield from placement.by_die(player)
            numbers = placement.die_ways(player, "take")
            for depot in box.DEPOTS:
                for how in numbers[int(depot)]:
                    for tile in dict.fromkeys(game.state.depots[depot]):
                        yield ("take", depot, tile, *how)
            if player.goods:
                numbers = placement.die_ways(player, "sell")
                for goods in box.GOODS:
                    if goods in player.goods:
                        for how in numbers[box.DIE_OF[goods]]:
                            yield ("sell", goods, *how)
            for die in dict.fromkeys(player.unused):
                yield ("workers", "die", str(die))
        yield from actions.purchases(game, seat)
        if not player.unused:
            yield END

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        if action == END:
            return Message("burgundy.refuse.dice_left", {"n": len(game.state.players[seat].unused)})
        return why_not(game, seat, action, "turn")

    def hint(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return actions.hint(game, seat, action)

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        player = game.state.players[seat]
        if action == END:
            player.purchased = player.hired = False
            return
        game.push(self)
        if "die" not in action:
            actions.carry_out(game, seat, action)
            return
        at = action.index("die")
        die, *paid = action[at + 1 :]
        player.unused.remove(int(die))
        if paid:
            player.workers -= int(paid[1])
            game.emit("turned", seat, die=int(die), count=int(paid[1]))
        actions.carry_out(game, seat, action[:at])
