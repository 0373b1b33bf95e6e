"""Positions of MMN made to measure: a fresh game's dump, changed and loaded again.

The small map is the same in every position (see ``TERRAIN``, ``CHIPS``, ``HARBOURS``). Cards stay conserved: what hands
hold is missing in the bank, what players have drawn is missing in the decks. Pieces are written in words:
``"city n30 wall sabotaged large_store h09 servant h10"``, ``"trade n30"`` (a metropolis), ``"n14 strong active"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from engines.mmn import board
from engines.mmn.game import Mmn

Changes = Mapping[str, Any]
Players = Mapping[int, Changes]
KINDS = board.KINDS
TRACKS = board.TRACKS
TERRAIN = (
    *("forest", "fields", "fields"),
    *("pasture", "gold_river", "hills", "mountains"),
    *("forest", "fields", "gold_river", "forest", "mountains"),
    *("forest", "hills", "mountains", "pasture"),
    *("pasture", "hills", "fields"),
)
CHIPS = (9, 10, 9, 11, 8, 9, 11, 3, 4, 6, 12, 8, 2, 5, 3, 6, 4, 10, 5)
HARBOURS = ("grain", "generic", "lumber", "generic", "generic", "wool", "brick", "generic", "ore")
VP_CARDS = ("constitution", "printer", "throne", "grimoire", "cornucopia")
RANKS = ("", "basic", "strong", "mighty")
CHIP_WORDS = ("", "store", "hall", "large_store")
COAST = [f"n{number:02}" for number in (1, 5, 2, 6, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 54, 50)]
"""Intersections of a road of sixteen."""
FIVE = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]
"""All settlements of a player."""
FRESH = Mmn.new(3, 7).dump()
DECK_OF = {card: track for track, cards in FRESH["decks"].items() for card in cards}
ENOUGH = "9 brick 9 lumber 9 wool 9 grain 9 ore 5 nugget 6 crystal 6 paper 6 cloth 6 meat 6 coin 6 jewel"
"""A hand that can pay for anything."""


def node(word: str) -> int:
    return int(word.removeprefix("n")) - 1


def place(word: str) -> int:
    """A hex."""
    return int(word.removeprefix("h")) - 1


def cards(text: str) -> list[int]:
    """Cards as actions write them ("2 wool 1 ore"), counted by kind."""
    words = text.split()
    counted = [0] * len(KINDS)
    for number, kind in zip(words[::2], words[1::2], strict=True):
        counted[KINDS.index(kind)] += int(number)
    return counted


def path(seats: int, word: str) -> int:
    return board.size(seats).geometry.path_number[word]


def chain(*nodes: str) -> list[str]:
    """The paths along these intersections."""
    return ["-".join(sorted(pair)) for pair in pairwise(nodes)]


def building(text: str) -> dict[str, Any]:
    kind, where, *rest = text.split()
    made: dict[str, Any] = {"node": node(where), "city": kind != "settlement", "servants": [], "journeymen": []}
    if kind in TRACKS:
        made["metropolis"] = kind
    words = iter(rest)
    for word in words:
        match word:
            case "wall" | "sabotaged":
                made[word] = True
            case "servant":
                made["servants"].append(place(next(words)))
            case "journeyman":
                made["journeymen"].append(place(next(words)))
            case _:
                made |= {"chip": CHIP_WORDS.index(word), "chip_hex": place(next(words))}
    return made


def knight(text: str) -> dict[str, Any]:
    where, *rest = text.split()
    made: dict[str, Any] = {"node": node(where)}
    for word in rest:
        made |= {"rank": RANKS.index(word)} if word in RANKS else {word: True}
    return made


def position(
    *,
    seats: int = 3,
    seat: int = 0,
    phase: str = "actions",
    me: Changes | None = None,
    others: Players | None = None,
    top: Mapping[str, Sequence[str]] | None = None,
    empty: Iterable[str] = (),
    bank: str = "",
    storage: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    now: Changes | None = None,
    sound: bool = True,
    **changes: Any,
) -> Mmn:
    """A game in which it is the turn of ``seat``: in the action phase, or "roll" (before the dice).

    ``me`` and ``others`` change the players, ``top`` names the next cards of decks (the next one first), ``empty``
    decks without cards, ``storage`` the next storage cards, ``bank`` stacks that hold less than what is left.
    ``changes`` are fields of the state. The first attack is over.
    """
    dump = Mmn.new(seats, 7, **(options or {})).dump()
    if seats <= 4:
        dump |= {"terrain": list(TERRAIN), "chips": list(CHIPS), "harbours": list(HARBOURS)}
    dump |= {"active": seat, "turn": 1 + seat + seats, "attacked": True}
    for number, player in enumerate(dump["players"]):
        change(seats, player, (me or {}) if number == seat else (others or {}).get(number, {}))
        dump["bank"] = [left - held for left, held in zip(dump["bank"], player["hand"], strict=True)]
        for building in player["buildings"]:
            if building.get("metropolis"):
                dump["metropolises"][TRACKS.index(building["metropolis"])] = number
    scarce(dump, bank)
    if storage is not None:
        rest = [card for card in dump["storage"] if card not in (*storage, *changes.get("storage_used", ()))]
        dump["storage"] = [*rest, *reversed(storage)]
    if phase == "actions":
        dump["now"] |= {"event": "castle", "colour": "trade", "red": 6, "white": 6, "begun": True}
    dump["now"] |= now or {}
    dump["stack"] = [{"type": "Turn" if phase == "actions" else "BeforeRoll", "seat": seat}]
    for name, value in changes.items():
        assert name in dump, name
        dump[name] = value
    deal(dump, top or {}, empty)
    game = Mmn.load(dump)
    if sound:
        assert game.audit() == []
    return game


def about_to_win(hand: str = "1 brick 1 lumber 1 wool 1 grain", **changes: Any) -> Mmn:
    """Seat 0 has 15 points and can pay for a settlement, which ends the game."""
    roads = ["n25-n31", "n31-n37"]
    knights = ["n31 strong active"]
    me = {"buildings": ["city n25", "settlement n12"], "roads": roads, "knights": knights, "defender": 12}
    others = {1: {"buildings": ["city n10"], "hand": "2 ore"}, 2: {"buildings": ["city n45"], "hand": "2 ore"}}
    return position(me=me | {"hand": hand}, others=others, **changes)


def market(seat: int = 0, **options: str) -> Mmn:
    """Four players of whom each has something that others want; it is the turn of ``seat``."""
    hands = ("3 wool 1 cloth 1 ore", "2 ore 1 jewel", "1 ore 1 wool", "2 brick")
    others = {number: {"hand": text} for number, text in enumerate(hands) if number != seat}
    return position(seats=len(hands), seat=seat, me={"hand": hands[seat]}, others=others, options=options)


def holding(
    *cards: str, others: Players | None = None, seats: int = 3, seat: int = 0, hand: str = "1 jewel", **changes: Any
) -> Mmn:
    """The active player, in the action phase, holds the cards; ``changes`` are the player's or as in ``position``."""
    me = {name: changes.pop(name) for name in list(changes) if name in FRESH["players"][0]}
    return position(seats=seats, seat=seat, me={"cards": cards, "hand": hand} | me, others=others, **changes)


