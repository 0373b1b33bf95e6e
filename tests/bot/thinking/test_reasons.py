"""Why one idea is better than another, as hints tell it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import engines
from bot.thinking import reasons
from bot.thinking.gains import OTHERS, POINTS, STOCK, Change, certain
from bot.thinking.idea import SMALLEST, Idea
from bot.thinking.ideas import _fairly, _of_one_line
from bot.thinking.reasons import CARRIES, LEAST_SCORED, reasoned
from bot.thinking.turns import Turn, turn
from engines import Action, Message
from engines.players import Prospect, candidates
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from tests.bot.hinted import thought
from tests.engines.macao.positions import position as of_macao
from tests.engines.navegador.positions import position as of_navegador
from tests.engines.test_beam import at_a_decision

FIRST, SECOND = ("rondel", "workers"), ("rondel", "ships")


def told(differ: dict[str, float], best: Idea, other: Idea, monkeypatch: pytest.MonkeyPatch) -> Idea:
    """The other idea, of which the turn ends with so much more or less of this and that."""
    monkeypatch.setattr(reasons, "_beside", lambda *asked: differ)
    monkeypatch.setattr(reasons, "same", lambda *asked: False)
    world = of_navegador()
    turns = {each.action: [Turn(world, world, each.then)] for each in (best, other)}
    return reasoned(other, [best], turns, 0, {})


def idea(action: Action, points: int = 21, behind: float = 0.0, brings: dict[Change, int] | None = None) -> Idea:
    return Idea(action, behind, brings or {}, points=(21, points, points))


def test_what_makes_a_small_part_of_the_difference_is_not_why(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other = idea(FIRST), idea(SECOND, behind=3.0)
    differ = {"shipyards": 3.0, "discovery": 3.0 * CARRIES, "explorers": 0.9}
    assert [*told(differ, best, other, monkeypatch).terms] == ["shipyards", "discovery"]


def test_beside_what_the_figures_tell_nothing_small_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other = idea(FIRST, brings={(STOCK, "workers"): 1}), idea(SECOND, behind=3.0)
    differ = {"workers": 3.2, "explorers": 0.3}
    assert told(differ, best, other, monkeypatch).terms == {}
    assert [*told(differ | {"explorers": 2.0}, best, other, monkeypatch).terms] == ["explorers"]


def test_what_outweighs_points_is_named_be_it_in_the_figures_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other = idea(FIRST, points=20, brings={(STOCK, "workers"): 1}), idea(SECOND, points=22, behind=3.0)
    differ = {"workers": 3.2, "explorers": 2.0, "discovery": 0.2}
    assert [*told(differ, best, other, monkeypatch).terms] == ["workers", "explorers"]


def test_what_the_best_will_have_scored_the_other_has_not_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    world = at_a_decision("burgundy", 2)
    best, other = idea(("workers",)), idea(("take",), behind=8.0)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {"regions": -3.6})
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    for sources, instead in ({"regions": 4.0}, []), ({"animals": 2.0}, ["regions"]):
        monkeypatch.setattr(reasons._Pair, "later", lambda *asked, found=sources: (found, {}))
        told = pair.told({best.action: [world], other.action: [world]})
        assert (told.sources, [*told.terms], told.played_on) == (sources, instead, None)


def test_what_is_as_good_needs_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other = idea(FIRST), idea(SECOND, behind=SMALLEST / 2)
    assert told({"explorers": 2.0, "discovery": -1.0}, best, other, monkeypatch).terms == {}


def test_where_the_best_has_less_of_something_and_no_more_points_what_outweighs_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best = idea(FIRST, brings={(STOCK, "workers"): 3, (STOCK, "money"): -650})
    for behind, named in (4.2, ["workers"]), (0.4, []):
        assert [*told({"workers": 3.7}, best, idea(SECOND, behind=behind), monkeypatch).terms] == named
    saving = idea(SECOND, behind=4.2, brings={(STOCK, "money"): -700})
    assert told({"workers": 3.7}, best, saving, monkeypatch).terms == {}, "the figures say it all"


def test_what_has_been_used_is_named_only_where_nothing_else_outweighs_the_points_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SKILLS, "navegador", replace(SKILLS["navegador"], used=lambda name, *asked: name == "tokens"))
    best, other = idea(FIRST, points=20), idea(SECOND, points=22, behind=1.0)
    assert [*told({"tokens": 4.0, "explorers": 2.0}, best, other, monkeypatch).terms] == ["explorers"]
    assert [*told({"tokens": 4.0, "explorers": 1.9}, best, other, monkeypatch).terms] == ["tokens", "explorers"]
    assert told({"tokens": 4.0}, idea(FIRST), idea(SECOND, behind=1.0), monkeypatch).terms == {}


def test_where_nothing_says_why_it_is_what_the_player_reckons(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other = idea(FIRST), idea(SECOND, behind=1.0)
    assert told({"explorers": -0.5}, best, other, monkeypatch).reckoned
    assert not told({"explorers": 0.01}, best, other, monkeypatch).reckoned
    for behind in (1.0, 2.0):
        assert not told({}, best, idea(SECOND, points=20, behind=behind), monkeypatch).reckoned, "the points do"
    assert told({}, best, idea(SECOND, points=20, behind=2.1), monkeypatch).reckoned


def test_what_the_other_has_scored_is_not_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    world = at_a_decision("burgundy", 2)
    best, other = (
        idea(("workers",), points=28),
        idea(("take",), points=32, behind=8.0, brings={(POINTS, "regions"): 12}),
    )
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {"regions": 5.5, "mines": 4.9})
    assert pair.differences() == {"mines": 4.9}


def test_what_little_is_known_is_told_where_playing_on_says_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    world = at_a_decision("burgundy", 2)
    best, other = idea(("workers",)), idea(("take",), behind=8.0)
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {"space": 0.5})
    for coming, named in ({}, ["space"]), ({"mines": 3.0}, ["mines"]):
        monkeypatch.setattr(reasons._Pair, "later", lambda *asked, found=coming: ([], found))
        told = pair.told({best.action: [world], other.action: [world]})
        assert ([*told.terms], told.played_on) == (named, None)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {})
    monkeypatch.setattr(reasons._Pair, "later", lambda *asked: ([], {}))
    assert pair.told({best.action: [world], other.action: [world]}).played_on == 0


def test_of_what_comes_later_the_thing_is_named_that_most_worlds_agree_on(monkeypatch: pytest.MonkeyPatch) -> None:
    world, other_world = at_a_decision("burgundy", 2), at_a_decision("burgundy", 2)
    best, other = idea(("workers",)), idea(("take",), behind=8.0)
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    ship, mine = (Message("burgundy.fact.placed", {"tile": tile}) for tile in ("ship", "mine"))
    agreed = replace(SKILLS["burgundy"], fact=lambda name, one, two, seat: mine if one is other_world else ship)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {})
    monkeypatch.setattr(reasons._Pair, "later", lambda *asked, **options: ({}, {"regions": 3.0}))
    for fickle, named in ((frozenset({"regions"}), {}), (frozenset[str](), {"regions": ship})):
        monkeypatch.setitem(SKILLS, "burgundy", replace(agreed, fickle=fickle))
        assert pair.told({best.action: [world], other.action: [world]}).facts == named
    monkeypatch.setitem(SKILLS, "burgundy", agreed)
    for worlds, facts, examples in (
        ([world, world, other_world], {"regions": ship}, {}),
        ([world, other_world], {}, {"regions": ship}),
        ([other_world, world, other_world], {"regions": mine}, {}),
    ):
        told = pair.told({best.action: worlds, other.action: worlds})
        assert (told.terms, told.facts, told.examples) == ({"regions": 3.0}, facts, examples)
        assert told.coming == {"regions"}


def test_where_all_that_is_seen_speaks_for_the_other_what_comes_and_goes_is_told_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a hint would name what is worth less than what the other move has."""
    world = at_a_decision("burgundy", 2)
    best, other = idea(("take",)), idea(("place",), behind=2.8)
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)

    def later(pair: Any, judged: Any, instead: Any, part: float, *, passing: bool = False) -> Any:
        return {}, {"goods": 4.7} if passing else {}

    monkeypatch.setattr(reasons._Pair, "later", later)
    for theirs, named in ((-2.7, ["goods", "stored knowledge"]), (-1.4, ["stored ship", "stored knowledge"])):
        differ = {"stored ship": 2.2, "stored knowledge": theirs}
        monkeypatch.setattr(reasons, "_beside", lambda *asked, found=differ: found)
        assert [*pair.told({best.action: [world], other.action: [world]}).terms] == named


