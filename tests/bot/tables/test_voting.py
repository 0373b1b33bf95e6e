"""What a table decides together, without Discord: who counts, what is carried out, and that it happens once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from sqlmodel import col, delete

import engines
from bot.tables import Tables
from bot.tables.observers import clocks, voting
from bot.tables.observers.voting import Proposal
from storage import jobs, moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, JobRow, Status, VoteRow
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, MANAGER, due, on_both, opened, put, refused_as, sqlite, started
from tests.bot.voting import agree, entries, kept, later, left, play, told

# -- the time limit ----------------------------------------------------------------------------------------------------


@on_both
async def test_another_time_limit_begins_anew_for_whoever_is_waited_for(tables: Tables) -> None:
    lobby = await opened(tables, BEN, CARLA)
    game_id = lobby.row.id
    await tables.lobby.set_clocks(game_id, {"limit": "12"}, user_id=ANNA)
    table = await tables.lobby.start(game_id, user_id=ANNA)
    (seat,) = table.game.blocking_seats
    proposal = await tables.voting.propose_clock(game_id, ANNA, {"limit": "72", "weekends": "off"})
    before = await tables.deadlines(table)
    await agree(tables, proposal.vote, BEN, CARLA)
    table = await tables.table(game_id)
    assert clocks.read_clock(table.row.clock) == clocks.Clock(hours=72, weekends_off=True)
    after = await tables.deadlines(table)
    assert after.keys() == before.keys() == {seat}
    assert after[seat] - before[seat] >= timedelta(hours=59)
    assert await entries(tables, game_id) == [("clock", 0)]
    assert (await told(tables, game_id))[-1] == "say.clock_agreed"
    none = await tables.voting.propose_clock(game_id, ANNA, {"limit": "0"})
    await agree(tables, none.vote, BEN, CARLA)
    assert await left(tables, game_id) == []


@sqlite
async def test_a_time_limit_may_be_set_where_there_was_none(tables: Tables) -> None:
    table = await started(tables, BEN)
    proposal = await tables.voting.propose_clock(table.row.id, ANNA, {"limit": "24"})
    await agree(tables, proposal.vote, BEN)
    table = await tables.table(table.row.id)
    ((seat, moment),) = (await tables.deadlines(table)).items()
    assert seat in table.game.blocking_seats
    assert timedelta(hours=23) < moment - utcnow() <= timedelta(hours=24)


@sqlite
async def test_only_the_host_proposes_another_time_limit_and_only_another_one(tables: Tables) -> None:
    table = await started(tables, BEN)
    for person, chosen, reason in (
        (BEN, {"limit": "24"}, "error.vote_only_host"),
        (ANNA, {}, "error.vote_same_clock"),
        (ANNA, {"limit": "0"}, "error.vote_same_clock"),
        (ANNA, {"weekends": "off"}, "error.vote_same_clock"),  # of no limit
        (ANNA, {"limit": "13"}, "error.damaged"),
        (ANNA, {"colour": "red"}, "error.damaged"),
        (DIRK, {"limit": "24"}, "error.not_seated"),
    ):
        with refused_as(reason):
            await tables.voting.propose_clock(table.row.id, person, chosen)
    assert await tables.voting.open_vote(table.row.id) is None


# -- who counts, and how it ends ---------------------------------------------------------------------------------------


async def asked_to_end(tables: Tables, *guests: int, by: int = ANNA) -> VoteRow:
    table = await started(tables, *guests)
    return (await tables.voting.propose_ending(table.row.id, by, Proposal.END)).vote


@sqlite
async def test_of_two_questions_the_second_waits_until_the_first_is_settled(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN, CARLA)
    second = await tables.voting.propose_ending(vote.game_id, BEN, Proposal.DRAW)
    assert (second.is_new, second.vote.id) == (False, vote.id)
    over = await agree(tables, vote, CARLA, answered="refuse")
    assert (over.closed, over.closed_by) == ("refused", 2)
    assert (await tables.voting.propose_ending(vote.game_id, BEN, Proposal.DRAW)).is_new


@sqlite
async def test_only_the_proposer_withdraws_and_a_proposer_who_refuses_does(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN)
    with refused_as("error.vote_not_yours"):
        await tables.voting.answer(vote.game_id, vote.id, BEN, "withdraw")
    assert (await agree(tables, vote, ANNA, answered="withdraw")).closed == "withdrawn"
    anew = (await tables.voting.propose_ending(vote.game_id, ANNA, Proposal.END)).vote
    assert (await agree(tables, anew, ANNA, answered="refuse")).closed == "withdrawn"
    assert (await tables.table(vote.game_id)).is_running


@sqlite
async def test_who_agreed_may_think_better_of_it_until_all_have(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN, CARLA)
    assert (await agree(tables, vote, BEN, BEN)).agreed == [0, 1]
    assert (await agree(tables, vote, BEN, answered="refuse")).closed == "refused"


@sqlite
async def test_strangers_and_the_resigned_do_not_vote(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN, CARLA)
    await tables.seating.resign(vote.game_id, CARLA)
    for person in (CARLA, DIRK):
        with refused_as("error.not_seated"):
            await tables.voting.answer(vote.game_id, vote.id, person, "refuse")
        with refused_as("error.not_seated"):
            await tables.voting.propose_ending(vote.game_id, person, Proposal.END)
    assert (await agree(tables, vote, BEN)).closed == "agreed"


@sqlite
async def test_when_the_last_one_missing_resigns_it_is_agreed(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN, CARLA)
    await agree(tables, vote, BEN)
    await tables.seating.resign(vote.game_id, CARLA)
    await due(tables)
    assert (await kept(tables, vote)).closed == "agreed"
    assert (await tables.table(vote.game_id)).row.status == Status.ABANDONED


@sqlite
async def test_with_the_proposer_goes_the_proposal(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN, CARLA, by=BEN)
    await tables.seating.resign(vote.game_id, BEN)
    await due(tables)
    assert (await kept(tables, vote)).closed == "orphaned"
    assert (await tables.table(vote.game_id)).is_running


@pytest.mark.parametrize("how", ["end", "operator", "everybody resigns"])
@sqlite
async def test_with_the_game_ends_the_vote(tables: Tables, how: str) -> None:
    vote = await asked_to_end(tables, BEN)
    match how:
        case "end":
            await tables.play.end(vote.game_id, MANAGER, admin=True)
        case "operator":
            await tables.repair.end(vote.game_id)
        case _:
            await tables.seating.resign(vote.game_id, BEN)
            await tables.seating.resign(vote.game_id, ANNA)
    over = await kept(tables, vote)
    assert over.closed == "overtaken"
    assert await left(tables, vote.game_id) == []
    await due(tables)
    if how != "everybody resigns":
        _, now, counts = await tables.voting.answer(vote.game_id, vote.id, BEN, "agree")
        assert (now.closed, counts) == ("overtaken", False)
    with refused_as("error.game_over"):
        await tables.voting.propose_ending(vote.game_id, ANNA, Proposal.END)


@sqlite
async def test_a_vote_of_a_game_that_ends_by_its_rules_is_over_with_it(tables: Tables) -> None:
    lobby = await opened(tables, BEN)
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    game_id = table.row.id
    vote = (await tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)).vote
    game = table.game.copy()
    while len(game.to_act) == 1 and not _last(game):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    await put(tables, table, game)
    assert (await kept(tables, vote)).closed is None
    await play(tables, game_id, 1)
    assert (await tables.table(game_id)).row.status == Status.FINISHED
    assert (await kept(tables, vote)).closed == "overtaken"
    assert await left(tables, game_id) == []


def _last(game: engines.Game) -> bool:
    """Whether the next decision, the first legal one, ends the game."""
    after = game.copy()
    after.play(game.to_act[0], game.legal(game.to_act[0])[0])
    return bool(after.state.over)


@sqlite
async def test_a_deleted_game_is_asked_nothing(database: Database, tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN)
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == vote.game_id))
    with refused_as("error.no_table"):
        await tables.voting.answer(vote.game_id, vote.id, BEN, "agree")
    stale = JobRow(lane="tables", id=1, game_id=vote.game_id, kind="vote")
    await tables.voting.lapse(stale)
    await tables.voting.settle(stale)


async def test_a_vote_lapses_after_a_day(tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN)
    await later(tables, voting.OPEN_FOR - timedelta(minutes=1))
    assert (await kept(tables, vote)).closed is None
    await later(tables, timedelta(minutes=2))
    assert (await kept(tables, vote)).closed == "lapsed"
    assert timedelta(hours=24) == voting.OPEN_FOR


@sqlite
async def test_what_everybody_agreed_to_in_time_does_not_lapse(database: Database, tables: Tables) -> None:
    vote = await asked_to_end(tables, BEN)
    await tables.voting.answer(vote.game_id, vote.id, BEN, "agree")  # and the bot dies
    async with database.reading() as session:
        timer = next(each for each in await jobs.timers_of(session, vote.game_id) if each.kind == jobs.Kind.VOTE)
    await tables.voting.lapse(timer)
    await due(Tables(database))
    assert (await kept(tables, vote)).closed == "agreed"


# -- several processes -------------------------------------------------------------------------------------------------


@pytest.fixture
async def processes(database_url: str) -> AsyncIterator[list[Tables]]:
    """Two, which know nothing of each other but the database."""
    async with AsyncExitStack() as stack:
        yield [Tables(await stack.enter_async_context(Database.open(database_url))) for _ in range(2)]


@on_both
async def test_two_processes_that_answer_at_once_both_count_and_it_is_carried_out_once(
    processes: list[Tables],
) -> None:
    first, second = processes
    table = await started(first, BEN, CARLA)
    game_id = table.row.id
    await play(first, game_id, 3)
    for _ in range(3):
        proposal = await first.voting.propose_back(game_id, ANNA, 1)
        answers = zip(processes, (BEN, CARLA), strict=True)
        await asyncio.gather(
            *(each.voting.answer(game_id, proposal.vote.id, person, "agree") for each, person in answers)
        )
        await asyncio.gather(*map(due, processes))
        assert (await kept(second, proposal.vote)).closed == "agreed"
    assert await entries(second, game_id) == [("back", 0)] * 3
    async with first.database.reading() as session:
        assert await moves.effective(session, game_id) == []


@on_both
async def test_of_two_processes_that_ask_at_once_one_does(processes: list[Tables]) -> None:
    first, second = processes
    table = await started(first, BEN)
    asked = await asyncio.gather(
        first.voting.propose_ending(table.row.id, ANNA, Proposal.END),
        second.voting.propose_ending(table.row.id, BEN, Proposal.DRAW),
    )
    assert sorted(each.is_new for each in asked) == [False, True]
    assert len({each.vote.id for each in asked}) == 1


@on_both
async def test_a_move_that_another_process_makes_after_the_last_consent_is_not_taken_back_with_it(
    processes: list[Tables],
) -> None:
    first, second = processes
    table = await started(first, BEN)
    game_id = table.row.id
    await play(first, game_id, 2)
    proposal = await first.voting.propose_back(game_id, ANNA, 1)
    await second.voting.answer(game_id, proposal.vote.id, BEN, "agree")
    table = await play(second, game_id, 1)
    await due(first)
    vote = await kept(first, proposal.vote)
    assert (vote.closed, vote.agreed, vote.data["n"]) == (None, [0], 2)
    assert (await first.table(game_id)).game == table.game
