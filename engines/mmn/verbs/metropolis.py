"""Gaining, losing and placing of metropolises (rules 17.3), and the end of a Famine."""

from __future__ import annotations

from collections.abc import Iterable

from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import Decision, OneWord
from engines.steps import Arguments, Words


def open_cities(player: Player) -> list[Building]:
    """Return the cities that can take a metropolis marker or be sabotaged."""
    return [
        building
        for building in player.buildings
        if building.city and not building.metropolis and not building.sabotaged
    ]


def claim(game: Position, seat: int, track: int) -> None:
    """Give a seat the metropolis of a track if its new level earns it.

    The first player on level 4 takes it; a player who reaches level 5 takes it over from a holder on level 4.
    """
    level = game.state.players[seat].levels[track]
    holder = game.state.metropolises[track]
    if level < board.METROPOLIS_LEVEL or holder == seat:
        return
    if holder >= 0:
        if level < board.TOP_LEVEL or game.state.players[holder].levels[track] == board.TOP_LEVEL:
            return
        lose(game, holder, track)
    game.push(PlaceMetropolis(seat=seat, track=track))


def end_famine_by_right(game: Position, seat: int, track: int) -> None:
    """End a seat's Famine if a new level or metropolis has given it the right of food level 5 (rules 17.4)."""
    if track == board.FOOD and game.state.players[seat].famine and game.right(seat, track) >= board.FAMINE_LEVEL:
        end_famine(game, seat)


def end_famine(game: Position, seat: int) -> None:
    """End the Famine of a seat, which was paid for or ended by food level 5 or Restoration."""
    game.state.players[seat].famine = False
    game.network.altered(seat)
    game.put_under("famine")
    game.emit("famine_ended", seat)


def lose(game: Position, holder: int, track: int) -> None:
    """Take the metropolis of a track from its holder, whose city is an ordinary one again."""
    for building in game.state.players[holder].buildings:
        if building.metropolis == board.TRACKS[track]:
            building.metropolis = ""
    game.state.metropolises[track] = -1
    game.network.altered(holder)
    game.emit("metropolis_lost", holder, track=board.TRACKS[track])


class Place(OneWord["PlaceMetropolis"]):
    """Put the marker on one of the player's cities that has none and is not sabotaged."""

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
        end_famine_by_right(game, seat, step.track)


class PlaceMetropolis(Decision, kw_only=True, tag="PlaceMetropolis"):
    """The question on which city a metropolis marker is put."""

    asks = "mmn.prompt.placemetropolis"
    verbs = (Place(),)

    track: int

    def sound(self, game: Position) -> bool:
        free = 0 <= self.track < len(board.TRACKS) and game.state.metropolises[self.track] < 0
        return free and bool(open_cities(game.state.players[self.seat]))

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}
