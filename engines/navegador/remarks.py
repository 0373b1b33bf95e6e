"""Remarks on a position of Navegador: advice for new players, additions to sections of the rules, facts of actions.

Advice says what is worth having, and what to beware of. Facts are the public ones that an action depends on, such as
market prices and the tokens that can be taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Action, Message
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.verbs.builder import price
from engines.navegador.verbs.recruiting import BuildShips, RecruitWorkers

NAMED = {
    "4.3": [(verb, good) for good in board.GOODS for verb in ("sell", "process")],
    "4.4": [("build", row) for row in board.BUILDINGS],
    "7.4": [("colony", region) for region in board.REGIONS],
}
IDLE = 400
"""The money, in Cruzados, from which a player is advised to spend: enough for a building and a colony."""
FEW = 3
"""The number of workers below which a player is advised to recruit: a factory could not be built."""


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return the present prices and pieces that an action refers to; empty if these pieces are gone."""
    state = game.state
    match action:
        case ("rondel", "market1" | "market2"):
            return [_pays(game, good) for good in board.GOODS]
        case ("sell", good, *_) if good in board.GOODS:
            return [_pays(game, good)]
        case ("process", good, *_) if good in board.GOODS:
            return [Message("navegador.fact.profit", {"good": good, "price": board.PROFIT[state.market[good]]})]
        case ("colony", region, *_) if region in state.discovered and state.stacks.get(region):
            return [Message("navegador.fact.colony", {"region": region, "cost": state.stacks[region][0]})]
        case ("build", row, *_) if state.buildings.get(row):
            return [Message("navegador.fact.building", {"row": row, "cost": price(game, row)})]
        case ("privilege", category, *_) if state.gallery.get(category):
            return [Message("navegador.fact.privilege", {"category": category})]
        case ("discover", region, *_) if region in board.REGIONS and region not in state.discovered:
            return [Message("navegador.fact.undiscovered", {"region": region})]
    return []


def _pays(game: Position, good: str) -> Message:
    return Message("navegador.fact.price", {"good": good, "price": board.PRICE[good][game.state.market[good]]})


NAMED |= {"7.5": NAMED["4.4"], "7.6": NAMED["4.3"]}
"""The actions whose facts belong to a section of the rules, by section."""


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    for action in NAMED.get(section, ()):
        yield from facts(game, seat or 0, action)
    match section, seat:
        case "7.7", _ if offered := [category for category in board.CATEGORIES if game.state.gallery[category]]:
            yield Message("navegador.now.gallery", {"categories": offered})
        case "7.3" | "8", _:
            yield Message("navegador.now.range", {"n": game.state.phase})
        case "7.1", int():
            scale = RecruitWorkers().scale(game, seat)
            yield Message("navegador.now.workers", {"n": scale.cheap, "cost": scale.extra})
        case "7.2", int():
            scale = BuildShips().scale(game, seat)
            yield Message("navegador.now.ships", {"n": scale.cheap, "cost": scale.extra})


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice on idle money, missing workers, discoveries and the most valuable privilege."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    legal = game.legal(seat)
    offered = {action[0] for action in legal}
    if "rondel" in offered and player.money >= IDLE:
        yield Message("navegador.advice.money", {"money": player.money})
    if "rondel" in offered and player.workers < FEW:
        yield Message("navegador.advice.workers", {"n": player.workers})
    if "discover" in offered:
        yield Message("navegador.advice.discover")
    if "privilege" in offered:
        units = scoring.units(player)
        open_ones = {action[1] for action in legal if action[0] == "privilege" and action[1] in units}
        largest = max(units.values())
        best = {category for category, number in units.items() if number == largest}
        if largest > 1 and len(best) == 1 and best <= open_ones:
            yield Message("navegador.advice.privilege", {"owned": best.pop(), "units": largest})
