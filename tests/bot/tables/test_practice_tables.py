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
from tests.bot.lobbies import raises_refusal
from tests.engines.mmn.positions import position
from tests.storage.sample import a_game

KEYS = ("navegador", "macao", "burgundy", "mmn")


def table_of(game: Game, version: int = 3) -> Table:
    """Return a running table with this game and people on all seats."""
    row = a_game(id=7, key=game.key, seats=game.state.seats)
    row.status = Status.RUNNING
    row.version = version
    row.state = game.dump()
    return Table(
        row, [SeatRow(game_id=7, number=seat, user_id=seat + 1, name=f"p{seat}") for seat in range(game.state.seats)]
    )


def game_after(key: str, moves: int, seats: int = 3, seed: int = 5, **options: str) -> Game:
    """Return a game after so many decisions of computers."""
    game = engines.new(key, seats=seats, seed=seed, **options)
    rng = Random(seed)
    for _ in range(moves):
        seat = game.to_act[0]
        game.play(seat, PLAYERS["random"](game, seat, rng))
    return game


def practice_of(table: Table, *steps: tuple[int, str]) -> Practice:
    practice = begin_practice(table)
    for seat, words in steps:
        practice = add_step(practice, seat, parse(words))
    return practice


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("moves", [0, 7, 40])
def test_two_tables_that_differ_only_in_what_is_hidden_are_tried_alike(key: str, moves: int) -> None:
    """Whatever a person tries: what is offered, what is seen and where it ends are the same."""
    game = game_after(key, moves)
    for viewer in (None, *range(game.state.seats)):
        if not game.imaginable(viewer):
            continue
        imagined = table_of(game.determinize(viewer, Random(3)))
        table = table_of(game)
        rng = Random(moves)
        practice = begin_practice(table_of(game))
        for _ in range(6):
            practice_table = replay_practice(table, practice, viewer)
            imagined_table = replay_practice(imagined, practice, viewer)
            assert (practice_table.deciding, practice_table.is_revealing, practice_table.events) == (
                imagined_table.deciding,
                imagined_table.is_revealing,
                imagined_table.events,
            )
            assert practice_table.game == imagined_table.game
            if practice_table.deciding is None:
                break
            offered = practice_table.game.legal(practice_table.deciding)
            assert offered == imagined_table.game.legal(practice_table.deciding)
            practice = add_step(practice, practice_table.deciding, rng.choice(offered))


@pytest.mark.parametrize("key", KEYS)
def test_trying_begins_with_what_the_person_sees_and_leaves_the_table_as_it_is(key: str) -> None:
    game = game_after(key, 9)
    table = table_of(game)
    before = game.dump()
    for viewer in range(3):
        practice_table = replay_practice(table, begin_practice(table), viewer)
        assert practice_table.game.view(viewer) == game.view(viewer)
        assert practice_table.game.legal(viewer) == game.legal(viewer)
        assert practice_table.deciding == (viewer if viewer in game.to_act else game.blocking_seats[0])
    assert table.game.dump() == before


def test_unknown_dice_end_the_trying_where_it_was() -> None:
    table = table_of(position())
    passed = practice_of(table, (0, "pass"))
    practice_table = replay_practice(table, passed, 0)
    assert practice_table.deciding == 1
    assert practice_table.game.legal(1) == [("roll",)]
    after = replay_practice(table, add_step(passed, 1, ("roll",)), 0)
    assert (after.is_revealing, after.deciding, after.events) == (True, None, [])
    assert after.game.view(0) == practice_table.game.view(0)


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
        with raises_refusal("error.cannot_try_now"):
            replay_practice(table, begin_practice(table), viewer)


def test_steps_go_back_one_by_one() -> None:
    table = table_of(game_after("navegador", 0))
    seat = table.game.to_act[0]
    first = add_step(begin_practice(table), seat, ("rondel", "market1"))
    second = add_step(first, seat, ("done",))
    assert undo_step(second) == first
    choosing = msgspec.structs.replace(second, choosing=True)
    assert undo_step(choosing) == second


