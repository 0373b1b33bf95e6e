"""Trade among players: offers, answers, counter-offers (rules 11.1, decision 12)."""

from __future__ import annotations

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, events_of, hand, question, roll, seen
from tests.engines.mmn.positions import market, position
from tests.engines.mmn.test_reasons import named
from tests.engines.playing import act, kinds, offered, refused, words


def offering(line: str = "offer 2 wool for 1 ore") -> Mmn:
    game = market()
    act(game, line)
    return game


def test_an_offer_asks_the_opponents() -> None:
    game = market()
    events = act(game, "offer 2 wool for 1 ore")
    offered = events_of(events, "offered")[0]
    assert (offered.seat, offered.data) == (0, {"give": ["wool", "wool"], "want": ["ore"]})
    view = seen(game, 3).offer
    assert view is not None
    assert (view.seat, view.give, view.want, sorted(view.waiting), view.counters) == (
        0,
        {"wool": 2},
        {"ore": 1},
        [1, 2, 3],
        [],
    )
    assert {1, 2, 3} <= set(game.to_act)
    for seat in (1, 2, 3):
        assert question(game, seat) == "offer"
        assert "counter" in game.prompt(seat).open


def test_accepting_exchanges_at_once_and_ends_the_offer() -> None:
    game = offering()
    events = act(game, "2: accept")
    assert (hand(game, 0), hand(game, 2)) == (amounts("1 wool 1 cloth 2 ore"), amounts("3 wool"))
    assert (hand(game, 1), hand(game, 3)) == (amounts("2 ore 1 jewel"), amounts("2 brick"))
    accepted = events_of(events, "accepted")[0]
    assert (accepted.seat, accepted.data["offer_seat"]) == (2, 0)
    assert (accepted.data["gave"], accepted.data["got"]) == (["wool", "wool"], ["ore"])
    assert game.to_act == (0,)
    assert seen(game).offer is None
    refused(game, "accept", seat=1)


def test_everybody_may_decline_and_the_offer_lapses() -> None:
    game = offering()
    events = act(game, "3: decline", "1: decline")
    refused(game, "decline", "accept", seat=1)
    view = seen(game).offer
    assert view is not None
    assert view.waiting == [2]
    events += act(game, "2: decline")
    assert kinds(events, "declined_offer", "offer_lapsed") == [*["declined_offer"] * 3, "offer_lapsed"]
    assert game.to_act == (0,)
    assert question(game) == "turn"
    assert hand(game) == amounts("3 wool 1 cloth 1 ore")


def test_the_offerer_may_withdraw() -> None:
    game = offering()
    assert 0 in game.to_act
    assert "withdraw" in words(game, 0)
    events = act(game, "0: withdraw")
    assert kinds(events) == ["withdrawn"]
    assert (game.to_act, seen(game).offer) == ((0,), None)
    refused(game, "accept", seat=1)


def test_a_new_offer_replaces_the_old_one() -> None:
    game = offering()
    act(game, "1: decline", "0: offer 1 cloth for 1 jewel")
    view = seen(game).offer
    assert view is not None
    assert (view.give, view.want, sorted(view.waiting)) == ({"cloth": 1}, {"jewel": 1}, [1, 2, 3])
    act(game, "1: accept")
    assert hand(game, 1) == amounts("2 ore 1 cloth")


