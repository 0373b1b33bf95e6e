"""Serfs, servants, journeymen, the Autarky card and Famine (rules 16, 18.6)."""

from __future__ import annotations

from typing import Any

from engines.contract import Message
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, events_of, hand, points, roll, seen
from tests.engines.mmn.positions import ENOUGH, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def mine(*buildings: str, **changes: Any) -> Mmn:
    state = {name: changes.pop(name) for name in list(changes) if name in ("autarky", "others", "robber", "seats")}
    return position(me={"buildings": buildings, "hand": ENOUGH} | changes, **state)


def autarky(game: Mmn, seat: int = 0) -> int:
    return seen(game).players[seat].autarky_points


def test_a_serf_becomes_servant_and_journeyman_step_by_step() -> None:
    game = mine("city n25")
    refused(game, "servant n25 h10", "journeyman n25 h10")
    act(game, "serf", "pay ore")
    assert (player(game).serfs, autarky(game)) == (1, 1)
    act(game, "servant n25 h10", "pay ore")
    assert (player(game).serfs, building_at(game, "n25").servants, autarky(game)) == (0, [place("h10")], 2)
    act(game, "journeyman n25 h10", "pay ore")
    city = building_at(game, "n25")
    assert (city.servants, city.journeymen, autarky(game)) == ([], [place("h10")], 3)
    supply = seen(game).players[0].supply
    assert (supply["servant"], supply["journeyman"]) == (4, 2)
    assert points(game) == 2


def test_a_serf_is_public_and_on_no_hex() -> None:
    game = mine("settlement n25", serfs=2)
    assert seen(game, 1).players[0].serfs == 2
    roll_free = position(phase="roll", me={"buildings": ["settlement n25"], "serfs": 2})
    roll(roll_free, 6, 6)
    assert hand(roll_free) == amounts("1 lumber")


def test_servants_stand_at_settlements_and_cities_journeymen_at_cities_only() -> None:
    game = mine(
        "settlement n25 servant h10",
        "city n42 servant h15",
        "trade n18 servant h05",
        serfs=1,
        levels={"trade": 4},
        autarky=0,
    )
    assert sorted(offered(game, "journeyman")) == ["n18 h05", "n42 h15"]
    refused(game, "journeyman n25 h10", "journeyman n42 h16", "servant n25 h10", "servant n30 h09")
    assert sorted(offered(game, "servant n25")) == ["h06", "h11"]
    assert sorted(offered(game, "servant n18")) == ["h04", "h09"]


def test_up_to_three_figures_stand_at_a_building_and_on_a_hex() -> None:
    """Rules 16.1."""
    game = mine("settlement n25 servant h10 servant h06", "settlement n36 servant h10", serfs=1, autarky=0)
    act(game, "servant n25 h11", "pay ore")
    assert len(building_at(game, "n25").servants) == 3
    others = {1: {"buildings": ["settlement n19 servant h10"]}, 2: {"buildings": ["settlement n30 servant h10"]}}
    third = mine("settlement n31", serfs=1, others=others)
    assert "n31 h10" in offered(third, "servant")


def test_figures_may_stand_on_gold_and_under_the_robber() -> None:
    game = mine("settlement n25", serfs=1, robber=place("h10"))
    act(game, "servant n25 h10", "pay wool")
    assert building_at(game, "n25").servants == [place("h10")]


def test_servants_stay_when_a_settlement_becomes_a_city() -> None:
    """Rules 16.3."""
    game = mine("settlement n25 servant h10 servant h06")
    act(game, "city n25")
    assert sorted(building_at(game, "n25").servants) == [place("h06"), place("h10")]


def test_journeymen_of_a_sabotaged_city_count_as_servants() -> None:
    """Rules 16.5."""
    game = mine("city n25 sabotaged journeyman h06 servant h10", "city n42 journeyman h15", autarky=0)
    assert autarky(game) == 2 + 2 + 3
    act(game, "repair n25")
    assert autarky(game) == 3 + 2 + 3


# -- supply (rules 16.6) -----------------------------------------------------------------------------------------------


def test_four_serfs_and_servants_are_all() -> None:
    game = mine("city n25 servant h06 servant h10", serfs=2, autarky=0)
    assert "serf" not in words(game)
    refused(game, "serf")
    act(game, "journeyman n25 h10", "pay ore")
    assert "serf" in words(game)


