"""Moving the stone round the rondel (rules 6), with the choice to use the Navegador card first (rules 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import Decision
from engines.navegador.steps.sailing import Sailing
from engines.navegador.steps.turn import LAP, Act, PassCard

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


def steps_to(stone: int | None, field: int) -> int:
    """Fields from the stone to a field, 1 to 8; 0 for the free choice of the first turn."""
    return 0 if stone is None else (field - stone - 1) % LAP + 1


def ships_for(steps: int) -> int:
    """Ships to be given up for a move of so many fields."""
    return max(0, steps - board.FREE_STEPS)


FIRST_FIELD = "navegador.prompt.firstfield"


class ChooseField(Decision, kw_only=True, tag="ChooseField"):
    """T1 and T2: where the stone goes. ``card``: the turn has just begun, so its holder may use the card first."""

    asks = "navegador.prompt.choosefield"

    card: bool = True

    def question(self, game: Navegador, seat: int) -> str:
        """The first field is a free choice (rules 5)."""
        return self.asks if game.state.players[self.seat].stone is not None else FIRST_FIELD

    def optional(self, game: Navegador, seat: int) -> bool:
        return False

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        player = game.state.players[seat]
        if player.stone is None:
            first, reach = 0, LAP
        else:
            first, reach = player.stone + 1, min(LAP, board.FREE_STEPS + player.ships)
        for field in range(first, first + reach):
            yield ("rondel", board.RONDEL[field % LAP])
        if self.may_use_card(game):
            yield ("navegador",)

    def may_use_card(self, game: Navegador) -> bool:
        """A use needs at least one ship that can move (ruling 7), and no first turn (rules 9)."""
        state = game.state
        return (
            self.card
            and state.card.holder == self.seat
            and state.players[self.seat].stone is not None
            and Sailing.of(game, self.seat, card=True).can_move(game)
        )

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        state = game.state
        match action:
            case ("rondel", word) if word in board.RONDEL:
                cost = ships_for(steps_to(state.players[seat].stone, board.RONDEL.index(word)))
                return Message(
                    "navegador.refuse.rondel_ships", {"field": word, "cost": cost, "ships": state.players[seat].ships}
                )
            case ("navegador",) if state.card.holder != seat:
                return Message("navegador.refuse.card_held", {"holder_seat": state.card.holder})
            case ("navegador",) if state.players[seat].stone is None:
                return Message("navegador.refuse.card_first_round")
            case ("navegador",):
                return Message("navegador.refuse.card_no_move")
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("rondel", word):
                cost = ships_for(steps_to(game.state.players[seat].stone, board.RONDEL.index(word)))
                return Message("navegador.hint.ships", {"n": cost}) if cost else None
            case ("navegador",):
                return Message("navegador.hint.card")
        return None

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        if action == ("navegador",):
            game.emit("card_used", seat)
            sailing = Sailing.of(game, seat, card=True)
            game.push(sailing, PassCard(seat=seat), ChooseField(seat=seat, card=False))
            return
        self.move_stone(game, board.RONDEL.index(action[1]))

    def move_stone(self, game: Navegador, field: int) -> None:
        seat, card = self.seat, game.state.card
        player = game.state.players[seat]
        steps = steps_to(player.stone, field)
        cost = ships_for(steps)
        player.stone = field
        game.emit("rondel", seat, field=board.RONDEL[field], steps=steps, cost=cost)
        if card.holder == seat:
            if steps == 0:  # the last player's first field is marked (rules 9)
                card.mark = field
            card.moved += steps
        game.push(Act(seat=seat))
        if cost:
            game.push(GiveUpShips(seat=seat, left=cost))


class GiveUpShips(Decision, kw_only=True, tag="GiveUpShips"):
    """Ships for a long way round, one at a time, from regions of the owner's choice (rules 6, ruling 12)."""

    asks = "navegador.prompt.giveupships"

    left: int

    def asking(self, game: Navegador, seat: int) -> dict[str, int | str | list[str]]:
        return {"n": self.left}

    def optional(self, game: Navegador, seat: int) -> bool:
        return False

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        fleet = game.state.players[seat].fleet
        return (("giveup", region) for region in board.REGIONS if region in fleet)

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("giveup", region) if region in board.REGIONS:
                return Message("navegador.refuse.no_ship", {"region": region})
        return None

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        region = action[1]
        game.take_ships(seat, region, 1)
        game.emit("giveup", seat, region=region)
        if self.left > 1:
            game.push(GiveUpShips(seat=seat, left=self.left - 1))
