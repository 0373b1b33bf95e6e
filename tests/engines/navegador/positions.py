"""Positions of Navegador made to measure: a fresh game's dump, changed and loaded again.

What a position leaves unaccounted for (colony tokens, explorers and buildings that are neither on the board nor on a
named mat) belongs to the bystander, the right neighbour of the acting seat, so that conservation mostly holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engines
from engines.contract import Game

FIELDS = ("sailing", "workers", "market1", "colony", "privilege", "ships", "market2", "builder")
GOODS = ("sugar", "gold", "spice")
CATEGORIES = ("colony", "factory", "explorer", "shipyard", "church")
ROWS = ("factory_sugar", "factory_gold", "factory_spice", "shipyard", "church")
PIECES = dict(zip(ROWS, (6, 6, 6, 10, 10), strict=True))
SUPPLIES = {"sugar": range(40, 130, 10), "gold": range(50, 160, 10), "spice": range(60, 190, 10)}
STACKS = {
    "guine": ("gold", 3),
    "bahia": ("sugar", 4),
    "rio": ("sugar", 4),
    "angola": ("gold", 3),
    "cabo": ("gold", 1),
    "mocambique": ("gold", 3),
    "ormuz": ("spice", 1),
    "goa": ("spice", 4),
    "malaca": ("spice", 2),
    "timor": ("spice", 2),
    "macau": ("spice", 2),
    "nagasaki": ("spice", 1),
}
"""The good and the number of tokens of every region with a stack, on the way from Portugal to Japan."""

Mat = Mapping[str, Any]


def columns(*counts: int) -> dict[str, int]:
    """Return a number for each category, in their order."""
    return dict(zip(CATEGORIES, counts, strict=True))


def up_to(region: str) -> list[str]:
    """Return the regions of ``STACKS`` up to this one."""
    route = list(STACKS)
    return route[: route.index(region) + 1]


def one_before(field: str) -> int:
    """Return the rondel field from which ``field`` is one step."""
    return (FIELDS.index(field) - 1) % 8


def position(
    *,
    seats: int = 3,
    seat: int = 0,
    start: int = 0,
    phase: int = 1,
    royal: str = "end",
    me: Mat | None = None,
    others: Mapping[int, Mat] | None = None,
    discovered: Iterable[str] = (),
    tokens: Mapping[str, Sequence[int]] | None = None,
    market: Mapping[str, int] | None = None,
    buildings: Mapping[str, int] | None = None,
    gallery: Mapping[str, int] | None = None,
    holder: int | None = None,
    mark: int | None = None,
    moved: int = 0,
    trigger: str | None = None,
    turns_left: int | None = None,
) -> Game:
    """Return a game in its fifth round with ``seat`` about to choose a rondel field.

    ``me`` and ``others`` change the mats (``stone`` may be a field's word; ``colonies``, ``factories`` and
    ``privileges`` name only what differs); ``tokens`` fixes prices, also of regions still undiscovered. The card is
    with the last player, freshly received, unless ``holder`` says otherwise; with ``trigger``, ``turns_left`` turns
    remain, this one included.
    """
    dump = engines.new("navegador", seats=seats, seed=11, royal=royal).dump()
    mats: list[dict[str, Any]] = dump["players"]
    for number, mat in enumerate(mats):
        mat["stone"] = FIELDS.index("builder")
        change(mat, (others or {}).get(number, {}))
    change(mats[seat], me or {})
    bystander = mats[(seat - 1) % seats]

    dump["start"] = start
    dump["turn"] = 4 * seats + (seat - start) % seats + 1
    dump["phase"] = phase
    dump["discovered"] = ["portugal", *discovered]
    dump["market"].update(market or {})
    dump["gallery"].update(gallery or {})
    holder = (start - 1) % seats if holder is None else holder
    dump["card"] = {"holder": holder, "mark": mats[holder]["stone"] if mark is None else mark, "moved": moved}
    dump["trigger"] = trigger
    dump["turns_left"] = turns_left

    deal(dump, tokens or {}, bystander)
    raise_buildings(dump, buildings or {}, bystander)
    unclaimed = len(dump["discovered"]) - 1 - sum(mat["explorers"] for mat in mats)
    bystander["explorers"] += max(0, unclaimed)

    dump["stack"] = [
        {"type": "EndTurn", "seat": seat},
        {"type": "ChooseField", "seat": seat, "card": holder == seat},
    ]
    return engines.load(dump)


def change(mat: dict[str, Any], changes: Mat) -> None:
    """Change fields of a mat. Raises KeyError for a name that a mat does not have."""
    for name, value in changes.items():
        old = mat[name]
        new: Any = FIELDS.index(value) if name == "stone" and isinstance(value, str) else value
        mat[name] = old | new if isinstance(old, dict) and name != "fleet" else new


def deal(dump: dict[str, Any], tokens: Mapping[str, Sequence[int]], bystander: dict[str, Any]) -> None:
    """Lay out the colony tokens: the named ones, then the rest cheapest first.

    Tokens on mats are missing from the regions that were not named, the last discovered ones first.
    """
    for good, supply in SUPPLIES.items():
        pool = list(supply)
        for region, prices in tokens.items():
            if STACKS[region][0] == good:
                for price in prices:
                    pool.remove(price)
        regions = [region for region, (kind, _) in STACKS.items() if kind == good]
        free = [region for region in regions if region not in tokens]
        sizes = {region: STACKS[region][1] for region in free}
        owned = sum(mat["colonies"][good] for mat in dump["players"])
        spare = len(pool) - 1 - sum(sizes.values()) - owned
        bystander["colonies"][good] += max(0, spare)
        known = [region for region in dump["discovered"] if region in sizes]
        for region in known[::-1] + [region for region in free[::-1] if region not in known]:
            missing = min(sizes[region], max(0, -spare))
            sizes[region] -= missing
            spare += missing
        for region in free:
            dump["stacks"][region] = [pool.pop(0) for _ in range(sizes[region])]
        for region in regions:
            if region in tokens:
                dump["stacks"][region] = sorted(tokens[region])
        dump["removed"][good] = pool[-1]


def raise_buildings(dump: dict[str, Any], unsold: Mapping[str, int], bystander: dict[str, Any]) -> None:
    """Put the named buildings on the board, otherwise those that no mat holds."""
    for row in ROWS:
        good = row.removeprefix("factory_")
        key = {"shipyard": "shipyards", "church": "churches"}.get(row)
        owned = sum(mat[key] if key else mat["factories"][good] for mat in dump["players"])
        board = dump["buildings"][row] = unsold.get(row, max(0, PIECES[row] - owned))
        spare = max(0, PIECES[row] - owned - board)
        if key:
            bystander[key] += spare
        else:
            bystander["factories"][good] += spare
