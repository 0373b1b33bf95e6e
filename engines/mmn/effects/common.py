"""What several cards have in common: whom they hit, what they bring."""

from __future__ import annotations

from engines.mmn import hands, scoring
from engines.mmn.position import Position
from engines.mmn.verbs.cards import Effect


def with_cards(game: Position, seat: int) -> list[int]:
    """Opponents with resource or commodity cards, clockwise."""
    return [other for other in game.opponents(seat) if any(game.state.players[other].hand)]


def ahead(game: Position, seat: int) -> list[int]:
    """Opponents with more victory points and with cards, clockwise (rules 18.9)."""
    own = scoring.points(game, seat)
    return [other for other in with_cards(game, seat) if scoring.points(game, other) > own]


def touching(game: Position, seat: int, terrain: str) -> int:
    """Hexes of a terrain that touch at least one building of the seat."""
    geometry = game.size.geometry
    places = {place for building in game.state.players[seat].buildings for place in geometry.node_hexes[building.node]}
    return sum(game.state.terrain[place] == terrain for place in places)


class Harvest(Effect):
    """Takes cards of one kind from the bank: so many for each hex of a terrain at own buildings."""

    terrain: str
    kind: int
    each: int

    def number(self, game: Position, seat: int) -> int:
        """Cards that the card brings if the bank has them."""
        return self.each * touching(game, seat, self.terrain)

    def possible(self, game: Position, seat: int) -> bool:
        return game.state.bank[self.kind] > 0 and self.number(game, seat) > 0

    def play(self, game: Position, seat: int) -> None:
        hands.receive(game, seat, ((self.kind, self.number(game, seat)),), self.card)
