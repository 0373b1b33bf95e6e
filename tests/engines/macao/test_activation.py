"""Activating cards (rules 5.1) and what holds for every card (rules 5.6, 10)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.contract import Message
from engines.macao.cards import CARDS
from engines.macao.cards.effects import CostReduction
from engines.macao.game import Macao
from engines.macao.steps.rounds import Turn
from engines.macao.verbs.acquisition import Pay
from tests.engines.macao.moves import gains, next_round, owning, stock
from tests.engines.macao.positions import cost, cubes, position
from tests.engines.playing import act, offered, player, refused, words

ALL = sorted(CARDS)
SOME = ALL[::4]
"""What one branch does for every card is shown for some."""
REDUCING = [card for card in ALL if isinstance(CARDS[card].effect, CostReduction)]
RICH = {
    "gold": 9,
    "stock": "RRRGGGBBBVVVKKKYYY",
    "prestige": 5,
    "hold": {"tea": 1},
    "quarters": ("q06", "q07", "q08", "q09"),
}


@pytest.mark.parametrize("card", SOME)
def test_a_card_costs_exactly_its_cubes(card: str) -> None:
    game = position(me={"tableau": [card], "stock": cost(card) + "RGBVKY"})
    act(game, f"activate {card}")
    assert stock(game) == cubes("RGBVKY")
    assert player(game).tableau == []
    assert player(game).activated == [card]
    assert player(game).gold == 5


@pytest.mark.parametrize("card", SOME)
def test_a_card_is_not_activated_with_a_cube_missing(card: str) -> None:
    price = cost(card)
    for colour in sorted(set(price)):
        rest = "".join(other * 4 for other in "RGBVKY" if other != colour)
        refused(
            position(me={"tableau": [card], "stock": rest + colour * (price.count(colour) - 1)}), f"activate {card}"
        )


@pytest.mark.parametrize("card", SOME)
def test_a_card_has_no_effect_on_the_tableau_or_with_another_player(card: str) -> None:
    game = position(me={**RICH, "tableau": [card]})
    assert not any(line.split()[:2] == ["use", card] for line in words(game))
    refused(game, f"use {card}", f"use {card} 1")
    owned_by_another = position(me=RICH, others={1: {"activated": [card]}})
    refused(owned_by_another, f"use {card}", f"use {card} 1", f"activate {card}")


@pytest.mark.parametrize("card", [card for card in SOME if not CARDS[card].timing.startswith("phase3_use")])
def test_cards_of_other_timings_are_not_used(card: str) -> None:
    refused(position(me={**RICH, "activated": [card, "turm" if card != "turm" else "tor"]}), f"use {card}")


@pytest.mark.parametrize("card", [card for card in SOME if CARDS[card].timing == "phase3_use"])
def test_cards_are_used_in_the_own_turn_only(card: str) -> None:
    """Rules 11."""
    game = position(me=RICH, others={1: {**RICH, "activated": [card], "quarters": ("q10", "q11", "q12", "q14")}})
    refused(game, f"use {card}", f"use {card} 1")
    refused(game, f"use {card}", seat=1)
    for phase in ("cards", "dice"):
        game = position(phase=phase, display=["turm", "abt", "kran"], me={**RICH, "activated": [card]})
        refused(game, f"use {card}", f"use {card} 1")


def test_any_number_of_cards_is_activated_in_a_turn_between_other_actions() -> None:
    game = position(me={"tableau": ["brunnen", "turm", "edler", "laden"], "stock": "BKGRRR"})
    act(game, "activate brunnen", "activate turm")
    act(game, "ship s01")
    act(game, "spend red")
    act(game, "activate edler", "activate laden")
    assert player(game).activated == ["brunnen", "turm", "edler", "laden"]


def test_a_card_stays_activated_and_is_not_activated_twice() -> None:
    game = position(me={"tableau": ["turm"], "stock": "KKK"})
    act(game, "activate turm")
    refused(game, "activate turm")
    later = next_round(game, stock="KKK")
    assert player(later).activated == ["turm"]
    refused(later, "activate turm")


def test_cubes_are_paid_from_the_stock_only() -> None:
    game = position(me={"tableau": ["turm"], "stock": "R", "rose": {1: "KKK", 2: "KKK"}})
    refused(game, "activate turm", "quarter q12", "wall 2", "ship s02")


@pytest.mark.parametrize(
    ("reduction", "card", "stays"),
    [("archiv", "zoll_3", "zoll_1"), ("kran", "kapelle", "brunnen"), ("heiler", "gouverneur", "edler")],
)
def test_a_reduction_waives_one_cube_each_time(reduction: str, card: str, stays: str) -> None:
    price = cost(card)
    for missing in sorted(set(price)):
        game = owning(reduction, me={"tableau": [card, stays], "stock": price.replace(missing, "", 1)})
        act(game, f"activate {card}")
        assert stock(game) == {}
        act(game, f"activate {stays}")
        assert player(game).activated == [reduction, card, stays]


@pytest.mark.parametrize(("reduction", "card"), [("archiv", "zoll_3"), ("kran", "schatzkammer"), ("heiler", "soldat")])
def test_a_reduction_waives_one_cube_only(reduction: str, card: str) -> None:
    price = cost(card)
    assert len(price) == 3
    others = "".join(colour for colour in "RGBVKY" if colour not in price)
    for kept in price:
        refused(owning(reduction, me={"tableau": [card], "stock": kept + others}), f"activate {card}")


@pytest.mark.parametrize(
    ("reduction", "cards"),
    [("archiv", ("turm", "edler")), ("kran", ("zoll_1", "edler")), ("heiler", ("zoll_1", "turm"))],
)
def test_a_reduction_is_for_its_type_only(reduction: str, cards: tuple[str, str]) -> None:
    game = owning(reduction, me={"tableau": cards})
    refused(game, *(f"activate {card}" for card in cards))


def test_the_payer_chooses_the_waived_cube() -> None:
    for colour, left in (("blue", "B"), ("violet", "V"), ("black", "K")):
        game = owning("kran", me={"tableau": ["kapelle"], "stock": "BBVK"})
        act(game, "activate kapelle")
        assert sorted(words(game)) == ["waive black", "waive blue", "waive violet"]
        refused(game, "waive red", "cubes", "pass")
        gains(game, f"waive {colour}", left=left)
        assert "kapelle" in player(game).activated


def test_the_waived_cube_must_leave_a_price_that_can_be_paid() -> None:
    game = owning("kran", me={"tableau": ["kapelle"], "stock": "BBK"})
    act(game, "activate kapelle")
    assert stock(game) == {}
    game = owning("kran", me={"tableau": ["kapelle"], "stock": "BVK"})
    act(game, "activate kapelle")
    assert stock(game) == {}


def test_graf_pays_any_card_with_four_gold_every_time() -> None:
    game = owning("graf", me={"tableau": ["zoll_4", "bank", "gouverneur"], "gold": 13})
    for card in ("zoll_4", "bank", "gouverneur"):
        gains(game, f"activate {card}", "gold", gold=-4)
    assert player(game).activated == ["graf", "zoll_4", "bank", "gouverneur"]
    refused(owning("graf", me={"tableau": ["bank"], "gold": 3}), "activate bank")


def test_graf_leaves_the_choice() -> None:
    for how, gold, left in (("cubes", 0, ""), ("gold", -4, "RRBB")):
        game = owning("graf", me={"tableau": ["bank"], "gold": 4, "stock": "RRBB"})
        act(game, "activate bank")
        assert sorted(words(game)) == ["cubes", "gold"]
        refused(game, "show", "waive red")
        gains(game, how, gold=gold, left=left)


def test_gold_is_not_taken_unasked_where_only_gold_will_do() -> None:
    """The hint says so beforehand; games begun under the first version paid at once, and their logs lack the answer."""
    game = owning("graf", "herold", me={"tableau": ["bank"], "gold": 4})
    assert game.hint(0, ("activate", "bank")) == Message(
        "macao.hint.card_for_gold", {"gold": 4, "effect": "bank.short"}
    )
    tile = game.state.city["q12"]
    assert game.hint(0, ("quarter", "q12")) == Message("macao.hint.quarter_for_gold", {"gold": 3, "tile": tile})
    for action, price in (("activate bank", 4), ("quarter q12", 3)):
        asked = game.copy()
        act(asked, action)
        assert player(asked).gold == 4
        assert words(asked) == ["gold"]
        before = game.copy()
        before.state.rules = 1
        gains(before, action, gold=-price)


def test_a_hint_tells_that_one_cube_less_is_due() -> None:
    """Of a building with the Kran, not of a person."""
    for card, held, id in (("bank", "RRB", "macao.hint.card_one_less"), ("wirt", cost("wirt"), "macao.hint.card")):
        game = owning("kran", stock=held, me={"tableau": [card]})
        printed = list(Counter(CARDS[card].cost).elements())
        assert game.hint(0, ("activate", card)) == Message(id, {"cubes": printed, "effect": f"{card}.short"})
        gains(game, f"activate {card}", left="")


@pytest.mark.parametrize("activated", [REDUCING, []], ids=["cheaper", "printed"])
def test_what_pays_itself_pays_as_many_cubes_as_its_hint_says(activated: list[str]) -> None:
    """At the turns of random games, with all that makes things a cube cheaper and with nothing."""
    hints = Counter[str]()
    for seed in range(4):
        rng = Random(seed)
        game = Macao.new(2 + seed % 3, seed)
        while game.to_act:
            seat = game.to_act[0]
            if isinstance(game.state.stack[-1], Turn):
                there = game.copy()
                player(there, seat).activated = activated[:]
                for action in there.legal(seat):
                    if action[0] in ("activate", "quarter"):
                        hint = there.hint(seat, action)
                        tried = there.copy()
                        tried.play(seat, action)
                        if tried.state.stack and isinstance(tried.state.stack[-1], Pay):
                            continue
                        assert hint is not None
                        paid = sum(stock(there, seat).values()) - sum(stock(tried, seat).values())
                        assert paid == len(hint.args["cubes"]) - hint.id.endswith("_one_less")  # type: ignore[arg-type]
                        hints[hint.id] += 1
            game.play(seat, game.sample(seat, rng))
    assert set(hints) == {f"macao.hint.{what}{'_one_less' * bool(activated)}" for what in ("card", "quarter")}


def test_handwerker_shows_the_whole_price_once_a_round() -> None:
    game = owning("handwerker", me={"tableau": ["bank", "amtsstube", "schatzmeister"], "stock": "RRBBY"})
    act(game, "activate bank")
    assert sorted(words(game)) == ["cubes", "show"]
    gains(game, "show", left="RRBBY")
    assert "bank" in player(game).activated
    gains(game, "activate amtsstube", left="RBB")
    refused(game, "activate schatzmeister")
    assert player(game).this_round.used == {"handwerker": 1}
    later = next_round(game, stock="RY", tableau=["schatzmeister"])
    act(later, "activate schatzmeister", "show")
    assert stock(later) == cubes("RY")


def test_handwerker_may_not_show_with_a_cube_missing() -> None:
    refused(owning("handwerker", stock="RBB", me={"tableau": ["bank"]}), "activate bank")
    refused(owning("handwerker", stock="BB", me={"tableau": ["bank"]}), "activate bank")


def test_handwerker_and_a_reduction_are_alternatives() -> None:
    game = owning("handwerker", "kran", stock="GKK", me={"tableau": ["festung"]})
    act(game, "activate festung")
    assert sorted(words(game)) == ["show", "waive black", "waive green"]
    gains(game, "show", left="GKK")


def test_all_ways_of_paying_are_offered_together() -> None:
    game = owning("handwerker", "kran", "graf", stock="GKK", me={"tableau": ["festung"], "gold": 4})
    act(game, "activate festung")
    assert sorted(words(game)) == ["gold", "show", "waive black", "waive green"]


@pytest.mark.parametrize(
    ("trigger", "card", "gold"), [("kaemmerer", "zoll_1", 1), ("baumeister", "turm", 2), ("spital", "edler", 1)]
)
@pytest.mark.parametrize("way", ["cubes", "gold", "show"])
def test_cards_trigger_whichever_way_the_price_was_paid(trigger: str, card: str, gold: int, way: str) -> None:
    helper = {"cubes": (), "gold": ("graf",), "show": ("handwerker",)}[way]
    game = owning(trigger, *helper, me={"tableau": [card], "stock": cost(card) * 2, "gold": 4})
    act(game, f"activate {card}")
    if helper:
        act(game, way)
    assert player(game).gold == 4 + gold - (4 if way == "gold" else 0)


@pytest.mark.parametrize(
    ("trigger", "card"), [("kaemmerer", "turm"), ("baumeister", "edler"), ("spital", "zoll_1"), ("spital", "turm")]
)
def test_cards_trigger_only_for_their_type(trigger: str, card: str) -> None:
    gains(owning(trigger, stock=cost(card), me={"tableau": [card]}), f"activate {card}", gold=0)


def test_cards_do_not_trigger_themselves() -> None:
    for card in ("kaemmerer", "baumeister", "spital"):
        gains(position(me={"tableau": [card], "stock": cost(card)}), f"activate {card}", gold=0)


def test_only_own_tableau_cards_are_activated() -> None:
    game = position(me={"stock": "K"}, others={1: {"tableau": ["turm"]}}, display=["wachposten"])
    assert offered(game, "activate") == []
    refused(game, "activate turm", "activate wachposten", "activate nothing", "activate")
