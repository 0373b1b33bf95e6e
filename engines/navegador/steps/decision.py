"""The shape all of Navegador's decisions share: one seat decides, and it may decline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines import steps
from engines.contract import Message

if TYPE_CHECKING:
    from engines.navegador.game import Navegador

PASS = ("pass",)
DONE = ("done",)


class Decision(steps.Decision["Navegador"], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Navegador, seat: int) -> Message:
        player = game.state.players[seat]
        return Message("navegador.resources", {"money": player.money, "workers": player.workers, "ships": player.ships})

    def optional(self, game: Navegador, seat: int) -> bool:
        return True
