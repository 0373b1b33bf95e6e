"""Positions of Macao made to measure: a fresh game's dump, changed and loaded again.

Cards and tiles stay conserved: what a position names leaves deck, offices and city; what else has left them by that
round lies on the discard pile. Wares and jokers without a quarter of their own come from quarters of the bystander, the
right neighbour of the acting seat; wares of quarters taken that lie nowhere are in the bystander's hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.macao import board
from engines.macao.cards import CARDS, DECK, OFFICES
from engines.macao.game import Macao

Player = Mapping[str, Any]
COLOURS = ("red", "green", "blue", "violet", "black", "gray")
LETTERS = dict(zip("RGBVKY", COLOURS, strict=True))
DARK = ("q01", "q05", "q13", "q20", "q21", "q28")
LIGHT = tuple(f"q{number:02}" for number in range(1, 31) if f"q{number:02}" not in DARK)
WARES = ("lacquer", "rice", "tea", "jade", "silk", "paper", "porcelain", "spices")
PORTS = {
    "lisboa": "spices",
    "genova": "silk",
    "barcelona": "lacquer",
    "marseille": "jade",
    "london": "tea",
    "antwerpen": "paper",
    "amsterdam": "porcelain",
    "hamburg": "rice",
}
ROUND = 5
"""The round of a position unless it says otherwise: no dice are turned, and many cards may be out."""


def cubes(letters: str) -> dict[str, int]:
    """Count cubes that are written as letters: "RRK" is two red cubes and a black one."""
    return dict(Counter(LETTERS[letter] for letter in letters))


def position(
    *,
    seats: int = 3,
    seat: int = 0,
    phase: str = "actions",
    turn: int = ROUND,
    order: Sequence[int] | None = None,
    wall: Mapping[int, Sequence[int]] | None = None,
    locked: Sequence[int] = (),
    tribute: tuple[int, int] = (0, 0),
    me: Player | None = None,
    others: Mapping[int, Player] | None = None,
    tiles: Mapping[str, str] | None = None,
    ports: Mapping[str, int] | None = None,
    display: Sequence[str] = (),
    deck: Sequence[str] = (),
    pair: Sequence[str] = (),
    rolled: Mapping[str, int] | None = None,
    dice: str = "in_order",
    jokers: str = "own_turn",
) -> Macao:
    """Return a game in which ``seat`` is to act: in its turn ("actions"), taking a card ("cards") or choosing dice
    ("dice").

    Players before it in wall order have acted. ``wall`` names stacks by space, the top disc first; seats it leaves out
    lie on space 1 in their order. ``me`` and ``others`` change the players; ``stock`` and ``rose`` are written in
    letters, ``this_round`` names only what differs. ``tiles`` fixes what lies on quarters, ``display`` what may be
    taken, ``deck`` the next cards, the next one first, ``pair`` the next round's offices. The tribute value of 0 for 0
    keeps a turn from passing itself.
    """
    dump = Macao.new(seats, 7, dice=dice, jokers=jokers).dump()
    dump["turn"] = turn
    for number, player in enumerate(dump["players"]):
        change(player, me or {} if number == seat else (others or {}).get(number, {}))
    bystander = dump["players"][(seat - 1) % seats]

    dump["wall"] = {"stacks": stacks(seats, order, wall or {}, locked), "locked": list(locked)}
    dump["display"] = {"cards": list(display), "gold": tribute[0], "prestige": tribute[1]}
    dump["rolled"] = {} if phase == "cards" else dict.fromkeys(COLOURS, 1) | dict(rolled or {})
    deal_cards(dump, deck, pair)
    deal_tiles(dump, tiles or {}, ports or {}, bystander)
    wall_order = [*locked, *(number for stack in reversed(dump["wall"]["stacks"]) for number in stack)]
    dump["stack"] = waiting(phase, seat, wall_order, dice)
    return Macao.load(dump)


def change(player: dict[str, Any], changes: Player) -> None:
    """Change fields of a player. Raises KeyError for a name that a player does not have."""
    for name, value in changes.items():
        match name:
            case "stock":
                player["rose"][0] = cubes(value)
            case "rose":
                for field, letters in value.items():
                    player["rose"][field] = cubes(letters)
            case "this_round":
                assert set(value) <= set(player[name])
                player[name] |= value
            case "prestige":
                player["prestige"] = value
                player["earned"] = {"cards": value}
            case _:
                kind = type(player[name])
                player[name] = kind(value)


def stacks(
    seats: int, order: Sequence[int] | None, wall: Mapping[int, Sequence[int]], locked: Sequence[int]
) -> list[list[int]]:
    stacks_by_space: list[list[int]] = [list(wall.get(space, ())) for space in range(1, 17)]
    placed = {*locked, *(number for stack in stacks_by_space for number in stack)}
    stacks_by_space[0] += [number for number in order or range(seats) if number not in placed]
    return stacks_by_space


def deal_cards(dump: dict[str, Any], following: Sequence[str], pair: Sequence[str]) -> None:
    """Deal the cards to the piles.

    Two offices a round have left, and of the others the draft's cards and four a round.
    """
    named = list(dump["display"]["cards"])
    for player in dump["players"]:
        named += player["tableau"] + player["activated"]
    assert len(set(named)) == len(named)
    assert not {*following, *pair} & set(named)
    offices = [card for card in OFFICES if card not in named and card not in pair]
    rest = [card for card in DECK if card not in named and card not in following]
    spare_offices = 2 * dump["turn"] - (len(OFFICES) - len(pair) - len(offices))
    spare = dump["seats"] + 2 + 4 * dump["turn"] - (len(DECK) - len(following) - len(rest))
    assert min(spare_offices, spare) >= 0, "too many cards for this round"
    dump["discard"] = offices[:spare_offices] + rest[:spare]
    remaining = [*pair, *offices[spare_offices:]]
    dump["offices"] = [remaining[place : place + 2] for place in range(0, len(remaining), 2)]
    dump["deck"] = [*reversed(rest[spare:]), *reversed(following)]


def deal_tiles(
    dump: dict[str, Any], tiles: Mapping[str, str], ports: Mapping[str, int], bystander: dict[str, Any]
) -> None:
    dump["ports"] |= ports
    taken = [quarter for player in dump["players"] for quarter in player["quarters"]]
    assert len(set(taken)) == len(taken)
    jokers = sum(player["jokers"] for player in dump["players"])
    give(bystander, taken, tiles, DARK, jokers)
    pool = Counter(dict.fromkeys(WARES, 3))
    gone: Counter[str] = Counter({PORTS[port]: filled for port, filled in dump["ports"].items()})
    for player in dump["players"]:
        gone.update(player["hold"])
    give(bystander, taken, tiles, LIGHT, gone.total())
    pool.subtract(gone)
    pool.subtract(tile for tile in tiles.values() if tile != "joker")
    assert min(pool.values()) >= 0, "too many tiles of a ware"
    remaining = sorted(pool.elements(), key=lambda ware: sum(map(ord, ware)) % 7)
    dump["city"] = {}
    for quarter in board.QUARTERS:
        if quarter not in taken:
            dump["city"][quarter] = "joker" if quarter in DARK else tiles.get(quarter) or remaining.pop()
    for ware in remaining:
        bystander["hold"][ware] = bystander["hold"].get(ware, 0) + 1


def give(
    bystander: dict[str, Any], taken: list[str], tiles: Mapping[str, str], quarters: Iterable[str], tiles_gone: int
) -> None:
    """Let the bystander own quarters until as many are taken as tiles are gone, the last ones first."""
    missing = tiles_gone - len(set(quarters) & set(taken))
    free = [quarter for quarter in reversed(tuple(quarters)) if quarter not in taken and quarter not in tiles]
    for quarter in free[: max(0, missing)]:
        taken.append(quarter)
        bystander["quarters"].append(quarter)


def waiting(phase: str, seat: int, order: Sequence[int], dice: str) -> list[dict[str, Any]]:
    """Return the stack, with the last step to happen first."""
    following = list(order[order.index(seat) :])
    end: list[dict[str, Any]] = [{"type": "EndRound"}]
    match phase:
        case "actions":
            return end + [{"type": "Turn", "seat": number} for number in reversed(following)]
        case "dice":
            none: list[Any] = [[] for _ in order]
            choose = {
                "type": "ChooseDice",
                "order": following,
                "together": dice == "together",
                "chosen": none,
                "shifts": [None for _ in order],
            }
            return [*end, *({"type": "Turn", "seat": number} for number in reversed(order)), choose]
        case "cards":
            return [{"type": "RollDice"}, *({"type": "TakeCard", "seat": number} for number in reversed(following))]
        case _:
            raise ValueError(phase)


def cost(card: str) -> str:
    """Return a card's cost in letters."""
    letters = {colour: letter for letter, colour in LETTERS.items()}
    return "".join(letters[colour] * count for colour, count in CARDS[card].cost.items())
