"""What everybody may know and what nobody does (rules 14, ruling A16)."""

from __future__ import annotations

from random import Random

import pytest

import engines
from tests.engines.burgundy.moves import seen
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, player

HIDDEN = ("supplies", "stacks", "leftover")


def test_ruling_A16_sold_goods_are_public() -> None:
    game = position(me={"goods": {"pink": 2}})
    act(game, "sell pink die 3")
    for seat in (None, 0, 1, 2):
        assert seen(game, seat).players[0].sold == {"pink": 2}


def test_everything_that_lies_open_is_shown_to_everybody() -> None:
    me = {"storage": ["bank"], "goods": {"red": 1}, "workers": 3, "silverlings": 2, "bonus": ["mine.large"]}
    game = position(me=me, lying={"4": {"pink": 2}})
    for seat in (None, 0, 1, 2):
        view = seen(game, seat)
        mine = view.players[0]
        assert (mine.storage, mine.goods, mine.workers, mine.silverlings) == (["bank"], {"red": 1}, 3, 2)
        assert (mine.rolled, mine.unused, mine.bonus) == ([3, 4], [3, 4], ["mine.large"])
        assert view.depots == game.state.depots
        assert view.lying["4"] == {"pink": 2}
        assert view.removed == game.state.removed
        assert view.track == [[0, 1, 2]]
        assert (view.phase, view.round, view.turn) == ("C", 2, 12)
        assert view.bonus["mine"] == ["small"]


def test_a_discarded_tile_is_seen_by_all() -> None:
    game = position(me={"storage": ["bank", "mine", "k3"]})
    act(game, "take 4 ship die 4", "discard k3")
    assert seen(game, 1).removed[-1] == "k3"


def test_views_differ_in_nothing_but_the_viewer_and_what_is_offered() -> None:
    game = position()
    views = [seen(game, seat) for seat in (None, 0, 1, 2)]
    for view in views:
        view.viewer = None
        view.quotes = {}
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_redrawing_what_is_hidden_keeps_what_is_seen(seat: int | None) -> None:
    game = engines.new("burgundy", 3, 6, mode="first")
    before = game.dump()
    redrawn = dict.fromkeys(HIDDEN, False)
    for seed in range(4):
        world = game.determinize(seat, Random(seed))
        assert seen(world, seat) == seen(game, seat)
        assert world.audit() == []
        for name in HIDDEN:
            redrawn[name] |= world.dump()[name] != before[name]
    assert all(redrawn.values())
    assert game.dump() == before


def test_goods_that_left_unseen_may_be_anything() -> None:
    """The stacks of later phases and the goods that left are redrawn together."""
    game = engines.new("burgundy", 2, 6, mode="first")
    leftovers = {tuple(sorted(game.determinize(None, Random(seed)).dump()["leftover"])) for seed in range(8)}
    assert len(leftovers) > 1


def test_knowledge_of_a_supply_may_be_anywhere_it_can_be() -> None:
    """Tiles stay among those with their back."""
    game = engines.new("burgundy", 3, 6, mode="first")
    redrawn = [game.determinize(0, Random(seed)).dump()["supplies"] for seed in range(20)]
    for back, tiles in game.dump()["supplies"].items():
        assert all(sorted(supplies[back]) == sorted(tiles) for supplies in redrawn)
    assert len({supplies["knowledge"][0] for supplies in redrawn}) > 8


def test_beginners_board_is_asked_in_the_standard_game_only() -> None:
    for mode in ("first", "random"):
        assert engines.new("burgundy", 3, 6, mode=mode, beginners_board="on").state.turn == 1
    game = engines.new("burgundy", 3, 6, mode="free", beginners_board="on")
    assert len(game.legal(game.to_act[0])) == 9


def test_points_in_view_are_what_was_earned() -> None:
    game = position(me={"storage": ["watchtower"]})
    act(game, "place watchtower c3 die 3")
    view = seen(game).players[0]
    assert view.earned == player(game).earned
    assert view.vp == 11
