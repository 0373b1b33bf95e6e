"""A reason is true: it names what is the matter, not what would be the matter elsewhere."""

from __future__ import annotations

import pytest

from engines.contract import Action, Game, IllegalAction
from tests.engines.burgundy.asking import decisions
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act


def reason(game: Game, line: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    return refusal.value.reason.id.removeprefix("burgundy.refuse.")


BUILDINGS = ("market", "church", "carpenters_workshop", "city_hall", "warehouse")
ALLOWED = {"city_hall": "place", "warehouse": "sell", "market": "take", "church": "take", "carpenters_workshop": "take"}


@pytest.mark.parametrize("building", BUILDINGS)
@pytest.mark.parametrize("line", ["sell red die 4", "take 4 ship die 1", "workers die 1", "place bank e5", "workers"])
def test_what_must_wait_for_an_effect_says_so(building: str, line: str) -> None:
    if line.split()[0] != ALLOWED[building]:
        assert reason(decisions()[building], line) == "effect_first"


@pytest.mark.parametrize("decision", [*BUILDINGS, "castle", "ship", "keep"])
def test_a_turn_does_not_end_before_an_effect(decision: str) -> None:
    assert reason(decisions()[decision], "end") == "effect_first"


@pytest.mark.parametrize(
    ("decision", "line", "named"),
    [
        ("castle", "sell red die 4", "no_die_needed"),
        ("castle", "take 4 ship die 1", "no_die_needed"),
        ("castle", "sell orange die 4", "not_stored"),
        ("market", "take 4 ship die 1", "no_die_needed"),
        ("market", "take 4 castle die 1", "not_in_depot"),
        ("warehouse", "sell brown die 1", "not_stored"),
        ("turn", "buy black church die 3", "no_die_needed"),
        ("special", "hire 3 bank die 3", "no_die_needed"),
        ("turn", "buy black", "which_tile"),
        ("turn", "buy", "which_tile"),
        ("turn", "take 4", "which_tile"),
        ("special", "hire 3", "which_tile"),
        ("turn", "place bank", "which_hex"),
        ("turn", "place", "which_hex"),
        ("turn", "buy black atlantis", "no_tile"),
    ],
)
def test_what_is_missing_or_too_much_is_named(decision: str, line: str, named: str) -> None:
    assert reason(decisions()[decision], line) == named


def test_a_purchase_is_put_off_only_if_it_is_possible_afterwards() -> None:
    castle = {"storage": ["castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    for me, line, named in (
        ({"silverlings": 2}, "buy black church", "not_inside"),
        ({"silverlings": 1}, "buy black church", "silverlings"),
        ({"silverlings": 4, "purchased": True}, "buy black church", "one_purchase"),
        ({"silverlings": 2}, "buy black ship", "not_in_depot"),
        ({"silverlings": 2}, "buy 4 ship", "black_only"),
        ({"silverlings": 2}, "hire 3 bank", "no_knowledge_6"),
    ):
        game = position(me=castle | me)
        act(game, "place castle b3 die 6")
        assert reason(game, line) == named


def test_leaving_out_the_die_makes_it_legal_wherever_that_is_said() -> None:
    for game in decisions().values():
        for line in ("sell red", "take 4 ship", "workers", "place ship d5", "buy black church", "hire 3 bank"):
            if reason_or_none(game, f"{line} die 1") == "no_die_needed":
                assert tuple(line.split()) in game.legal(0)


def reason_or_none(game: Game, line: str) -> str | None:
    action: Action = game.normal(0, tuple(line.split()))
    return None if action in game.legal(0) else reason(game, line)


def test_the_die_and_the_workers_may_be_named_in_any_order() -> None:
    game = position(me={"workers": 3, "dice": (4, 4)}, depots=FILL)
    assert ("take", "5", "boarding_house", "die", "4", "workers", "1") in game.legal(0)
    act(game, "take 5 boarding_house workers 1 die 4")
    assert game.state.players[0].storage == ["boarding_house"]
    assert game.state.players[0].workers == 2
