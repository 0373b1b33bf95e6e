"""The barbarians: the ship, the comparison, reward and losses, the order inside an attack (rules 6)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import (
    QUIET,
    amounts,
    asked,
    building_at,
    events_of,
    hand,
    knight_at,
    points,
    roll,
    sail,
    seen,
)
from tests.engines.mmn.positions import ENOUGH, FIVE, TRACKS, Players, chain, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def attack(me: Any, others: Players | None = None, **changes: Any) -> Mmn:
    """The ship of seat 0's roll reaches space 7."""
    game = position(phase="roll", me={"hand": "1 ore"} | me, others=others, **({"ship": 6} | changes))
    sail(game, *QUIET)
    return game


def test_the_ship_sails_on_ship_faces_only() -> None:
    """Rules 6.1."""
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}})
    assert kinds(roll(game, *QUIET), "barbarians") == []
    assert game.state.ship == 0
    act(game, "pass")
    events = sail(game, *QUIET)
    assert events_of(events, "barbarians")[0].data["space"] == 1
    assert game.state.ship == 1


def test_space_seven_attacks_at_once_and_the_ship_returns() -> None:
    """Rules 6.1."""
    game = position(phase="roll", me={"buildings": ["city n25"], "hand": "1 ore"}, ship=6)
    events = sail(game, 1, 5)
    assert kinds(events, "barbarians", "attack", "pillaged", "attack_over", "received") == [
        "barbarians",
        "attack",
        "pillaged",
        "attack_over",
        "received",
    ]
    assert hand(game) == amounts("1 ore 1 nugget")  # what is left of the city yields
    assert game.state.ship == 0


def test_the_strength_counts_cities_metropolises_and_sabotaged_cities() -> None:
    """Rules 6.2."""
    me = {"buildings": ["city n25", "trade n42", "city n18 sabotaged", "settlement n40"], "levels": {"trade": 4}}
    others: Players = {1: {"buildings": ["city n03"], "knights": ["n51 active mighty captain", "n33", "n12 strong"]}}
    view = seen(position(me=me, others=others))
    assert (view.attack_strength, view.defence) == (4, 4)


@pytest.mark.parametrize(
    ("knights", "strength"),
    [
        (["n18 active"], 1),
        (["n18 active strong"], 2),
        (["n18 active mighty"], 3),
        (["n18 active captain"], 2),
        (["n18 active mighty captain", "n12 active strong captain"], 7),
        (["n18", "n12 strong", "n03 mighty captain"], 0),
        (["n18 active", "n12 active", "n03 active strong"], 4),
    ],
)
def test_active_knights_defend_with_their_captains(knights: list[str], strength: int) -> None:
    """Rules 6.2."""
    game = position(phase="roll", me={"buildings": ["city n25"], "knights": knights, "hand": "1 ore"}, ship=6)
    events = sail(game, *QUIET)
    assert events_of(events, "attack")[0].data == {"attack": 1, "defence": strength}
    assert (player(game).defender, building_at(game, "n25").city) == (int(strength > 0), strength > 0)


def test_without_cities_nobody_is_defender_for_nothing() -> None:
    game = attack({"buildings": ["settlement n25"]})
    assert [player(game, seat).defender for seat in range(3)] == [0, 0, 0]
    assert game.state.ship == 0
    assert seen(game).phase == "actions"


def test_defender_cards_are_unlimited() -> None:
    """Rules 6.3."""
    game = attack({"buildings": ["city n25"], "knights": ["n18 active"], "defender": 7})
    assert player(game).defender == 8


def tied(**changes: Any) -> Mmn:
    """Seats 1 and 2 defend seat 0's city with one each."""
    others: Players = {
        1: {"knights": ["n42 active"], "levels": {"food": 2}},
        2: {"knights": ["n40 active"], "levels": {"magic": 5}, "buildings": ["magic n03"]},
    }
    return attack({"buildings": ["city n25"]}, others, **changes)


def test_tied_defenders_draw_clockwise_from_decks_of_their_choice() -> None:
    """Rules 6.3."""
    game = tied(top={"food": ["famine"], "trade": ["merchant"]})
    assert game.to_act == (1,)
    assert sorted(offered(game, "deck")) == sorted(TRACKS)
    refused(game, "pass", "deck", "deck black")
    act(game, "deck food")
    assert player(game, 1).cards == ["famine"]
    assert game.to_act == (2,)
    act(game, "deck trade")
    assert player(game, 2).cards == ["merchant"]
    assert [player(game, seat).defender for seat in range(3)] == [0, 0, 0]
    assert game.to_act == (0,)


