"""Exchange with the bank (rules 11.2, 24.1)."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, bank, events_of, hand, question
from tests.engines.mmn.positions import HARBOURS, KINDS, place, position
from tests.engines.playing import act, offered, refused, words

PLENTY = " ".join(f"5 {kind}" for kind in KINDS)


def rates(game: Mmn) -> dict[str, int]:
    """Return how many equal cards of each kind the bank asks for, where a nugget buys a basic resource too."""
    exchanges = [line.split() for line in offered(game, "bank") if len(line.split()) == 2]
    assert ["1", "nugget"] in exchanges
    exchanges.remove(["1", "nugget"])
    assert len({kind for _, kind in exchanges}) == len(exchanges)
    return {kind: int(number) for number, kind in exchanges}


def expected(**lower: int) -> dict[str, int]:
    return dict.fromkeys(KINDS, 4) | lower


def test_the_bank_takes_four_equal_cards_of_any_kind_or_one_nugget() -> None:
    assert rates(position(me={"hand": PLENTY})) == expected()


@pytest.mark.parametrize("kind", KINDS)
def test_four_cards_buy_one_of_any_other_kind(kind: str) -> None:
    game = position(me={"hand": f"5 {kind} 1 wool" if kind != "wool" else "5 wool 1 ore"})
    if kind == "nugget":
        assert sorted(offered(game, "bank")) == ["1 nugget", "4 nugget"]
        act(game, "bank 4 nugget for jewel")
        assert hand(game) == amounts("1 nugget 1 wool 1 jewel")
        return
    act(game, f"bank 4 {kind}")
    assert question(game) == "takefrombank"
    assert sorted(offered(game, "take")) == sorted(set(KINDS) - {kind})
    refused(game, f"take {kind}", "pass", "take")
    events = act(game, "take jewel" if kind != "jewel" else "take paper")
    traded = events_of(events, "traded_bank")[0].data
    assert traded == {"gave": [kind] * 4, "got": ["jewel" if kind != "jewel" else "paper"]}
    assert bank(game, kind) == (19 if KINDS.index(kind) < 6 else 12) - hand(game).get(kind, 0)


def test_the_long_form_names_what_is_taken() -> None:
    game = position(me={"hand": "4 wool 3 ore 1 jewel"})
    refused(
        game,
        "bank 4 wool for wool",
        "bank 3 wool for ore",
        "bank 5 wool for ore",
        "bank 4 wool for 1 ore",
        "bank 4 wool for stone",
        "bank 4 wool for",
        "bank 2 wool 2 ore for brick",
        "bank 3 ore for brick",
        "bank for ore",
        "bank",
        "bank 4 wool 1 ore for brick",
        "bank -4 wool for ore",
        "bank 04 wool for ore",
        "bank ４ wool for ore",
    )
    act(game, "bank 4 wool for coin")
    assert hand(game) == amounts("3 ore 1 jewel 1 coin")


def test_24_01_a_nugget_is_worth_a_basic_resource() -> None:
    """Rules 24.1: 1 nugget for one of brick, lumber, wool, grain, ore."""
    game = position(me={"hand": "2 nugget 1 wool"})
    refused(game, *(f"bank 1 nugget for {kind}" for kind in KINDS[5:]))
    act(game, "bank 1 nugget")
    assert sorted(offered(game, "take")) == sorted(KINDS[:5])
    act(game, "take ore", "bank 1 nugget for brick")
    assert hand(game) == amounts("1 wool 1 ore 1 brick")


@pytest.mark.parametrize(
    ("building", "harbour"), [("n50", 5), ("n53", 5), ("n48", 6), ("n01", 0), ("n11", 2), ("n12", 8)]
)
@pytest.mark.parametrize("kind", ["settlement", "city sabotaged"])
def test_a_special_harbour_takes_two_of_its_resource(building: str, harbour: int, kind: str) -> None:
    word, *rest = kind.split()
    game = position(me={"buildings": [" ".join([word, building, *rest])], "hand": PLENTY})
    assert rates(game) == expected(**{HARBOURS[harbour]: 2})
    blocked = position(me={"buildings": [f"settlement {building}"], "hand": PLENTY}, pirate=harbour)
    assert rates(blocked) == expected()


def test_a_generic_harbour_takes_three_of_anything() -> None:
    game = position(me={"buildings": ["settlement n43"], "hand": PLENTY})
    assert rates(game) == dict.fromkeys(KINDS, 3)
    act(game, "bank 3 nugget for jewel")
    blocked = position(me={"buildings": ["settlement n43"], "hand": PLENTY}, pirate=4)
    assert rates(blocked) == expected()
    elsewhere = position(me={"buildings": ["settlement n43"], "hand": PLENTY}, pirate=3)
    assert rates(elsewhere)["wool"] == 3


def test_harbours_of_others_and_roads_to_harbours_do_not_help() -> None:
    game = position(
        me={"roads": ["n50-n53"], "knights": ["n53"], "hand": PLENTY}, others={1: {"buildings": ["city n01"]}}
    )
    assert rates(game) == expected()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_merchant_takes_two_of_his_hexs_resource(seat: int) -> None:
    """Wherever the owner's buildings are now."""
    game = position(me={"hand": PLENTY}, merchant=place("h15"), merchant_seat=seat)
    assert rates(game) == (expected(ore=2) if seat == 0 else expected())


