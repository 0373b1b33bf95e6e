"""Step D: progress cards by dice, and the choices of magic levels (rules 9.1, 17.4, 17.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.contract import Message
from engines.mmn import awards, board, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision, Step, unfit
from engines.mmn.verbs.overflow import draw_card, gain_card
from engines.steps import Arguments, Verb, Words

TWO_LEVEL, FREE_LEVEL = 3, 5
"""Magic 3: look at two cards; magic 5: any deck."""


class Progress(Step, kw_only=True, tag="Progress"):
    """Who has the level that the red die asks for draws, clockwise (rules 9.1)."""

    def run(self, game: Position) -> None:
        track = board.TRACK[game.state.now.colour]
        game.push(*(DrawByDice(seat=seat, track=track) for seat in game.clockwise() if entitled(game, seat, track)))


def entitled(game: Position, seat: int, track: int) -> bool:
    """Rules 17.6, or the literal reading of the red die (ruling 24.3)."""
    level, red = game.state.players[seat].levels[track], game.state.now.red
    if game.state.options["progress_threshold"] == "literal":
        return level >= red
    return red <= board.DRAW_AT_MOST[track][level]


class DrawFrom(Verb[Position, Any]):
    """A deck that is not empty; the one that was rolled comes first."""

    word = "deck"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        decks = (track for track in board.TRACKS if game.state.decks[track])
        return ((track,) for track in sorted(decks, key=lambda track: track != step.rolled))

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        return refusals.deck(game, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        step.draw(game, words[0])


class DrawByDice(Decision, kw_only=True, tag="DrawByDice"):
    """Which deck, with magic level 5; then the card, or one of two with magic level 3."""

    asks = "mmn.prompt.choosedeck"
    verbs = (DrawFrom(),)

    track: int

    @property
    def rolled(self) -> str:
        return board.TRACKS[self.track]

    def actors(self, game: Position) -> tuple[int, ...]:
        free = game.state.players[self.seat].levels[board.MAGIC] >= FREE_LEVEL
        return (self.seat,) if free and any(game.state.decks.values()) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": self.rolled}

    def run(self, game: Position) -> None:
        if game.state.decks[self.rolled]:
            self.draw(game, self.rolled)

    def draw(self, game: Position, deck: str) -> None:
        if game.state.players[self.seat].levels[board.MAGIC] >= TWO_LEVEL and len(game.state.decks[deck]) > 1:
            game.emit("looked", self.seat, barrier=True, deck=deck, count=2)
            game.push(KeepOne(seat=self.seat, deck=deck))
        else:
            draw_card(game, self.seat, deck)
            awards.recheck(game)


class Keep(Verb[Position, "KeepOne"]):
    """Named by number and name, for both may be the same."""

    word = "pick"

    def choices(self, game: Position, step: KeepOne, seat: int) -> Iterable[Words]:
        return ((str(number), card) for number, card in enumerate(step.cards(game), 1))

    def fault(self, game: Position, step: KeepOne, seat: int, words: Words) -> Message:
        return Message("mmn.refuse.not_looked_at", {"count": len(step.cards(game))})

    def do(self, game: Position, step: KeepOne, seat: int, words: Words) -> None:
        deck = game.state.decks[step.deck]
        first, second = deck.pop(), deck.pop()
        kept, other = (first, second) if words[0] == "1" else (second, first)
        deck.insert(0, other)
        gain_card(game, seat, kept)
        awards.recheck(game)


class KeepOne(Decision, kw_only=True, tag="KeepOne"):
    """One of the top two cards, which stay on the deck until then; the other goes under it."""

    asks = "mmn.prompt.keepone"
    verbs = (Keep(),)

    deck: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"deck": self.deck}

    def cards(self, game: Position) -> list[str]:
        """The cards looked at, the top one first."""
        return game.state.decks[self.deck][:-3:-1]

    def faults(self, game: Position) -> list[str]:
        return super().faults(game) or unfit(self, deck=len(self.cards(game)) == 2)
