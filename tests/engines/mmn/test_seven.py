"""The seven: discards, robber and pirate, theft, the lock before the first attack (rules 6.7, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Message
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, events_of, hand, knight_at, load_dice, roll, seen
from tests.engines.mmn.positions import ENOUGH, Players, place, position
from tests.engines.mmn.test_reasons import named, reason
from tests.engines.playing import act, kinds, offered, refused, words


def seven(me: Any = None, others: Players | None = None, **changes: Any) -> Mmn:
    """Seat 0 has rolled a seven."""
    game = position(phase="roll", me={"hand": "1 ore"} | (me or {}), others=others, **changes)
    roll(game, 3, 4, track="magic")
    return game


# -- discards (rules 7.1) ----------------------------------------------------------------------------------------------


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
    assert [event.seat for event in events_of(events, "discarded")] == [0, 2]
    assert hand(game, 0) == amounts("1 ore 3 jewel")
    assert hand(game, 2) == amounts("6 brick")
    assert (game.to_act, asked(game)) == ((0,), "movefigure")


def test_discards_are_hidden_until_all_have_chosen() -> None:
    one = both()
    other = both()
    told_one = one.play(0, ("discard", "4", "ore"))
    told_other = other.play(0, ("discard", "1", "ore", "3", "jewel"))
    assert told_one == told_other
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
        assert one.describe(seat) == other.describe(seat)
    assert one.prompt(2) == other.prompt(2)
    assert one.legal(2) == other.legal(2)


def test_discards_may_be_named_one_by_one() -> None:
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


@pytest.mark.parametrize("line", ["1 wool 3 ore", "3 ore 1 wool", "1 ore 1 wool 2 ore", "ore wool ore ore"])
def test_discards_are_typed_in_any_order(line: str) -> None:
    """And stored in one; kinds without numbers are a card each."""
    game = seven({"hand": "3 wool 5 ore"})
    action = ("discard", *line.split())
    assert game.normal(0, action) == ("discard", "1", "wool", "3", "ore")
    game.check(0, action)
    act(game, " ".join(action))
    assert hand(game) == amounts("2 wool 2 ore")


def test_what_is_already_discarded_is_not_missing_in_the_hand() -> None:
    game = seven({"hand": "2 wool 6 ore"})
    act(game, "discard wool", "discard wool")
    chosen = Message("mmn.refuse.discarded", {"cards": ["wool", "wool"]})
    assert [reason(game, line) for line in ("discard wool", "discard 1 wool 1 ore")] == [chosen, chosen]
    assert reason(game, "discard 3 wool") == Message("mmn.refuse.not_in_hand", {"cards": ["wool"] * 3})
    game.state.players[0].hand[2] += 1
    game.copy().check(0, ("discard", "1", "wool", "1", "ore"))
    assert named(game.copy(), "discard 3 wool") == "discarded"


def test_progress_cards_do_not_count_and_are_not_discarded() -> None:
    game = seven({"hand": "7 ore", "cards": ["smith", "mining", "crane", "wedding", "siege"]})
    assert asked(game) == "movefigure"


# -- robber and pirate (rules 7.2) -------------------------------------------------------------------------------------


def test_24_10_exactly_one_figure_moves() -> None:
    game = seven()
    robber = offered(game, "robber")
    pirate = offered(game, "pirate")
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
    stolen = events_of(events, "stolen")[0]
    assert (stolen.seat, stolen.data) == (0, {"victim_seat": 2, "count": 1})
    private = events_of(events, "stolen_card")[0]
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
def test_24_10_the_pirate_may_take_from_the_harbour_owner(answer: str) -> None:
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


# -- the lock (rules 6.7) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["on", "off"])
def test_24_05_the_lock_holds_until_the_first_attack(lock: str) -> None:
    game = seven({"hand": "8 ore"}, attacked=False, options={"robber_lock": lock})
    assert seen(game).owed == {"0": 4}
    act(game, "discard 4 ore")
    if lock == "on":
        assert seen(game).phase == "actions"
        assert (seen(game).robber, seen(game).pirate) == (None, None)
    else:
        assert asked(game) == "movefigure"


@pytest.mark.parametrize(("attacked", "white", "told"), [(False, 4, True), (True, 4, False), (False, 5, False)])
def test_that_robber_and_pirate_rest_under_the_lock_is_told_of_a_seven(attacked: bool, white: int, told: bool) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, attacked=attacked)
    assert kinds(roll(game, 3, white), "figures_rest") == ["figures_rest"] * told


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


def test_the_pirate_does_not_stop_yields() -> None:
    game = position(phase="roll", me={"buildings": ["settlement n53"], "hand": "1 ore"}, pirate=5)
    roll(game, 4, 6)
    assert hand(game) == amounts("1 ore 1 brick")


@pytest.mark.parametrize("corner", ["n50", "n53"])
def test_24_06_a_harbour_belongs_to_its_two_intersections(corner: str) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": [f"city {corner}"], "hand": "1 wool"}})
    roll(game, 3, 4, track="magic")
    act(game, "pirate p6")
    assert "rob seat2" in words(game)
    beside = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": ["city n49"], "hand": "1 wool"}})
    roll(beside, 3, 4, track="magic")
    act(beside, "pirate p6")
    assert asked(beside) == "turn"


LARGE = ["city n18 large_store h05", "city n25 large_store h11"]


@pytest.mark.parametrize(
    ("cards", "buildings", "due"),
    [
        (12, LARGE, 4),
        (9, ["city n18 wall"], 0),
        (8, ["city n18 large_store h05", "city n25 hall h11"], 3),
        (9, ["city n18 sabotaged large_store h05"], 4),
        (7, ["city n18"], 0),
        (8, ["city n18"], 4),
        (9, ["city n18"], 4),
        (10, ["city n18 wall"], 5),
        (12, ["city n18 wall", "city n25 wall", "city n42 sabotaged wall"], 0),
        (14, ["city n18 wall", "city n25 wall", "city n42 sabotaged wall"], 7),
        (8, [*LARGE, "city n42 large_store h15"], 1),
    ],
)
def test_T6_a_seven_asks_for_half_less_large_stores(cards: int, buildings: list[str], due: int) -> None:
    """Rules 7.1."""
    half = cards // 2
    me = {"hand": f"{half} wool {cards - half} jewel", "buildings": buildings}
    game = position(phase="roll", me=me, storage_card=0 if buildings[:2] == LARGE else -1)
    roll(game, 3, 4, track="magic")
    assert seen(game).owed == ({"0": due} if due else {})
    if due:
        assert game.prompt(0).message.args["count"] == due
        act(game, *["discard wool"] * min(due, half), *["discard jewel"] * max(0, due - half))
    assert sum(hand(game).values()) == cards - due
    assert game.prompt(0).message.id == "mmn.prompt.movefigure"


def test_T19_the_pirate_closes_its_harbour_and_can_be_chased() -> None:
    me = {"buildings": ["settlement n50"], "knights": ["n53 active"], "hand": "4 wool 1 ore"}
    game = position(me=me, pirate=5)
    assert "bank 4 wool" in words(game)
    refused(game, "bank 2 wool", "bank 2 wool for ore", "bank 3 wool")
    act(game, "chase pirate n53")
    assert offered(game, "pirate") == [f"p{number}" for number in (1, 2, 3, 4, 5, 7, 8, 9)]
    refused(game, "pirate p6", "robber h01", "pass", "pirate h01", "pirate p10")
    act(game, "pirate p1")
    assert seen(game).pirate == "p1"
    assert not knight_at(game, "n53").active
    assert "bank 2 wool" in words(game)


def test_T19_three_to_one_elsewhere_stays_open() -> None:
    me = {"buildings": ["settlement n50", "settlement n43"], "hand": "4 wool 1 ore"}
    game = position(me=me, pirate=5)
    assert {"bank 3 wool"} == {line for line in words(game) if line.startswith("bank")}


def test_figures_on_the_first_hex_and_harbour_are_chased_and_block() -> None:
    me = {"knights": ["n01 active", "n05 active"], "buildings": ["settlement n04"], "hand": "4 grain 1 ore"}
    game = position(me=me, robber=0, pirate=0)
    assert offered(game, "bank") == ["4 grain"]
    assert sorted(offered(game, "chase")) == ["pirate n01", "robber n01", "robber n05"]
    act(game, "chase pirate n01", "pirate p2", "chase robber n05", "robber h19")
    assert offered(game, "bank") == ["2 grain"]
    rolled = position(phase="roll", me={"buildings": ["settlement n04"]}, robber=0)
    roll(rolled, 4, 5)
    assert hand(rolled) == {}


@pytest.mark.parametrize("chip", ["hall", "large_store"])
def test_siege_and_saboteur_leave_the_discards_to_walls_and_stores(chip: str) -> None:
    """A wall counts at a sabotaged city, its large store does not."""
    me = {"buildings": [f"city n25 wall sabotaged {chip} h11"], "hand": "10 ore"}
    game = position(phase="roll", me=me)
    roll(game, 3, 4, track="magic")
    assert (seen(game).players[0].hand_limit, seen(game).owed) == (9, {"0": 5})


def test_alchemist_may_bring_a_seven_and_an_attack() -> None:
    me = {"cards": ["alchemist"], "buildings": ["city n25"], "hand": "8 ore"}
    game = position(phase="roll", me=me, ship=6)
    load_dice(game, 1, 1, "ship")
    events = act(game, "play alchemist", "dice 3 4")
    assert kinds(events, "rolled", "attack") == ["rolled", "attack"]
    assert not building_at(game, "n25").city
    assert seen(game).owed == {"0": 4}
