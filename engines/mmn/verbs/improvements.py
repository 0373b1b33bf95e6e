"""City improvements, metropolises and the cards that lie on (rules 17, 18.5, 18.6; 22, point 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import Decision, OneWord, Work
from engines.steps import Arguments, Words

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
        game.emit("curse_ended", seat, hex=game.size.geometry.hexes[curse.hex])


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
        nodes = game.size.geometry.nodes
        return ((nodes[building.node],) for building in open_cities(game.state.players[seat]))

    def unfit(self, game: Position, step: PlaceMetropolis, seat: int, word: str) -> Message | None:
        return refusals.own_city(game, seat, word) or Message("mmn.refuse.sabotaged", {"place": word})

    def do(self, game: Position, step: PlaceMetropolis, seat: int, words: Words) -> None:
        track = board.TRACKS[step.track]
        game.building(game.size.geometry.node_number[words[0]]).metropolis = track
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
