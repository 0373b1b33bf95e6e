"""Reasons for refusals that only positions of their own bring about."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Message
from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import sail
from tests.engines.mmn.positions import ENOUGH, Changes, chain, place, position
from tests.engines.mmn.test_reasons import named, reached, reason
from tests.engines.playing import act


def card(name: str, me: Changes, *others: Changes, **changes: Any) -> Mmn:
    """Return a game in which seat 0 has played a card."""
    game = position(me={**me, "cards": [name]}, others=dict(enumerate(others, 1)), **changes)
    act(game, f"play {name}")
    return game


def test_decks_without_cards_are_named() -> None:
    game = decisions()["choosedeck"].copy()
    game.state.decks["magic"] = []
    assert reason(game, "deck magic") == Message("mmn.refuse.deck_empty", {"deck": "magic"})


def test_a_bank_without_cards_is_named() -> None:
    relief = card("relief", {}, bank="0 ore 0 coin")
    assert named(relief, "choose ore") == "bank_empty"
    transmutation = reached("transmutation pay ore done").copy()
    transmutation.state.bank[0] = 0
    assert named(transmutation, "take brick") == "bank_empty"


def test_a_first_road_that_touches_its_piece_is_refused_because_one_lies_there() -> None:
    game = decisions()["openingroad"].copy()
    path = game.size.geometry.path_number["n25-n31"]
    game.network.add_road(1, path)
    assert reason(game, "road n25-n31") == Message("mmn.refuse.taken", {"place": "n25-n31"})
    game.network.remove_road(1, path)
    game.copy().check(0, ("road", "n25-n31"))


def test_a_metropolis_is_not_pillaged() -> None:
    game = position(
        phase="roll", me={"buildings": ["trade n25", "city n18", "city n42"], "levels": {"trade": 4}}, ship=6
    )
    sail(game, 4, 6)
    assert named(game, "lose n25") == "metropolis"


def test_a_metropolis_goes_to_a_sound_city() -> None:
    me = {
        "levels": {"trade": 3, "magic": 4},
        "buildings": ["city n25 sabotaged", "city n42", "city n18", "magic n03"],
        "hand": "5 cloth",
    }
    game = position(me=me)
    act(game, "improve trade")
    assert [named(game, f"metropolis {node}") for node in ("n25", "n03")] == ["sabotaged", "metropolis"]
    sabotaged = position(me=me | {"buildings": ["city n25 sabotaged", "magic n03"]})
    assert named(sabotaged, "improve trade") == "no_open_city"


def test_a_refusal_says_why_somebody_cannot_be_robbed() -> None:
    far = {"buildings": ["settlement n01"], "hand": "1 ore"}
    near = {"buildings": ["settlement n25"], "hand": "1 wool"}
    also = {"buildings": ["settlement n37"], "hand": "1 wool"}
    game = position(
        seats=4,
        others={1: near, 2: far, 3: also},
        stack=[{"type": "Rob", "seat": 0, "figure": "robber"}],
        robber=place("h11"),
    )
    assert [named(game, f"rob seat{number}") for number in (1, 3, 5)] == ["yourself", "not_there", "error.nobody_there"]


def test_out_of_turn_a_card_can_only_be_returned() -> None:
    full = {"cards": ["smith", "smith", "warlord", "inventor", "merchant", "bishop"]}
    game = position(others={1: full}, stack=[{"type": "Turn", "seat": 0}, {"type": "Overflow", "seat": 1}])
    assert [named(game, line) for line in ("play smith", "play spy", "pass")] == [
        "only_return",
        "card_not_held",
        "over_limit",
    ]
    own_turn = position(
        me={"cards": ["alchemist", "bishop", "smith", "warlord", "inventor", "merchant"]},
        attacked=False,
        stack=[{"type": "Turn", "seat": 0}, {"type": "Overflow", "seat": 0}],
    )
    assert [named(own_turn, f"play {name}") for name in ("alchemist", "bishop", "smith")] == [
        "before_roll",
        "locked",
        "no_effect",
    ]


def test_pay_names_what_is_missing() -> None:
    game = position(me={"hand": "3 wool 2 ore 1 grain", "buildings": ["settlement n25"]})
    act(game, "store n25 h06")
    assert reason(game, "pay grain") == Message("mmn.refuse.not_in_hand", {"cards": ["grain", "grain"]})
    pair = position(me={"hand": "1 wool 1 cloth 1 ore 1 coin 1 grain"})
    act(pair, "serf")
    assert reason(pair, "pay grain") == Message("mmn.refuse.not_in_hand", {"cards": ["grain", "meat"]})
    assert reason(pair, "pay cloth") == Message("mmn.refuse.pair", {"kind": "wool"})
    pair.check(0, ("pay", "wool"))


def test_a_refusal_says_where_an_enlisted_knight_cannot_stand() -> None:
    game = reached("deserter choose seat2")
    act(game, "1: desert n45")
    assert [named(game, f"choose {word}") for word in ("n09", "n01", "n99", "h01")] == [
        "taken",
        "not_connected",
        "no_place",
        "other_than_node",
    ]
    assert named(game, "pass") == "no_answer"


def test_who_chases_a_figure_moves_that_one_and_elsewhere() -> None:
    game = position(me={"knights": ["n53 active"], "hand": "1 ore"}, pirate=5)
    act(game, "chase pirate n53")
    assert [named(game, line) for line in ("robber h01", "pirate p6")] == ["other_figure", "stays"]


def test_staying_twice_is_refused() -> None:
    me = {"buildings": ["city n25 journeyman h06 journeyman h10 journeyman h11", "settlement n03"], "serfs": 2}
    game = position(phase="roll", me=me, ship=6)
    sail(game, 4, 6)
    act(game, "stay h06")
    assert named(game, "stay h06") == "stays_already"


def test_famine_passes_over_some() -> None:
    hungry = {"serfs": 1, "famine": True}
    immune = {"serfs": 1, "levels": {"food": 5}, "buildings": ["food n01"]}
    game = card("famine", {}, hungry, immune, {}, {"serfs": 1}, {"serfs": 1}, seats=6)
    assert [named(game, f"choose seat{seat}") for seat in (2, 3, 4)] == ["has_famine", "immune", "no_figures"]


def test_a_refusal_says_why_a_card_passes_over_an_opponent() -> None:
    rich_one = {"hand": "1 ore", "buildings": ["city n01"], "knights": ["n10"], "cards": ["golem"]}
    leader = rich_one | {"buildings": ["city n12"], "knights": ["n20"], "cards": ["mining"]}
    for name, why in (
        ("clairvoyance", "no_cards"),
        ("poaching", "no_cards"),
        ("master_merchant", "no_cards"),
        ("spy", "no_progress"),
        ("deserter", "no_knights"),
    ):
        game = card(name, {}, rich_one, leader, {}, seats=4)
        assert reason(game, "choose seat4") == Message(f"mmn.refuse.{why}", {"victim_seat": 3}), name
    equal = card("master_merchant", {}, rich_one, leader, {"hand": "1 ore"}, seats=4)
    assert named(equal, "choose seat4") == "not_ahead"


def test_a_refusal_says_why_an_assassin_passes_over_a_knight() -> None:
    safe = {"knights": ["n01"], "levels": {"politics": 5}, "buildings": ["politics n45"]}
    game = card("assassin", {}, safe, {"knights": ["n10 mighty", "n12", "n20"], "levels": {"politics": 3}})
    assert [named(game, f"choose {node}") for node in ("n01", "n10")] == ["immune", "too_mighty"]


def test_a_refusal_says_where_a_saboteur_and_a_curse_have_been() -> None:
    theirs = {"buildings": ["city n40 sabotaged", "city n36", "city n11"]}
    assert named(card("saboteur", {}, theirs), "choose n40") == "is_sabotaged"
    curse = card("curse", {}, theirs, curses=[{"hex": place("h15"), "seat": 1}])
    assert named(curse, "choose h15") == "cursed"


def test_intrigue_needs_an_own_road() -> None:
    me = {"roads": ["n20-n25", "n25-n31"]}
    game = card("intrigue", me, {"knights": ["n20", "n31", "n01 strong"]})
    assert [named(game, f"choose {word}") for word in ("n01", "n25", "h01")] == [
        "not_connected",
        "no_strange_knight",
        "other_than_node",
    ]


def test_the_merchant_moves_on_and_rights_are_taken_once() -> None:
    game = card("merchant", {"buildings": ["settlement n25", "settlement n42"]}, merchant=place("h06"), merchant_seat=0)
    assert named(game, "choose h06") == "stays"
    assert named(card("merchant_fleet", {}, now={"fleet": [2]}), "choose wool") == "has_right"


def test_a_refusal_says_what_could_not_be_exchanged_any_more() -> None:
    market = card("black_market", {"hand": "1 cloth 2 ore 1 brick"}, bank="0 crystal 0 paper 0 meat 0 coin 0 jewel")
    assert [named(market, f"pay {kind}") for kind in ("cloth", "wool")] == ["not_payable", "not_in_hand"]
    game = card("transmutation", {"hand": "1 wool 1 ore 1 coin"}, bank="0 brick 0 lumber 0 grain 0 ore 0 nugget")
    assert named(game, "pay wool") == "not_payable"


def test_a_stronger_knight_stays() -> None:
    me = {"knights": ["n09 active"], "roads": ["n09-n14", "n14-n19"]}
    game = position(me=me, others={1: {"knights": ["n19"]}})
    assert named(game, "move n09 n19") == "not_weaker"


def test_an_alchemist_that_is_not_held_is_not_played() -> None:
    assert named(position(phase="roll"), "play alchemist") == "card_not_held"


WAY = chain("n09", "n14", "n10", "n15", "n20")
FOUR = ["city n01 wall store h01", "city n03 wall store h03", "city n12 wall store h04", "city n25 store h11"]
HALLS = ["city n01 hall h01", "city n03 hall h03", "city n12 hall h04", "city n25 store h11"]
KNIGHTS = ["n09", "n14 active fresh", "n15 strong active acted promoted", "n20 strong captain", "n40 mighty"]
SAFE: Changes = {"levels": {"politics": 5}, "buildings": ["politics n36"], "knights": ["n45"]}
OWN: dict[str, tuple[Changes, Changes, str]] = {
    "supply and slots": (
        {"buildings": [*FOUR, "settlement n42"], "serfs": 4},
        {},
        "store n42 h15 supply; city n42 supply; wall n25 supply; wall n01 supply; serf supply; hall n42 needs_city;"
        "servant n25 h11 slot; large_store n25 needs_chip; journeyman n25 h06 needs_chip",
    ),
    "buildings": (
        {"buildings": ["city n25 wall store h11", "settlement n42"]},
        {},
        "wall n25 has_wall; wall n42 needs_city; store n25 h06 one_chip; city n25 is_city",
    ),
    "halls": ({"buildings": HALLS}, {"storage_card": 0}, "hall n25 supply"),
    "knights": (
        {"knights": KNIGHTS, "roads": WAY},
        {},
        "move n09 n10 inactive; move n14 n10 fresh; move n15 n10 acted; promote n15 promoted; promote n20 level;"
        "promote n40 highest; promote n09 supply",
    ),
    "strikes": (
        {"levels": {"power": 3}},
        {"others": {1: SAFE, 2: {"knights": ["n42 strong"]}}},
        "strike n42 level; strike n45 immune",
    ),
    "a second strike": (
        {"levels": {"power": 3}},
        {"others": {1: {"knights": ["n42"]}}, "now": {"struck": True}},
        "strike n42 struck",
    ),
    "levels": (
        {"levels": {"trade": 5, "food": 3}, "buildings": ["trade n25"]},
        {},
        "improve trade top_level; improve food no_open_city",
    ),
    "without a city": ({}, {}, "improve trade no_city"),
    "cards": (
        {"cards": ["alchemist", "bishop", "spy"], "knights": ["n25 active"]},
        {"attacked": False, "robber": place("h10"), "sound": False},
        "play alchemist before_roll; play bishop locked; chase robber n25 locked; play spy no_effect",
    ),
    "swaps": (
        {},
        {"now": {"harbour": True, "swapped": [1]}, "others": {1: {"hand": "1 coin"}}},
        "swap seat2 wool swap",
    ),
}


@pytest.mark.parametrize("name", OWN)
def test_what_the_own_pieces_do_not_allow_is_named(name: str) -> None:
    me, changes, lines = OWN[name]
    game = position(me={"hand": ENOUGH} | dict(me), **changes)
    for words, _, why in (line.strip().rpartition(" ") for line in lines.split(";")):
        assert (words, named(game, words)) == (words, why)


@pytest.mark.parametrize("word", ["knight", "city", "wall", "store", "serf"])
def test_that_no_piece_is_left_is_said_before_the_price(word: str) -> None:
    """No cards would help with it."""
    knights = {"knights": ["n36", "n45"], "buildings": [*FOUR, "settlement n42"], "serfs": 4}
    assert named(position(me={**knights, "hand": "1 wool"}), word) == "supply"
    reason = named(position(me={"hand": "1 wool", "buildings": ["settlement n42"]}), word)
    assert reason in ("cost", "token", "no_site_knight")


def test_that_no_place_is_left_is_said_before_the_price() -> None:
    """No cards would help with it either (rules 13.2)."""
    assert named(position(me={"hand": ""}), "settlement") == "no_site_settlement"
    with_place = {"buildings": ["settlement n09"], "roads": chain("n09", "n14", "n10")}
    assert named(position(me={"hand": "", **with_place}), "settlement") == "cost"
