"""Dice and workers: what turning a die costs, and the action that brings workers (rules 6.1, 6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.burgundy import box
from engines.contract import Game
from tests.engines.burgundy.moves import data, gains, offered
from tests.engines.burgundy.positions import EMPTY, FILL, position
from tests.engines.playing import act, player, refused, words

MANY = 9


def one_die(die: int, *knows: str, workers: int = MANY, **changes: Any) -> Game:
    """Return a game whose active player has used the other die."""
    me = {"dice": (die,), "workers": workers, "knows": knows, **changes.pop("me", {})}
    return position(me=me, **changes)


def taking(game: Game) -> dict[str, int]:
    """Return the workers needed for each depot."""
    workers_by_depot = {}
    for line in offered(game, "take"):
        depot, _, _, _, *workers = line.split()
        workers_by_depot[depot] = int(workers[1]) if workers else 0
    return workers_by_depot


def test_case_1_two_to_six_costs_two() -> None:
    game = one_die(2, workers=2)
    assert "6 cow3 die 2 workers 2" in offered(game, "take")
    events = gains(game, "take 6 cow3 die 2 workers 2", workers=-2)
    assert data(events, "turned_to") == [{"die": 2, "to": 6, "count": 2}]
    assert player(game).storage == ["cow3"]
    refused(one_die(2, workers=1), "take 6 cow3 die 2 workers 2", "take 6 cow3 die 2 workers 1", "take 6 cow3 die 2")


def test_case_1_three_to_six_costs_three_and_with_knowledge_8_two() -> None:
    assert taking(one_die(3))["6"] == 3
    assert taking(one_die(3, "k8"))["6"] == 2
    assert taking(one_die(2, "k8"))["6"] == 1


@pytest.mark.parametrize("die", box.DICE)
def test_each_worker_turns_a_die_by_one_and_one_and_six_are_neighbours(die: int) -> None:
    circle = {1: 0, 2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    expected = {str(depot): circle[(depot - die) % 6 + 1] for depot in box.DICE}
    assert taking(one_die(die)) == expected


@pytest.mark.parametrize("die", box.DICE)
def test_knowledge_8_halves_the_price_rounded_up(die: int) -> None:
    circle = {1: 0, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1}
    expected = {str(depot): circle[(depot - die) % 6 + 1] for depot in box.DICE}
    assert taking(one_die(die, "k8")) == expected


def test_case_2_knowledge_12_takes_one_away_free() -> None:
    assert taking(one_die(3, "k12")) == {"2": 0, "3": 0, "4": 0, "1": 1, "5": 1, "6": 2}
    assert taking(one_die(3, "k8", "k12")) == {"2": 0, "3": 0, "4": 0, "1": 1, "5": 1, "6": 1}


@pytest.mark.parametrize("workers", [0, 1, 2, 3])
def test_only_what_the_workers_pay_for_is_offered(workers: int) -> None:
    game = one_die(1, workers=workers)
    assert set(taking(game).values()) == set(range(workers + 1))


@pytest.mark.parametrize(
    ("dice", "knows", "line", "cheaper"),
    [
        ((1, 2), (), "take 4 ship die 1 workers 3", "take 4 ship die 2 workers 2"),
        ((2, 6), ("k8",), "place ship d5 die 2 workers 2", "place ship d5 die 6 workers 1"),
        ((3, 2), (), "sell brown die 2 workers 3", "sell brown die 3 workers 2"),
    ],
)
def test_any_own_die_may_be_turned_also_where_the_other_does_it_for_less(
    dice: tuple[int, int], knows: tuple[str, ...], line: str, cheaper: str
) -> None:
    """The panel offers what is sensible; the rest is played when it is typed."""
    me = {"dice": dice, "workers": 3, "knows": knows, "storage": ["ship"], "goods": {"brown": 1}}
    game = position(me=me)
    word, _, rest = line.partition(" ")
    assert cheaper.partition(" ")[2] in offered(game, word)
    assert rest not in offered(game, word)
    assert word in game.prompt(0).open
    price = int(line.split()[-1])
    act(game, line)
    assert player(game).workers == 3 - price
    refused(position(me=me | {"workers": price - 1}), line)
    refused(position(me=me), line.replace(f"workers {price}", f"workers {price + 1}"))


def test_workers_turn_a_die_for_placing_and_selling_too() -> None:
    game = one_die(1, workers=2, me={"storage": ["bank"], "goods": {"pink": 1, "purple": 1, "red": 1}})
    assert offered(game, "place") == {"bank c3 die 1 workers 2", "bank e4 die 1 workers 2"}
    assert offered(game, "sell") == {"purple die 1 workers 1", "pink die 1 workers 2"}
    act(game, "sell purple die 1 workers 1")
    assert player(game).workers == 1


def test_a_die_is_never_turned_by_more_workers_than_it_takes() -> None:
    game = one_die(3)
    refused(game, "take 3 bank die 3 workers 6", "take 4 ship die 3 workers 5", "take 4 ship die 3 workers 2")
    refused(game, "take 3 bank die 3 workers 0", "take 3 bank die 3 workers 1", "workers die 3 workers 1")


def test_both_dice_are_offered_where_neither_is_a_detour() -> None:
    game = position(me={"dice": (2, 4), "workers": 9})
    assert {line for line in offered(game, "take") if line[0] == "6"} == {
        "6 cow3 die 2 workers 2",
        "6 cow3 die 4 workers 2",
    }


def test_a_die_that_would_first_be_turned_into_the_other_is_not_offered() -> None:
    game = position(me={"dice": (3, 5), "workers": 9})
    lines = offered(game, "take")
    assert {line for line in lines if line[0] == "6"} == {"6 cow3 die 5 workers 1"}
    assert {line for line in lines if line[0] == "5"} == {"5 boarding_house die 5"}
    assert {line for line in lines if line[0] == "4"} == {"4 ship die 3 workers 1", "4 ship die 5 workers 1"}
    assert {line for line in lines if line[0] == "2"} == {"2 mine die 3 workers 1"}


def test_equal_dice_are_offered_once() -> None:
    game = position(me={"dice": (4, 4)}, depots={"4": ["ship", "bank"]})
    assert set(words(game)) == {"take 4 ship die 4", "take 4 bank die 4", "workers die 4"}
    act(game, "take 4 ship die 4")
    assert player(game).unused == [4]


def test_a_worker_shifts_one_die_only() -> None:
    """Ruling A4: with knowledge 8 a worker cannot be shared by both dice."""
    game = position(me={"dice": (3, 3), "workers": 1, "knows": ["k8"]}, depots={**FILL, "4": ["ship", "bank"]})
    act(game, "take 4 ship die 3 workers 1")
    refused(game, "take 4 bank die 3", "take 4 bank die 3 workers 1")


def test_any_die_brings_two_workers() -> None:
    for die in box.DICE:
        game = one_die(die, workers=0)
        assert offered(game, "workers") == {f"die {die}"}
        events = gains(game, f"workers die {die}", workers=2)
        assert data(events, "workers") == [{"count": 2}]


def test_both_dice_may_bring_workers() -> None:
    gains(position(), "workers die 3", "workers die 4", workers=4)


def test_workers_are_unlimited() -> None:
    """Ruling A14."""
    game = one_die(1, workers=60, me={"silverlings": 40})
    gains(game, "workers die 1", workers=2)
    assert game.audit() == []


def test_a_turn_is_two_dice_actions_in_any_order() -> None:
    """Rules 6."""
    for first, second in (("3", "4"), ("4", "3")):
        game = position()
        act(game, f"workers die {first}")
        assert player(game).unused == [int(second)]
        refused(game, f"workers die {first}", "end", "pass")
        act(game, f"workers die {second}")
        assert game.to_act == (1,)


def test_there_is_no_passing() -> None:
    """Rules 6."""
    refused(position(), "end", "pass", "done")


def test_a_turn_without_a_choice_plays_itself() -> None:
    game = position(me={"dice": (3, 3)}, depots=EMPTY)
    assert words(game) == ["workers die 3"]
    gains(game, "workers die 3", workers=4)
    assert game.to_act == (1,)


def test_the_turn_is_ended_by_hand_while_a_purchase_is_possible() -> None:
    game = position(me={"silverlings": 2, "dice": (6,)})
    refused(game, "end")
    act(game, "workers die 6")
    assert set(words(game)) == {"end", "buy black pig4", "buy black church"}
    act(game, "end")
    assert game.to_act == (1,)


def test_workers_of_the_first_action_pay_for_the_second() -> None:
    game = position(me={"dice": (1, 5)})
    refused(game, "take 6 cow3 die 5 workers 1")
    act(game, "workers die 1", "take 6 cow3 die 5 workers 1")
    assert player(game).storage == ["cow3"]
    assert player(game).workers == 1
