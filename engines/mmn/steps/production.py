"""Step E: yields, shortage, the choice of gold rivers, consolation (rules 10)."""

from __future__ import annotations

from engines.mmn import board, hands
from engines.mmn.position import Position
from engines.mmn.state_parts import Building
from engines.mmn.verbs.decision import Step
from engines.mmn.verbs.together import TakeFree

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
        for node in game.size.geometry.hex_nodes[place]:
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
