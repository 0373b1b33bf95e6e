"""What a hint is made of, in all games: which moves, how they are compared, and that every reason is true."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.thinking.ideas import Idea, compared_ideas, ideas
from bot.thinking.reasons import LEAST_SHARE, LEAST_TOLD_GAP, LEAST_WEIGHT, MOST_REASONS
from engines import Game
from engines.players import candidates
from engines.players.beam import imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from tests.bot.hinted import SCORING, hint_text, position_with_ideas
from tests.engines.mmn.test_computers_offers import wanting

SEEDS = [2, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 3, *range(100, 115)))]


@pytest.mark.parametrize("seed", [2, pytest.param(0, marks=pytest.mark.proof)])
@pytest.mark.parametrize("key", engines.GAMES)
def test_what_is_hidden_changes_nothing_of_a_hint(key: str, seed: int) -> None:
    game, seat, suggestions = position_with_ideas(key, seed)
    assert suggestions == ideas(game.determinize(seat, Random(99)), seat, Random(5))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", engines.GAMES)
def test_the_ideas_are_the_strong_player_s_and_none_is_better_than_the_first(key: str, seed: int) -> None:
    game, seat, suggestions = position_with_ideas(key, seed)
    actions = {entry.first for entry in candidates(game, seat, Random(5), count=None)}
    assert {idea.action for idea in suggestions} <= actions
    assert suggestions[0].gap == 0
    assert all(idea.gap >= 0 for idea in suggestions)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", engines.GAMES)
def test_there_are_at_most_two_reasons_and_none_is_small(key: str, seed: int) -> None:
    _, _, (best, *others) = position_with_ideas(key, seed)
    assert best.reasons == ()
    assert len(best.gains) <= MOST_REASONS
    for idea in others:
        assert idea.gains == ()
        assert len(idea.reasons) <= MOST_REASONS
        weights = [abs(entry.weight) for entry in idea.reasons]
        # Some gaps show only after the turn: beside those, a reason is measured by the smaller gap at its end.
        gap = min([idea.gap, *weights[:1]])
        assert all(weight >= max(LEAST_WEIGHT, LEAST_SHARE * gap) for weight in weights)
        assert all(entry.weight < 0 or idea.reasons[0].weight > 0 for entry in idea.reasons[1:])


def play_idea(game: Game, seat: int, idea: Idea, chance: int) -> Game | None:
    """Return the end of the turn of an idea in another world; None means that it is not possible there."""
    position = imagined(game, seat, Random(chance))
    for action in idea.actions:
        if action not in position.legal(seat):
            return None
        position = after_playing(position, seat, action)
    return position


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", engines.GAMES)
def test_every_reason_is_true_in_worlds_that_were_not_looked_at(key: str, seed: int) -> None:
    game, seat, (best, *others) = position_with_ideas(key, seed)
    compare = SKILLS[key].compare
    for chance in range(3):
        leading = play_idea(game, seat, best, chance)
        for idea in others:
            end = play_idea(game, seat, idea, chance)
            if leading is None or end is None or not (best.is_settled and idea.is_settled):
                continue
            differences = {entry.subject: entry for entry in compare(leading, end, seat)}
            for reason in idea.reasons:
                if reason.advantage:
                    difference = differences[reason.subject]
                    assert difference.advantage == reason.advantage
                    assert difference.weight * reason.weight > 0
            if idea.points_ahead_at_once:
                points = compare.points(leading, end, seat)
                known_points = {source: count for source, count in idea.points_ahead_at_once if count is not None}
                assert {source: points[source] for source in known_points} == known_points
                assert points.keys() <= dict(idea.points_ahead_at_once).keys()


@pytest.mark.parametrize(("key", "seed"), SCORING.items())
def test_the_steps_of_an_idea_lead_to_what_it_brings(key: str, seed: int) -> None:
    game, seat, suggestions = position_with_ideas(key, seed)
    before = game.score(seat).sources
    assert suggestions[0].gained_points
    after = game.copy()
    assert suggestions[0].is_settled
    for action in suggestions[0].actions:
        assert action in after.legal(seat)
        after.play(seat, action)
    points = sum(points or 0 for _, points in suggestions[0].gained_points)
    assert sum(after.score(seat).sources.values()) - sum(before.values()) == points


@pytest.mark.parametrize(("key", "seed"), [("mmn", 5), ("macao", 20), pytest.param("mmn", 10, marks=pytest.mark.proof)])
def test_of_moves_that_come_to_the_same_the_best_stands_for_all(key: str, seed: int) -> None:
    game, seat, suggestions = position_with_ideas(key, seed)
    shown_actions = [action for idea in suggestions for action in (idea.action, *idea.twins, *idea.beginnings)]
    assert len(shown_actions) == len({*shown_actions})
    compare = SKILLS[key].compare
    for idea in suggestions:
        end = play_idea(game, seat, idea, 8)
        for twin in (*idea.twins, *idea.beginnings):
            (better, worse) = compared_ideas(game, seat, Random(5), idea.action, twin)
            assert (better.reasons, worse.reasons) == ((), ())
        for other_idea in suggestions[: suggestions.index(idea)]:
            other_end = play_idea(game, seat, other_idea, 8)
            if end is not None and other_end is not None:
                assert compare(other_end, end, seat) != [] or idea.gap >= LEAST_TOLD_GAP


def test_of_variants_that_are_as_good_one_stands_for_all() -> None:
    game = wanting()  # a store on any of several hexes, or nothing
    suggestions = ideas(game, 0, Random(5))
    stores = [idea for idea in suggestions if idea.action[0] == "store"]
    assert any({twin[0] for twin in (*idea.twins, *idea.beginnings)} == {"store"} for idea in stores)


def test_a_whole_payment_stands_for_what_is_but_a_part_of_it() -> None:
    game, seat, (only,) = position_with_ideas("macao", 33)
    assert (only.action[0], only.twins) == ("pay", ())
    assert [action for action in game.legal(seat) if action[0] == "spend"]
    assert "Just as good" not in hint_text(game, [only])


def test_beside_doing_nothing_the_best_of_what_is_possible_is_shown() -> None:
    game, _, (passing, *other_ideas) = position_with_ideas("mmn", 44)
    assert passing.action == ("pass",)
    assert other_ideas
    assert "Nothing else seems worth it." not in hint_text(game, [passing, *other_ideas])


@pytest.mark.parametrize(("key", "seed"), [("burgundy", 20), ("macao", 96)])
def test_who_has_the_next_turn_as_well_reads_nothing_of_it(key: str, seed: int) -> None:
    """The next turn has other dice, and those are not known."""
    game, seat, suggestions = position_with_ideas(key, seed)
    for idea in suggestions:
        world = imagined(game, seat, Random(8))
        position = world
        for action in idea.actions:
            assert position is world or not turn_played(world, position, seat)
            position = after_playing(position, seat, action)


def test_money_that_a_token_face_down_may_bring_is_not_told_as_sure() -> None:
    game = engines.new("navegador", seats=5, seed=92003)
    seat = game.to_act[0]
    sailing = ("rondel", "sailing")
    suggestions = {
        entry.action: entry for entry in compared_ideas(game, seat, Random(5), ("rondel", "builder"), sailing)
    }
    assert any(action[0] == "discover" for action in suggestions[sailing].later_actions)
    for idea in suggestions.values():
        assert not [entry for entry in (*idea.gains, *idea.reasons) if entry.subject == "money" and entry.advantage]


@pytest.mark.parametrize("key", ["burgundy", "mmn"])
def test_the_opening_has_ideas(key: str) -> None:
    game = engines.new(key, 3, 1)
    suggestions = ideas(game, game.to_act[0], Random(5))
    assert suggestions
    assert hint_text(game, suggestions)
