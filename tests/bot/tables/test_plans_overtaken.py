"""Plans: what is played by hand, by a computer or a substitute, taken back or changed meanwhile."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.tables import Table, Tables
from bot.tables.analysis import practice_tables
from bot.tables.observers import plan_execution
from bot.tables.table_notes import NoteLine, Notes, Plan, PlanStop, StopReason, read_notes
from bot.tables.transaction import TableChange
from engines import Message
from engines.mmn import board
from engines.record import notation, parse
from storage import plans as stored
from storage.database import Database
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    MANAGER,
    on_both,
    queued_announcements,
    raises_refusal,
    replace_game,
    run_table_jobs,
    sqlite,
    start_table,
)
from tests.bot.planning import act, moves, plan_of, plan_timers, play_short_turn, store_plan


async def table_with_plan(tables: Tables, table: Table, *decisions: str) -> tuple[Table, int]:
    """Store a plan of the seat that is to act, which nobody has carried out yet; return the table and the seat."""
    seat = table.game.to_act[0]
    await store_plan(tables, table, seat, *decisions)
    return table, seat


async def table_with_offer(tables: Tables, table: Table) -> tuple[Table, int, int]:
    """Return a table of MMN, the seat on turn, and another seat to which it offers a trade."""
    while not any(word == "offer" for word in open_kinds(table)):
        seat = table.game.to_act[0]
        table = await act(tables, table, notation(table.game.legal(seat)[0]), seat)
    return table, table.game.to_act[0], (table.game.to_act[0] + 1) % 3


def open_kinds(table: Table) -> tuple[str, ...]:
    return table.game.prompt(table.game.to_act[0]).open


@sqlite
async def test_who_plays_by_hand_what_was_planned_has_done_it(tables: Tables) -> None:
    table, seat = await table_with_plan(tables, await start_table(tables, BEN), "rondel market1", "sell gold 9")
    await tables.play.act(table.row.id, table.user_at(seat) or 0, parse("rondel market1"))
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert (plan.decisions, plan.stopped) == ([["sell gold 9"]], None)


@sqlite
async def test_who_plays_something_else_by_hand_stops_the_plan(tables: Tables) -> None:
    table, seat = await table_with_plan(tables, await start_table(tables, BEN), "rondel market1", "done")
    table = await act(tables, table, "rondel workers")
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert (plan.decisions, plan.stopped) == ([["rondel market1"], ["done"]], PlanStop(why=StopReason.BY_HAND))


@on_both
async def test_the_plan_of_somebody_who_is_away_goes_on_with_its_owner_whatever_is_tried_meanwhile(
    tables: Tables,
) -> None:
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    first = table.game.to_act[0]
    seat = (first + 1) % 3
    user = table.user_at(seat) or 0
    await store_plan(tables, table, seat, "rondel market1", wishes=True)
    await tables.seating.leave(game_id, user)
    revision, notes = await tables.plans.load_notes(game_id, user)
    table = await tables.table(game_id)
    await tables.plans.store_notes(table, user, revision, notes.with_practice(practice_tables.begin_practice(table)))
    await tables.seating.come_back(game_id, user)
    await play_short_turn(tables, await tables.table(game_id), "rondel workers")
    assert [move.words for move in await moves(tables, table) if move.planned] == ["rondel market1"]


@sqlite
async def test_what_a_computer_plays_for_somebody_who_is_away_stops_the_plan(tables: Tables) -> None:
    """It was made for another position, perhaps weeks ago."""
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    await store_plan(tables, table, seat, "rondel market9", "done", stopped=PlanStop(why=StopReason.WAITING))
    await tables.seating.leave(game_id, user)
    revision, notes = await tables.plans.load_notes(game_id, user)
    assert notes.plan is not None
    await tables.plans.store_notes(table, user, revision, notes.with_plan(notes.plan.resume()))
    table = await run_table_jobs(tables, game_id)
    assert table.game.to_act != (seat,)
    await tables.seating.come_back(game_id, user)
    plan = await plan_of(tables, await tables.table(game_id), seat)
    assert plan is not None
    assert plan.stopped == PlanStop(why=StopReason.BY_HAND)


@sqlite
async def test_a_planned_move_ends_the_search_for_a_substitute(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    seat = table.game.to_act[0]
    await tables.seating.offer(game_id, seat, 99, admin=True)
    await store_plan(tables, table, seat, "rondel market1")
    table = await run_table_jobs(tables, game_id)
    assert [move.planned for move in await moves(tables, table) if move.words == "rondel market1"] == [True]
    assert table.seats[seat].offered_at is None
    assert "say.offer_withdrawn" in [event.kind for event in (await queued_announcements(database, game_id))[-1].after]


async def test_who_takes_a_planned_move_back_stops_the_plan(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    seat = table.game.to_act[0]
    await store_plan(tables, table, seat, "rondel market1", "sell gold 9", wishes=True)
    table = await run_table_jobs(tables, table.row.id)
    await store_plan(tables, table, seat, "rondel market1", wishes=True)
    user = table.user_at(seat) or 0
    undoing = await tables.play.undo_plan(table, user)
    await tables.play.undo(table.row.id, user, consented=undoing.version)
    table = await run_table_jobs(tables, table.row.id)
    assert [move.undone for move in await moves(tables, table) if move.words] == [True]
    assert table.game.to_act == (seat,)
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert plan.stopped is not None


@sqlite
async def test_a_plan_that_its_owner_changes_in_the_same_moment_is_stopped_as_it_is_now(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has read the plan before the change."""
    table, seat = await table_with_plan(tables, await start_table(tables, BEN), "rondel market1")
    async with database.reading() as session:
        read_before = await stored.with_queued_moves(session, table.row.id)
    await store_plan(tables, table, seat, "rondel ships")

    async def planned_before(*_: object) -> Any:
        return read_before

    monkeypatch.setattr(stored, "with_queued_moves", planned_before)
    async with database.transaction() as session:
        await plan_execution.observe(tables.play.transactions.join(session, table), TableChange(undone=[seat]))
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert (plan.decisions, plan.stopped) == ([["rondel ships"]], PlanStop(why=StopReason.UNDONE))


