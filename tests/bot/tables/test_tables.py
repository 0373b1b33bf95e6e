"""Tables without Discord: what a seat may read, what is stored, and what is queued for the channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import Table, Tables, undo_rules
from bot.tables.observers import computers
from bot.tables.table import STAND_IN
from engines import Action, Game, fair_dice, new
from engines.players import PLAYERS
from storage import games, jobs, results
from storage.database import Database
from storage.models import MoveKind, SeatOrder, Status
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    MANAGER,
    next_click,
    open_lobby,
    queued_announcements,
    raises_refusal,
    run_table_jobs,
    sqlite,
    start_table,
)
from tests.engines.navegador.moves import on
from tests.storage.sample import unsent

# -- play --------------------------------------------------------------------------------------------------------------


async def play_move(tables: Tables, game_id: int, *words: str) -> Table:
    """Play the first legal move of the seat that is to move."""
    table = await tables.table(game_id)
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    return await tables.play.act(game_id, user, words)


@sqlite
async def test_the_commitment_stays_in_the_announcement_through_every_update(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    mover = table.user_at(table.game.to_act[0])
    assert mover is not None
    await play_move(tables, table.row.id, "rondel", "ships")
    first, update = await queued_announcements(tables.database, table.row.id)
    assert (update.kind, update.introduction, update.before) == ("board", first.introduction, first.before)
    assert [event.kind for event in update.after] == ["rondel"]
    await tables.play.undo(table.row.id, mover)
    first, update = await queued_announcements(tables.database, table.row.id)
    assert (update.introduction, update.before) == (first.introduction, first.before)
    assert [message.id for message in update.introduction] == ["say.begins"]
    moved, undone = update.after
    assert (moved.kind, undone.kind) == ("rondel", "say.undone")
    assert undone.data == {"seat": table.seat_of(mover), "n": 1}
    assert update.marked == []


@sqlite
async def test_a_board_elsewhere_tells_again_what_its_last_post_told(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    await play_move(tables, table.row.id, "rondel", "ships")
    await play_move(tables, table.row.id, "pass")
    announcement = (await queued_announcements(database, table.row.id))[-1]
    assert (announcement.kind, announcement.before[0].kind) == ("turn", "rondel")
    for work, ids in (
        (tables.play.post_again(table.row.id), ["say.posted_again"]),
        (tables.play.move_to(table.row.id, None, 77, ANNA), ["say.moved_here"]),
    ):
        await work
        again = (await queued_announcements(database, table.row.id))[-1]
        assert [message.id for message in again.introduction] == ids
        assert (again.kind, again.before, again.ping) == ("turn", announcement.before, announcement.ping)


@sqlite
async def test_a_decision_is_stored_with_who_made_it_when_and_what_it_led_to(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    before = table.row.version
    mover = table.user_at(table.game.to_act[0])
    after = await tables.play.act(table.row.id, mover or 0, ("rondel", "ships"), version=before, interaction_id=900)
    (row,) = await tables.log(table.row.id)
    assert (row.version, row.seat, row.words, row.by_user_id) == (
        before + 1,
        table.seat_of(mover or 0),
        "rondel ships",
        mover,
    )
    assert (row.interaction_id, row.turn, row.kind) == (900, 1, MoveKind.MOVE)
    assert row.scores == [score.total for score in after.game.scores()]
    stored = await tables.table(table.row.id)
    assert stored.row.version == after.row.version == before + 1
    assert stored.game == after.game
    for version, click, reason in ((before, 901, "error.moved_on"), (before + 1, 900, "error.already_done")):
        with raises_refusal(reason):
            await tables.play.act(table.row.id, mover or 0, ("pass",), version=version, interaction_id=click)
    assert (await tables.table(table.row.id)).game == after.game


@sqlite
async def test_each_computer_decides_for_its_own_seat_in_its_own_way(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, int]] = []

    def player(kind: str) -> Any:
        def decide(game: Game, seat: int, rng: Random) -> Action:
            calls.append((kind, seat))
            return game.legal(seat)[-1]

        return decide

    monkeypatch.setitem(PLAYERS, STAND_IN, player(STAND_IN))
    monkeypatch.setitem(PLAYERS, "random", player("random"))
    tables = Tables(database)
    lobby = await open_lobby(tables, BEN)
    await tables.lobby.add_computer(lobby.row.id, "random", "Random", user_id=ANNA, click=next_click())
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    await tables.seating.resign(table.row.id, BEN)
    for _ in range(9):
        game = (await run_table_jobs(tables, table.row.id)).game
        assert game.to_act == (0,)
        await tables.play.act(table.row.id, ANNA, game.legal(0)[-1])
    await run_table_jobs(tables, table.row.id)
    assert set(calls) == {(STAND_IN, 1), ("random", 2)}
    log = [row for row in await tables.log(table.row.id) if row.kind == MoveKind.MOVE]
    assert [row.seat for row in log if row.by_user_id is None] == [seat for _, seat in calls]
    assert [row.seat for row in log if row.by_user_id == ANNA] == [0] * 9
    versions = [row.version for row in await tables.log(table.row.id)]
    assert versions == list(range(versions[0], (await tables.table(table.row.id)).row.version + 1))


@sqlite
async def test_every_entry_of_the_log_has_the_next_version_also_where_computers_take_over(tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    before = table.row.version
    await tables.seating.resign(table.row.id, table.user_at(table.game.to_act[0]) or 0)
    await run_table_jobs(tables, table.row.id)
    log = await tables.log(table.row.id)
    assert len(log) > 2, "a computer has played the whole turn"
    assert [row.version for row in log] == list(range(before + 1, before + 1 + len(log)))
    last = await tables.table(table.row.id)
    assert last.row.version == log[-1].version
    assert (await queued_announcements(tables.database, table.row.id))[-1].version == last.row.version
    for user in last.players:
        await tables.seating.resign(table.row.id, user)
    over = await tables.table(table.row.id)
    assert (over.row.status, (await queued_announcements(tables.database, table.row.id))[-1].version) == (
        Status.ABANDONED,
        over.row.version,
    )


@sqlite
async def test_whatever_is_queued_is_sent_at_once(database: Database) -> None:
    """The outbox worker is woken after the commit; a sweep would come much later."""
    tables = Tables(database)
    seen = list[int]()
    table = await open_lobby(tables, BEN, CARLA)
    game_id = table.row.id
    tables.repository.committed = lambda: seen.append(1)
    table = await tables.lobby.start(game_id, user_id=ANNA)
    mover = table.user_at(table.game.to_act[0]) or 0
    for work in (
        tables.play.act(game_id, mover, ("rondel", "ships")),
        tables.play.undo(game_id, mover),
        tables.play.move_to(game_id, None, 77, ANNA),
        tables.play.post_again(game_id),
        tables.seating.resign(game_id, CARLA),
        tables.play.end(game_id, MANAGER, admin=True),
    ):
        before = len(seen)
        await work
        assert len(seen) == before + 1
    assert len(seen) == 7


@sqlite
async def test_when_the_last_person_resigns_the_table_is_abandoned(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    await tables.seating.resign(table.row.id, ANNA)
    assert (await tables.table(table.row.id)).is_running
    await tables.seating.resign(table.row.id, BEN)
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    last = (await queued_announcements(database, table.row.id))[-1]
    assert (last.kind, [message.id for message in last.introduction]) == ("notice", ["say.resigned", "say.abandoned"])
    assert last.introduction[0].args == {"seat": 1, "player": "ben"}


@sqlite
async def test_consent_to_one_version_undoes_no_other(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    mover = table.user_at(table.game.to_act[0]) or 0
    for _ in range(2):
        await play_move(tables, table.row.id, "rondel", "ships")
        await play_move(tables, table.row.id, "pass")
    other_user = next(user for user in table.players if user != mover)
    plan = await tables.play.undo_plan(await tables.table(table.row.id), mover)
    with raises_refusal("error.undo_others_moved"):  # the other has to be asked
        await tables.play.undo(table.row.id, mover, consented=plan.version)
    await tables.seating.resign(table.row.id, other_user)
    plan = await tables.play.undo_plan(await tables.table(table.row.id), mover)
    assert plan.barrier == "others_moved"
    for consented in (None, plan.version - 1, plan.version + 1):
        with raises_refusal("error.undo_others_moved"):
            await tables.play.undo(table.row.id, mover, consented=consented)
    back = await tables.play.undo(table.row.id, mover, consented=plan.version)
    assert back.game.to_act == table.game.to_act
    log = await tables.log(table.row.id)
    assert [(entry.version, entry.undone) for entry in log if entry.undone] == [
        (version, True) for version in range(plan.version, plan.version + 3)
    ]
    assert (log[-1].kind, log[-1].seat, log[-1].by_user_id) == (MoveKind.UNDO, table.seat_of(mover), mover)
    assert log[-1].version == back.row.version == plan.version + 4, "three decisions, and that the other resigned"
    assert log[-1].scores == [score.total for score in back.game.scores()]
    again = await tables.play.act(table.row.id, mover, ("pass",))
    assert again.row.version == back.row.version + 1


@sqlite
async def test_those_who_resigned_are_neither_called_nor_seated(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    after = await tables.seating.resign(table.row.id, BEN)
    assert (after.players, after.seat_of(BEN), after.user_at(1), after.computer_at(1)) == (
        [ANNA, CARLA],
        None,
        None,
        STAND_IN,
    )
    for work in (
        tables.seating.resign(table.row.id, BEN),
        tables.play.act(table.row.id, BEN, ("pass",)),
    ):
        with raises_refusal("error.not_seated"):
            await work
    for work in (tables.play.end(table.row.id, CARLA), tables.play.move_to(table.row.id, None, 77, CARLA)):
        with raises_refusal("error.not_host"):
            await work
    await tables.play.end(table.row.id, MANAGER, admin=True)
    ended = await tables.table(table.row.id)
    assert ended.row.status == Status.ABANDONED
    assert ended.row.finished_at is not None
    assert (await queued_announcements(database, table.row.id))[-1].introduction[0].id == "say.ended"


@sqlite
async def test_no_rights_move_a_table_to_another_server(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, guild_id=1)
    before = len(await queued_announcements(database, table.row.id))
    for guild_id, user_id in ((2, ANNA), (None, ANNA), (2, BEN), (2, CARLA)):
        with raises_refusal("error.other_server"):
            await tables.play.move_to(table.row.id, guild_id, 77, user_id, admin=True)
    after = await tables.table(table.row.id)
    assert (after.row.guild_id, after.row.channel_id, after.row.version) == (1, 5, table.row.version)
    assert len(await queued_announcements(database, table.row.id)) == before
    await tables.play.move_to(table.row.id, 1, 77, CARLA, admin=True)
    assert (await tables.table(table.row.id)).row.channel_id == 77


@sqlite
async def test_the_channel_s_table_is_the_open_one(tables: Tables) -> None:
    """A table that ended in the channel hides neither a lobby nor an older table that was moved there."""
    old = await start_table(tables, BEN, channel_id=1)
    new = await start_table(tables, BEN, channel_id=2)
    await tables.play.end(new.row.id, MANAGER, admin=True)
    assert (await tables.latest_in(2)).row.id == new.row.id
    with raises_refusal("error.no_table_here"):
        await tables.table_in(2)
    await tables.play.move_to(old.row.id, None, 2, ANNA)
    assert (await tables.latest_in(2)).row.id == (await tables.table_in(2)).row.id == old.row.id


@sqlite
async def test_a_table_is_out_of_reach_once_its_newest_board_was_given_up(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    assert not await tables.is_unreachable(table.row.id)
    async with database.transaction() as session:
        (row,) = await unsent(session, table.row.id)
        await jobs.give_up(session, row, "gone")
    assert await tables.is_unreachable(table.row.id)


@sqlite
async def test_what_nobody_has_heard_is_told_again_by_the_next_board(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    await play_move(tables, table.row.id, "rondel", "ships")
    async with database.transaction() as session:
        for row in await unsent(session, table.row.id):
            await jobs.give_up(session, row, "gone")
    await play_move(tables, table.row.id, "pass")
    (announcement,) = await queued_announcements(database, table.row.id)
    assert [message.id for message in announcement.introduction] == ["say.begins"]
    assert [event.kind for event in announcement.before][:2] == ["rondel", "passed"]


@sqlite
async def test_results_are_kept_with_rank_and_points_of_each_seat(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    last = on("workers", trigger="nagasaki", turns_left=1)
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version, state=last.dump(), turn=last.state.turn)
    over = await play_move(tables, table.row.id, "pass")
    assert (over.row.status, over.game.state.over) == (Status.FINISHED, True)
    async with database.reading() as session:
        stored = await results.seats_of_game(session, table.row.id)
        row = await games.get(session, table.row.id)
    assert row is not None
    assert (row.status, row.finished_at is not None) == (Status.FINISHED, True)
    assert [result.seat for result in stored] == over.game.ranking()
    assert [result.rank for result in stored] == [1, 2, 3]
    for result in stored:
        score = over.game.scores()[result.seat]
        seat = over.seats[result.seat]
        assert (result.total, result.sources) == (score.total, score.sources)
        assert (result.user_id, result.name) == (seat.user_id, seat.name)
    assert (await queued_announcements(database, table.row.id))[-1].kind == "summary"
    with raises_refusal("error.game_over"):
        await play_move(tables, table.row.id, "pass") if over.game.to_act else await tables.play.undo(
            table.row.id, ANNA
        )


@sqlite
async def test_nobody_thinks_and_nothing_is_played_again_inside_a_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing = 0
    done = list[str]()
    begin = Database.transaction

    @asynccontextmanager
    async def counted(self: Database) -> AsyncIterator[AsyncSession]:
        nonlocal writing
        async with begin(self) as session:
            writing += 1
            try:
                yield session
            finally:
                writing -= 1

    def outside(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def seen(*args: Any) -> Any:
            assert writing == 0, name
            done.append(name)
            return work(*args)

        return seen

    monkeypatch.setattr(Database, "transaction", counted)
    monkeypatch.setattr(computers, "play_stretch", outside("think", computers.play_stretch))
    monkeypatch.setattr(undo_rules, "rebuild_game", outside("rebuild", undo_rules.rebuild_game))
    others = [0, 1]
    others.insert(new("navegador", 3, 1).to_act[0], 2)  # the computer begins
    monkeypatch.setattr(fair_dice, "seed_of", lambda *_: f"{1:032x}")
    monkeypatch.setattr(fair_dice, "order_of", lambda *_: others)
    tables = Tables(database)
    lobby = await open_lobby(tables, BEN, order=SeatOrder.RANDOM)
    await tables.lobby.add_computer(lobby.row.id, "random", "Random", user_id=ANNA, click=next_click())
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    assert done == []
    table = await run_table_jobs(tables, table.row.id)
    assert done == ["think"]
    await tables.play.act(table.row.id, ANNA, table.game.legal(table.game.to_act[0])[0])
    await tables.play.undo(table.row.id, ANNA)
    await tables.seating.resign(table.row.id, ANNA)
    await run_table_jobs(tables, table.row.id)
    assert done[1:3] == ["rebuild", "think"]
