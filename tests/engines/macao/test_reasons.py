"""What may not be done tells why."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wording import LANGUAGES
from bot.wording.texts import texts_in
from engines.contract import IllegalAction, Message
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from engines.macao.position import IN_TURN
from engines.macao.steps.rounds import Turn
from engines.macao.verbs.acquisition import Pay
from tests.engines.macao.asking import decisions
from tests.engines.macao.positions import position
from tests.engines.playing import act


def reason(game: Macao, line: str) -> Message:
    with pytest.raises(IllegalAction) as refusal:
        game.check(game.to_act[0], tuple(line.split()))
    return refusal.value.reason


@pytest.mark.parametrize(
    ("changes", "before", "line", "why"),
    [
        ({"stock": "RRRR"}, ["wall 1"], "wall 1", "one_advance"),
        ({"stock": "R"}, [], "wall 2", "wall"),
        ({"stock": "VK"}, ["quarter q04"], "quarter q12", "one_quarter"),
        ({"stock": "R"}, [], "quarter q12", "cost"),
        ({"quarters": ["q12"], "stock": "K"}, [], "quarter q12", "taken"),
        ({"tableau": ["bank"]}, [], "activate bank", "cost"),
        ({}, [], "activate bank", "not_on_tableau"),
        ({"stock": "RR"}, [], "ship lisboa", "ship"),
        ({}, [], "deliver 1", "no_wares"),
        ({"hold": {"tea": 1}}, [], "deliver 1", "no_port"),
        ({"hold": {"tea": 1}, "ship": "lisboa"}, [], "deliver 1", "other_ware"),
        ({"hold": {"tea": 1}, "ship": "london"}, [], "deliver 2", "deliver"),
        ({"jokers": 1}, ["tribute"], "tribute", "one_purchase"),
        ({"activated": ["bank"]}, ["use bank"], "use bank", "used"),
        ({"tableau": ["bank"]}, [], "use bank", "not_activated"),
        ({"activated": ["zoll_1"]}, [], "use zoll_1", "cost"),
        ({"activated": ["bischof"], "gold": 0}, [], "use bischof", "gold"),
        ({"activated": ["boettcherei"]}, [], "use boettcherei", "by_itself"),
        ({"activated": ["kran"]}, [], "use kran", "asked_about"),
        ({"activated": ["graf"]}, [], "use graf", "asked_about"),
        ({"activated": ["brunnen"]}, [], "use brunnen", "asked_about"),
        ({"activated": ["handwerker"]}, [], "use handwerker", "craftsman"),
        ({"activated": ["kran"], "tableau": ["bank"]}, [], "activate bank", "cost_one_less"),
        ({"activated": ["graf"], "tableau": ["bank"], "gold": 0}, [], "activate bank", "cost_or_gold"),
        ({"activated": ["totengraeber"]}, [], "use totengraeber", "nobody_to_discard"),
        ({"activated": ["totengraeber", "graf"]}, [], "use totengraeber", "whom_to_discard"),
        ({"activated": ["totengraeber", "graf"]}, [], "use totengraeber kran", "whom_to_discard"),
        ({"free_steps": 1}, [], "ship lisboa", "ship_free"),
        ({"jokers": 1, "gold": 5}, ["tribute"], "tribute", "one_purchase"),
        ({"quarters": ["q12"], "stock": "K"}, [], "activate bank", "not_on_tableau"),
        ({}, [], "joker gold", "no_joker"),
        ({"jokers": 1, "activated": ["gaukler"]}, [], "joker gold", "joker_gains"),
        ({"jokers": 1}, [], "joker gold red", "joker_gains"),
        ({"ship": "lisboa", "stock": "R"}, [], "ship lisboa", "ship_there"),
    ],
)
def test_a_refusal_in_a_turn_names_its_reason(changes: dict[str, Any], before: list[str], line: str, why: str) -> None:
    game = position(me=changes)
    act(game, *before)
    assert reason(game, line).id == f"macao.refuse.{why}"


@pytest.mark.parametrize(
    ("changes", "verb", "why"),
    [
        ({}, "ship", "no_cubes"),
        ({}, "wall", "no_cubes"),
        ({}, "quarter", "no_cubes"),
        ({}, "activate", "empty_tableau"),
        ({"tableau": ["bank"]}, "activate", "no_cubes"),
        ({"tableau": ["bank"], "stock": "R"}, "activate", "nothing_payable"),
        ({}, "use", "nothing_to_use"),
        ({"activated": ["zoll_1"]}, "use", "nothing_usable"),
        ({}, "deliver", "no_wares"),
        ({"hold": {"tea": 1}}, "deliver", "no_port"),
        ({"hold": {"tea": 1}, "ship": "lisboa"}, "deliver", "other_ware"),
    ],
)
def test_a_verb_without_any_choice_names_its_reason(changes: dict[str, Any], verb: str, why: str) -> None:
    game = position(me=changes)
    assert game.obstacle(0, (verb,)).id == f"macao.refuse.{why}"


@pytest.mark.parametrize(
    ("decision", "line", "why"),
    [
        ("waive", "cubes", "waive_one"),
        ("waive", "gold", "not_for_gold"),
        ("waive", "show", "show"),
        ("waive", "waive violet", "waived_colour"),
        ("gold", "waive red", "no_waiver"),
        ("gold", "show", "show"),
        ("show", "gold", "not_for_gold"),
        ("show", "waive red", "no_waiver"),
        ("herald", "show", "show"),
    ],
)
def test_a_way_of_paying_that_is_not_open_names_its_reason(decision: str, line: str, why: str) -> None:
    game = decisions()[decision]
    assert isinstance(game.state.stack[-1], Pay)
    assert reason(game, line).id == f"macao.refuse.{why}"


@pytest.mark.parametrize("decision", decisions())
def test_a_decision_leaves_a_choice(decision: str) -> None:
    """Rules 5.8."""
    assert len(decisions()[decision].legal(0)) > 1


def test_what_a_use_demands_is_named_with_its_numbers() -> None:
    assert reason(position(me={"activated": ["zoll_1"]}), "use zoll_1").args == {
        "cubes": ["red"],
        "missing": ["red"],
        "n": 1,
    }
    bishop = reason(position(me={"activated": ["bischof"], "gold": 0}), "use bischof")
    assert bishop == Message("macao.refuse.gold", {"cost": 1, "gold": 0})
    cathedral = reason(position(me={"activated": ["kathedrale"]}), "use kathedrale")
    assert cathedral == Message("macao.refuse.cubes_any", {"n": 1, "have": 0})


METRICS = {condition.metric for card in CARDS.values() for condition in getattr(card.effect, "requires", ())}


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_every_condition_of_a_card_has_its_text_in_every_language(metric: str) -> None:
    for language in LANGUAGES:
        text = texts_in(language).message("macao", Message(f"macao.refuse.needs_{metric}", {"n": 2}), [])
        assert "macao." not in text


def test_the_sentry_first_on_the_wall_says_why() -> None:
    game = position(wall={3: [0]}, me={"activated": ["wachposten"]})
    assert reason(game, "use wachposten").id == "macao.refuse.needs_not_first_on_wall"


def test_reasons_name_their_numbers() -> None:
    assert reason(position(tribute=(6, 6)), "tribute") == Message("macao.refuse.gold", {"cost": 6, "gold": 5})
    assert reason(position(me={"stock": "RR"}), "ship lisboa").args == {"n": 3}
    assert reason(position(me={"stock": "RR"}), "wall 2").args == {"n": 3}
    four = ["green", "green", "black", "black"]
    assert reason(position(), "quarter q09").args == {"cubes": four, "missing": four, "n": 4}
    assert reason(position(locked=[0], me={"stock": "R"}), "wall 1").id == "macao.refuse.locked"


@pytest.mark.parametrize(
    ("card", "metric"),
    [
        ("kloster", "sole_first_on_prestige_track"),
        ("bettler", "sole_last_on_prestige_track"),
        ("kapelle", "prestige_received_this_round"),
        ("pfandleihe", "gold_received_this_round"),
        ("kapitaen", "ship_spaces_moved_this_round"),
        ("kutscher", "activated_buildings"),
    ],
)
def test_a_condition_not_met_is_named(card: str, metric: str) -> None:
    assert reason(position(me={"activated": [card]}), f"use {card}").id == f"macao.refuse.needs_{metric}"


@pytest.mark.parametrize(("line", "why"), [("decline", "must_take"), ("take abt", "not_on_display")])
def test_a_refusal_in_the_cards_phase_names_its_reason(line: str, why: str) -> None:
    game = position(phase="cards", display=["tor", "bank", "kran"])
    assert reason(game, line).id == f"macao.refuse.{why}"
    assert reason(game, "dice red blue").id == "macao.refuse.dice_later"


def test_a_refusal_in_the_dice_phase_names_its_reason() -> None:
    game = position(phase="dice", me={"activated": ["meister"]})
    assert reason(game, "dice red red").id == "macao.refuse.two_dice"
    act(game, "dice red green")
    assert reason(game, "shift red down").id == "macao.refuse.shift"
    assert reason(game, "dice blue gray").id == "macao.refuse.dice_chosen"


def test_reasons_that_would_mislead_are_not_given() -> None:
    """Cubes are not what is missing past the last space; a craftsman not yet used is not used up."""
    past = reason(position(wall={15: [0]}, me={"stock": "R" * 10}), "wall 3")
    assert past == Message("macao.refuse.wall_end", {"n": 2})
    craftsman = reason(position(me={"activated": ["handwerker"]}), "use handwerker")
    assert craftsman == Message("macao.refuse.craftsman", {})


def test_what_is_done_in_a_turn_waits_for_it() -> None:
    assert {verb.word for verb in Turn.verbs if not verb.declines} == IN_TURN | {"joker"}
    for game in (position(phase="cards", display=["brunnen", "bank"]), position(phase="dice")):
        for line in ("quarter q15", "wall 1", "ship genova"):
            assert reason(game, line).id == "macao.refuse.turn_later"
