"""One position for every kind of decision."""

from __future__ import annotations

from functools import cache

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import roll, sail
from tests.engines.mmn.positions import ENOUGH, Players, chain, opening, place, position
from tests.engines.playing import act

FULL = ["smith", "smith", "warlord", "inventor", "merchant"]
PLAYED = """
    merchant; resource_monopoly; trade_monopoly; master_merchant; master_merchant: choose seat2; merchant_fleet;
    bishop; deserter; deserter: choose seat2; diplomat; intrigue; saboteur; spy; spy: choose seat2; wedding; crane;
    engineer; inventor; inventor: choose h01; medicine; road_building; smith; assassin; conscription; commission;
    extortion; black_market; black_market: pay ore; forced_march; siege; prophecy; prophecy: deck food;
    transmutation; curse; teleport; restoration; clairvoyance; clairvoyance: choose seat2; famine; labour_market;
    provisions; poaching; poaching: choose seat2; relief
"""
CARDS = [(card, choice) for card, _, choice in (entry.strip().partition(": ") for entry in PLAYED.split(";"))]
"""Cards that ask, and an answer after which they go on asking."""


def rich(card: str) -> Mmn:
    """Return a turn of seat 0 in which every card can be played and most questions have several answers."""
    me = {
        "cards": [card],
        "hand": ENOUGH,
        "buildings": ["settlement n25 servant h10", "city n42 sabotaged", "city n18", "settlement n03"],
        "roads": chain("n37", "n31", "n25", "n20") + chain("n18", "n13", "n09", "n14"),
        "knights": ["n09", "n13 strong active", *([] if card == "conscription" else ["n31"])],
        "serfs": 1,
        "levels": {"trade": 2},
    }
    theirs = {
        "buildings": ["city n40 wall", "city n36 servant h15", "trade n11"],
        "levels": {"trade": 4},
        "knights": ["n20", "n45 strong", *(["n37"] if card == "intrigue" else [])],
        "roads": [*chain("n20", "n26", "n32"), "n15-n20"],
        "cards": ["golem", "irrigation"],
        "hand": "2 wool 2 coin 1 ore 1 paper",
    }
    third = {
        "buildings": ["city n52 wall", "city n51", "city n33", "city n22"],
        "hand": "2 meat 1 brick 2 cloth",
        "serfs": 1,
    }
    third |= {"knights": ["n53"], "cards": ["mining", "market_day"]}
    return position(me=me, others={1: theirs, 2: third}, robber=place("h19"))


@cache
def decisions() -> dict[str, Mmn]:
    """Return one position for every kind of decision."""
    games: dict[str, Mmn] = {"openingbuilding": opening(), "openingroad": opening()}
    act(games["openingroad"], "settlement n25")
    games["beforeroll"] = position(phase="roll", me={"cards": ["alchemist"]})
    games["alchemist"] = games["beforeroll"].copy()
    act(games["alchemist"], "play alchemist")
    games["turn"] = rich("smith")
    for card, choice in CARDS:
        game = rich(card)
        act(game, f"play {card}", *([choice] if choice else []))
        games[f"{card} {choice}".strip()] = game
    for name, lines in (
        ("pay store", ["store n25 h06"]),
        ("pay hall", ["store n18 h04", "pay wool", "hall n18"]),
        ("take from bank", ["bank 4 wool"]),
        ("offer", ["offer 1 wool for 1 ore"]),
        ("counter", ["offer 1 wool for 1 ore", "1: counter 1 coin for 1 wool"]),
        ("retreat", ["play intrigue", "choose n20"]),
    ):
        game = rich("intrigue")
        act(game, *lines)
        games[name] = game
    games |= events_of_a_roll()
    return games


def events_of_a_roll() -> dict[str, Mmn]:
    games = {}
    seven: Players = {
        1: {"buildings": ["settlement n25"], "hand": "9 wool"},
        2: {"buildings": ["city n37"], "hand": "1 ore"},
    }
    game = position(phase="roll", me={"hand": "8 ore 1 coin"}, others=seven)
    roll(game, 3, 4, track="magic")
    games["discard"] = game.copy()
    act(game, "0: discard 4 ore", "1: discard 4 wool")
    games["movefigure"] = game.copy()
    act(game, "robber h11")
    games["rob"] = game
    pirate = position(
        phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": ["settlement n53"], "hand": "1 wool"}}
    )
    roll(pirate, 3, 4, track="magic")
    act(pirate, "pirate p6")
    games["rob by pirate"] = pirate
    lost: Players = {1: {"buildings": ["city n42 hall h15", "city n03"], "hand": "1 ore"}}
    game = position(phase="roll", me={"buildings": ["city n25 large_store h11", "city n18"]}, others=lost, ship=6)
    sail(game, 4, 6)
    games["losecity"] = game.copy()
    act(game, "lose n25", "lose n42")
    games["refund"] = game
    staying = position(phase="roll", me={"buildings": ["city n25 journeyman h06 journeyman h10"], "serfs": 3}, ship=6)
    sail(staying, 4, 6)
    games["staying"] = staying
    tie: Players = {1: {"knights": ["n42 active"]}, 2: {"knights": ["n40 active"]}}
    game = position(phase="roll", me={"buildings": ["city n25"]}, others=tie, ship=6)
    sail(game, 4, 6)
    games["defenderdraw"] = game
    me = {"levels": {"magic": 5, "food": 2}, "buildings": ["magic n25"], "hand": "1 ore"}
    game = position(phase="roll", me=me)
    roll(game, 2, 6, track="food")
    games["choosedeck"] = game.copy()
    act(game, "deck food")
    games["keepone"] = game
    me = {"levels": {"food": 2}, "buildings": ["city n25"], "cards": FULL, "hand": "1 ore"}
    game = position(phase="roll", me=me, top={"food": ["relief"]})
    roll(game, 2, 6, track="food")
    games["overflow"] = game
    game = position(phase="roll", me={"levels": {"science": 5}, "buildings": ["science n25"], "hand": "1 ore"})
    roll(game, 6, 5)
    games["takeresources"] = game
    game = position(
        phase="roll",
        me={"buildings": ["city n42 hall h15"]},
        ship=2,
        storage=["nugget"],
        options={"gold_mode": "choice"},
    )
    sail(game, 4, 6)
    games["nameresource"] = game
    me = {"levels": {"trade": 3}, "buildings": ["city n25", "city n42"], "hand": "5 cloth"}
    game = position(me=me)
    act(game, "improve trade")
    games["placemetropolis"] = game
    return games
