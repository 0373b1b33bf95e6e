"""The building phase between turns with five and six players (ruling 24.20)."""

from __future__ import annotations

from typing import Any

import pytest

from engines import CorruptState, IllegalAction, Message
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import points, question, seen
from tests.engines.mmn.positions import ENOUGH, Players, chain, position
from tests.engines.playing import act, offered, player, refused, words

BUILDING = {"building_phase": "between_turns"}
OTHERS: Players = {
    1: {"hand": "1 brick 1 lumber 1 wool 3 grain 2 ore", "buildings": ["city n01"], "roads": chain("n01", "n04")},
    2: {"hand": ""},
    3: {"hand": "1 wool 1 ore", "buildings": ["settlement n03"], "roads": chain("n03", "n06")},
    4: {"hand": "1 coin"},
}


def ended(seats: int = 5, others: Players = OTHERS, me: Any = None, **changes: Any) -> Mmn:
    """Return a game in which seat 0 has just ended the turn."""
    game = position(seats=seats, me=me or {}, others=others, options=BUILDING, **changes)
    act(game, "pass")
    return game


def reason(game: Mmn, seat: int, line: str) -> Message:
    with pytest.raises(IllegalAction) as raised:
        game.play(seat, tuple(line.split()))
    return raised.value.reason


def test_everybody_with_cards_builds_in_turn_order_before_the_next_turn() -> None:
    game = ended()
    assert (question(game), seen(game).phase, game.state.turn) == ("buildbetween", "building", game.state.turn)
    assert (game.to_act, game.blocking_seats) == ((1, 3, 4), (1,))
    assert not game.has_turn(1)
    act(game, f"road {offered(game, 'road')[0]}")
    act(game, "done")
    assert (game.to_act, game.blocking_seats) == ((3, 4), (3,))
    act(game, f"knight {offered(game, 'knight')[0]}", "done")
    act(game, "done")
    assert (question(game), game.state.active) == ("beforeroll", 1)


def test_nobody_trades_plays_cards_or_acts_with_knights() -> None:
    rich = {1: {"hand": ENOUGH, "cards": ["merchant"], "buildings": ["city n01"], "knights": ["n04 active"]}}
    game = ended(others=rich)
    allowed = {line.split()[0] for line in words(game)}
    assert allowed <= {
        *("road", "settlement", "city", "wall", "repair", "knight", "activate", "promote", "captain"),
        *("serf", "servant", "journeyman", "hall", "end_famine", "store", "large_store", "improve", "done"),
    }
    assert {"wall", "promote", "captain", "store", "improve", "done"} <= allowed
    refused(game, "bank 4 wool brick", "play merchant", "move n04 n08", "offer 1 wool for 1 ore", "pass")


def test_who_comes_later_may_say_at_once_that_nothing_is_built() -> None:
    game = ended()
    assert words(game, 3) == ["done"]
    assert reason(game, 3, "knight n06") == Message("mmn.refuse.builds_first", {"building_seat": 1})
    assert game.prompt(3).message == Message("mmn.prompt.buildlater", {"building_seat": 1})
    game.play(4, ("done",))
    game.play(3, ("done",))
    assert (game.to_act, game.blocking_seats) == ((1,), (1,))
    act(game, "done")
    assert (question(game), game.state.active) == ("beforeroll", 1)


def test_that_somebody_can_pay_for_nothing_is_not_told() -> None:
    game = ended(others={2: {"hand": "1 brick"}})
    assert (game.to_act, words(game)) == ((2,), ["done"])


def test_knights_rest_for_the_own_turn() -> None:
    game = ended(others={1: {"hand": "1 grain 1 wool 1 ore", "knights": ["n04"], "roads": chain("n04", "n01")}})
    act(game, "activate n04", "promote n04")
    (knight,) = player(game, 1).knights
    assert (knight.active, knight.fresh, knight.promoted) == (True, True, True)
    act(game, "done")
    (knight,) = player(game, 1).knights
    assert (knight.active, knight.fresh, knight.promoted, knight.rank) == (True, False, False, 2)


def test_nobody_wins_between_turns_and_points_count_in_the_own_turn() -> None:
    others: Players = {
        1: {
            "hand": "3 ore 2 grain 2 wool",
            "buildings": ["city n01", "city n03", "city n12", "settlement n16"],
            "defender": 8,
        },
        3: {"hand": "1 wool"},
    }
    game = ended(others=others)
    assert points(game, 1) == 15
    act(game, "city n16")
    assert points(game, 1) == 16
    assert not game.state.over
    game.play(3, ("done",))
    act(game, "done")
    assert (game.state.over, game.state.winner) == (True, 1)


@pytest.mark.parametrize(("seats", "options"), [(4, BUILDING), (5, {}), (6, {})])
def test_there_is_no_such_phase_with_fewer_players_or_where_nobody_has_agreed_to_it(
    seats: int, options: dict[str, str]
) -> None:
    game = position(seats=seats, others={1: {"hand": "1 wool"}}, options=options)
    act(game, "pass")
    assert (question(game), game.state.active) == ("beforeroll", 1)


def test_with_nobody_holding_cards_the_next_turn_begins() -> None:
    game = ended(others={})
    assert (question(game), game.state.active) == ("beforeroll", 1)


@pytest.mark.parametrize("left", [[], [0, 3], [3, 1], [1, 1], [1, 7]])
def test_a_stored_phase_of_seats_that_cannot_build_is_refused(left: list[int]) -> None:
    game = ended()
    dump = game.dump()
    assert Mmn.load(dump).dump() == dump
    dump["stack"][-1]["left"] = left
    with pytest.raises(CorruptState):
        Mmn.load(dump)
