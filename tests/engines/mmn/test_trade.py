"""Offers between players and exchanges with the bank (rules 11)."""

from __future__ import annotations

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from tests.engines.mmn.positions import (
    asked,
    city,
    empty,
    hand,
    held,
    lay,
    legal,
    level,
    play,
    ready,
    refused,
    settlement,
)
from tests.engines.playing import kinds


def offered(words: str = "offer 2 wool 1 ore for 1 brick") -> Mmn:
    """Seat 0 has made an offer that only seat 1 can accept."""
    game = empty(4)
    hand(game, 0, "3 wool 1 ore")
    hand(game, 1, "1 brick 1 coin")
    hand(game, 2, "1 coin")
    game = ready(game)
    play(game, words)
    return game


def test_every_opponent_is_asked_and_the_first_acceptance_wins() -> None:
    game = offered()
    assert game.to_act == (1, 2, 3, 0)
    assert legal(game, 1) == ["accept", "decline"]
    assert legal(game, 2) == ["decline"], "who cannot accept can only decline; he alone knows"
    assert legal(game, 0) == ["withdraw"]
    assert refused(game, "accept", 2) == "not_in_hand"
    assert [game.default(seat) for seat in (1, 0)] == [("decline",), ("withdraw",)]
    view = game.view(None).offer
    assert view is not None
    assert (view.give, view.want, view.waiting) == ({"wool": 2, "ore": 1}, {"brick": 1}, [1, 2, 3])
    play(game, "decline", seat=2)
    play(game, "accept", seat=1)
    assert [held(game, 0), held(game, 1)] == ["1 brick 1 wool", "2 wool 1 ore 1 coin"]
    assert asked(game) == "turn"


def test_an_offer_lapses_when_all_have_declined_and_can_be_withdrawn() -> None:
    game = offered()
    for seat in (1, 2):
        play(game, "decline", seat=seat)
    assert "offer_lapsed" in kinds(play(game, "decline", seat=3))
    assert asked(game) == "turn"
    game = offered()
    play(game, "withdraw", seat=0)
    assert game.to_act == (0,)
    assert asked(game) == "turn"


def test_a_counter_offer_goes_back_to_the_offerer() -> None:
    game = offered()
    assert refused(game, "counter 1 wool for 1 ore", 2) == "not_in_hand"
    assert refused(game, "counter 1 coin for 1 coin", 2) == "offer_words"
    play(game, "counter 1 coin for 3 wool", seat=2)
    play(game, "counter 1 brick for 4 ore", seat=1)
    assert legal(game, 0) == ["accept seat3", "withdraw"], "he cannot pay the other"
    assert refused(game, "accept seat2") == "not_in_hand"
    assert refused(game, "accept seat4") == "no_counter"
    play(game, "decline", seat=3)
    assert game.to_act == (2, 1, 0)
    assert game.blocking_seats == (0,)
    play(game, "accept seat3", seat=0)
    assert [held(game, 0), held(game, 2)] == ["1 ore 1 coin", "3 wool"]


def test_the_offerer_may_replace_his_offer() -> None:
    game = offered()
    play(game, "offer 1 wool for 1 coin", seat=0)
    assert game.to_act == (1, 2, 3, 0)
    assert legal(game, 2) == ["accept", "decline"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("offer 1 wool for 1 wool", "offer_words"),
        ("offer 1 wool for", "offer_words"),
        ("offer for 1 wool", "offer_words"),
        ("offer 0 wool for 1 ore", "offer_words"),
        ("offer 01 wool for 1 ore", "offer_words"),
        ("offer ² wool for 1 ore", "offer_words"),
        ("offer 2 wool 2 wool for 1 brick", "not_in_hand"),
        ("offer 9 wool for 1 brick", "not_in_hand"),
        ("offer 1 bishop for 1 brick", "offer_words"),
        ("offer", "offer_words"),
    ],
)
def test_what_is_no_offer(words: str, why: str) -> None:
    """Something on both sides, no kind on both, no progress cards, cards in hand."""
    game = empty()
    hand(game, 0, "3 wool 1 ore")
    assert refused(ready(game), words) == why


