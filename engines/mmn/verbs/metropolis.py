"""Metropolises: who takes one over, who loses it, on which city it is put (rules 17.3)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import Decision, OneWord
from engines.steps import Arguments, Words


def open_cities(player: Player) -> list[Building]:
    """Cities that can take a marker."""
    return [each for each in player.buildings if each.city and not each.metropolis and not each.sabotaged]


def claim(game: Position, seat: int, track: int) -> None:
    """After a level: the first on level 4 takes the marker; who reaches level 5 takes it over from a holder on 4."""
    level = game.state.players[seat].levels[track]
    holder = game.state.metropolises[track]
    if level < board.METROPOLIS_LEVEL or holder == seat:
        return
    if holder >= 0:
        if level < board.TOP_LEVEL or game.state.players[holder].levels[track] == board.TOP_LEVEL:
            return
        lose(game, holder, track)
    game.push(PlaceMetropolis(seat=seat, track=track))


def spare(game: Position, seat: int, track: int) -> None:
    """After a level or a metropolis: who has the right of food 5 has no Famine any more (rules 17.4)."""
    if track == board.FOOD and game.state.players[seat].famine and game.right(seat, track) >= board.FAMINE_LEVEL:
        end_famine(game, seat)


def end_famine(game: Position, seat: int) -> None:
    """Paid for, or by food level 5 or Restoration."""
    game.state.players[seat].famine = False
    game.network.altered(seat)
    game.put_under("famine")
    game.emit("famine_ended", seat)


def lose(game: Position, holder: int, track: int) -> None:
    """The former holder's city is an ordinary city again."""
    for building in game.state.players[holder].buildings:
        if building.metropolis == board.TRACKS[track]:
            building.metropolis = ""
    game.state.metropolises[track] = -1
    game.network.altered(holder)
    game.emit("metropolis_lost", holder, track=board.TRACKS[track])


class Place(OneWord["PlaceMetropolis"]):
    """On an own city without marker that is not sabotaged."""

    word = "metropolis"
    names = staticmethod(refusals.own_city)
    why = ("mmn.refuse.sabotaged", "place")

    def choices(self, game: Position, step: PlaceMetropolis, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[building.node],) for building in open_cities(game.state.players[seat]))

    def do(self, game: Position, step: PlaceMetropolis, seat: int, words: Words) -> None:
        track = board.TRACKS[step.track]
        game.building(game.geometry.node_number[words[0]]).metropolis = track
        game.state.metropolises[step.track] = seat
        game.network.altered(seat)
        game.emit("metropolis", seat, track=track, node=words[0])
        spare(game, seat, step.track)


class PlaceMetropolis(Decision, kw_only=True, tag="PlaceMetropolis"):
    """The marker waits for its city."""

    asks = "mmn.prompt.placemetropolis"
    verbs = (Place(),)

    track: int

    def sound(self, game: Position) -> bool:
        free = 0 <= self.track < len(board.TRACKS) and game.state.metropolises[self.track] < 0
        return free and bool(open_cities(game.state.players[self.seat]))

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}
