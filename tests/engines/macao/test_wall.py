"""The wall: order, stacks, the tower, the last space (rules 5.3, 8)."""

from __future__ import annotations

import pytest

from engines.macao.state import Wall
from tests.engines.macao.moves import gains, next_round, order, owning, seen, space
from tests.engines.macao.positions import position
from tests.engines.playing import act, offered, player, refused


def test_order_goes_by_space_and_within_a_stack_from_the_top() -> None:
    game = position(seats=4, wall={9: [2], 3: [3, 0], 1: [1]})
    assert order(game) == seen(game).order == [2, 3, 0, 1]
    assert [space(game, seat) for seat in range(4)] == [3, 1, 9, 3]
    assert seen(game).wall[2] == [3, 0]


def test_a_disc_lands_on_top() -> None:
    game = position(wall={4: [1, 2]}, seat=0, me={"stock": "RRRRR"})
    events = act(game, "wall 3")
    assert order(game) == [0, 1, 2]
    assert [event.data for event in events if event.kind == "wall"] == [{"space": 4, "spaces": 3}]


def test_the_stack_left_behind_closes_up() -> None:
    game = position(wall={4: [1, 0, 2]}, me={"stock": "R"})
    act(game, "wall 1")
    assert order(game) == [0, 1, 2]
    assert seen(game).wall[3] == [1, 2]


