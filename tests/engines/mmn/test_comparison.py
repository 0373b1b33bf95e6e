"""What two positions of MMN differ in: land, the next place to build, tracks, knights, the robber, the hand."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.steps.seven import Discard
from engines.players.skills import SKILLS
from tests.engines.comparing import shown
from tests.engines.mmn.positions import place, position
from tests.engines.mmn.test_computers_offers import wanting

HOME: dict[str, Any] = {"buildings": ["city n25", "settlement n12"], "roads": ["n25-n31", "n31-n37"]}
"""Brick 4, nugget 5, lumber 1 and their commodities by the city, wool 2 by the settlement: 22 cards in 36 rolls."""
OTHERS: dict[int, dict[str, Any]] = {
    1: {"buildings": ["city n10", "settlement n28"], "roads": ["n10-n15"]},
    2: {"buildings": ["city n45", "settlement n16"], "roads": ["n41-n45"]},
}


def at_home(rivals: dict[int, dict[str, Any]] | None = None, robber: str = "", **changes: Any) -> Mmn:
    fields: dict[str, Any] = {"robber": place(robber)} if robber else {}
    others = {seat: player | (rivals or {}).get(seat, {}) for seat, player in OTHERS.items()}
    return position(me=HOME | changes, others=others, **fields)


def with_settlement(where: str) -> Mmn:
    return at_home(buildings=[*HOME["buildings"], f"settlement {where}"])


def reason(id: str, **args: Any) -> Message:
    return Message(f"mmn.reason.{id}", args)


@pytest.mark.parametrize(
    ("better", "worse", "thing"),
    [
        ("n03", "", reason("yields_new", kinds=["grain"], own=26, other=22)),
        ("n39", "", reason("yields", own=23, other=22)),  # lumber 1
        ("n27", "n43", reason("kinds", kinds=["ore"])),  # five cards of both
        ("n03", "n27", reason("kinds_of_fewer", kinds=["grain"], own=26, other=27)),
        ("n53", "n43", reason("yields_of", kind="brick", own=7, other=4)),
    ],
)
def test_land_is_shown_in_cards_of_36_rolls_or_by_kinds(better: str, worse: str, thing: Message) -> None:
    poorer = with_settlement(worse) if worse else at_home()
    assert shown("land", with_settlement(better), poorer) == thing
    assert shown("land", poorer, poorer) is None


def test_a_hex_with_the_robber_yields_nothing_until_he_leaves() -> None:
    """Rules 7.2: while the robber stands there the hex yields nothing, also no servant."""
    better = with_settlement("n39")
    worse = at_home()
    node = better.geometry.node_number["n39"]
    (blocked,) = (hex for hex in better.geometry.node_hexes[node] if better.state.chips[hex])
    for game in (better, worse):
        game.state.robber = blocked
    once = reason("yields_once", own=23, other=22, hex=better.geometry.hexes[blocked])
    assert shown("land", better, worse) == once
    richer = with_settlement("n03")
    richer.state.robber = blocked
    assert shown("land", richer, worse) == reason("yields_new", kinds=["grain"], own=26, other=22)


def test_a_swap_by_commercial_harbour_is_told_with_what_it_brings() -> None:
    """Rules 18: the opponent chooses the commodity."""
    game = at_home({1: {"hand": "1 cloth"}}, hand="1 wool", cards=["commercial_harbor"])
    game.play(0, ("play", "commercial_harbor"))
    assert game.hint(0, ("swap", "seat2", "wool")) == Message("mmn.hint.swap")


def test_the_best_place_for_a_settlement_is_shown_unless_the_other_position_has_built_more() -> None:
    far = at_home(roads=["n25-n31"])
    none = at_home(roads=[])
    assert shown("sites", at_home(), far) == reason("site_reached", node="n37", cards=8), "lumber 1, ore 2, wool 5"
    assert shown("sites", far, none) == reason("site", node="n36", cards=11, n=1)
    assert shown("sites", at_home(), with_settlement("n37")) is None


def test_a_place_is_no_advantage_where_the_other_position_has_one_as_good() -> None:
    """The best place from n31 is n36. From n20 it is n26, which is further away and worse."""
    assert shown("sites", at_home(roads=["n20-n25"]), at_home(roads=["n25-n31"])) is None
    assert shown("sites", at_home(roads=["n25-n31"]), at_home(roads=["n20-n25"])) == reason(
        "site", node="n36", cards=11, n=1
    )


def test_a_harbour_is_shown_that_only_one_has() -> None:
    assert shown("harbours", with_settlement("n01"), at_home()) == reason("harbour", harbour="p1")
    assert shown("harbours", at_home(), with_settlement("n01")) is None


def test_the_track_that_is_further_is_shown_and_how_far_the_metropolis_is_once_it_is_near() -> None:
    three = at_home(levels={"trade": 3})
    assert shown("levels", three, at_home()) == reason("metropolis", track="trade", n=1)
    begun = at_home(levels={"trade": 1})
    assert shown("levels", begun, at_home()) == reason("level", track="trade", level=1, red=2)
    with_it = at_home(levels={"trade": 4}, buildings=["trade n25", "settlement n12"])
    assert shown("levels", with_it, three) == reason("level", track="trade", level=4, red=5)
    assert shown("levels", at_home(), three) is None


def test_knights_are_shown_by_what_becomes_of_the_city_and_by_their_strength() -> None:
    basic = at_home(knights=["n31"])
    awake = at_home(knights=["n31 active"])
    rivals: dict[int, dict[str, Any]] = {1: {"knights": ["n15 strong active"]}, 2: {"knights": ["n41 active"]}}
    among = at_home(rivals, knights=["n31 strong active"])
    weaker = at_home(rivals, knights=["n31 active"])
    assert shown("barbarians", among, weaker) == reason("tied"), "three cities, and they are beaten"
    stronger = at_home(rivals, knights=["n31 mighty active"])
    assert shown("barbarians", stronger, among) == reason("defender"), "tied before, and now alone"
    assert shown("barbarians", weaker, among) is None
    assert shown("barbarians", awake, basic) == reason("spared", all=1, barbarians=3), "others lose their cities"
    alone = at_home(knights=["n31 mighty active"])
    assert shown("barbarians", alone, basic) == reason("spared_defender", all=3, barbarians=3), "three against three"
    strong = reason("strength", own=2, other=1, all=0, barbarians=3)
    assert shown("knights", at_home(knights=["n31 strong"]), basic) == strong
    two = at_home(knights=["n31 active", "n37 active"])
    single = at_home(knights=["n31 active", "n37"])
    assert shown("knights", two, single) == reason("active_strength", own=2, other=1, all=2, barbarians=3)


def test_a_robber_that_has_moved_is_shown_by_the_cards_that_it_keeps() -> None:
    on_both = at_home(robber="h06")
    on_own = at_home(robber="h04")  # brick 9 at two cities; wool 11 at n12
    assert shown("robber", on_both, on_own) == reason("robber_keeps", own=8, other=0)
    assert shown("robbed", on_own, on_both) == reason("robbed", own=2, other=8)
    assert shown("robber", on_both, on_both) is None
    leading: dict[int, dict[str, Any]] = {2: {"defender": 3}}
    leader = at_home(leading, robber="h18")
    second = at_home(leading, robber="h03")  # brick 10 of 2, grain 9 of 1
    assert shown("robber", leader, second) == reason("robber_leader", leader_seat=2, own=6, other=0)


def test_a_hand_is_shown_by_its_cards_by_what_a_seven_takes_or_by_what_they_are_for() -> None:
    assert shown("hand", at_home(hand="1 ore 1 wool"), at_home(hand="1 ore")) == reason("pays_knight")
    assert shown("hand", at_home(hand="1 ore 1 paper"), at_home(hand="1 ore")) == reason(
        "for_level", track="science", level=1
    )
    assert shown("hand", at_home(hand="2 brick"), at_home(hand="1 brick")) == reason("cards", own=2, other=1)
    many = at_home(hand="9 wool")
    few = at_home(hand="7 wool")
    assert shown("hand", few, many) == reason("seven", own=0, other=4)
    city = at_home(hand="2 ore 2 grain")
    settlement = at_home(hand="1 lumber 1 wool 1 grain 1 ore")
    assert shown("hand", city, settlement) == reason("for_city", own=4, whole=5, other=2)
    assert shown("hand", settlement, city) == reason("for_settlement", own=3, whole=4, other=1)


def test_cards_that_the_other_position_has_spent_are_named_and_not_what_they_have_paid_for() -> None:
    knight = at_home(knights=["n31"])
    saving = at_home(hand="1 ore 1 wool")
    assert shown("hand", saving, knight) == reason("unspent", cards=["wool", "ore"])
    assert shown("hand", saving, at_home(hand="1 brick", knights=["n31"])) is None, (
        "each has cards that the other lacks"
    )


def test_a_nugget_is_already_any_card_that_it_may_be_exchanged_for() -> None:
    """Rules 24.1."""
    exchanged = at_home(hand="2 ore 1 grain")
    nugget = at_home(hand="2 ore 1 nugget")
    assert shown("hand", exchanged, nugget) is None


def test_a_nugget_pays_a_card_of_a_price_but_is_not_counted_as_one_in_hand() -> None:
    ore = at_home(hand="2 ore")
    assert shown("hand", at_home(hand="2 ore 1 grain 2 nugget"), ore) == reason("pays_city")
    assert shown("hand", at_home(hand="2 grain 1 nugget"), at_home(hand="2 grain")) == reason("cards", own=3, other=2)
    one_of_both = at_home(hand="2 ore 1 grain 1 nugget")
    assert shown("hand", one_of_both, ore) == reason("for_city", own=3, whole=5, other=2)


def test_after_discarding_it_is_shown_what_the_hand_is_nearly_enough_for() -> None:
    def saving_reason(hand: str) -> Message | None:
        after = at_home(hand=hand)
        before = after.copy()
        before.push(Discard(due=[2, 0, 0], chosen=[[0] * len(board.KINDS) for _ in range(3)]))
        return SKILLS["mmn"].compare.kept_hand(before, after, 0)

    short = reason("short_of_settlement", cards=["brick", "lumber", "wool"], missing=["grain"])
    assert saving_reason("1 brick 1 lumber 1 wool") == short
    nugget = saving_reason("1 brick 1 nugget")
    assert nugget is not None
    assert nugget.args["missing"] == ["wool", "grain"], "the nugget is the lumber"
    assert saving_reason("1 brick 1 lumber 1 wool 1 grain") == reason(
        "keeps_settlement", cards=["brick", "lumber", "wool", "grain"]
    )
    assert saving_reason("1 wool") == reason("keeps", cards=["wool"])
    assert saving_reason("") is None
    assert SKILLS["mmn"].compare.kept_hand(at_home(hand="1 wool"), at_home(hand="1 wool"), 0) is None


def test_a_wall_is_shown_by_the_cards_that_a_seven_spares() -> None:
    walled = at_home(buildings=["city n25 wall", "settlement n12"], hand="3 wool")
    assert shown("walls", walled, at_home()) == reason("limit", own=9, other=7, held=3)


@pytest.mark.parametrize(
    ("rival", "holds", "thing"),
    [
        (1, False, reason("autarky", own=6, other=5, points=2, wanted=5)),
        (6, False, reason("autarky", own=6, other=5, points=2, wanted=7)),
        (3, True, reason("autarky_held", own=6, other=5, points=2, most=3)),
    ],
)
def test_an_award_is_shown_with_what_brings_its_card_or_with_the_next_player(
    rival: int, holds: bool, thing: Message
) -> None:
    """Rules 13.4: at least five, and more than the holder."""
    better = at_home()
    worse = at_home()
    for game, serfs in ((better, 6), (worse, 5)):
        game.state.players[0].serfs = serfs
        game.state.players[1].serfs = rival
        game.state.autarky = 0 if holds else -1
    assert shown("autarky", better, worse) == thing


def test_cards_that_have_been_chosen_to_be_discarded_are_gone() -> None:
    game = wanting()
    chosen = [[0] * len(board.KINDS) for _ in game.state.players]
    chosen[0][2] = 1
    before = game.copy()
    game.push(Discard(due=[2, 0, 0], chosen=chosen))
    (hand,) = (difference for difference in SKILLS["mmn"].compare(before, game, 0) if difference.subject == "hand")
    cards = sum(before.state.players[0].hand)
    assert hand.advantage == reason("cards", own=cards, other=cards - 1)
    assert not [difference for difference in SKILLS["mmn"].compare(before, game, 1) if difference.subject == "hand"]


def test_what_a_seven_takes_of_others_is_no_advantage() -> None:
    """Rules 7.1: they discard whatever the seat does."""
    seven = at_home({1: {"hand": "8 wool"}})
    after = at_home({1: {"hand": "4 wool"}})
    assert shown("others", after, seven) == reason("others", own=4, other=8)
    assert shown("others", seven, after) is None
    seven.push(Discard(due=[0, 4, 0], chosen=[[0] * len(board.KINDS) for _ in range(3)]))
    assert shown("others", after, seven) is None


def test_how_often_knights_were_promoted_is_told_of_a_player() -> None:
    three = at_home(knights=["n31", "n37 strong", "n15 mighty active"])
    text = next(
        difference.args
        for difference in three.describe(0)
        if difference.args.get("seat") == 0 and "knights" in difference.args
    )
    assert (text["knights"], text["active"], text["promotions"]) == (3, 1, 3)
