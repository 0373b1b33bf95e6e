"""The order of a turn and what it forgets (rules 4)."""

from __future__ import annotations

import pytest

from tests.engines.mmn.moves import amounts, asked, hand, roll, sail
from tests.engines.mmn.positions import ENOUGH, Changes, chain, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def test_what_holds_for_a_turn_ends_with_it() -> None:
    me = {
        "cards": ["merchant_fleet", "commercial_harbor"],
        "levels": {"power": 3},
        "buildings": ["city n25"],
        "knights": ["n20", "n31 active"],
        "roads": chain("n20", "n25", "n31", "n37"),
        "hand": ENOUGH,
    }
    game = position(me=me, others={1: {"knights": ["n42"], "hand": "1 ore"}})
    act(
        game,
        "play merchant_fleet",
        "choose wool",
        "play commercial_harbor",
        "strike n42",
        "promote n20",
        "activate n20",
    )
    act(game, "move n31 n37", "pass")
    now = game.state.now
    assert (now.fleet, now.harbour, now.swapped, now.struck, now.event) == ([], False, [], False, "")
    for _ in range(2):
        roll(game, 6, 6)
        act(game, "pass")
    assert game.state.active == 0
    flags = [(knight.acted, knight.fresh, knight.promoted) for knight in player(game).knights]
    assert flags == [(False, False, False)] * 2


def test_the_turn_counter_and_the_active_seat_go_round() -> None:
    game = position(me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}, 2: {"hand": "1 ore"}})
    first = game.state.turn
    for seat in (1, 2, 0):
        events = act(game, "pass")
        assert (game.to_act, game.state.active) == ((seat,), seat)
        assert kinds(events)[-1] == "turn"
        roll(game, 6, 6)
    assert game.state.turn == first + 3


@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_have_no_extra_building_phase(seats: int) -> None:
    game = position(seats=seats, me={"hand": ENOUGH}, others={1: {"hand": "2 brick 2 lumber"}})
    act(game, "pass")
    assert (game.to_act, words(game)) == ((1,), ["roll"])


def test_steps_come_in_order() -> None:
    """Barbarians, clearing, then yields; a castle brings cards before yields (rules 4)."""
    me = {"buildings": ["city n18 store h05"], "levels": {"trade": 3}, "hand": "1 ore"}
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    events = roll(game, 4, 4, "ship")
    order = ("rolled", "barbarians", "clearing", "received", "drew")
    assert kinds(events, *order) == ["rolled", "barbarians", "clearing", "received", "received"]
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    events = roll(game, 4, 4, "castle", "trade")
    assert kinds(events, *order) == ["rolled", "drew", "received"]


def test_T21_discards_and_robber_come_before_the_clearing_and_nothing_is_produced() -> None:
    me = {"buildings": ["settlement n18 store h05"], "hand": "8 ore"}
    others = {1: {"buildings": ["city n25"], "hand": "1 wool"}}
    game = position(phase="roll", me=me, others=others, ship=2, storage=["brick"])
    events = sail(game, 3, 4)
    events += act(game, "discard ore", "discard ore", "discard ore", "discard ore", "robber h06")
    order = kinds(events, "rolled", "barbarians", "discarded", "robber", "stolen", "clearing", "received")
    assert order == ["rolled", "barbarians", "discarded", "robber", "stolen", "clearing", "received"]
    assert hand(game) == amounts("4 ore 1 wool 1 brick")


def test_nothing_is_built_before_the_roll() -> None:
    me: Changes = {"buildings": ["settlement n09", "city n25"], "roads": chain("n09", "n14", "n10"), "knights": ["n14"]}
    game = position(phase="roll", me={**me, "hand": ENOUGH, "cards": ["smith", "alchemist"]})
    assert sorted(offered(game, "play")) == ["alchemist"]
    refused(game, "road n09-n13", "city n09", "knight n10", "play smith", "pass", "bank 4 wool", "activate n14")
    refused(game, "offer 1 wool for 1 ore")


def test_rolling_and_passing_never_play_themselves() -> None:
    """Else the table would see who holds an Alchemist, or nothing to play."""
    game = position(phase="roll")
    assert words(game) == ["roll"]
    roll(game, 1, 1, "ship")
    assert (asked(game), words(game)) == ("turn", ["pass"])
    assert not game.needs_confirmation
