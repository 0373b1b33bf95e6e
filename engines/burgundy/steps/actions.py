"""What dice actions, castles and buildings have in common: taking, placing, selling, workers, purchases (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.burgundy import box, placement
from engines.burgundy.steps.prices import PURCHASE_PRICE, TRADER
from engines.burgundy.steps.storing import Paid, store
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy


def takes(game: Burgundy, colours: tuple[str, ...] = box.COLOURS) -> Iterator[Action]:
    """``take`` without a die, of the numbered depots."""
    for depot in box.DEPOTS:
        for tile in dict.fromkeys(game.state.depots[depot]):
            if box.COLOUR[tile] in colours:
                yield ("take", depot, tile)


def sales(game: Burgundy, seat: int) -> Iterator[Action]:
    """``sell`` without a die."""
    held = game.state.players[seat].goods
    return (("sell", goods) for goods in box.GOODS if goods in held)


def purchases(game: Burgundy, seat: int) -> Iterator[Action]:
    """The purchase, once per turn (rules 6.6), and what knowledge 6 makes of it (rules 13 and 15)."""
    player = game.state.players[seat]
    trader = game.edition.knowledge_6 if TRADER in player.knowledge else ""
    if not player.purchased:
        workers = min(PURCHASE_PRICE, player.workers) if trader == "workers_for_silverlings" else 0
        for paid in range(workers + 1):
            if player.silverlings >= PURCHASE_PRICE - paid:
                depots = (box.BLACK, *box.DEPOTS) if trader == "seven_depots" else (box.BLACK,)
                for depot in depots:
                    for tile in dict.fromkeys(game.state.depots[depot]):
                        yield ("buy", depot, tile, *(("workers", str(paid)) if paid else ()))
    if trader == "building_for_workers" and not player.hired and player.workers >= PURCHASE_PRICE:
        for _, depot, tile in takes(game, ("building",)):
            yield ("hire", depot, tile)


def carry_out(game: Burgundy, seat: int, action: Action) -> None:
    """Plays an action without the words for its die."""
    player = game.state.players[seat]
    match action:
        case ("take", depot, tile):
            store(game, seat, depot, tile)
        case ("place", tile, hex):
            game.place(seat, tile, hex)
        case ("sell", goods):
            game.sell(seat, goods)
        case ("workers",):
            game.take_workers(seat)
        case ("buy", depot, tile, *paid):
            spent = int(paid[1]) if paid else 0
            player.purchased = True
            player.workers -= spent
            player.silverlings -= PURCHASE_PRICE - spent
            store(game, seat, depot, tile, Paid(silverlings=PURCHASE_PRICE - spent, workers=spent))
        case ("hire", depot, tile):
            player.hired = True
            player.workers -= PURCHASE_PRICE
            store(game, seat, depot, tile, Paid(workers=PURCHASE_PRICE))


def hint(game: Burgundy, seat: int, action: Action) -> Message | None:
    """What an action brings: VP where it scores at once, else what the tile does."""
    match action:
        case ("place", tile, hex, *_) if points := placement.worth(game, seat, tile, hex):
            return Message("burgundy.hint.points", {"n": points})
        case ("place", tile, *_) | ("take" | "buy" | "hire", _, tile, *_):
            return Message("burgundy.hint.tile", {"effect": f"{box.card(tile)}.short"})
        case ("sell", goods, *_):
            sold = game.state.players[seat].goods[goods]
            return Message("burgundy.hint.points", {"n": sold * box.sale_vp(game.state.seats)})
        case ("workers", *_):
            return Message("burgundy.hint.workers", {"n": game.workers_taken(seat)})
    return None