def test_magic_levels_do_not_help_tied_defenders() -> None:
    """Rules 6.3."""
    game = tied(top={"food": ["famine"], "power": ["siege", "assassin"]})
    act(game, "deck food")
    assert asked(game) == "defenderdraw"
    act(game, "deck power")
    assert player(game, 2).cards == ["siege"]


def test_a_tied_defender_on_the_active_seat_is_first() -> None:
    game = attack({"knights": ["n42 active"]}, {1: {"buildings": ["city n25"]}, 2: {"knights": ["n40 active"]}})
    assert game.to_act == (0,)
    act(game, "deck food")
    assert game.to_act == (2,)


def test_a_victory_point_drawn_by_a_tied_defender_is_revealed() -> None:
    game = tied(top={"food": ["cornucopia"], "magic": ["grimoire"]})
    act(game, "deck food")
    assert (player(game, 1).vp_cards, points(game, 1)) == (["cornucopia"], 1)


def test_a_tied_defender_resolves_his_overflow_before_the_next_draws() -> None:
    """Rules 6.3."""
    full = ["smith", "smith", "warlord", "inventor", "merchant"]
    game = attack(
        {"buildings": ["city n25"]},
        {1: {"knights": ["n42 active"], "cards": full}, 2: {"knights": ["n40 active"]}},
        top={"food": ["famine"]},
    )
    act(game, "deck food")
    assert (game.to_act, asked(game)) == ((1,), "overflow")
    assert not any(line.startswith("play") for line in words(game))
    act(game, "return smith")
    assert (game.to_act, asked(game)) == ((2,), "defenderdraw")


def test_empty_decks_are_not_named() -> None:
    game = position(
        phase="roll",
        me={"buildings": ["city n25"], "hand": "1 ore"},
        others={1: {"knights": ["n42 active"]}, 2: {"knights": ["n40 active"]}},
        ship=6,
        empty=["food", "magic"],
        sound=False,
    )
    sail(game, *QUIET)
    assert sorted(offered(game, "deck")) == ["politics", "power", "science", "trade"]
    refused(game, "deck food")


# -- losses (rules 6.4) ------------------------------------------------------------------------------------------------


def test_all_tied_for_the_lowest_lose_a_city_of_their_choice() -> None:
    others = {
        1: {"buildings": ["city n42", "city n03"], "knights": ["n47 active"]},
        2: {"buildings": ["city n40", "city n12"]},
    }
    game = attack({"buildings": ["city n25", "city n18"]}, others)
    assert game.to_act == (0,)
    assert sorted(offered(game, "lose")) == ["n18", "n25"]
    refused(game, "lose n40", "pass", "lose")
    act(game, "lose n18")
    assert building_at(game, "n18").city, "nothing is torn down before all have chosen"
    assert game.to_act == (2,)
    act(game, "lose n12")
    assert not building_at(game, "n18").city
    assert not building_at(game, "n12", 2).city
    assert building_at(game, "n40", 2).city
    assert all(building_at(game, where, 1).city for where in ("n42", "n03"))
    assert not knight_at(game, "n47", 1).active


def test_metropolises_are_not_offered() -> None:
    game = attack({"buildings": ["trade n25", "city n18", "city n42"], "levels": {"trade": 4}})
    assert sorted(offered(game, "lose")) == ["n18", "n42"]
    refused(game, "lose n25")


def test_players_without_plain_city_are_ignored() -> None:
    """Seat 1 has only a metropolis, seat 2 only a settlement: seat 0 is the lowest although he fought."""
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}}, 2: {"buildings": ["settlement n40"]}}
    game = attack({"buildings": ["city n25", "settlement n03"], "knights": ["n18 active"]}, others)
    assert not building_at(game, "n25").city
    assert building_at(game, "n42", 1).city


def test_only_metropolises_lose_nothing() -> None:
    game = attack({"buildings": ["trade n25"], "levels": {"trade": 4}})
    assert building_at(game, "n25").metropolis == "trade"
    assert [player(game, seat).defender for seat in range(3)] == [0, 0, 0]
    assert seen(game).phase == "actions"


def test_the_pillaged_city_loses_wall_and_sabotage() -> None:
    """Rules 13.3."""
    game = attack({"buildings": ["city n25 wall sabotaged"]})
    left = building_at(game, "n25")
    assert (left.city, left.wall, left.sabotaged) == (False, False, False)
    supply = seen(game).players[0].supply
    assert (supply["wall"], supply["city"], supply["settlement"]) == (3, 4, 4)


