"""The public position in words, line by line: for alt texts, and for players who listen instead of looking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import Message
from engines.mmn import board, points, scoring

if TYPE_CHECKING:
    from engines.mmn.game import Mmn


def describe(game: Mmn) -> list[Message]:
    """First what all share, then one line per player, clockwise from the active one."""
    state, geometry = game.state, game.size.geometry
    now = state.now
    lines = [Message("mmn.describe.turn", {"turn": state.turn, "phase": game.phase(), "seat": state.active})]
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
    if state.robber >= 0:
        lines.append(Message("mmn.describe.robber", {"hex": geometry.hexes[state.robber]}))
    if state.pirate >= 0:
        lines.append(Message("mmn.describe.pirate", {"harbour": geometry.harbours[state.pirate]}))
    if state.merchant >= 0:
        place = geometry.hexes[state.merchant]
        lines.append(Message("mmn.describe.merchant", {"seat": state.merchant_seat, "hex": place}))
    for award, seat in (
        ("longest_road", state.longest_road),
        ("storage", state.storage_card),
        ("autarky", state.autarky),
    ):
        if seat >= 0:
            lines.append(Message("mmn.describe.award", {"award": award, "seat": seat}))
    for seat in game.clockwise():
        player = state.players[seat]
        parts = scoring.sources(game, seat)
        lines.append(
            Message(
                "mmn.describe.player",
                {
                    "seat": seat,
                    "points": sum(parts.values()),
                    "cards": sum(player.hand),
                    "progress": len(player.cards),
                    "settlements": sum(not each.city for each in player.buildings),
                    "cities": sum(each.city for each in player.buildings),
                    "metropolises": sum(bool(each.metropolis) for each in player.buildings),
                    "roads": len(player.roads),
                    "road_length": game.road_length(seat),
                    "knights": len(player.knights),
                    "active": sum(knight.active for knight in player.knights),
                    "storage": points.storage_points(player),
                    "autarky": points.autarky_points(player),
                },
            )
        )
    return lines
