"""Phase 3: a player's turn, any actions in any order until the player passes (rules 4.3 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, Step
from engines.macao import actions, board
from engines.macao.cards import CARDS
from engines.macao.steps.cubes import PayCubes
from engines.macao.steps.decision import PASS, Decision
from engines.macao.steps.jokers import jokers
from engines.macao.steps.payment import Pay, Purse, printed_cost
from engines.macao.steps.wall import MoveDisc
from engines.notation import number

if TYPE_CHECKING:
    from engines.macao.game import Macao


class Turn(Decision, kw_only=True, tag="Turn"):
    """One complete turn; it goes on until ``pass``."""

    asks = "macao.prompt.turn"

    def optional(self, game: Macao) -> bool:
        return True

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        yield from self.deliveries(game, seat)
        yield from self.activations(game, seat)
        yield from self.quarters(game, seat)
        yield from self.uses(game, seat)
        if self.may_buy_prestige(game, seat):
            yield ("tribute",)
        yield from self.advances(game, seat)
        yield from self.voyages(game, seat)
        yield from jokers(game, seat)
        yield PASS

    # -- what each action needs ------------------------------------------------------------------------------------

    def deliveries(self, game: Macao, seat: int) -> Iterator[Action]:
        """Rules 5.4: matching tiles on the highest free spaces of the port."""
        player = game.state.players[seat]
        port = board.PORTS.get(player.ship)
        aboard = player.hold.get(port.ware, 0) if port else 0
        return (("deliver", str(tiles)) for tiles in range(1, aboard + 1))

    def activations(self, game: Macao, seat: int) -> Iterator[Action]:
        for card in game.state.players[seat].tableau:
            if Purse.of(game, seat, game.target(card)).covers(CARDS[card].cost):
                yield ("activate", card)

    def quarters(self, game: Macao, seat: int) -> Iterator[Action]:
        if game.may_take_quarter(seat):
            purse = Purse.of(game, seat, "take_quarter")
            for quarter in game.state.city:
                if purse.covers(board.QUARTERS[quarter].cost):
                    yield ("quarter", quarter)

    def uses(self, game: Macao, seat: int) -> Iterator[Action]:
        for card in game.state.players[seat].activated:
            if game.may_use(seat, card):
                for words in game.card(card).effect.uses(game, seat, card):
                    yield ("use", card, *words)

    def may_buy_prestige(self, game: Macao, seat: int) -> bool:
        """Rules 5.5; at 0 gold for 0 prestige it is legal and matters for the Gesandter."""
        player, display = game.state.players[seat], game.state.display
        worthless = not display.gold and not display.prestige
        return (
            player.this_round.purchases < 1 + game.allowance(seat, "tribute_purchase")
            and player.gold >= display.gold
            and (board.RULINGS.tribute_buy_at_zero_allowed or not worthless)
        )

    def advances(self, game: Macao, seat: int) -> Iterator[Action]:
        """Rules 5.3: once per round, k spaces for 2k - 1 cubes of any colours."""
        player = game.state.players[seat]
        if player.this_round.advanced:
            return
        cubes = sum(player.stock.values())
        for spaces in range(1, game.state.wall.spaces_ahead(seat) + 1):
            if board.wall_price(spaces) > cubes:
                return
            yield ("wall", str(spaces))

    def voyages(self, game: Macao, seat: int) -> Iterator[Action]:
        """Rules 5.4: a cube for each step that is not free."""
        player = game.state.players[seat]
        reach = player.free_steps + sum(player.stock.values())
        if reach:
            for space, steps in board.TARGETS[player.ship]:
                if steps <= reach:
                    yield ("ship", space)

    # -- why not ---------------------------------------------------------------------------------------------------

    def refusal(self, game: Macao, seat: int, action: Action) -> Message | None:
        player = game.state.players[seat]
        match action:
            case ("activate", card) if card in CARDS:
                if card not in player.tableau:
                    return Message("macao.refuse.not_on_tableau", {"card": card})
                return Message("macao.refuse.cost", {"cubes": game.listed(printed_cost(card))})
            case ("quarter", quarter) if quarter in board.QUARTERS:
                if quarter not in game.state.city:
                    return Message("macao.refuse.taken", {"quarter": quarter})
                if not game.may_take_quarter(seat):
                    return Message("macao.refuse.one_quarter")
                return Message("macao.refuse.cost", {"cubes": game.listed(printed_cost(quarter))})
            case ("use", card, *_) if card in CARDS:
                if card not in player.activated:
                    return Message("macao.refuse.not_activated", {"card": card})
                if not game.card(card).effect.usable:
                    return Message("macao.refuse.craftsman")
                if game.card(card).timing != "phase3_use":
                    return Message("macao.refuse.by_itself", {"card": card})
                if not game.may_use(seat, card):
                    return Message("macao.refuse.used", {"card": card})
                return game.card(card).effect.unmet(game, seat)
            case ("tribute",) if player.gold < game.state.display.gold:
                return Message("macao.refuse.gold", {"cost": game.state.display.gold, "gold": player.gold})
            case ("tribute",):
                return Message("macao.refuse.one_purchase")
            case ("wall", _) if seat in game.state.wall.locked:
                return Message("macao.refuse.locked")
            case ("wall", _) if player.this_round.advanced:
                return Message("macao.refuse.one_advance")
            case ("wall", spaces) if (number(spaces) or 0) > game.state.wall.spaces_ahead(seat):
                return Message("macao.refuse.wall_end", {"n": game.state.wall.spaces_ahead(seat)})
            case ("wall", spaces) if number(spaces):
                return Message("macao.refuse.wall", {"n": board.wall_price(int(spaces))})
            case ("ship", space) if space in board.SPACES and space != player.ship:
                return Message("macao.refuse.ship", {"n": board.DISTANCE[player.ship][space]})
            case ("deliver", *_):
                return Message("macao.refuse.deliver")
            case ("joker", *_) if not player.jokers:
                return Message("macao.refuse.no_joker")
        return None

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        player = game.state.players[seat]
        match action:
            case ("activate", card):
                return Message("macao.hint.card", {"cubes": game.listed(printed_cost(card)), "effect": f"{card}.short"})
            case ("quarter", quarter):
                cubes, tile = game.listed(printed_cost(quarter)), game.state.city[quarter]
                return Message("macao.hint.quarter", {"cubes": cubes, "tile": tile})
            case ("use", card, *_):
                return Message("macao.hint.use", {"effect": f"{card}.short"})
            case ("tribute",):
                display = game.state.display
                return Message("macao.hint.tribute", {"gold": display.gold, "prestige": display.prestige})
            case ("wall", spaces):
                return Message("macao.hint.any", {"n": board.wall_price(int(spaces))})
            case ("ship", space):
                steps = board.DISTANCE[player.ship][space]
                return Message("macao.hint.any", {"n": max(0, steps - player.free_steps)})
            case ("deliver", tiles):
                return Message("macao.hint.prestige", {"prestige": actions.delivery_value(game, seat, int(tiles))})
        return None

    # -- carrying out ----------------------------------------------------------------------------------------------

    def play(self, game: Macao, seat: int, action: Action) -> None:
        player = game.state.players[seat]
        if action == PASS:
            player.rose[board.STOCK] = {}
            player.free_steps = 0
            game.emit("passed", seat)
            return
        game.push(self)
        if not board.RULINGS.free_ship_moves_pool_until_end_of_turn and action[0] not in ("ship", "deliver"):
            player.free_steps = 0
        match action:
            case ("activate" | "quarter", what):
                game.push(Pay(seat=seat, what=what))
            case ("use", card, *words):
                game.count_use(seat, card)
                game.emit("used", seat, card=card)
                game.card(card).effect.use(game, seat, card, tuple(words))
            case ("tribute",):
                actions.buy_prestige(game, seat)
            case ("wall", spaces):
                player.this_round.advanced = True
                price = board.wall_price(int(spaces))
                game.push(PayCubes(seat=seat, left=price), MoveDisc(seat=seat, spaces=int(spaces)))
            case ("ship", space):
                steps = board.DISTANCE[player.ship][space]
                free = min(player.free_steps, steps)
                player.free_steps -= free
                game.push(MoveShip(seat=seat, space=space, steps=steps))
                if steps > free:
                    game.push(PayCubes(seat=seat, left=steps - free))
            case ("deliver", tiles):
                actions.deliver(game, seat, int(tiles))
            case ("joker", *gains):
                actions.spend_joker(game, seat, gains)


class MoveShip(Step, kw_only=True, tag="MoveShip"):
    """The ship arrives."""

    seat: int
    space: str
    steps: int

    def run(self, game: Macao) -> None:
        player = game.state.players[self.seat]
        player.ship = self.space
        player.this_round.steps += self.steps
        game.emit("ship", self.seat, space=self.space, steps=self.steps)
