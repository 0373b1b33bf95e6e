"""What hints name in Macao instead of what is weighed: cards, wares, cubes, the place on the wall."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.macao import board as board_of_macao
from engines.macao import scoring
from engines.players.skills import SKILLS, macao_facts
from tests.engines.macao.positions import position as of_macao

SEAT = 0


def macao(**changes: Any) -> Any:
    """The turn of the seat, with nothing on its way; ``rose``: cubes by the turn that they come with, 1 the next
    one."""
    game = of_macao()
    player = game.state.players[SEAT]
    player.rose = [{} for _ in player.rose]
    for turn, cubes in changes.pop("rose", {}).items():
        player.rose[turn] = cubes
    for name, value in changes.items():
        setattr(player, name, value)
    return game


def of_cards(richer: dict[str, Any], other: dict[str, Any]) -> Message | None:
    return macao_facts.fact("reserved", macao(**richer), macao(**other), SEAT)


def does_more(card: str, other: str) -> Message:
    effects = {"effect": f"{card}.short", "other_effect": f"{other}.short"}
    return Message("macao.fact.does_more", {"card": card, "other_card": other, **effects})


def test_of_cards_the_one_is_named_whose_cubes_come() -> None:
    cubes = {3: {"green": 2}, 2: {"red": 1}}
    fact = of_cards({"tableau": ["kran", "bau_2"], "rose": cubes}, {"tableau": ["kran"], "rose": cubes})
    assert fact == Message("macao.fact.payable", {"card": "bau_2", "round": 7})


def test_what_comes_with_the_turn_of_this_round_comes_in_this_round() -> None:
    cubes = {1: {"green": 2}}
    fact = of_cards({"tableau": ["bau_2"], "rose": cubes}, {"rose": cubes})
    assert fact == Message("macao.fact.payable_now", {"card": "bau_2"})
    richer, other = macao(rose={1: {"red": 2}}), macao(rose={1: {"red": 1}})
    now = Message("macao.fact.cubes_now", {"own": 2, "other": 1})
    assert macao_facts.fact("cubes next", richer, other, SEAT) == now
    for game in (richer, other):
        game.state.chosen[SEAT] = ["red", "blue"]
        game.state.stack = []
    later = Message("macao.fact.cubes_next", {"own": 2, "other": 1})
    assert macao_facts.fact("cubes next", richer, other, SEAT) == later, "the turn of this round is over"


def test_a_card_in_place_of_another_is_compared_with_it() -> None:
    nearer = of_cards({"tableau": ["bau_2"], "rose": {2: {"green": 1}}}, {"tableau": ["zoll_4"]})
    assert nearer == Message("macao.fact.nearer", {"card": "bau_2", "other_card": "zoll_4", "n": 1, "other": 4})
    rather = of_cards({"tableau": ["zoll_4"]}, {"tableau": ["bau_2"]})
    assert rather == does_more("zoll_4", "bau_2")


def test_two_cards_that_come_as_soon_are_told_apart_by_their_price_or_by_what_they_promise() -> None:
    cubes = {2: {"green": 3, "red": 2}}
    cheap, dear, same = ({"tableau": [card], "rose": cubes} for card in ("bau_2", "bau_3", "zoll_2"))
    cheaper = Message("macao.fact.cheaper", {"card": "bau_2", "other_card": "bau_3", "n": 2, "other": 3})
    assert of_cards(cheap, dear) == cheaper
    assert of_cards(dear, cheap) == does_more("bau_3", "bau_2")
    assert of_cards(cheap, same) == does_more("bau_2", "zoll_2")
    later = {"tableau": ["zoll_2"], "rose": {2: {"green": 2}, 3: {"red": 2}}}
    sooner = {"tableau": ["bau_2"], "rose": {2: {"green": 2}, 3: {"red": 2}}}
    assert of_cards(sooner, later) == Message("macao.fact.payable", {"card": "bau_2", "round": 6})


def test_the_same_card_is_named_where_it_comes_nearer_and_little_is_missing() -> None:
    same = {"tableau": ["zoll_4"]}
    assert of_cards(same | {"rose": {2: {"red": 3}}}, same) == Message("macao.fact.lacking", {"card": "zoll_4", "n": 1})
    assert of_cards(same, same) is None


def test_the_card_is_named_for_which_more_cubes_come_where_none_can_be_paid_for_much_sooner() -> None:
    # Four red; violet and black; blue, violet and grey.
    wanting: dict[str, Any] = {"tableau": ["zoll_4", "kloster", "universitaet"]}
    more, fewer = {2: {"blue": 2}, 3: {"violet": 1}}, {2: {"red": 1}, 3: {"blue": 1}}
    assert of_cards(wanting | {"rose": more}, wanting | {"rose": fewer}) == Message(
        "macao.fact.on_the_way", {"card": "universitaet", "own": 2, "whole": 3, "other": 1}
    )
    assert of_cards({"tableau": ["zoll_4"], "rose": {2: {"red": 1}}}, {"tableau": ["zoll_4"]}) == Message(
        "macao.fact.on_the_way", {"card": "zoll_4", "own": 1, "whole": 4, "other": 0}
    )
    paid: dict[str, Any] = {"tableau": ["kloster"]}
    soon = {2: {"violet": 1, "black": 1}}
    assert of_cards(paid | {"rose": {**soon, 3: {"black": 1}}}, paid | {"rose": soon}) is None, "it can be paid for"


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("cubes next", None),
        ("cubes second", Message("macao.fact.colours_next", {"own": 2, "other": 1})),
        ("cubes later", Message("macao.fact.cubes_later", {"own": 6, "other": 5, "round": 7})),
    ],
)
def test_of_cubes_it_is_told_how_many_come_then_or_of_how_many_colours(name: str, fact: Message | None) -> None:
    richer = macao(rose={1: {"red": 2}, 2: {"red": 1, "blue": 1}, 4: {"red": 6}})
    other = macao(rose={1: {"red": 2}, 2: {"red": 2}, 3: {"blue": 5}})
    assert macao_facts.fact(name, richer, other, SEAT) == fact


def test_a_ware_is_named_with_how_far_its_port_is() -> None:
    aboard, empty = macao(hold={"silk": 1}, ship="genova"), macao(hold={}, ship="genova")
    assert macao_facts.fact("deliveries", aboard, empty, SEAT) == Message(
        "macao.fact.at_port", {"ware": "silk", "port": "genova"}
    )
    away = macao(hold={"silk": 1}, ship="marseille")
    fact = macao_facts.fact("deliveries", away, macao(ship="start", hold={"silk": 1}), SEAT)
    further = board_of_macao.DISTANCE["start"]["genova"]
    assert fact == Message("macao.fact.ware_nearer", {"ware": "silk", "port": "genova", "n": 2, "other": further})
    alone = macao_facts.fact("deliveries", away, macao(ship="marseille", hold={}), SEAT)
    assert alone == Message("macao.fact.ware", {"ware": "silk", "port": "genova", "n": 2})


def test_a_place_on_the_wall_is_told_where_it_is_a_better_one() -> None:
    ahead, behind = macao(), macao()
    ahead.state.wall.advance(SEAT, 3, None)
    behind.state.wall.advance(1, 3, None)
    fact = macao_facts.fact("rank", ahead, behind, SEAT)
    assert fact == Message("macao.fact.rank", {"place": 1, "other": 2})
    assert macao_facts.fact("rank", behind, ahead, SEAT) is None
    further = macao()
    further.state.wall.advance(SEAT, 5, None)
    fact = macao_facts.fact("rank", further, ahead, SEAT)
    assert fact == Message("macao.fact.space", {"space": 6, "other": 4}), "where the order is the same, the space"


def test_what_is_used_is_no_advantage_to_have_still() -> None:
    held, active = macao(tableau=["bau_2"]), macao(activated=["bau_2"])
    assert macao_facts.used("reserved", held, active, SEAT)
    assert not macao_facts.used("reserved", held, macao(), SEAT), "there it has been thrown away"
    aboard, delivered = macao(hold={"silk": 1}), macao(earned={"wares": 5})
    assert macao_facts.used("deliveries", aboard, delivered, SEAT)
    assert not macao_facts.used("deliveries", aboard, macao(), SEAT)
    few, many = macao(rose={2: {"red": 3, "blue": 3}}), macao(rose={2: {"red": 6, "blue": 6}})
    assert macao_facts.used("cubes second", few, many, SEAT), "they may serve better, and they are not more"
    assert not macao_facts.used("cubes second", many, few, SEAT)
    assert not macao_facts.used("cubes for offices", few, many, SEAT)


def test_cards_on_the_tableau_are_no_reason_where_none_is_nearer_or_another() -> None:
    same = {"tableau": ["zoll_4"], "rose": {2: {"red": 1}}}
    assert macao_facts.used("reserved", macao(**same), macao(**same | {"gold": 3}), SEAT)
    assert not macao_facts.used("reserved", macao(**same | {"rose": {2: {"red": 3}}}), macao(**same), SEAT)


def test_quarters_are_told_by_the_largest_group_or_else_by_their_number() -> None:
    two, apart, one = macao(quarters=["q01", "q02"]), macao(quarters=["q01", "q30"]), macao(quarters=["q01"])
    group = Message("macao.fact.group", {"own": 2, "other": 1})
    assert macao_facts.fact("quarters", two, apart, SEAT) == macao_facts.fact("quarters", two, one, SEAT) == group
    more = Message("macao.fact.quarters", {"own": 2, "other": 1})
    assert macao_facts.fact("quarters", apart, one, SEAT) == more
    assert macao_facts.fact("quarters", one, two, SEAT) is None


def test_points_that_cards_may_still_cost_are_apart_from_those_of_markers() -> None:
    game = macao(tableau=["bau_2", "kran"], penalties=1)
    assert SKILLS["macao"].apart(game, SEAT) == {("penalties", "tableau"): -6}
    assert scoring.sources(game, SEAT)["penalties"] == -9
    spared = macao(tableau=["bau_2"], activated=["abt"])
    assert SKILLS["macao"].apart(spared, SEAT) == {("penalties", "tableau"): 0}


def test_a_die_that_leaves_the_next_turn_without_cubes_costs_a_marker_at_once() -> None:
    game: Any = of_macao(phase="dice", dice="together")
    game.state.rolled = dict.fromkeys(game.state.rolled, 5) | {"red": 6, "green": 6}
    player = game.state.players[SEAT]
    player.rose = [{} for _ in player.rose]
    before = player.penalties
    game.play(SEAT, ("dice", "red", "green"))
    assert game.state.players[SEAT].penalties == before, "it waits for the others"
    carried_out = SKILLS["macao"].carried_out(game, SEAT)
    assert isinstance(carried_out, type(game))
    assert carried_out.state.players[SEAT].penalties == before + 1
