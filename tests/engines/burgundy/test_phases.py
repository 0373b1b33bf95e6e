"""Phases and rounds: depots are filled anew, goods stay, mines pay, the white die, turn order (rules 4, 5, 11)."""

from __future__ import annotations

from collections import Counter

import pytest

import engines
from engines.burgundy import box
from engines.contract import Game
from tests.engines.burgundy.moves import all_goods, data, gains, idle, rest, seen
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, kinds, player

PER_PHASE = {
    2: {"building": 4, "ship": 2, "knowledge": 2, "animal": 2, "castle": 1, "mine": 1},
    3: {"building": 6, "ship": 3, "knowledge": 3, "animal": 3, "castle": 2, "mine": 1},
    4: {"building": 8, "ship": 4, "knowledge": 4, "animal": 4, "castle": 2, "mine": 2},
}


def colours(game: Game, *depots: str) -> Counter[str]:
    return Counter(box.COLOUR[tile] for depot in depots or box.DEPOTS for tile in game.state.depots[depot])


def last_turn(turn: int, seats: int = 3, **changes: object) -> Game:
    """Return a game at the last turn of a round: the last seat has one die left."""
    me = {"dice": (6,), **dict(changes.pop("me", {}))}  # type: ignore[call-overload]
    return position(seats=seats, seat=seats - 1, turn=turn, me=me, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_phase_fills_the_depots_and_four_players_use_every_tile(seats: int) -> None:
    game = engines.new("burgundy", seats, 8, mode="first")
    filled = Counter(dict.fromkeys((*box.COLOURS, "black"), 0))
    for phase, letter in enumerate("ABCDE"):
        rest(game, turn=5 * phase + 1)
        assert game.state.phase == letter
        expected = dict(PER_PHASE[seats])
        if seats == 3 and letter in "BD":
            expected |= {"castle": 1, "mine": 2}
        assert colours(game) == expected
        assert len(game.state.depots["black"]) == 2 * seats
        filled.update(colours(game))
        filled["black"] += 2 * seats
        assert len(game.state.removed) == phase * 8 * seats
        assert len(game.state.coming) == 4
        assert len(game.state.stacks) == 4 - phase
        assert game.audit() == []
    if seats == 4:
        assert all(tiles == [] for tiles in game.state.supplies.values())
        assert filled["castle"] + 4 == 14
    rest(game, turn=26)
    assert game.state.over


def test_case_15_depot_6_of_three_players_has_a_mine_in_phase_B_and_a_castle_in_C() -> None:
    game = last_turn(5)
    act(game, "workers die 6")
    assert (game.state.turn, game.state.phase) == (6, "B")
    assert colours(game, "6") == {"building": 1, "animal": 1, "mine": 1}
    game = last_turn(10)
    act(game, "workers die 6")
    assert (game.state.turn, game.state.phase) == (11, "C")
    assert colours(game, "6") == {"building": 1, "animal": 1, "castle": 1}


def test_tiles_left_in_depots_leave_the_game_and_goods_stay() -> None:
    """Ruling A15."""
    lying = {"2": {"pink": 2, "red": 1}, "5": {"orange": 1}}
    game = last_turn(5, lying=lying)
    before = game.dump()
    events = act(game, "workers die 6")
    gone = [tile for tiles in before["depots"].values() for tile in tiles]
    assert Counter(game.state.removed) - Counter(before["removed"]) == Counter(gone)
    for depot, goods in lying.items():
        assert not Counter(goods) - Counter(game.state.lying[depot])
    assert sum(sum(goods.values()) for goods in game.state.lying.values()) == 4 + 1
    assert data(events, "phase")[0]["phase"] == "B"
    assert Counter(data(events, "phase")[0]["goods"]) == Counter(before["stacks"][0])
    assert all(event.barrier for event in events if event.kind in ("phase", "rolled"))


def test_depots_are_not_filled_within_a_phase() -> None:
    game = position(me={"dice": (3, 3)})
    act(game, "take 3 bank die 3", "workers die 3")
    rest(game, turn=15)
    assert game.state.depots["3"] == []


def test_the_next_good_goes_to_the_depot_of_the_white_die() -> None:
    for turn in (11, 12, 13, 14):
        game = last_turn(turn)
        coming = list(game.state.coming)
        events = act(game, "workers die 6")
        white = str(game.state.white)
        assert game.state.coming == coming[1:]
        assert game.state.lying[white] == {coming[0]: 1}
        assert data(events, "white") == [{"value": int(white), "goods": coming[0]}]
        assert next(event.seat for event in events if event.kind == "white") == game.state.order[0]
        assert all_goods(game) == dict.fromkeys(box.GOODS, 7)


def test_a_goods_space_has_no_limit() -> None:
    first = last_turn(23)
    act(first, "workers die 6")
    white = str(first.state.white)
    game = last_turn(23, lying={white: dict.fromkeys(box.GOODS, 3)})
    good = game.state.coming[0]
    act(game, "workers die 6")
    assert str(game.state.white) == white
    assert game.state.lying[white] == dict.fromkeys(box.GOODS, 3) | {good: 4}


def test_all_dice_are_rolled_in_the_open() -> None:
    game = last_turn(12)
    events = act(game, "workers die 6")
    rolled = {event.seat: (event.data["first"], event.data["second"]) for event in events if event.kind == "rolled"}
    for seat in range(3):
        assert rolled[seat] == tuple(player(game, seat).rolled)
        assert player(game, seat).unused == sorted(player(game, seat).rolled)
        assert seen(game).players[seat].rolled == list(rolled[seat])


def test_mines_pay_a_silverling_at_each_end_of_phase() -> None:
    mines = {"e3": "mine", "f2": "mine"}
    game = last_turn(5, me={"covered": mines}, others={0: {"covered": {"e3": "mine"}}})
    events = gains(game, "workers die 6", seat=2, workers=2, silverlings=2)
    assert player(game, 0).silverlings == 1
    assert player(game, 1).silverlings == 0
    assert [(event.seat, event.data["count"]) for event in events if event.kind == "income"] == [(0, 1), (2, 2)]


def test_mines_pay_nothing_when_placed_or_at_the_end_of_a_round() -> None:
    game = position(me={"storage": ["mine"], "dice": (4,)})
    gains(game, "place mine e3 die 4")
    game = last_turn(13, me={"covered": {"e3": "mine"}})
    gains(game, "workers die 6", seat=2, workers=2)


@pytest.mark.parametrize("turn", [5, 10, 15, 20, 25])
def test_case_20_knowledge_2_pays_at_every_phase_end_the_last_included(turn: int) -> None:
    game = last_turn(turn, me={"covered": {"e3": "mine", "f2": "mine"}, "knows": ["k2"]})
    gains(game, "workers die 6", seat=2, workers=2 + 2, silverlings=2)


def test_a_mine_placed_in_the_last_turn_of_a_phase_pays() -> None:
    game = last_turn(15, me={"storage": ["mine"], "dice": (4,)})
    gains(game, "place mine e3 die 4", seat=2, silverlings=1)


def test_the_game_has_25_rounds() -> None:
    game = last_turn(25)
    events = act(game, "workers die 6")
    assert game.state.over
    assert game.to_act == ()
    assert kinds(events)[-1] == "over"
    assert "rolled" not in kinds(events)


def test_every_player_has_two_dice_actions_in_25_turns() -> None:
    game = engines.new("burgundy", 3, 2, mode="first")
    turns: Counter[int] = Counter()
    while not game.state.over:
        turns[game.to_act[0]] += len(player(game, game.to_act[0]).unused) > 0
        act(game, idle(game))
    assert turns == {0: 50, 1: 50, 2: 50}


def test_the_marker_furthest_right_plays_first_and_of_a_stack_the_upper_one() -> None:
    game = last_turn(12, order=[0, 1, 2], spaces=[[1], [2, 0]])
    events = act(game, "workers die 6")
    assert game.state.order == [2, 0, 1]
    assert game.to_act == (2,)
    (event,) = data(events, "round")
    assert [int(seat) for seat in event["seats"]] == [2, 0, 1]
    assert (event["phase"], event["round"]) == ("C", 3)


def test_the_track_stands_when_a_phase_ends() -> None:
    game = last_turn(15, spaces=[[1], [2], [0]])
    act(game, "workers die 6")
    assert game.state.order == [0, 2, 1]
    assert game.state.track.spaces[:3] == [[1], [2], [0]]


def test_the_order_of_a_round_is_fixed_at_its_start() -> None:
    """Rules 5: a ship moves the marker for the next round only."""
    game = position(seat=0, order=[0, 1, 2], me={"storage": ["ship"], "dice": (5,)})
    act(game, "place ship d5 die 5")
    assert game.to_act == (1,)
    assert game.state.order == [0, 1, 2]
    assert seen(game).next_order == [0, 1, 2]
    assert seen(game).acted == [0]
