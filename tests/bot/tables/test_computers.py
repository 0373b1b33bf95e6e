"""Computers decide afterwards, on their own: nobody waits for them, nothing is lost, nothing is rolled anew."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.tables import Table, Tables
from bot.tables.change_announcements import HOLD
from bot.tables.observers import computers
from bot.tables.transaction import Decision, TableTransaction
from bot.work.worker import FIRST_WAIT
from engines import Action, Game
from engines.players import PLAYERS, random
from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.models import JobRow, MoveKind, MoveRow
from tests.bot.lobbies import ANNA, BEN, MANAGER, next_click, on_both, opened, put, queued, sqlite, worked_off
from tests.bot.office import Office
from tests.bot.timers import timer_worker
from tests.storage.sample import unsent

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def with_computer(tables: Tables, *guests: int, kind: str = "random", **options: Any) -> Table:
    """A running table whose last seat a computer has; Anna, who has the first one, is to decide."""
    lobby = await opened(tables, *guests, **options)
    await tables.lobby.add_computer(lobby.row.id, kind, kind.title(), user_id=ANNA, click=next_click())
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    table = await worked_off(tables, table.row.id)
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await move(tables, table)
    return table


async def move(tables: Tables, table: Table) -> Table:
    """Whoever is to act makes the first legal move; computers that follow play."""
    seat = table.game.to_act[0]
    await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    return await worked_off(tables, table.row.id)


async def until_computers(tables: Tables, table: Table) -> Table:
    """People play until a computer is to decide."""
    while not table.is_computers_turn:
        seat = table.game.to_act[0]
        await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
        table = await tables.table(table.row.id)
    return table


async def take_back(tables: Tables, table: Table) -> None:
    """Anna's last decision is undone, with everybody's consent where that is needed."""
    plan = await tables.play.undo_plan(table, ANNA)
    await tables.play.undo(table.row.id, ANNA, consented=plan.version)


async def due(database: Database, game_id: int) -> list[JobRow]:
    async with database.reading() as session:
        return list(await jobs.timers_of(session, game_id))


def moves_of(log: Any, user: int | None) -> list[MoveRow]:
    return [row for row in log if row.kind == MoveKind.MOVE and row.by_user_id == user and not row.undone]


async def test_a_click_is_carried_out_while_the_computer_has_not_begun_to_think(tables: Tables) -> None:
    table = await until_computers(tables, await with_computer(tables))
    assert table.row.version == (await tables.log(table.row.id))[-1].version
    (timer,) = await due(tables.database, table.row.id)
    assert timer.kind == jobs.Kind.COMPUTERS
    after = await worked_off(tables, table.row.id)
    assert not after.is_computers_turn
    assert after.row.version > table.row.version
    assert await due(tables.database, table.row.id) == []


async def test_what_was_left_to_computers_survives_a_restart(database: Database) -> None:
    table = await until_computers(Tables(database), await with_computer(Tables(database)))
    another = Tables(database)
    assert not (await worked_off(another, table.row.id)).is_computers_turn


@sqlite
async def test_what_takes_computers_long_is_stored_piece_by_piece(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(database)
    stored = list[int]()
    table = await until_computers(tables, await with_computer(tables, game="macao"))
    play = TableTransaction.play

    async def watched(change: TableTransaction, decided: Sequence[Decision], **options: Any) -> None:
        stored.append(len(decided))
        await play(change, decided, **options)

    monkeypatch.setattr(TableTransaction, "play", watched)
    monkeypatch.setattr(computers, "STRETCH_SECONDS", 0.0)
    for _ in range(20):
        table = await until_computers(tables, await worked_off(tables, table.row.id))
    assert set(stored) == {1}
    stored.clear()
    monkeypatch.setattr(computers, "STRETCH_SECONDS", 60.0)
    while max(stored, default=0) < 2:
        table = await until_computers(tables, await worked_off(tables, table.row.id))


@sqlite
@pytest.mark.parametrize("game", ["navegador", "macao", "burgundy", "mmn"])
async def test_the_same_position_gets_the_same_answer_however_often_a_move_is_taken_back(
    tables: Tables, game: str
) -> None:
    """Nobody rolls a computer anew, be it one that plays at random."""
    table = await with_computer(tables, *((BEN,) if game == "mmn" else ()), game=game)
    said = list[list[str]]()
    for _ in range(3):
        answers = await answered(tables, table.row.id)
        if answers is None:
            pytest.fail("no move of Anna's passes the turn to the computer and can be taken back")
        said.append(answers)
    assert said[0]
    assert said == [said[0]] * 3


async def answered(tables: Tables, game_id: int) -> list[str] | None:
    """What the computer answers to Anna's first move after which it decides; the move is taken back."""
    for _ in range(400):
        table = await tables.table(game_id)
        seat = table.game.to_act[0]
        user = table.user_at(seat) or 0
        await tables.play.act(game_id, user, table.game.legal(seat)[0])
        played = await tables.table(game_id)
        if not played.is_computers_turn:
            continue
        after = await worked_off(tables, game_id)
        log = await tables.log(game_id)
        answers = [row.words for row in moves_of(log, None) if row.version > played.row.version]
        await tables.play.undo(game_id, user, consented=played.row.version)
        assert (await tables.table(game_id)).game == table.game
        assert after.row.version > played.row.version
        return answers
    return None


