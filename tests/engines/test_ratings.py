"""What a game changes about ratings: over all patterns of places, with ties, of two to six players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, permutations, product
from random import Random

import pytest

from engines.ratings import EVERYBODY, SURE, Fold, Rating, Seat, Unrated, rate

ONE = Rating()


def patterns(players: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many can share places: (1, 1, 3) are two firsts and a third."""
    for level in product((False, True), repeat=players - 1):
        yield tuple(accumulate(enumerate(level, 2), lambda place, each: place if each[1] else each[0], initial=1))


ALL = [pattern for players in range(2, 7) for pattern in patterns(players)]


def test_there_are_as_many_patterns_as_ways_to_part_a_row() -> None:
    assert len(ALL) == len(set(ALL)) == sum(2 ** (players - 1) for players in range(2, 7)) == 62
    assert {(1, 1), (1, 2), (1, 1, 3), (1, 2, 2), (1, 2, 2, 4, 4, 4)} <= set(ALL)


@pytest.mark.parametrize("places", ALL, ids=str)
def test_of_equals_a_better_place_is_never_worse_and_the_same_place_is_the_same(places: tuple[int, ...]) -> None:
    after = rate(places, [ONE] * len(places))
    for one, other in permutations(range(len(places)), 2):
        if places[one] == places[other]:
            assert after[one] == after[other]
        elif places[one] < places[other]:
            assert after[one].mu > after[other].mu
    assert sum(each.mu for each in after) == pytest.approx(ONE.mu * len(places))
    assert all(each.sigma < ONE.sigma for each in after)
    assert len(set(places)) == 1 or after[0].mu > ONE.mu > after[-1].mu


@pytest.mark.parametrize("places", ALL, ids=str)
def test_the_order_in_which_they_are_named_changes_nothing(places: tuple[int, ...]) -> None:
    rng = Random(repr(places))
    before = [Rating(rng.uniform(10, 40), rng.uniform(2, 9)) for _ in places]
    expected = rate(places, before)
    seats = range(len(places))
    orders = permutations(seats) if len(seats) < 5 else (tuple(rng.sample(seats, len(seats))) for _ in range(12))
    for order in orders:
        after = rate([places[each] for each in order], [before[each] for each in order])
        assert after == [expected[each] for each in order]  # to the last bit, or a rebuild would find other numbers


def test_who_beats_a_stronger_one_gains_more_than_who_beats_a_weaker_one() -> None:
    strong = Rating(30, 4)
    weak = Rating(20, 4)
    expected = rate((1, 2), (strong, weak))
    surprise = rate((1, 2), (weak, strong))
    assert surprise[0].mu - weak.mu > expected[0].mu - strong.mu > 0


def test_it_takes_some_games_until_a_rating_is_sure() -> None:
    needed = {}
    for players in (2, 3, 4, 6):
        standing = [ONE] * players
        games = 0
        rng = Random(players)
        while any(each.provisional for each in standing):
            standing = rate(rng.sample(range(1, players + 1), players), standing)
            games = games + 1
        needed[players] = games
    assert needed == {2: 11, 3: 6, 4: 4, 6: 3}
    assert not Rating(25, SURE).provisional


def seats(*taken: tuple[int | None, str | None, int]) -> list[Seat]:
    return [Seat(number, who, level, place) for number, (who, level, place) in enumerate(taken)]


def test_people_are_compared_among_themselves_whatever_computers_do_between_them() -> None:
    with_computer = Fold()
    without = Fold()
    rated = with_computer.play(seats((7, None, 1), (None, "normal", 2), (8, None, 3)), None)
    without.play(seats((7, None, 1), (8, None, 3)), None)
    assert with_computer.people == without.people
    assert set(rated.seats) == {0, 2}
    assert set(rated.levels) == set(with_computer.levels) == {"normal", EVERYBODY}


def test_computers_stand_on_their_own_ladder_by_level_in_games_that_do_not_count_for_people_too() -> None:
    fold = Fold()
    for _ in range(20):
        rated = fold.play(
            seats((7, None, 2), (None, "strong", 1), (None, "normal", 3), (None, "normal", 4)), Unrated.COMPUTERS
        )
        assert rated.seats == {}
    assert fold.people == {}
    assert fold.levels["strong"].mu > fold.levels[EVERYBODY].mu > fold.levels["normal"].mu


@pytest.mark.parametrize("reason", [Unrated.DRAW, Unrated.HANDS, Unrated.SERVER])
def test_games_that_say_nothing_of_who_plays_change_no_ladder(reason: Unrated) -> None:
    fold = Fold()
    rated = fold.play(seats((7, None, 1), (None, "normal", 2), (8, None, 3)), reason)
    assert (dict(rated.seats), dict(rated.levels), fold.people, fold.levels) == ({}, {}, {}, {})


def test_computers_of_one_level_alone_prove_nothing() -> None:
    assert Fold().play(seats((None, "normal", 1), (None, "normal", 2)), Unrated.COMPUTERS).levels == {}


def test_somebody_who_is_not_known_any_more_is_as_strong_as_the_result_says() -> None:
    known = Fold({7: Rating(28, 5), 8: Rating(22, 6)})
    forgotten = Fold({7: Rating(28, 5)})
    known.play(seats((7, None, 1), (8, None, 2)), None)
    rated = forgotten.play([Seat(0, 7, None, 1), Seat(1, None, None, 2, Rating(22, 6))], None)
    assert known.people[7] == forgotten.people[7]
    assert rated.seats[1].after == known.people[8]
    assert set(forgotten.people) == {7}