def test_three_journeymen_are_all() -> None:
    game = mine("city n25 journeyman h06 journeyman h10 journeyman h11", "city n42 servant h15", autarky=0)
    assert offered(game, "journeyman") == []
    refused(game, "journeyman n42 h15")


def test_seventeen_points_are_the_most() -> None:
    game = mine(
        "city n25 journeyman h06 journeyman h10 journeyman h11",
        "city n42 servant h15 servant h16 servant h19",
        "settlement n40 servant h13",
        autarky=0,
    )
    assert autarky(game) == 17
    refused(game, "serf", "servant n40 h14", "journeyman n42 h15")


# -- the card (rules 16.4) ---------------------------------------------------------------------------------------------


def test_five_points_take_the_autarky_card() -> None:
    game = mine("city n25 servant h06", serfs=2)
    events = act(game, "serf", "pay ore")
    assert (autarky(game), game.state.autarky) == (5, 0)
    assert events_of(events, "award")[0].data == {"award": "autarky", "points": 5}
    assert points(game) == 4


def test_only_more_points_take_it_over() -> None:
    others = {1: {"buildings": ["city n42 servant h15 journeyman h16"]}}
    game = mine("city n25 servant h06", serfs=2, others=others, autarky=1)
    act(game, "serf", "pay ore")
    assert (autarky(game), autarky(game, 1), game.state.autarky) == (5, 5, 1)
    act(game, "servant n25 h10", "pay ore")
    assert (autarky(game), game.state.autarky) == (6, 0)


# -- Famine (rules 18.6) -----------------------------------------------------------------------------------------------


def famished(**changes: Any) -> Mmn:
    return mine("city n25 servant h06 journeyman h10", famine=True, **changes)


def test_a_famine_sets_points_to_zero_and_figures_may_still_be_bought() -> None:
    game = famished()
    assert autarky(game) == 0
    act(game, "serf", "pay ore", "servant n25 h11", "pay ore", "journeyman n25 h06", "pay ore")
    assert (autarky(game), game.state.autarky) == (0, -1)


def test_ending_a_famine_restores_points_and_card() -> None:
    game = famished()
    assert game.hint(0, ("end_famine",)) == Message("mmn.hint.cost", {"cards": ["grain", "meat"]})
    events = act(game, "end_famine")
    assert (autarky(game), game.state.autarky, player(game).famine) == (5, 0, False)
    assert game.state.decks["food"][0] == "famine"
    assert kinds(events, "paid", "famine_ended", "award") == ["paid", "famine_ended", "award"]
    refused(game, "end_famine")


def test_food_5_ends_a_famine() -> None:
    game = mine("food n25 servant h06", famine=True, levels={"food": 4})
    act(game, "improve food")
    assert not player(game).famine
    assert game.state.decks["food"][0] == "famine"
    assert autarky(game) == 2


def test_the_famine_card_takes_the_autarky_card_away() -> None:
    others = {
        1: {"buildings": ["city n42 servant h15 journeyman h16"]},
        2: {"buildings": ["city n40 servant h13 journeyman h14"]},
    }
    game = position(me={"cards": ["famine"], "hand": "1 ore"}, others=others, autarky=1)
    act(game, "play famine", "choose seat2")
    assert (autarky(game, 1), game.state.autarky) == (0, 2)
    assert player(game, 1).famine


def test_famine_is_not_ended_in_anothers_turn_or_without_the_cards() -> None:
    victim = {"famine": True, "buildings": ["city n42 servant h15"]}
    game = mine("city n25", others={1: victim | {"hand": "1 grain 1 meat"}})
    refused(game, "end_famine")
    refused(game, "end_famine", seat=1)
    refused(position(me=victim | {"hand": "1 grain 5 ore"}), "end_famine")


def test_T11_a_store_blocks_its_slot_only() -> None:
    """Rules 15.2, 16.1."""
    game = position(me={"buildings": ["city n25 store h11"], "serfs": 1, "hand": "1 wool 1 cloth 2 ore"})
    assert offered(game, "servant n25") == ["h06", "h10"]
    refused(game, "servant n25 h11")


def test_T11_three_servants_leave_no_room_for_a_store() -> None:
    """Rules 15.2."""
    game = position(me={"buildings": ["city n25 servant h06 servant h10 servant h11"], "hand": "2 wool 1 ore"})
    assert offered(game, "store") == []
    refused(game, "store n25 h06", "store n25 h10", "store n25 h11")
