"""The public position in words, line by line: for alt texts, and for players who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Message
from engines.mmn import board
from engines.mmn.hands import counted
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.steps import phase
from engines.mmn.steps.chips import left
from engines.mmn.verbs.offers import Offer


def describe(game: Position, seat: int | None) -> list[Message]:
    """Return the position in lines, the most important ones first because long texts are cut off.

    They are the turn with the hand of `seat`, a line for each player clockwise from the active one, the awards, and the
    other markers on the board.
    """
    return [*_shared(game, seat), *_players(game), *_awards(game), *_places(game)]


def _shared(game: Position, viewer: int | None) -> Iterator[Message]:
    state = game.state
    now = game.state.now
    yield Message("mmn.describe.turn", {"turn": state.turn, "phase": phase(game), "seat": state.active})
    if viewer is not None:
        player = state.players[viewer]
        yield Message("mmn.describe.hand", {"cards": counted(player.hand), "progress": list(player.cards)})
    if chips := left(game):
        yield Message("mmn.describe.chips", {"chips": list(map(str, chips))})
    if now.event:
        dice = {"red": now.red, "white": now.white}
        yield Message("mmn.describe.dice", {"event": now.event, "track": now.colour, **dice})
    strength = {"attack": game.attack_strength(), "defence": sum(game.contributions())}
    yield Message("mmn.describe.barbarians", {"space": state.ship, "last": board.ATTACK_AT, **strength})


def _players(game: Position) -> Iterator[Message]:
    for seat in game.clockwise():
        yield Message("mmn.describe.player", {"seat": seat, **belongings(game, seat)})


def belongings(game: Position, seat: int) -> dict[str, int]:
    """Return the cards and pieces of a player by name, as everybody sees them."""
    player = game.state.players[seat]
    return {
        "cards": sum(player.hand),
        "progress": len(player.cards),
        "settlements": player.settlements(),
        "cities": player.cities(),
        "road_length": game.network.length(seat),
        "knights": len(player.knights),
        "active": sum(knight.active for knight in player.knights),
        "promotions": sum(strength(knight) - 1 for knight in player.knights),
        "storage": player.storage_points(),
        "autarky": player.autarky_points(),
    }


def _awards(game: Position) -> Iterator[Message]:
    """Yield the players who accept an open offer, and the holders of the three victory point cards."""
    state = game.state
    for step in state.stack:
        if isinstance(step, Offer) and step.accepting_seats:
            seats = [str(seat) for seat in step.accepting_seats]
            yield Message("mmn.describe.accepted", {"offer_seat": step.seat, "seats": seats})
    holders = {"longest_road": state.longest_road, "storage": state.storage_card, "autarky": state.autarky}
    for award, seat in holders.items():
        if seat >= 0:
            yield Message("mmn.describe.award", {"award": award, "seat": seat})


def _places(game: Position) -> Iterator[Message]:
    """Yield robber, pirate and merchant, metropolises, famine, curses and sabotage."""
    state = game.state
    geometry = game.geometry
    if state.robber >= 0:
        yield Message("mmn.describe.robber", {"hex": geometry.hexes[state.robber]})
    if state.pirate >= 0:
        yield Message("mmn.describe.pirate", {"harbour": geometry.harbours[state.pirate]})
    if state.merchant >= 0:
        place = geometry.hexes[state.merchant]
        yield Message("mmn.describe.merchant", {"seat": state.merchant_seat, "hex": place})
    for track, seat in zip(board.TRACKS, state.metropolises, strict=True):
        if seat >= 0:
            yield Message("mmn.describe.metropolis", {"track": track, "seat": seat})
    starving = [str(seat) for seat, player in enumerate(state.players) if player.famine]
    if starving:
        yield Message("mmn.describe.famine", {"seats": starving})
    for curse in state.curses:
        yield Message("mmn.describe.curse", {"seat": curse.seat, "hex": geometry.hexes[curse.hex]})
    buildings = [building for player in state.players for building in player.buildings]
    nodes = [geometry.nodes[building.node] for building in buildings if building.sabotaged]
    if nodes:
        yield Message("mmn.describe.sabotaged", {"nodes": nodes})