def test_of_more_points_that_the_next_turn_overtakes_it_is_said_by_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    world = at_a_decision("burgundy", 2)
    best, other = idea(("take",), points=20), idea(("place",), points=25, behind=2.0)
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {"space": 3.0, "stored ship": 2.5})
    monkeypatch.setattr(reasons._Pair, "later", lambda *asked, **options: ([], {}))
    monkeypatch.setattr(reasons._Pair, "used", lambda pair, name, by: name == "stored ship")
    for points, said, named in ((3.0, 3.0, ["space"]), (0.4, None, ["space", "stored ship"])):
        monkeypatch.setattr(reasons._Pair, "further", lambda *asked, points=points: points)
        told = pair.told({best.action: [world], other.action: [world]})
        assert (told.played_on, [*told.terms]) == (said, named), "the other has placed the ship"
    ahead = pair.__class__(idea(("take",), points=25), other, pair.one, pair.two, 0)
    assert ahead.told({best.action: [world], other.action: [world]}).played_on is None


def test_of_what_comes_later_only_what_makes_a_good_part_of_the_difference_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = at_a_decision("burgundy", 2)
    best, other = idea(("workers",)), idea(("take",), behind=8.0)
    pair = reasons._Pair(best, other, [Turn(world, world)], [Turn(world, world)], 0)
    monkeypatch.setattr(reasons, "_beside", lambda *asked: {})
    monkeypatch.setattr(reasons, "_scored", lambda *asked: {"animals": 2.2, "regions": 1.8})
    monkeypatch.setattr(reasons, "_mostly", lambda *asked: {"mines": 2.2, "space": 1.8})
    told = pair.told({best.action: [world], other.action: [world]})
    assert (told.sources, [*told.terms]) == ({"animals": 2.2}, ["mines"])


