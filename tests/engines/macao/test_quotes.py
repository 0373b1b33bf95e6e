"""What the view of the seat that must decide quotes: ways to pay, and what dice bring."""

from __future__ import annotations

from random import Random
from typing import Any

import engines
from engines.macao.game import Macao
from engines.macao.steps.dice import ChooseDice
from tests.engines.macao.moves import owning
from tests.engines.playing import act


def quotes(game: Macao) -> Any:
    return game.view(game.to_act[0]).quotes


def test_every_way_to_pay_has_its_price_and_what_is_not_offered_a_reason() -> None:
    game = owning("graf", me={"tableau": ["bank"], "gold": 4, "stock": "RRBB"})
    assert quotes(game)["activate bank"].offered
    act(game, "activate bank")
    found = quotes(game)
    printed = {"red": 2, "blue": 2}
    assert {key: dict(quote.price) for key, quote in found.items() if quote.offered} == {
        "cubes": printed,
        "gold": {"gold": 4},
    }
    assert (found["show"].price, found["show"].reason.id) == (printed, "macao.refuse.show")
    assert found["waive red"].price == {"red": 1, "blue": 2}
    assert found["waive red"].reason.id == "macao.refuse.no_waiver"


def test_a_card_that_cannot_be_paid_says_what_it_costs() -> None:
    found = quotes(owning(stock="R", me={"tableau": ["bank"]}))["activate bank"]
    assert (found.offered, found.price, found.reason.id) == (False, {"red": 2, "blue": 2}, "macao.refuse.cost")


def test_dice_bring_the_cubes_that_are_quoted_to_the_fields_that_are_quoted() -> None:
    seen = set[str]()
    for seed in range(40):
        game = Macao.new(2, seed)
        rng = Random(seed)
        if seed % 2:
            game.state.players[0].activated = ["forscher"]
        while game.to_act and game.state.turn < 4:
            seat = game.to_act[0]
            action = game.sample(seat, rng)
            if isinstance(game.state.stack[-1], ChooseDice) and action[0] == "dice":
                quote: Any = game.view(seat).quotes[" ".join(action)]
                rose = [dict(field) for field in game.state.players[seat].rose]
                game.play(seat, action)
                for colour, field in quote.fields.items():
                    rose[field][colour] = rose[field].get(colour, 0) + quote.cubes[colour]
                    seen.add(f"{quote.cubes[colour] - field}")
                assert game.state.players[seat].rose[1:-1] == rose[2:]
                continue
            game.play(seat, action)
    assert seen == {"0", "1"}


def test_the_meister_sees_where_the_cubes_of_a_die_would_go() -> None:
    game: Any = engines.new("macao", 2, 3)
    step = ChooseDice(order=[0, 1], together=False, chosen=[["red", "blue"], []], shifts=[None, None])
    game.state.players[0].activated = ["meister"]
    game.state.rolled = {"red": 2, "green": 2, "blue": 6, "violet": 1, "black": 3, "gray": 5}
    game.state.stack.append(step)
    found = game.copy().view(0).quotes
    assert {key: (dict(quote.cubes), dict(quote.fields)) for key, quote in found.items()} == {
        "shift red up": ({"red": 2}, {"red": 3}),
        "shift red down": ({"red": 2}, {"red": 1}),
        "shift blue down": ({"blue": 6}, {"blue": 5}),
    }
