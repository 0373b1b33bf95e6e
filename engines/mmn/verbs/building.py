"""Building (rules 12, 13, 18.4), improvements (rules 17; 22, point 16) and the end of a famine (rules 18.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.naming import as_path
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import OnBuilding, Placed, Work
from engines.mmn.verbs.metropolis import claim, end_famine, end_famine_by_right, open_cities
from engines.steps import Words


class BuildRoad(Placed):
    """Build a road on a free path that touches the player's network (rules 13.1)."""

    word = piece = "road"
    nowhere = "no_site_road"
    price = board.ROAD
    names = staticmethod(refusals.site)

    def places(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.path[edge] for edge in game.network.road_spots(seat)]

    def normal(self, words: Words) -> Words:
        return tuple(map(as_path, words))

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_road(seat, game.geometry.path_number[words[0]])
        game.emit("road", seat, path=words[0])


def _settled(game: Position, seat: int, word: str) -> Message | None:
    """Return why a word names no free intersection at one of the seat's roads that keeps the distance rule."""
    if reason := refusals.free_node(game, seat, word):
        return reason
    distant = game.network.distant(game.geometry.node_number[word])
    return refusals.post(game, seat, word) if distant else Message("mmn.refuse.distance", {"place": word})


class Settlement(Placed):
    """Build a settlement at one of the player's roads, away from other buildings (rules 13.2)."""

    word = piece = "settlement"
    nowhere = "no_site_settlement"
    price = board.SETTLEMENT
    names = staticmethod(_settled)

    def places(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.node[node] for node in game.network.settlement_spots(seat)]

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_building(seat, Building(node=game.geometry.node_number[words[0]]))
        game.emit("settlement", seat, node=words[0])


class City(OnBuilding):
    """Turn a settlement into a city; its store and servants stay (rules 15.4, 16.3)."""

    word = event = piece = "city"
    price = board.CITY
    sets = {"city": True}

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if piece.city:
            return "is_city"
        return "" if player.left("city") else refusals.supply("city")


class Wall(OnBuilding):
    """Build a wall at a city, one for each (rules 13.3)."""

    word = event = piece = "wall"
    price = board.WALL
    sets = {"wall": True}

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        if piece.wall:
            return "has_wall"
        return "" if player.left("wall") else refusals.supply("wall")


class Repair(OnBuilding):
    """Repair a sabotaged city (rules 18.4)."""

    word = "repair"
    event = "repaired"
    price = board.REPAIR
    sets = {"sabotaged": False}

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        return "" if piece.sabotaged else "not_sabotaged"


ROAD = BuildRoad()
CITY = City()
WALL = Wall()
REPAIR = Repair()
BUILDING = (ROAD, Settlement(), CITY, WALL, REPAIR)
"""The building verbs in the order in which legal actions are listed, which is a public format."""


_TRACKS = tuple((track,) for track in board.TRACKS)


class Improve(Work):
    """Buy the next level of a track (rules 17.1, 17.2)."""

    word = "improve"

    def enough(self, hand: Sequence[int]) -> bool:
        """Return whether a hand holds a commodity, which the cheapest level costs at least."""
        return any(hand[board.PAIR :])

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        has_city = any(building.city for building in game.state.players[seat].buildings)
        return None if has_city else Message("mmn.refuse.no_city")

    def refusal(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Return why words are not legal now; a track is no place, so a city that is missing comes first."""
        return self.closed(game, step, seat) or self.fault(game, step, seat, words)

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [_TRACKS[track] for track in affordable(game, seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return obstacle(game, seat, words[0])

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        track = board.TRACK[words[0]]
        cards = hands.listed(price(player, track))
        return Message("mmn.hint.level", {"level": player.levels[track] + 1, "cards": cards})

    def act(self, game: Position, seat: int, words: Words) -> None:
        improve(game, seat, board.TRACK[words[0]])


def price(player: Player, track: int, discount: int = 0) -> hands.Cost:
    """Return the cost of the next level: as many commodities of the track as its number (rules 17.1)."""
    return ((board.TRACK_COMMODITY[track], board.LEVEL_COST[track][player.levels[track] + 1] - discount),)


def next_price(player: Player) -> dict[str, dict[str, int]]:
    """Return what the next level of each track costs, by kind; of a track on its highest level nothing."""
    prices: dict[str, dict[str, int]] = {}
    for number, track in enumerate(board.TRACKS):
        cards = {} if player.levels[number] == board.TOP_LEVEL else dict(price(player, number))
        prices[track] = {board.KINDS[kind]: count for kind, count in cards.items()}
    return prices


def allowed(game: Position, seat: int, track: int) -> bool:
    """Return whether the next level may be bought, regardless of its price (rules 17.2)."""
    player = game.state.players[seat]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return False
    if level < board.METROPOLIS_LEVEL:
        return any(building.city for building in player.buildings)
    return game.state.metropolises[track] == seat or bool(open_cities(player))


def affordable(game: Position, seat: int, discount: int = 0) -> list[int]:
    """Return the tracks whose next level a seat can buy for `discount` commodities less (Crane)."""
    player = game.state.players[seat]
    tracks = []
    hand = player.hand
    for track, level in enumerate(player.levels):
        commodities = hand[board.TRACK_COMMODITY[track]] + discount
        is_too_dear = not commodities or level == board.TOP_LEVEL or commodities < board.LEVEL_COST[track][level + 1]
        if not is_too_dear and allowed(game, seat, track):
            tracks.append(track)
    return tracks


def obstacle(game: Position, seat: int, word: str, discount: int = 0) -> Message | None:
    """Return why a seat that has a city cannot buy the next level of a track."""
    if reason := refusals.track(game, seat, word):
        return reason
    player = game.state.players[seat]
    track = board.TRACK[word]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return Message("mmn.refuse.top_level", {"track": word})
    if not allowed(game, seat, track):
        return Message("mmn.refuse.no_open_city", {"track": word, "level": level})
    return hands.lacking(player.hand, price(player, track, discount))


def improve(game: Position, seat: int, track: int, discount: int = 0) -> None:
    """Buy the next level of a track, and take the metropolis or end a Famine if the level allows it."""
    player = game.state.players[seat]
    cost = price(player, track, discount)
    if cost[0][1]:
        hands.pay(game, seat, cost)
    player.levels[track] += 1
    game.emit("improved", seat, track=board.TRACKS[track], level=player.levels[track])
    end_famine_by_right(game, seat, track)
    claim(game, seat, track)


NO_FAMINE = Message("mmn.refuse.no_famine")


class EndFamine(Work):
    """Pay for the end of the player's Famine (rules 18.6)."""

    word = "end_famine"
    length = 0
    price = board.END_FAMINE
    at_buildings = True

    def closed(self, game: Position, step: object, seat: int) -> Message | None:
        return super().closed(game, step, seat) if game.state.players[seat].famine else NO_FAMINE

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [()] if player.famine else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message:
        return NO_FAMINE

    def act(self, game: Position, seat: int, words: Words) -> None:
        end_famine(game, seat)


END_FAMINE = EndFamine()
