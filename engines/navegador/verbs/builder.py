"""Founding colonies and buying buildings (rules 7.4, 7.5): one at a time, the cheapest of its region or row."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import Enough, FieldAction, Position
from engines.steps import Arguments, Verb, Words


class Found(Verb[Position, "Colony"]):
    """Found a colony: take the cheapest token of a region for its price, with a ship there and two workers."""

    word = "colony"

    def closed(self, game: Position, step: Colony, seat: int) -> Message | None:
        if step.workers_free(game) < board.WORKERS_PER_COLONY:
            free = step.workers_free(game)
            return Message("navegador.refuse.workers", {"need": board.WORKERS_PER_COLONY, "have": free})
        return None

    def choices(self, game: Position, step: Colony, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        stacks = game.state.stacks
        for region in board.REGIONS:
            if player.fleet.get(region, 0) > step.taken.get(region, 0):
                tokens = stacks.get(region)
                if tokens and tokens[0] <= player.money:
                    yield (region,)

    def fault(self, game: Position, step: Colony, seat: int, words: Words) -> Message | None:
        state = game.state
        player = game.state.players[seat]
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
        good = board.REGIONS[region].good or ""
        cost = game.state.stacks[region][0]
        return Message("navegador.hint.colony", {"good": good, "cost": cost})

    def do(self, game: Position, step: Colony, seat: int, words: Words) -> None:
        (region,) = words
        player = game.state.players[seat]
        good = board.REGIONS[region].good
        assert good is not None
        cost = game.state.stacks[region].pop(0)
        player.money -= cost
        player.colonies[good] += 1
        game.emit("colony", seat, region=region, good=good, price=cost)
        step.taken = step.taken | {region: step.taken.get(region, 0) + 1}
        game.push(step)


class Colony(FieldAction, kw_only=True, tag="Colony"):
    """The founding of colonies, one at a time."""

    asks = "navegador.prompt.colony"
    verbs = (Found(), Enough())
    field = "colony"

    taken: dict[str, int] = {}
    """The number of tokens taken in this action by region; each binds a ship there and two workers."""

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


class Build(Verb[Position, "Builder"]):
    """Buy the cheapest building of a row for its price, with the workers that it binds for the action."""

    word = "build"

    def choices(self, game: Position, step: Builder, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        buildings = game.state.buildings
        free = player.workers - step.busy
        money = player.money
        for row, building in board.BUILDINGS.items():
            if building.workers <= free and buildings[row] and price(game, row) <= money:
                yield (row,)

    def fault(self, game: Position, step: Builder, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        match words:
            case (row,) if row in board.BUILDINGS:
                if not game.state.buildings[row]:
                    return Message("navegador.refuse.sold_out", {"row": row})
                need = board.BUILDINGS[row].workers
                free = player.workers - step.busy
                if need > free:
                    return Message("navegador.refuse.workers", {"need": need, "have": free})
                return Message("navegador.refuse.money", {"cost": price(game, row), "money": player.money})
            case (_, _, *_) if set(words) <= set(board.BUILDINGS):
                return self.too_many(game, player.workers - step.busy, player.money, words)
        return None

    def too_many(self, game: Position, free: int, money: int, rows: Words) -> Message:
        """Return why several buildings cannot be bought: too little is left, or they are bought one by one."""
        return self.beyond(game, free, money, rows) or Message("navegador.refuse.one_by_one", {"row": rows[0]})

    def beyond(self, game: Position, free: int, money: int, rows: Words) -> Message | None:
        """Return why buildings cannot be bought one after the other with so many free workers and so much money."""
        prices_by_row = {row: prices(game, row) for row in rows}
        if sold_out := next((row for row in rows if rows.count(row) > len(prices_by_row[row])), None):
            return Message("navegador.refuse.sold_out", {"row": sold_out})
        need = sum(board.BUILDINGS[row].workers for row in rows)
        if need > free:
            return Message("navegador.refuse.workers_together", {"need": need, "have": free})
        cost = sum(sum(row_prices[: rows.count(row)]) for row, row_prices in prices_by_row.items())
        if cost > money:
            return Message("navegador.refuse.money", {"cost": cost, "money": money})
        return None

    def limit(self, game: Position, step: Builder, seat: int, row: str) -> int:
        """Return how many buildings of a row can be bought one after the other."""
        player = game.state.players[seat]
        count = 0
        while self.beyond(game, player.workers - step.busy, player.money, (row,) * (count + 1)) is None:
            count += 1
        return count

    def hint(self, game: Position, step: Builder, seat: int, words: Words) -> Message:
        (row,) = words
        return Message("navegador.hint.build", {"cost": price(game, row), "workers": board.BUILDINGS[row].workers})

    def do(self, game: Position, step: Builder, seat: int, words: Words) -> None:
        (row,) = words
        player = game.state.players[seat]
        buildings = game.state.buildings
        building = board.BUILDINGS[row]
        cost = price(game, row)
        player.money -= cost
        buildings[row] -= 1
        if building.good is not None:
            player.factories[building.good] += 1
        elif building.kind == "shipyard":
            player.shipyards += 1
        else:
            player.churches += 1
        game.emit("build", seat, row=row, price=cost)
        if not any(buildings.values()):
            game.trigger_end("buildings", seat)
        step.busy += building.workers
        game.push(step)


class Builder(FieldAction, kw_only=True, tag="Builder"):
    """The purchase of buildings, one at a time."""

    asks = "navegador.prompt.builder"
    verbs = (Build(), Enough())
    field = "builder"

    busy: int = 0
    """The number of workers that the buildings of this action bind."""

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": game.state.players[self.seat].workers - self.busy}

    def begun(self) -> bool:
        return self.busy > 0

    def sound(self, game: Position) -> bool:
        return 0 <= self.busy <= game.state.players[self.seat].workers


def price(game: Position, row: str) -> int:
    """Return the price of the cheapest building in a row, which must not be empty."""
    state = game.state
    return board.BUILDINGS[row].prices_left_to_right[board.ON_BOARD[state.seats][row] - state.buildings[row]]


def prices(game: Position, row: str) -> list[int]:
    """Return the prices of the buildings in a row, the cheapest first."""
    number = game.state.buildings[row]
    return board.building_prices(row, game.state.seats)[-number:] if number else []
