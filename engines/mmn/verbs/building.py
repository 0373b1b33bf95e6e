"""Building (rules 12, 13, 18.4), improvements and metropolises (rules 17; 22, point 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import Decision, OnBuilding, OneWord, Work
from engines.mmn.words import as_path
from engines.steps import Arguments, Words


class Road(Work):
    """On a free path at the own network (rules 13.1)."""

    word = "road"
    price = board.ROAD

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if len(player.roads) == board.ROADS:
            return ()
        return [game.words.path[edge] for edge in game.network.road_spots(seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return refusals.site(game, seat, words[0]) or refusals.supply("road")

    def normal(self, words: Words) -> Words:
        return tuple(map(as_path, words))

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_road(seat, game.geometry.path_number[words[0]])
        game.emit("road", seat, path=words[0])


class Settlement(Work):
    """On a free intersection at an own road, no building beside it (rules 13.2)."""

    word = "settlement"
    price = board.SETTLEMENT

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if player.settlements() == board.SETTLEMENTS:
            return ()
        return [game.words.node[node] for node in game.network.settlement_spots(seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.free_node(game, words[0]):
            return reason
        node = game.geometry.node_number[words[0]]
        if not game.network.distant(node):
            return Message("mmn.refuse.distance", {"place": words[0]})
        return refusals.post(game, seat, words[0]) or refusals.supply("settlement")

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_building(seat, Building(node=game.geometry.node_number[words[0]]))
        game.emit("settlement", seat, node=words[0])


class City(OnBuilding):
    """A settlement becomes a city; its store and servants stay (rules 15.4, 16.3)."""

    word = "city"
    price = board.CITY

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if piece.city:
            return "is_city"
        return refusals.supply("city") if player.cities() == board.CITIES else ""

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.city = True
        game.network.changed = True
        game.emit("city", seat, node=game.geometry.nodes[piece.node])


class Wall(OnBuilding):
    """One for each city (rules 13.3)."""

    word = "wall"
    price = board.WALL

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        if piece.wall:
            return "has_wall"
        return refusals.supply("wall") if player.walls() == board.WALLS else ""

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.wall = True
        game.emit("wall", seat, node=game.geometry.nodes[piece.node])


class Repair(OnBuilding):
    """A sabotaged city works again (rules 18.4)."""

    word = "repair"
    price = board.REPAIR

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        return "" if piece.sabotaged else "not_sabotaged"

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.sabotaged = False
        game.network.changed = True
        game.emit("repaired", seat, node=game.geometry.nodes[piece.node])


ROAD, CITY, WALL, REPAIR = Road(), City(), Wall(), Repair()
BUILDING = (ROAD, Settlement(), CITY, WALL, REPAIR)
"""In the order of lists, which is a public format."""


FAMINE_LEVEL = 5
"""Food 5: immune to a Famine (rules 17.4)."""
NO_FAMINE = Message("mmn.refuse.no_famine")


class EndFamine(Work):
    """The Famine that lies before the player ends."""

    word = "end_famine"
    length = 0
    price = board.END_FAMINE

    def closed(self, game: Position, step: object, seat: int) -> Message | None:
        return super().closed(game, step, seat) if game.state.players[seat].famine else NO_FAMINE

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [()] if player.famine else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message:
        return NO_FAMINE

    def act(self, game: Position, seat: int, words: Words) -> None:
        end_famine(game, seat)


END_FAMINE = EndFamine()


def end_famine(game: Position, seat: int) -> None:
    """Paid for, or by food level 5 or Restoration."""
    game.state.players[seat].famine = False
    game.network.changed = True
    game.put_under("famine")
    game.emit("famine_ended", seat)


def end_curses(game: Position, seat: int) -> None:
    """Those of the player whose turn begins."""
    curses = game.state.curses
    for curse in [curse for curse in curses if curse.seat == seat]:
        curses.remove(curse)
        game.put_under("curse")
        game.emit("curse_ended", seat, hex=game.geometry.hexes[curse.hex])


def open_cities(player: Player) -> list[Building]:
    """Cities that can take a marker."""
    return [each for each in player.buildings if each.city and not each.metropolis and not each.sabotaged]


def claim(game: Position, seat: int, track: int) -> None:
    """After a level: the first on level 4 takes the marker; who reaches level 5 takes it over from a holder on 4."""
    level, holder = game.state.players[seat].levels[track], game.state.metropolises[track]
    if level < board.METROPOLIS_LEVEL or holder == seat:
        return
    if holder >= 0:
        if level < board.TOP_LEVEL or game.state.players[holder].levels[track] == board.TOP_LEVEL:
            return
        lose(game, holder, track)
    game.push(PlaceMetropolis(seat=seat, track=track))


def lose(game: Position, holder: int, track: int) -> None:
    """The former holder's city is an ordinary city again."""
    for building in game.state.players[holder].buildings:
        if building.metropolis == board.TRACKS[track]:
            building.metropolis = ""
    game.state.metropolises[track] = -1
    game.network.changed = True
    game.emit("metropolis_lost", holder, track=board.TRACKS[track])


