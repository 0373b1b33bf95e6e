"""The shape all of Macao's decisions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.contract import Message, Prompt, Step

if TYPE_CHECKING:
    from engines.macao.game import Macao

PASS = ("pass",)
DONE = ("done",)

Arguments = dict[str, int | str | list[str]]


class Decision(Step, kw_only=True):
    """A question to one seat."""

    seat: int

    def actors(self, game: Any) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, game: Macao, seat: int) -> Prompt:
        message = Message(self.asks, self.asking(game))
        return Prompt(message, self.optional(game), resources=resources(game, seat))

    def asking(self, game: Macao) -> Arguments:
        """What fills the wording of the question."""
        return {}

    def optional(self, game: Macao) -> bool:
        return False


def resources(game: Macao, seat: int) -> Message:
    """Gold, prestige and the action stock."""
    player = game.state.players[seat]
    return Message(
        "macao.resources", {"gold": player.gold, "prestige": player.prestige, "cubes": game.listed(player.stock)}
    )
