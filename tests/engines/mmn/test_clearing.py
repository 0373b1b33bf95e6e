"""Clearings and emergency clearings (rules 8 and 15.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import QUIET, amounts, building_at, events_of, hand, points, question, roll, sail, seen
from tests.engines.mmn.positions import FIVE, Players, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def cleared(me: Any, others: Players | None = None, *, ship: int = 2, **changes: Any) -> Mmn:
    game = position(phase="roll", me={"hand": "1 ore"} | me, others=others, ship=ship, **changes)
    sail(game, *QUIET)
    return game


@pytest.mark.parametrize("ship", range(7))
def test_a_clearing_comes_when_the_ship_reaches_space_three_only(ship: int) -> None:
    """Rules 6.1."""
    game = cleared({"buildings": ["settlement n25 store h11"]}, ship=ship, storage=["wool"])
    assert hand(game).get("wool", 0) == (1 if ship == 2 else 0)


def test_no_clearing_comes_while_the_ship_stays_on_three() -> None:
    game = position(phase="roll", me={"buildings": ["settlement n25 store h11"], "hand": "1 ore"}, ship=3)
    assert kinds(roll(game, *QUIET), "clearing") == []


@pytest.mark.parametrize(
    ("resource", "commodity"),
    [
        ("brick", "crystal"),
        ("lumber", "paper"),
        ("wool", "cloth"),
        ("grain", "meat"),
        ("ore", "coin"),
        ("nugget", "jewel"),
    ],
)
def test_the_storage_card_names_resource_and_commodity(resource: str, commodity: str) -> None:
    """Rules 8.1."""
    me = {"buildings": ["settlement n25 store h11", "city n42 hall h15"], "hand": ""}
    others = {1: {"buildings": ["city n03 large_store h03"]}, 2: {"buildings": ["city n40"]}}
    game = cleared(me, others, storage=[resource])
    assert hand(game, 0) == {resource: 1, commodity: 1}
    assert hand(game, 1) == {resource: 1, commodity: 1}
    assert hand(game, 2) == {}
    assert seen(game).storage_used == [resource]
    assert seen(game).storage_left == 5


FOUR_STORES = ["city n18 hall h05", "city n25 large_store h11", "settlement n42 store h15", "settlement n40 store h13"]


def test_T4_clearing_gives_ore_and_coin() -> None:
    """Rules 8.2."""
    game = position(phase="roll", me={"buildings": FOUR_STORES}, ship=2, storage=["ore"])
    events = sail(game, *QUIET)
    assert hand(game) == amounts("3 ore 2 coin")
    assert [event.data for event in events_of(events, "clearing")] == [{"resource": "ore", "commodity": "coin"}]


def test_T4_a_short_stack_gives_nothing_even_to_a_single_claimant() -> None:
    """Rules 8.3."""
    game = position(phase="roll", me={"buildings": FOUR_STORES}, ship=2, storage=["ore"], bank="2 ore 5 coin")
    events = sail(game, *QUIET)
    assert hand(game) == amounts("2 coin")
    assert [event.data["good"] for event in events_of(events, "short")] == ["ore"]


def test_T5_a_shortage_concerns_one_stack_and_all_players() -> None:
    """Rules 8.3."""
    me = {"buildings": ["settlement n18 store h05", "settlement n42 store h15", "city n25 hall h11"]}
    others = {1: {"buildings": ["settlement n40 store h13"]}}
    game = position(phase="roll", me=me, others=others, ship=2, storage=["wool"], bank="2 wool")
    sail(game, *QUIET)
    assert hand(game, 0) == amounts("1 cloth")
    assert hand(game, 1) == {}


def test_the_option_for_single_claimants_does_not_concern_clearings() -> None:
    me = {"buildings": ["settlement n25 store h11", "settlement n42 store h15"], "hand": ""}
    options = {"shortage_single_claimant_gets_rest": "on"}
    assert hand(cleared(me, storage=["wool"], bank="1 wool", options=options)) == {}


def test_sabotaged_halls_and_large_stores_give_as_stores() -> None:
    """Rules 8.2."""
    game = cleared(
        {"buildings": ["city n25 sabotaged hall h11", "city n42 sabotaged large_store h15"], "hand": ""},
        storage=["wool"],
    )
    assert hand(game) == amounts("2 wool")


def test_neither_robber_nor_curse_nor_famine_stops_a_store() -> None:
    """Rules 15.4."""
    game = cleared(
        {"buildings": ["settlement n25 store h11"], "hand": "", "famine": True},
        storage=["wool"],
        robber=10,
        curses=[{"hex": 9, "seat": 1}],
    )
    assert hand(game) == amounts("1 wool")


def test_the_card_is_turned_up_even_if_nobody_stores() -> None:
    game = cleared({"buildings": ["settlement n25"]}, storage=["wool"])
    assert seen(game).storage_used == ["wool"]


def test_after_six_clearings_all_cards_are_shuffled() -> None:
    """Rules 8.4."""
    used = ["wool", "ore", "brick", "lumber", "grain"]
    game = cleared({"buildings": ["settlement n25 store h11"], "hand": ""}, storage_used=used, storage=["nugget"])
    assert hand(game) == amounts("1 nugget")
    assert (seen(game).storage_left, seen(game).storage_used) == (6, [])
    assert sorted(game.state.storage) == sorted([*used, "nugget"])


def test_stores_are_cleared_for_all_and_told_clockwise() -> None:
    others: Players = {0: {"buildings": ["settlement n25 store h11"]}, 1: {"buildings": ["settlement n42 store h15"]}}
    me = {"buildings": ["settlement n40 store h13"], "hand": "1 ore"}
    game = position(seat=2, phase="roll", me=me, others=others, ship=2, storage=["wool"])
    events = sail(game, 4, 6)
    assert [event.seat for event in events_of(events, "received")] == [2, 0, 1]


def test_the_first_kind_is_cleared_named_and_refunded() -> None:
    me = {"buildings": ["city n01 hall h01"], "roads": ["n01-n04"], "hand": ""}
    game = position(phase="roll", me=me, ship=2, storage=["brick"])
    sail(game, 6, 4)
    assert hand(game) == amounts("1 crystal")
    choice = position(phase="roll", me=me, ship=2, storage=["nugget"], options={"gold_mode": "choice"})
    sail(choice, 6, 4)
    act(choice, "name brick")
    assert hand(choice) == amounts("1 crystal")
    lost = position(phase="roll", me=me, ship=6, storage=["nugget"], options={"gold_mode": "choice"})
    sail(lost, 6, 4)
    act(lost, "name brick", "refund brick")
    assert hand(lost) == amounts("1 brick")


def four_losses() -> Mmn:
    """Return a game in which four players lose a city each; the next storage card is lumber."""
    others = {
        1: {"buildings": ["city n42 large_store h15"]},
        2: {"buildings": [*FIVE, "city n18 hall h05"]},
        3: {"buildings": ["city n40 store h13"]},
    }
    me = {"buildings": ["city n25 hall h11"]}
    game = position(seats=4, phase="roll", me=me, others=others, ship=6, storage=["lumber"])
    sail(game, *QUIET)
    return game


def test_T3_an_emergency_clearing_refunds_and_tears_down_as_in_the_example() -> None:
    game = four_losses()
    act(game, "0: refund lumber", "1: refund paper", "2: refund paper")
    assert hand(game, 0) == amounts("1 lumber")
    assert hand(game, 1) == amounts("2 paper")
    assert hand(game, 2) == amounts("1 lumber 1 paper")
    assert hand(game, 3) == {}
    settlements = building_at(game, "n25", 0), building_at(game, "n42", 1), building_at(game, "n40", 3)
    assert [(settlement.city, settlement.chip) for settlement in settlements] == [(False, 1)] * 3
    assert building_at(game, "n18", 2) is None
    assert len(player(game, 2).buildings) == 5


def test_T3_an_emergency_clearing_refunds_the_other_choices_too() -> None:
    game = four_losses()
    act(game, "0: refund paper", "1: refund lumber", "2: refund lumber")
    assert hand(game, 0) == amounts("1 paper")
    assert hand(game, 1) == amounts("1 lumber 1 paper")
    assert hand(game, 2) == amounts("2 lumber")
    assert hand(game, 3) == {}


def pillaged(*buildings: str, others: Players | None = None, **changes: Any) -> Mmn:
    return cleared({"buildings": buildings, "hand": ""}, others, **({"ship": 6} | changes))


def test_no_card_is_turned_without_a_refund() -> None:
    game = pillaged("city n25 store h11")
    assert seen(game).storage_used == []
    assert pillaged("city n25").state.storage_used == []
    assert building_at(game, "n25").chip == 1


def test_the_emergency_card_goes_under_the_stack() -> None:
    """Rules 8.4, 15.6."""
    game = pillaged("city n25 hall h11", storage=["wool"])
    assert question(game) == "refund"
    args = game.prompt(0).message.args
    assert (args["kind"], args["commodity"]) == ("wool", "cloth")
    assert sorted(offered(game, "refund")) == ["cloth", "wool"]
    refused(game, "refund ore", "refund", "pass")
    assert building_at(game, "n25").city, "the refund comes before anything is torn down"
    act(game, "refund cloth")
    assert seen(game).storage_used == ["wool"]
    assert (hand(game), building_at(game, "n25").chip) == (amounts("1 cloth"), 1)
    assert building_at(game, "n25").chip_hex == 10


def test_choices_come_first_and_then_each_stack_is_checked_for_all() -> None:
    others: Players = {1: {"buildings": ["city n42 large_store h15"]}, 2: {"buildings": ["city n40 hall h13"]}}
    game = pillaged("city n25 hall h11", others=others, storage=["grain"], bank="5 grain 2 meat", seats=4)
    act(game, "refund meat", "refund meat", "refund grain")
    assert (hand(game, 0), hand(game, 1), hand(game, 2)) == ({}, {}, amounts("1 grain"))


STORES = [
    "settlement n01 store h01",
    "settlement n03 store h03",
    "settlement n12 store h04",
    "settlement n16 store h07",
]


@pytest.mark.parametrize(
    ("chip", "choice", "refund"),
    [("hall", "grain", "2 grain"), ("hall", "meat", "1 grain 1 meat"), ("large_store", "meat", "1 grain 2 meat")],
)
def test_without_a_store_chip_everything_is_destroyed_and_refunded(chip: str, choice: str, refund: str) -> None:
    game = pillaged(*STORES, f"city n25 {chip} h11", storage=["grain"], storage_card=0)
    act(game, f"refund {choice}")
    assert hand(game) == amounts(refund)
    settlement = building_at(game, "n25")
    assert (settlement.city, settlement.chip, settlement.chip_hex) == (False, 0, -1)


def test_the_last_store_chip_replaces_a_hall() -> None:
    game = pillaged(*STORES[:3], "city n25 hall h11", storage=["grain"], storage_card=0)
    act(game, "refund grain")
    assert (hand(game), building_at(game, "n25").chip) == (amounts("1 grain"), 1)
    assert seen(game).players[0].supply["store"] == 0


@pytest.mark.parametrize("chip", ["hall", "large_store"])
def test_at_a_sabotaged_city_nothing_is_refunded_for_hall_and_large_store(chip: str) -> None:
    game = pillaged(f"city n25 sabotaged {chip} h11", storage=["grain"])
    assert hand(game) == {}
    assert building_at(game, "n25").chip == 1
    assert seen(game).storage_used == []


def test_the_emergency_card_counts_for_the_shuffle() -> None:
    used = ["wool", "ore", "brick", "lumber", "grain"]
    game = pillaged("city n25 hall h11", storage=["nugget"], storage_used=used)
    events = act(game, "refund jewel")
    assert (seen(game).storage_left, seen(game).storage_used) == (6, [])
    assert hand(game) == amounts("1 jewel")
    assert events_of(events, "received")[0].data["why"] == "emergency"


def test_a_lost_large_store_loses_the_storage_card() -> None:
    game = pillaged("city n25 large_store h11", "settlement n42 store h15", "settlement n03 store h03", storage_card=0)
    assert seen(game).players[0].storage_points == 5
    events = act(game, f"refund {game.prompt(0).message.args['kind']}")
    assert game.state.storage_card == -1
    assert events_of(events, "award_aside")[0].data["award"] == "storage"


def test_at_a_sabotaged_city_without_a_store_chip_the_store_is_refunded() -> None:
    game = pillaged(*STORES, "city n25 sabotaged hall h11", storage=["grain"])
    assert hand(game) == amounts("1 grain")
    assert building_at(game, "n25").chip == 0


def test_T23_a_city_without_replacement_disappears() -> None:
    city = "city n18 store h05 servant h04 journeyman h09"
    game = position(phase="roll", me={"buildings": [*FIVE, city], "hand": "1 ore"}, ship=6, storage=["wool"])
    before = points(game)
    sail(game, *QUIET)
    assert building_at(game, "n18") is None
    assert points(game) == before - 2
    assert seen(game).players[0].autarky_points == seen(game).players[0].storage_points == 0
    supply = seen(game).players[0].supply
    assert (supply["city"], supply["store"], supply["servant"], supply["journeyman"]) == (4, 4, 4, 3)
    assert hand(game) == amounts("1 ore 1 wool")


@pytest.mark.parametrize("choice", ["wool", "cloth"])
def test_T26_24_04_a_large_store_without_replacement_refunds_part_by_part(choice: str) -> None:
    me = {"buildings": [*FIVE, "city n18 large_store h05"]}
    game = position(phase="roll", me=me, ship=6, storage=["wool"])
    sail(game, *QUIET)
    act(game, f"refund {choice}")
    assert hand(game) == amounts("2 wool 1 cloth" if choice == "wool" else "1 wool 2 cloth")


def test_T26_sabotaged_it_counts_as_a_store() -> None:
    me = {"buildings": [*FIVE, "city n18 sabotaged large_store h05"]}
    game = position(phase="roll", me=me, ship=6, storage=["wool"])
    sail(game, *QUIET)
    assert hand(game) == amounts("1 wool")
    assert building_at(game, "n18") is None


def test_T27_crossing_losses_are_checked_once() -> None:
    """Rules 6.6: 7 points fall to 5 and 6 fall to 5: at no time does the second have more."""
    seven = ["city n18 large_store h05", "city n25 large_store h11", "settlement n03 store h03"]
    six = ["city n40 large_store h13", "city n42 hall h15", "settlement n51 store h19"]
    game = position(
        phase="roll", seat=1, me={"buildings": six}, others={0: {"buildings": seven}}, ship=6, storage_card=0
    )
    events = sail(game, *QUIET)
    events += act(game, "1: lose n42", "0: lose n18")
    for seat in (1, 0):
        assert (game.to_act, question(game)) == ((seat,), "refund")
        events += act(game, words(game)[0])
    assert [seen(game).players[seat].storage_points for seat in (0, 1)] == [5, 5]
    assert game.state.storage_card == 0
    assert kinds(events, "award", "award_moved", "award_aside") == []