@sqlite
async def test_a_computer_thinks_beside_everything_else(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it does, the table can be read and its moves taken back; what it thought of then counts for nothing."""
    table = await until_computers(tables, await with_computer(tables))
    began = threading.Event()
    go_on = threading.Event()

    def slowly(game: Game, seat: int, rng: Random) -> Action:
        began.set()
        assert go_on.wait(10)
        return random(game, seat, rng)

    monkeypatch.setitem(PLAYERS, "random", slowly)
    worker = timer_worker(tables)
    worker.wake()
    while not began.is_set():
        await tables.table(table.row.id)
    assert not tables.repository.lock(table.row.id).locked()
    before = await tables.table(table.row.id)
    await take_back(tables, before)
    go_on.set()
    await worker.idle()
    after = await tables.table(table.row.id)
    assert after.row.version == before.row.version + 1
    assert moves_of(await tables.log(table.row.id), None)[-1:] == moves_of(await tables.log(before.row.id), None)[-1:]
    assert not after.is_computers_turn
    assert await due(tables.database, table.row.id) == []


@on_both
async def test_of_two_processes_one_plays_the_computer(database: Database) -> None:
    table = await until_computers(Tables(database), await with_computer(Tables(database)))
    both = [timer_worker(Tables(database)) for _ in range(2)]
    for worker in both:
        worker.wake()
    for worker in both:
        await worker.idle()
    log = await Tables(database).log(table.row.id)
    assert [row.version for row in log] == list(range(log[0].version, log[0].version + len(log)))
    assert not (await Tables(database).table(table.row.id)).is_computers_turn


@sqlite
async def test_a_computer_that_fails_tries_again_later_and_holds_up_nobody(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await until_computers(tables, await with_computer(tables))

    def fail(game: Game, seat: int, rng: Random) -> Action:
        raise RuntimeError("it is puzzled")

    monkeypatch.setitem(PLAYERS, "random", fail)
    with capture_logs() as logs:
        await worked_off(tables, table.row.id)
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["what was due could not be done"]
    (timer,) = await due(database, table.row.id)
    assert (timer.attempts, timer.claimed_until) == (1, None)
    assert timedelta(0) < timer.due_at - utcnow() <= FIRST_WAIT
    assert (await tables.table(table.row.id)).row.version == table.row.version
    await take_back(tables, table)
    monkeypatch.setitem(PLAYERS, "random", random)
    again = await until_computers(tables, await tables.table(table.row.id))
    assert not (await worked_off(tables, again.row.id)).is_computers_turn


@sqlite
async def test_what_a_computer_answers_at_once_is_told_in_the_same_message(database: Database, office: Office) -> None:
    table = await with_computer(office.tables, kind="greedy")
    await office.deliver()
    posted = len(office.channel.sent)
    await until_computers(office.tables, table)
    waiting = await first_unsent(database, table.row.id)
    assert waiting.due_at - waiting.created_at == HOLD
    await office.deliver()
    assert len(office.channel.sent) == posted, "it waits a moment for the computer"
    after = await worked_off(office.tables, table.row.id)
    (told,) = (await queued(database, table.row.id))[-1:]
    assert told.ping == [after.game.to_act[0]]
    assert {event.seat for event in told.before} >= {0, 1}
    await office.deliver()
    assert len(office.channel.sent) == posted + 1


@sqlite
async def test_a_computer_that_takes_its_time_is_told_of_when_it_has_moved(database: Database, office: Office) -> None:
    table = await with_computer(office.tables, kind="greedy")
    await office.deliver()
    posted = len(office.channel.sent)
    await until_computers(office.tables, table)
    await come_due(database, table.row.id)
    await office.deliver()
    assert len(office.channel.sent) == posted + 1
    assert office.channel.sent[-1][1]["allowed_mentions"].users == [], "nobody is called in vain"
    await worked_off(office.tables, table.row.id)
    last = (await queued(database, table.row.id))[-1]
    assert {event.seat for event in last.before} <= {1, None}, "the person's move is not told twice"


@sqlite
async def test_a_move_taken_back_before_the_computer_answered_is_told_and_then_taken_back(office: Office) -> None:
    table = await with_computer(office.tables, kind="greedy")
    await office.deliver()
    passed = await until_computers(office.tables, table)
    await take_back(office.tables, passed)
    (said,) = await queued(office.database, table.row.id)
    *before, line = said.before
    assert before
    assert line.kind.startswith("say.undone")  # by consent, where something was revealed
    assert said.marked == before[: len(said.marked)]
    assert len(said.marked) < len(before)
    assert said.ping == [0]


async def test_a_table_that_is_mended_or_brought_here_goes_on_with_its_computers(tables: Tables) -> None:
    table = await until_computers(tables, await with_computer(tables))
    content = await tables.transfer.export_table(table.row.id)
    brought = await tables.transfer.import_table(content, place=(None, 77))
    assert brought.row.id != table.row.id
    assert [timer.kind for timer in await due(tables.database, brought.row.id)] == [jobs.Kind.COMPUTERS]
    async with tables.database.transaction() as session:
        await jobs.cancel(session, table.row.id)
    await put(tables, table, table.game)
    assert [timer.kind for timer in await due(tables.database, table.row.id)] == [jobs.Kind.COMPUTERS]


@on_both
async def test_a_table_that_ended_meanwhile_needs_no_computer(database: Database, tables: Tables) -> None:
    table = await until_computers(tables, await with_computer(tables))
    await tables.play.end(table.row.id, MANAGER, admin=True)
    version = (await tables.table(table.row.id)).row.version
    assert (await worked_off(tables, table.row.id)).row.version == version
    assert await due(database, table.row.id) == []


async def first_unsent(database: Database, game_id: int) -> Any:
    async with database.reading() as session:
        return (await unsent(session, game_id))[-1]


async def come_due(database: Database, game_id: int) -> None:
    async with database.transaction() as session:
        for row in await unsent(session, game_id):
            row.due_at = row.created_at
            session.add(row)
