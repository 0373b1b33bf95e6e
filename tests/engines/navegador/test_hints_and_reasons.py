"""What an action is said to cost or bring is what it costs and brings; refusals say why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engines
from engines.contract import Game, IllegalAction
from tests.engines.navegador.asking import decisions
from tests.engines.navegador.moves import idle, mat, on
from tests.engines.navegador.positions import position, up_to
from tests.engines.playing import act


@pytest.mark.parametrize("decision", decisions())
def test_hints_tell_the_truth(decision: str) -> None:
    game = decisions()[decision]
    for action in game.legal(0):
        hint = game.hint(0, action)
        after = game.copy()
        after.play(0, action)
        earned = mat(after).money - mat(game).money
        lost = mat(game).ships - mat(after).ships
        if hint is None:
            assert action[0] in {"rondel", "giveup", "sail", "pass", "done"}
            assert earned == 0
            assert lost == (action[0] == "giveup")
            continue
        arguments: dict[str, Any] = dict(hint.args)
        if action[0] in {"discover", "rondel"}:
            assert mat(game).ships - mat(after).ships == arguments["n"]
        elif action[0] != "navegador":
            assert earned == arguments.get("income", 0) - arguments.get("cost", 0)
        if action[0] == "build":
            assert arguments["workers"] == {"shipyard": 4, "church": 5}.get(action[1], 3)


def test_the_hint_of_a_long_way_counts_the_ships_still_to_be_given_up() -> None:
    game = position(me={"stone": "sailing", "fleet": {"portugal": 1, "guine": 2}}, discovered=["guine"])
    hint = game.hint(0, ("rondel", "ships"))
    assert hint is not None
    assert hint.args == {"n": 2}
    act(game, "rondel ships", "giveup portugal")
    assert (mat(game).ships, mat(game).fleet) == (1, {"guine": 1})


@pytest.mark.parametrize(("phase", "extra"), [(1, 100), (2, 200), (3, 300)])
def test_prompts_name_the_prices_of_the_phase(phase: int, extra: int) -> None:
    game = on("workers", phase=phase, me={"money": 900, "churches": 2})
    assert game.prompt(0).message.args == {"have": 3, "cap": 9, "n": 2, "extra": extra}
    game = on("ships", phase=phase, me={"money": 900, "shipyards": 4})
    assert game.prompt(0).message.args == {"have": 2, "cap": 7, "n": 4, "extra": extra}


def test_the_hint_of_a_surplus_names_cost_and_income() -> None:
    game = on("workers", me={"money": 500, "workers": 8, "churches": 3})
    hints = [game.hint(0, action) for action in game.legal(0)]
    assert [hint.args if hint else None for hint in hints] == [
        {"cost": 50},
        {"cost": 100, "income": 100},
        {"cost": 150, "income": 200},
        None,
    ]


def test_the_hint_of_a_double_loss_names_two_ships() -> None:
    game = on("sailing", phase=3, me={"fleet": {"macau": 3}}, discovered=up_to("macau"))
    hint = game.hint(0, ("discover", "nagasaki", "macau", "macau", "macau"))
    assert hint is not None
    assert dict(hint.args) == {"n": 2}


def why(game: Game, line: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, tuple(line.split()))
    reason = refusal.value.reason
    return reason.id.removeprefix("navegador.refuse."), dict(reason.args)


def test_a_refusal_says_why_a_field_is_too_far() -> None:
    game = position(me={"stone": "sailing", "fleet": {"portugal": 1}})
    assert why(game, "rondel ships") == ("rondel_ships", {"field": "ships", "n": 2, "ships": 1})
    assert why(game, "rondel sailing") == ("rondel_ships", {"field": "sailing", "n": 5, "ships": 1})


def test_a_refusal_says_why_the_card_is_not_to_be_used() -> None:
    first = engines.new("navegador", seats=2, seed=1)
    idle(first)
    with pytest.raises(IllegalAction) as refusal:
        first.play(first.state.card.holder, ("navegador",))
    assert refusal.value.reason.id == "navegador.refuse.card_first_round"
    assert why(position(holder=2), "navegador") == ("card_held", {"holder_seat": 2})
    assert why(position(holder=0, me={"fleet": {"portugal": 1}}), "navegador") == ("card_no_move", {})
    game = position(holder=0, me={"fleet": {"portugal": 2}}, discovered=["guine"])
    act(game, "navegador")
    assert why(game, "done") == ("card_sail_first", {})
    act(game, "sail portugal guine 1", "done")
    assert why(game, "navegador") == ("card_held", {"holder_seat": 2})


def test_a_refusal_says_why_so_many_are_not_to_be_had() -> None:
    game = on("workers", phase=2, me={"money": 100, "churches": 1})
    assert why(game, "workers 2") == ("money", {"cost": 250, "money": 100})
    assert why(game, "workers 7") == ("workers_cap", {"have": 3, "cap": 9, "n": 1})
    game = on("ships", me={"money": 60})
    assert why(game, "ships 2") == ("money", {"cost": 150, "money": 60})
    assert why(game, "ships 6") == ("ships_cap", {"have": 2, "cap": 7, "n": 1})


def test_a_refusal_says_why_ships_do_not_sail() -> None:
    game = on("sailing", phase=2, me={"fleet": {"portugal": 5, "guine": 2}}, discovered=["guine", "bahia", "rio"])
    act(game, "sail portugal guine 2")
    assert why(game, "sail guine bahia 3") == ("moored", {"region": "guine", "n": 2})
    assert why(game, "sail portugal angola 1") == ("undiscovered", {"region": "angola", "n": 2})
    assert why(game, "discover rio portugal portugal") == ("known", {"region": "rio"})
    assert why(game, "discover angola portugal") == ("discovery_ships", {"region": "angola", "n": 2})
    assert why(game, "discover cabo portugal portugal") == ("no_way", {"from_region": "portugal", "to_region": "cabo"})
    assert why(game, "discover cabo portugal") == ("none_reach", {"region": "cabo", "n": 2})
    act(game, "discover angola portugal portugal")
    assert why(game, "discover cabo guine guine") == ("one_discovery", {})
    assert why(game, "sail angola guine 1") == ("moored", {"region": "angola", "n": 0})
    near = on("sailing", me={"fleet": {"portugal": 1}}, discovered=["guine", "bahia", "rio"])
    assert why(near, "sail portugal rio 1") == ("range", {"from_region": "portugal", "to_region": "rio", "n": 1})


def test_a_refusal_says_why_a_colony_is_not_founded() -> None:
    game = on(
        "colony",
        me={"workers": 6, "money": 170, "fleet": {"guine": 2, "bahia": 1}},
        discovered=["guine", "bahia", "rio"],
        tokens={"guine": [50, 140, 150], "bahia": [], "rio": [40, 60, 70, 80]},
    )
    assert why(game, "colony rio") == ("no_free_ship", {"region": "rio"})
    assert why(game, "colony bahia") == ("no_colony", {"region": "bahia"})
    assert why(game, "colony angola") == ("not_discovered", {"region": "angola"})


def test_a_refusal_says_why_a_building_is_not_bought() -> None:
    game = on("builder", me={"workers": 8, "money": 150}, buildings={"factory_sugar": 0})
    assert why(game, "build factory_sugar") == ("sold_out", {"row": "factory_sugar"})
    act(game, "build factory_gold")
    assert why(game, "build church") == ("money", {"cost": 150, "money": 110})
    busy = on("builder", me={"workers": 8, "money": 900})
    act(busy, "build shipyard")
    assert why(busy, "build church") == ("workers", {"need": 5, "have": 4})


def test_a_refusal_says_why_a_good_is_not_traded() -> None:
    game = on("market1", me={"colonies": {"gold": 2}, "factories": {"gold": 2, "sugar": 1}})
    assert why(game, "sell gold 3") == ("sell", {"good": "gold", "n": 2})
    assert why(game, "process gold 4") == ("process", {"good": "gold", "n": 3})
    act(game, "process gold 3")
    assert why(game, "sell gold 1") == ("traded", {"good": "gold"})
    assert why(game, "process sugar 2") == ("process", {"good": "sugar", "n": 1})
    assert why(game, "process spice 1") == ("no_process", {"good": "spice"})


def test_a_refusal_says_why_a_privilege_is_not_taken() -> None:
    game = on("privilege", me={"privileges": {"church": 3}}, gallery={"colony": 0})
    assert why(game, "privilege church") == ("column_full", {"category": "church"})
    assert why(game, "privilege colony") == ("gallery", {"category": "colony"})
    assert why(game, "royal factory") == ("royal_at_end", {})
    goa: dict[str, Any] = {"royal": "goa", "phase": 2, "discovered": up_to("goa")}
    poor = on("privilege", me={"workers": 2, "fleet": {"goa": 1}}, **goa)
    assert why(poor, "privilege church")[0] == "privilege_workers"
    away = on("privilege", me={"fleet": {"ormuz": 1}}, **goa)
    assert why(away, "royal church") == ("no_ship", {"region": "goa"})
    taken = on("privilege", me={"fleet": {"goa": 1}, "royal": False}, **goa)
    assert why(taken, "royal church") == ("royal_taken", {})


def test_prompts_count_what_is_left() -> None:
    mats: dict[str, Any] = {"workers": 9, "money": 1000, "fleet": {"guine": 3}}
    colonies = on("colony", me=mats, discovered=["guine"])
    assert colonies.prompt(0).message.args == {"n": 4}
    act(colonies, "colony guine")
    assert colonies.prompt(0).message.args == {"n": 3}
    builder = on("builder", me=mats, discovered=["guine"])
    assert builder.prompt(0).message.args == {"n": 9}
    act(builder, "build shipyard")
    assert builder.prompt(0).message.args == {"n": 5}
    sailing = on("sailing", phase=2, me={"fleet": {"portugal": 3, "guine": 1}}, discovered=["guine"])
    assert sailing.prompt(0).message.args == {"n": 2, "ships": 4}
    act(sailing, "sail portugal guine 1")
    assert sailing.prompt(0).message.args == {"n": 2, "ships": 3}
    paying = position(me={"stone": "sailing", "fleet": {"portugal": 2, "guine": 2}}, discovered=["guine"])
    act(paying, "rondel ships")
    assert paying.prompt(0).message.args == {"n": 2}
    act(paying, "giveup guine")
    assert paying.prompt(0).message.args == {"n": 1}


@pytest.mark.parametrize(
    ("question", "line", "why"),
    [
        ("workers", "workers 0", "at_least_one"),
        ("ships", "ships 0", "at_least_one"),
        ("market", "sell gold 0", "at_least_one"),
        ("market", "sell gold", "how_many"),
        ("market", "sell sugar", "no_sell_also"),
        ("market", "process sugar", "how_many"),
        ("sailing", "sail portugal guine", "how_many"),
        ("sailing", "sail portugal guine 0", "at_least_one"),
        ("sailing", "sail guine cabo", "undiscovered"),
    ],
)
def test_a_number_that_is_missing_or_nothing_is_named(question: str, line: str, why: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        decisions()[question].check(0, tuple(line.split()))
    assert refused.value.reason.id == f"navegador.refuse.{why}"


def test_a_refusal_says_how_many_ships_reach_a_region_to_discover() -> None:
    game = on("sailing", me={"fleet": {"portugal": 3, "guine": 1}}, discovered=["guine", "bahia"])
    assert why(game, "discover rio") == ("none_reach", {"region": "rio", "n": 2})
    assert why(game, "discover angola") == ("too_few_reach", {"region": "angola", "n": 1, "needed": 2})
    game = on("sailing", me={"fleet": {"bahia": 2}}, discovered=["guine", "bahia"])
    assert why(game, "discover rio") == ("discovery_ships", {"region": "rio", "n": 2})


def test_a_refusal_says_what_a_good_that_cannot_be_traded_lacks() -> None:
    game = on("market1", me={"colonies": {"gold": 1}, "factories": {"sugar": 1, "joker": 1}})
    assert why(game, "sell sugar") == ("no_sell_also", {"good": "sugar"})
    assert why(game, "sell gold 2") == ("sell", {"good": "gold", "n": 1})
    act(game, "process spice 1")
    assert why(game, "sell spice") == ("traded", {"good": "spice"})
    assert why(game, "process gold") == ("no_process_also", {"good": "gold"})
    assert why(on("market1", me={"factories": {"joker": 0}, "colonies": {"gold": 1}}), "sell sugar 1")[0] == "no_sell"


def test_a_refusal_says_where_something_is_done_that_is_not_done_here() -> None:
    assert why(position(me={"stone": "ships"}), "build church") == ("field_first", {"field": "builder"})
    assert why(on("market1"), "build church") == ("other_field", {"field": "builder", "here": "market"})
    assert why(on("builder"), "ships 2") == ("other_field", {"field": "ships", "here": "builder"})


def test_the_stone_moves_once_a_turn() -> None:
    """Rules 5, T2."""
    assert why(on("builder"), "rondel ships") == ("stone_moved", {"field": "ships", "here": "builder"})
    assert why(on("sailing"), "rondel market1") == ("stone_moved", {"field": "market1", "here": "sailing"})


def test_what_is_done_on_a_field_out_of_reach_is_refused_with_what_the_way_would_cost() -> None:
    game = position(me={"stone": "builder", "fleet": {"portugal": 1}})
    assert why(game, "build church") == ("rondel_ships", {"field": "builder", "n": 5, "ships": 1})


def test_what_is_done_elsewhere_waits_until_the_card_has_been_used_in_the_same_turn() -> None:
    game = position(holder=0, me={"stone": "ships"}, discovered=["guine"])
    act(game, "navegador")
    assert why(game, "sell gold 1") == ("card_then_rondel", {})


def test_a_known_region_beyond_the_range_is_refused_for_the_range() -> None:
    game = on("sailing", me={"fleet": {"rio": 1}}, discovered=["guine", "bahia", "rio"])
    assert why(game, "discover portugal rio")[0] == "range"


def test_a_space_on_which_nothing_can_be_done_is_hinted_at_and_no_other() -> None:
    """Rules 5, T4: the action may be left out; nobody goes there without knowing. Ships given up may change that, so
    nothing is said of what lies farther."""
    rng = Random(4)
    vain = set[str]()
    busy = set[str]()
    for seed in range(3):
        game = engines.new("navegador", 4, seed)
        while game.to_act:
            seat = game.to_act[0]
            for word, *where in game.legal(seat):
                hint = game.hint(seat, (word, *where)) if word == "rondel" else None
                if word != "rondel" or (hint and hint.id == "navegador.hint.ships"):
                    continue
                after = game.copy()
                after.play(seat, ("rondel", *where))
                can_act = after.to_act == (seat,) and after.state.turn == game.state.turn
                assert can_act == (hint is None), (where, hint)
                (busy if can_act else vain).update(where)
            game.play(seat, game.sample(seat, rng))
    assert {"colony", "privilege", "builder", "ships"} <= vain & busy
