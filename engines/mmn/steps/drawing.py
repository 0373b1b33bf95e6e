"""Step D: progress cards by dice, the choices of magic levels (rules 9, 17.4, 17.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import awards, board, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision, Step
from engines.mmn.verbs.overflow import draw_card, gain_card
from engines.steps import Arguments

TWO_LEVEL, FREE_LEVEL = 3, 5
"""Magic 3: look at two cards; magic 5: any deck."""


class Progress(Step, kw_only=True, tag="Progress"):
    """Who has the level that the red die asks for draws, clockwise (rules 9.1)."""

    def run(self, game: Position) -> None:
        now = game.state.now
        track = board.TRACK[now.colour]
        game.push(*(DrawByDice(seat=seat, track=track) for seat in game.clockwise() if entitled(game, seat, track)))


def entitled(game: Position, seat: int, track: int) -> bool:
    """Rules 17.6, or the literal reading of the red die (ruling 24.3)."""
    level, red = game.state.players[seat].levels[track], game.state.now.red
    if game.state.options["progress_threshold"] == "literal":
        return level >= red
    return red <= board.DRAW_AT_MOST[track][level]


class DrawByDice(Decision, kw_only=True, tag="DrawByDice"):
    """Which deck, with magic level 5; then the card, or one of two with magic level 3."""

    asks = "mmn.prompt.choosedeck"

    track: int

    def actors(self, game: Position) -> tuple[int, ...]:
        free = game.state.players[self.seat].levels[board.MAGIC] >= FREE_LEVEL
        return (self.seat,) if free and any(game.state.decks.values()) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        """The rolled deck first."""
        for track in sorted(range(len(board.TRACKS)), key=lambda track: track != self.track):
            if game.state.decks[board.TRACKS[track]]:
                yield words.DECK[track]

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("deck", word):
                return refusals.deck(game, word)
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        self.draw(game, action[1])

    def run(self, game: Position) -> None:
        if game.state.decks[board.TRACKS[self.track]]:
            self.draw(game, board.TRACKS[self.track])

    def draw(self, game: Position, deck: str) -> None:
        if game.state.players[self.seat].levels[board.MAGIC] >= TWO_LEVEL and len(game.state.decks[deck]) > 1:
            game.emit("looked", self.seat, barrier=True, deck=deck, count=2)
            game.push(KeepOne(seat=self.seat, deck=deck))
        else:
            draw_card(game, self.seat, deck)
            awards.recheck(game)


class KeepOne(Decision, kw_only=True, tag="KeepOne"):
    """One of the top two cards, which stay on the deck until then; the other goes under it."""

    asks = "mmn.prompt.keepone"

    deck: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"deck": self.deck}

    def cards(self, game: Position) -> list[str]:
        """The cards looked at, the top one first."""
        return game.state.decks[self.deck][:-3:-1]

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return (("pick", str(number), card) for number, card in enumerate(self.cards(game), 1))

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("pick", *_):
                return Message("mmn.refuse.not_looked_at", {"count": len(self.cards(game))})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        deck = game.state.decks[self.deck]
        first, second = deck.pop(), deck.pop()
        kept, other = (first, second) if action[1] == "1" else (second, first)
        deck.insert(0, other)
        gain_card(game, seat, kept)
        awards.recheck(game)
