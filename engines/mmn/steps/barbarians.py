"""The attack of the barbarians: rewards of defenders, loss of cities and its refund (rules 6, 15.6, 16.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.contract import Message
from engines.mmn import board, refusals, scoring
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.steps.clearing import Due, pay_out, turn_up
from engines.mmn.steps.income import DrawFrom
from engines.mmn.verbs.action import Decision, OneWord, Question, are_seats
from engines.mmn.verbs.cards import draw_card
from engines.steps import Arguments, Step, Words


def becomes_settlement(player: Player) -> bool:
    """Return whether a lost city becomes a settlement; without a piece in supply it is removed altogether."""
    return player.left("settlement") > 0


def keeps_store(player: Player, building: Building) -> bool:
    """Return whether a lost city has a store afterwards: its own, or one in supply that replaces a larger chip."""
    return becomes_settlement(player) and (building.chip == board.STORE or player.left("store") > 0)


def refund(player: Player, seat: int, building: Building) -> Due:
    """Return the refund of half the price of the destroyed storage (rules 15.6).

    It is the sum for the destroyed parts: a resource for a store that does not remain; a resource or a commodity for a
    hall; these and a commodity for a large store. At a sabotaged city both count as a store (``Building.storage``).
    """
    return Due(
        seat=seat,
        resources=int(building.chip > 0 and not keeps_store(player, building)),
        either=int(building.storage >= board.HALL),
        commodities=int(building.storage == board.LARGE_STORE),
    )


def can_be_pillaged(game: Position, nodes: Sequence[int]) -> bool:
    """Return whether all intersections hold cities that barbarians can pillage."""
    return set(nodes) <= {city.node for seat in range(game.state.seats) for city in plain_cities(game, seat)}


class Emergency(Step[Position], kw_only=True, tag="Emergency"):
    """The emergency: one storage card pays the refunds of the whole attack before any city is torn down."""

    lost: list[int]
    """Intersections of the lost cities."""

    def sound(self, game: Position) -> bool:
        return can_be_pillaged(game, self.lost)

    def run(self, game: Position) -> None:
        claims = []
        for node in self.lost:
            seat = game.network.builder[node]
            refund_due = refund(game.state.players[seat], seat, game.building(node))
            if refund_due.resources or refund_due.commodities or refund_due.either:
                claims.append(refund_due)
        game.push(TearDown(lost=self.lost))
        if claims:
            pay_out(game, turn_up(game, "emergency"), claims, "emergency")


class Stay(OneWord["TearDown"]):
    """Keep a journeyman of a lost city as a servant."""

    word = "stay"

    def choices(self, game: Position, step: TearDown, seat: int) -> Iterable[Words]:
        return ((game.geometry.hexes[place],) for place in step.building(game).journeymen if place not in step.staying)

    def unfit(self, game: Position, step: TearDown, seat: int, word: str) -> Message | None:
        reason = refusals.place(game, word, "hex")
        if reason is None and game.geometry.hex_number[word] in step.staying:
            return Message("mmn.refuse.stays_already", {"hex": word})
        node = game.geometry.nodes[step.lost[0]]
        return reason or Message("mmn.refuse.no_journeyman", {"place": node, "hex": word})

    def do(self, game: Position, step: TearDown, seat: int, words: Words) -> None:
        game.push(TearDown(lost=step.lost, staying=[*step.staying, game.geometry.hex_number[words[0]]]))


class TearDown(Question, kw_only=True, tag="TearDown"):
    """The tearing down of lost cities, one after the other.

    An owner with more journeymen there than servant chips in supply is asked which of them stay (rules 22, point 4a).
    """

    asks = "mmn.prompt.staying"
    verbs = (Stay(),)

    lost: list[int]
    """Intersections of the cities that are still to be torn down."""
    staying: list[int] = []
    """Hexes of the journeymen of the first city that are to stay as servants."""

    def building(self, game: Position) -> Building:
        """Return the first city."""
        return game.building(self.lost[0])

    def owner(self, game: Position) -> int:
        return game.network.builder[self.lost[0]]

    def room(self, game: Position) -> int:
        """Return the number of servant chips in supply for journeymen who stay."""
        return game.state.players[self.owner(game)].left("servant")

    def actors(self, game: Position) -> tuple[int, ...]:
        seat = self.owner(game)
        has_choice = len(self.staying) < self.room(game) < len(self.building(game).journeymen)
        return (seat,) if has_choice and becomes_settlement(game.state.players[seat]) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.room(game) - len(self.staying), "node": game.geometry.nodes[self.lost[0]]}

    def run(self, game: Position) -> None:
        seat = self.owner(game)
        building = self.building(game)
        player = game.state.players[seat]
        node = game.geometry.nodes[building.node]
        if becomes_settlement(player):
            # Without an answer nobody was asked: there is a chip for all journeymen, or for none.
            stay = self.staying or building.journeymen[: self.room(game)]
            if building.chip > board.STORE:
                building.chip = board.STORE if keeps_store(player, building) else 0
                building.chip_hex = building.chip_hex if building.chip else -1
            building.city = building.wall = building.sabotaged = False
            building.servants += stay
            building.journeymen = []
            game.network.altered(seat)
            game.emit("pillaged", seat, node=node, to="settlement")
        else:
            game.network.remove_building(seat, building)
            game.emit("pillaged", seat, node=node, to="nothing")
        if self.lost[1:]:
            game.push(TearDown(lost=self.lost[1:]))

    def sound(self, game: Position) -> bool:
        is_valid = bool(self.lost) and can_be_pillaged(game, self.lost)
        return is_valid and set(self.staying) <= set(self.building(game).journeymen)


class Barbarians(Step[Position], kw_only=True, tag="Barbarians"):
    """The advance of the barbarians by one space (step A); on the last one they attack at once."""

    def run(self, game: Position) -> None:
        state = game.state
        state.ship += 1
        game.emit("barbarians", None, space=state.ship)
        if state.ship == board.ATTACK_AT:
            game.push(Attack())


class Attack(Step[Position], kw_only=True, tag="Attack"):
    """The attack: the number of cities against the strength of active knights (rules 6.2)."""

    def run(self, game: Position) -> None:
        attack = game.attack_strength()
        contributions = game.contributions()
        for player in game.state.players:
            for knight in player.knights:
                knight.defended = knight.active
        game.emit("attack", None, attack=attack, defence=sum(contributions))
        for seat in game.clockwise():
            game.emit("contributed", seat, strength=contributions[seat])
        if sum(contributions) >= attack:
            self.reward(game, contributions)
            return
        owners = [seat for seat in game.clockwise() if plain_cities(game, seat)]
        least_contribution = min((contributions[seat] for seat in owners), default=0)
        victims = [seat for seat in owners if contributions[seat] == least_contribution]
        game.push(LoseCity(seat=victims[0], left=victims[1:]) if victims else EndAttack())

    def reward(self, game: Position, contributions: list[int]) -> None:
        """Reward the strongest defender, or let each of several draw a card of a deck of choice (rules 6.3)."""
        greatest = max(contributions)
        best = [seat for seat in game.clockwise() if contributions[seat] == greatest > 0]
        if len(best) == 1:
            game.state.players[best[0]].defender += 1
            game.network.altered(best[0])
            game.emit("defender", best[0])
            game.push(EndAttack())
            return
        if best:
            game.emit("defender_tie", None, seats=[str(seat) for seat in best])
        game.push(*(DefenderDraw(seat=seat) for seat in best), EndAttack())


class DefenderDraw(Decision, kw_only=True, tag="DefenderDraw"):
    """The question from which deck a defender draws; magic levels do not matter (rules 6.3)."""

    asks = "mmn.prompt.defenderdraw"
    verbs = (DrawFrom(),)
    # `DrawFrom` lists the rolled deck first; here none was rolled.
    rolled = ""

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.decks.values()) else ()

    def draw(self, game: Position, deck: str) -> None:
        draw_card(game, self.seat, deck)
        scoring.recheck(game)


def plain_cities(game: Position, seat: int) -> list[Building]:
    """Return the cities that barbarians can pillage: those without a metropolis."""
    return [building for building in game.state.players[seat].buildings if building.city and not building.metropolis]


class Lose(OneWord["LoseCity"]):
    """Give up a city without a metropolis (rules 6.4)."""

    word = "lose"
    names = staticmethod(refusals.own_city)

    def choices(self, game: Position, step: LoseCity, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[building.node],) for building in plain_cities(game, seat))

    def do(self, game: Position, step: LoseCity, seat: int, words: Words) -> None:
        lost_nodes = [*step.lost, game.geometry.node_number[words[0]]]
        if step.left:
            game.push(LoseCity(seat=step.left[0], left=step.left[1:], lost=lost_nodes))
        else:
            game.push(Emergency(lost=lost_nodes), EndAttack())


class LoseCity(Decision, kw_only=True, tag="LoseCity"):
    """The question which city a victim loses; nothing is torn down before all have chosen (rules 6.4, 6.6)."""

    asks = "mmn.prompt.losecity"
    verbs = (Lose(),)

    left: list[int] = []
    """Victims still to choose."""
    lost: list[int] = []
    """Intersections of the cities already chosen."""

    def sound(self, game: Position) -> bool:
        choosing = [self.seat, *self.left]
        if not are_seats(game, choosing) or not can_be_pillaged(game, self.lost):
            return False
        victims = [*choosing, *(game.network.builder[node] for node in self.lost)]
        return len(set(victims)) == len(victims) and all(plain_cities(game, seat) for seat in choosing)


class EndAttack(Step[Position], kw_only=True, tag="EndAttack"):
    """The end of an attack (rules 6.5, 6.6).

    The ship goes back, the three victory point cards are awarded, and the knights become inactive, except those that
    have defended for a player with food level 3.
    """

    def run(self, game: Position) -> None:
        state = game.state
        state.attacked = True
        state.ship = 0
        game.emit("attack_over", None)
        scoring.recheck(game)
        if state.over:
            return
        for seat, player in enumerate(state.players):
            again = []
            for knight in player.knights:
                knight.active = knight.defended and player.levels[board.FOOD] >= board.REST_LEVEL
                knight.defended = False
                if knight.active:
                    again.append(game.geometry.nodes[knight.node])
            if again:
                game.emit("reactivated", seat, nodes=again)
