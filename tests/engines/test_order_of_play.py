"""In which order a game goes round: the order in which players are named and called."""

from __future__ import annotations

from random import Random
from typing import Any

import engines
from engines.macao.game import Macao
from tests.engines.macao.positions import position as macao
from tests.engines.mmn.positions import position as mmn
from tests.engines.tiny import Pebbles


def test_where_a_game_says_nothing_it_goes_clockwise_from_whoever_is_next() -> None:
    game = engines.new("navegador", 4, 3)
    for first in range(4):
        while game.to_act != (first,):
            game.play(game.to_act[0], game.legal(game.to_act[0])[-1])
        assert game.order() == [first, *range(first + 1, 4), *range(first)]
    three = Pebbles.new(3, 1)
    three.play(0, ("hide", "1"))
    assert three.order() == [1, 2, 0]


def test_macao_goes_by_the_wall_locked_discs_first() -> None:
    game = macao(wall={9: [2], 4: [1, 3]}, locked=[0], seats=4)
    assert game.order() == [0, 2, 1, 3]


def test_macao_drafts_against_the_order_of_the_wall() -> None:
    game = Macao.new(4, 2)
    wall = game.state.wall.order()
    asked: list[int] = []
    while game.view(None).phase == "draft":
        assert game.order() == game.view(None).order == wall[::-1]
        (told,) = (line for line in game.describe(None) if line.id == "macao.describe.order")
        assert told.args == {"seats": [str(seat) for seat in wall[::-1]]}
        asked += game.to_act
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert asked == wall[::-1]
    assert game.order() == wall
    assert game.to_act == (wall[0],)


def test_in_macao_whoever_has_had_the_turn_stands_before_those_who_have_not() -> None:
    """Discs that have changed places on the wall in between change nothing before the next phase."""
    game = Macao.new(4, 5)
    rng = Random(2)
    overtaken = 0
    began: list[int] = []
    while game.to_act:
        seen = game.view(None)
        wall = game.state.wall.order()
        assert game.order() == seen.order
        if seen.phase != "actions":
            began = wall
            assert seen.order == (wall[::-1] if seen.phase == "draft" else wall)
        else:
            assert seen.order[-len(seen.waiting) :] == [seat for seat in began if seat in seen.waiting]
            overtaken += seen.order != wall
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    assert overtaken, "somebody was to act behind whom another had gone"


def test_burgundy_goes_through_a_round_in_the_order_that_it_began_with_in_text_and_picture() -> None:
    """Also while somebody has played, and when ships have changed the order of the next round."""
    game = engines.new("burgundy", 4, 5)
    rng = Random(2)
    changed = 0
    while game.to_act:
        seen: Any = game.view(None)
        lines = {line.id: line.args.get("seats") for line in game.describe(None)}
        assert game.order() == seen.order
        assert lines["burgundy.describe.order"] == [str(seat) for seat in seen.order]
        following = [str(seat) for seat in seen.next_order] if seen.next_order != seen.order else None
        assert lines.get("burgundy.describe.next_order") == following
        changed += bool(following and game.to_act != (seen.order[0],))
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    assert changed, "somebody was to act while the next round's order was another"


def test_mmn_goes_clockwise_from_the_active_player() -> None:
    game = engines.new("mmn", 4, 6)
    rng = Random(3)
    active = set[int]()
    while len(active) < 4:
        first = game.state.active
        assert game.order() == [(first + place) % 4 for place in range(4)]
        active.add(first)
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, ("pass",) if ("pass",) in legal else rng.choice(legal))
    assert mmn(phase="actions").order() == [0, 1, 2]