def test_a_counter_offer_is_accepted_by_the_offerer() -> None:
    game = offering()
    events = act(game, "1: counter 1 jewel for 1 cloth 1 wool")
    countered = events_of(events, "countered_offer")[0]
    assert countered.seat == 1
    assert (countered.data["would_give"], countered.data["would_want"]) == (["jewel"], ["wool", "cloth"])
    assert {name: countered.data[name] for name in ("offer_seat", "give", "want")} == {
        "offer_seat": 0,
        "give": ["wool", "wool"],
        "want": ["ore"],
    }
    view = seen(game, 2).offer
    assert view is not None
    assert [(counter.seat, counter.give, counter.want) for counter in view.counters] == [
        (1, {"jewel": 1}, {"wool": 1, "cloth": 1})
    ]
    assert sorted(view.waiting) == [2, 3]
    assert "accept seat2" in words(game, 0)
    refused(game, "accept seat3", "accept", seat=0)
    events = act(game, "0: accept seat2")
    assert (hand(game, 0), hand(game, 1)) == (amounts("2 wool 1 ore 1 jewel"), amounts("2 ore 1 wool 1 cloth"))
    accepted = events_of(events, "counter_accepted")[0]
    assert (accepted.seat, accepted.data["counter_seat"]) == (0, 1)
    assert (accepted.data["gave"], accepted.data["got"]) == (["wool", "cloth"], ["jewel"])
    assert (game.to_act, seen(game).offer) == ((0,), None)


def test_the_first_to_accept_gets_it_even_after_counters() -> None:
    game = offering()
    act(game, "1: counter 1 jewel for 1 cloth", "2: accept")
    assert hand(game, 2) == amounts("3 wool")
    assert game.to_act == (0,)


def test_counters_keep_the_offer_open_until_the_offerer_answers() -> None:
    game = offering()
    act(game, "1: counter 1 jewel for 1 cloth", "2: decline", "3: decline")
    assert game.to_act == (1, 0), "who counters may still accept, or take the counter back"
    assert game.blocking_seats == (0,)
    assert seen(game).offer is not None
    act(game, "0: withdraw")
    assert hand(game, 1) == amounts("2 ore 1 jewel")
    assert question(game) == "turn"


def test_a_counter_the_offerer_cannot_pay_is_not_accepted() -> None:
    game = offering()
    act(game, "1: counter 1 jewel for 5 wool")
    refused(game, "accept seat2", seat=0)


BAD_OFFERS = """
    offer; offer for; offer 2 wool; offer 2 wool for; offer for 1 ore; offer 4 wool for 1 ore;
    offer 1 jewel for 1 ore; offer 1 wool for 1 wool; offer 1 wool 1 ore for 1 ore; offer 1 wool for 1 ore 2 wool;
    offer 0 wool for 1 ore; offer 1 wool for 0 ore; offer -1 wool for 1 ore; offer wool for ore;
    offer 1 stone for 1 ore; offer 1 wool for 1 smith; offer 01 wool for 1 ore; offer 1 wool for 1 ore for 1 brick;
    offer １ wool for 1 ore; offer 1 wool for 999999999999999999999 ore; OFFER 1 wool for 1 ore
"""
BAD_ANSWERS = """
    counter; counter 1 jewel for; counter 1 brick for 1 wool; counter 3 ore for 1 wool; counter 1 ore for 1 ore;
    counter 0 ore for 1 wool; counter 1 ore for nothing; pass; withdraw; offer 1 ore for 1 wool; accept seat1;
    bank 2 ore
"""


def test_bad_offers_and_answers_are_refused() -> None:
    refused(market(), *(line.strip() for line in BAD_OFFERS.split(";")))
    refused(offering(), *(line.strip() for line in BAD_ANSWERS.split(";")), seat=1)


def test_opponents_trade_with_the_active_player_only() -> None:
    game = market()
    for seat in (1, 2, 3):
        refused(game, "offer 1 ore for 1 wool", "counter 1 ore for 1 wool", "accept", seat=seat)
    game = offering()
    act(game, "1: counter 1 jewel for 1 cloth")
    refused(game, "accept seat2", seat=2)


