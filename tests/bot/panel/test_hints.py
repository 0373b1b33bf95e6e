"""What a hint is made of: the ideas, what comes of them, and the words for it, in all games."""

from __future__ import annotations

import re
from random import Random

import pytest

import engines
from bot.panel.hinting import ROUGHLY, ahead, instead, reasons
from bot.tables.beside.hints import stocks, term_name
from bot.thinking.gains import OTHERS, POINTS, STOCK, certain, telling, unsure
from bot.thinking.idea import SMALLEST, Idea
from bot.thinking.ideas import ideas, of_two
from bot.thinking.reasons import FAR, TERMS
from bot.thinking.turns import same, turn
from bot.wording import LANGUAGES
from bot.wording.catalogue import catalogue
from engines.players import candidates
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from engines.players.terms import terms
from tests.bot.hinted import SCORING, WORDS, a_table, thought, told
from tests.engines.burgundy.positions import position as of_burgundy
from tests.engines.mmn.test_computers_offers import wanting
from tests.engines.test_beam import at_a_decision

APART = {"navegador": (2, 12), "burgundy": (2, 11), "macao": (3, 7), "mmn": (5,)}
"""By game the seeds of positions in which something is weighed that speaks for the best idea."""


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
        if not idea.same:
            assert idea.behind == lines[0].value - lines[place].value


@pytest.mark.parametrize(("key", "seed"), [("navegador", 5), ("burgundy", 6), ("macao", 10), ("mmn", 0)])
def test_of_actions_that_come_to_the_same_the_best_stands_for_all(key: str, seed: int) -> None:
    game, seat, found = thought(key, seed)
    first = [line.first for line in candidates(game, seat, Random(5))]
    assert len(found) == len(first) == 3
    (dropped, *_) = [action for action in first if action not in {idea.action for idea in found}]
    assert not any(idea.same for idea in found)
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


def test_a_whole_payment_stands_for_what_is_but_a_part_of_it() -> None:
    game, seat, (only,) = thought("macao", 33)
    assert (only.action[0], only.also) == ("pay", ())
    parts = [action for action in game.legal(seat) if action[0] == "spend"]
    assert parts
    assert "You could just as well begin" not in told(game, [only])


@pytest.mark.parametrize(("key", "seed"), [("mmn", 10), pytest.param("mmn", 48, marks=pytest.mark.proof)])
def test_where_nothing_else_is_left_one_idea_names_those_that_come_to_the_same(key: str, seed: int) -> None:
    game, seat, (only,) = thought(key, seed)
    assert only.also
    world = Random(8).random()
    shown, *others = (turn(game, seat, action, Random(world)).end for action in (only.action, *only.also))
    assert all(same(shown, other) for other in others)
    said = told(game, [only])
    assert said.count("You could just as well begin with: ") == 1
    assert "**2. " not in said, "they take no place"


def test_beside_doing_nothing_the_best_of_what_is_possible_is_shown() -> None:
    game, _, (nothing, other) = thought("mmn", 44)
    assert (nothing.action, other.action[0]) == (("pass",), "knight")
    said = told(game, [nothing, other])
    assert "Nothing else seems worth it." not in said
    assert "**2. Knight on" in said


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key, seeds in APART.items() for seed in seeds])
def test_why_the_best_is_better_is_told_with_it_and_what_others_offer_instead_with_them(key: str, seed: int) -> None:
    game, _, found = thought(key, seed)
    assert not found[0].terms
    table = a_table(game)
    why, others = ahead(table, WORDS, found), [line for idea in found for line in instead(table, WORDS, idea)]
    assert why
    for idea in found[1:]:
        given = -sum(by for by in idea.terms.values() if by < 0)
        seen = idea.behind - found[0].lead(idea) + given + ROUGHLY
        parts = re.findall(r"about ([\d.]+) points\)", "".join(ahead(table, WORDS, [found[0], idea])))
        assert all(float(part) <= seen + 0.05 for part in parts), "a part that does not agree with the whole"
    for name in {name for idea in found for name in idea.terms}:
        of = [idea for idea in found if name in idea.terms]
        if any(name in idea.facts for idea in of):
            continue  # told by the thing
        term = WORDS.say(term_name(key, name))
        for lines, sign in ((why, 1), (others, -1)):
            assert any(term in line for line in lines) is any(idea.terms.get(name, 0) * sign > 0 for idea in found)
    for idea in found[1:]:
        assert len([by for by in idea.terms.values() if by > 0]) <= TERMS


