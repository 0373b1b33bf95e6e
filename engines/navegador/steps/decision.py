"""The shape all of Navegador's decisions share: one seat decides, and it may decline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.contract import Message, Prompt, Step

if TYPE_CHECKING:
    from engines.navegador.game import Navegador

PASS = ("pass",)
DONE = ("done",)


class Decision(Step, kw_only=True):
    """A question to one seat."""

    seat: int

    def actors(self, game: Any) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, game: Navegador, seat: int) -> Prompt:
        message = Message(self.question(game), self.asking(game))
        player = game.state.players[seat]
        resources = {"money": player.money, "workers": player.workers, "ships": player.ships}
        return Prompt(message, self.optional(game), resources=Message("navegador.resources", resources))

    def question(self, game: Navegador) -> str:
        """The catalogue's id of the question."""
        return self.asks

    def asking(self, game: Navegador) -> dict[str, int | str | list[str]]:
        """What fills the wording of the question."""
        return {}

    def optional(self, game: Navegador) -> bool:
        return True
