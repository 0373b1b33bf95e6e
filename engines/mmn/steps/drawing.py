"""Step D: progress cards by dice, the choices of magic levels, the sixth card (rules 9, 17.4, 17.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, Step
from engines.mmn import awards, board, refusals, words
from engines.mmn.steps.decision import Arguments, Decision

if TYPE_CHECKING:
    from engines.mmn.game import Mmn

TWO_LEVEL, FREE_LEVEL = 3, 5
"""Magic 3: look at two cards; magic 5: any deck."""


class Progress(Step["Mmn"], kw_only=True, tag="Progress"):
    """Who has the level that the red die asks for draws, clockwise (rules 9.1)."""

    def run(self, game: Mmn) -> None:
        now = game.state.now
        track = board.TRACK[now.colour]
        game.push(*(DrawByDice(seat=seat, track=track) for seat in game.clockwise() if entitled(game, seat, track)))


def entitled(game: Mmn, seat: int, track: int) -> bool:
    """Rules 17.6, or the literal reading of the red die (ruling 24.3)."""
    level, red = game.state.players[seat].levels[track], game.state.now.red
    if game.state.options["progress_threshold"] == "literal":
        return level >= red
    return red <= board.DRAW_AT_MOST[track][level]


class DrawByDice(Decision, kw_only=True, tag="DrawByDice"):
    """Which deck, with magic level 5; then the card, or one of two with magic level 3."""

    asks = "mmn.prompt.choosedeck"

    track: int

    def actors(self, game: Mmn) -> tuple[int, ...]:
        free = game.state.players[self.seat].levels[board.MAGIC] >= FREE_LEVEL
        return (self.seat,) if free and any(game.state.decks.values()) else ()

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        """The rolled deck first."""
        for track in sorted(range(len(board.TRACKS)), key=lambda track: track != self.track):
            if game.state.decks[board.TRACKS[track]]:
                yield words.DECK[track]

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        match action:
            case ("deck", word):
                return refusals.deck(game, word)
        return super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        self.draw(game, action[1])

    def run(self, game: Mmn) -> None:
        if game.state.decks[board.TRACKS[self.track]]:
            self.draw(game, board.TRACKS[self.track])

    def draw(self, game: Mmn, deck: str) -> None:
        if game.state.players[self.seat].levels[board.MAGIC] >= TWO_LEVEL and len(game.state.decks[deck]) > 1:
            game.emit("looked", self.seat, barrier=True, deck=deck, count=2)
            game.push(KeepOne(seat=self.seat, deck=deck))
        else:
            game.draw_card(self.seat, deck)
            awards.recheck(game)


class KeepOne(Decision, kw_only=True, tag="KeepOne"):
    """One of the top two cards, which stay on the deck until then; the other goes under it."""

    asks = "mmn.prompt.keepone"

    deck: str

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"deck": self.deck}

    def cards(self, game: Mmn) -> list[str]:
        """The cards looked at, the top one first."""
        return game.state.decks[self.deck][:-3:-1]

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        return (("pick", str(number), card) for number, card in enumerate(self.cards(game), 1))

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        match action:
            case ("pick", *_):
                return Message("mmn.refuse.not_looked_at", {"count": len(self.cards(game))})
        return super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        deck = game.state.decks[self.deck]
        first, second = deck.pop(), deck.pop()
        kept, other = (first, second) if action[1] == "1" else (second, first)
        deck.insert(0, other)
        game.gain_card(seat, kept)
        awards.recheck(game)


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """The sixth card: one of the six goes under its deck, or is played at once in the own turn (rules 9.3)."""

    asks = "mmn.prompt.overflow"

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"limit": board.PROGRESS_LIMIT}

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        cards = sorted(set(game.state.players[seat].cards))
        if seat == game.state.active:
            for card in cards:
                if game.playable(seat, card):
                    yield ("play", card)
        for card in cards:
            yield ("return", card)

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
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

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        if action[0] == "play":
            game.play_card(seat, action[1])
            return
        game.state.players[seat].cards.remove(action[1])
        game.under(action[1])
        game.emit("returned", seat, deck=game.card(action[1]).deck)
        game.emit_only("returned_card", seat, (seat,), card=action[1])