def test_without_settlement_the_city_goes_and_roads_knights_and_merchant_stay() -> None:
    me = {"buildings": [*FIVE, "city n25 wall sabotaged"], "roads": chain("n25", "n20"), "knights": ["n20"]}
    game = attack(me, merchant=place("h11"), merchant_seat=0)
    assert building_at(game, "n25") is None
    assert len(player(game).roads) == len(player(game).knights) == 1
    assert seen(game).players[0].supply["wall"] == 3
    assert (game.state.merchant, game.state.merchant_seat) == (place("h11"), 0)


# -- figures at a lost city (rules 16.5) -------------------------------------------------------------------------------


def test_journeymen_become_servants_at_a_settlement() -> None:
    game = attack({"buildings": ["city n25 journeyman h06 servant h10 store h11"]})
    left = building_at(game, "n25")
    assert (sorted(left.servants), left.journeymen, left.chip) == ([place("h06"), place("h10")], [], 1)
    supply = seen(game).players[0].supply
    assert (supply["journeyman"], supply["servant"]) == (3, 2)


def test_the_owner_chooses_which_journeymen_stay_when_chips_are_short() -> None:
    me = {"buildings": ["city n25 journeyman h06 journeyman h10 journeyman h11"], "serfs": 3}
    game = attack(me)
    assert asked(game) == "staying"
    assert game.prompt(0).message.args["count"] == 1
    assert sorted(offered(game, "stay")) == ["h06", "h10", "h11"]
    refused(game, "stay h05", "pass", "done")
    act(game, "stay h10")
    left = building_at(game, "n25")
    assert (left.servants, left.journeymen, player(game).serfs) == ([place("h10")], [], 3)
    assert seen(game).players[0].supply["journeyman"] == 3


def test_without_any_chip_all_journeymen_leave() -> None:
    game = attack({"buildings": ["city n25 journeyman h06 journeyman h10"], "serfs": 4})
    left = building_at(game, "n25")
    assert (left.servants, left.journeymen) == ([], [])


# -- afterwards (rules 6.5) --------------------------------------------------------------------------------------------


def test_all_knights_become_inactive_after_an_attack() -> None:
    me = {"buildings": ["city n25"], "knights": ["n18 active", "n40 strong active"]}
    game = attack(me, {1: {"knights": ["n42 active"]}})
    assert not any(knight.active for seat in range(3) for knight in player(game, seat).knights)
    assert seen(game).defence == 0


def test_food_3_does_not_activate_knights_that_did_not_fight() -> None:
    me = {"buildings": ["city n25"], "levels": {"food": 3}, "knights": ["n18 active", "n40 strong"]}
    game = attack(me, {1: {"knights": ["n42 active mighty"]}})
    assert knight_at(game, "n18").active
    assert not knight_at(game, "n40").active


def test_food_2_does_not_activate_again() -> None:
    game = attack({"buildings": ["city n25"], "levels": {"food": 2}, "knights": ["n18 active"]})
    assert not knight_at(game, "n18").active


def test_a_lost_attack_reactivates_food_3_too() -> None:
    me = {"buildings": ["city n25", "city n42"], "levels": {"food": 3}, "knights": ["n18 active"], "hand": ENOUGH}
    game = position(phase="roll", me=me, ship=6)
    sail(game, *QUIET)
    act(game, "lose n25")
    assert knight_at(game, "n18").active


def test_the_attack_does_not_wait_for_the_next_roll_but_precedes_a_seven() -> None:
    me = {"buildings": ["city n25 wall"], "hand": "9 ore"}
    game = position(phase="roll", me=me, ship=6)
    events = sail(game, 3, 4)
    assert kinds(events, "pillaged", "discarding", "discarded") == ["pillaged"]
    assert seen(game).owed == {"0": 4}, "the wall is gone before the discards"


def test_victims_choose_clockwise_from_the_active_player() -> None:
    others: Players = {
        0: {"buildings": ["city n40", "city n12 hall h04"], "hand": "1 ore"},
        1: {"buildings": ["city n42 store h15", "city n18"]},
    }
    game = position(phase="roll", seat=2, me={"buildings": ["city n25", "city n03 servant h03"]}, others=others, ship=6)
    sail(game, 4, 6)
    for seat, least in ((2, "n25"), (0, "n40"), (1, "n18")):
        assert (game.to_act, asked(game)) == ((seat,), "losecity")
        act(game, f"lose {least}")


