"""What a hint is made of: the ideas, what comes of them, and the words for it, in all games."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.panel.hinting import comparisons
from bot.tables.beside.hints import stocks, term_name
from bot.thinking.ideas import POINTS, SMALLEST, ideas
from bot.thinking.turns import same, turn
from bot.wording import LANGUAGES
from bot.wording.catalogue import catalogue
from engines.players import candidates
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS
from engines.players.terms import terms
from tests.bot.hinted import SCORING, WORDS, thought, told
from tests.engines.mmn.test_computers_offers import wanting
from tests.engines.test_beam import at_a_decision

APART = {"navegador": (4, 7), "burgundy": (0, 2, 11), "macao": (3, 7), "mmn": (5,)}
"""By game the seeds of positions in which the same is counted of two ideas, and something else weighed."""


@pytest.mark.parametrize("seed", [2, pytest.param(0, marks=pytest.mark.proof)])
@pytest.mark.parametrize("key", engines.GAMES)
def test_what_is_hidden_changes_nothing_of_a_hint(key: str, seed: int) -> None:
    game, seat, found = thought(key, seed)
    redrawn = game.determinize(seat, Random(99))
    assert found == ideas(redrawn, seat, Random(5), stocks(redrawn, seat))


@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.proof)])
@pytest.mark.parametrize("key", engines.GAMES)
def test_the_ideas_are_the_strong_player_s_and_tell_the_points_behind(key: str, seed: int) -> None:
    game, seat, found = thought(key, seed)
    lines = candidates(game, seat, Random(5), count=None)
    assert found[0].action == lines[0].first
    places = [[line.first for line in lines].index(idea.action) for idea in found]
    assert places == sorted(places)
    for place, idea in zip(places, found, strict=True):
        if not (idea.beside and idea.beside.same):
            assert idea.behind == lines[0].value - lines[place].value


@pytest.mark.parametrize(("key", "seed"), [("navegador", 5), ("burgundy", 14), ("macao", 10), ("mmn", 0)])
def test_of_actions_that_come_to_the_same_the_best_stands_for_all(key: str, seed: int) -> None:
    game, seat, found = thought(key, seed)
    first = [line.first for line in candidates(game, seat, Random(5))]
    assert len(found) == len(first) == 3
    (dropped, *_) = [action for action in first if action not in {idea.action for idea in found}]
    assert not any(idea.beside and idea.beside.same for idea in found)
    world = Random(8).random()
    ends = [turn(game, seat, action, Random(world))[1] for action in first[: first.index(dropped) + 1]]
    assert any(same(ends[-1], end) for end in ends[:-1])


def test_of_variants_that_are_as_good_the_best_stands_for_all_as_long_as_there_are_others() -> None:
    game = wanting()  # a store on any of several hexes, or nothing
    *stores, last = candidates(game, 0, Random(5), count=None)
    assert {store.first[0] for store in stores} == {"store"}
    assert len({store.value for store in stores}) == 1 < len(stores) - 1
    found = ideas(game, 0, Random(5), stocks(game, 0))
    assert [idea.action for idea in found] == [stores[0].first, stores[1].first, last.first]


@pytest.mark.parametrize(
    ("key", "seed"),
    [
        *(("macao", 6), ("mmn", 10)),
        *(pytest.param(*each, marks=pytest.mark.proof) for each in (("macao", 13), ("mmn", 48))),
    ],
)
def test_where_nothing_else_is_left_what_comes_to_the_same_is_told_as_that(key: str, seed: int) -> None:
    _, _, found = thought(key, seed)
    assert len(found) > 1
    for idea in found:
        assert idea.beside is not None
        assert idea.beside.same
        assert idea.behind == 0, "it is as good"
    pairs = {frozenset((place, idea.beside.place)) for place, idea in enumerate(found, 1) if idea.beside}
    said = [line for lines in comparisons(key, WORDS, found).values() for line in lines]
    assert len(said) == len(pairs)
    assert all("is the same as that of move " in line for line in said)


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key, seeds in APART.items() for seed in seeds])
def test_what_counting_does_not_tell_apart_is_told_by_what_is_weighed(key: str, seed: int) -> None:
    _, _, found = thought(key, seed)
    said = [line for lines in comparisons(key, WORDS, found).values() for line in lines]
    assert all("(+" in line for line in said)
    for name in {name for idea in found if idea.beside for name in idea.beside.terms}:
        assert 1 <= sum(line.count(WORDS.say(term_name(key, name))) for line in said) <= 2, "ahead, or instead"
    compared = [(place, idea, idea.beside) for place, idea in enumerate(found, 1) if idea.beside]
    assert len(compared) >= 2
    for place, idea, beside in compared:
        other = found[beside.place - 1]
        assert beside.terms
        if other.beside and other.beside.place == place:
            opposite = {name: -by for name, by in other.beside.terms.items()}
            assert beside.terms == pytest.approx(opposite)
        assert not idea.brings or idea.brings == other.brings


@pytest.mark.parametrize(
    ("key", "seed", "apart"),
    [
        ("burgundy", 8, [None, "beyond", "beyond"]),  # the player plays on: moves 2 and 3 are 0.9 points apart
        ("macao", 7, ["spread", "spread", "spread"]),
        ("mmn", 2, ["level", "level", "spread"]),  # moves 1 and 2 are 0.03 points apart, moves 1 and 3 0.07
    ],
)
def test_only_what_is_expected_to_bring_the_same_is_level(key: str, seed: int, apart: list[str | None]) -> None:
    _, _, found = thought(key, seed)
    assert [idea.beside.apart if idea.beside else None for idea in found] == apart
    for idea in found:
        if idea.beside:
            level = abs(idea.behind - found[idea.beside.place - 1].behind) < SMALLEST
            assert (idea.beside.apart == "level") is level


@pytest.mark.parametrize(
    ("key", "seed", "turn"),
    [
        ("macao", 1, False),  # a card of the round is taken, and the dice still come
        ("macao", 6, True),
        ("mmn", 0, False),  # a seven
        ("mmn", 5, True),
    ],
)
def test_the_end_of_the_turn_is_spoken_of_only_where_a_turn_ends(key: str, seed: int, turn: bool) -> None:
    game, _, found = thought(key, seed)
    assert {idea.turn for idea in found} == {turn}
    assert ("of the turn" in told(game, found)) is turn
    assert ("before others decide" in told(game, found)) is not turn


@pytest.mark.parametrize("key", ["burgundy", "mmn"])
def test_the_opening_has_no_turns(key: str) -> None:
    game = engines.new(key, 3, 1)
    found = ideas(game, game.to_act[0], Random(5), stocks(game, game.to_act[0]))
    assert found
    assert "of the turn" not in told(game, found)


@pytest.mark.parametrize("key", engines.GAMES)
def test_everything_that_is_weighed_has_its_words_and_no_words_are_idle(key: str) -> None:
    game = at_a_decision(key, 1)
    skill = SKILLS[key]
    weighed = {*skill.fit.fitted.weights} if skill.fit else set[str]()
    names = {term_name(key, skill.together.get(name, name)) for name in weighed} | {
        term_name(key, name) for name in terms(game, game.to_act[0])
    }
    for language in LANGUAGES:
        assert {id for id in catalogue(language).texts if id.startswith(f"{key}.term.")} == names


@pytest.mark.parametrize(("key", "seed"), SCORING.items())
def test_what_an_idea_brings_is_counted_from_the_scores(key: str, seed: int) -> None:
    """Where an action ends the turn at once, and nothing is drawn, the scores after it say the same."""
    game, seat, found = thought(key, seed)
    assert any(of == POINTS for idea in found for of, _ in idea.brings)
    before = game.scores()[seat].sources
    for idea in found:
        after = after_playing(game, seat, idea.action)
        if seat in after.to_act:
            continue
        sources = after.scores()[seat].sources
        assert idea.points == (game.score(seat).total, after.score(seat).total, after.score(seat).total)
        for (of, name), by in idea.brings.items():
            if of == POINTS:
                assert by == sources[name] - before[name]
