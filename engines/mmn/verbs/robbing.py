"""Robber or pirate moves, and a card is stolen: after a seven or when chased (rules 7.2, 14.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.action import Decision, OneWord
from engines.steps import Pass, Verb, Words


class MoveRobber(OneWord["MoveFigure"]):
    """To another hex."""

    word, sort = "robber", "hex"

    def places(self, game: Position) -> tuple[int, Iterable[str]]:
        """Where the figure stands, and the names of all places for it."""
        return game.state.robber, game.geometry.hexes

    def closed(self, game: Position, step: MoveFigure, seat: int) -> Message | None:
        return None if self.word in step.figures else Message("mmn.refuse.other_figure", {"figure": step.figures[0]})

    def choices(self, game: Position, step: MoveFigure, seat: int) -> Iterable[Words]:
        here, places = self.places(game)
        return ((name,) for place, name in enumerate(places) if place != here)

    def unfit(self, game: Position, step: MoveFigure, seat: int, word: str) -> Message | None:
        return refusals.place(game, word, self.sort) or Message("mmn.refuse.stays", {"place": word})

    def do(self, game: Position, step: MoveFigure, seat: int, words: Words) -> None:
        move_figure(game, seat, self.word, words[0])
        if victims(game, seat, self.word):
            game.push(Rob(seat=seat, figure=self.word))


class MovePirate(MoveRobber):
    """To another harbour."""

    word, sort = "pirate", "harbour"

    def places(self, game: Position) -> tuple[int, Iterable[str]]:
        return game.state.pirate, game.geometry.harbours


class MoveFigure(Decision, kw_only=True, tag="MoveFigure"):
    """Robber or pirate goes somewhere else; never back beside the board (rules 7.2)."""

    asks = "mmn.prompt.movefigure"
    fills = {"figures": "figures"}
    verbs = (MoveRobber(), MovePirate())

    figures: list[str]
    """ "robber", "pirate" or both."""

    def sound(self, game: Position) -> bool:
        return bool(self.figures) and set(self.figures) <= {verb.word for verb in self.verbs}


def move_figure(game: Position, seat: int, figure: str, place: str) -> None:
    """Puts robber or pirate on a place."""
    if figure == "robber":
        game.state.robber = game.geometry.hex_number[place]
        game.emit("robber", seat, hex=place)
    else:
        game.state.pirate = game.geometry.harbour_number[place]
        game.emit("pirate", seat, harbour=place)


def victims(game: Position, seat: int, figure: str) -> list[int]:
    """Opponents with cards and a building where the figure stands, clockwise."""
    state, geometry = game.state, game.geometry
    nodes = geometry.hex_nodes[state.robber] if figure == "robber" else geometry.harbour_nodes[state.pirate]
    owners = {game.network.builder[node] for node in nodes}
    return [other for other in game.opponents(seat) if other in owners and any(state.players[other].hand)]


class Steal(OneWord["Rob"]):
    """A random card of somebody with a building there."""

    word = "rob"

    def choices(self, game: Position, step: Rob, seat: int) -> Iterable[Words]:
        return ((words.SEATS[victim],) for victim in victims(game, seat, step.figure))

    def unfit(self, game: Position, step: Rob, seat: int, word: str) -> Message | None:
        reason = refusals.with_cards(game, seat, word)
        return reason or Message("mmn.refuse.not_there", {"victim_seat": words.SEAT[word]})

    def do(self, game: Position, step: Rob, seat: int, typed: Words) -> None:
        hands.draw(game, seat, words.SEAT[typed[0]])


class Rob(Decision, kw_only=True, tag="Rob"):
    """One random card of one victim; after the pirate it may be left (ruling 24.10)."""

    asks = "mmn.prompt.rob"
    fills = {"figure": "figure"}
    verbs = (Steal(), Pass())

    figure: str

    def sound(self, game: Position) -> bool:
        return self.figure in ("robber", "pirate") and bool(victims(game, self.seat, self.figure))

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs if self.figure == "pirate" else self.verbs[:1]
