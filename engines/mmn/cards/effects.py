"""What all effects of progress cards share; each card registers the one object that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.mmn import hands, scoring

if TYPE_CHECKING:
    from engines.mmn.game import Mmn

EFFECTS: dict[str, Effect] = {}
"""By card; every card that is played has one."""


class Effect:
    """A card: whether it would do anything, what it asks of its player, what it does.

    ``picked`` holds the words chosen so far, without the first word of each action.
    """

    def __init__(self, card: str) -> None:
        self.card = card

    def possible(self, game: Mmn, seat: int) -> bool:
        """Rules 18.2: judged on public information and the own hand; if nothing else is said, there is a choice."""
        return any(True for _ in self.choices(game, seat, ()))

    def play(self, game: Mmn, seat: int) -> None:
        """What happens when it is played; the card is out of the hand already."""
        self.ask(game, seat)

    def ask(self, game: Mmn, seat: int, *picked: str) -> None:
        game.ask(seat, self.card, picked)

    def choices(self, game: Mmn, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        """What may be chosen next."""
        return iter(())

    def choose(self, game: Mmn, seat: int, picked: Sequence[str], action: Action) -> None:
        raise LookupError(f"{self.card} asks nothing")

    def refusal(self, game: Mmn, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        """Why an action is no choice of this card; None: no better reason than that it is no answer."""
        match action:
            case ("choose", word):
                return self.unfit(game, seat, picked, word)
        return None

    def unfit(self, game: Mmn, seat: int, picked: Sequence[str], word: str) -> Message | None:
        """Why a word cannot be chosen."""
        return None


def effect(*cards: str) -> Callable[[type[Effect]], type[Effect]]:
    """Registers an effect for its cards."""

    def register(kind: type[Effect]) -> type[Effect]:
        for card in cards:
            EFFECTS[card] = kind(card)
        return kind

    return register


def with_cards(game: Mmn, seat: int) -> list[int]:
    """Opponents with resource or commodity cards, clockwise."""
    return [other for other in game.opponents(seat) if any(game.state.players[other].hand)]


def ahead(game: Mmn, seat: int) -> list[int]:
    """Opponents with more victory points and with cards, clockwise (rules 18.9)."""
    own = scoring.points(game, seat)
    return [other for other in with_cards(game, seat) if scoring.points(game, other) > own]


def touching(game: Mmn, seat: int, terrain: str) -> int:
    """Hexes of a terrain that touch at least one building of the seat."""
    geometry = game.size.geometry
    places = {place for building in game.state.players[seat].buildings for place in geometry.node_hexes[building.node]}
    return sum(game.state.terrain[place] == terrain for place in places)


class Harvest(Effect):
    """Takes cards of one kind from the bank: so many for each hex of a terrain at own buildings."""

    terrain: str
    kind: int
    each: int

    def number(self, game: Mmn, seat: int) -> int:
        """Cards that the card brings if the bank has them."""
        return self.each * touching(game, seat, self.terrain)

    def possible(self, game: Mmn, seat: int) -> bool:
        return game.state.bank[self.kind] > 0 and self.number(game, seat) > 0

    def play(self, game: Mmn, seat: int) -> None:
        hands.receive(game, seat, ((self.kind, self.number(game, seat)),), self.card)
