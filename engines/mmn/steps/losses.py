"""Cities that barbarians have pillaged: the emergency clearing, then what is torn down (rules 6.4, 15.6, 16.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building
from engines.mmn.steps.clearing import Due, pay_out, turn_up
from engines.mmn.verbs.decision import Question, Step
from engines.steps import Arguments


def becomes_settlement(player: Player) -> bool:
    """A settlement piece is in supply; else the city is removed altogether."""
    return pieces.settlements(player) < board.SETTLEMENTS


def keeps_store(player: Player, building: Building) -> bool:
    """Whether a store lies there afterwards: it stays, or a chip of the supply replaces the larger one."""
    return becomes_settlement(player) and (building.chip == pieces.STORE or pieces.stores_left(player) > 0)


def refund(player: Player, seat: int, building: Building) -> Due:
    """Half of what the destroyed parts cost (rules 15.6): R for a store, R or K for a hall, K for a large store."""
    due = Due(seat=seat)
    if not building.chip:
        return due
    if not keeps_store(player, building):
        due.resources = 1
    if building.storage >= pieces.HALL:
        due.either = 1
    if building.storage == pieces.LARGE:
        due.commodities = 1
    return due


class Emergency(Step, kw_only=True, tag="Emergency"):
    """One storage card for the whole attack, if somebody is owed something; before anything is torn down."""

    lost: list[int]

    def run(self, game: Position) -> None:
        claims = []
        for node in self.lost:
            seat = game.network.builder[node]
            due = refund(game.state.players[seat], seat, game.building(node))
            if due.resources or due.commodities or due.either:
                claims.append(due)
        game.push(TearDown(lost=self.lost))
        if claims:
            pay_out(game, turn_up(game, "emergency"), claims, "emergency")


class TearDown(Question, kw_only=True, tag="TearDown"):
    """One city after the other; asks only who has more journeymen there than chips to replace them (22, point 4a)."""

    asks = "mmn.prompt.staying"

    lost: list[int]
    staying: list[int] = []
    """Hexes of the journeymen of the first city that are to stay as servants."""

    def owner(self, game: Position) -> tuple[int, Player, Building]:
        seat = game.network.builder[self.lost[0]]
        return seat, game.state.players[seat], game.building(self.lost[0])

    def actors(self, game: Position) -> tuple[int, ...]:
        if not self.lost:
            return ()
        seat, player, building = self.owner(game)
        room = pieces.servants_left(player)
        asked = becomes_settlement(player) and len(self.staying) < room < len(building.journeymen)
        return (seat,) if asked else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        _, player, building = self.owner(game)
        count = pieces.servants_left(player) - len(self.staying)
        return {"count": count, "node": game.size.geometry.nodes[building.node]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        _, _, building = self.owner(game)
        return (game.words.stay[place] for place in building.journeymen if place not in self.staying)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        geometry = game.size.geometry
        match action:
            case ("stay", word):
                reason = refusals.place(game, word, "hex")
                if reason is None and geometry.hex_number[word] in self.staying:
                    return Message("mmn.refuse.stays_already", {"hex": word})
                return reason or Message(
                    "mmn.refuse.no_journeyman", {"place": geometry.nodes[self.lost[0]], "hex": word}
                )
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        game.push(TearDown(lost=self.lost, staying=[*self.staying, game.size.geometry.hex_number[action[1]]]))

    def run(self, game: Position) -> None:
        seat, player, building = self.owner(game)
        node = game.size.geometry.nodes[building.node]
        if becomes_settlement(player):
            room = pieces.servants_left(player)
            stay = self.staying or building.journeymen[:room]
            if building.chip > pieces.STORE:
                building.chip = pieces.STORE if keeps_store(player, building) else 0
                building.chip_hex = building.chip_hex if building.chip else -1
            building.city = building.wall = building.sabotaged = False
            building.servants += stay
            building.journeymen = []
            game.network.changed = True
            game.emit("pillaged", seat, node=node, to="settlement")
        else:
            game.network.remove_building(seat, building)
            game.emit("pillaged", seat, node=node, to="nothing")
        if self.lost[1:]:
            game.push(TearDown(lost=self.lost[1:]))
