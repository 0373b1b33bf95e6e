"""The rondel (rules 6): eight fields in a ring, three steps free, ships for the others."""

from __future__ import annotations

import pytest

import engines
from tests.engines.navegador.moves import finish, mat, offered, on, seen, words
from tests.engines.navegador.positions import FIELDS, position
from tests.engines.playing import act, refused


@pytest.mark.parametrize("ships", range(8))
@pytest.mark.parametrize("stone", [0, 3, 6])
def test_three_steps_are_free_and_each_further_one_needs_a_ship_on_the_board(stone: int, ships: int) -> None:
    game = position(me={"stone": stone, "fleet": {"portugal": ships} if ships else {}})
    expected = {f"rondel {FIELDS[(stone + steps) % 8]}" for steps in range(1, 9) if steps - 3 <= ships}
    assert words(game) == expected


@pytest.mark.parametrize("steps", range(1, 9))
@pytest.mark.parametrize("stone", [0, 3, 6])
def test_every_step_beyond_three_costs_a_ship(stone: int, steps: int) -> None:
    game = position(me={"stone": stone, "fleet": {"portugal": 7}, "money": 0})
    act(game, f"rondel {FIELDS[(stone + steps) % 8]}")
    assert mat(game).stone == (stone + steps) % 8
    assert mat(game).ships == 7 - max(0, steps - 3)
    assert seen(game).players[0].supply == max(0, steps - 3)
    assert mat(game).money == 0


def test_the_ring_continues_from_builder_to_sailing() -> None:
    assert offered(position(me={"stone": "builder", "fleet": {}}), "rondel") == {"sailing", "workers", "market1"}


def test_standing_still_is_not_a_free_move() -> None:
    game = position(me={"stone": "colony", "fleet": {"portugal": 4}})
    refused(game, "rondel colony")


def test_the_move_is_mandatory() -> None:
    game = position()
    assert not game.prompt(0).optional
    refused(game, "pass")
    refused(game, "done")


def test_ships_in_supply_pay_nothing() -> None:
    game = position(me={"stone": "sailing", "fleet": {}})
    assert seen(game).players[0].supply == 7
    refused(game, "rondel privilege")


def test_stones_share_fields() -> None:
    game = position(me={"stone": "builder"}, others={1: {"stone": "sailing"}, 2: {"stone": "sailing"}})
    act(game, "rondel sailing")
    assert [player.stone for player in game.state.players] == [0, 0, 0]


def test_an_action_need_not_be_carried_out() -> None:
    game = on("privilege", me={"workers": 5})
    before = mat(game).workers, mat(game).money, dict(game.state.gallery)
    assert game.prompt(0).optional
    act(game, "pass")
    assert (mat(game).workers, mat(game).money, dict(game.state.gallery)) == before
    assert game.to_act == (1,)


@pytest.mark.parametrize("field", FIELDS)
def test_the_first_choice_is_free(field: str) -> None:
    game = engines.new("navegador", seats=3, seed=5)
    seat = game.to_act[0]
    assert words(game) == {f"rondel {name}" for name in FIELDS}
    act(game, f"rondel {field}")
    assert mat(game, seat).stone == FIELDS.index(field)
    assert mat(game, seat).fleet == {"portugal": 2}


def test_every_player_chooses_freely_in_the_first_round_and_pays_in_the_second() -> None:
    game = engines.new("navegador", seats=2, seed=5)
    for _ in range(2):
        assert len(offered(game, "rondel")) == 8
        act(game, "rondel market1")
        finish(game)
    assert offered(game, "rondel") == {"colony", "privilege", "ships", "market2", "builder"}


def test_the_owner_chooses_which_ship_goes_home() -> None:
    regions = {"portugal": 1, "guine": 2, "rio": 1}
    for region in regions:
        game = position(me={"stone": "sailing", "fleet": regions}, discovered=["guine", "bahia", "rio"])
        act(game, "rondel privilege")
        assert words(game) == {"giveup portugal", "giveup guine", "giveup rio"}
        refused(game, "giveup bahia")
        refused(game, "pass")
        act(game, f"giveup {region}")
        expected = {name: ships - (name == region) for name, ships in regions.items()}
        assert mat(game).fleet == {name: ships for name, ships in expected.items() if ships}
        assert "pass" in words(game)


def test_one_decision_per_ship_until_no_choice_is_left() -> None:
    game = position(me={"stone": "sailing", "fleet": {"portugal": 1, "guine": 3}}, discovered=["guine"])
    act(game, "rondel market2")
    assert words(game) == {"giveup portugal", "giveup guine"}
    act(game, "giveup guine")
    assert words(game) == {"giveup portugal", "giveup guine"}
    act(game, "giveup portugal")
    assert mat(game).fleet == {"guine": 1}
    assert offered(game, "process")


def test_ships_of_a_card_sailing_may_be_given_up() -> None:
    game = position(holder=0, me={"stone": "sailing", "fleet": {"portugal": 2}}, discovered=["guine"])
    act(game, "navegador", "sail portugal guine 1", "done", "rondel privilege")
    assert words(game) == {"giveup portugal", "giveup guine"}
    act(game, "giveup guine")
    assert mat(game).fleet == {"portugal": 1}


def test_a_ship_given_up_does_not_sail() -> None:
    game = position(me={"stone": "workers", "fleet": {"guine": 5}}, discovered=["guine"])
    act(game, "rondel sailing")
    assert mat(game).fleet == {"guine": 1}
    assert words(game) == {"sail guine portugal 1", "done"}


def test_a_ship_given_up_serves_no_colony() -> None:
    game = position(
        me={"stone": "market2", "workers": 9, "money": 1000, "fleet": {"guine": 3}},
        discovered=["guine"],
        tokens={"guine": [50, 60, 70]},
    )
    act(game, "rondel colony", "colony guine")
    assert mat(game).colonies["gold"] == 1
    assert game.to_act == (1,)


def test_a_ship_given_up_can_be_rebuilt_at_once() -> None:
    game = position(me={"stone": "builder", "money": 1000, "shipyards": 4, "fleet": {"portugal": 7}})
    act(game, "rondel ships", "ships 4")
    assert mat(game).fleet == {"portugal": 7}
    assert mat(game).money == 1000 - 200 + 100


def test_R1_the_fields_cost_their_ships_when_reached_from_sailing() -> None:
    for ships, field in ((0, "workers"), (0, "market1"), (0, "colony"), (1, "privilege"), (2, "ships"), (5, "sailing")):
        game = position(me={"stone": "sailing", "fleet": {"portugal": 7}, "money": 0})
        act(game, f"rondel {field}")
        assert mat(game).fleet == {"portugal": 7 - ships}
        if ships:
            poor = position(me={"stone": "sailing", "fleet": {"portugal": ships - 1} if ships > 1 else {}})
            refused(poor, f"rondel {field}")


def test_R2_both_ships_pay_for_privilege_but_not_for_ships() -> None:
    game = position(me={"stone": "builder", "fleet": {"portugal": 2}})
    refused(game, "rondel ships")
    act(game, "rondel privilege")
    assert mat(game).fleet == {}
    assert seen(game).players[0].supply == 7


def test_R3_the_ships_given_up_count_no_more_when_building() -> None:
    game = position(me={"stone": "sailing", "money": 500, "fleet": {"portugal": 7}, "shipyards": 1})
    act(game, "rondel ships")
    assert mat(game).fleet == {"portugal": 5}
    assert words(game) == {"ships 1", "ships 2", "pass"}
    refused(game, "ships 3")
    act(game, "ships 2")
    assert mat(game).money == 350
    assert mat(game).fleet == {"portugal": 7}
