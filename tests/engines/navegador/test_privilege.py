"""Privileges (rules 7.7) and the variant in which the royal one lies in Goa (rules 12)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from engines.navegador import board
from tests.engines.navegador.moves import mat, offered, on, reach, seen, words
from tests.engines.navegador.positions import CATEGORIES, position, up_to
from tests.engines.playing import act, refused

BONUS = {
    "colony": (10, 20, 30),
    "factory": (20, 30, 40),
    "explorer": (10, 20, 30),
    "shipyard": (30, 40, 50),
    "church": (30, 40, 50),
}


def holding(category: str, units: int) -> dict[str, Any]:
    """Return a mat with this many units of one category (factories with the joker)."""
    mats: dict[str, dict[str, Any]] = {
        "colony": {"colonies": {"sugar": units // 2, "spice": units - units // 2}},
        "factory": {"factories": {"gold": units - 1}},
        "explorer": {"explorers": units},
        "shipyard": {"shipyards": units},
        "church": {"churches": units},
    }
    return mats[category]


def p1() -> Game:
    """Return the mat of the example: privileges 2, 0, 1, 2, 1."""
    return on(
        "privilege",
        me={
            "workers": 4,
            "money": 0,
            "colonies": {"gold": 3},
            "factories": {"sugar": 2, "gold": 1},
            "explorers": 5,
            "shipyards": 1,
            "churches": 2,
            "privileges": {"colony": 2, "factory": 0, "explorer": 1, "shipyard": 2, "church": 1},
        },
        discovered=up_to("cabo"),
        phase=2,
    )


def test_P1_the_second_church_privilege_pays_80() -> None:
    game = p1()
    act(game, "privilege church")
    assert mat(game).money == 80
    assert mat(game).workers == 3
    assert mat(game).privileges == {"colony": 2, "factory": 0, "explorer": 1, "shipyard": 2, "church": 2}
    assert game.state.gallery["church"] == 0
    assert game.to_act == (1,)


@pytest.mark.parametrize(
    ("category", "income"), [("explorer", 100), ("shipyard", 50), ("colony", 3 * 30), ("factory", 4 * 20)]
)
def test_P2_the_other_privileges_of_the_same_mat_pay_their_bonuses(category: str, income: int) -> None:
    game = p1()
    act(game, f"privilege {category}")
    assert mat(game).money == income
    assert mat(game).workers == 3


def test_P3_two_workers_take_no_privilege() -> None:
    game = on("privilege", me={"workers": 2})
    assert game.to_act == (1,)
    assert sum(mat(game).privileges.values()) == 0
    assert mat(game).workers == 2


def test_P4_a_full_column_takes_no_privilege() -> None:
    game = on("privilege", me={"workers": 9, "privileges": {"church": 3}})
    assert offered(game, "privilege") == {"colony", "factory", "explorer", "shipyard"}
    refused(game, "privilege church")
    assert seen(game).players[0].next_bonus["church"] is None


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("slot", [0, 1, 2])
@pytest.mark.parametrize("units", [1, 2, 5])
def test_every_place_of_a_privilege_pays_its_bonus(category: str, slot: int, units: int) -> None:
    game = on("privilege", me={"workers": 3, "money": 0, "privileges": {category: slot}} | holding(category, units))
    assert seen(game).players[0].next_bonus[category] == BONUS[category][slot]
    act(game, f"privilege {category}")
    assert mat(game).money == BONUS[category][slot] * units
    assert mat(game).privileges[category] == slot + 1
    assert mat(game).workers == 2


def test_colonies_of_all_goods_count_for_the_bonus() -> None:
    game = on("privilege", me={"money": 0, "colonies": {"sugar": 1, "gold": 2, "spice": 3}})
    act(game, "privilege colony")
    assert mat(game).money == 60


def test_what_the_gallery_lacks_is_not_to_be_had() -> None:
    game = on("privilege", gallery={"colony": 0, "church": 0, "factory": 2})
    assert words(game) == {"privilege factory", "privilege explorer", "privilege shipyard", "pass"}
    refused(game, "privilege colony")
    act(game, "privilege factory")
    assert game.state.gallery == {"colony": 0, "factory": 1, "explorer": 1, "shipyard": 1, "church": 0}


def test_an_empty_gallery_passes_by_itself() -> None:
    game = on("privilege", me={"workers": 9}, gallery=dict.fromkeys(CATEGORIES, 0))
    assert game.to_act == (1,)
    assert mat(game).workers == 9


def test_an_action_takes_one_privilege_and_nothing_is_refilled() -> None:
    game = on("privilege", me={"workers": 9})
    act(game, "privilege colony")
    assert game.to_act == (1,)
    assert game.state.gallery["colony"] == 0
    assert mat(game).workers == 8


def test_the_royal_privilege_is_not_taken_in_the_base_game() -> None:
    game = on("privilege", me={"fleet": {"goa": 2}, "workers": 9}, phase=2, discovered=up_to("goa"))
    assert not offered(game, "royal")
    for category in CATEGORIES:
        refused(game, f"royal {category}")


# -- the variant -------------------------------------------------------------------------------------------------------


def goa(**me: Any) -> Game:
    return on("privilege", royal="goa", phase=2, me={"fleet": {"goa": 1}, "money": 0} | me, discovered=up_to("goa"))


def test_X1_the_royal_privilege_costs_no_worker() -> None:
    game = goa(workers=2, churches=3, privileges={"church": 2})
    gallery = dict(game.state.gallery)
    assert words(game) == {f"royal {category}" for category in CATEGORIES} | {"pass"}
    act(game, "royal church")
    assert mat(game).money == 150
    assert mat(game).workers == 2
    assert mat(game).privileges["church"] == 3
    assert mat(game).royal is False
    assert game.state.gallery == gallery
    assert game.to_act == (1,)
    assert seen(game).players[0].next_bonus["church"] is None


def test_X2_a_ship_in_goa_that_was_given_up_does_not_serve() -> None:
    place = {"stone": "sailing", "workers": 2}
    game = position(royal="goa", phase=2, me=place | {"fleet": {"goa": 1}}, discovered=up_to("goa"))
    act(game, "rondel privilege")
    assert game.to_act == (1,)
    assert mat(game).royal is True
    game = position(royal="goa", phase=2, me=place | {"fleet": {"goa": 1, "ormuz": 1}}, discovered=up_to("goa"))
    act(game, "rondel privilege")
    stays = game.copy()
    act(stays, "giveup ormuz")
    assert offered(stays, "royal") == set(CATEGORIES)
    act(game, "giveup goa")
    assert game.to_act == (1,)


def test_either_privilege_may_be_taken_but_not_both() -> None:
    game = goa(workers=9)
    assert words(game) == {f"{kind} {category}" for kind in ("privilege", "royal") for category in CATEGORIES} | {
        "pass"
    }
    normal = game.copy()
    act(normal, "privilege church")
    assert normal.to_act == (1,)
    assert mat(normal).royal is True
    assert mat(normal).workers == 8
    act(game, "royal church")
    assert game.to_act == (1,)
    assert mat(game).workers == 9


def test_the_royal_privilege_needs_a_ship_in_goa() -> None:
    game = on("privilege", royal="goa", phase=2, me={"fleet": {"ormuz": 3}, "workers": 9}, discovered=up_to("goa"))
    assert not offered(game, "royal")
    refused(game, "royal church")


def test_somebody_elses_ship_in_goa_does_not_help() -> None:
    game = on(
        "privilege",
        royal="goa",
        phase=2,
        me={"fleet": {"ormuz": 1}},
        others={1: {"fleet": {"goa": 3}}},
        discovered=up_to("goa"),
    )
    assert not offered(game, "royal")


def test_the_royal_privilege_does_not_depend_on_the_gallery_but_on_a_free_slot() -> None:
    changes: dict[str, Any] = {
        "royal": "goa",
        "phase": 2,
        "discovered": up_to("goa"),
        "gallery": dict.fromkeys(CATEGORIES, 0),
    }
    game = on("privilege", me={"fleet": {"goa": 1}, "privileges": {"colony": 3, "church": 3}}, **changes)
    assert words(game) == {"royal factory", "royal explorer", "royal shipyard", "pass"}
    refused(game, "royal church")


def test_the_royal_privilege_is_taken_once() -> None:
    game = goa(workers=9, royal=False, privileges={"church": 1})
    assert not offered(game, "royal")
    refused(game, "royal church")


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("slot", [0, 1, 2])
def test_the_royal_privilege_pays_the_bonus_of_its_slot(category: str, slot: int) -> None:
    game = goa(workers=2, privileges={category: slot}, **holding(category, 4))
    act(game, f"royal {category}")
    assert mat(game).money == 4 * BONUS[category][slot]
    assert mat(game).privileges[category] == slot + 1


def test_a_royal_privilege_counts_towards_the_three() -> None:
    game = goa(workers=9, privileges={"shipyard": 2})
    act(game, "royal shipyard")
    reach(game, "privilege")
    assert (mat(game).privileges["shipyard"], game.state.gallery["shipyard"]) == (3, 1)
    assert words(game) == {f"privilege {category}" for category in CATEGORIES if category != "shipyard"} | {"pass"}
    refused(game, "privilege shipyard")


def test_a_ship_sailed_to_goa_with_the_card_serves() -> None:
    game = position(
        royal="goa", phase=2, holder=0, me={"stone": "colony", "fleet": {"ormuz": 1}}, discovered=up_to("goa")
    )
    act(game, "navegador", "sail ormuz goa 1", "rondel privilege")
    assert offered(game, "royal") == set(CATEGORIES)


def test_the_royal_privilege_may_be_left() -> None:
    game = goa(workers=2)
    assert game.prompt(0).optional
    act(game, "pass")
    assert mat(game).royal is True


def test_the_board_says_how_many_workers_must_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "WORKERS_LEFT", 3)
    assert on("privilege", me={"workers": 3}).to_act == (1,)
    assert on("privilege", me={"workers": 4}).to_act == (0,)
