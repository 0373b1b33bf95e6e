"""The barbarians advance and attack; who defended is rewarded, who did least loses a city (rules 6)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import awards, board, refusals
from engines.mmn.position import Position
from engines.mmn.state_parts import Building
from engines.mmn.steps.drawing import DrawFrom
from engines.mmn.steps.losses import Emergency
from engines.mmn.verbs.decision import Decision, Step, unfit
from engines.mmn.verbs.overflow import draw_card
from engines.steps import Verb, Words

REST_LEVEL = 3
"""Food 3: knights that defended are active again (rules 17.4)."""


class Barbarians(Step, kw_only=True, tag="Barbarians"):
    """Step A: one space on; at the last one they attack at once."""

    def run(self, game: Position) -> None:
        state = game.state
        state.ship += 1
        game.emit("barbarians", None, space=state.ship)
        if state.ship == board.ATTACK_AT:
            game.push(Attack())


class Attack(Step, kw_only=True, tag="Attack"):
    """Cities against active knights, both fixed here (rules 6.2)."""

    def run(self, game: Position) -> None:
        attack, given = game.attack_strength(), game.contributions()
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
            game.network.changed = True
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
        awards.recheck(game)

    def run(self, game: Position) -> None:
        """All decks are empty: nothing is drawn."""


def plain_cities(game: Position, seat: int) -> list[Building]:
    """Cities that barbarians can pillage: those without a metropolis."""
    return [building for building in game.state.players[seat].buildings if building.city and not building.metropolis]


class Lose(Verb[Position, "LoseCity"]):
    """An own city that is no metropolis (rules 6.4)."""

    word = "lose"

    def choices(self, game: Position, step: LoseCity, seat: int) -> Iterable[Words]:
        return ((game.size.geometry.nodes[building.node],) for building in plain_cities(game, seat))

    def fault(self, game: Position, step: LoseCity, seat: int, words: Words) -> Message | None:
        return refusals.own_city(game, seat, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: LoseCity, seat: int, words: Words) -> None:
        lost = [*step.lost, game.size.geometry.node_number[words[0]]]
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

    def faults(self, game: Position) -> list[str]:
        return super().faults(game) or unfit(self, left=set(self.left) <= set(range(game.state.seats)))


class EndAttack(Step, kw_only=True, tag="EndAttack"):
    """Rules 6.5 and 6.6: the three cards are looked at once, knights rest, the ship goes back; then food level 3."""

    def run(self, game: Position) -> None:
        state = game.state
        state.attacked = True
        state.ship = 0
        game.emit("attack_over", None)
        awards.recheck(game)
        if state.over:
            return
        for seat, player in enumerate(state.players):
            again = []
            for knight in player.knights:
                knight.active = knight.defended and player.levels[board.FOOD] >= REST_LEVEL
                knight.defended = False
                if knight.active:
                    again.append(game.size.geometry.nodes[knight.node])
            if again:
                game.emit("reactivated", seat, nodes=again)
