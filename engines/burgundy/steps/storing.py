"""A tile on its way into storage; with all spaces full one stored tile leaves the game first (rules 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from engines.burgundy import box
from engines.burgundy.steps.decision import Arguments, Decision
from engines.contract import Action, Message, Step

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy


class Paid(msgspec.Struct, frozen=True):
    """The price of a purchase, already handed over."""

    silverlings: int = 0
    workers: int = 0


def store(game: Burgundy, seat: int, depot: str, tile: str, paid: Paid | None = None) -> None:
    """A tile of a depot goes to storage; ``paid``: it was bought."""
    game.push(Store(seat=seat, depot=depot, tile=tile, paid=paid))
    if len(game.state.players[seat].storage) >= box.STORAGE:
        game.push(Discard(seat=seat, tile=tile))


class Store(Step["Burgundy"], kw_only=True, tag="Store"):
    """The tile arrives."""

    seat: int
    depot: str
    tile: str
    paid: Paid | None

    def run(self, game: Burgundy) -> None:
        game.state.depots[self.depot].remove(self.tile)
        game.state.players[self.seat].storage.append(self.tile)
        match self.paid:
            case None:
                game.emit("took", self.seat, tile=self.tile, depot=self.depot)
            case Paid(silverlings=silverlings, workers=0):
                game.emit(
                    "bought",
                    self.seat,
                    tile=self.tile,
                    depot=self.depot,
                    silverlings=silverlings,
                )
            case Paid(silverlings=silverlings, workers=workers):
                game.emit(
                    "bought_with_workers",
                    self.seat,
                    tile=self.tile,
                    depot=self.depot,
                    silverlings=silverlings,
                    workers=workers,
                )


class Discard(Decision, kw_only=True, tag="Discard"):
    """Storage is full: which stored tile leaves the game for ``tile``?"""

    asks = "burgundy.prompt.discard"

    tile: str

    def asking(self, game: Burgundy, seat: int) -> Arguments:
        return {"tile": self.tile}

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        for tile in dict.fromkeys(game.state.players[seat].storage):
            yield ("discard", tile)

    def hint(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return Message("burgundy.hint.tile", {"effect": f"{box.card(action[1])}.short"})

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return Message("burgundy.refuse.discard", {"tiles": list(game.state.players[seat].storage)})

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        game.state.players[seat].storage.remove(action[1])
        game.state.removed.append(action[1])
        game.emit("discarded", seat, tile=action[1])
