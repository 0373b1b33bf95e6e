"""Positions of Burgundy made to measure: a fresh game's dump, changed and loaded again.

Tiles and goods stay conserved as far as the position allows: what it names leaves the supplies; tiles that would have
been drawn by that phase and lie nowhere have left the game, goods that lie nowhere were sold by the last seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import engines
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.contract import Game

Player = Mapping[str, Any]
FILL: dict[str, list[str]] = {
    "1": ["watchtower"],
    "2": ["mine"],
    "3": ["bank"],
    "4": ["ship"],
    "5": ["boarding_house"],
    "6": ["cow3"],
}
"""What lies in the depots unless the position says otherwise: something to take for every die."""
EMPTY: dict[str, list[str]] = {depot: [] for depot in box.DEPOTS}
BLACK = ["pig4", "church"]
KNOWLEDGE_HEXES = {"1": ("c4", "b4", "a4", "f3", "g2", "g3")}
"""Where knowledge is laid first, from the centre outwards."""
TURN = 12
"""Phase C, round 2: regions bring 6 VP more."""


def position(
    *,
    seats: int = 3,
    seat: int = 0,
    turn: int = TURN,
    order: Sequence[int] | None = None,
    spaces: Sequence[Sequence[int]] | None = None,
    me: Player | None = None,
    others: Mapping[int, Player] | None = None,
    depots: Mapping[str, Sequence[str]] | None = None,
    lying: Mapping[str, Mapping[str, int]] | None = None,
    **options: str,
) -> Game:
    """A game in which it is the turn of ``seat``; players before it in ``order`` have had theirs.

    ``me`` and ``others`` change the players: fields of the dump, and ``dice`` (the unused ones), ``start`` (hex of the
    start castle), ``knows`` (knowledge tiles, laid on knowledge hexes). ``depots`` replaces what lies in those it
    names. ``spaces`` is the turn-order track; without it all stand on its first space in ``order``.
    """
    dump = engines.new("burgundy", seats, 7, mode="first", **options).dump()
    row = list(order or range(seats))
    dump["turn"] = turn
    dump["order"] = row
    dump["white"] = 1
    dump["track"] = {"spaces": [list(stack) for stack in spaces or [row]]}
    dump["depots"] = {**FILL, "black": BLACK, **(depots or {})}
    dump["depots"] = {depot: list(tiles) for depot, tiles in dump["depots"].items()}
    dump["lying"] = {depot: dict((lying or {}).get(depot, {})) for depot in box.DEPOTS}
    acted = row[: row.index(seat)]
    for number in range(seats):
        changes = (me or {}) if number == seat else (others or {}).get(number, {})
        dice = () if number in acted else (3, 4) if number == seat else (1, 2)
        dump["players"][number] |= player(seats, {"dice": dice, **changes})
    deal_bonus(dump)
    deal_tiles(dump)
    deal_goods(dump)
    dump["stack"] = [{"type": "EndRound"}, *({"type": "Turn", "seat": s} for s in reversed(row[len(acted) :]))]
    return engines.load(dump)


def player(seats: int, changes: Player) -> dict[str, Any]:
    made: dict[str, Any] = {"board": "1", "covered": {}, "knowledge": [], "storage": [], "goods": {}, "sold": {}}
    made |= {"workers": 0, "silverlings": 0, "purchased": False, "hired": False, "bonus": [], "earned": {}}
    given = dict(changes)
    dice = given.pop("dice")
    start = given.pop("start", "d4")
    knows = list(given.pop("knows", ()))
    assert set(given) <= {*made, "rolled"}, given
    made |= {name: type(made[name])(value) for name, value in given.items() if name != "rolled"}
    made["covered"] = {start: "castle", **made["covered"]}
    board = ESTATES[made["board"]]
    for hex, tile in made["covered"].items():
        assert board.hexes[hex].colour == box.COLOUR[tile], (hex, tile)
    free = [
        hex
        for hex in KNOWLEDGE_HEXES.get(board.id, [hex.id for hex in board.by_colour["knowledge"]])
        if hex not in made["covered"]
    ]
    assert len(knows) <= len(free)
    made["covered"] |= dict(zip(free, knows, strict=False))
    made["knowledge"] = [tile for tile in made["covered"].values() if box.COLOUR[tile] == "knowledge"]
    made["unused"] = sorted(dice)
    made["rolled"] = list(given.get("rolled", [*dice, 1, 1][:2]))
    if made["sold"] and not made["earned"]:
        made["earned"] = {"sales": sum(made["sold"].values()) * seats}
    return made


def deal_bonus(dump: dict[str, Any]) -> None:
    """Where the small tile is won, the large one has been won before: by the last seat unless another is named."""
    won = [name for player in dump["players"] for name in player["bonus"]]
    for colour in dump["bonus"]:
        large = f"{colour}.large"
        small = f"{colour}.small"
        if small in won and large not in won:
            dump["players"][-1]["bonus"].append(large)
            won.append(large)
        dump["bonus"][colour] = [name.split(".")[1] for name in (large, small) if name not in won]


def deal_tiles(dump: dict[str, Any]) -> None:
    supplies = {back: list(tiles) for back, tiles in box.SUPPLIES.items()}
    used = [tile for depot, tiles in dump["depots"].items() if depot != "black" for tile in tiles]
    for player in dump["players"]:
        used += [*player["covered"].values(), *player["storage"]]
    for tile in dump["depots"]["black"]:
        supplies["black" if tile in supplies["black"] else box.COLOUR[tile]].remove(tile)
    for tile in used:
        own = supplies[box.COLOUR[tile]]
        (own if tile in own else supplies["black"]).remove(tile)
    dump["removed"] = []
    for back, tiles in supplies.items():
        gone = max(0, len(tiles) - undrawn(back, dump["seats"], dump["turn"]))
        dump["removed"] += tiles[:gone]
        dump["supplies"][back] = tiles[gone:]


def undrawn(back: str, seats: int, turn: int) -> int:
    """How many tiles of a supply no phase up to this round has drawn."""
    phases = "ABCDE"[: (turn - 1) // 5 + 1]
    if back == "black":
        return len(box.SUPPLIES[back]) - 2 * seats * len(phases)
    drawn = [colour for phase in phases for depot in box.DEPOTS for colour in box.filling(seats, phase)[depot]]
    return len(box.SUPPLIES[back]) - drawn.count(back) - (seats if back == "castle" else 0)


def deal_goods(dump: dict[str, Any]) -> None:
    pool = Counter(dict.fromkeys(box.GOODS, 7))
    for player in dump["players"]:
        pool.subtract(player["goods"])
        pool.subtract(player["sold"])
    for goods in dump["lying"].values():
        pool.subtract(goods)
    assert min(pool.values()) >= 0, "too many goods of a type"
    left = sorted(pool.elements(), key=lambda goods: sum(map(ord, goods)) % 5)
    seats = dump["seats"]
    turn = dump["turn"]
    phase = (turn - 1) // 5
    dump["leftover"] = left[: 17 - 3 * seats]
    left = left[17 - 3 * seats :]
    dump["coming"] = left[: 4 - (turn - 1) % 5]
    left = left[4 - (turn - 1) % 5 :]
    dump["stacks"] = [left[5 * n : 5 * n + 5] for n in range(4 - phase)]
    left = left[5 * (4 - phase) :]
    last = dump["players"][-1]
    if left:
        last["sold"] = dict(Counter(last["sold"]) + Counter(left))
        last["earned"] = {**last["earned"], "sales": sum(last["sold"].values()) * seats}
