"""The test cases of the rules (23) on the board, yields and trade: T1, T2, T9 to T11, T17, T18, T20, T25."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, hand, roll, seen
from tests.engines.mmn.positions import opening, position
from tests.engines.playing import act, offered, refused, words


def opened(first: tuple[str, str], second: tuple[str, str]) -> dict[str, int]:
    """What seat 0 receives for a settlement and a city, each with its road."""
    game = opening()
    act(game, f"settlement {first[0]}", f"road {first[1]}")
    act(game, "settlement n03", "road n03-n07", "settlement n50", "road n50-n54")
    act(game, "city n48", "road n48-n52", "city n33", "road n27-n33")
    act(game, f"city {second[0]}", f"road {second[1]}")
    return hand(game)


def test_T1_six_hexes_give_six_resources_and_no_commodity() -> None:
    received = opened(("n25", "n19-n25"), ("n42", "n42-n46"))
    assert received == amounts("1 lumber 1 brick 1 nugget 1 grain 1 ore 1 wool")


def test_T2_two_and_three_hexes_give_five_cards() -> None:
    assert sum(opened(("n05", "n05-n09"), ("n42", "n42-n46")).values()) == 5


@pytest.mark.parametrize(
    ("building", "roll_of", "yields"),
    [
        ("city n03", (4, 5), "1 grain 1 meat"),
        ("city n53", (4, 6), "1 brick 1 crystal"),
        ("city n24", (4, 4), "1 nugget 1 jewel"),
        ("food n03", (4, 5), "1 grain 1 meat"),
        ("settlement n03", (4, 5), "1 grain"),
        ("city n03 sabotaged", (4, 5), "1 grain"),
    ],
)
def test_T9_a_city_yields_resource_and_commodity(building: str, roll_of: tuple[int, int], yields: str) -> None:
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
    game = position(phase="roll", me={"buildings": [building]}, robber=robber)
    roll(game, 4, 5)
    assert hand(game) == amounts(yields)


def test_T11_a_store_blocks_its_slot_only() -> None:
    game = position(me={"buildings": ["city n25 store h11"], "serfs": 1, "hand": "1 wool 1 cloth 2 ore"})
    assert offered(game, "servant n25") == ["h06", "h10"]
    refused(game, "servant n25 h11")


def test_T11_three_servants_leave_no_room_for_a_store() -> None:
    game = position(me={"buildings": ["city n25 servant h06 servant h10 servant h11"], "hand": "2 wool 1 ore"})
    assert offered(game, "store") == []
    refused(game, "store n25 h06", "store n25 h10", "store n25 h11")


def test_T17_two_different_commodities_with_trade_5_only() -> None:
    me = {"hand": "1 cloth 3 coin 1 paper"}
    rich = position(me={**me, "levels": {"trade": 5}, "buildings": ["trade n30"]})
    act(rich, "bank 1 cloth 1 coin", "take ore")
    assert hand(rich) == amounts("2 coin 1 paper 1 ore")
    poor = position(me={**me, "levels": {"trade": 3}, "buildings": ["city n30"]})
    refused(poor, "bank 1 cloth 1 coin", "bank 1 cloth 1 coin for ore")
    act(poor, "bank 2 coin", "take ore")
    assert hand(poor) == amounts("1 cloth 1 coin 1 paper 1 ore")


def test_T18_an_empty_stack_is_not_traded_for() -> None:
    game = position(me={"hand": "5 wool"}, bank="0 brick")
    refused(game, "bank 4 wool for brick")
    act(game, "bank 4 wool")
    assert "take brick" not in words(game)
    refused(game, "take brick")
    act(game, "take ore")
    assert hand(game) == amounts("1 wool 1 ore")


@pytest.mark.parametrize(("level", "cards"), [(5, 2), (4, 1), (3, 1), (2, 0)])
def test_T20_science_consoles_a_player_under_the_robber(level: int, cards: int) -> None:
    me = {"buildings": ["science n03"] if level > 3 else ["city n03"], "levels": {"science": level}, "hand": "1 wool"}
    game = position(phase="roll", me=me, robber=2)
    roll(game, 4, 5)
    act(game, *["take ore", "take brick"][:cards])
    assert sum(hand(game).values()) == 1 + cards
    assert seen(game).phase == "actions"


def test_T20_no_consolation_on_a_seven() -> None:
    me = {"buildings": ["science n03"], "levels": {"science": 5}, "hand": "1 wool"}
    game = position(phase="roll", me=me)
    roll(game, 3, 4, track="magic")
    act(game, "robber h03")
    assert hand(game) == amounts("1 wool")
    assert seen(game).phase == "actions"


@pytest.mark.parametrize(("seats", "hexes", "rivers", "harbours"), [(3, 19, 2, 9), (4, 19, 2, 9), (5, 30, 3, 11)])
@pytest.mark.parametrize("seed", range(6))
def test_T25_the_board_has_its_hexes_chips_and_harbours(
    seats: int, hexes: int, rivers: int, harbours: int, seed: int
) -> None:
    state = Mmn.new(seats, seed).state
    counted = Counter(state.terrain)
    assert counted.total() == len(state.chips) == hexes
    assert counted["gold_river"] == rivers
    assert "desert" not in counted
    large = seats > 4
    standard = {"forest": 6, "pasture": 6, "fields": 6} if large else {"forest": 4, "pasture": 4, "fields": 4}
    assert sorted(standard[kind] - counted[kind] for kind in standard) == [0, 0, 1]
    assert counted["hills"] == counted["mountains"] == (5 if large else 3)
    many, few = (3, 2) if large else (2, 1)
    chips = Counter(state.chips)
    chips.subtract(dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), many) | {2: few, 12: few})
    assert set(+chips) <= {4, 5, 6, 8, 9, 10}
    assert chips.total() == (2 if large else 1)
    assert min(chips.values()) == 0
    kinds = Counter(state.harbours)
    assert kinds.total() == harbours
    wool = 2 if large else 1
    assert kinds == {"generic": harbours - 4 - wool, "brick": 1, "lumber": 1, "wool": wool, "grain": 1, "ore": 1}
