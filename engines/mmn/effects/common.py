"""What several cards have in common: whom they hit, what they bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engines.contract import Action, Message
from engines.mmn import hands, refusals, scoring
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


class Choice(Effect):
    """A card that asks for a place, a player or a kind: "choose n01"."""

    what: ClassVar[str]
    """ "node", "hex", "path", "seat", "kind" or "track"; all of them are numbered."""

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        """The numbers of what may be chosen next."""
        raise NotImplementedError

    def possible(self, game: Position, seat: int) -> bool:
        return bool(self.targets(game, seat, ()))

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return map(game.words.choose[self.what].__getitem__, self.targets(game, seat, picked))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        match action:
            case ("choose", word):
                reason = refusals.named(game, seat, word, self.what)
                return reason or self.unfit(game, seat, picked, word, game.words.number[self.what][word])
        return None

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        """Why something of the right sort cannot be chosen."""
        return None

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        self.chosen(game, seat, picked, action[1], game.words.number[self.what][action[1]])

    def chosen(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        """What happens then."""
        raise NotImplementedError


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