def test_offers_are_put_together_of_pieces() -> None:
    game = position(me={"hand": "5 wool 1 ore"})
    first = game.part(0, ("offer",))
    then = game.part(0, ("offer", "2", "wool", "for"))
    assert first is not None
    assert first.choices == [("1", "wool"), ("1", "ore"), ("2", "wool"), ("3", "wool")]
    assert (first.maximum, first.after, first.message.id) == (4, ("for",), "mmn.part.give")
    assert then is not None
    assert ("1", "wool") not in then.choices
    assert ("2", "jewel") in then.choices
    for complete in ("offer 2 wool for 1 brick", "bank", "road"):
        assert game.part(0, tuple(complete.split())) is None


def test_nothing_is_offered_before_the_roll_or_without_cards() -> None:
    """Rules 11."""
    refused(position(phase="roll", me={"hand": "2 wool"}), "offer 1 wool for 1 ore")
    refused(position(me={"hand": ""}, others={1: {"hand": "1 ore"}}), "offer 1 wool for 1 ore")


def test_nothing_is_exchanged_with_the_bank_before_the_roll() -> None:
    """Rules 11."""
    game = position(phase="roll", me={"hand": "4 wool"})
    refused(game, "bank 4 wool")
    roll(game, 6, 5)
    assert offered(game, "bank") == ["4 wool"]


def test_any_number_of_trades_is_made_with_any_mix() -> None:
    game = market()
    act(game, "offer 1 wool 1 cloth for 2 ore 1 jewel", "1: accept")
    assert hand(game) == amounts("2 wool 3 ore 1 jewel")
    act(game, "offer 1 jewel for 2 brick", "3: accept", "offer 1 wool for 1 cloth", "1: accept")
    assert hand(game) == amounts("1 wool 3 ore 2 brick 1 cloth")


def test_offers_start_from_any_seat_and_ask_clockwise() -> None:
    game = market(seat=2)
    act(game, "offer 1 wool for 2 brick")
    assert [seat for seat in game.to_act if seat != 2] == [3, 0, 1]


def test_the_game_waits_for_those_who_have_not_answered() -> None:
    game = offering()
    assert sorted(game.blocking_seats) == [1, 2, 3]
    act(game, "1: counter 1 jewel for 1 cloth")
    assert sorted(game.blocking_seats) == [2, 3]
    act(game, "2: decline", "3: decline")
    assert game.blocking_seats == (0,)


def test_the_public_answers_are_the_same_for_all_opponents() -> None:
    """Seat 3 cannot accept: the question does not show it."""
    game = offering()
    posted = {game.prompt(seat).public_buttons for seat in (1, 2, 3)}
    assert len(posted) == 1
    assert set(next(iter(posted))) == {"accept", "decline", "counter"}
    assert game.prompt(0).public_buttons == ("withdraw",)
    assert [game.prompt(seat).message for seat in (1, 2)] == [game.prompt(3).message] * 2


def test_cards_of_a_kind_named_twice_are_added_up() -> None:
    game = market()
    refused(game, "offer 2 wool 2 wool for 1 ore", "offer 1 wool 1 ore for 1 brick 1 wool")
    act(game, "offer 1 wool 1 wool for 1 brick 1 brick")
    view = seen(game).offer
    assert view is not None
    assert (view.give, view.want) == ({"wool": 2}, {"brick": 2})


def test_offers_name_what_everybody_sees_in_the_prompt() -> None:
    game = position(me={"hand": "2 wool 1 ore"}, others={1: {"hand": "1 coin"}, 2: {"hand": "1 coin"}})
    act(game, "offer 2 wool for 1 coin")
    args = game.prompt(1).message.args
    assert (args["offer_seat"], args["give"], args["want"]) == (0, ["wool", "wool"], ["coin"])
    assert offered(game, "accept", 1) == []
    assert "accept" in words(game, 1)


def test_a_game_older_than_the_option_goes_by_its_default() -> None:
    dump = offering().dump()
    del dump["options"]["first_acceptance_trades"]
    game = Mmn.load(dump | {"rules": 1})
    assert game.dump()["stack"][-1] == dump["stack"][-1]
    assert "accepted" not in dump["stack"][-1]
    assert kinds(act(game, "2: accept")) == ["accepted"]


