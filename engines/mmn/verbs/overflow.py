"""A progress card comes to a player; a sixth one in the hand must go at once (rules 9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, refusals, words
from engines.mmn.cards import CARDS
from engines.mmn.position import Position
from engines.mmn.verbs.cards import play_card, playable
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


def draw_card(game: Position, seat: int, deck: str) -> None:
    """The top card of a deck that is not empty."""
    gain_card(game, seat, game.state.decks[deck].pop())


def gain_card(game: Position, seat: int, card: str) -> None:
    """A victory point card is laid open, another goes to the hand (rules 9.2)."""
    if CARDS[card].vp:
        game.state.players[seat].vp_cards.append(card)
        game.network.changed = True
        game.emit("vp_card", seat, barrier=True, card=card)
        return
    game.emit("drew", seat, barrier=True, deck=CARDS[card].deck)
    game.emit_only("drew_card", seat, (seat,), card=card)
    hold_card(game, seat, card)


def hold_card(game: Position, seat: int, card: str) -> None:
    """Into the hand; a sixth card must be dealt with at once (rules 9.3)."""
    held = game.state.players[seat].cards
    held.append(card)
    if len(held) > board.PROGRESS_LIMIT:
        game.push(Overflow(seat=seat))


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """The sixth card: one of the six goes under its deck, or is played at once in the own turn (rules 9.3)."""

    asks = "mmn.prompt.overflow"

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"limit": board.PROGRESS_LIMIT}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        cards = sorted(set(game.state.players[seat].cards))
        if seat == game.state.active:
            for card in cards:
                if playable(game, seat, card):
                    yield ("play", card)
        for card in cards:
            yield ("return", card)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("return", word):
                return refusals.card(game, seat, word)
            case ("play", word) if seat == game.state.active:
                return refusals.unplayable(game, seat, word)
            case ("play", word):
                return refusals.card(game, seat, word) or Message("mmn.refuse.only_return")
            case _ if action == words.PASS:
                return Message("mmn.refuse.over_limit", {"limit": board.PROGRESS_LIMIT})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action[0] == "play":
            play_card(game, seat, action[1])
            return
        game.state.players[seat].cards.remove(action[1])
        game.put_under(action[1])
        game.emit("returned", seat, deck=CARDS[action[1]].deck)
        game.emit_only("returned_card", seat, (seat,), card=action[1])
