"""The end of the game (rules 10), final scoring (rules 11) and the score display (rules 14)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Game, IllegalAction
from tests.engines.navegador.moves import idle, mat, seen
from tests.engines.navegador.positions import CATEGORIES, ROWS, STACKS, columns, position, up_to
from tests.engines.playing import act

BASE = {"colony": 1, "factory": 2, "explorer": 4, "shipyard": 3, "church": 3}
STEP = {"colony": 1, "factory": 1, "explorer": 1, "shipyard": 2, "church": 2}


def rest(game: Game, limit: int = 20) -> list[int]:
    """Play on until the game is over, and return the seats whose turns followed."""
    order = []
    while not game.state.over:
        order.append(idle(game))
        assert len(order) <= limit
    return order


def before_nagasaki(**changes: Any) -> Game:
    me = {"stone": "builder", "fleet": {"macau": 3}, "workers": 3} | changes.pop("me", {})
    return position(seats=3, seat=1, phase=3, me=me, discovered=up_to("macau"), **changes)


# -- the end -----------------------------------------------------------------------------------------------------------


def test_E1_nagasaki_on_the_rondel_leaves_everybody_one_more_turn() -> None:
    game = before_nagasaki()
    act(game, "rondel sailing", "discover nagasaki macau macau macau")
    assert game.to_act == (2,)
    assert game.state.trigger == "nagasaki"
    assert rest(game) == [2, 0, 1]


def test_E2_nagasaki_with_the_card_leaves_the_rondel_move_and_one_more_turn_each() -> None:
    game = before_nagasaki(holder=1)
    act(game, "navegador", "discover nagasaki macau macau macau")
    assert game.to_act == (1,)
    assert idle(game) == 1
    assert rest(game) == [2, 0, 1]


def test_E3_a_second_trigger_changes_nothing() -> None:
    game = position(
        seats=3,
        seat=0,
        phase=3,
        me={"stone": "market2", "workers": 9, "money": 1000},
        discovered=STACKS,
        buildings=dict.fromkeys(ROWS, 0) | {"church": 1},
        trigger="nagasaki",
        turns_left=2,
    )
    act(game, "rondel builder", "build church")
    assert game.state.trigger == "nagasaki"
    assert rest(game) == [1]


def test_E4_two_triggers_in_one_turn_count_as_one() -> None:
    game = before_nagasaki(
        holder=1,
        me={"stone": "market2", "workers": 9, "money": 1000},
        buildings=dict.fromkeys(ROWS, 0) | {"church": 1},
    )
    act(game, "navegador", "discover nagasaki macau macau macau", "rondel builder", "build church")
    assert game.to_act == (2,)
    assert rest(game) == [2, 0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_has_one_more_turn_after_the_last_building(seats: int) -> None:
    for seat in range(seats):
        game = position(
            seats=seats,
            seat=seat,
            me={"stone": "market2", "workers": 9, "money": 1000},
            buildings=dict.fromkeys(ROWS, 0) | {"factory_gold": 1},
        )
        act(game, "rondel builder", "build factory_gold")
        assert game.state.trigger == "buildings"
        assert game.state.turns_left == seats
        assert not game.state.over
        assert rest(game) == [(seat + step) % seats for step in range(1, seats + 1)]


def test_all_rules_hold_in_the_last_round() -> None:
    game = position(
        me={"stone": "sailing", "money": 500}, discovered=STACKS, phase=3, trigger="buildings", turns_left=3
    )
    act(game, "rondel workers", "workers 2")
    assert mat(game).workers == 5
    assert mat(game).money == 150
    assert game.state.turns_left == 2
    assert game.to_act == (1,)


def test_a_finished_game_takes_nothing_more() -> None:
    game = position(trigger="buildings", turns_left=1)
    idle(game)
    assert game.state.over
    assert game.to_act == ()
    before = game.dump()
    for seat in range(3):
        assert game.legal(seat) == []
        for action in (("rondel", "sailing"), ("pass",), ("done",), ()):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id == "error.game_over"
        with pytest.raises(IllegalAction):
            game.prompt(seat)
    assert game.dump() == before
    assert seen(game).over


# -- points ------------------------------------------------------------------------------------------------------------


def v3(**changes: Any) -> Game:
    me = {
        "money": 870,
        "workers": 6,
        "fleet": {"portugal": 2, "guine": 3},
        "colonies": {"sugar": 1, "gold": 2, "spice": 3},
        "factories": {"sugar": 1, "gold": 1},
        "explorers": 4,
        "shipyards": 2,
        "churches": 4,
        "privileges": columns(2, 0, 1, 2, 1),
    }
    return position(me=me | changes.pop("me", {}), discovered=up_to("angola"), **changes)


def test_V1_the_multipliers_of_a_mat_rise_with_its_privileges() -> None:
    game = position(me={"privileges": columns(0, 0, 1, 2, 0)})
    assert seen(game).players[0].multipliers == columns(1, 2, 5, 7, 3)


def test_V2_the_multipliers_are_those_of_the_scoring_example() -> None:
    game = position(me={"privileges": columns(3, 0, 1, 2, 1)})
    assert seen(game).players[0].multipliers == columns(4, 2, 5, 7, 5)


def test_V3_the_display_says_78_on_the_mat_and_101_projected() -> None:
    player = seen(v3()).players[0]
    assert player.units == columns(6, 3, 4, 2, 4)
    assert player.multipliers == columns(3, 2, 5, 7, 5)
    assert player.mat_points == 78
    assert player.royal_best == "church"
    assert player.projected == 101
    assert player.next_bonus == {"colony": 30, "factory": 20, "explorer": 20, "shipyard": 50, "church": 40}


def test_V3_the_final_score_is_101() -> None:
    game = v3(trigger="buildings", turns_left=1)
    assert game.scores()[0].total == 101
    idle(game)
    assert game.state.over
    score = game.scores()[0]
    assert (score.seat, score.total) == (0, 101)
    assert sum(score.sources.values()) == 101
    assert game.ranking()[0] == 0


def test_V4_the_card_decides_a_tie() -> None:
    """Rules 11.4."""
    poor = {"money": 0}
    game = position(seats=4, seat=0, holder=1, others={1: poor, 3: poor}, trigger="buildings", turns_left=1)
    idle(game)
    totals = [score.total for score in game.scores()]
    assert totals[0] == totals[2] > totals[1] == totals[3]
    assert game.ranking() == [0, 2, 1, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_ties_go_to_the_holder_and_then_to_the_right(seats: int) -> None:
    """Rules 11.4."""
    for holder in range(seats):
        game = position(seats=seats, holder=holder)
        assert len({score.total for score in game.scores()}) == 1
        assert game.ranking() == [(holder - step) % seats for step in range(seats)]
        assert seen(game).ranking == game.ranking()


def test_points_come_before_the_card() -> None:
    game = position(holder=1, others={2: {"money": 400}, 0: {"money": 0}}, me={"money": 200})
    assert game.ranking() == [2, 1, 0]


def test_a_card_that_expires_in_the_last_turn_decides_for_its_next_holder() -> None:
    game = position(
        holder=0, moved=7, mark=0, me={"stone": 7}, others={1: {"stone": 3}}, trigger="buildings", turns_left=1
    )
    idle(game)
    assert game.state.over
    assert game.state.card.holder == 2
    assert len({score.total for score in game.scores()}) == 1
    assert game.ranking() == [2, 1, 0]


@pytest.mark.parametrize(("money", "points"), [(0, 0), (190, 0), (200, 1), (390, 1), (400, 2), (990, 4), (1000, 5)])
def test_full_two_hundreds_count(money: int, points: int) -> None:
    """Rules 11.2."""
    none = position(me={"money": 0}).scores()[0].total
    assert position(me={"money": money}).scores()[0].total == none + points


def test_workers_and_ships_on_the_board_count_one_each_and_supply_nothing() -> None:
    """Rules 11.2."""
    base = position(me={"workers": 2, "fleet": {}}).scores()[0].total
    assert position(me={"workers": 9, "fleet": {}}).scores()[0].total == base + 7
    assert position(me={"workers": 2, "fleet": {"portugal": 7}}).scores()[0].total == base + 7
    spread = position(me={"workers": 2, "fleet": {"portugal": 1, "guine": 2}}, discovered=["guine"])
    assert spread.scores()[0].total == base + 3


def test_a_fresh_mat_is_worth_what_stands_on_it() -> None:
    """Rules 11.3."""
    player = seen(position()).players[0]
    assert player.mat_points == 2 + 3 + 3
    assert player.projected == 8 + 3 + 2 + 1 + 2


@pytest.mark.parametrize(
    ("mat_changes", "best"),
    [
        ({}, "shipyard"),
        ({"churches": 2}, "church"),
        ({"colonies": {"gold": 2}}, "colony"),
        ({"factories": {"gold": 1}}, "factory"),
        ({"explorers": 2}, "explorer"),
        ({"colonies": {"gold": 3}}, "colony"),
        ({"privileges": {"shipyard": 3}}, "church"),
        ({"privileges": {"shipyard": 3, "church": 3}}, "factory"),
        ({"privileges": dict.fromkeys(CATEGORIES, 3)}, None),
        ({"colonies": {"gold": 4}, "privileges": {"colony": 3}}, "shipyard"),
    ],
)
def test_the_royal_privilege_goes_where_it_brings_most_and_left_when_equal(
    mat_changes: dict[str, Any], best: str | None
) -> None:
    """Rules 11.1."""
    assert seen(position(me=mat_changes)).players[0].royal_best == best


def test_without_a_free_slot_the_royal_privilege_brings_nothing() -> None:
    """Rules 11.1."""
    player = seen(position(me={"privileges": dict.fromkeys(CATEGORIES, 3)})).players[0]
    assert player.mat_points == (2 + 3) + (3 + 6) + (3 + 6)
    assert player.projected == player.mat_points + 3 + 2 + 1


def test_the_royal_privilege_brings_no_cash_at_the_end() -> None:
    """Rules 11.1."""
    game = v3(trigger="buildings", turns_left=1)
    idle(game)
    assert mat(game).money == 870


def test_in_the_variant_a_royal_privilege_left_in_goa_is_worthless() -> None:
    base = v3()
    player = seen(v3(royal="goa")).players[0]
    assert player.mat_points == 78
    assert player.royal_best is None
    assert player.projected == seen(base).players[0].projected - 8
    game = v3(royal="goa", trigger="buildings", turns_left=1)
    idle(game)
    assert game.state.over
    assert game.scores()[0].total == 93


def test_in_the_variant_a_royal_privilege_taken_is_part_of_the_mat() -> None:
    game = v3(royal="goa", me={"royal": False, "privileges": columns(2, 0, 1, 2, 2)})
    player = seen(game).players[0]
    assert player.mat_points == 86
    assert player.projected == 101


@settings(max_examples=80)
@given(
    colonies=st.tuples(st.integers(0, 8), st.integers(0, 10), st.integers(0, 12)),
    factories=st.integers(1, 7),
    explorers=st.integers(0, 12),
    shipyards=st.integers(1, 8),
    churches=st.integers(1, 8),
    privileges=st.tuples(*[st.integers(0, 3)] * 5),
    workers=st.integers(2, 9),
    ships=st.integers(0, 7),
    money=st.integers(0, 200).map(lambda tens: 10 * tens),
)
def test_scores_follow_the_formula(
    colonies: tuple[int, int, int],
    factories: int,
    explorers: int,
    shipyards: int,
    churches: int,
    privileges: tuple[int, ...],
    workers: int,
    ships: int,
    money: int,
) -> None:
    """Rules 11.2, 11.3."""
    game = position(
        me={
            "colonies": dict(zip(("sugar", "gold", "spice"), colonies, strict=True)),
            "factories": {"spice": factories - 1},
            "explorers": explorers,
            "shipyards": shipyards,
            "churches": churches,
            "privileges": columns(*privileges),
            "workers": workers,
            "fleet": {"portugal": ships} if ships else {},
            "money": money,
        },
        discovered=STACKS,
    )
    units = columns(sum(colonies), factories, explorers, shipyards, churches)
    taken = columns(*privileges)
    points = {name: units[name] * (BASE[name] + STEP[name] * taken[name]) for name in CATEGORIES}
    gains = {name: STEP[name] * units[name] for name in CATEGORIES if taken[name] < 3}
    best = max(gains, key=lambda name: gains[name]) if gains else None
    total = sum(points.values()) + workers + ships + money // 200 + max(gains.values(), default=0)
    player = seen(game).players[0]
    assert player.units == units
    assert player.mat_points == sum(points.values())
    assert player.projected == total
    assert player.royal_best == best
    score = game.scores()[0]
    assert score.total == total == sum(score.sources.values())


def test_the_last_turn_may_still_earn() -> None:
    game = position(me={"stone": "workers", "money": 190}, trigger="buildings", turns_left=1)
    before = game.scores()[0].total
    act(game, "rondel market1", "process gold 1")
    assert game.state.over
    assert game.scores()[0].total == before + 1
