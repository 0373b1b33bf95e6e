"""What the strong player's values are made of."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines import Game
from engines.mmn import scoring
from engines.mmn.position import Position as Mmn
from engines.players.greedy import after_playing
from engines.players.skill import Term
from engines.players.skills import SKILLS
from engines.players.terms import beside, mean, terms
from tests.engines.mmn.positions import COAST, chain, position
from tests.engines.test_beam import at_a_decision


def counted(game: Game, seat: int) -> float:
    """The points to which a value adds."""
    if isinstance(game, Mmn):
        return scoring.points(game, seat)
    score = game.score(seat)
    return score.total + (score.remainder / 1000 if game.key != "macao" else 0.0)


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (3, 4, 5))])
@pytest.mark.parametrize("key", engines.GAMES)
def test_they_add_up_to_the_value(key: str, seed: int) -> None:
    game, rng = at_a_decision(key, seed), Random(seed)
    for _ in range(60):
        for seat in range(game.state.seats):
            parts = terms(game, seat)
            assert parts
            value = SKILLS[key].strong.plan.value(game, seat)
            assert counted(game, seat) + sum(term.worth for term in parts.values()) == pytest.approx(value)
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))


def test_after_the_end_nothing_is_weighed() -> None:
    game, rng = engines.new("navegador", 2, 1), Random(1)
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    assert terms(game, 0) == {}


def test_two_positions_differ_by_what_one_has_more_of() -> None:
    own = {"gold": Term(3, 4.5), "cubes": Term(2, 1.0), "cards": Term(1, 0.5), "wall": Term(4, -2.0)}
    other = {"gold": Term(1, 1.5), "cubes": Term(2, 1.0), "cards": Term(2, 0.75), "wall": Term(1, -0.5)}
    assert beside(own, other) == {"gold": 3.0, "cards": -0.25}, "more of the wall counts for less: that is not told"
    assert list(beside(own, other)) == ["gold", "cards"]
    assert beside(own, {}) == {"gold": 4.5, "cubes": 1.0, "cards": 0.5}
    assert beside(own, own) == {}


def test_what_makes_as_many_points_is_told_by_name_whatever_is_weighed_first() -> None:
    own, other = {"wall": Term(2, 1.0), "gold": Term(1, 1.0)}, {"cards": Term(1, 1.0), "ships": Term(3, 2.0)}
    assert list(beside(own, other)) == ["ships", "cards", "gold", "wall"]
    assert list(beside(other, own)) == ["ships", "cards", "gold", "wall"]


def test_of_several_worlds_the_mean_counts_and_what_one_lacks_is_nothing_there() -> None:
    found = mean([{"gold": Term(2, 3.0)}, {"gold": Term(4, 5.0), "cubes": Term(2, 1.0)}])
    assert found == {"gold": Term(3, 4.0), "cubes": Term(1, 0.5)}


def test_who_holds_the_longest_road_is_not_behind_who_only_comes_near_to_it() -> None:
    holding, near = (
        position(me={"roads": chain(*COAST[: roads + 1])}, longest_road=0 if roads > 4 else -1) for roads in (5, 4)
    )
    assert terms(near, 0)["road"].worth > terms(holding, 0)["road"].worth, "the points of the card are counted already"
    assert "road" not in beside(terms(holding, 0), terms(near, 0))


def test_the_robber_is_told_by_whom_it_costs() -> None:
    """The second hex lies at the city of another, the fourteenth at the own one."""
    own, others = {"buildings": ["city n45"]}, {1: {"buildings": ["city n10"]}}
    elsewhere, here, nowhere = (terms(position(me=own, others=others, robber=hex), 0) for hex in (1, 13, 8))
    assert beside(elsewhere, nowhere).keys() == {"robber"}
    assert beside(elsewhere, here).keys() == {"robber", "robbed"}
    assert min(beside(elsewhere, here).values()) > 0


def test_cards_of_macao_promise_more_by_what_they_are_worth_not_by_how_many_things_are_counted_of_them() -> None:
    game = engines.new("macao", 3, 1)
    smithy, captain = (after_playing(game, 1, ("take", card)) for card in ("schmiede", "kapitaen"))
    more = beside(terms(captain, 1), terms(smithy, 1))["reserved"]
    assert more == pytest.approx(terms(captain, 1)["reserved"].worth - terms(smithy, 1)["reserved"].worth)
    assert more > 0.1
    assert beside(terms(smithy, 1), terms(captain, 1))["reserved"] == pytest.approx(-more)


@pytest.mark.parametrize("key", ["navegador", "macao", "burgundy"])
def test_who_has_had_the_last_turn_is_worth_what_the_end_counts(key: str) -> None:
    """In Burgundy the mines still bring a silverling each."""
    game, rng, last = engines.new(key, 3, 1), Random(1), dict[int, Game]()
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
        last[seat] = game.copy()
    early = [seat for seat, position in last.items() if not position.state.over]
    assert early
    for seat in early:
        assert {name for name, term in terms(last[seat], seat).items() if term.worth} <= {"mines"}
        assert SKILLS[key].strong.plan.value(last[seat], seat) == pytest.approx(counted(game, seat))
