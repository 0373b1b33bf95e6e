"""Yields, shortage and consolation (rules 10)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, bank, events_of, hand, points, question, roll, seen
from tests.engines.mmn.positions import KINDS, Players, dry, position
from tests.engines.playing import act, offered, refused, words


def rolled(red: int, white: int, me: Any, others: Players | None = None, **changes: Any) -> Mmn:
    game = position(phase="roll", me=me, others=others, **changes)
    roll(game, red, white, track="food")
    return game


def test_every_hex_and_building_of_the_number_counts() -> None:
    """Rules 10.1."""
    me = {"buildings": ["city n10", "settlement n05", "settlement n11 servant h03"]}
    others = {1: {"buildings": ["city n03"]}, 2: {"buildings": ["settlement n19"]}}
    game = position(phase="roll", me=me, others=others)
    events = roll(game, 4, 5)
    assert hand(game) == amounts("3 grain 1 meat 1 brick 1 crystal 1 lumber")
    assert hand(game, 1) == amounts("1 grain 1 meat")
    assert hand(game, 2) == amounts("1 brick")
    assert [event.seat for event in events_of(events, "received")] == [0, 1, 2]
    assert bank(game, "grain") == 19 - 4


def test_the_journeyman_replaces_the_servant_on_his_slot_only() -> None:
    """Rules 16.2."""
    me = {"buildings": ["city n40 servant h14 journeyman h17"]}
    assert hand(rolled(1, 4, me)) == amounts("2 brick 1 crystal")
    assert hand(rolled(1, 3, me)) == amounts("1 wool 2 cloth")


def test_a_famine_stops_bonuses_only() -> None:
    me = {"buildings": ["city n40 servant h14 journeyman h17"], "famine": True, "serfs": 1}
    assert hand(rolled(1, 4, me)) == amounts("1 brick 1 crystal")
    assert hand(rolled(1, 3, me)) == amounts("1 wool 1 cloth")


# -- shortage (rules 10.2, 24.9) ---------------------------------------------------------------------------------------


def short(stock: str, single: bool, rest: str = "on") -> Mmn:
    """Return a game with two cities of seat 0, and unless ``single`` one of seat 1, at the fields of chip 9."""
    me = {"buildings": ["city n03", "city n11"]}
    others: Players = {} if single else {1: {"buildings": ["city n10"]}}
    options = {"shortage_single_claimant_gets_rest": rest}
    return rolled(4, 5, me, others, seats=4, bank=stock, options=options)


def test_a_short_stack_gives_nobody_anything() -> None:
    game = short("2 grain 3 meat", single=False)
    assert hand(game, 0) == amounts("2 meat")
    assert hand(game, 1) == amounts("1 meat 1 brick 1 crystal")
    assert bank(game, "grain") == 2


def test_24_09_a_single_claimant_gets_what_is_left() -> None:
    assert hand(short("1 grain 0 meat", single=True)) == amounts("1 grain")


def test_24_09_of_several_claimants_nobody_gets_the_rest() -> None:
    assert hand(short("2 grain 2 meat", single=False), 0) == {}


def test_24_09_a_single_claimant_gets_nothing_where_the_option_is_off() -> None:
    assert hand(short("1 grain 5 meat", single=True, rest="off")) == amounts("2 meat")


def test_24_09_the_log_says_who_gets_what_is_left() -> None:
    me = {"buildings": ["city n03", "city n11"]}
    game = position(phase="roll", seats=4, me=me, bank="1 grain 0 meat")
    events = roll(game, 4, 5)
    assert [(event.seat, event.data) for event in events_of(events, "short_single")] == [(0, {"cards": ["grain"]})]
    assert [event.data for event in events_of(events, "short")] == [{"good": "meat"}]


@pytest.mark.parametrize(("rules", "grain"), [(8, 0), (9, 1)])
def test_24_09_a_game_that_names_no_option_plays_the_default_of_its_rules(rules: int, grain: int) -> None:
    me = {"buildings": ["city n03", "city n11"]}
    game = position(phase="roll", seats=4, me=me, bank="1 grain 0 meat", rules=rules)
    game.state.options.clear()
    roll(game, 4, 5)
    assert game.state.players[0].hand[KINDS.index("grain")] == grain


def test_24_09_a_game_begun_by_earlier_rules_begins_again_with_their_default() -> None:
    option = "shortage_single_claimant_gets_rest"
    assert [Mmn.by_rules(rules, 3, 1).option(option) for rules in (8, 9)] == ["off", "on"]
    assert Mmn.by_rules(8, 3, 1).view(None).options[option] == "off"


# -- consolation (rules 10.3) ------------------------------------------------------------------------------------------


def consoled(**levels: int) -> Mmn:
    """Return a game in which seats 1 and 2 with these science levels get nothing; seat 0 gets grain."""
    others = {
        1: {"buildings": ["city n40"], "levels": {"science": levels["one"]}, "hand": "1 ore"},
        2: {"buildings": ["science n18"], "levels": {"science": levels["two"]}, "hand": "1 ore"},
    }
    return rolled(4, 5, {"buildings": ["city n03"]}, others, metropolises=[-1, -1, 2, -1, -1, -1])


def test_consolation_is_asked_of_all_together() -> None:
    """Rules 22."""
    game = consoled(one=3, two=5)
    assert (game.to_act, question(game)) == ((1, 2), "takeresources")
    assert game.prompt(1).message.args["count"] == 1
    assert sorted(offered(game, "take")) == sorted(KINDS[:6])
    refused(game, "take cloth", "take", "take gold", "take 2 ore")
    act(game, "take nugget")
    assert game.to_act == (2,)
    assert game.prompt(2).message.args["count"] == 2
    act(game, "take wool", "take wool")
    assert (hand(game, 1), hand(game, 2)) == (amounts("1 ore 1 nugget"), amounts("1 ore 2 wool"))
    assert game.to_act == (0,)


def test_consolation_may_be_declined() -> None:
    game = consoled(one=3, two=5)
    assert game.prompt(1).optional
    act(game, "1: pass")
    assert game.to_act == (2,)
    act(game, "take wool")
    assert (game.prompt(2).message.args["count"], game.prompt(2).optional) == (1, True)
    act(game, "pass")
    assert (game.to_act, question(game)) == ((0,), "turn")
    assert (hand(game, 1), hand(game, 2)) == (amounts("1 ore"), amounts("1 ore 1 wool"))


def test_a_shortage_is_consoled_and_cards_of_a_clearing_do_not_count() -> None:
    me = {"buildings": ["city n18 store h05"], "levels": {"science": 3}}
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    roll(game, 6, 6, "ship")
    assert hand(game) == amounts("1 ore")
    assert question(game) == "takeresources"
    dry = rolled(4, 5, {"buildings": ["settlement n03"], "levels": {"science": 3}}, bank="0 grain", seats=4)
    assert question(dry) == "takeresources"
    assert "take grain" not in words(dry)
    refused(dry, "take grain")


def test_any_card_received_forfeits_consolation() -> None:
    game = rolled(4, 5, {"buildings": ["city n03"], "levels": {"science": 3}}, bank="0 grain", seats=4)
    assert hand(game) == amounts("1 meat")
    assert question(game) == "turn"


@pytest.mark.parametrize(
    ("building", "roll_of", "yields"),
    [
        ("city n03", (4, 5), "1 grain 1 meat"),
        ("city n53", (4, 6), "1 brick 1 crystal"),
        ("city n24", (4, 4), "1 nugget 1 jewel"),
        ("city n01", (4, 5), "1 lumber 1 paper"),
        ("city n43", (3, 3), "1 wool 1 cloth"),
        ("city n16", (5, 6), "1 ore 1 coin"),
        ("food n03", (4, 5), "1 grain 1 meat"),
        ("settlement n03", (4, 5), "1 grain"),
        ("city n03 sabotaged", (4, 5), "1 grain"),
    ],
)
def test_T9_a_city_yields_resource_and_commodity(building: str, roll_of: tuple[int, int], yields: str) -> None:
    """Rules 1.1, 10.1."""
    levels = {"food": 4} if building.startswith("food") else {}
    game = position(phase="roll", me={"buildings": [building], "levels": levels})
    roll(game, *roll_of, track="magic")
    assert hand(game) == amounts(yields)


@pytest.mark.parametrize(
    ("building", "robber", "yields"),
    [
        ("city n03 servant h03", -1, "2 grain 1 meat"),
        ("settlement n03 servant h03", -1, "2 grain"),
        ("city n03 journeyman h03", -1, "1 grain 2 meat"),
        ("city n03 servant h03", 2, ""),
        ("city n03 journeyman h03", 2, ""),
        ("city n03 sabotaged journeyman h03", -1, "2 grain"),
        ("city n03 sabotaged servant h03", -1, "2 grain"),
    ],
)
def test_T10_servants_and_journeymen_yield_more(building: str, robber: int, yields: str) -> None:
    """Rules 16.2."""
    game = position(phase="roll", me={"buildings": [building]}, robber=robber)
    roll(game, 4, 5)
    assert hand(game) == amounts(yields)


@pytest.mark.parametrize(("level", "cards"), [(5, 2), (4, 1), (3, 1), (2, 0)])
def test_T20_science_consoles_a_player_under_the_robber(level: int, cards: int) -> None:
    me = {"buildings": ["science n03"] if level > 3 else ["city n03"], "levels": {"science": level}, "hand": "1 wool"}
    game = position(phase="roll", me=me, robber=2)
    roll(game, 4, 5)
    act(game, *["take ore", "take brick"][:cards])
    assert sum(hand(game).values()) == 1 + cards
    assert seen(game).phase == "actions"


def test_T20_nobody_is_consoled_on_a_seven() -> None:
    me = {"buildings": ["science n03"], "levels": {"science": 5}, "hand": "1 wool"}
    game = position(phase="roll", me=me)
    roll(game, 3, 4, track="magic")
    act(game, "robber h03")
    assert hand(game) == amounts("1 wool")
    assert seen(game).phase == "actions"


@pytest.mark.parametrize(("option", "yields"), [("off", "1 grain 2 meat"), ("on", "2 grain 2 meat")])
def test_24_11_the_journeyman_replaces_the_servants_bonus_or_keeps_it(option: str, yields: str) -> None:
    game = position(
        phase="roll", me={"buildings": ["city n03 journeyman h03"]}, options={"journeyman_keeps_servant_bonus": option}
    )
    roll(game, 4, 5)
    assert hand(game) == amounts(yields)


@pytest.mark.parametrize("option", ["off", "on"])
def test_24_11_a_journeyman_at_a_sabotaged_city_is_a_servant_either_way(option: str) -> None:
    game = position(
        phase="roll",
        me={"buildings": ["city n03 sabotaged journeyman h03"]},
        options={"journeyman_keeps_servant_bonus": option},
    )
    roll(game, 4, 5)
    assert hand(game) == amounts("2 grain")


def test_consolation_gives_the_single_card_of_the_bank() -> None:
    me = {"buildings": ["science n25"], "levels": {"science": 5}, "hand": "1 jewel"}
    game = position(seats=4, phase="roll", me=me, bank=dry("1 ore", kinds=KINDS[:6]))
    roll(game, 6, 5)
    assert words(game) == ["take ore", "pass"]
    act(game, "take ore")
    assert (question(game), hand(game)) == ("turn", amounts("1 jewel 1 ore"))


def test_nobody_is_consoled_from_an_empty_bank() -> None:
    me = {"buildings": ["science n25"], "levels": {"science": 5}, "hand": "1 jewel"}
    game = position(seats=4, phase="roll", me=me, bank=dry(kinds=KINDS[:6]))
    roll(game, 6, 5)
    assert question(game) == "turn"


def test_consolation_goes_clockwise_from_the_active_player() -> None:
    science = {"levels": {"science": 3}, "hand": "1 ore"}
    homes = {0: "n25", 1: "n42", 3: "n40"}
    others: Players = {seat: science | {"buildings": [f"city {where}"]} for seat, where in homes.items()}
    game = position(seats=4, seat=2, phase="roll", me=science | {"buildings": ["city n18"]}, others=others)
    roll(game, 4, 6)
    order = []
    while question(game) == "takeresources":
        order.append(game.to_act[0])
        act(game, "take wool")
    assert order == [2, 3, 0, 1]


def test_the_merchant_and_a_curse_work_on_the_first_hex_too() -> None:
    game = position(me={"hand": "2 lumber 1 ore"}, merchant=0, merchant_seat=0)
    assert (points(game), offered(game, "bank")) == (1, ["2 lumber"])
    cursed = position(phase="roll", me={"buildings": ["city n04"]}, curses=[{"hex": 0, "seat": 1}])
    roll(cursed, 4, 5)
    assert hand(cursed) == {}
