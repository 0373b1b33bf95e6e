"""The seven: discards, robber and pirate, theft, the lock before the first attack (rules 6.7, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, hand, roll, seen, told
from tests.engines.mmn.positions import ENOUGH, Players, place, position
from tests.engines.playing import act, kinds, offered, refused, words


def seven(me: Any = None, others: Players | None = None, **changes: Any) -> Mmn:
    """Seat 0 has rolled a seven."""
    game = position(phase="roll", me={"hand": "1 ore"} | (me or {}), others=others, **changes)
    roll(game, 3, 4, track="magic")
    return game


# -- discards ----------------------------------------------------------------------------------------------------------


def both() -> Mmn:
    """Seats 0 and 2 owe 4 and 5 cards."""
    return seven(
        {"hand": "5 ore 3 jewel"},
        {1: {"hand": "7 wool"}, 2: {"hand": "10 brick 1 paper", "cards": ["smith", "mining"]}},
    )


def test_all_above_their_limit_discard_at_once() -> None:
    game = both()
    assert set(game.to_act) == {0, 2}
    assert seen(game).owed == {"0": 4, "2": 5}
    assert game.prompt(2).message.args["count"] == 5
    refused(game, "discard wool", "discard coin", "pass", "robber h01", "discard 5 ore", "discard 3 ore", seat=0)
    refused(game, "discard wool", seat=1)
    refused(game, "discard 4 jewel", "discard 2 ore 1 jewel", "discard 4 ore 0 jewel", "discard 3 ore 2 ore", seat=0)


@pytest.mark.parametrize("first", [0, 2])
def test_the_order_of_discards_does_not_matter(first: int) -> None:
    game = both()
    lines = {0: ("discard", "4", "ore"), 2: ("discard", "4", "brick", "1", "paper")}
    events = game.play(first, lines[first])
    assert kinds(events) == ["discarding"]
    assert events[0].data == {"count": 4 if first == 0 else 5}
    assert game.to_act == (2 - first,)
    refused(game, " ".join(lines[first]), seat=first)
    events = game.play(2 - first, lines[2 - first])
    assert [event.seat for event in told(events, "discarded")] == [0, 2]
    assert hand(game, 0) == amounts("1 ore 3 jewel")
    assert hand(game, 2) == amounts("6 brick")
    assert (game.to_act, asked(game)) == ((0,), "movefigure")


def test_discards_are_hidden_until_all_have_chosen() -> None:
    one, other = both(), both()
    told_one = one.play(0, ("discard", "4", "ore"))
    told_other = other.play(0, ("discard", "1", "ore", "3", "jewel"))
    assert told_one == told_other
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
        assert one.describe(seat) == other.describe(seat)
    assert one.prompt(2) == other.prompt(2)
    assert one.legal(2) == other.legal(2)


def test_discards_one_by_one() -> None:
    game = both()
    for left in (4, 3, 2):
        assert game.prompt(0).message.args["count"] == left
        assert game.play(0, ("discard", "jewel")) == []
        assert seen(game).owed == {"0": 4, "2": 5}
    assert game.prompt(0).message.args["cards"] == ["jewel"] * 3
    refused(game, "discard jewel", "discard 4 ore", "pass", seat=0)
    assert kinds(game.play(0, ("discard", "ore"))) == ["discarding"]
    assert game.to_act == (2,)
    assert hand(game) == amounts("5 ore 3 jewel"), "nothing is paid before all have chosen"


def test_the_most_frequent_kinds_are_the_default() -> None:
    game = both()
    while 0 in game.to_act:
        game.play(0, game.default(0))
    while 2 in game.to_act and asked(game, 2) == "discard":
        game.play(2, game.default(2))
    assert hand(game, 2) == amounts("5 brick 1 paper")
    assert hand(game, 0) in (amounts("2 ore 2 jewel"), amounts("1 ore 3 jewel"))


def test_progress_cards_do_not_count_and_are_not_discarded() -> None:
    game = seven({"hand": "7 ore", "cards": ["smith", "mining", "crane", "wedding", "siege"]})
    assert asked(game) == "movefigure"


# -- robber and pirate -------------------------------------------------------------------------------------------------


def test_exactly_one_figure_moves() -> None:
    game = seven()
    robber, pirate = offered(game, "robber"), offered(game, "pirate")
    assert robber == [f"h{number:02}" for number in range(1, 20)]
    assert pirate == [f"p{number}" for number in range(1, 10)]
    assert len(words(game)) == len(robber) + len(pirate)
    refused(game, "pass", "robber h20", "pirate p0", "pirate h01", "robber p1", "robber")


def test_a_figure_must_leave_its_place() -> None:
    game = seven(robber=place("h05"), pirate=3)
    assert "h05" not in offered(game, "robber")
    assert "p4" not in offered(game, "pirate")
    refused(game, "robber h05", "pirate p4")
    act(game, "pirate p5")
    assert (seen(game).robber, seen(game).pirate) == ("h05", "p5")


def test_the_robber_takes_from_a_neighbour_of_choice_who_has_cards() -> None:
    others = {
        1: {"buildings": ["settlement n25"], "hand": "2 wool"},
        2: {"buildings": ["city n42"], "hand": "3 meat"},
        3: {"buildings": ["settlement n03"], "hand": "1 coin"},
    }
    game = seven({"buildings": ["city n18"]}, others, seats=4)
    act(game, "robber h15")
    assert (hand(game), hand(game, 2)) == (amounts("1 ore 1 meat"), amounts("2 meat")), "one victim needs no choice"


def rivals(**hands: str) -> Mmn:
    """Seats 0, 1 and 2 all stand at h11."""
    others = {
        1: {"buildings": ["settlement n25"], "hand": hands.get("one", "2 wool")},
        2: {"buildings": ["city n37"], "hand": hands.get("two", "3 meat")},
        3: {"buildings": ["settlement n03"], "hand": "1 coin"},
    }
    game = seven({"knights": ["n20"]}, others, seats=4)
    act(game, "robber h11")
    return game


def test_the_robber_chooses_among_several_victims_and_must_rob() -> None:
    game = rivals()
    assert asked(game) == "rob"
    assert sorted(words(game)) == ["rob seat2", "rob seat3"]
    refused(game, "pass", "rob seat1", "rob seat4", "rob", "rob 1")
    events = act(game, "rob seat3")
    assert hand(game) == amounts("1 ore 1 meat")
    stolen = told(events, "stolen")[0]
    assert (stolen.seat, stolen.data) == (0, {"victim_seat": 2, "count": 1})
    private = told(events, "stolen_card")[0]
    assert (private.data["cards"], set(private.seen_by or ())) == (["meat"], {0, 2})


def test_victims_without_cards_are_left_out() -> None:
    assert hand(rivals(one="")) == amounts("1 ore 1 meat")
    assert hand(rivals(one="", two="")) == amounts("1 ore")


def test_own_buildings_are_not_robbed() -> None:
    game = seven({"buildings": ["city n25"], "hand": "1 ore"})
    act(game, "robber h11")
    assert hand(game) == amounts("1 ore")
    assert seen(game).phase == "actions"


@pytest.mark.parametrize("answer", ["rob seat2", "pass"])
def test_the_pirate_may_take_from_the_harbour_owner(answer: str) -> None:
    game = seven({}, {1: {"buildings": ["city n53"], "hand": "1 meat"}})
    act(game, "pirate p6")
    assert sorted(words(game)) == ["pass", "rob seat2"]
    assert game.prompt(0).optional
    act(game, answer)
    assert hand(game) == amounts("1 ore 1 meat" if answer != "pass" else "1 ore")


def test_the_pirate_takes_nothing_from_an_empty_hand_or_from_oneself() -> None:
    game = seven({"buildings": ["city n01"]}, {1: {"buildings": ["city n53"]}})
    copy = game.copy()
    act(game, "pirate p6")
    assert seen(game).phase == "actions"
    act(copy, "pirate p1")
    assert seen(copy).phase == "actions"


def test_nothing_is_produced_on_a_seven() -> None:
    events_of = position(phase="roll", me={"buildings": ["city n25"], "hand": "1 ore"})
    events = roll(events_of, 3, 4)
    assert kinds(events, "received") == []


# -- the lock (6.7) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["on", "off"])
def test_the_lock_holds_until_the_first_attack(lock: str) -> None:
    game = seven({"hand": "8 ore"}, attacked=False, options={"robber_lock": lock})
    assert seen(game).owed == {"0": 4}
    act(game, "discard 4 ore")
    if lock == "on":
        assert seen(game).phase == "actions"
        assert (seen(game).robber, seen(game).pirate) == (None, None)
    else:
        assert asked(game) == "movefigure"


def test_the_lock_stops_bishop_and_chasing() -> None:
    me = {"cards": ["bishop"], "hand": ENOUGH, "knights": ["n25 active", "n53 active"]}
    locked = position(me=me, attacked=False, sound=False)
    refused(locked, "play bishop", "chase robber n25", "chase pirate n53")
    free = position(me=me, attacked=False, options={"robber_lock": "off"})
    assert "play bishop" in words(free)


def test_a_seven_in_the_turn_of_the_first_attack_moves_a_figure() -> None:
    game = position(phase="roll", me={"hand": "1 ore", "knights": ["n18 active"]}, ship=6, attacked=False)
    roll(game, 3, 4, "ship")
    assert asked(game) == "movefigure"


# -- what the figures do -----------------------------------------------------------------------------------------------


def test_the_robber_stops_its_hex_for_everybody() -> None:
    others = {1: {"buildings": ["city n42 servant h15"], "hand": "1 ore"}}
    game = position(phase="roll", me={"buildings": ["settlement n36"], "hand": "1 ore"}, others=others, robber=14)
    roll(game, 1, 2)
    assert (hand(game), hand(game, 1)) == (amounts("1 ore"), amounts("1 ore"))


def test_the_pirate_does_not_stop_yields() -> None:
    game = position(phase="roll", me={"buildings": ["settlement n53"], "hand": "1 ore"}, pirate=5)
    roll(game, 4, 6)
    assert hand(game) == amounts("1 ore 1 brick")
