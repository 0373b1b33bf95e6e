"""The consequences of a seven: discards, then robber or pirate and a theft (rules 7)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message, PartialAction
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.action import Question, are_cards
from engines.mmn.verbs.robbing import MoveFigure
from engines.steps import Arguments, Step, Verb, Words


class Seven(Step[Position], kw_only=True, tag="Seven"):
    """The seven (step B): it asks who must discard, and the active player to move robber or pirate."""

    def run(self, game: Position) -> None:
        state = game.state
        cards_owed = [owed(game, seat) for seat in range(state.seats)]
        # The step that is pushed last comes first: discards, then the robber or the pirate.
        if game.locked():
            game.emit("figures_rest", None)
        else:
            game.push(MoveFigure(seat=state.active, figures=["robber", "pirate"]))
        if any(cards_owed):
            game.push(Discard(due=cards_owed, chosen=[[0] * len(board.KINDS) for _ in cards_owed]))


def owed(game: Position, seat: int) -> int:
    """Return how many cards a seat must discard (rules 7.1).

    It is half of a hand above its limit, rounded down, and a card less for every large store.
    """
    player = game.state.players[seat]
    cards = sum(player.hand)
    if cards <= game.hand_limit(seat):
        return 0
    large_stores = sum(building.storage == board.LARGE_STORE for building in player.buildings)
    return max(0, cards // 2 - large_stores)


class DiscardCards(Verb[Position, "Discard"]):
    """Choose cards to discard: one at a time ("discard wool"), or all that are due ("discard 2 wool 1 ore")."""

    word = "discard"

    def choices(self, game: Position, step: Discard, seat: int) -> Iterable[Words]:
        return [(board.KINDS[kind],) for kind, number in enumerate(step.rest(game, seat)) if number]

    def unlisted(self, game: Position, step: Discard, seat: int) -> bool:
        return True

    def fault(self, game: Position, step: Discard, seat: int, words: Words) -> Message | None:
        is_single = len(words) == 1
        words = ("1", *words) if is_single else words
        for number, kind in zip(words[::2], words[1::2], strict=False):
            if number.isdigit() and (unknown := refusals.kind(game, seat, kind)):
                return unknown
        cards = hands.amounts(words)
        if cards is None:
            return Message("mmn.refuse.discard_words")
        if not hands.holds(game.state.players[seat].hand, cards):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
        if not hands.holds(step.rest(game, seat), cards):
            return Message("mmn.refuse.discarded", {"cards": hands.counted(step.chosen[seat])})
        if not is_single and sum(cards) != step.left(seat):
            return Message("mmn.refuse.discard_count", {"count": step.left(seat)})
        return None

    def do(self, game: Position, step: Discard, seat: int, words: Words) -> None:
        cards = hands.single(board.KIND[words[0]]) if len(words) == 1 else hands.amounts(words) or ()
        step.chosen[seat] = [chosen_count + added for chosen_count, added in zip(step.chosen[seat], cards, strict=True)]
        if step.actors(game):
            if not step.left(seat):
                game.emit("discarding", seat, count=step.due[seat])
            game.push(step)
            return
        # With several players, the last one to choose learns what the others have chosen: this cannot be undone.
        reveals = sum(map(bool, step.due)) > 1
        for discarding in game.clockwise():
            if step.due[discarding]:
                hands.give_back(game, discarding, step.chosen[discarding])
                game.emit("discarded", discarding, barrier=reveals, cards=hands.counted(step.chosen[discarding]))

    def normal(self, words: Words) -> Words:
        return hands.in_order(words)

    def part(self, game: Position, step: Discard, seat: int, words: Words) -> PartialAction | None:
        return hands.gift("mmn.part.discard", step.rest(game, seat), (self.word, *words), step.left(seat))


class Discard(Question, kw_only=True, tag="Discard"):
    """The question what to discard, asked of all at the same time; choices are hidden until all have chosen."""

    asks = "mmn.prompt.discard"
    verbs = (DiscardCards(),)

    due: list[int]
    """The number of cards that each seat must discard."""
    chosen: list[list[int]]
    """The cards already chosen, by seat and kind: hidden."""

    def actors(self, game: Position) -> tuple[int, ...]:
        cards_owed = self.due
        cards_chosen = self.chosen
        return tuple(
            [seat for seat in game.clockwise() if cards_owed[seat] and cards_owed[seat] > sum(cards_chosen[seat])]
        )

    def left(self, seat: int) -> int:
        """Return how many cards a seat has still to choose."""
        return self.due[seat] - sum(self.chosen[seat])

    def rest(self, game: Position, seat: int) -> list[int]:
        """Return the hand without the cards already chosen."""
        return [
            held_count - chosen_count
            for held_count, chosen_count in zip(game.state.players[seat].hand, self.chosen[seat], strict=True)
        ]

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.left(seat), "cards": hands.counted(self.chosen[seat])}

    def resources(self, game: Position, seat: int) -> Message:
        """Return the rest of the player's hand as a message."""
        return Message("mmn.resources", {"cards": hands.counted(self.rest(game, seat))})

    def sound(self, game: Position) -> bool:
        seats = game.state.seats
        if len(self.due) != seats or len(self.chosen) != seats or not all(map(are_cards, self.chosen)):
            return False
        hands = [player.hand for player in game.state.players]
        is_payable = all(0 <= owed_count <= sum(hand) for owed_count, hand in zip(self.due, hands, strict=True))
        return is_payable and all(min(self.rest(game, seat)) >= 0 for seat in range(seats)) and bool(self.actors(game))