def test_what_others_lose_is_not_named_again_as_fewer_points_for_the_best_of_them() -> None:
    best, other = idea(FIRST, brings={(OTHERS, "1"): -2}), idea(SECOND)
    pair = reasons._Pair(best, other, *([Turn(game := engines.new("mmn", 3, 1), game)],) * 2, 0)
    assert pair.figured({"rival": 0.7, "land": 0.5}, best, other) == {"rival"}
    assert pair.figured({"rival": 0.7}, other, best) == set()


@pytest.mark.parametrize("key", engines.GAMES)
def test_a_line_that_ends_earlier_in_the_game_has_not_more_for_that(key: str) -> None:
    earlier = at_a_decision(key, 5)
    later = earlier.copy()
    later.state.turn += 1
    seat = earlier.to_act[0]
    assert reasons._beside([earlier], [later], seat) == reasons._beside([later], [earlier], seat) == {}
    assert earlier.state.turn == later.state.turn - 1, "the positions stay as they are"


class Scored:
    """A position of which nothing but points is known."""

    def __init__(self, **sources: int) -> None:
        self.sources = sources

    def score(self, seat: int) -> Scored:
        return self


def test_of_points_that_come_later_those_count_that_come_in_most_worlds() -> None:
    own: Any = [Scored(a=0, b=0, c=0)] * 3
    best: Any = [Scored(a=1, b=9, c=1), Scored(a=1, b=0, c=1), Scored(a=0, b=0, c=-1)]
    assert reasons._scored(best, own, 0) == {"a": pytest.approx(2 / 3)}
    assert LEAST_SCORED > 1 / 3, "so c is too little"


def test_what_is_done_otherwise_in_another_world_is_no_matter_of_chance() -> None:
    world = of_navegador()
    turns = [Turn(world, world, (("done",),)), Turn(world, world, (SECOND,)), Turn(world, world, (("done",),))]
    gains: list[dict[Change, int]] = [{(STOCK, "money"): by} for by in (1, 2, 3)]
    assert _of_one_line(turns, gains) == [gains[0], gains[2]]


def test_what_is_sure_stands_in_the_order_in_which_it_is_counted() -> None:
    names = [(STOCK, name) for name in ("ships", "workers", "money", "cards")]
    gain = dict.fromkeys(names, 1)
    (found,) = certain([[gain, dict.fromkeys(reversed(names), 1)]])
    assert [*found] == names


@pytest.mark.parametrize(("key", "seed"), [("burgundy", 20), pytest.param("macao", 11, marks=pytest.mark.proof)])
def test_a_turn_that_is_known_to_go_on_in_the_next_one_is_told_to_its_end(key: str, seed: int) -> None:
    """Whoever has the next turn as well has other dice in it."""
    game, seat, _ = thought(key, seed)
    for line in candidates(game, seat, Random(5), count=None):
        known = (*line.then, *line.then)
        world, end, then = turn(game, seat, line.first, Random(8), known)
        position = after_playing(world, seat, line.first)
        for action in then:
            assert not turn_played(world, position, seat)
            position = after_playing(position, seat, action)
        assert position.dump() == end.dump()


def test_in_the_last_round_who_wins_is_seen_where_the_turns_end() -> None:
    """The player may have followed one line to the end of the game and the other not as far."""
    game = of_macao(turn=12, order=(1, 2, 0), me={"stock": "GGBB", "tableau": ["bau_2"]})
    best, other = Prospect(("activate", "bau_2"), 3.0, False, 0.0), Prospect(("pass",), 2.0, False, 0.0)
    turns = {each.first: [turn(game, 0, each.first, Random(1))] for each in (best, other)}
    assert all(end.state.over for ((_, end, _),) in turns.values())
    assert [each.won for each in _fairly([best, other], turns, 0)] == [1.0, -1.0]
