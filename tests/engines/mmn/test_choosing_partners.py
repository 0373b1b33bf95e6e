"""Offers of which the offerer chooses among those who accept (rules 11.1, an option)."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import Message
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, events_of, hand, seen
from tests.engines.mmn.positions import market
from tests.engines.mmn.test_reasons import reason
from tests.engines.playing import act, kinds, offered, refused


def choosing(line: str = "offer 2 wool for 1 ore") -> Mmn:
    game = market(first_acceptance_trades="off")
    act(game, line)
    return game


def test_11_1_an_acceptance_is_noted_for_all_to_see() -> None:
    game = choosing()
    events = act(game, "2: accept")
    noted = events_of(events, "would_accept_offer")[0]
    assert (noted.seat, noted.data, noted.seen_by, noted.barrier) == (
        2,
        {"offer_seat": 0, "give": ["wool", "wool"], "want": ["ore"]},
        None,
        True,
    )
    for viewer in (None, 0, 1, 3):
        view = seen(game, viewer).offer
        assert view is not None
        assert (view.accepted, view.waiting) == ([2], [1, 3])
        accepted = Message("mmn.describe.accepted", {"offer_seat": 0, "seats": ["2"]})
        assert accepted in game.describe(viewer)
    assert hand(game, 2) == amounts("1 ore 1 wool"), "nothing has changed hands"
    assert reason(game, "2: accept") == Message("mmn.refuse.has_accepted", {"offer_seat": 0})
    assert game.audit() == []
    assert Mmn.load(game.dump()) == game


def test_11_1_the_offerer_chooses_the_partner() -> None:
    game = choosing()
    act(game, "2: accept", "1: accept")
    assert offered(game, "accept", 0) == ["seat3", "seat2"]
    refused(game, "accept", "accept seat4", "accept seat1", "decline", seat=0)
    events = act(game, "0: accept seat2")
    assert (hand(game, 0), hand(game, 1)) == (amounts("1 wool 1 cloth 2 ore"), amounts("2 wool 1 ore 1 jewel"))
    assert hand(game, 2) == amounts("1 ore 1 wool")
    chosen = events_of(events, "chose_partner")[0]
    assert (chosen.seat, chosen.data) == (0, {"partner_seat": 1, "gave": ["wool", "wool"], "got": ["ore"]})
    assert (game.to_act, seen(game).offer) == ((0,), None)


def test_11_1_who_accepts_may_take_it_back_until_then() -> None:
    game = choosing()
    events = act(game, "2: accept", "1: accept", "3: decline")
    assert (game.to_act, game.blocking_seats) == ((2, 1, 0), (0,))
    events = act(game, "2: decline")
    assert kinds(events) == ["took_back_acceptance"]
    assert offered(game, "accept", 0) == ["seat2"]
    act(game, "1: counter 1 jewel for 1 cloth")
    view = seen(game).offer
    assert view is not None
    assert (view.accepted, [counter.seat for counter in view.counters]) == ([], [1])
    act(game, "1: accept")
    assert seen(game).offer is not None
    events = act(game, "1: decline")
    assert kinds(events) == ["took_back_acceptance", "offer_lapsed"]
    assert hand(game) == amounts("3 wool 1 cloth 1 ore")
    assert asked(game) == "turn"


def test_11_1_the_offerer_may_withdraw_what_others_accept() -> None:
    game = choosing()
    act(game, "1: accept", "0: withdraw")
    assert (hand(game), hand(game, 1)) == (amounts("3 wool 1 cloth 1 ore"), amounts("2 ore 1 jewel"))
    assert asked(game) == "turn"


def test_11_1_who_accepts_holds_what_is_wanted_in_every_world() -> None:
    game = choosing()
    act(game, "2: accept")
    for seed in range(30):
        world = game.determinize(0, Random(seed))
        assert "ore" in hand(world, 2)
        assert world.view(0) == game.view(0)
        assert world.audit() == []


@pytest.mark.parametrize("begun_under", [3, 4])
def test_11_1_who_alone_is_asked_trades_at_once(begun_under: int) -> None:
    """In games begun before version 4 the offerer chose that one too; theirs, and what waited in them, go on so."""
    game = choosing("offer 1 cloth for 1 ore to seat2")
    act(game, "0: withdraw")
    game.state.rules = begun_under
    act(game, "offer 2 wool for 1 ore to seat3", "2: counter 1 wool for 1 cloth")
    game = Mmn.load(game.dump())
    events = act(game, "2: accept")
    if begun_under == 3:
        assert kinds(events) == ["would_accept_offer"]
        assert offered(game, "accept", 0) == ["seat3"]
        assert "alone" not in game.dump()["stack"][-1]
        return
    assert kinds(events) == ["accepted"]
    assert hand(game, 0) == amounts("1 wool 1 cloth 2 ore")
    assert hand(game, 2) == amounts("3 wool")
    assert seen(game).offer is None


def test_11_1_who_has_answered_is_asked_about_that_answer() -> None:
    game = choosing()
    before = game.prompt(1).message
    act(game, "1: counter 1 ore for 1 wool", "2: accept")
    offered_terms: dict[str, int | str | list[str]] = {"offer_seat": 0, "give": ["wool", "wool"], "want": ["ore"]}
    assert before == Message("mmn.prompt.offer", offered_terms)
    countered: dict[str, int | str | list[str]] = {**offered_terms, "would_give": ["ore"], "would_want": ["wool"]}
    assert game.prompt(1).message == Message("mmn.prompt.countered", countered)
    assert game.prompt(2).message == Message("mmn.prompt.accepted", offered_terms)
    assert game.prompt(3).message == before
    act(game, "1: decline", "2: decline")
    assert game.to_act == (3, 0)
