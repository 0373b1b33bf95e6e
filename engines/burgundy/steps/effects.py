"""What castles and buildings let their owner do at once, without a die (rules 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.burgundy import placement
from engines.burgundy.steps import actions
from engines.burgundy.steps.decision import PASS, Decision, resources
from engines.burgundy.steps.refusals import FETCHED, why_not
from engines.contract import Action, Message, Prompt

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy


class Castle(Decision, kw_only=True, tag="Castle"):
    """One more action as if with a die of any number; it must be taken (rules 17, A8)."""

    asks = "burgundy.prompt.castle"

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        yield from placement.freely(game.state.players[seat])
        yield from actions.takes(game)
        yield from actions.sales(game, seat)
        yield ("workers",)
        if game.edition.purchase_inside_action:
            yield from actions.purchases(game, seat)

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return why_not(game, seat, action, "castle")

    def hint(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return actions.hint(game, seat, action)

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        if action[0] in ("buy", "hire"):
            game.push(self)
        actions.carry_out(game, seat, action)


class Building(Decision, kw_only=True, tag="Building"):
    """What a building lets its owner do; it may be declined (rules 17, A9)."""

    building: str

    def prompt(self, game: Burgundy, seat: int) -> Prompt:
        return Prompt(Message(f"burgundy.prompt.{self.building}"), optional=True, resources=resources(game, seat))

    def offers(self, game: Burgundy, seat: int) -> Iterator[Action]:
        """What the building allows now."""
        match self.building:
            case "city_hall":
                yield from placement.freely(game.state.players[seat])
                if game.edition.purchase_inside_action:
                    yield from actions.purchases(game, seat)
            case "warehouse":
                yield from actions.sales(game, seat)
            case building:
                yield from actions.takes(game, FETCHED[building])

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        yield from self.offers(game, seat)
        yield PASS

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return why_not(game, seat, action, self.building)

    def hint(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return actions.hint(game, seat, action)

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        if action == PASS:
            lost = next(self.offers(game, seat), None) is None
            game.emit("no_effect" if lost else "passed", seat, tile=self.building)
            return
        if action[0] in ("buy", "hire"):
            game.push(self)
        actions.carry_out(game, seat, action)


CHOOSING = ("city_hall", "warehouse", *FETCHED)
"""Buildings whose effect is a choice."""
BOARDING_HOUSE_WORKERS = 4
BANK_SILVERLINGS = 2


def start(game: Burgundy, seat: int, tile: str) -> None:
    """The effect of a castle or building just placed begins."""
    match tile:
        case "castle":
            game.push(Castle(seat=seat))
        case "boarding_house":
            game.state.players[seat].workers += BOARDING_HOUSE_WORKERS
            game.emit("tile_workers", seat, tile=tile, count=BOARDING_HOUSE_WORKERS)
        case "bank":
            game.state.players[seat].silverlings += BANK_SILVERLINGS
            game.emit("tile_silverlings", seat, tile=tile, count=BANK_SILVERLINGS)
        case "watchtower":
            game.earn(seat, "watchtowers", placement.WATCHTOWER_VP)
            game.emit("watchtower", seat, points=placement.WATCHTOWER_VP)
        case _:
            game.push(Building(seat=seat, building=tile))