@sqlite
async def test_the_plan_of_who_has_left_the_seat_is_not_carried_out(tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    seat = (table.game.to_act[0] + 1) % 3
    user = table.user_at(seat) or 0
    await store_plan(tables, table, seat, "rondel market1")
    await tables.seating.resign(table.row.id, user)
    await play_short_turn(tables, table, "rondel workers")
    table = await run_table_jobs(tables, table.row.id)
    assert not any(move.planned for move in await moves(tables, table))


@sqlite
@pytest.mark.parametrize("cause", ["ended", "over", "operator"])
async def test_plans_are_forgotten_with_the_game(database: Database, tables: Tables, cause: str) -> None:
    table = await start_table(tables, BEN)
    await store_plan(tables, table, 1 - table.game.to_act[0], "rondel market1")
    if cause == "ended":
        await tables.play.end(table.row.id, MANAGER, admin=True)
    elif cause == "operator":
        await tables.repair.end(table.row.id)
    else:
        game = table.game.copy()
        game.state.over = True
        game.state.stack.clear()
        await replace_game(tables, table, game)
    async with database.reading() as session:
        assert await stored.with_queued_moves(session, table.row.id) == []
    with raises_refusal("error.game_over"):
        await tables.plans.store_notes(table, ANNA, 0, Notes())


@sqlite
async def test_notes_that_cannot_be_read_are_no_notes(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    async with database.transaction() as session:
        assert await stored.write(session, table.row.id, ANNA, 0, {"plan": "of old"}, seat=0)
    assert await tables.plans.load_notes(table.row.id, ANNA) == (1, Notes())
    assert read_notes(None) == Notes()
    await play_short_turn(tables, table)


@sqlite
async def test_of_two_windows_the_second_is_refused(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    await tables.plans.store_notes(table, ANNA, 0, Notes())
    for revision in (0, 2):
        with raises_refusal("error.moved_on"):
            await tables.plans.store_notes(table, ANNA, revision, Notes())


def test_what_is_stored_keeps_its_names() -> None:
    plan = Plan(version=3, decisions=[["take a", "take b"]], wishes=True, conditions=[Message("x.y", {"n": 1})])
    data = Notes(
        plan=plan.stop(StopReason.CONDITION, Message("x.y")), lines=[NoteLine(text="look here", turn=4)]
    ).data()
    assert data == {
        "tried": None,
        "plan": {
            "version": 3,
            "decisions": [["take a", "take b"]],
            "wishes": True,
            "conditions": [{"id": "x.y", "args": {"n": 1}}],
            "stopped": {"why": "condition", "condition": {"id": "x.y", "args": {}}, "now": None, "overtaken": False},
        },
        "lines": [{"text": "look here", "turn": 4}],
    }
    assert msgspec.convert(data, Notes).plan == plan.stop(StopReason.CONDITION, Message("x.y"))


@sqlite
async def test_another_question_leaves_the_plan_alone_and_calls_its_owner(database: Database, tables: Tables) -> None:
    """A trade is offered before the owner's turn comes."""
    table, trader, planner = await table_with_offer(tables, await start_table(tables, BEN, CARLA, game="mmn"))
    await store_plan(tables, table, planner, "roll")
    hand = table.game.state.players[trader].hand
    gives = next(kind for kind, number in enumerate(hand) if number)
    wants = next(kind for kind in range(5) if kind != gives)
    words = f"offer 1 {board.KINDS[gives]} for 1 {board.KINDS[wants]}"
    table = await act(tables, table, words, trader)
    assert planner in table.game.to_act
    assert await plan_timers(tables, table) == []
    assert planner in (await queued_announcements(database, table.row.id))[-1].ping
    for answer in range(2):
        seat = (trader + 1 + answer) % 3
        if ("decline",) in table.game.legal(seat):
            table = await act(tables, table, "decline", seat)
    plan = await plan_of(tables, table, planner)
    assert plan == Plan(version=plan.version if plan else 0, decisions=[["roll"]])
    while table.game.to_act == (trader,):
        table = await act(tables, table, "pass", trader)
    rolled = [move for move in await moves(tables, table) if move.planned]
    assert [(move.seat, move.words) for move in rolled] == [(planner, "roll")]


@sqlite
async def test_a_plan_does_not_withdraw_what_its_owner_offers_by_going_on(tables: Tables) -> None:
    table, trader, partner = await table_with_offer(tables, await start_table(tables, BEN, CARLA, game="mmn"))
    hand = table.game.state.players[trader].hand
    gives = next(kind for kind, number in enumerate(hand) if number)
    wants = next(kind for kind in range(5) if kind != gives)
    words = f"offer 1 {board.KINDS[gives]} for 1 {board.KINDS[wants]} to seat{partner + 1}"
    table = await act(tables, table, words, trader)
    await store_plan(tables, table, trader, "pass")
    table = await run_table_jobs(tables, table.row.id)
    assert ("pass",) in table.game.legal(trader)
    assert await plan_timers(tables, table) == []
    table = await act(tables, table, "decline", partner)
    played = [(move.seat, move.words) for move in await moves(tables, table) if move.planned]
    assert played == [(trader, "pass")]


@sqlite
async def test_a_stopped_plan_is_overtaken_by_its_owners_next_decision_and_by_nobody_elses(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    seat = table.game.to_act[0]
    await store_plan(tables, table, seat, "rondel market9", "done", stopped=PlanStop(why=StopReason.NONE_FITS))
    table = await act(tables, table, "rondel workers")
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert plan.stopped == PlanStop(why=StopReason.NONE_FITS, is_overtaken=True)
    other_seat = 1 - seat
    await store_plan(tables, table, other_seat, "rondel market9", stopped=PlanStop(why=StopReason.NONE_FITS))
    while table.game.to_act == (seat,):
        table = await act(tables, table, notation(table.game.legal(seat)[-1]))
    plan = await plan_of(tables, table, other_seat)
    assert plan is not None
    assert not plan.is_overtaken
