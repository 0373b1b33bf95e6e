"""The frame of phases and rounds: filling depots, rolling dice, closing (rules 4, 5, 11)."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.knowledge import MINE_WORKERS
from engines.burgundy.position import Position
from engines.burgundy.steps.turn import Turn
from engines.steps import Step


class StartPhase(Step[Position], kw_only=True, tag="StartPhase"):
    """Tiles left over leave the game, depots are filled, the goods of the phase are turned up (rules 4)."""

    def run(self, game: Position) -> None:
        state = game.state
        phase = box.PHASES[state.turn // box.ROUNDS]
        for depot in (*box.DEPOTS, box.BLACK):
            state.removed += state.depots[depot]
            if depot == box.BLACK:
                colours = [box.BLACK] * box.black_tiles(state.seats)
            else:
                colours = box.depot_colours(depot, state.seats, phase)
            state.depots[depot] = [state.supplies[colour].pop() for colour in colours]
        state.coming = state.stacks.pop(0)
        game.emit("phase", barrier=True, phase=phase, goods=list(state.coming))
        game.push(StartRound())


class StartRound(Step[Position], kw_only=True, tag="StartRound"):
    """All dice are rolled, a goods tile goes to the depot of the white die, turns follow in order (rules 5)."""

    def run(self, game: Position) -> None:
        state = game.state
        state.turn += 1
        state.order = state.track.order()
        game.emit("round", phase=state.phase, round=state.round, seats=[str(seat) for seat in state.order])
        for seat in state.order:
            player = state.players[seat]
            player.rolled = [state.dice.roll(), state.dice.roll()]
            player.unused = sorted(player.rolled)
            game.emit("rolled", seat, barrier=True, first=player.rolled[0], second=player.rolled[1])
        state.white = state.dice.roll()
        goods = state.coming.pop(0)
        lying = state.lying[str(state.white)]
        lying[goods] = lying.get(goods, 0) + 1
        game.emit("white", state.order[0], value=state.white, goods=goods)
        game.push(*(Turn(seat=seat) for seat in state.order), EndRound())


class EndRound(Step[Position], kw_only=True, tag="EndRound"):
    """After the fifth round the phase ends with the income of the mines; after phase E the game does."""

    def run(self, game: Position) -> None:
        state = game.state
        if state.round < box.ROUNDS:
            game.push(StartRound())
            return
        for seat in state.order:
            mine_income(game, seat)
        if state.phase == box.PHASES[-1]:
            game.finish()
        else:
            game.push(StartPhase())


def mine_income(game: Position, seat: int) -> None:
    """Rules 11: a silverling for each mine, with knowledge 2 a worker too."""
    player = game.state.players[seat]
    mines = sum(tile == "mine" for tile in player.covered.values())
    if mines:
        player.silverlings += mines
        game.emit("income", seat, count=mines)
        if MINE_WORKERS in player.knowledge:
            game.receive_workers(seat, MINE_WORKERS, mines)
