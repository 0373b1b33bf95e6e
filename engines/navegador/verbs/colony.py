"""Founding colonies (rules 7.4): one token at a time, the cheapest of its region."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.decision import Enough, FieldAction
from engines.steps import Arguments, Verb, Words


class Found(Verb[Position, "Colony"]):
    """A token for a ship there, two workers and its price."""

    word = "colony"

    def closed(self, game: Position, step: Colony, seat: int) -> Message | None:
        if step.workers_free(game) < board.WORKERS_PER_COLONY:
            return Message("navegador.refuse.workers", {"need": board.WORKERS_PER_COLONY})
        return None

    def choices(self, game: Position, step: Colony, seat: int) -> Iterable[Words]:
        player, stacks = game.state.players[seat], game.state.stacks
        for region in board.REGIONS:
            if player.fleet.get(region, 0) > step.taken.get(region, 0):
                tokens = stacks.get(region)
                if tokens and tokens[0] <= player.money:
                    yield (region,)

    def fault(self, game: Position, step: Colony, seat: int, words: Words) -> Message | None:
        state, player = game.state, game.state.players[seat]
        match words:
            case (region,) if region in board.REGIONS:
                if region not in state.discovered:
                    return Message("navegador.refuse.not_discovered", {"region": region})
                if not state.stacks.get(region):
                    return Message("navegador.refuse.no_colony", {"region": region})
                if player.fleet.get(region, 0) <= step.taken.get(region, 0):
                    return Message("navegador.refuse.no_free_ship", {"region": region})
                return Message("navegador.refuse.money", {"cost": state.stacks[region][0], "money": player.money})
        return None

    def hint(self, game: Position, step: Colony, seat: int, words: Words) -> Message:
        (region,) = words
        good, cost = board.REGIONS[region].good or "", game.state.stacks[region][0]
        return Message("navegador.hint.colony", {"good": good, "cost": cost})

    def do(self, game: Position, step: Colony, seat: int, words: Words) -> None:
        (region,), player = words, game.state.players[seat]
        good = board.REGIONS[region].good
        assert good is not None
        cost = game.state.stacks[region].pop(0)
        player.money -= cost
        player.colonies[good] += 1
        game.emit("colony", seat, region=region, good=good, price=cost)
        step.taken = step.taken | {region: step.taken.get(region, 0) + 1}
        game.push(step)


class Colony(FieldAction, kw_only=True, tag="Colony"):
    """``taken``: tokens already taken in this action, by region; each binds a ship there and two workers."""

    asks = "navegador.prompt.colony"
    verbs = (Found(), Enough())
    field = "colony"

    taken: dict[str, int] = {}

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.workers_free(game) // board.WORKERS_PER_COLONY}

    def workers_free(self, game: Position) -> int:
        return game.state.players[self.seat].workers - board.WORKERS_PER_COLONY * sum(self.taken.values())

    def begun(self) -> bool:
        return bool(self.taken)

    def sound(self, game: Position) -> bool:
        fleet = game.state.players[self.seat].fleet
        served = all(0 < tokens <= fleet.get(region, 0) for region, tokens in self.taken.items())
        return served and self.workers_free(game) >= 0