# -- an offer to one opponent alone (rules 11.1) -----------------------------------------------------------------------


def test_11_1_an_offer_to_one_asks_nobody_else() -> None:
    game = market()
    events = act(game, "offer 2 wool for 1 ore to seat3")
    event = events_of(events, "offered_to")[0]
    assert (event.seat, event.data) == (0, {"to_seat": 2, "give": ["wool", "wool"], "want": ["ore"]})
    assert game.to_act == (2, 0)
    for seat in (1, 3):
        refused(game, "accept", "decline", "counter 1 ore for 1 wool", seat=seat)
    act(game, "2: accept")
    assert (hand(game, 0), hand(game, 2)) == (amounts("1 wool 1 cloth 2 ore"), amounts("3 wool"))


def test_11_1_an_offer_to_one_lapses_when_that_one_declines() -> None:
    game = market()
    act(game, "offer 2 wool for 1 ore to seat4")
    assert kinds(act(game, "3: decline")) == ["declined_offer", "offer_lapsed"]
    act(game, "offer 1 cloth for 2 brick to seat4", "3: counter 1 brick for 1 cloth", "0: accept seat4")
    assert hand(game) == amounts("3 wool 1 ore 1 brick")


def test_an_offer_to_one_replaces_another() -> None:
    game = offering()
    act(game, "0: offer 1 cloth for 1 jewel to seat2")
    assert game.to_act == (1, 0)


def test_an_offer_is_made_to_an_opponent() -> None:
    game = market()
    wrong = {
        "offer 1 wool for 1 ore to seat1": "yourself",
        "offer 1 wool for 1 ore to seat9": "error.nobody_there",
        "offer 1 wool for 1 ore to": "offer_words",
        "offer 1 wool for 1 ore to seat2 seat3": "one_addressee",
        "offer 1 wool for 1 ore to seat2 to seat3": "one_addressee",
        "offer 1 wool for to seat2": "offer_words",
        "offer 9 wool for 1 ore to seat2": "not_in_hand",
    }
    assert {line: named(game, line) for line in wrong} == wrong
    act(game, "offer 1 wool for 1 ore to seat2")
    assert named(game, "1: counter 1 ore for 1 wool to seat1") == "offer_words"


def test_an_offer_to_one_is_put_together_of_pieces() -> None:
    game = market()
    part = game.part(0, ("offer", "2", "wool", "for"))
    assert part is not None
    assert part.choices[-3:] == [("to", "seat2"), ("to", "seat3"), ("to", "seat4")]
    assert len(part.choices) <= 25
    act(game, "offer 2 wool for 1 ore")
    counter = game.part(1, ("counter", "1", "jewel", "for"))
    assert counter is not None
    assert all(choice[0] != "to" for choice in counter.choices)


def test_the_words_of_an_offer_may_come_in_any_order() -> None:
    """They are sets: what is given, what is wanted; to whom may be said anywhere."""
    game = position(me={"hand": "2 wool 1 ore 1 coin"})
    plain = ["offer", "2", "wool", "1", "ore", "for", "1", "brick", "1", "cloth"]
    for typed in ("offer 1 ore 2 wool for 1 cloth 1 brick", "offer 1 wool 1 ore 1 wool for 1 brick 1 cloth"):
        assert game.normal(0, tuple(typed.split())) == tuple(plain)
    typed = "offer 1 ore to seat2 2 wool for 1 cloth 1 brick"
    assert game.normal(0, tuple(typed.split())) == (*plain, "to", "seat2")
    act(game, typed)
    assert game.to_act == (1, 0)
    counter = ("counter", "1", "ore", "1", "brick", "for", "1", "coin", "1", "wool")
    assert game.normal(1, counter) == ("counter", "1", "brick", "1", "ore", "for", "1", "wool", "1", "coin")