def leveled(track: str, level: int, where: str = "n25", **changes: Any) -> dict[str, Any]:
    """A player at a level; level 4 and 5 with the metropolis."""
    return {
        "levels": {track: level},
        "buildings": [f"{track if level > 3 else 'city'} {where}"],
        "hand": "1 ore",
    } | changes


def change(seats: int, player: dict[str, Any], changes: Changes) -> None:
    """Raises KeyError for a name that a player does not have."""
    for name, value in changes.items():
        match name:
            case "hand":
                player["hand"] = cards(value)
            case "roads":
                player["roads"] = [path(seats, word) for word in value]
            case "buildings":
                player["buildings"] = [building(text) for text in value]
            case "knights":
                player["knights"] = [knight(text) for text in value]
            case "levels":
                player["levels"] = [value.get(track, 0) for track in TRACKS]
            case _:
                player[name] = type(player[name])(value)


def scarce(dump: dict[str, Any], bank: str) -> None:
    """Leaves only so many cards in the bank; the last seat holds the others."""
    words = bank.split()
    for number, kind in zip(words[::2], words[1::2], strict=True):
        at = KINDS.index(kind)
        dump["players"][-1]["hand"][at] += dump["bank"][at] - int(number)
        dump["bank"][at] = int(number)


def dry(*left: str, of: tuple[str, ...]) -> str:
    """A bank without these kinds but for what is left ("2 ore")."""
    kept = {text.split()[1]: text.split()[0] for text in left}
    return " ".join(f"{kept.get(kind, '0')} {kind}" for kind in of)


def deal(dump: dict[str, Any], top: Mapping[str, Sequence[str]], empty: Iterable[str]) -> None:
    """Takes what players have out of the decks. What an ``empty`` deck held is nowhere: no sound position."""
    out = [card for player in dump["players"] for card in (*player["cards"], *player["vp_cards"])]
    out += ["famine" for player in dump["players"] if player["famine"]] + ["curse" for _ in dump["curses"]]
    for card in out:
        dump["decks"][DECK_OF[card]].remove(card)
    for track, following in top.items():
        for card in following:
            dump["decks"][track].remove(card)
        dump["decks"][track] += reversed(following)
    for track in empty:
        dump["decks"][track] = []


def opening(seats: int = 3, **options: str) -> Mmn:
    """The first decision of a game on the usual map."""
    dump = Mmn.new(seats, 7, **options).dump()
    if seats <= 4:
        dump |= {"terrain": list(TERRAIN), "chips": list(CHIPS), "harbours": list(HARBOURS)}
    return Mmn.load(dump)