def test_steps_that_do_not_fit_are_refused() -> None:
    table = table_of(game_after("navegador", 0))
    with raises_refusal("error.moved_on"):
        replay_practice(table, practice_of(table, (table.game.to_act[0], "rondel nowhere")), None)


def test_too_many_steps_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_tables, "MOST_STEPS", 2)
    table = table_of(game_after("navegador", 0))
    with raises_refusal("error.too_many_tried"):
        practice_of(table, (0, "done"), (0, "done"), (0, "done"))


def test_others_are_imagined_until_it_is_the_own_turn() -> None:
    game = game_after("navegador", 0)
    table = table_of(game)
    (first, *_) = game.to_act
    viewer = (first + 2) % 3
    practice = advance_to_own_turn(table, begin_practice(table), viewer)
    assert replay_practice(table, practice, viewer).deciding == viewer
    assert {step.seat for step in practice.steps} == {first, (first + 1) % 3}
    assert own_decisions(practice, viewer) == []
    assert advance_to_own_turn(table, practice, viewer) == practice


def test_others_are_imagined_no_further_than_anybody_can_know() -> None:
    table = table_of(position())
    practice = advance_to_own_turn(table, begin_practice(table), 2)
    assert replay_practice(table, practice, 2).is_revealing
    assert advance_to_own_turn(table, practice, 2) == practice


def test_instead_of_a_card_that_others_might_take_there_are_all_others() -> None:
    """Alternatives are preferences: whoever decides before may leave any of them.

    Eight ways of that are looked at, in all of which somebody takes the same card once in some hundred games. Therefore
    the chance is given here.
    """
    game = game_after("macao", 0, seats=4)
    while game.legal(game.to_act[0])[0][0] != "take" or game.state.turn < 1:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    table = table_of(game)
    display = set(game.state.display.cards)
    first = game.to_act[0]
    last = game.order()[-1] if game.order()[-1] != game.to_act[0] else game.order()[1]
    assert first != last
    practice = advance_to_own_turn(table, msgspec.structs.replace(begin_practice(table), chance="1"), last)
    practice_table = replay_practice(table, practice, last)
    choice = practice_table.game.legal(last)[0]
    choosing = msgspec.structs.replace(add_step(practice, last, choice), choosing=True)
    offered = possible_alternatives(table, choosing, last)
    assert {action[1] for action in offered if action[0] == "take"} == display - {choice[1]}
    assert choice not in offered
    both = add_step(choosing, last, offered[0])
    assert own_decisions(both, last) == [[notation(choice), notation(offered[0])]]
    assert not both.choosing
    assert possible_alternatives(table, msgspec.structs.replace(both, choosing=True), last) == offered[1:]


def test_alternatives_are_told_once_and_not_without_end() -> None:
    table = table_of(game_after("navegador", 0))
    practice = practice_of(table, (0, "done"))
    for number in (1, 1, *range(2, 20)):
        practice = add_step(msgspec.structs.replace(practice, choosing=True), 0, ("sell", "gold", str(number)))
    (step,) = practice.steps
    assert step.words == ["done", *(f"sell gold {number}" for number in range(1, MOST_ALTERNATIVES))]


def test_only_own_steps_are_kept_and_not_too_many() -> None:
    table = table_of(game_after("navegador", 0))
    practice = practice_of(table, (1, "rondel market1"), (0, "rondel workers"), (1, "done"))
    assert make_plan(table, practice, 1).decisions == [["rondel market1"], ["done"]]
    assert make_plan(table, practice, 1).version == table.row.version
    with raises_refusal("error.nothing_tried"):
        make_plan(table, practice, 2)
    long = msgspec.structs.replace(practice, steps=[PracticeStep(0, ["done"])] * (MOST_DECISIONS + 1))
    with raises_refusal("error.plan_too_long"):
        make_plan(table, long, 0)
