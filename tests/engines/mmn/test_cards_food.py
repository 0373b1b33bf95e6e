"""The eighteen food cards, reconstructed but for Famine's name (cards.json); Slaughter Feast stands with Irrigation."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, events_of, hand, knight_at, seen
from tests.engines.mmn.positions import KINDS, Players, holding, place
from tests.engines.playing import act, offered, player, refused, words

# -- Famine (rules 18.6) -----------------------------------------------------------------------------------------------


def test_famine_lies_before_an_opponent_with_figures() -> None:
    others: Players = {1: {"serfs": 1}, 2: {"buildings": ["city n40 servant h13"]}, 3: {"buildings": ["city n18"]}}
    game = holding("famine", others=others, seats=4, serfs=1)
    act(game, "play famine")
    assert sorted(offered(game, "choose")) == ["seat2", "seat3"]
    refused(game, "choose seat1", "choose seat4", "pass")
    events = act(game, "choose seat3")
    assert player(game, 2).famine
    assert seen(game).players[2].autarky_points == 0
    assert events_of(events, "famine")[0].data == {"victim_seat": 2}
    assert game.state.decks["food"].count("famine") == 2


def test_famine_may_hit_food_4() -> None:
    victim = {"serfs": 2, "levels": {"food": 4}, "buildings": ["food n42"]}
    assert "play famine" in words(holding("famine", others={1: victim}))


# -- Harvest Festival --------------------------------------------------------------------------------------------------


def test_harvest_gives_grain_for_each_servant_and_journeyman() -> None:
    game = holding(
        "harvest", buildings=["city n25 servant h06 journeyman h10", "settlement n42 servant h15"], serfs=1, autarky=0
    )
    act(game, "play harvest")
    assert hand(game) == amounts("1 jewel 3 grain")


def test_harvest_gives_what_the_bank_has() -> None:
    game = holding("harvest", buildings=["city n25 servant h06 servant h10"], bank="1 grain")
    act(game, "play harvest")
    assert hand(game) == amounts("1 jewel 1 grain")


# -- Labour Market -----------------------------------------------------------------------------------------------------


def labour() -> Mmn:
    buildings = ["city n25 servant h06 store h10", "settlement n42 servant h15"]
    game = holding("labour_market", buildings=buildings, serfs=1, autarky=0, hand="1 wool")
    act(game, "play labour_market")
    return game


def test_labour_market_offers_one_step_for_free() -> None:
    game = labour()
    assert sorted(words(game)) == [
        "journeyman n25 h06",
        "serf",
        "servant n25 h11",
        "servant n42 h16",
        "servant n42 h19",
    ]
    refused(game, "pass", "servant n25 h10", "journeyman n42 h15", "done")


@pytest.mark.parametrize("line", ["serf", "servant n25 h11", "journeyman n25 h06"])
def test_labour_market_takes_nothing_for_it(line: str) -> None:
    game = labour()
    act(game, line)
    assert hand(game) == amounts("1 wool")
    assert asked(game) == "turn"
    city = building_at(game, "n25")
    assert (player(game).serfs, city.servants, city.journeymen) == {
        "serf": (2, [place("h06")], []),
        "servant n25 h11": (0, [place("h06"), place("h11")], []),
        "journeyman n25 h06": (1, [], [place("h06")]),
    }[line]


# -- Provisions --------------------------------------------------------------------------------------------------------


def test_provisions_activates_one_or_two_knights() -> None:
    game = holding("provisions", knights=["n25", "n42 strong", "n18 strong", "n40 active"], hand="1 grain")
    act(game, "play provisions")
    assert sorted(offered(game, "activate")) == ["n18", "n25", "n42"]
    refused(game, "activate n40", "pass", "done")
    act(game, "activate n25")
    refused(game, "activate n25")
    copy = game.copy()
    act(game, "activate n42")
    assert [knight_at(game, where).active for where in ("n25", "n42", "n18")] == [True, True, False]
    assert knight_at(game, "n25").fresh
    assert hand(game) == amounts("1 grain")
    assert asked(game) == "turn"
    act(copy, "done")
    assert not knight_at(copy, "n42").active


# -- Market Day --------------------------------------------------------------------------------------------------------


def test_market_day_exchanges_grain_and_meat_two_to_one() -> None:
    game = holding("market_day", hand="5 grain 4 meat 3 wool")
    act(game, "play market_day")
    assert sorted(seen(game).rights) == ["grain", "meat"]
    act(game, "bank 2 grain for ore", "bank 2 meat for jewel", "bank 2 grain for coin", "bank 2 meat for grain")
    assert hand(game) == amounts("2 grain 3 wool 1 ore 1 jewel 1 coin")
    refused(game, "bank 2 wool", "bank 1 grain 1 meat for ore")
    act(game, "pass")
    assert seen(game).rights == []


def test_market_day_may_always_be_played() -> None:
    assert "play market_day" in words(holding("market_day", hand="1 wool"))


# -- Poaching ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "taken"), [("grain grain", "2 grain"), ("grain meat", "1 grain 1 meat"), ("meat meat", "1 meat")]
)
def test_poaching_names_two_cards(named: str, taken: str) -> None:
    others: Players = {1: {"hand": "3 grain 1 meat 1 wool"}, 2: {"hand": "1 ore"}, 3: {"cards": ["smith"]}}
    game = holding("poaching", others=others, seats=4)
    act(game, "play poaching")
    assert sorted(offered(game, "choose")) == ["seat2", "seat3"]
    refused(game, "choose seat4", "choose seat1")
    act(game, "choose seat2")
    assert len(offered(game, "name")) == 3
    refused(game, "name wool wool", "name grain", "name grain meat grain", "pass")
    events = act(game, f"name {named}")
    assert hand(game) == amounts(f"1 jewel {taken}")
    told_cards = events_of(events, "named")[0].data["cards"]
    assert isinstance(told_cards, list)
    assert sorted(told_cards) == sorted(named.split())
    assert seen(game, 0).shown == []
    assert asked(game) == "turn"


def test_poaching_may_find_nothing() -> None:
    game = holding("poaching", others={1: {"hand": "2 wool"}})
    act(game, "play poaching", "name grain grain")
    assert (hand(game), hand(game, 1)) == (amounts("1 jewel"), amounts("2 wool"))


# -- Relief Supplies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", range(6))
def test_relief_gives_a_resource_and_its_commodity(where: int) -> None:
    resource = KINDS[where]
    commodity = KINDS[where + 6]
    game = holding("relief", hand="1 wool")
    act(game, "play relief")
    assert sorted(offered(game, "choose")) == sorted(KINDS[:6])
    refused(game, f"choose {commodity}", "pass")
    act(game, f"choose {resource}")
    assert hand(game) == amounts(f"1 wool 1 {resource} 1 {commodity}")


@pytest.mark.parametrize(("bank", "got"), [("0 ore", "1 coin"), ("0 coin", "1 ore")])
def test_relief_with_one_empty_stack_gives_the_other(bank: str, got: str) -> None:
    game = holding("relief", bank=bank)
    act(game, "play relief", "choose ore")
    assert hand(game) == amounts(f"1 jewel {got}")


def test_relief_offers_no_empty_pair() -> None:
    game = holding("relief", bank="0 ore 0 coin")
    act(game, "play relief")
    refused(game, "choose ore")


def test_the_cards_that_poaching_names_come_in_any_order() -> None:
    game = holding("poaching", others={1: {"hand": "1 grain 1 meat 1 ore"}})
    act(game, "play poaching")
    assert game.normal(0, ("name", "meat", "grain")) == ("name", "grain", "meat")
    act(game, "name meat grain")
    assert hand(game, 1) == amounts("1 ore")
