"""A progress card comes to a player; a sixth one in the hand must go at once (rules 9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, refusals
from engines.mmn.cards import CARDS
from engines.mmn.position import Position
from engines.mmn.verbs.cards import EFFECTS, play_card, playable
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments, Pass, Verb, Words


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


class PlayAtOnce(Verb[Position, "Overflow"]):
    """In the own turn one of the six may be played."""

    word = "play"

    def choices(self, game: Position, step: Overflow, seat: int) -> Iterable[Words]:
        return ((card,) for card in playable(game, seat)) if seat == game.state.active else ()

    def fault(self, game: Position, step: Overflow, seat: int, words: Words) -> Message | None:
        match words:
            case (card,) if seat == game.state.active:
                return refusals.card(game, seat, card) or EFFECTS[card].hindrance(game, seat)
            case (card,):
                return refusals.card(game, seat, card) or Message("mmn.refuse.only_return")
        return None

    def do(self, game: Position, step: Overflow, seat: int, words: Words) -> None:
        play_card(game, seat, words[0])


class Return(Verb[Position, "Overflow"]):
    """Face down under its deck; everybody sees the colour."""

    word = "return"

    def choices(self, game: Position, step: Overflow, seat: int) -> Iterable[Words]:
        return ((card,) for card in sorted(set(game.state.players[seat].cards)))

    def fault(self, game: Position, step: Overflow, seat: int, words: Words) -> Message | None:
        return refusals.card(game, seat, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: Overflow, seat: int, words: Words) -> None:
        (card,) = words
        game.state.players[seat].cards.remove(card)
        game.put_under(card)
        game.emit("returned", seat, deck=CARDS[card].deck)
        game.emit_only("returned_card", seat, (seat,), card=card)


class KeepAll(Pass):
    """Nobody may."""

    def closed(self, game: Position, step: Overflow, seat: int) -> Message:
        return Message("mmn.refuse.over_limit", {"limit": board.PROGRESS_LIMIT})


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """The sixth card: one of the six goes under its deck, or is played at once in the own turn (rules 9.3)."""

    asks = "mmn.prompt.overflow"
    verbs = (PlayAtOnce(), Return(), KeepAll())

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"limit": board.PROGRESS_LIMIT}
