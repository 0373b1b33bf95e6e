"""Imagined tables: what can be tried, by whom, how far, and that it tells nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import engines
from bot.tables import Table
from bot.tables.analysis import practice_tables
from bot.tables.analysis.practice_tables import (
    add_step,
    advance_to_own_turn,
    begin_practice,
    make_plan,
    own_decisions,
    possible_alternatives,
    replay_practice,
    undo_step,
)
from bot.tables.table_notes import MOST_ALTERNATIVES, MOST_DECISIONS, Practice, PracticeStep
from engines import Game
from engines.players import PLAYERS
from engines.record import notation, parse
from storage.models import SeatRow, Status
from tests.bot.lobbies import refused_as
from tests.engines.mmn.positions import position
from tests.storage.sample import a_game

KEYS = ("navegador", "macao", "burgundy", "mmn")


def table_of(game: Game, version: int = 3) -> Table:
    """A running table with such a game; people sit at all seats."""
    row = a_game(id=7, key=game.key, seats=game.state.seats)
    row.status = Status.RUNNING
    row.version = version
    row.state = game.dump()
    return Table(
        row, [SeatRow(game_id=7, number=seat, user_id=seat + 1, name=f"p{seat}") for seat in range(game.state.seats)]
    )


def played(key: str, moves: int, seats: int = 3, seed: int = 5, **options: str) -> Game:
    """A game after so many decisions of computers."""
    game = engines.new(key, seats=seats, seed=seed, **options)
    rng = Random(seed)
    for _ in range(moves):
        seat = game.to_act[0]
        game.play(seat, PLAYERS["random"](game, seat, rng))
    return game


def tried(table: Table, *steps: tuple[int, str]) -> Practice:
    found = begin_practice(table)
    for seat, words in steps:
        found = add_step(found, seat, parse(words))
    return found


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("moves", [0, 7, 40])
def test_two_tables_that_differ_only_in_what_is_hidden_are_tried_alike(key: str, moves: int) -> None:
    """Whatever a person tries: what is offered, what is seen, and where it ends."""
    game = played(key, moves)
    for viewer in (None, *range(game.state.seats)):
        if not game.imaginable(viewer):
            continue
        other = table_of(game.determinize(viewer, Random(3)))
        table = table_of(game)
        rng = Random(moves)
        what = begin_practice(table_of(game))
        for _ in range(6):
            here = replay_practice(table, what, viewer)
            there = replay_practice(other, what, viewer)
            assert (here.deciding, here.is_revealing, here.events) == (there.deciding, there.is_revealing, there.events)
            assert here.game == there.game
            if here.deciding is None:
                break
            offered = here.game.legal(here.deciding)
            assert offered == there.game.legal(here.deciding)
            what = add_step(what, here.deciding, rng.choice(offered))


@pytest.mark.parametrize("key", KEYS)
def test_trying_begins_with_what_the_person_sees_and_leaves_the_table_as_it_is(key: str) -> None:
    game = played(key, 9)
    table = table_of(game)
    before = game.dump()
    for viewer in range(3):
        here = replay_practice(table, begin_practice(table), viewer)
        assert here.game.view(viewer) == game.view(viewer)
        assert here.game.legal(viewer) == game.legal(viewer)
        assert here.deciding == (viewer if viewer in game.to_act else game.blocking_seats[0])
    assert table.game.dump() == before


def test_unknown_dice_end_the_trying_where_it_was() -> None:
    table = table_of(position())
    passed = tried(table, (0, "pass"))
    here = replay_practice(table, passed, 0)
    assert here.deciding == 1
    assert here.game.legal(1) == [("roll",)]
    after = replay_practice(table, add_step(passed, 1, ("roll",)), 0)
    assert (after.is_revealing, after.deciding, after.events) == (True, None, [])
    assert after.game.view(0) == here.game.view(0)


def test_nothing_is_tried_while_a_card_asks_somebody_else() -> None:
    game = position(
        me={
            "cards": ["crane"],
            "hand": "6 meat",
            "levels": dict.fromkeys(("trade", "politics", "science"), 1),
            "buildings": ["city n25"],
        }
    )
    game.play(0, ("play", "crane"))
    table = table_of(game)
    assert replay_practice(table, begin_practice(table), 0).deciding == 0
    for viewer in (1, None):
        with refused_as("error.cannot_try_now"):
            replay_practice(table, begin_practice(table), viewer)


def test_steps_go_back_one_by_one() -> None:
    table = table_of(played("navegador", 0))
    seat = table.game.to_act[0]
    first = add_step(begin_practice(table), seat, ("rondel", "market1"))
    second = add_step(first, seat, ("done",))
    assert undo_step(second) == first
    choosing = msgspec.structs.replace(second, choosing=True)
    assert undo_step(choosing) == second


def test_steps_that_do_not_fit_are_refused() -> None:
    table = table_of(played("navegador", 0))
    with refused_as("error.moved_on"):
        replay_practice(table, tried(table, (table.game.to_act[0], "rondel nowhere")), None)


def test_too_many_steps_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_tables, "MOST_STEPS", 2)
    table = table_of(played("navegador", 0))
    with refused_as("error.too_many_tried"):
        tried(table, (0, "done"), (0, "done"), (0, "done"))


def test_others_are_imagined_until_it_is_the_own_turn() -> None:
    game = played("navegador", 0)
    table = table_of(game)
    (first, *_) = game.to_act
    viewer = (first + 2) % 3
    what = advance_to_own_turn(table, begin_practice(table), viewer)
    assert replay_practice(table, what, viewer).deciding == viewer
    assert {step.seat for step in what.steps} == {first, (first + 1) % 3}
    assert own_decisions(what, viewer) == []
    assert advance_to_own_turn(table, what, viewer) == what


def test_others_are_imagined_no_further_than_anybody_can_know() -> None:
    table = table_of(position())
    what = advance_to_own_turn(table, begin_practice(table), 2)
    assert replay_practice(table, what, 2).is_revealing
    assert advance_to_own_turn(table, what, 2) == what


def test_instead_of_a_card_that_others_might_take_there_are_all_others() -> None:
    """For preferences: whoever decides before may leave any of them. Eight ways of that are looked at, in all of which
    somebody takes the same card once in some hundred games: here the chance is given."""
    game = played("macao", 0, seats=4)
    while game.legal(game.to_act[0])[0][0] != "take" or game.state.turn < 1:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    table = table_of(game)
    display = set(game.state.display.cards)
    first = game.to_act[0]
    last = game.order()[-1] if game.order()[-1] != game.to_act[0] else game.order()[1]
    assert first != last
    what = advance_to_own_turn(table, msgspec.structs.replace(begin_practice(table), chance="1"), last)
    here = replay_practice(table, what, last)
    choice = here.game.legal(last)[0]
    choosing = msgspec.structs.replace(add_step(what, last, choice), choosing=True)
    offered = possible_alternatives(table, choosing, last)
    assert {action[1] for action in offered if action[0] == "take"} == display - {choice[1]}
    assert choice not in offered
    both = add_step(choosing, last, offered[0])
    assert own_decisions(both, last) == [[notation(choice), notation(offered[0])]]
    assert not both.choosing
    assert possible_alternatives(table, msgspec.structs.replace(both, choosing=True), last) == offered[1:]


def test_alternatives_are_told_once_and_not_without_end() -> None:
    table = table_of(played("navegador", 0))
    what = tried(table, (0, "done"))
    for number in (1, 1, *range(2, 20)):
        what = add_step(msgspec.structs.replace(what, choosing=True), 0, ("sell", "gold", str(number)))
    (step,) = what.steps
    assert step.words == ["done", *(f"sell gold {number}" for number in range(1, MOST_ALTERNATIVES))]


def test_only_own_steps_are_kept_and_not_too_many() -> None:
    table = table_of(played("navegador", 0))
    what = tried(table, (1, "rondel market1"), (0, "rondel workers"), (1, "done"))
    assert make_plan(table, what, 1).decisions == [["rondel market1"], ["done"]]
    assert make_plan(table, what, 1).version == table.row.version
    with refused_as("error.nothing_tried"):
        make_plan(table, what, 2)
    long = msgspec.structs.replace(what, steps=[PracticeStep(0, ["done"])] * (MOST_DECISIONS + 1))
    with refused_as("error.plan_too_long"):
        make_plan(table, long, 0)
