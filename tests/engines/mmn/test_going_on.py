"""Who has made an offer may go on with the turn, which withdraws it (rules 11.1)."""

from __future__ import annotations

from random import Random

import pytest

from engines.mmn.game import Mmn
from engines.saving import CorruptState
from tests.engines.contract_suite import check_state
from tests.engines.mmn.moves import asked, hand, seen
from tests.engines.mmn.positions import position
from tests.engines.playing import act, kinds, offered, refused, words

OFFER = "offer 2 wool for 1 ore"
ANSWERS = {
    "nobody has answered": (),
    "somebody has declined": ("1: decline",),
    "somebody would rather have something else": ("1: counter 1 jewel for 1 cloth",),
    "everybody has answered": ("1: counter 1 jewel for 1 cloth", "2: decline"),
}
"""What may have become of an offer that still stands."""


def standing(answers: str = "nobody has answered", rules: int = Mmn.rules_version) -> Mmn:
    """Seat 0 has offered wool, and could build a road, buy from the bank, hire a knight, play a card."""
    me = {"hand": "5 wool 1 brick 1 lumber 1 ore 1 cloth", "cards": ("warlord", "merchant"), "buildings": ["city n25"]}
    me["roads"] = ["n25-n31"]
    game = position(me=me, others={1: {"hand": "2 ore 1 jewel"}, 2: {"hand": "1 ore 1 wool"}})
    game.state.rules = rules
    act(game, OFFER, *ANSWERS[answers])
    return game


def withdrawn(game: Mmn) -> Mmn:
    game = game.copy()
    act(game, "0: withdraw")
    return game


@pytest.mark.parametrize("answers", ANSWERS)
def test_11_1_the_offerer_is_offered_the_turn_behind_what_the_offer_offers(answers: str) -> None:
    game = standing(answers)
    turn = words(withdrawn(game), 0)
    own = [line for line in words(game, 0) if line not in turn]
    assert own == (
        ["accept seat2", "withdraw"] if "1: counter 1 jewel for 1 cloth" in ANSWERS[answers] else ["withdraw"]
    )
    assert words(game, 0)[: len(own)] == own
    assert sorted(words(game, 0)) == sorted([*own, *turn])
    assert {line.split()[0] for line in turn} >= {"road", "knight", "bank", "play", "pass"}
    assert game.prompt(0).open == ("offer", "bank")
    assert asked(game, 0) == "own_offer"


@pytest.mark.parametrize("answers", ANSWERS)
def test_11_1_going_on_is_the_same_as_withdrawing_first(answers: str) -> None:
    game = standing(answers)
    after = withdrawn(game)
    for line in (*words(after, 0), "bank 4 wool for grain"):
        one = game.copy()
        other = after.copy()
        events = act(one, f"0: {line}")
        assert kinds(events) == ["withdrawn", *kinds(act(other, f"0: {line}"))], line
        assert one == other, line
        assert seen(one).offer is None


def test_11_1_who_was_asked_cannot_answer_any_more() -> None:
    game = standing("somebody would rather have something else")
    act(game, "0: bank 4 wool for grain")
    assert game.to_act == (0,)
    assert asked(game) == "turn"
    assert "jewel" in hand(game, 1)
    for seat in (1, 2):
        refused(game, "accept", "decline", "counter 1 ore for 1 wool", seat=seat)


def test_11_1_the_turn_may_end_while_an_offer_stands() -> None:
    game = standing()
    assert kinds(act(game, "0: pass"))[:3] == ["withdrawn", "passed", "turn"]
    assert game.to_act == (1,)


def test_11_1_the_game_waits_for_those_who_are_asked_nevertheless() -> None:
    assert standing().blocking_seats == (1, 2)
    assert standing("everybody has answered").blocking_seats == (0,)


def test_11_1_what_an_opponent_may_do_is_as_before() -> None:
    game = standing()
    assert words(game, 1) == ["accept", "decline"]
    assert game.prompt(1).open == ("counter",)
    refused(game, "pass", "withdraw", "bank 2 ore", seat=1)


@pytest.mark.parametrize("answers", ANSWERS)
def test_11_1_in_games_of_earlier_rules_the_offerer_withdraws_first(answers: str) -> None:
    game = Mmn.load(standing(answers, rules=4).dump())
    refused(game, "pass", "bank 4 wool", "bank 4 wool for grain", offered(withdrawn(game), "road", 0)[0], seat=0)
    assert "pass" not in words(game, 0)
    assert game.prompt(0).open == ("offer",)
    assert asked(game, 0) == "offer"
    act(game, "0: withdraw", "0: bank 4 wool for grain")


@pytest.mark.parametrize("answers", ANSWERS)
def test_11_1_every_promise_holds_meanwhile(answers: str) -> None:
    check_state(standing(answers), Random(1))


def test_11_1_an_offer_below_which_no_turn_waits_is_refused() -> None:
    stored = standing().dump()
    del stored["stack"][-2]
    with pytest.raises(CorruptState, match="Offer"):
        Mmn.load(stored)
