"""What the view of the seat that must decide quotes, and what things, levels and the bank ask of everybody."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.quotes import PRICES, swap_with
from tests.engines.mmn.positions import ENOUGH, position

OWN = {"hand": ENOUGH, "buildings": ["settlement n30"], "roads": ["n30-n35"]}


def quotes(game: Mmn, seat: int = 0) -> Any:
    return game.view(seat).quotes


def test_prices_are_those_of_the_data() -> None:
    assert PRICES["city"].cards == {"ore": 3, "grain": 2}
    assert PRICES["strike"].cards == PRICES["captain"].cards == {"nugget": 1, "jewel": 1}
    assert {word: price.token for word, price in PRICES.items() if price.token} == board.TOKEN_COSTS
    assert {word for word, price in PRICES.items() if not price.cards} == {*board.TOKEN_COSTS}
    assert {
        word: price.piece for word, price in PRICES.items() if word in ("knight", "serf", "servant", "promote")
    } == {
        "knight": "basic",
        "serf": "servant",
        "servant": "",
        "promote": "",
    }


@pytest.mark.parametrize(
    ("word", "me", "reason"),
    [
        ("road", {}, ""),
        ("road", {"hand": "2 brick"}, "cost"),
        ("settlement", {}, "no_site_settlement"),
        ("city", {}, ""),
        ("city", {"buildings": ["city n30"]}, "is_city"),
        ("wall", {}, "needs_city"),
        ("knight", {}, ""),
        ("knight", {"knights": ["n35", "n32"], "roads": []}, "supply"),
        ("activate", {}, "no_own_knight"),
        ("activate", {"knights": ["n35 active"]}, "is_active"),
        ("promote", {"knights": ["n35"]}, ""),
        ("promote", {"knights": ["n35 promoted"]}, "promoted"),
        ("promote", {"knights": ["n35 mighty"]}, "highest"),
        ("promote", {"knights": ["n35 strong"]}, "level"),
        ("captain", {"knights": ["n35 captain"]}, "has_captain"),
        ("store", {}, ""),
        ("store", {"hand": "1 nugget 1 ore"}, "token"),
        ("store", {"buildings": ["settlement n30 store h09"]}, "one_chip"),
        ("hall", {"buildings": ["settlement n30 store h09"]}, "needs_city"),
        ("hall", {"buildings": ["city n30 store h09"]}, ""),
        ("large_store", {"buildings": ["city n30 store h09"]}, "needs_chip"),
        ("serf", {}, ""),
        ("servant", {}, "needs_chip"),
        ("servant", {"serfs": 1}, ""),
        ("journeyman", {}, "needs_city"),
        ("repair", {"buildings": ["city n30"]}, "not_sabotaged"),
        ("repair", {"buildings": ["city n30 sabotaged"]}, ""),
        ("end_famine", {}, "no_famine"),
        ("strike", {}, "level"),
        ("improve science", {}, "no_city"),
        ("improve science", {"buildings": ["city n30"]}, ""),
        ("improve science", {"buildings": ["city n30"], "hand": "9 wool"}, "cost"),
    ],
)
def test_a_thing_is_offered_or_says_why_not(word: str, me: dict[str, Any], reason: str) -> None:
    quote = quotes(position(me=OWN | me))[word]
    assert quote.offered == (not reason)
    assert (quote.reason.id if quote.reason else "") == (f"mmn.refuse.{reason}" if reason else "")


def test_the_assassin_is_offered_where_it_finds_a_knight() -> None:
    def struck(**other: Any) -> Any:
        levels = {"levels": {"power": 3}}
        return quotes(position(me=OWN | levels | {"buildings": ["city n30"]}, others={1: other}))["strike"]

    assert struck(knights=["n10"]).offered
    assert struck().reason.id == "mmn.refuse.nowhere"
    assert struck(knights=["n10 strong"]).reason.id == "mmn.refuse.level"
    assert struck(knights=["n10 strong captain"]).offered


def test_swaps_are_quoted_for_who_has_played_the_card() -> None:
    others = {1: {"hand": "1 wool"}, 2: {}}
    quotes_by_line = quotes(position(me=OWN, others=others, now={"harbour": True}))
    assert quotes_by_line[swap_with(1)].offered
    assert quotes_by_line[swap_with(2)].reason.id == "mmn.refuse.no_cards"
    assert not [key for key in quotes(position(me=OWN, others=others)) if key.startswith("swap")]


def test_who_is_asked_something_else_is_quoted_nothing() -> None:
    assert quotes(position(me=OWN, phase="roll")) == {}


def test_the_next_level_costs_its_number_and_the_highest_has_none() -> None:
    view = position(me=OWN | {"levels": {"science": 2, "power": 3, "food": board.TOP_LEVEL}}).view(1)
    levels = view.players[0].next_levels
    assert (levels["science"], levels["power"], levels["food"]) == ({"paper": 3}, {"jewel": 4}, {})


def test_cards_of_a_turn_lower_the_rates_of_its_player_alone() -> None:
    view = position(me=OWN, now={"fleet": [board.GRAIN]}).view(None)
    mine, theirs = (view.players[seat].rates for seat in (0, 1))
    assert (mine["grain"], theirs["grain"]) == (board.LEVEL_RATE, board.BANK_RATE)


@pytest.mark.parametrize(("mode", "rate"), [("nugget", 1), ("choice", board.BANK_RATE)])
def test_a_nugget_buys_a_card_where_it_is_a_card_of_its_own(mode: str, rate: int) -> None:
    assert position(options={"gold_mode": mode}).view(0).players[0].rates["nugget"] == rate
