"""Robber or pirate moves, and a card is stolen: after a seven or when chased (rules 7.2, 14.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


class MoveFigure(Decision, kw_only=True, tag="MoveFigure"):
    """Robber or pirate goes somewhere else; never back beside the board (rules 7.2)."""

    asks = "mmn.prompt.movefigure"

    figures: list[str]
    """ "robber", "pirate" or both."""

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"figures": self.figures}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        state = game.state
        if "robber" in self.figures:
            for place, action in enumerate(game.words.robber):
                if place != state.robber:
                    yield action
        if "pirate" in self.figures:
            for place, action in enumerate(game.words.pirate):
                if place != state.pirate:
                    yield action

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("robber" | "pirate" as figure, _) if figure not in self.figures:
                return Message("mmn.refuse.other_figure", {"figure": self.figures[0]})
            case ("robber" | "pirate" as figure, place):
                reason = refusals.place(game, place, "hex" if figure == "robber" else "harbour")
                return reason or Message("mmn.refuse.stays", {"place": place})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        figure, place = action
        move_figure(game, seat, figure, place)
        found = victims(game, seat, figure)
        if found:
            game.push(Rob(seat=seat, figure=figure))


def move_figure(game: Position, seat: int, figure: str, place: str) -> None:
    """Puts robber or pirate on a place."""
    if figure == "robber":
        game.state.robber = game.size.geometry.hex_number[place]
        game.emit("robber", seat, hex=place)
    else:
        game.state.pirate = game.size.geometry.harbour_number[place]
        game.emit("pirate", seat, harbour=place)


def victims(game: Position, seat: int, figure: str) -> list[int]:
    """Opponents with cards and a building where the figure stands, clockwise."""
    state, geometry = game.state, game.size.geometry
    nodes = geometry.hex_nodes[state.robber] if figure == "robber" else geometry.harbour_nodes[state.pirate]
    owners = {game.network.builder[node] for node in nodes}
    return [other for other in game.opponents(seat) if other in owners and any(state.players[other].hand)]


class Rob(Decision, kw_only=True, tag="Rob"):
    """One random card of one victim; after the pirate it may be left (rulings 24.10)."""

    asks = "mmn.prompt.rob"

    figure: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"figure": self.figure}

    def optional(self, game: Position, seat: int) -> bool:
        return self.figure == "pirate"

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        for victim in victims(game, seat, self.figure):
            yield words.ROB[victim]
        if self.figure == "pirate":
            yield words.PASS

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("rob", word):
                reason = refusals.with_cards(game, seat, word)
                return reason or Message("mmn.refuse.not_there", {"victim_seat": words.SEAT[word]})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action != words.PASS:
            hands.draw(game, seat, words.SEAT[action[1]])
