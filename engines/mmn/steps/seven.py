"""A seven: discards, then robber or pirate and a theft (rules 7); chasing uses the same (rules 14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, PartialAction, Step
from engines.mmn import board, hands, parts, refusals, words
from engines.mmn.steps.decision import Arguments, Decision, Question

if TYPE_CHECKING:
    from engines.mmn.game import Mmn


class Seven(Step["Mmn"], kw_only=True, tag="Seven"):
    """Step B: who must discard, and what the active player moves."""

    def run(self, game: Mmn) -> None:
        state = game.state
        due = [owed(game, seat) for seat in range(state.seats)]
        if not game.locked():
            game.push(MoveFigure(seat=state.active, figures=["robber", "pirate"]))
        if any(due):
            game.push(Discard(due=due, chosen=[[0] * len(board.KINDS) for _ in due]))


def owed(game: Mmn, seat: int) -> int:
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

    def actors(self, game: Mmn) -> tuple[int, ...]:
        due, chosen = self.due, self.chosen
        return tuple([seat for seat in game.clockwise() if due[seat] and due[seat] > sum(chosen[seat])])

    def left(self, seat: int) -> int:
        """Cards a seat has still to choose."""
        return self.due[seat] - sum(self.chosen[seat])

    def rest(self, game: Mmn, seat: int) -> list[int]:
        """The hand without what has been chosen."""
        return [have - away for have, away in zip(game.state.players[seat].hand, self.chosen[seat], strict=True)]

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"count": self.left(seat), "cards": hands.counted(self.chosen[seat])}

    def resources(self, game: Mmn, seat: int) -> Message:
        """What is left of the own hand."""
        return Message("mmn.resources", {"cards": hands.counted(self.rest(game, seat))})

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        return (words.DISCARD[kind] for kind, number in enumerate(self.rest(game, seat)) if number)

    def part(self, game: Mmn, seat: int, words: Action) -> PartialAction | None:
        return parts.gift("mmn.part.discard", self.rest(game, seat), words, self.left(seat))

    def accepts(self, game: Mmn, seat: int, action: Action) -> bool:
        """ "discard 2 wool 1 ore": exactly what is still due."""
        cards = hands.amounts(action[1:])
        return cards is not None and sum(cards) == self.left(seat) and hands.holds(self.rest(game, seat), cards)

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
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

    def play(self, game: Mmn, seat: int, action: Action) -> None:
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


class MoveFigure(Decision, kw_only=True, tag="MoveFigure"):
    """Robber or pirate goes somewhere else; never back beside the board (rules 7.2)."""

    asks = "mmn.prompt.movefigure"

    figures: list[str]
    """ "robber", "pirate" or both."""

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"figures": self.figures}

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        state = game.state
        if "robber" in self.figures:
            for place, action in enumerate(game.words.robber):
                if place != state.robber:
                    yield action
        if "pirate" in self.figures:
            for place, action in enumerate(game.words.pirate):
                if place != state.pirate:
                    yield action

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        match action:
            case ("robber" | "pirate" as figure, _) if figure not in self.figures:
                return Message("mmn.refuse.other_figure", {"figure": self.figures[0]})
            case ("robber" | "pirate" as figure, place):
                reason = refusals.place(game, place, "hex" if figure == "robber" else "harbour")
                return reason or Message("mmn.refuse.stays", {"place": place})
        return super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        figure, place = action
        move_figure(game, seat, figure, place)
        found = victims(game, seat, figure)
        if found:
            game.push(Rob(seat=seat, figure=figure))


def move_figure(game: Mmn, seat: int, figure: str, place: str) -> None:
    """Puts robber or pirate on a place."""
    if figure == "robber":
        game.state.robber = game.size.geometry.hex_number[place]
        game.emit("robber", seat, hex=place)
    else:
        game.state.pirate = game.size.geometry.harbour_number[place]
        game.emit("pirate", seat, harbour=place)


def victims(game: Mmn, seat: int, figure: str) -> list[int]:
    """Opponents with cards and a building where the figure stands, clockwise."""
    state, geometry = game.state, game.size.geometry
    nodes = geometry.hex_nodes[state.robber] if figure == "robber" else geometry.harbour_nodes[state.pirate]
    owners = {game.network.builder[node] for node in nodes}
    return [other for other in game.opponents(seat) if other in owners and any(state.players[other].hand)]


class Rob(Decision, kw_only=True, tag="Rob"):
    """One random card of one victim; after the pirate it may be left (rulings 24.10)."""

    asks = "mmn.prompt.rob"

    figure: str

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"figure": self.figure}

    def optional(self, game: Mmn, seat: int) -> bool:
        return self.figure == "pirate"

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        for victim in victims(game, seat, self.figure):
            yield words.ROB[victim]
        if self.figure == "pirate":
            yield words.PASS

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        match action:
            case ("rob", word):
                reason = refusals.with_cards(game, seat, word)
                return reason or Message("mmn.refuse.not_there", {"victim_seat": words.SEAT[word]})
        return super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        if action != words.PASS:
            hands.draw(game, seat, words.SEAT[action[1]])
