"""What computer players offer others: when it brings something, to whom, and how often."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.contract import Action
from engines.mmn import scoring
from engines.mmn.game import Mmn
from engines.players import PLAYERS, candidates, normal, strong
from engines.players.beam import Beam
from engines.players.skills.mmn_offers import offer
from engines.players.values import mmn
from engines.saving import CorruptState
from tests.engines.mmn.positions import position
from tests.engines.playing import act

OFFER = ("offer", "1", "wool", "for", "1", "brick")
"""What brings the settlement that a single brick would complete."""
PLACES: dict[int, dict[str, Any]] = {
    0: {"buildings": ["city n25", "settlement n12"], "roads": ["n25-n31", "n31-n37"]},
    1: {"buildings": ["city n10", "settlement n28"], "roads": ["n10-n15"]},
    2: {"buildings": ["city n45", "settlement n16"], "roads": ["n41-n45"]},
}


def wanting(rich: dict[int, str] | None = None, seat: int = 0) -> Mmn:
    """A seat lacks a brick for a settlement and has wool to spare; what the next ones have, as in ``rich``."""
    hands = {1: "2 brick 1 ore", 2: "2 brick 1 ore"} if rich is None else rich
    others = {(seat + place) % 3: PLACES[place] | {"hand": hand} for place, hand in hands.items()}
    return position(seat=seat, me=PLACES[0] | {"hand": "1 lumber 1 grain 4 wool"}, others=others)


def offered(game: Mmn, chance: int = 1) -> Action | None:
    return offer(game, 0, Random(chance), Beam(mmn.value, width=2, unfinished=2, positions=150))


@pytest.mark.parametrize("player", [normal, strong])
def test_they_offer_what_they_can_spare_for_what_they_lack(player: Any) -> None:
    game = wanting()
    action = player(game, 0, Random(1))
    assert action[: len(OFFER)] == OFFER
    game.check(0, action)


def test_who_decides_for_somebody_waited_for_offers_nothing() -> None:
    assert PLAYERS["alone"](wanting(), 0, Random(1))[0] != "offer"


def test_a_refused_offer_is_not_made_again_in_that_turn() -> None:
    game = wanting()
    act(game, " ".join(OFFER), "1: decline", "2: decline")
    assert game.to_act == (0,)
    assert offered(game) is None
    assert normal(game, 0, Random(1))[0] != "offer"


def test_the_next_turn_may_see_one_again() -> None:
    game = wanting()
    act(game, " ".join(OFFER), "1: decline", "2: decline", "pass")
    assert "offers" not in game.dump()["now"]


def test_nothing_is_offered_for_what_nobody_has() -> None:
    assert offered(wanting({1: "3 ore", 2: "3 ore"})) is None


def test_nothing_is_offered_by_who_lacks_nothing() -> None:
    assert offered(position(me=PLACES[0], others={1: PLACES[1] | {"hand": "9 brick"}})) is None


def test_who_leads_near_the_end_is_offered_nothing() -> None:
    game = wanting()
    assert offered(game) == OFFER
    game.state.players[1].defender = 11
    assert offered(game) == (*OFFER, "to", "seat3")


@pytest.mark.parametrize("behind", [1, 2])
def test_of_several_who_gain_an_offer_goes_to_whoever_is_furthest_behind(behind: int) -> None:
    """It goes to one alone where another opponent is about to win."""
    hands = dict.fromkeys((1, 2, 3), "2 brick 1 ore")
    places = PLACES | {3: {"buildings": ["city n03", "settlement n51"]}}
    others = {seat: places[seat] | {"hand": hand} for seat, hand in hands.items()}
    game = position(seats=4, me=PLACES[0] | {"hand": "1 lumber 1 grain 4 wool"}, others=others)
    game.state.players[3].defender = 11
    game.state.players[3 - behind].defender = 1
    assert offered(game) == (*OFFER, "to", f"seat{behind + 1}")


def asked(points: int) -> Mmn:
    """Seat 0, with so many points, offers what its settlement wants: with a sixteenth point it wins."""
    game = wanting()
    game.state.players[0].defender = points - scoring.points(game, 0)
    game.network.altered(0)
    assert scoring.points(game, 0) == points
    act(game, " ".join(OFFER))
    return game


@pytest.mark.parametrize("level", ["normal", "alone", "strong"])
@pytest.mark.parametrize(("points", "answer"), [(3, "accept"), (11, "accept"), (13, "decline"), (15, "decline")])
def test_what_a_leader_near_the_end_offers_is_declined(level: str, points: int, answer: str) -> None:
    game = asked(points)
    for chance in (1, 2):
        assert PLAYERS[level](game, 1, Random(chance)) == (answer,)


def test_what_somebody_offers_who_does_not_lead_may_be_accepted_near_the_end() -> None:
    game = asked(13)
    game.state.players[2].defender = 12
    game.network.altered(2)
    assert normal(game, 1, Random(1)) == ("accept",)


def test_a_hint_knows_of_no_other_answer_to_a_leader_near_the_end() -> None:
    assert {candidate.first for candidate in candidates(asked(11), 1, Random(1))} == {("accept",), ("decline",)}
    assert [each.first for each in candidates(asked(15), 1, Random(1))] == [("decline",)]


def test_the_offerer_who_is_about_to_win_may_still_accept() -> None:
    game = asked(15)
    act(game, "1: counter 1 brick for 2 wool", "2: decline")
    assert normal(game, 0, Random(1)) == ("accept", "seat2")


@pytest.mark.parametrize("at_once", ["on", "off"])
@pytest.mark.parametrize("level", ["normal", "alone", "strong"])
@pytest.mark.parametrize(("terms", "answer"), [("4 wool for 1 ore", "accept"), ("1 wool for 2 brick 1 ore", "decline")])
def test_an_answer_is_judged_as_if_it_held_whether_acceptance_trades_at_once(
    at_once: str, level: str, terms: str, answer: str
) -> None:
    game = wanting()
    game.state.options["first_acceptance_trades"] = at_once
    act(game, f"offer {terms}")
    for chance in range(3):
        assert PLAYERS[level](game, 1, Random(chance)) == (answer,)
    best, other = candidates(game, 1, Random(1))
    assert (best.first, other.first) == ((answer,), ({"accept": "decline", "decline": "accept"}[answer],))
    assert best.value > other.value


def test_without_any_time_nothing_is_offered() -> None:
    game = wanting()
    assert offer(game, 0, Random(1), Beam(mmn.value, width=2, positions=150, seconds=0.0)) is None


def test_what_is_hidden_changes_nothing_of_an_offer() -> None:
    game = wanting()
    assert {offered(game.determinize(0, Random(chance))) for chance in range(4)} == {offered(game)}


def test_before_rules_6_nothing_is_counted_and_computers_offer_nothing() -> None:
    game = wanting()
    game.state.rules = 5
    assert offered(game) is None
    act(game, " ".join(OFFER))
    assert "offers" not in game.dump()["now"]


def test_offers_of_a_turn_are_counted_and_kept() -> None:
    game = wanting()
    assert "offers" not in game.dump()["now"]
    act(game, " ".join(OFFER), "0: offer 1 wool for 1 ore to seat2")
    assert game.dump()["now"]["offers"] == 2
    assert Mmn.load(game.dump()) == game
    with pytest.raises(CorruptState):
        Mmn.load({**game.dump(), "now": {**game.dump()["now"], "offers": -1}})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "defender", "least"), [("normal", 9, 1), pytest.param("strong", 11, 0, marks=pytest.mark.proof)]
)
def test_games_in_which_everybody_may_offer_end(level: str, defender: int, least: int) -> None:
    """The last part of one, for a whole one takes minutes; so near the end that nobody is offered anything, where the
    player thinks for long."""
    game = wanting()
    rng = Random(3)
    actions = 0
    offers = 0
    for player in game.state.players:
        player.defender = defender
    while game.to_act:
        seat = game.blocking_seats[0]
        action = PLAYERS[level](game, seat, rng)
        offers += action[0] == "offer"
        game.play(seat, action)
        assert (game.state.now.offers or 0) <= 1
        actions += 1
        assert actions < 1_000
    assert game.state.over
    assert offers >= least
