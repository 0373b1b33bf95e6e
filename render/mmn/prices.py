"""What a hand of cards can pay for: every thing with its price, card by card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engines.mmn import board
from engines.mmn.board import IMMUNE_LEVEL, STRIKE_LEVEL, STRONG_STRIKE_LEVEL
from engines.mmn.view import MmnView, PlayerView

_FIXED = {
    "road": board.ROAD,
    "settlement": board.SETTLEMENT,
    "city": board.CITY,
    "wall": board.WALL,
    "knight": board.KNIGHT,
    "activate": board.ACTIVATE,
    "promote": board.PROMOTE,
    "captain": board.CAPTAIN,
    "repair": board.REPAIR,
    "end_famine": board.END_FAMINE,
}
_PIECE = {
    **{item: item for item in ("road", "settlement", "city", "wall", "captain", "store", "hall", "journeyman")},
    "knight": "basic",
    "serf": "servant",
}
"""The piece that a thing takes from the supply; what is not here takes none of its own."""

ITEMS = (
    "road",
    "settlement",
    "city",
    "wall",
    "knight",
    "activate",
    "promote",
    "captain",
    "store",
    "hall",
    "large_store",
    "serf",
    "servant",
    "journeyman",
    "repair",
    "end_famine",
)


class Price(NamedTuple):
    """A thing and its price: ``cards`` by kind, or ``token`` for what may be paid in several ways."""

    item: str
    cards: Mapping[str, int]
    token: str
    left: int | None
    """Pieces in supply; None: it takes none."""
    payable: bool


def price(player: PlayerView, item: str) -> Price:
    """A thing as the owner of a hand sees it."""
    hand = player.hand or {}
    piece = _PIECE.get(item)
    left = player.supply[piece] if piece else None
    token = board.TOKEN_COSTS.get(item, "")
    cards = {} if token else {board.KINDS[kind]: number for kind, number in _FIXED[item]}
    paid = _ways(hand, token) if token else all(hand.get(kind, 0) >= number for kind, number in cards.items())
    return Price(item, cards, token, left, paid and left != 0 and _wanted(player, item))


def _wanted(player: PlayerView, item: str) -> bool:
    """Whether there is something that a thing is made from or repairs. Where it may stand is the engine's to say."""
    buildings, knights = player.buildings, player.knights
    match item:
        case "city":
            return any(building.kind == "settlement" for building in buildings)
        case "wall":
            return any(building.kind != "settlement" and not building.wall for building in buildings)
        case "activate":
            return any(not knight.active for knight in knights)
        case "promote":
            return any(knight.rank != board.RANKS[-1] for knight in knights)
        case "captain":
            return any(not knight.captain for knight in knights)
        case "store":
            return any(not building.chip for building in buildings)
        case "hall" | "large_store":
            below = "store" if item == "hall" else "hall"
            return any(building.chip == below and building.kind != "settlement" for building in buildings)
        case "servant":
            return player.serfs > 0
        case "journeyman":
            return any(building.servants and building.kind != "settlement" for building in buildings)
        case "repair":
            return any(building.sabotaged for building in buildings)
        case "end_famine":
            return player.famine
    return True


def _ways(hand: Mapping[str, int], token: str) -> bool:
    """Whether a hand can pay a price that leaves the kind open."""
    match token:
        case "same_resource":
            return any(hand.get(kind, 0) >= board.EQUAL for kind in board.RESOURCES)
        case "same_commodity":
            return any(hand.get(kind, 0) >= board.EQUAL for kind in board.COMMODITIES)
        case _:
            pairs = zip(board.RESOURCES, board.COMMODITIES, strict=True)
            return any(hand.get(resource, 0) and hand.get(commodity, 0) for resource, commodity in pairs)


def may_strike(player: PlayerView) -> bool:
    """Power levels 3 and 5 bring an assassin."""
    return player.levels["power"] >= STRIKE_LEVEL


def _right(view: MmnView, player: PlayerView, track: str) -> int:
    """The level whose rights a player has: those of the highest, where the table has agreed so, with the metropolis
    alone (ruling 24.16)."""
    level = player.levels[track]
    alone = view.options.get("top_level_rights") == "metropolis" and view.metropolises[track] != player.seat
    return level - (alone and level == board.TOP_LEVEL)


def strikes(view: MmnView, player: PlayerView) -> bool:
    """Whether the assassin can be paid and finds a knight."""
    hand = player.hand or {}
    deep = _right(view, player, "power") >= STRONG_STRIKE_LEVEL
    found = any(
        knight.captain or knight.rank == "basic" or deep
        for other in view.players
        if other.seat != player.seat and _right(view, other, "politics") < IMMUNE_LEVEL
        for knight in other.knights
    )
    return found and all(hand.get(board.KINDS[kind], 0) >= number for kind, number in board.STRIKE)


def level(player: PlayerView, track: str) -> tuple[str, int, bool]:
    """The next level of a track: commodity, how many it costs (0: there is none), whether the hand can pay."""
    number = board.TRACK[track]
    commodity = board.KINDS[board.TRACK_COMMODITY[number]]
    reached = player.levels[track]
    if reached >= board.TOP_LEVEL:
        return commodity, 0, False
    cost = board.LEVEL_COST[number][reached + 1]
    city = any(building.kind != "settlement" for building in player.buildings)
    return commodity, cost, city and (player.hand or {}).get(commodity, 0) >= cost


def rates(view: MmnView, player: PlayerView) -> dict[str, int]:
    """For how many equal cards of each kind the bank gives one (rules 11.2)."""
    built = {building.node for building in player.buildings}
    harbours = {each.kind for each in view.harbours if each.id != view.pirate and built & set(each.nodes)}
    found = dict.fromkeys(board.KINDS, board.GENERIC_RATE if board.GENERIC in harbours else board.BANK_RATE)
    for kind in harbours - {board.GENERIC}:
        found[kind] = board.SPECIAL_RATE
    if view.merchant and view.merchant_seat == player.seat:
        kind = next(hex.kind for hex in view.hexes if hex.id == view.merchant)
        found[kind] = min(found[kind], board.MERCHANT_RATE)
    if player.levels["trade"] >= board.PAIR_LEVEL:
        found |= dict.fromkeys(board.COMMODITIES, board.LEVEL_RATE)
    for kind in view.rights if view.active == player.seat else ():
        found[kind] = min(found[kind], board.LEVEL_RATE)
    if view.options["gold_mode"] == "nugget":
        found[board.KINDS[board.NUGGET]] = 1
    return found
