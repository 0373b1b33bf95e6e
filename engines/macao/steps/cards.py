"""Taking cards: the draft and the first cubes before the first round (rules 3), phase 1 of a round (rules 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from engines.contract import Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import MaySkipCardChoice
from engines.macao.position import BeforeTurns, Decision, Position
from engines.macao.verbs.jokers import SpendJokerEarly
from engines.steps import Arguments, Verb, Words


class OfCard(Verb[Position, Decision]):
    """The base of verbs whose only word is a card."""

    def hint(self, game: Position, step: Decision, seat: int, words: Words) -> Message | None:
        """Return the cost and the effect of the card."""
        (card,) = words
        return Message("macao.hint.card", {"cubes": game.listed(CARDS[card].cost), "effect": f"{card}.short"})


class Take(OfCard):
    """Take a card of the display to the tableau."""

    word = "take"
    event = "took"
    refuses = ("macao.refuse.not_on_display", "card", CARDS)

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        return [(card,) for card in game.state.display.cards]

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        (card,) = words
        tableau = game.state.players[seat].tableau
        game.state.display.cards.remove(card)
        tableau.append(card)
        game.emit(self.event, seat, card=card)
        if len(tableau) > board.TABLEAU_SLOTS:
            game.push(Overflow(seat=seat))


class TakeFirst(Take):
    """Take a card in the draft; after the last one, the rest of the display is discarded."""

    event = "drafted"

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        super().do(game, step, seat, words)
        if not any(isinstance(step, DraftCard) for step in game.state.stack):
            game.discard_display()


class DraftCard(BeforeTurns, Decision, kw_only=True, tag="DraftCard"):
    """The choice of a card in the draft before the first round; the players are asked in reverse wall order."""

    asks = "macao.prompt.draftcard"
    verbs = (TakeFirst(),)


FIRST_CUBES = tuple(product(board.COLOURS, repeat=2))


class Place(Verb[Position, Decision]):
    """Place the first cubes: one on field 1, two of one colour on field 2."""

    word = "place"

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        return FIRST_CUBES

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        first, second = words
        rose = game.state.players[seat].rose
        rose[1] = {first: 1}
        rose[2] = {second: 2}
        game.emit("placed", seat, first=first, second=second)


class PlaceCubes(BeforeTurns, Decision, kw_only=True, tag="PlaceCubes"):
    """The choice of the first cubes on the wind rose, before the first round."""

    asks = "macao.prompt.placecubes"
    verbs = (Place(),)


class Decline(Verb[Position, Decision]):
    """Take no card, which only the Müßiggänger allows."""

    word = "decline"

    def closed(self, game: Position, step: Decision, seat: int) -> Message | None:
        return None if game.powers(seat).card(MaySkipCardChoice) else Message("macao.refuse.must_take")

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        game.emit("declined", seat)


class TakeCard(BeforeTurns, Decision, kw_only=True, tag="TakeCard"):
    """The choice of a card of the display in phase 1, for which the players are asked in wall order."""

    asks = "macao.prompt.takecard"
    verbs = (Take(), Decline(), SpendJokerEarly())

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"held": len(game.state.players[seat].tableau), "most": board.TABLEAU_SLOTS}


class Discard(OfCard):
    """Discard one of six cards of the tableau and take a penalty marker."""

    word = "discard"
    refuses = ("macao.refuse.not_on_tableau", "card", CARDS)

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        return [(card,) for card in game.state.players[seat].tableau]

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        (card,) = words
        game.state.players[seat].tableau.remove(card)
        game.state.discard.append(card)
        game.emit("overflow", seat, card=card)
        game.penalise(seat, "overflow")


class Overflow(BeforeTurns, Decision, kw_only=True, tag="Overflow"):
    """The choice of a card to discard when a sixth one lies on the tableau (rules 4.1)."""

    asks = "macao.prompt.overflow"
    verbs = (Discard(), SpendJokerEarly())

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": board.TABLEAU_SLOTS}

    def sound(self, game: Position) -> bool:
        return len(game.state.players[self.seat].tableau) > board.TABLEAU_SLOTS
