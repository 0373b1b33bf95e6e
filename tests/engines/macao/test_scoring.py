"""The end of the game: penalties, end-scoring cards, the city, ties, the projected score (rules 7, 9)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.macao import board
from engines.macao.game import Macao
from tests.engines.macao.moves import final, owning, round_from, seen
from tests.engines.macao.positions import position
from tests.engines.playing import act, player, refused
from tests.engines.replay import replayable

QUARTERS = tuple(f"q{number:02}" for number in range(1, 31))
SOME_QUARTERS = st.lists(st.sampled_from(QUARTERS), unique=True, max_size=11)


def ended(**changes: object) -> Macao:
    """The last turn of the game has passed; it was seat 2's."""
    game = position(turn=12, seat=2, **changes)  # type: ignore[arg-type]
    act(game, "pass")
    assert game.state.over
    return game


def brute_force(quarters: list[str]) -> int:
    """The largest connected group, by trying every set of own quarters, the large ones first."""
    for size in range(len(quarters), 0, -1):
        for group in combinations(quarters, size):
            reached = {group[0]}
            for _ in group:
                reached |= {near for here in reached for near in board.QUARTERS[here].neighbours if near in group}
            if len(reached) == size:
                return size
    return 0


@settings(max_examples=60)
@given(quarters=SOME_QUARTERS)
def test_the_largest_group_is_the_one_that_brute_force_finds(quarters: list[str]) -> None:
    game = position(turn=12, seat=2, me={"quarters": quarters})
    assert seen(game).players[2].group == brute_force(quarters)
    assert game.scores()[2].sources.get("city", 0) == 2 * brute_force(quarters)


def test_a_group_is_of_one_player_only() -> None:
    game = position(me={"quarters": ["q01", "q03"]}, others={1: {"quarters": ["q02"]}})
    assert [player.group for player in seen(game).players[:2]] == [1, 1]


def test_only_the_largest_group_counts() -> None:
    game = ended(me={"quarters": ["q01", "q02", "q25", "q29", "q30", "q13"]})
    assert game.scores()[2].sources["city"] == 6


def test_scores_name_every_source() -> None:
    me = {
        "prestige": 20,
        "activated": ["gouverneur", "schmiede"],
        "tableau": ["bank"],
        "penalties": 2,
        "quarters": ["q01", "q02"],
    }
    game = position(turn=12, seat=2, me=me)
    expected = {"cards": 20, "scoring": 7 + 2, "city": 4, "penalties": -9}
    for _ in range(2):
        score = game.scores()[2]
        assert {source: points for source, points in score.sources.items() if points} == expected
        assert score.total == 24
        if not game.state.over:
            act(game, "pass")


def test_every_card_on_the_tableau_brings_a_penalty() -> None:
    game = ended(me={"tableau": ["bank", "kran", "tor", "abt", "gouverneur"]}, others={0: {"tableau": ["wirt"]}})
    assert [player(game, seat).penalties for seat in range(3)] == [1, 0, 5]
    assert [score.total for score in game.scores()] == [-3, 0, -15]


def test_the_abbot_protects_his_owner_only() -> None:
    me = {"tableau": ["bank"], "activated": ["abt"]}
    game = ended(me=me, others={0: {"tableau": ["wirt"]}})
    assert [player(game, seat).penalties for seat in range(3)] == [1, 0, 0]


def test_penalties_are_told() -> None:
    game = position(turn=12, seat=2, me={"tableau": ["bank", "kran"]})
    events = act(game, "pass")
    told = [event for event in events if event.kind == "penalty"]
    assert {(event.seat, event.data["reason"]) for event in told} == {(2, "tableau")}
    assert events[-1].kind == "over"


def test_gold_jokers_cubes_and_wares_score_nothing() -> None:
    me = {"gold": 30, "hold": {"tea": 2}, "jokers": 2, "stock": "RGB", "rose": {3: "KKK"}, "activated": ["bank"]}
    assert ended(me=me).scores()[2].total == 0


def test_the_game_is_over() -> None:
    game = ended()
    assert game.to_act == ()
    assert seen(game).phase == "over"
    for seat in range(3):
        refused(game, "pass", "take bank", seat=seat)


def test_the_game_ends_after_the_last_turn_of_round_twelve() -> None:
    game = position(turn=12, seat=0)
    for seat in range(3):
        assert game.to_act == (seat,)
        assert not game.state.over
        act(game, "pass")
    assert game.state.over


@pytest.mark.parametrize(
    ("wall", "locked", "ranking"),
    [
        ({3: [2], 2: [1, 0]}, (), [2, 1, 0]),
        ({3: [2, 0, 1]}, (), [2, 0, 1]),
        ({16: [2, 0]}, (1,), [1, 2, 0]),
        ({}, (1, 0, 2), [1, 0, 2]),
    ],
)
def test_ties_go_to_the_player_ahead_on_the_wall(
    wall: dict[int, list[int]], locked: tuple[int, ...], ranking: list[int]
) -> None:
    last = ranking[-1]
    others = {seat: {"prestige": 8} for seat in range(3)}
    game = position(turn=12, wall=wall, locked=locked, seat=last, me={"prestige": 8}, others=others)
    act(game, "pass")
    assert game.ranking() == ranking


def test_most_points_win_before_the_wall_is_asked() -> None:
    game = position(turn=12, order=[0, 1, 2], seat=2, me={"prestige": 9}, others={1: {"prestige": 10}})
    act(game, "pass")
    assert game.ranking() == [1, 2, 0]


@pytest.mark.parametrize("card", ["gouverneur", "vizegouverneur", "hebamme", "palast", "residenz"])
def test_end_scoring_cards_count_for_their_owner_when_activated(card: str) -> None:
    assert final(owning(card)) > 0
    assert final(owning("turm", me={"tableau": [card]})) == 0
    assert final(owning("turm", others={1: {"activated": [card]}})) == 0
    game = owning(card)
    assert seen(game).players[0].prestige == 0
    assert seen(game).players[0].projected == final(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
@replayable
def test_the_projected_score_is_the_final_score_after_round_twelve(seats: int, seed: int) -> None:
    rng = Random(seed)
    game = Macao.new(seats, seed)
    before = game
    while not game.state.over:
        projected = [each.projected for each in seen(game).players]
        totals = [score.total for score in game.scores()]
        assert projected == totals
        before = game.copy()
        actor = game.to_act[0]
        game.play(actor, rng.choice(game.legal(actor)))
    for seat, score in enumerate(game.scores()):
        each = player(game, seat)
        assert score.total == sum(score.sources.values())
        assert seen(game).players[seat].projected == score.total
        if seat not in before.to_act:
            assert before.scores()[seat].total == score.total
        groups = 2 * brute_force(each.quarters) if len(each.quarters) < 12 else score.sources["city"]
        assert score.total == each.prestige - 3 * each.penalties + groups + final(game, seat)
    order = game.state.wall.order()
    totals = [score.total for score in game.scores()]
    assert game.ranking() == sorted(range(seats), key=lambda seat: (-totals[seat], order.index(seat)))


@pytest.mark.parametrize("seed", [5])
@replayable
def test_a_whole_game_counts_every_point_once(seed: int) -> None:
    """The sources of prestige gained in play add up to it."""
    game = Macao.new(3, seed)
    rng = Random(seed)
    round_from(game, until="cards")
    while not game.state.over:
        actor = game.to_act[0]
        game.play(actor, rng.choice(game.legal(actor)))
        for seat, score in enumerate(game.scores()):
            gained = sum(score.sources.get(source, 0) for source in ("wares", "tribute", "cards"))
            assert gained == player(game, seat).prestige