def test_an_attack_goes_in_its_order() -> None:
    """Rules 6.6."""
    others: Players = {
        1: {"buildings": ["city n42 large_store h15"], "hand": "1 ore"},
        2: {"buildings": ["trade n03"], "levels": {"trade": 4, "food": 3}, "knights": ["n12 active"], "hand": "1 ore"},
    }
    me = {"buildings": ["city n25 large_store h11", "settlement n18 store h05", "settlement n40 store h13"]}
    game = position(phase="roll", me=me, others=others, ship=6, storage=["lumber"], storage_card=0)
    events = sail(game, *QUIET)
    for seat in (0, 1):
        assert (game.to_act, asked(game)) == ((seat,), "refund")
        events += act(game, "refund paper")
    order = ["attack", "emergency", "received", "received", "pillaged", "pillaged", "attack_over"]
    order += ["award_aside", "reactivated"]
    assert kinds(events, *order) == order


def food_3(seat: int) -> Mmn:
    """Two active knights of seat 0 with food 3 and one of seat 1 defend in the turn of ``seat``."""
    mine = {
        "buildings": ["city n25"],
        "levels": {"food": 3},
        "knights": ["n18 active", "n20 strong active", "n24"],
        "roads": chain("n24", "n18", "n13"),
        "hand": "1 ore",
    }
    theirs = {"buildings": ["city n42"], "knights": ["n46 active"], "hand": "1 ore", "roads": ["n41-n46"]}
    me, other = (mine, theirs) if seat == 0 else (theirs, mine)
    game = position(seat=seat, phase="roll", me=me, others={1 - seat: other}, ship=6)
    sail(game, 4, 6)
    return game


def test_T15_food_3_reactivates_the_defenders() -> None:
    game = food_3(0)
    assert [knight_at(game, where).active for where in ("n18", "n20", "n24")] == [True, True, False]
    assert not knight_at(game, "n46", 1).active
    act(game, "move n18 n13")
    assert not knight_at(game, "n13").active


def test_T15_food_3_reactivates_in_another_players_turn() -> None:
    game = food_3(1)
    assert [knight_at(game, where).active for where in ("n18", "n20", "n24")] == [True, True, False]
    assert not knight_at(game, "n46", 1).active
    refused(game, "move n46 n41")


def raid(strength: int) -> Mmn:
    """Five cities, one of them the metropolis of seat 3, who has nothing else; seat 0 defends with ``strength``."""
    mine = ["n19 active", "n24 active"] if strength == 2 else ["n19 active", "n24 strong active"]
    others: Players = {
        1: {"buildings": ["city n42"], "knights": ["n47 active"], "hand": "1 ore"},
        2: {"buildings": ["city n40"], "knights": ["n45 active"], "hand": "1 ore"},
        3: {"buildings": ["trade n03"], "levels": {"trade": 4}, "hand": "1 ore"},
    }
    me = {"buildings": ["city n25", "city n18"], "knights": mine, "hand": "1 ore"}
    game = position(seats=4, phase="roll", me=me, others=others, ship=6)
    sail(game, 1, 1)
    return game


def test_T22_the_weakest_with_a_plain_city_lose() -> None:
    game = raid(2)
    assert [building_at(game, where, seat).city for where, seat in (("n42", 1), ("n40", 2), ("n03", 3))] == [
        False,
        False,
        True,
    ]
    assert building_at(game, "n25").city
    assert building_at(game, "n18").city
    assert [player(game, seat).defender for seat in range(4)] == [0, 0, 0, 0]


def test_T22_one_more_and_the_attack_fails() -> None:
    game = raid(3)
    assert [player(game, seat).defender for seat in range(4)] == [1, 0, 0, 0]
    assert building_at(game, "n42", 1).city
    assert building_at(game, "n40", 2).city


def test_the_barbarians_attack_six_players_like_four() -> None:
    game = Mmn.new(6, 3)
    while seen(game).phase == "opening":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert (seen(game).attack_strength, seen(game).defence) == (6, 0)
    game.state.ship = 6
    events = sail(game, 6, 6)
    assert events_of(events, "attack")[0].data == {"attack": 6, "defence": 0}
    assert len(events_of(events, "pillaged")) == 6
    assert not any(building.city for player in game.state.players for building in player.buildings)


def test_24_08_the_third_space_is_counted_from_the_last_attack() -> None:
    """Rules 24.8."""
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}, 2: {"hand": "1 ore"}}, ship=6)
    clearings = []
    for _ in range(8):
        clearings.append(any(event.kind == "clearing" for event in sail(game, 4, 6)))
        act(game, "pass")
    assert clearings == [False, False, False, True, False, False, False, False]
    assert words(game) == ["roll"]
