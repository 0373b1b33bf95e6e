"""The public position in words, line by line: for alt texts, and for players who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Message
from engines.mmn import board, scoring
from engines.mmn.position import Position
from engines.mmn.steps import phase
from engines.mmn.verbs.offers import Offer


def describe(game: Position, seat: int | None) -> list[Message]:
    """What a seat alone holds, what all share, one line per player, clockwise from the active one, and what else
    lies on the board: so that a text cut short loses the least."""
    state = game.state
    now = state.now
    lines = [Message("mmn.describe.turn", {"turn": state.turn, "phase": phase(game), "seat": state.active})]
    if seat is not None:
        own = state.players[seat]
        held = [kind for kind, number in zip(board.KINDS, own.hand, strict=True) for _ in range(number)]
        lines.append(Message("mmn.describe.hand", {"cards": held, "progress": list(own.cards)}))
    if now.event:
        dice: dict[str, int | str | list[str]] = {"event": now.event, "track": now.colour}
        lines.append(Message("mmn.describe.dice", {**dice, "red": now.red, "white": now.white}))
    lines.append(
        Message(
            "mmn.describe.barbarians",
            {
                "space": state.ship,
                "last": board.ATTACK_AT,
                "attack": game.attack_strength(),
                "defence": sum(game.contributions()),
            },
        )
    )
    for other in game.clockwise():
        player = state.players[other]
        parts = scoring.sources(game, other)
        lines.append(
            Message(
                "mmn.describe.player",
                {
                    "seat": other,
                    "points": sum(parts.values()),
                    "cards": sum(player.hand),
                    "progress": len(player.cards),
                    "settlements": sum(not each.city for each in player.buildings),
                    "cities": sum(each.city for each in player.buildings),
                    "road_length": game.network.length(other),
                    "knights": len(player.knights),
                    "active": sum(knight.active for knight in player.knights),
                    "storage": player.storage_points(),
                    "autarky": player.autarky_points(),
                },
            )
        )
    return [*lines, *_offers(game), *_awards(game), *_figures(game), *_marks(game)]


def _offers(game: Position) -> Iterator[Message]:
    """Who accepts an offer among whom the offerer chooses."""
    for step in game.state.stack:
        if isinstance(step, Offer) and step.ready:
            seats = [str(seat) for seat in step.ready]
            yield Message("mmn.describe.accepted", {"offer_seat": step.seat, "seats": seats})


def _awards(game: Position) -> Iterator[Message]:
    state = game.state
    for award, seat in (
        ("longest_road", state.longest_road),
        ("storage", state.storage_card),
        ("autarky", state.autarky),
    ):
        if seat >= 0:
            yield Message("mmn.describe.award", {"award": award, "seat": seat})


def _figures(game: Position) -> Iterator[Message]:
    """Robber, pirate and merchant."""
    state, geometry = game.state, game.size.geometry
    if state.robber >= 0:
        yield Message("mmn.describe.robber", {"hex": geometry.hexes[state.robber]})
    if state.pirate >= 0:
        yield Message("mmn.describe.pirate", {"harbour": geometry.harbours[state.pirate]})
    if state.merchant >= 0:
        place = geometry.hexes[state.merchant]
        yield Message("mmn.describe.merchant", {"seat": state.merchant_seat, "hex": place})


def _marks(game: Position) -> Iterator[Message]:
    """Metropolises, famine, curses and sabotage."""
    state, geometry = game.state, game.size.geometry
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
