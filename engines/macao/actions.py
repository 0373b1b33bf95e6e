"""What the actions of a turn do once they are paid for (rules 5); ``steps.turn`` says when each may be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import Amount, Trigger, WallStackTop
from engines.macao.steps.wall import WellStep

if TYPE_CHECKING:
    from engines.macao.game import Macao


def activate(game: Macao, seat: int, card: str, how: str) -> None:
    """Rules 5.1: the card moves, then cards that were already active act."""
    player = game.state.players[seat]
    player.tableau.remove(card)
    game.emit("activated", seat, card=card, how=how)
    game.trigger(seat, f"{CARDS[card].type}_activated")
    player.activated.append(card)
    effect = CARDS[card].effect
    if isinstance(effect, WallStackTop):
        game.state.wall.raise_tower(seat)
    if isinstance(effect, Trigger) and effect.retroactive_on_activation and player.this_round.office_uses:
        kinds = len(player.this_round.office_uses)
        game.receive(seat, Amount(gold=effect.gain.gold * kinds), card)


def take_quarter(game: Macao, seat: int, quarter: str, how: str) -> None:
    """Rules 5.2: the tile comes to the player, a marker to the quarter."""
    player = game.state.players[seat]
    tile = game.state.city.pop(quarter)
    player.quarters.append(quarter)
    player.this_round.quarters += 1
    if tile == board.JOKER:
        player.jokers += 1
    else:
        player.hold[tile] = player.hold.get(tile, 0) + 1
    game.emit("quarter", seat, quarter=quarter, tile=tile, how=how)
    game.trigger(seat, "quarter_taken")
    steps = sum(effect.wall_steps for _, effect in game.triggers(seat, "quarter_taken"))
    if steps and game.state.wall.spaces_ahead(seat):
        game.push(WellStep(seat=seat, steps=steps))


def delivery_value(game: Macao, seat: int, tiles: int) -> int:
    """Prestige for delivering so many tiles where the ship is, as the spaces and the store card give it."""
    port = board.PORTS[game.state.players[seat].ship]
    filled = game.state.ports[port.id]
    return store_factor(game, seat, port.ware) * sum(port.delivery_values[filled : filled + tiles])


def store_factor(game: Macao, seat: int, ware: str) -> int:
    """2 with the store card of a ware."""
    stores = game.triggers(seat, "ware_delivered")
    return 2 if any(store.double_space_value and store.ware == ware for _, store in stores) else 1


def deliver(game: Macao, seat: int, tiles: int) -> None:
    """Rules 5.4: tiles on the highest free spaces, one by one."""
    player = game.state.players[seat]
    port = board.PORTS[player.ship]
    prestige = delivery_value(game, seat, tiles)
    game.state.ports[port.id] += tiles
    player.hold[port.ware] -= tiles
    if not player.hold[port.ware]:
        del player.hold[port.ware]
    game.receive_prestige(seat, prestige, "wares")
    game.emit("delivered", seat, port=port.id, ware=port.ware, count=tiles, prestige=prestige)
    for _ in range(tiles):
        game.trigger(seat, "ware_delivered")


def buy_prestige(game: Macao, seat: int) -> None:
    """Rules 5.5."""
    player, display = game.state.players[seat], game.state.display
    player.gold -= display.gold
    player.this_round.purchases += 1
    game.receive_prestige(seat, display.prestige, "tribute")
    game.emit("tribute", seat, gold=display.gold, prestige=display.prestige)
    if display.gold or display.prestige or board.RULINGS.botschaft_on_zero_tribute:
        game.trigger(seat, "tribute_purchase")


def spend_joker(game: Macao, seat: int, gains: Sequence[str]) -> None:
    """Rules 5.7."""
    game.state.players[seat].jokers -= 1
    for gain in gains:
        if gain == "gold":
            game.receive_gold(seat, board.JOKER_GOLD, counts=board.RULINGS.joker_gold_counts_as_gold_received)
        else:
            game.add_cubes(seat, {gain: 1})
    game.emit("joker", seat, gains=list(gains))