def test_a_kind_named_twice_is_added_up() -> None:
    game = offered("offer 1 wool 2 wool for 1 brick")
    view = game.view(None).offer
    assert view is not None
    assert view.give == {"wool": 3}


def test_offers_are_answered_in_public_and_wait_for_nobody_who_need_not_answer() -> None:
    game = offered()
    assert game.prompt(1).public_buttons == ("accept", "decline", "counter")
    assert game.prompt(0).public_buttons == ("withdraw",)
    assert list(game.blocking_seats) == [1, 2, 3]
    play(game, "counter 1 coin for 3 wool", seat=2)
    for seat in (1, 3):
        play(game, "decline", seat=seat)
    assert list(game.blocking_seats) == [0]


def test_offers_are_put_together_of_pieces() -> None:
    game = empty()
    hand(game, 0, "5 wool 1 ore")
    game = ready(game)
    first = game.part(0, ("offer",))
    assert first is not None
    assert first.choices == [("1", "wool"), ("1", "ore"), ("2", "wool"), ("3", "wool")]
    assert (first.most, first.after, first.message.id) == (4, ("for",), "mmn.part.give")
    then = game.part(0, ("offer", "2", "wool", "for"))
    assert then is not None
    assert ("1", "wool") not in then.choices
    assert ("2", "jewel") in then.choices
    assert game.part(0, ("offer", "2", "wool", "for", "1", "brick")) is None
    assert game.part(0, ("bank",)) is None
    assert game.part(0, ("road",)) is None


def bank(game: Mmn) -> list[str]:
    return [words for words in legal(ready(game)) if words.startswith("bank")]


def test_bank_rates() -> None:
    game = empty()
    hand(game, 0, "4 wool 4 coin")
    assert bank(game) == ["bank 4 wool", "bank 4 coin"]
    geometry = game.size.geometry
    settlement(game, 0, geometry.nodes[geometry.harbour_nodes[0][0]])
    assert bank(game) == ["bank 3 wool", "bank 3 coin"]
    game.state.harbours[0] = "wool"
    assert bank(game) == ["bank 2 wool", "bank 4 coin"], "its resource, not the commodity"
    game.state.harbours[0] = "generic"
    game.state.merchant, game.state.merchant_seat = 4, 0
    assert bank(game) == ["bank 2 wool", "bank 3 coin"]
    game.state.merchant_seat = 1
    level(game, 0, trade=3)
    assert bank(game) == ["bank 3 wool", "bank 2 coin"]
    game.state.pirate = 0
    assert bank(game) == ["bank 4 wool", "bank 2 coin"]
    lay(game, "h05", "fields")


def test_nuggets() -> None:
    game = empty()
    hand(game, 0, "4 nugget")
    game = ready(game)
    assert bank(game) == ["bank 4 nugget", "bank 1 nugget"]
    assert refused(game, "bank 1 nugget for coin") == "not_for_that"
    play(game, "bank 1 nugget")
    assert legal(game) == [f"take {kind}" for kind in ("brick", "lumber", "wool", "grain", "ore")]
    play(game, "take ore")
    assert held(game, 0) == "1 ore 3 nugget"
    nuggets = empty()
    hand(nuggets, 0, "4 nugget")
    play(nuggets, "bank 4 nugget")
    assert legal(nuggets) == [f"take {kind}" for kind in board.KINDS if kind != "nugget"], "4 equal cards for any other"
    choice = empty(gold_mode="choice")
    hand(choice, 0, "4 nugget")
    assert bank(choice) == ["bank 4 nugget"]


def test_bank_words() -> None:
    game = empty()
    hand(game, 0, "4 wool")
    game = ready(game)
    for words, why in (
        ("bank 3 wool for ore", "rate"),
        ("bank 4 wool for wool", "not_for_that"),
        ("bank 5 wool for ore", "not_in_hand"),
        ("bank wool", "bank_words"),
        ("bank 4 wool for gold", "bank_words"),
        ("bank 4 wool for", "bank_words"),
        ("bank", "bank_words"),
    ):
        assert refused(game, words) == why, words
    city(game, 0, "n10")