@pytest.mark.parametrize("level", [0, 2, 3, 4])
def test_trade_levels_take_equal_commodities(level: int) -> None:
    buildings = ["trade n25"] if level > 3 else ["city n25"]
    game = position(me={"buildings": buildings, "levels": {"trade": level}, "hand": PLENTY})
    assert rates(game) == expected(**dict.fromkeys(KINDS[6:], 2 if level >= 3 else 4))
    refused(game, "bank 1 cloth 1 coin for ore")


def test_trade_5_takes_any_two_commodities() -> None:
    game = position(me={"buildings": ["trade n25"], "levels": {"trade": 5}, "hand": "2 cloth 1 coin 1 wool 1 ore"})
    pairs = [line for line in offered(game, "bank") if len(line.split()) == 4]
    assert pairs == ["1 cloth 1 coin"]
    refused(game, "bank 1 wool 1 ore for brick", "bank 1 cloth 1 wool for brick", "bank 1 cloth 1 coin for coin")
    act(game, "bank 2 cloth for meat", "bank 1 coin 1 meat for nugget")
    assert hand(game) == amounts("1 wool 1 ore 1 nugget")


def test_the_bank_does_not_give_back_what_is_paid_and_has_to_hold_it() -> None:
    game = position(me={"hand": "8 wool 1 ore"}, bank="0 brick 0 cloth 1 coin")
    act(game, "bank 4 wool")
    assert not {"brick", "cloth", "wool"} & set(offered(game, "take"))
    act(game, "take coin", "bank 4 wool")
    assert "coin" not in offered(game, "take")
    refused(game, "take coin")


def test_cards_not_held_are_not_paid() -> None:
    game = position(me={"hand": "3 wool 1 ore"})
    assert offered(game, "bank") == []
    refused(game, "bank 4 wool", "bank 4 wool for ore", "bank 1 nugget for ore")


def test_a_right_to_two_of_a_resource_does_not_cover_its_commodity() -> None:
    game = position(
        me={"buildings": ["settlement n50"], "hand": "2 cloth 2 wool"}, merchant=place("h16"), merchant_seat=0
    )
    assert offered(game, "bank") == ["2 wool"]
    refused(game, "bank 2 cloth for ore")


def test_T17_two_different_commodities_are_exchanged_with_trade_5_only() -> None:
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


@pytest.mark.parametrize(("mode", "listed"), [("nugget", True), ("choice", False)])
def test_24_01_a_nugget_is_a_sixth_resource_and_buys_a_basic_one(mode: str, listed: bool) -> None:
    game = position(me={"hand": "1 nugget 1 wool"}, options={"gold_mode": mode})
    assert ("bank 1 nugget" in words(game)) == listed


def test_a_kind_is_not_exchanged_where_the_bank_has_nothing_else() -> None:
    game = position(
        seats=4, me={"hand": "4 wool 1 nugget"}, bank=" ".join(f"{5 * (kind == 'wool')} {kind}" for kind in KINDS)
    )
    assert "bank 4 wool" not in words(game)
    refused(game, "bank 4 wool", "bank 4 wool for ore", "bank 4 wool for wool")
    act(game, "bank 1 nugget for wool")


def test_two_commodities_are_named_in_any_order() -> None:
    game = position(me={"buildings": ["trade n25"], "levels": {"trade": 5}, "hand": "1 cloth 1 coin"})
    assert game.normal(0, ("bank", "1", "coin", "1", "cloth")) == ("bank", "1", "cloth", "1", "coin")
    act(game, "bank 1 coin 1 cloth", "take ore")
    assert hand(game) == amounts("1 ore")
