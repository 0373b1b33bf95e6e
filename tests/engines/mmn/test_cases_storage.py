"""The test cases of the rules (23) on stores and clearings: T3 to T8, T23, T26, T27."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, hand, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, position
from tests.engines.playing import act, kinds, offered, player, refused

FIVE = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]
"""All settlements of a player."""
NOBODYS = (4, 6)
"""A roll on which no building below yields."""


def four_losses() -> Mmn:
    """Four players lose a city each; the next storage card is lumber."""
    others = {
        1: {"buildings": ["city n42 large_store h15"]},
        2: {"buildings": [*FIVE, "city n18 hall h05"]},
        3: {"buildings": ["city n40 store h13"]},
    }
    me = {"buildings": ["city n25 hall h11"]}
    game = position(seats=4, phase="roll", me=me, others=others, ship=6, storage=["lumber"])
    sail(game, *NOBODYS)
    return game


def test_T3_emergency_clearing_as_in_the_example() -> None:
    game = four_losses()
    act(game, "0: refund lumber", "1: refund paper", "2: refund paper")
    assert hand(game, 0) == amounts("1 lumber")
    assert hand(game, 1) == amounts("2 paper")
    assert hand(game, 2) == amounts("1 lumber 1 paper")
    assert hand(game, 3) == {}
    left = building_at(game, "n25", 0), building_at(game, "n42", 1), building_at(game, "n40", 3)
    assert [(found.city, found.chip) for found in left] == [(False, 1)] * 3
    assert building_at(game, "n18", 2) is None
    assert len(player(game, 2).buildings) == 5


def test_T3_emergency_clearing_with_the_other_choices() -> None:
    game = four_losses()
    act(game, "0: refund paper", "1: refund lumber", "2: refund lumber")
    assert hand(game, 0) == amounts("1 paper")
    assert hand(game, 1) == amounts("1 lumber 1 paper")
    assert hand(game, 2) == amounts("2 lumber")
    assert hand(game, 3) == {}


FOUR_STORES = ["city n18 hall h05", "city n25 large_store h11", "settlement n42 store h15", "settlement n40 store h13"]


def test_T4_clearing_gives_ore_and_coin() -> None:
    game = position(phase="roll", me={"buildings": FOUR_STORES}, ship=2, storage=["ore"])
    events = sail(game, *NOBODYS)
    assert hand(game) == amounts("3 ore 2 coin")
    assert [event.data for event in told(events, "clearing")] == [{"resource": "ore", "commodity": "coin"}]


def test_T4_a_short_stack_gives_nothing_even_to_a_single_claimant() -> None:
    game = position(phase="roll", me={"buildings": FOUR_STORES}, ship=2, storage=["ore"], bank="2 ore 5 coin")
    events = sail(game, *NOBODYS)
    assert hand(game) == amounts("2 coin")
    assert [event.data["good"] for event in told(events, "short")] == ["ore"]


def test_T5_a_shortage_concerns_one_stack_and_all_players() -> None:
    me = {"buildings": ["settlement n18 store h05", "settlement n42 store h15", "city n25 hall h11"]}
    others = {1: {"buildings": ["settlement n40 store h13"]}}
    game = position(phase="roll", me=me, others=others, ship=2, storage=["wool"], bank="2 wool")
    sail(game, *NOBODYS)
    assert hand(game, 0) == amounts("1 cloth")
    assert hand(game, 1) == {}


LARGE = ["city n18 large_store h05", "city n25 large_store h11"]


@pytest.mark.parametrize(
    ("cards", "buildings", "due"),
    [
        (12, LARGE, 4),
        (9, ["city n18 wall"], 0),
        (8, ["city n18 large_store h05", "city n25 hall h11"], 3),
        (9, ["city n18 sabotaged large_store h05"], 4),
        (7, ["city n18"], 0),
        (8, ["city n18"], 4),
        (9, ["city n18"], 4),
        (10, ["city n18 wall"], 5),
        (12, ["city n18 wall", "city n25 wall", "city n42 sabotaged wall"], 0),
        (14, ["city n18 wall", "city n25 wall", "city n42 sabotaged wall"], 7),
        (8, [*LARGE, "city n42 large_store h15"], 1),
    ],
)
def test_T6_a_seven_asks_for_half_less_large_stores(cards: int, buildings: list[str], due: int) -> None:
    half = cards // 2
    me = {"hand": f"{half} wool {cards - half} jewel", "buildings": buildings}
    game = position(phase="roll", me=me, storage_card=0 if buildings[:2] == LARGE else -1)
    roll(game, 3, 4, track="magic")
    assert seen(game).owed == ({"0": due} if due else {})
    if due:
        assert game.prompt(0).message.args["count"] == due
        act(game, *["discard wool"] * min(due, half), *["discard jewel"] * max(0, due - half))
    assert sum(hand(game).values()) == cards - due
    assert game.prompt(0).message.id == "mmn.prompt.movefigure"


FIVE_POINTS = ["city n18 large_store h05", "city n25 hall h11"]


def test_T7_the_first_with_five_takes_the_storage_card() -> None:
    me = {
        "buildings": ["city n18 large_store h05", "settlement n25 store h11", "settlement n42"],
        "hand": "2 wool 1 ore",
    }
    game = position(me=me)
    events = act(game, "store n42 h15")
    assert game.state.storage_card == 0
    assert points(game) == 2 + 1 + 1 + 2
    assert told(events, "award")[0].data["award"] == "storage"


def rivals(buildings: list[str], mine: list[str], third: list[str] | None = None) -> Mmn:
    """Seat 0 holds the card; seat 1 is to act."""
    return position(
        seat=1,
        me={"buildings": buildings, "hand": ENOUGH},
        others={0: {"buildings": mine}, 2: {"buildings": third or []}},
        storage_card=0,
    )


def test_T7_equal_points_take_nothing_and_more_points_do() -> None:
    theirs = ["city n40 large_store h13", "city n36 store h15", "settlement n29"]
    game = rivals(theirs, FIVE_POINTS)
    act(game, "store n29 h08", "pay wool")
    assert game.state.storage_card == 0
    events = act(game, "hall n36", "pay ore")
    assert game.state.storage_card == 1
    assert told(events, "award_moved")[0].data["loser_seat"] == 0
    assert points(game, 1) == 2 + 2 + 1 + 2


def sabotage(third: list[str]) -> Mmn:
    """Seat 1 holds the card with 6; seat 0 with 5 sabotages its large store."""
    game = position(
        me={"buildings": FIVE_POINTS, "cards": ["saboteur"], "hand": "1 ore"},
        others={
            1: {"buildings": ["city n40 large_store h13", "city n36 large_store h15"]},
            2: {"buildings": third},
        },
        storage_card=1,
    )
    act(game, "play saboteur", "choose n40")
    return game


def test_T7_sabotage_gives_the_card_back() -> None:
    assert sabotage([]).state.storage_card == 0


def test_T7_sabotage_with_two_leaders_sets_the_card_aside() -> None:
    game = sabotage(["city n11 large_store h07", "city n51 hall h19"])
    assert game.state.storage_card == -1
    assert [points(game, seat) for seat in range(3)] == [4, 4, 4]


def test_T8_thirteen_points_are_the_most() -> None:
    stores = ["settlement n01 store h01", "settlement n03 store h03", "settlement n12 store h04"]
    large = ["city n18 large_store h05", "city n25 large_store h11", "city n42 large_store h15", "city n40 store h13"]
    game = position(me={"buildings": [*stores, *large, "settlement n16"], "hand": ENOUGH}, storage_card=0)
    assert seen(game).players[0].storage_points == 13
    assert offered(game, "store") == offered(game, "hall") == offered(game, "large_store") == []
    refused(game, "store n16 h07", "hall n40", "large_store n40")


def test_T23_a_city_without_replacement_disappears() -> None:
    city = "city n18 store h05 servant h04 journeyman h09"
    game = position(phase="roll", me={"buildings": [*FIVE, city], "hand": "1 ore"}, ship=6, storage=["wool"])
    before = points(game)
    sail(game, *NOBODYS)
    assert building_at(game, "n18") is None
    assert points(game) == before - 2
    assert seen(game).players[0].autarky_points == seen(game).players[0].storage_points == 0
    supply = seen(game).players[0].supply
    assert (supply["city"], supply["store"], supply["servant"], supply["journeyman"]) == (4, 4, 4, 3)
    assert hand(game) == amounts("1 ore 1 wool")


@pytest.mark.parametrize("choice", ["wool", "cloth"])
def test_T26_a_large_store_without_replacement_refunds_three_parts(choice: str) -> None:
    me = {"buildings": [*FIVE, "city n18 large_store h05"]}
    game = position(phase="roll", me=me, ship=6, storage=["wool"])
    sail(game, *NOBODYS)
    act(game, f"refund {choice}")
    assert hand(game) == amounts("2 wool 1 cloth" if choice == "wool" else "1 wool 2 cloth")


def test_T26_sabotaged_it_counts_as_a_store() -> None:
    me = {"buildings": [*FIVE, "city n18 sabotaged large_store h05"]}
    game = position(phase="roll", me=me, ship=6, storage=["wool"])
    sail(game, *NOBODYS)
    assert hand(game) == amounts("1 wool")
    assert building_at(game, "n18") is None


def test_T27_crossing_losses_are_checked_once() -> None:
    """7 points fall to 5 and 6 fall to 5: at no time does the second have more."""
    seven = ["city n18 large_store h05", "city n25 large_store h11", "settlement n03 store h03"]
    six = ["city n40 large_store h13", "city n42 hall h15", "settlement n51 store h19"]
    game = position(
        phase="roll", seat=1, me={"buildings": six}, others={0: {"buildings": seven}}, ship=6, storage_card=0
    )
    events = sail(game, *NOBODYS)
    act(game, "1: lose n42", "0: lose n18")
    while game.prompt(game.to_act[0]).message.id == "mmn.prompt.refund":
        events += act(game, " ".join(game.legal(game.to_act[0])[0]))
    assert [seen(game).players[seat].storage_points for seat in (0, 1)] == [5, 5]
    assert game.state.storage_card == 0
    assert kinds(events, "award", "award_moved", "award_aside") == []