SEEDS = [2, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 3, *range(100, 115)))]


@pytest.mark.parametrize("key", engines.GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_a_reason_for_whatever_is_better(key: str, seed: int) -> None:
    """Points that make at least half of it, something that is weighed or scored later, or more of a stock."""
    _, _, found = thought(key, seed)
    best = found[0]
    for idea in found[1:]:
        if idea.behind >= SMALLEST and idea.lacks == "points" and not idea.same:
            lead = (sum(best.points[1:]) - sum(idea.points[1:])) / 2
            named = idea.sources or any(by > 0 for by in idea.terms.values())
            assert named or idea.played_on is not None or idea.reckoned or richer(best, idea) or 2 * lead >= idea.behind
            assert len(idea.sources) + len([by for by in idea.terms.values() if by > 0]) <= TERMS


@pytest.mark.parametrize("seed", SEEDS)
def test_where_playing_on_is_the_reason_there_is_no_other(seed: int) -> None:
    _, _, found = thought("burgundy", seed)
    for idea in found[1:]:
        assert not (idea.played_on is not None and (idea.sources or any(by > 0 for by in idea.terms.values())))


def test_in_the_last_round_nothing_comes_later() -> None:
    game = of_burgundy(turn=25, me={"dice": (3, 4), "workers": 2}, others={1: {"dice": (1, 2)}})
    (best, *others) = ideas(game, 0, Random(5), stocks(game, 0))
    assert others
    assert not any(idea.sources or idea.played_on is not None for idea in others)
    assert "Later on" not in told(game, [best, *others])


def richer(one: Idea, other: Idea) -> set[str]:
    """Of what stocks there is more with the one idea."""
    told = [name for idea in (one, other) for of, name in idea.brings if of == STOCK]
    return {name for name in told if one.brings.get((STOCK, name), 0) > other.brings.get((STOCK, name), 0)}


@pytest.mark.parametrize("key", engines.GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_figures_tell_is_named_again_only_where_it_outweighs_points(key: str, seed: int) -> None:
    _, _, found = thought(key, seed)
    best = found[0]
    for idea in found[1:]:
        ahead, instead = ({name for name, by in idea.terms.items() if sign * by > 0} for sign in (1, -1))
        assert not instead & richer(idea, best)
        lead = best.lead(idea)
        torn = idea.behind >= FAR and 2 * lead < idea.behind  # for less of something else
        if lead >= 0 and not torn:
            assert not ahead & richer(best, idea)


@pytest.mark.parametrize(("key", "seed"), [("burgundy", 20), ("macao", 96)])
def test_who_has_the_next_turn_as_well_reads_nothing_of_it(key: str, seed: int) -> None:
    """It has other dice, and those are not known."""
    game, seat, found = thought(key, seed)
    for idea in found:
        world, _, then = turn(game, seat, idea.action, Random(8))
        position = after_playing(world, seat, idea.action)
        for action in then:
            assert not turn_played(world, position, seat)
            position = after_playing(position, seat, action)


def test_what_is_sure_of_an_idea_is_told_of_others_only_if_it_is_sure_of_all_and_what_is_not_is_named() -> None:
    cards, road, ships, other = (STOCK, "cards"), (STOCK, "road_length"), (POINTS, "ships"), (OTHERS, "1")
    sure = [{cards: -2, ships: 1, road: 1, other: -1}] * 2
    open = [{cards: -2, ships: 2}, {cards: -1, road: 1, ships: 3, other: -1}]
    assert certain([sure, open]) == [{cards: -2, ships: 1, road: 1}, {}]
    assert certain([sure, [{cards: -1}] * 2]) == [sure[0], {cards: -1}]
    assert unsure(open) == ("cards", "road_length")
    assert unsure(sure) == ()


def test_money_that_a_token_face_down_may_bring_is_not_told_as_sure() -> None:
    game = engines.new("navegador", seats=5, seed=92003)
    seat = game.to_act[0]
    sailing = ("rondel", "sailing")
    found = {each.action: each for each in of_two(game, seat, Random(5), ("rondel", "builder"), sailing, {"money"})}
    assert any(action[0] == "discover" for action in found[sailing].then)
    assert found[sailing].unsure == ("money",)
    assert (STOCK, "money") not in found[sailing].brings
    assert "-# Not known yet: money" in told(game, [*found.values()])


def test_points_are_told_with_where_they_come_from_be_they_the_same_of_all() -> None:
    ships, road, cards = (POINTS, "ships"), (STOCK, "road_length"), (STOCK, "cards")
    gains = [{ships: 1, road: 1, cards: 1}, {ships: 1, road: 2, cards: 1}]
    assert telling(gains, turn=False) == {ships, road}


def test_of_a_turn_all_is_told_that_the_own_stock_gains_and_others_lose_be_it_the_same_of_all_ideas() -> None:
    cards, less, more = (STOCK, "cards"), (OTHERS, "1"), (OTHERS, "2")
    gains = [{cards: 1, less: -2, more: 3}] * 2
    assert telling(gains) == {cards, less}
    assert telling(gains, turn=False) == set()


def test_the_stock_that_points_are_counted_of_is_told_with_them() -> None:
    workers, cards = "workers", (STOCK, "cards")
    gains = [{(POINTS, workers): -1, (STOCK, workers): -2, cards: -1}] * 2
    assert telling(gains, turn=False) == {(POINTS, workers), (STOCK, workers)}


@pytest.mark.parametrize(("key", "seed"), [("navegador", 5), ("burgundy", 2), ("macao", 20), ("mmn", 5)])
def test_what_follows_in_the_turn_leads_to_the_figures(key: str, seed: int) -> None:
    game, seat, found = thought(key, seed)
    assert any(idea.then for idea in found)
    for idea in found:
        after = game.copy()
        if idea.settled and not idea.wins:
            for action in (idea.action, *idea.then):
                assert action in after.legal(seat)
                after.play(seat, action)
            assert not after.waits_for(seat)
            assert idea.points[1] <= after.score(seat).total <= idea.points[2]


@pytest.mark.parametrize(
    ("key", "seed", "turn"),
    [
        ("macao", 21, False),  # a card of the round is taken, and the dice still come
        ("macao", 22, True),
        ("mmn", 0, False),  # a seven
        ("mmn", 5, True),
    ],
)
def test_the_end_of_the_turn_is_spoken_of_only_where_a_turn_ends(key: str, seed: int, turn: bool) -> None:
    game, _, found = thought(key, seed)
    assert {idea.turn for idea in found} == {turn}
    for idea in found:
        points, *_ = reasons(a_table(game), WORDS, idea)
        assert ("of the turn" in points) is turn
        assert ("right afterwards" in points) is not turn


@pytest.mark.parametrize("key", ["burgundy", "mmn"])
def test_the_opening_has_no_turns(key: str) -> None:
    game = engines.new(key, 3, 1)
    found = ideas(game, game.to_act[0], Random(5), stocks(game, game.to_act[0]))
    assert found
    assert "of the turn" not in "".join(reasons(a_table(game), WORDS, found[0]))


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
    """Where a turn goes on alike in all worlds, the scores at its end say the same."""
    game, seat, found = thought(key, seed)
    before, settled = game.scores()[seat].sources, [idea for idea in found if idea.settled]
    assert any(of == POINTS for idea in settled for of, _ in idea.brings)
    for idea in settled:
        after = game.copy()
        for action in (idea.action, *idea.then):
            after.play(seat, action)
        sources = after.scores()[seat].sources
        assert idea.points == (game.score(seat).total, after.score(seat).total, after.score(seat).total)
        for (of, name), by in idea.brings.items():
            if of == POINTS and name in sources:
                assert by == sources[name] - before[name]