class Place(OneWord["PlaceMetropolis"]):
    """On an own city without marker that is not sabotaged."""

    word = "metropolis"

    def choices(self, game: Position, step: PlaceMetropolis, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[building.node],) for building in open_cities(game.state.players[seat]))

    def unfit(self, game: Position, step: PlaceMetropolis, seat: int, word: str) -> Message | None:
        return refusals.own_city(game, seat, word) or Message("mmn.refuse.sabotaged", {"place": word})

    def do(self, game: Position, step: PlaceMetropolis, seat: int, words: Words) -> None:
        track = board.TRACKS[step.track]
        game.building(game.geometry.node_number[words[0]]).metropolis = track
        game.state.metropolises[step.track] = seat
        game.network.changed = True
        game.emit("metropolis", seat, track=track, node=words[0])


class PlaceMetropolis(Decision, kw_only=True, tag="PlaceMetropolis"):
    """The marker waits for its city."""

    asks = "mmn.prompt.placemetropolis"
    verbs = (Place(),)

    track: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"track": board.TRACKS[self.track]}


_TRACKS = tuple((track,) for track in board.TRACKS)


class Improve(Work):
    """The next level of a track (rules 17.1, 17.2)."""

    word = "improve"
    single = True

    def enough(self, hand: list[int]) -> bool:
        """At least for a first level."""
        return any(hand[board.PAIR :])

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if any(each.city for each in game.state.players[seat].buildings) else Message("mmn.refuse.no_city")

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [_TRACKS[track] for track in affordable(game, seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return obstacle(game, seat, words[0])

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player, track = game.state.players[seat], board.TRACK[words[0]]
        cards = hands.listed(price(player, track))
        return Message("mmn.hint.level", {"level": player.levels[track] + 1, "cards": cards})

    def act(self, game: Position, seat: int, words: Words) -> None:
        improve(game, seat, board.TRACK[words[0]])


def price(player: Player, track: int, discount: int = 0) -> hands.Cost:
    """Level n costs n commodities of the track (rules 17.1)."""
    return ((board.TRACK_COMMODITY[track], board.LEVEL_COST[track][player.levels[track] + 1] - discount),)


def allowed(game: Position, seat: int, track: int) -> bool:
    """Whether the next level may be bought, whatever it costs (rules 17.2)."""
    player = game.state.players[seat]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return False
    if level < board.METROPOLIS_LEVEL:
        return any(building.city for building in player.buildings)
    return game.state.metropolises[track] == seat or bool(open_cities(player))


def affordable(game: Position, seat: int, discount: int = 0) -> list[int]:
    """Tracks whose next level can be bought, for so many commodities less (Crane)."""
    player, found = game.state.players[seat], []
    for track, level in enumerate(player.levels):
        held = player.hand[board.TRACK_COMMODITY[track]] + discount
        dear = not held or level == board.TOP_LEVEL or held < board.LEVEL_COST[track][level + 1]
        if not dear and allowed(game, seat, track):
            found.append(track)
    return found


def obstacle(game: Position, seat: int, word: str, discount: int = 0) -> Message | None:
    """Why the next level of a track cannot be bought by somebody with a city."""
    if reason := refusals.track(word):
        return reason
    player, track = game.state.players[seat], board.TRACK[word]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return Message("mmn.refuse.top_level", {"track": word})
    if not allowed(game, seat, track):
        return Message("mmn.refuse.no_open_city", {"track": word, "level": level})
    return Message("mmn.refuse.cost", {"cards": hands.listed(price(player, track, discount))})


def improve(game: Position, seat: int, track: int, discount: int = 0) -> None:
    """Buys a level and what comes with it."""
    player = game.state.players[seat]
    cost = price(player, track, discount)
    if cost[0][1]:
        hands.pay(game, seat, cost)
    player.levels[track] += 1
    level = player.levels[track]
    game.emit("improved", seat, track=board.TRACKS[track], level=level)
    if track == board.FOOD and level >= FAMINE_LEVEL and player.famine:
        end_famine(game, seat)
    claim(game, seat, track)
