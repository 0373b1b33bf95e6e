"""The barbarians attack: who defended is rewarded, who did least loses a city (rules 6, 15.6, 16.5)."""

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
    """A settlement piece is in supply; else the city is removed altogether."""
    return player.left("settlement") > 0


def keeps_store(player: Player, building: Building) -> bool:
    """Whether a store lies there afterwards: it stays, or a chip of the supply replaces the larger one."""
    return becomes_settlement(player) and (building.chip == board.STORE or player.left("store") > 0)


def refund(player: Player, seat: int, building: Building) -> Due:
    """Half of what the destroyed parts cost (rules 15.6): R for a store, R or K for a hall, K for a large store."""
    return Due(
        seat=seat,
        resources=int(building.chip > 0 and not keeps_store(player, building)),
        either=int(building.storage >= board.HALL),
        commodities=int(building.storage == board.LARGE_STORE),
    )


def are_lost(game: Position, nodes: Sequence[int]) -> bool:
    """Intersections of cities that barbarians can pillage."""
    return set(nodes) <= {each.node for seat in range(game.state.seats) for each in plain_cities(game, seat)}


class Emergency(Step[Position], kw_only=True, tag="Emergency"):
    """One storage card for the whole attack, if somebody is owed something; before anything is torn down."""

    lost: list[int]

    def sound(self, game: Position) -> bool:
        return are_lost(game, self.lost)

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


class Stay(OneWord["TearDown"]):
    """A journeyman goes on as a servant."""

    word = "stay"

    def choices(self, game: Position, step: TearDown, seat: int) -> Iterable[Words]:
        return ((game.geometry.hexes[place],) for place in step.building(game).journeymen if place not in step.staying)

    def unfit(self, game: Position, step: TearDown, seat: int, word: str) -> Message | None:
        reason = refusals.place(game, word, "hex")
        if reason is None and game.geometry.hex_number[word] in step.staying:
            return Message("mmn.refuse.stays_already", {"hex": word})
        here = game.geometry.nodes[step.lost[0]]
        return reason or Message("mmn.refuse.no_journeyman", {"place": here, "hex": word})

    def do(self, game: Position, step: TearDown, seat: int, words: Words) -> None:
        game.push(TearDown(lost=step.lost, staying=[*step.staying, game.geometry.hex_number[words[0]]]))


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
        return game.state.players[self.owner(game)].left("servant")

    def actors(self, game: Position) -> tuple[int, ...]:
        seat = self.owner(game)
        asked = len(self.staying) < self.room(game) < len(self.building(game).journeymen)
        return (seat,) if asked and becomes_settlement(game.state.players[seat]) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.room(game) - len(self.staying), "node": game.geometry.nodes[self.lost[0]]}

    def run(self, game: Position) -> None:
        seat = self.owner(game)
        building = self.building(game)
        player = game.state.players[seat]
        node = game.geometry.nodes[building.node]
        if becomes_settlement(player):
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
        lost = bool(self.lost) and are_lost(game, self.lost)
        return lost and set(self.staying) <= set(self.building(game).journeymen)


class Barbarians(Step[Position], kw_only=True, tag="Barbarians"):
    """Step A: one space on; at the last one they attack at once."""

    def run(self, game: Position) -> None:
        state = game.state
        state.ship += 1
        game.emit("barbarians", None, space=state.ship)
        if state.ship == board.ATTACK_AT:
            game.push(Attack())


class Attack(Step[Position], kw_only=True, tag="Attack"):
    """Cities against active knights, both fixed here (rules 6.2)."""

    def run(self, game: Position) -> None:
        attack = game.attack_strength()
        given = game.contributions()
        for player in game.state.players:
            for knight in player.knights:
                knight.defended = knight.active
        game.emit("attack", None, attack=attack, defence=sum(given))
        for seat in game.clockwise():
            game.emit("contributed", seat, strength=given[seat])
        if sum(given) >= attack:
            self.reward(game, given)
            return
        owners = [seat for seat in game.clockwise() if plain_cities(game, seat)]
        least = min((given[seat] for seat in owners), default=0)
        victims = [seat for seat in owners if given[seat] == least]
        game.push(LoseCity(seat=victims[0], left=victims[1:]) if victims else EndAttack())

    def reward(self, game: Position, given: list[int]) -> None:
        """Rules 6.3: the one who gave most is Defender; of several each draws a card of a deck of choice."""
        most = max(given)
        best = [seat for seat in game.clockwise() if given[seat] == most > 0]
        if len(best) == 1:
            game.state.players[best[0]].defender += 1
            game.network.altered(best[0])
            game.emit("defender", best[0])
            best = []
        if best:
            game.emit("defender_tie", None, seats=[str(seat) for seat in best])
        game.push(*(DefenderDraw(seat=seat) for seat in best), EndAttack())


class DefenderDraw(Decision, kw_only=True, tag="DefenderDraw"):
    """A card of a deck of choice; magic levels do not matter (rules 6.3)."""

    asks = "mmn.prompt.defenderdraw"
    verbs = (DrawFrom(),)
    rolled = ""

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.decks.values()) else ()

    def draw(self, game: Position, deck: str) -> None:
        draw_card(game, self.seat, deck)
        scoring.recheck(game)


def plain_cities(game: Position, seat: int) -> list[Building]:
    """Cities that barbarians can pillage: those without a metropolis."""
    return [building for building in game.state.players[seat].buildings if building.city and not building.metropolis]


class Lose(OneWord["LoseCity"]):
    """An own city that is no metropolis (rules 6.4)."""

    word = "lose"
    names = staticmethod(refusals.own_city)

    def choices(self, game: Position, step: LoseCity, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[building.node],) for building in plain_cities(game, seat))

    def do(self, game: Position, step: LoseCity, seat: int, words: Words) -> None:
        lost = [*step.lost, game.geometry.node_number[words[0]]]
        if step.left:
            game.push(LoseCity(seat=step.left[0], left=step.left[1:], lost=lost))
        else:
            game.push(Emergency(lost=lost), EndAttack())


class LoseCity(Decision, kw_only=True, tag="LoseCity"):
    """Each victim chooses a city, clockwise; nothing is torn down before all have (rules 6.4, 6.6)."""

    asks = "mmn.prompt.losecity"
    verbs = (Lose(),)

    left: list[int] = []
    """Victims still to choose."""
    lost: list[int] = []
    """Intersections of the cities already chosen."""

    def sound(self, game: Position) -> bool:
        asked = [self.seat, *self.left]
        if not are_seats(game, asked) or not are_lost(game, self.lost):
            return False
        victims = [*asked, *(game.network.builder[node] for node in self.lost)]
        return len(set(victims)) == len(victims) and all(plain_cities(game, seat) for seat in asked)


class EndAttack(Step[Position], kw_only=True, tag="EndAttack"):
    """Rules 6.5 and 6.6: the three cards are looked at once, knights rest, the ship goes back; then food level 3."""

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
