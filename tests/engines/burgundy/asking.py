"""One position for every kind of decision, and what is typed there in vain."""

from __future__ import annotations

from functools import cache

import engines
from engines.contract import Action, Game
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act


@cache
def decisions() -> dict[str, Game]:
    """Return one position for every kind of decision, in each of which seat 0 decides."""
    everything = {**FILL, "1": ["watchtower", "k3"]}
    rich = {"storage": ["bank", "ship"], "goods": {"pink": 2, "red": 1}, "silverlings": 4, "workers": 3}
    lying = {"1": {"orange": 1, "brown": 1, "purple": 1}, "2": {"red": 1}}
    games = {
        "turn": position(me=rich),
        "last": position(me={"silverlings": 2, "dice": ()}),
        "later": position(me=rich | {"knows": ["k6"]}, edition="2019"),
        "special": position(me=rich | {"knows": ["k6"]}, edition="special"),
    }
    for tile in ("market", "church", "carpenters_workshop", "city_hall", "warehouse"):
        me = rich | {"storage": ["bank", "ship", tile], "dice": (3, 4)}
        games[tile] = position(me=me, depots=everything)
        act(games[tile], f"place {tile} e4 die 3")
    me = rich | {"storage": ["bank", "mine", "castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    games["castle"] = position(me=me)
    act(games["castle"], "place castle b3 die 6")
    games["discard"] = position(me={"storage": ["bank", "mine", "ship"]})
    act(games["discard"], "take 4 ship die 4")
    for name, lines in (("ship", ()), ("keep", ("goods 1",))):
        games[name] = position(me=rich | {"dice": (5, 4)}, lying=lying)
        act(games[name], "place ship d5 die 5", *lines)
    for name, options in (("start", {}), ("board", {"mode": "free"}), ("beginners", {"beginners_board": "on"})):
        seeds = (engines.new("burgundy", 3, seed, **options) for seed in range(50))
        games[name] = next(
            game for game in seeds if game.to_act == (0,) and (name != "beginners" or len(game.legal(0)) == 2)
        )
    assert all(game.to_act == (0,) for game in games.values())
    return games


NONSENSE: list[Action] = [
    (),
    ("",),
    (" ",),
    ("take",),
    ("take", ""),
    ("take", "4"),
    ("take", "4", "ship", "die"),
    ("take", "4", "ship", "die", "7"),
    ("take", "4", "ship", "die", "0"),
    ("take", "4", "ship", "die", "-4"),
    ("take", "4", "ship", "die", "x"),
    ("take", "4", "ship", "die", "4", "workers"),
    ("take", "4", "ship", "die", "4", "workers", "0"),
    ("take", "4", "ship", "die", "4", "workers", "x"),
    ("take", "4", "ship", "4"),
    ("take", "7", "ship", "die", "4"),
    ("take", "0", "ship"),
    ("take", "black", "church"),
    ("take", "black", "church", "die", "4"),
    ("take", "4", "atlantis", "die", "4"),
    ("take", "4", "castle", "die", "4"),
    ("TAKE", "4", "ship", "die", "4"),
    ("take 4 ship die 4",),
    ("place",),
    ("place", "bank"),
    ("place", "bank", "z9"),
    ("place", "bank", "d4"),
    ("place", "bank", "d4", "die", "4"),
    ("place", "bank", "z9", "die", "3"),
    ("place", "bank", "18", "die", "3"),
    ("place", "bank", "", "die", "3"),
    ("place", "atlantis", "e4", "die", "3"),
    ("place", "k99", "c4", "die", "1"),
    ("place", "bank", "E4", "die", "3"),
    ("place", "bank", "e4", "die", "3", "die", "3"),
    ("sell",),
    ("sell", "gold"),
    ("sell", "gold", "die", "3"),
    ("sell", "orange", "die", "3"),
    ("sell", "pink", "1", "die", "3"),
    ("sell", "die", "3"),
    ("workers", "2"),
    ("workers", "die"),
    ("workers", "die", "7"),
    ("workers", "die", "3", "4"),
    ("workers", "die", "3", "workers", "1"),
    ("buy",),
    ("buy", "black"),
    ("buy", "church"),
    ("buy", "black", "atlantis"),
    ("buy", "black", "ship"),
    ("buy", "3", "bank"),
    ("buy", "7", "bank"),
    ("buy", "black", "church", "workers", "3"),
    ("buy", "black", "church", "workers", "0"),
    ("buy", "black", "church", "die", "3"),
    ("hire",),
    ("hire", "bank"),
    ("hire", "black", "church"),
    ("hire", "4", "ship"),
    ("hire", "3", "bank", "workers", "2"),
    ("discard",),
    ("discard", "atlantis"),
    ("discard", "bank", "mine"),
    ("discard", "none"),
    ("goods",),
    ("goods", "0"),
    ("goods", "7"),
    ("goods", "black"),
    ("goods", "1", "2"),
    ("goods", "1", "1"),
    ("goods", "6", "1"),
    ("goods", "pink"),
    ("goods", "none", "none"),
    ("keep",),
    ("keep", "gold"),
    ("keep", "red"),
    ("keep", "orange", "brown"),
    ("keep", "none"),
    ("board",),
    ("board", "0"),
    ("board", "10"),
    ("board", "x"),
    ("board", "1", "1"),
    ("start",),
    ("start", "z9"),
    ("start", "18"),
    ("start", "a1", "a2"),
    ("pass", "pass"),
    ("end", "end"),
    ("End",),
    ("done",),
    ("resign",),
    ("pass", ""),
]
NUMBERS = [
    ("turn", "take 4 ship die 4", 1),
    ("turn", "take 4 ship die 4", 4),
    ("turn", "workers die 4", 2),
    ("castle", "take 4 ship", 1),
    ("special", "hire 5 boarding_house", 1),
    ("later", "buy black church workers 1", 4),
    ("ship", "goods 1", 1),
    ("board", "board 4", 1),
]
"""Decisions, something legal there, and the place of its number."""
WAYS_OUT = {
    "last": "end",
    **dict.fromkeys(("market", "church", "carpenters_workshop", "city_hall", "warehouse"), "pass"),
}
"""The decisions that can be declined, and the word for it."""
OPEN = ["place", "take", "sell"]
"""Kinds of which more may be typed than is offered: the die that costs more workers."""
