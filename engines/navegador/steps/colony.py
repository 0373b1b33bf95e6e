"""Founding colonies (rules 7.4): one token at a time, the cheapest of its region."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import DONE, Decision

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


class Colony(Decision, kw_only=True, tag="Colony"):
    """``taken``: tokens already taken in this action, by region; each binds a ship there and two workers."""

    asks = "navegador.prompt.colony"

    taken: dict[str, int] = {}

    def asking(self, game: Navegador, seat: int) -> dict[str, int | str | list[str]]:
        return {"n": self.workers_free(game) // board.WORKERS_PER_COLONY}

    def workers_free(self, game: Navegador) -> int:
        return game.state.players[self.seat].workers - board.WORKERS_PER_COLONY * sum(self.taken.values())

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        state, player = game.state, game.state.players[seat]
        if self.workers_free(game) >= board.WORKERS_PER_COLONY:
            for region in board.REGIONS:
                if player.fleet.get(region, 0) > self.taken.get(region, 0):
                    tokens = state.stacks.get(region)
                    if tokens and tokens[0] <= player.money:
                        yield ("colony", region)
        yield DONE

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        state, player = game.state, game.state.players[seat]
        match action:
            case ("colony", region) if region in board.REGIONS:
                if region not in state.discovered:
                    return Message("navegador.refuse.not_discovered", {"region": region})
                if not state.stacks.get(region):
                    return Message("navegador.refuse.no_colony", {"region": region})
                if player.fleet.get(region, 0) <= self.taken.get(region, 0):
                    return Message("navegador.refuse.no_free_ship", {"region": region})
                if self.workers_free(game) < board.WORKERS_PER_COLONY:
                    return Message("navegador.refuse.workers", {"need": board.WORKERS_PER_COLONY})
                return Message("navegador.refuse.money", {"cost": state.stacks[region][0], "money": player.money})
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("colony", region):
                good, cost = board.REGIONS[region].good or "", game.state.stacks[region][0]
                return Message("navegador.hint.colony", {"good": good, "cost": cost})
        return None

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        if action == DONE:
            if not self.taken:
                game.emit("passed", seat, action="colony")
            return
        region, player = action[1], game.state.players[seat]
        good = board.REGIONS[region].good
        assert good is not None
        cost = game.state.stacks[region].pop(0)
        player.money -= cost
        player.colonies[good] += 1
        game.emit("colony", seat, region=region, good=good, price=cost)
        game.push(Colony(seat=seat, taken=self.taken | {region: self.taken.get(region, 0) + 1}))