@pytest.mark.parametrize("count", range(8))
def test_as_many_spaces_are_offered_as_can_be_paid(count: int) -> None:
    game = position(me={"stock": "R" * count})
    assert offered(game, "wall") == [str(spaces) for spaces in range(1, (count + 1) // 2 + 1)]
    refused(game, "wall 0", "wall -1", "wall", "wall one", f"wall {(count + 1) // 2 + 1}")


def test_there_is_one_paid_advance_in_a_round_and_free_steps_beside_it() -> None:
    game = owning("wachposten", "brunnen", stock="VVVVV", wall={9: [1, 2]})
    act(game, "wall 1")
    assert offered(game, "wall") == []
    act(game, "use wachposten", "quarter q04", "step")
    assert space(game) == 4
    refused(game, "wall 1")
    later = next_round(game, stock="R")
    act(later, "wall 1")
    assert space(later) == 5


def test_free_steps_do_not_use_up_the_paid_advance() -> None:
    game = owning("wachposten", "brunnen", stock="VR", wall={9: [1, 2]})
    act(game, "quarter q04", "step", "use wachposten", "wall 1")
    assert space(game) == 4


# -- tower -------------------------------------------------------------------------------------------------------------


def test_a_disc_arriving_is_put_directly_below_the_tower() -> None:
    game = position(wall={4: [1, 2]}, me={"stock": "RRRRR"}, others={1: {"activated": ["turm"]}})
    act(game, "wall 3")
    assert order(game) == [1, 0, 2]


def test_a_tower_moves_itself_on_top() -> None:
    game = owning("turm", stock="RRRRR", wall={4: [1, 2]})
    act(game, "wall 3")
    assert order(game) == [0, 1, 2]


def test_a_tower_holds_against_free_steps() -> None:
    game = owning("wachposten", wall={4: [2, 1], 3: [0]}, others={2: {"activated": ["turm"]}})
    act(game, "use wachposten")
    assert order(game) == [2, 0, 1]


def test_a_tower_alone_on_its_space_or_already_on_top_changes_nothing() -> None:
    for wall in ({4: [1], 2: [0]}, {4: [1], 2: [0, 2]}):
        game = position(wall=wall, me={"stock": "K", "tableau": ["turm"]})
        act(game, "activate turm")
        assert order(game) == [1, 0, 2]


def test_a_tower_on_the_tableau_does_nothing() -> None:
    game = position(wall={4: [1, 2]}, me={"stock": "RRRRR"}, others={1: {"tableau": ["turm"]}})
    act(game, "wall 3")
    assert order(game) == [0, 1, 2]


def test_a_tower_stays_on_top_of_several() -> None:
    others = {2: {"stock": "RRRRR"}, 3: {"stock": "RRRRR"}}
    game = position(seats=4, seat=1, wall={4: [1]}, me={"activated": ["turm"]}, others=others)
    act(game, "pass", "pass", "wall 3", "pass", "wall 3")
    assert order(game) == [1, 3, 2, 0]


def test_the_tower_shows_in_the_order_of_the_next_phase() -> None:
    game = position(order=[1, 2, 0], me={"stock": "K", "tableau": ["turm"]})
    act(game, "activate turm", "pass")
    assert game.to_act == (0,)
    assert seen(game).phase == "cards"


# -- the last space ----------------------------------------------------------------------------------------------------


def test_a_disc_goes_at_most_one_space_past_the_last() -> None:
    for start in range(10, 17):
        game = position(wall={start: [0]}, me={"stock": "R" * 20})
        assert len(offered(game, "wall")) == 17 - start


def test_landing_on_the_last_space_does_not_lock() -> None:
    game = position(wall={15: [0]}, me={"stock": "R"}, others={1: {"stock": "R"}})
    act(game, "wall 1")
    assert game.state.wall.locked == []
    assert space(game) == 16
    later = next_round(game, stock="R")
    assert offered(later, "wall") == ["1"]
    events = act(later, "wall 1")
    assert later.state.wall.locked == [0]
    assert [event.seat for event in events if event.kind == "locked"] == [0]


def test_a_disc_on_the_last_space_is_overtaken_from_on_top() -> None:
    game = position(wall={16: [1], 15: [0]}, seat=0, me={"stock": "R"})
    act(game, "wall 1")
    assert order(game) == [0, 1, 2]


def test_locks_keep_their_order_before_everybody() -> None:
    game = position(wall={16: [2, 0]}, locked=[1], seat=0, me={"stock": "R"})
    assert order(game) == [1, 2, 0]
    act(game, "wall 1")
    assert order(game) == [1, 0, 2]
    assert seen(game).locked == [1, 0]
    assert space(game, 0) == space(game, 1) == 16


def test_a_locked_disc_never_moves_again() -> None:
    """Ruling 24."""
    game = owning("brunnen", "wachposten", stock="VRRR", locked=[1, 0])
    assert offered(game, "wall") == []
    refused(game, "wall 1", "use wachposten")
    act(game, "quarter q04")
    assert order(game) == [1, 0, 2]
    assert game.to_act == (0,)
    refused(game, "step")
    assert player(game).quarters == ["q04"]


def test_a_step_of_the_well_past_the_last_space_locks() -> None:
    game = owning("brunnen", stock="V", wall={16: [1, 0]})
    act(game, "quarter q04", "step")
    assert order(game) == [0, 1, 2]
    assert game.state.wall.locked == [0]


def test_a_lock_counts_for_first_and_last() -> None:
    gains(owning("tor", locked=[0], wall={16: [1]}), "use tor", prestige=1)
    refused(owning("tor", locked=[1, 0]), "use tor")
    gains(owning("kanonier", locked=[1, 2, 0]), "use kanonier", gold=1)


def test_a_tower_activated_by_a_locked_player_changes_nothing() -> None:
    game = position(locked=[1, 0], wall={16: [2]}, me={"stock": "K", "tableau": ["turm"]})
    act(game, "activate turm")
    assert order(game) == [1, 0, 2]


def test_a_wall_without_a_game_advances_discs_raises_towers_and_locks() -> None:
    wall = Wall.at_start([2, 0, 1])
    assert wall.order() == [2, 0, 1]
    wall.advance(1, 3, None)
    wall.advance(0, 3, None)
    assert wall.order() == [0, 1, 2]
    assert [wall.spaces_ahead(seat) for seat in range(3)] == [13, 13, 16]
    wall.raise_tower(1)
    assert wall.order() == [1, 0, 2]
    wall.advance(2, 3, 1)
    assert wall.order() == [1, 2, 0]
    wall.advance(0, 13, 1)
    assert (wall.order(), wall.space(0), wall.spaces_ahead(0)) == ([0, 1, 2], 16, 0)
