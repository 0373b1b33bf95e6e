"""Ships: goods of a depot, a step on the turn-order track (rules 8, test cases 6, 14, 25, rulings A6, A13)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game, Message
from tests.engines.burgundy.moves import data, rest, seen
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, kinds, player, refused, words


def sail(lying: dict[str, dict[str, int]], goods: dict[str, int] | None = None, **changes: Any) -> Game:
    """Return a game in which a ship has just been placed on d5 with a 5; the 4 is left."""
    me = {"storage": ["ship"], "dice": (5, 4), "goods": goods or {}, **changes.pop("me", {})}
    game = position(me=me, lying=lying, **changes)
    act(game, "place ship d5 die 5")
    return game


def test_case_6_with_one_free_space_the_player_chooses_the_goods_to_keep() -> None:
    lying = {"2": {"turquoise": 1, "pink": 1, "brown": 1}, "4": {"red": 1}}
    for chosen, rejected in (("pink", "brown"), ("brown", "pink")):
        game = sail(lying, {"turquoise": 1, "orange": 2})
        events = act(game, "goods 2")
        assert set(words(game)) == {"keep pink", "keep brown"}
        refused(game, "keep turquoise", "keep red", "keep", "pass", "end", "goods 2", "workers die 4")
        events += act(game, f"keep {chosen}")
        assert player(game).goods == {"turquoise": 2, "orange": 2, chosen: 1}
        assert game.state.lying["2"] == {rejected: 1}
        assert [goods for event in data(events, "goods") for goods in event["goods"]] == ["turquoise", chosen]


def test_all_goods_of_the_space_are_taken_where_they_fit() -> None:
    """Ruling A6: not optional for what fits."""
    game = sail({"3": {"pink": 2, "red": 1, "brown": 1}})
    act(game, "goods 3")
    assert player(game).goods == {"pink": 2, "red": 1, "brown": 1}
    assert game.state.lying["3"] == {}


def test_the_depot_is_chosen_whatever_the_die() -> None:
    lying = {depot: {"pink": 1} for depot in "12345"} | {"6": {"red": 1}}
    game = sail(lying)
    assert set(words(game)) == {f"goods {depot}" for depot in "123456"}
    refused(game, "goods none", "goods 7", "goods", "goods 1 2", "pass", "end", "goods black")
    act(game, "goods 6")
    assert player(game).goods == {"red": 1}


def test_a_depot_without_usable_goods_may_be_chosen() -> None:
    """Ruling A6."""
    game = sail({"3": {"pink": 1}})
    assert set(words(game)) == {"goods 3", "goods none"}
    act(game, "goods none")
    assert player(game).goods == {}
    assert game.state.lying["3"] == {"pink": 1}
    assert game.state.track.space(0) == 1


def test_without_goods_anywhere_only_the_marker_moves() -> None:
    game = sail({})
    assert game.to_act == (0,)
    assert "workers die 4" in words(game)
    assert game.state.track.space(0) == 1
    assert player(game).goods == {}


def test_a_full_goods_store_takes_known_types_only() -> None:
    goods = {"pink": 1, "red": 1, "brown": 1}
    game = sail({"1": {"orange": 2}, "2": {"pink": 2, "purple": 1}, "3": {"purple": 1}}, goods)
    assert set(words(game)) == {"goods 2", "goods none"}
    assert game.hint(0, ("goods", "2")) == Message("burgundy.hint.goods", {"goods": ["pink", "pink"]})
    act(game, "goods 2")
    assert player(game).goods == goods | {"pink": 3}
    assert game.state.lying["2"] == {"purple": 1}


def test_with_nothing_usable_the_choice_is_skipped() -> None:
    goods = {"pink": 1, "red": 1, "brown": 1}
    game = sail({"1": {"orange": 2}, "3": {"purple": 1}}, goods)
    assert "workers die 4" in words(game)
    assert player(game).goods == goods
    assert game.state.lying["1"] == {"orange": 2}


def test_two_of_three_new_types_are_kept_where_two_spaces_are_free() -> None:
    game = sail({"1": {"orange": 2, "red": 1, "brown": 1}, "2": {"pink": 1}}, {"purple": 1})
    act(game, "goods 1")
    assert set(words(game)) == {"keep orange", "keep red", "keep brown"}
    act(game, "keep orange")
    assert set(words(game)) == {"keep red", "keep brown"}
    act(game, "keep brown")
    assert player(game).goods == {"purple": 1, "orange": 2, "brown": 1}
    assert game.state.lying["1"] == {"red": 1}


def test_goods_of_one_type_are_stacked_without_limit() -> None:
    game = sail({"1": {"pink": 3}, "2": {"red": 1}}, {"pink": 3})
    act(game, "goods 1")
    assert player(game).goods == {"pink": 6}


def test_the_marker_goes_one_space_to_the_right_onto_the_stack_there() -> None:
    game = sail({}, spaces=[[0], [1], [2]], order=[0, 1, 2])
    assert game.state.track.spaces[:3] == [[], [0, 1], [2]]
    assert seen(game).next_order == [2, 0, 1]


def test_the_others_of_a_stack_keep_their_order() -> None:
    game = sail({}, seats=4, spaces=[[3, 0, 2, 1]], order=[0, 3, 2, 1])
    assert game.state.track.spaces[:2] == [[3, 2, 1], [0]]
    assert seen(game).next_order == [0, 3, 2, 1]


def test_becoming_first_passes_the_white_die() -> None:
    me = {"storage": ["ship"], "dice": (5, 4)}
    game = position(me=me, spaces=[[1, 0, 2]], order=[1, 0, 2], seat=0)
    events = act(game, "place ship d5 die 5")
    assert "white_die" in kinds(events)
    (event,) = data(events, "order")
    assert [int(seat) for seat in event["seats"]] == [0, 1, 2]
    assert data(events, "marker") == [{"space": 1}]
    rest(game, turn=13)
    assert game.state.order == [0, 1, 2]


def test_a_later_ship_of_the_round_may_pass_the_white_die_on() -> None:
    """The upper marker of the furthest stack plays first: who came last."""
    others = {1: {"storage": ["ship"], "dice": (5, 5)}}
    game = sail({}, others=others)
    act(game, "workers die 4", "place ship d5 die 5")
    assert seen(game).next_order == [1, 0, 2]
    rest(game, turn=13)
    assert game.state.order == [1, 0, 2]
    assert game.to_act == (1,)


def test_case_14_the_marker_that_lands_on_another_goes_first() -> None:
    """C sails: C, A, B. Then A sails and lands on C: A, C, B."""
    game = position(seat=2, order=[0, 1, 2], me={"storage": ["ship"], "dice": (5,)})
    act(game, "place ship d5 die 5")
    assert game.state.turn == 13
    assert game.state.order == [2, 0, 1]
    dump = game.dump()
    assert [stack for stack in dump["track"]["spaces"] if stack] == [[0, 1], [2]]
    game = position(seat=0, order=[2, 0, 1], spaces=[[0, 1], [2]], me={"storage": ["ship"], "dice": (5, 4)})
    act(game, "place ship d5 die 5")
    assert seen(game).next_order == [0, 2, 1]
    rest(game, turn=13)
    assert game.state.order == [0, 2, 1]


def test_case_14_two_ships_in_one_turn_move_the_marker_two_spaces() -> None:
    """C would stand on space 2, and the ship of A would leave the order C, A, B."""
    game = position(seat=2, order=[0, 1, 2], me={"storage": ["ship", "ship"], "dice": (4, 5)})
    act(game, "place ship d5 die 5", "place ship d6 die 4")
    assert game.state.track.space(2) == 2
    game = position(seat=0, order=[2, 0, 1], spaces=[[0, 1], [], [2]], me={"storage": ["ship"], "dice": (5, 4)})
    act(game, "place ship d5 die 5")
    assert game.state.track.space(0) == 1
    assert seen(game).next_order == [2, 0, 1]


def test_several_ships_in_a_turn_are_resolved_one_by_one() -> None:
    game = position(
        me={"storage": ["ship", "ship"], "dice": (4, 5)}, lying={"1": {"pink": 1}, "2": {"red": 1}, "3": {"brown": 1}}
    )
    act(game, "place ship d5 die 5")
    refused(game, "place ship d6 die 4", "workers die 4")
    act(game, "goods 1")
    assert game.state.track.space(0) == 1
    act(game, "place ship d6 die 4", "goods 3")
    assert game.state.track.space(0) == 2
    assert player(game).goods == {"pink": 1, "brown": 1}


def test_six_ships_take_a_marker_to_space_6() -> None:
    ships = {"d3": "ship", "d2": "ship", "d1": "ship", "d5": "ship", "d6": "ship"}
    me = {"storage": ["ship"], "covered": ships, "dice": (1, 4)}
    game = position(me=me, spaces=[[1, 2], [], [], [], [], [0]], order=[0, 1, 2])
    act(game, "place ship d7 die 1")
    assert game.state.track.space(0) == 6


@pytest.mark.parametrize(("first", "second"), [("1", "2"), ("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"), ("6", "1")])
def test_knowledge_5_empties_two_neighbouring_depots_of_the_ring(first: str, second: str) -> None:
    """Ruling A13, test case 25."""
    lying = {first: {"pink": 1, "red": 1}, second: {"pink": 1, "brown": 1}}
    game = sail(lying, me={"knows": ["k5"]})
    assert set(words(game)) == {f"goods {first}", f"goods {second}", f"goods {first} {second}", "goods none"}
    assert game.normal(0, ("goods", second, first)) == ("goods", first, second)
    refused(game, f"goods {first} {first}", f"goods {second} {first} none")
    game.copy().play(0, ("goods", second, first))
    events = act(game, f"goods {first} {second}")
    assert player(game).goods == {"pink": 2, "red": 1, "brown": 1}
    assert not any(game.state.lying.values())
    assert data(events, "goods")[0]["depots"] == [first, second]


def test_case_25_depots_1_and_3_are_no_neighbours() -> None:
    game = sail({"1": {"pink": 1}, "3": {"red": 1}, "4": {"brown": 1}, "6": {"pink": 1}}, me={"knows": ["k5"]})
    pairs = {line for line in words(game) if len(line.split()) == 3}
    assert pairs == {"goods 3 4", "goods 6 1"}
    refused(game, "goods 1 3", "goods 1 4", "goods 4 6")
    act(game, "goods 1 6")
    assert seen(game).lying["1"] == seen(game).lying["6"] == {}


def test_knowledge_5_does_not_force_a_second_depot() -> None:
    game = sail({"1": {"pink": 1}, "2": {"red": 1}}, me={"knows": ["k5"]})
    act(game, "goods 2")
    assert player(game).goods == {"red": 1}


def test_without_knowledge_5_a_ship_empties_one_depot_only() -> None:
    refused(sail({"1": {"pink": 1}, "2": {"red": 1}}), "goods 1 2")


def test_knowledge_5_is_one_offer_for_the_space_limit() -> None:
    lying = {"1": {"pink": 1, "turquoise": 1}, "2": {"red": 1, "pink": 1}}
    game = sail(lying, {"turquoise": 1, "brown": 1}, me={"knows": ["k5"]})
    act(game, "goods 1 2")
    assert set(words(game)) == {"keep pink", "keep red"}
    act(game, "keep pink")
    assert player(game).goods == {"turquoise": 2, "brown": 1, "pink": 2}
    assert game.state.lying["1"] == {}
    assert game.state.lying["2"] == {"red": 1}


def test_a_ship_scores_nothing_itself() -> None:
    game = sail({})
    assert player(game).earned.get("regions", 0) == 0
    assert game.scores()[0].total == 0
