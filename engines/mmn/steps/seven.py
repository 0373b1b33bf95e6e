"""A seven: discards, then robber or pirate and a theft (rules 7)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message, PartialAction
from engines.mmn import board, hands, parts, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question, Step
from engines.mmn.verbs.robbing import MoveFigure
from engines.steps import Arguments


class Seven(Step, kw_only=True, tag="Seven"):
    """Step B: who must discard, and what the active player moves."""

    def run(self, game: Position) -> None:
        state = game.state
        due = [owed(game, seat) for seat in range(state.seats)]
        if not game.locked():
            game.push(MoveFigure(seat=state.active, figures=["robber", "pirate"]))
        if any(due):
            game.push(Discard(due=due, chosen=[[0] * len(board.KINDS) for _ in due]))


def owed(game: Position, seat: int) -> int:
    """Half of a hand above its limit, rounded down, a card less for every large store (rules 7.1)."""
    player = game.state.players[seat]
    cards = sum(player.hand)
    if cards <= game.hand_limit(seat):
        return 0
    spared = sum(building.storage == 3 for building in player.buildings)
    return max(0, cards // 2 - spared)


class Discard(Question, kw_only=True, tag="Discard"):
    """All at the same time; nobody sees what others choose until all have chosen."""

    asks = "mmn.prompt.discard"
    kinds = ("discard",)

    due: list[int]
    """Cards by seat."""
    chosen: list[list[int]]
    """By seat and kind: hidden."""

    def actors(self, game: Position) -> tuple[int, ...]:
        due, chosen = self.due, self.chosen
        return tuple([seat for seat in game.clockwise() if due[seat] and due[seat] > sum(chosen[seat])])

    def left(self, seat: int) -> int:
        """Cards a seat has still to choose."""
        return self.due[seat] - sum(self.chosen[seat])

    def rest(self, game: Position, seat: int) -> list[int]:
        """The hand without what has been chosen."""
        return [have - away for have, away in zip(game.state.players[seat].hand, self.chosen[seat], strict=True)]

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.left(seat), "cards": hands.counted(self.chosen[seat])}

    def resources(self, game: Position, seat: int) -> Message:
        """What is left of the own hand."""
        return Message("mmn.resources", {"cards": hands.counted(self.rest(game, seat))})

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return (words.DISCARD[kind] for kind, number in enumerate(self.rest(game, seat)) if number)

    def part(self, game: Position, seat: int, words: Action) -> PartialAction | None:
        return parts.gift("mmn.part.discard", self.rest(game, seat), words, self.left(seat))

    def accepts(self, game: Position, seat: int, action: Action) -> bool:
        """ "discard 2 wool 1 ore": exactly what is still due."""
        cards = hands.amounts(action[1:])
        return cards is not None and sum(cards) == self.left(seat) and hands.holds(self.rest(game, seat), cards)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        if action[:1] != ("discard",):
            return super().refusal(game, seat, action)
        if len(action) == 2:
            unknown = refusals.kind(action[1])
            return unknown or Message("mmn.refuse.not_in_hand", {"cards": [action[1]]})
        cards = hands.amounts(action[1:])
        if cards is None:
            return Message("mmn.refuse.discard_words")
        if not hands.holds(self.rest(game, seat), cards):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(cards)})
        return Message("mmn.refuse.discard_count", {"count": self.left(seat)})

    def play(self, game: Position, seat: int, action: Action) -> None:
        chosen = self.chosen[seat]
        if len(action) == 2:
            chosen[board.KIND[action[1]]] += 1
        else:
            for kind, number in enumerate(hands.amounts(action[1:]) or ()):
                chosen[kind] += number
        if not self.left(seat):
            game.emit("discarding", seat, count=self.due[seat])
        if self.actors(game):
            game.push(self)
            return
        together = sum(map(bool, self.due)) > 1  # the last to choose sees now what the others have chosen
        for other in game.clockwise():
            if self.due[other]:
                hands.give_back(game, other, self.chosen[other])
                game.emit("discarded", other, barrier=together, cards=hands.counted(self.chosen[other]))
