"""Moving robber or pirate and stealing a card, after a seven or a chase (rules 7.2, 14.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import hands, naming, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.action import Decision, OneWord
from engines.steps import Pass, Verb, Words

FIGURES = {"robber": "hex", "pirate": "harbour"}
"""The sort of place of each figure; its field of the state and its event have the name of the figure."""


class Put(OneWord["MoveFigure"]):
    """Move the robber to another hex or the pirate to another harbour."""

    why = ("mmn.refuse.stays", "place")

    def __init__(self, figure: str) -> None:
        self.word = figure  # type: ignore[misc]

    def closed(self, game: Position, step: MoveFigure, seat: int) -> Message | None:
        return None if self.word in step.figures else Message("mmn.refuse.other_figure", {"figure": step.figures[0]})

    def choices(self, game: Position, step: MoveFigure, seat: int) -> Iterable[Words]:
        position = getattr(game.state, self.word)
        return ((name,) for name, place in game.words.number[FIGURES[self.word]].items() if place != position)

    def unfit(self, game: Position, step: MoveFigure, seat: int, word: str) -> Message | None:
        return refusals.place(game, word, FIGURES[self.word]) or self.misnamed(game, seat, word)

    def do(self, game: Position, step: MoveFigure, seat: int, words: Words) -> None:
        move_figure(game, seat, self.word, words[0])
        if victims(game, seat, self.word):
            game.push(Rob(seat=seat, figure=self.word))


class MoveFigure(Decision, kw_only=True, tag="MoveFigure"):
    """The question where robber or pirate moves; never back off the board (rules 7.2)."""

    asks = "mmn.prompt.movefigure"
    fills = {"figures": "figures"}
    verbs = (*map(Put, FIGURES), Pass())

    figures: list[str]
    """The figures that may move: the one that is chased, or "robber" and "pirate" after a seven."""

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        """Return the verbs; passing is one of them after a seven if the table plays so (ruling 24.10)."""
        may_stay = len(self.figures) > 1 and game.option("robber_moves") == "if_wanted"
        return self.verbs if may_stay else self.verbs[:-1]

    def sound(self, game: Position) -> bool:
        return bool(self.figures) and set(self.figures) <= {*FIGURES}


def move_figure(game: Position, seat: int, figure: str, place: str) -> None:
    """Put robber or pirate on a place and report it."""
    sort = FIGURES[figure]
    setattr(game.state, figure, game.words.number[sort][place])
    arguments: dict[str, Any] = {sort: place}
    game.emit(figure, seat, **arguments)


def victims(game: Position, seat: int, figure: str) -> list[int]:
    """Return the opponents with cards and a building where the figure stands, clockwise."""
    state = game.state
    geometry = game.geometry
    nodes = geometry.hex_nodes[state.robber] if figure == "robber" else geometry.harbour_nodes[state.pirate]
    owners = {game.network.builder[node] for node in nodes}
    return [opponent for opponent in game.opponents(seat) if opponent in owners and any(state.players[opponent].hand)]


class Steal(OneWord["Rob"]):
    """Steal a random card from a player with a building there."""

    word = "rob"
    names = staticmethod(refusals.with_cards)
    why = ("mmn.refuse.not_there", "victim_seat")

    def choices(self, game: Position, step: Rob, seat: int) -> Iterable[Words]:
        return ((naming.SEATS[victim],) for victim in victims(game, seat, step.figure))

    def do(self, game: Position, step: Rob, seat: int, typed: Words) -> None:
        hands.draw(game, seat, naming.SEAT[typed[0]])


class Rob(Decision, kw_only=True, tag="Rob"):
    """The question whom to steal a card from; after the pirate the player may decline (ruling 24.10)."""

    asks = "mmn.prompt.rob"
    fills = {"figure": "figure"}
    verbs = (Steal(), Pass())

    figure: str

    def sound(self, game: Position) -> bool:
        return self.figure in FIGURES and bool(victims(game, self.seat, self.figure))

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs if self.figure == "pirate" else self.verbs[:1]
