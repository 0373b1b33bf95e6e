"""Taking cards: the draft and the first cubes at the start, phase 1 of every round (rules 3, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.macao import actions, board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import MaySkipCardChoice
from engines.macao.steps.decision import Arguments, Decision
from engines.macao.steps.jokers import early_jokers

if TYPE_CHECKING:
    from engines.macao.game import Macao


class DraftCard(Decision, kw_only=True, tag="DraftCard"):
    """Before the first round, in reverse wall order: every player takes a card."""

    asks = "macao.prompt.draftcard"

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        return (("take", card) for card in game.state.display.cards)

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        return card_hint(game, action)

    def play(self, game: Macao, seat: int, action: Action) -> None:
        display, card = game.state.display, action[1]
        display.cards.remove(card)
        game.state.players[seat].tableau.append(card)
        game.emit("drafted", seat, card=card)
        if not any(isinstance(step, DraftCard) for step in game.state.stack):
            game.discard_display()


class PlaceCubes(Decision, kw_only=True, tag="PlaceCubes"):
    """Before the first round: a cube for field 1, two of one colour for field 2."""

    asks = "macao.prompt.placecubes"

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        return (("place", first, second) for first, second in product(board.COLOURS, repeat=2))

    def play(self, game: Macao, seat: int, action: Action) -> None:
        rose = game.state.players[seat].rose
        rose[1] = {action[1]: 1}
        rose[2] = {action[2]: 2}
        game.emit("placed", seat, first=action[1], second=action[2])


class TakeCard(Decision, kw_only=True, tag="TakeCard"):
    """Phase 1, in wall order: a card of the display must be taken; the Müßiggänger may decline."""

    asks = "macao.prompt.takecard"

    def may_decline(self, game: Macao) -> bool:
        return game.active(self.seat, MaySkipCardChoice) is not None

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        for card in game.state.display.cards:
            yield ("take", card)
        if self.may_decline(game):
            yield ("decline",)
        yield from early_jokers(game, seat)

    def refusal(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("take", card) if card in CARDS:
                return Message("macao.refuse.not_on_display", {"card": card})
            case ("decline",):
                return Message("macao.refuse.must_take")
        return None

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        return card_hint(game, action)

    def play(self, game: Macao, seat: int, action: Action) -> None:
        match action:
            case ("decline",):
                game.emit("declined", seat)
                return
            case ("joker", *gains):
                game.push(self)
                actions.spend_joker(game, seat, gains)
                return
        card, player = action[1], game.state.players[seat]
        game.state.display.cards.remove(card)
        player.tableau.append(card)
        game.emit("took", seat, card=card)
        if len(player.tableau) > board.TABLEAU_SLOTS:
            game.push(Overflow(seat=seat))


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """A sixth card: one of the six goes, and a penalty marker comes (rules 4.1)."""

    asks = "macao.prompt.overflow"

    def asking(self, game: Macao) -> Arguments:
        return {"n": board.TABLEAU_SLOTS}

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        return (("discard", card) for card in game.state.players[seat].tableau)

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        return card_hint(game, action)

    def play(self, game: Macao, seat: int, action: Action) -> None:
        game.state.players[seat].tableau.remove(action[1])
        game.state.discard.append(action[1])
        game.emit("overflow", seat, card=action[1])
        game.penalise(seat, "overflow")


def card_hint(game: Macao, action: Action) -> Message | None:
    """A card's cost and what it does."""
    if len(action) != 2 or action[1] not in CARDS:
        return None
    card = game.card(action[1])
    return Message("macao.hint.card", {"cubes": game.listed(card.cost), "effect": f"{card.id}.short"})
