"""City improvements and metropolises (rules 17)."""

from __future__ import annotations

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.building import cost
from engines.mmn.verbs.lasting import end_famine
from engines.mmn.verbs.metropolis import claim, open_cities

FAMINE_LEVEL = 5
"""Food 5 ends a Famine (rules 17.4)."""


def legal(game: Position, seat: int, player: Player, out: list[Action]) -> None:
    if not any(player.hand[board.PAIR :]):
        return
    for track, level in enumerate(player.levels):
        if level < board.TOP_LEVEL:
            held, needed = player.hand[board.TRACK_COMMODITY[track]], board.LEVEL_COST[track][level + 1]
            if held >= needed and allowed(game, seat, track):
                out.append(words.IMPROVE[track])


def price(player: Player, track: int, discount: int = 0) -> hands.Cost:
    """Level n costs n commodities of the track (rules 17.1)."""
    return ((board.TRACK_COMMODITY[track], board.LEVEL_COST[track][player.levels[track] + 1] - discount),)


def allowed(game: Position, seat: int, track: int) -> bool:
    """Whether the next level may be bought, whatever it costs."""
    player = game.state.players[seat]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return False
    if level < board.METROPOLIS_LEVEL:
        return any(building.city for building in player.buildings)
    return game.state.metropolises[track] == seat or bool(open_cities(player))


def affordable(game: Position, seat: int, discount: int) -> list[int]:
    """Tracks whose next level can be bought for so many commodities less (Crane)."""
    player = game.state.players[seat]
    return [
        track
        for track in range(len(board.TRACKS))
        if allowed(game, seat, track) and hands.has(player.hand, price(player, track, discount))
    ]


def play(game: Position, seat: int, action: Action) -> None:
    improve(game, seat, board.TRACK[action[1]])


def improve(game: Position, seat: int, track: int, discount: int = 0) -> None:
    """Buys a level and what comes with it."""
    player = game.state.players[seat]
    cost_now = price(player, track, discount)
    if cost_now[0][1]:
        hands.pay(game, seat, cost_now)
    player.levels[track] += 1
    level = player.levels[track]
    game.emit("improved", seat, track=board.TRACKS[track], level=level)
    if track == board.FOOD and level >= FAMINE_LEVEL and player.famine:
        end_famine(game, seat)
    claim(game, seat, track)


def refusal(game: Position, seat: int, action: Action, discount: int = 0) -> Message | None:
    if action[1] not in board.TRACK:
        return refusals.track(action[1])
    player, track = game.state.players[seat], board.TRACK[action[1]]
    level = player.levels[track] + 1
    if level > board.TOP_LEVEL:
        return Message("mmn.refuse.top_level", {"track": action[1]})
    if not any(building.city for building in player.buildings):
        return Message("mmn.refuse.no_city")
    if not allowed(game, seat, track):
        return Message("mmn.refuse.no_open_city", {"track": action[1], "level": level})
    return cost(price(player, track, discount))


def hint(game: Position, seat: int, action: Action) -> Message | None:
    player, track = game.state.players[seat], board.TRACK[action[1]]
    level = player.levels[track] + 1
    return Message("mmn.hint.level", {"level": level, "cards": hands.listed(price(player, track))})
