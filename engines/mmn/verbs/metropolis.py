"""Where a metropolis marker goes (rules 17.3; 22, point 16)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


class PlaceMetropolis(Decision, kw_only=True, tag="PlaceMetropolis"):
    """On an own city without marker that is not sabotaged."""

    asks = "mmn.prompt.placemetropolis"

    track: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        for building in game.state.players[seat].buildings:
            if building.city and not building.metropolis and not building.sabotaged:
                yield game.words.metropolis[building.node]

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("metropolis", word):
                return refusals.own_city(game, seat, word) or Message("mmn.refuse.sabotaged", {"place": word})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        track = board.TRACKS[self.track]
        game.building(game.size.geometry.node_number[action[1]]).metropolis = track
        game.state.metropolises[self.track] = seat
        game.network.changed = True
        game.emit("metropolis", seat, track=track, node=action[1])
