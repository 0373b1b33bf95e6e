"""The end of the game: final points, winner, ties (rules 12, test cases 21, 23, rulings A1, A12)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from tests.engines.burgundy.moves import final, seen
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, kinds, player, refused


def table(
    *points: int, spaces: list[list[int]] | None = None, extra: dict[int, Any] | None = None, **options: Any
) -> Game:
    """Return a game whose players have so many VP and have sold nothing."""
    made: dict[int, Any] = {seat: dict((extra or {}).get(seat, {})) for seat in range(len(points))}
    game = position(seats=len(points), turn=25, me=made[0], others=made, spaces=spaces, **options)
    dump = game.dump()
    for seat, total in enumerate(points):
        dump["players"][seat]["earned"] = {"regions": total}
        dump["players"][seat]["sold"] = {}
    return type(game).load(dump)


def test_case_21_goods_silverlings_and_workers_left_are_worth_7_points() -> None:
    me = {"goods": {"pink": 1, "red": 1}, "silverlings": 3, "workers": 5}
    game = position(me=me)
    score = game.scores()[0]
    assert score.total == 7
    assert {name: count for name, count in score.sources.items() if count} == {
        "unsold": 2,
        "silverlings": 3,
        "workers": 2,
    }


@pytest.mark.parametrize(("workers", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (11, 5)])
def test_every_two_workers_bring_one_point(workers: int, points: int) -> None:
    assert final(position(me={"workers": workers}), 0, "workers") == points


def test_every_unsold_tile_counts_not_every_type() -> None:
    assert final(position(me={"goods": {"pink": 3, "red": 2}}), 0, "unsold") == 5


def test_sources_add_up() -> None:
    game = position(me={"goods": {"pink": 3}, "earned": {"animals": 7, "regions": 12}, "workers": 3})
    for score in game.scores():
        assert score.total == sum(score.sources.values())
    assert game.scores()[0].total == 3 + 7 + 12 + 1


def test_the_last_phase_pays_mines_before_the_count() -> None:
    me = {"covered": {"e3": "mine"}, "dice": (6,), "workers": 0}
    game = position(seats=2, seat=1, turn=25, me=me)
    act(game, "workers die 6")
    assert game.state.over
    assert final(game, 1, "silverlings") == 1
    assert final(game, 1, "workers") == 1


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = position(seats=2, seat=1, turn=25, me={"dice": (6,)})
    events = act(game, "workers die 6")
    assert kinds(events)[-1] == "over"
    for seat in (0, 1):
        assert game.legal(seat) == []
        refused(game, "workers die 6", "end", seat=seat)
    assert seen(game).over


def test_most_points_win() -> None:
    game = table(10, 30, 20)
    assert game.ranking() == [1, 2, 0]


def test_case_23_more_empty_hexes_win_a_tie() -> None:
    covered = {"e3": "mine", "f2": "mine"}
    game = table(20, 20, extra={0: {"covered": covered}})
    assert game.ranking() == [1, 0]
    game = table(20, 20, extra={1: {"covered": covered}})
    assert game.ranking() == [0, 1]


def test_ruling_A1_by_option_the_fewest_empty_hexes_win_a_tie() -> None:
    covered = {"e3": "mine", "f2": "mine"}
    game = table(20, 20, extra={0: {"covered": covered}}, tie_break="fewest_empty")
    assert game.ranking() == [0, 1]
    game = table(20, 20, extra={1: {"covered": covered}}, tie_break="fewest_empty")
    assert game.ranking() == [1, 0]


@pytest.mark.parametrize("tie_break", ["most_empty", "fewest_empty"])
def test_case_23_then_the_player_later_in_turn_order_wins(tie_break: str) -> None:
    assert table(20, 20, 20, spaces=[[2, 0], [1]], tie_break=tie_break).ranking() == [0, 2, 1]
    assert table(20, 20, 20, spaces=[[1], [0], [2]], tie_break=tie_break).ranking() == [1, 0, 2]
    assert table(20, 20, 20, spaces=[[0, 1, 2]], tie_break=tie_break).ranking() == [2, 1, 0]


def test_lower_places_are_given_by_the_same_criteria() -> None:
    extra = {1: {"covered": {"e3": "mine"}}, 3: {"covered": {"e3": "mine"}}}
    game = table(30, 20, 20, 20, spaces=[[3, 1], [0, 2]], extra=extra)
    assert game.ranking() == [0, 2, 1, 3]


def test_ruling_A12_the_marker_after_the_last_round_counts() -> None:
    """A ship in the last turn loses the tie that standing behind would have won."""
    me = {"storage": ["ship"], "dice": (5,)}
    game = position(seats=2, seat=1, order=[0, 1], turn=25, me=me)
    dump = game.dump()
    dump["players"][0]["covered"]["e3"] = "mine"
    dump["players"][0]["silverlings"] = 0
    dump["players"][0]["earned"] = {"regions": 20}
    dump["players"][1] |= {"earned": {"regions": 21}, "sold": {}, "goods": {}}
    game = type(game).load(dump)
    act(game, "place ship d5 die 5")
    assert game.state.over
    assert game.state.track.order() == [1, 0]
    assert [score.total for score in game.scores()] == [21, 21]
    assert game.ranking() == [0, 1]


def test_knowledge_and_unsold_goods_decide_the_ranking() -> None:
    game = table(20, 22, extra={0: {"knows": ["k22"], "covered": {"e4": "bank"}}})
    assert game.ranking() == [0, 1]
    assert game.scores()[0].total == 24


def test_the_view_shows_points_so_far_and_projected() -> None:
    me = {"earned": {"animals": 7}, "goods": {"pink": 2}, "silverlings": 1}
    view = seen(position(me=me)).players[0]
    assert (view.vp, view.projected) == (7, 10)
    assert player(position(me=me)).earned == {"animals": 7}
