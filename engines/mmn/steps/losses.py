"""Cities that barbarians have pillaged: the emergency clearing, then what is torn down (rules 6.4, 15.6, 16.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building
from engines.mmn.steps.clearing import Due, pay_out, turn_up
from engines.mmn.verbs.decision import Question, Step, unfit
from engines.steps import Arguments, Verb, Words


def becomes_settlement(player: Player) -> bool:
    """A settlement piece is in supply; else the city is removed altogether."""
    return pieces.settlements(player) < board.SETTLEMENTS


def keeps_store(player: Player, building: Building) -> bool:
    """Whether a store lies there afterwards: it stays, or a chip of the supply replaces the larger one."""
    return becomes_settlement(player) and (building.chip == pieces.STORE or pieces.stores_left(player) > 0)


def refund(player: Player, seat: int, building: Building) -> Due:
    """Half of what the destroyed parts cost (rules 15.6): R for a store, R or K for a hall, K for a large store."""
    return Due(
        seat=seat,
        resources=int(building.chip > 0 and not keeps_store(player, building)),
        either=int(building.storage >= pieces.HALL),
        commodities=int(building.storage == pieces.LARGE),
    )


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


class Stay(Verb[Position, "TearDown"]):
    """A journeyman goes on as a servant."""

    word = "stay"

    def choices(self, game: Position, step: TearDown, seat: int) -> Iterable[Words]:
        hexes = game.size.geometry.hexes
        return ((hexes[place],) for place in step.building(game).journeymen if place not in step.staying)

    def fault(self, game: Position, step: TearDown, seat: int, words: Words) -> Message | None:
        geometry = game.size.geometry
        match words:
            case (word,):
                reason = refusals.place(game, word, "hex")
                if reason is None and geometry.hex_number[word] in step.staying:
                    return Message("mmn.refuse.stays_already", {"hex": word})
                here = geometry.nodes[step.lost[0]]
                return reason or Message("mmn.refuse.no_journeyman", {"place": here, "hex": word})
        return None

    def do(self, game: Position, step: TearDown, seat: int, words: Words) -> None:
        game.push(TearDown(lost=step.lost, staying=[*step.staying, game.size.geometry.hex_number[words[0]]]))


class TearDown(Question, kw_only=True, tag="TearDown"):
    """One city after the other; asks only who has more journeymen there than chips to replace them (22, point 4a)."""

    asks = "mmn.prompt.staying"
    verbs = (Stay(),)

    lost: list[int]
    staying: list[int] = []
    """Hexes of the journeymen of the first city that are to stay as servants."""

    def building(self, game: Position) -> Building:
        """The first city."""
        return game.building(self.lost[0])

    def owner(self, game: Position) -> int:
        return game.network.builder[self.lost[0]]

    def room(self, game: Position) -> int:
        """Chips in supply for journeymen who stay."""
        return pieces.servants_left(game.state.players[self.owner(game)])

    def actors(self, game: Position) -> tuple[int, ...]:
        seat = self.owner(game)
        asked = len(self.staying) < self.room(game) < len(self.building(game).journeymen)
        return (seat,) if asked and becomes_settlement(game.state.players[seat]) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.room(game) - len(self.staying), "node": game.size.geometry.nodes[self.lost[0]]}

    def run(self, game: Position) -> None:
        seat, building = self.owner(game), self.building(game)
        player, node = game.state.players[seat], game.size.geometry.nodes[building.node]
        if becomes_settlement(player):
            stay = self.staying or building.journeymen[: self.room(game)]
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

    def faults(self, game: Position) -> list[str]:
        if found := super().faults(game):
            return found
        return unfit(self, staying=bool(self.lost) and set(self.staying) <= set(self.building(game).journeymen))
