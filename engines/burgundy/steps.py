"""Steps of a game of Burgundy: choosing boards, phases, rounds and turns; steps of effects are defined in ``verbs``."""

from __future__ import annotations

from collections.abc import Iterable

from engines.burgundy import box, knowledge
from engines.burgundy.estate import BEGINNERS, ESTATES, boards
from engines.burgundy.placement import ANY, die_reach, placements
from engines.burgundy.position import Decision, Position
from engines.burgundy.state import State
from engines.burgundy.verbs.action import Acting, End
from engines.burgundy.verbs.place import ACTIONS, BUY, HIRE, PLACE, SELL, TAKE, WORKERS, Building, Castle
from engines.burgundy.verbs.ship import KeepGoods, MoveMarker, ShipGoods
from engines.burgundy.verbs.storing import Discard, Store
from engines.contract import Message
from engines.steps import Offer, Step, Verb, Words

# -- boards and start castles, in turn order (rules 3) -----------------------------------------------------------------


class Choose(Verb[Position, Decision]):
    """Choose a board.

    In the mode "free" it is any board. In the mode "standard" with the option ``beginners_board`` it is the board that
    was drawn, or the beginners' board.
    """

    word = "board"
    refuses = Message("burgundy.refuse.board")

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        board_drawn = game.state.players[seat].board
        choices = dict.fromkeys((board_drawn, BEGINNERS)) if board_drawn else boards(game.option("boards"))
        return ((board,) for board in choices)

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        game.state.players[seat].board = words[0]
        game.emit("board", seat, board=words[0])


class ChooseBoard(Decision, kw_only=True, tag="ChooseBoard"):
    """The choice of a player board."""

    asks = "burgundy.prompt.chooseboard"
    verbs = (Choose(),)

    def sound(self, game: Position) -> bool:
        """Return whether the choice of the same seat's start castle comes next."""
        index = game.state.stack.index(self)
        return index > 0 and game.state.stack[index - 1] == StartCastle(seat=self.seat)


class Start(Verb[Position, Decision]):
    """Put the start castle on a hex, which brings neither VP nor the effect of a castle (rules 3)."""

    word = "start"

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        return ((hex.id,) for hex in ESTATES[game.state.players[seat].board].by_colour["castle"])

    def fault(self, game: Position, step: Decision, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.start", {"hexes": [hex for (hex,) in self.choices(game, step, seat)]})

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        lay_castle(game.state, seat, words[0])
        game.emit("castle", seat, hex=words[0])


class StartCastle(Decision, kw_only=True, tag="StartCastle"):
    """The choice of the hex for the start castle."""

    asks = "burgundy.prompt.startcastle"
    verbs = (Start(),)

    def sound(self, game: Position) -> bool:
        """Return whether the seat has no castle yet, waits for it once, and has a board or chooses it before."""
        player = game.state.players[self.seat]
        stack = game.state.stack
        has_board = bool(player.board) or ChooseBoard(seat=self.seat) in stack[stack.index(self) + 1 :]
        return not player.covered and has_board and stack.count(self) == 1


def lay_castle(state: State, seat: int, hex: str) -> None:
    """Put a castle of the supply on a hex of a seat's estate."""
    state.players[seat].covered[hex] = state.supplies["castle"].pop()


# -- phases, rounds and turns (rules 4, 5, 6, 11) ----------------------------------------------------------------------


class StartPhase(Step[Position], kw_only=True, tag="StartPhase"):
    """The start of a phase (rules 4).

    The tiles in the depots leave the game, new ones are put there, and the goods of the phase are turned up.
    """

    def run(self, game: Position) -> None:
        state = game.state
        phase = box.PHASES[state.turn // box.ROUNDS]
        for depot, colours in box.filling(state.seats, phase).items():
            state.removed += state.depots[depot]
            state.depots[depot] = [state.supplies[colour].pop() for colour in colours]
        state.coming = state.stacks.pop(0)
        game.emit("phase", barrier=True, phase=phase, goods=list(state.coming))
        game.push(StartRound())


class StartRound(Step[Position], kw_only=True, tag="StartRound"):
    """The start of a round (rules 5).

    All dice are rolled, a goods tile goes to the depot of the white die, and the players' turns follow.
    """

    def run(self, game: Position) -> None:
        state = game.state
        state.turn += 1
        state.order = state.track.order()
        if not game.reports_nothing:
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


END = End()


class Turn(Acting, kw_only=True, tag="Turn"):
    """A turn: two dice actions and at most one purchase, in any order; the player ends it once both dice are used."""

    free = False
    asks = "burgundy.prompt.turn"
    verbs = (*ACTIONS, END)

    def may_buy(self, game: Position) -> bool:
        return True

    def offers(self, game: Position, seat: int) -> list[Offer]:
        """Return the verbs that the seat may choose from, each with its completions.

        The result is that of ``Step.offers``. It is written out for speed: most verbs are ruled out by one look at the
        player.
        """
        player = game.state.players[seat]
        offers: list[Offer] = []
        if player.unused:
            reach = die_reach(player)
            if player.storage and (possible_placements := placements(player, reach)):
                offers.append((PLACE, possible_placements))
            if tiles_to_take := TAKE.completions(game, self, player, reach):
                offers.append((TAKE, tiles_to_take))
            if player.goods and (goods_to_sell := SELL.completions(game, self, player, reach)):
                offers.append((SELL, goods_to_sell))
            offers.append((WORKERS, reach.offered["workers"][ANY]))
        if player.silverlings >= box.PURCHASE_PRICE or knowledge.TRADER in player.knowledge:
            if not BUY.closed(game, self, seat) and (bought := BUY.choices(game, self, seat)):
                offers.append((BUY, bought))
            if not HIRE.closed(game, self, seat) and (hired := HIRE.choices(game, self, seat)):
                offers.append((HIRE, hired))
        if not player.unused:
            offers.append((END, ((),)))
        return offers

    def open(self, game: Position, seat: int) -> tuple[str, ...]:
        """Return the verbs of which more is legal than is listed; empty once the dice are used."""
        return super().open(game, seat) if game.state.players[seat].unused else ()


class EndRound(Step[Position], kw_only=True, tag="EndRound"):
    """The end of a round; after five rounds also of the phase, with the income of the mines, or of the game."""

    def run(self, game: Position) -> None:
        state = game.state
        if state.round < box.ROUNDS:
            game.push(StartRound())
            return
        for seat in state.order:  # rules 11: a silverling for each mine, with knowledge 2 a worker too
            player = state.players[seat]
            if mines := player.mines:
                player.silverlings += mines
                game.emit("income", seat, count=mines)
                if knowledge.MINE_WORKERS in player.knowledge:
                    game.receive_workers(seat, knowledge.MINE_WORKERS, mines)
        if state.phase == box.PHASES[-1]:
            game.finish()
        else:
            game.push(StartPhase())


Frame = ChooseBoard | StartCastle | StartPhase | StartRound | Turn | EndRound
AnyStep = Frame | Discard | Store | Castle | Building | ShipGoods | KeepGoods | MoveMarker
