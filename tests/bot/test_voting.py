"""What a table decides together, without Discord: who counts, what is carried out, and that it happens once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import col, delete, select

import engines
from bot.delivery.voting import vote_text
from bot.tables import Refused, Table, Tables
from bot.tables.announcement import VOTE
from bot.tables.due import TimerWorker
from bot.tables.following import ballot, clocks
from bot.tables.following.ballot import Proposal
from bot.tables.upkeep.mending import Unmendable
from bot.tables.upkeep.transfer import check, decode, encode
from bot.wording import texts
from engines import record
from storage import moves, results, timers, transfer, votes
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveKind, Status, TimerRow, VoteRow
from tests.bot import sitting
from tests.bot.command_line import portolan
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, MANAGER, opened, queued, refusal, sqlite, started
from tests.bot.sitting import YANN, ZOE, substituted
from tests.bot.test_time_limits import limited, pass_time
from tests.bot.waiting import a_week_passes
from tests.storage.sample import unsent


async def due(tables: Tables) -> None:
    """Whatever is due is done."""
    worker = TimerWorker(tables.database, tables)
    worker.wake()
    await worker.idle()


async def play(tables: Tables, game_id: int, count: int) -> Table:
    """So many decisions, each the first legal one."""
    for _ in range(count):
        table = await tables.table(game_id)
        seat = table.game.to_act[0]
        await tables.play.act(game_id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    return await tables.table(game_id)


async def agree(tables: Tables, vote: VoteRow, *people: int, answered: str = "agree") -> VoteRow:
    """These people answer, and what follows is done; the vote then."""
    for person in people:
        await tables.voting.answer(vote.game_id, vote.id, person, answered)
        await due(tables)
    return await kept(tables, vote)


async def kept(tables: Tables, vote: VoteRow) -> VoteRow:
    async with tables.database.reading() as session:
        found = await votes.get(session, vote.id)
    assert found is not None
    return found


async def shows(tables: Tables, game_id: int) -> int:
    """How often the message of a vote is to be brought up to date."""
    async with tables.database.reading() as session:
        return sum(row.kind == VOTE for row in await unsent(session, game_id))


async def told(tables: Tables, game_id: int) -> list[str]:
    """The ids of what the channel is told beside what happens, oldest first."""
    return await sitting.told(tables.database, game_id)


async def entries(tables: Tables, game_id: int) -> list[tuple[str, int]]:
    """What the log has that is no move."""
    return [(str(entry.kind), entry.seat) for entry in await tables.log(game_id) if entry.kind != MoveKind.MOVE]


async def left(tables: Tables, game_id: int) -> list[str]:
    """The kinds of timers that are set."""
    async with tables.database.reading() as session:
        return sorted(timer.kind for timer in await timers.of_game(session, game_id))


# -- going back --------------------------------------------------------------------------------------------------------


async def test_a_table_goes_back_when_everybody_agrees(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN, CARLA)
    game_id = table.row.id
    before = (await play(tables, game_id, 3)).game
    after = (await play(tables, game_id, 4)).game
    asked = await tables.voting.propose_back(game_id, BEN, 4)
    assert (asked.anew, asked.vote.kind, asked.vote.seat, asked.vote.data["n"]) == (True, "back", 1, 4)
    assert (await agree(tables, asked.vote, ANNA)).agreed == [0, 1]
    assert (await tables.table(game_id)).game == after
    assert (await agree(tables, asked.vote, CARLA)).closed == "agreed"
    now = await tables.table(game_id)
    assert now.game == before
    assert [move.undone for move in await tables.log(game_id)] == [False] * 3 + [True] * 4 + [False]
    assert await entries(tables, game_id) == [("back", 1)]
    assert (await told(tables, game_id))[-1] == "say.back_by_consent"
    assert await left(tables, game_id) == []
    async with database.reading() as session:
        assert len(await moves.effective(session, game_id)) == 3
    await play(tables, game_id, 2)


@sqlite
@pytest.mark.parametrize("paused", [False, True])
async def test_who_decides_anew_after_going_back_has_the_whole_time_anew(database: Database, paused: bool) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN)
    game_id, seat = table.row.id, table.game.to_act[0]
    await play(tables, game_id, 1)
    while (table := await tables.table(game_id)).game.to_act != (seat,):
        await play(tables, game_id, 1)
    await pass_time(database, game_id)
    await due(tables)
    assert await tables.deadlines(table) == {}
    count = len(await tables.log(game_id))
    if paused:
        await tables.pausing.pause(game_id, ANNA, "anna")
    asked = await tables.voting.propose_back(game_id, ANNA, count)
    assert (await agree(tables, asked.vote, BEN)).closed == "agreed"
    if paused:
        await tables.pausing.resume(game_id, ANNA, "anna")
    table = await tables.table(game_id)
    assert table.game.to_act == (seat,)
    assert (await tables.deadlines(table))[seat] - utcnow() > timedelta(hours=23)
    assert await tables.late(table) == set()


@sqlite
async def test_nobody_is_late_at_once_where_the_table_has_gone_back_to(database: Database) -> None:
    tables = Tables(database)
    game_id = (await started(tables, BEN)).row.id
    await play(tables, game_id, 2)
    await a_week_passes(database)
    await play(tables, game_id, 2)
    asked = await tables.voting.propose_back(game_id, ANNA, 3)
    await agree(tables, asked.vote, BEN)
    assert await tables.late(await tables.table(game_id)) == set()


@sqlite
async def test_a_substitute_has_agreed_to_nothing_that_the_owner_agreed_to(database: Database) -> None:
    tables = Tables(database)
    game_id = (await started(tables, BEN, CARLA)).row.id
    asked = await tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)
    await agree(tables, asked.vote, BEN)
    before = await shows(tables, game_id)
    await substituted(tables, game_id, BEN)
    assert await shows(tables, game_id) == before + 1, "the question does not go on naming who has agreed no more"
    vote = await agree(tables, asked.vote, CARLA)
    assert (vote.closed, vote.agreed) == (None, [0, 2])
    assert (await agree(tables, vote, ZOE)).closed == "agreed"


@sqlite
async def test_what_somebody_proposed_whose_seat_another_plays_is_settled(database: Database) -> None:
    tables = Tables(database)
    game_id = (await started(tables, BEN, CARLA)).row.id
    asked = await tables.voting.propose_ending(game_id, BEN, Proposal.DRAW)
    await tables.seating.offer(game_id, 1, YANN, admin=True)
    await tables.seating.ask_for(game_id, 1, ZOE, "zoe")
    await tables.seating.agree(game_id, 1, ZOE, ANNA)
    assert (await kept(tables, asked.vote)).closed == "orphaned"


@sqlite
async def test_a_table_goes_back_to_its_beginning_and_no_further(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN)
    game_id, start = table.row.id, table.game
    with pytest.raises(Refused) as nothing:
        await tables.voting.propose_back(game_id, ANNA, 1)
    assert refusal(nothing) == "error.nothing_to_go_back"
    await play(tables, game_id, 5)
    with pytest.raises(Refused) as too_far:
        await tables.voting.propose_back(game_id, ANNA, 6)
    assert (refusal(too_far), too_far.value.message.args) == ("error.too_far_back", {"n": 5})
    assert await tables.voting.open_vote(game_id) is None
    asked = await tables.voting.propose_back(game_id, ANNA, 5)
    await agree(tables, asked.vote, BEN)
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_who_is_alone_with_computers_goes_back_unasked(database: Database) -> None:
    tables = Tables(database)
    table = await opened(tables)
    await tables.lobby.add_computer(table.row.id, "greedy", "Robot", by=ANNA, click=1)
    await tables.lobby.start(table.row.id, by=ANNA)
    game_id = table.row.id
    await due(tables)
    start = (await tables.table(game_id)).game
    made = len(await tables.log(game_id))
    await play(tables, game_id, 2)
    await due(tables)
    await tables.voting.propose_back(game_id, ANNA, len(await tables.log(game_id)) - made)
    await due(tables)
    now = await tables.table(game_id)
    assert now.game == start
    async with database.reading() as session:
        asked = [row for row in await unsent(session, game_id) if row.kind == "vote"]
    assert not any(row.payload["call"] for row in asked), "nobody else is there to be called"


async def test_what_others_moved_since_is_asked_about_anew(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN, CARLA)
    game_id = table.row.id
    start = (await play(tables, game_id, 2)).game
    await play(tables, game_id, 2)
    asked = await tables.voting.propose_back(game_id, CARLA, 2)
    await agree(tables, asked.vote, ANNA)
    await play(tables, game_id, 1)
    before = await shows(tables, game_id)
    again = await agree(tables, asked.vote, BEN)
    assert await shows(tables, game_id) == before + 1
    assert (again.closed, again.agreed, again.data["n"], again.data["again"]) == (None, [2], 3, True)
    assert (await agree(tables, asked.vote, ANNA, BEN)).closed == "agreed"
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_a_way_back_lists_what_is_left_of_it_when_a_move_was_taken_back_meanwhile(database: Database) -> None:
    """Who has agreed to more agrees to less; of what was moved since nobody has been asked yet."""
    tables, words = Tables(database), texts("en")
    table = await started(tables, BEN, CARLA)
    game_id = table.row.id
    start = (await play(tables, game_id, 1)).game
    await play(tables, game_id, 3)
    mover = (await tables.log(game_id))[-1].by_user_id or 0
    other = next(user for user in (ANNA, BEN, CARLA) if user != mover)
    asked = await tables.voting.propose_back(game_id, other, 3)
    last = next(user for user in (ANNA, BEN, CARLA) if user not in (mover, other))
    await agree(tables, asked.vote, last)
    before = await shows(tables, game_id)

    async def said() -> str:
        return await vote_text(database, await tables.table(game_id), await kept(tables, asked.vote), words)

    assert (await said()).count("\n· ") == 3
    await tables.play.undo(game_id, mover)
    assert await shows(tables, game_id) == before + 1
    assert (await said()).count("\n· ") == 2
    now = await kept(tables, asked.vote)
    assert (now.closed, now.data["n"], len(now.agreed)) == (None, 2, 2)
    await play(tables, game_id, 1)
    assert (await said()).count("\n· ") == 2
    again = await agree(tables, asked.vote, mover)
    assert (again.data["again"], again.data["n"]) == (True, 3)
    assert (await said()).count("\n· ") == 3
    assert (await agree(tables, asked.vote, mover, last)).closed == "agreed"
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_a_way_back_is_settled_when_its_first_move_was_taken_back_meanwhile(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN)
    game_id = table.row.id
    await play(tables, game_id, 1)
    mover = (await tables.log(game_id))[-1].by_user_id
    other = ANNA if mover == BEN else BEN
    asked = await tables.voting.propose_back(game_id, other, 1)
    await tables.play.undo(game_id, mover or 0)
    assert (await kept(tables, asked.vote)).closed == "overtaken"


@sqlite
async def test_where_the_log_does_not_lead_nobody_goes_back(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN)
    game_id = table.row.id
    table = await play(tables, game_id, 2)
    asked = await tables.voting.propose_back(game_id, ANNA, 1)
    other = table.game.copy()
    other.state.players[0].money += 50
    await tables.play.put(game_id, table.row.version, other)
    assert (await agree(tables, asked.vote, BEN)).closed == "impossible"
    assert (await tables.table(game_id)).game == other
    assert await left(tables, game_id) == []
    with pytest.raises(Refused) as raised:
        await tables.voting.propose_back(game_id, ANNA, 1)
    assert refusal(raised) == "error.other_rules"
    assert await tables.voting.open_vote(game_id) is None


# -- ending ------------------------------------------------------------------------------------------------------------


async def test_a_game_ends_without_a_result_when_everybody_agrees(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN, CARLA)
    game_id = table.row.id
    await play(tables, game_id, 1)
    asked = await tables.voting.propose_ending(game_id, CARLA, Proposal.END)
    await agree(tables, asked.vote, ANNA)
    assert (await tables.table(game_id)).running
    await play(tables, game_id, 2)  # whether to go on is no matter of single moves
    assert (await agree(tables, asked.vote, BEN)).closed == "agreed"
    row = (await tables.table(game_id)).row
    assert row.status == Status.ABANDONED
    assert row.finished_at is not None
    assert await entries(tables, game_id) == [("end", 2)]
    assert (await told(tables, game_id))[-1] == "say.ended_by_consent"
    assert await left(tables, game_id) == []
    async with database.reading() as session:
        assert await results.of_game(session, game_id) == []


@pytest.mark.parametrize("kind", [Proposal.END, Proposal.DRAW])
@sqlite
async def test_it_takes_two_to_end_a_game_together(database: Database, kind: Proposal) -> None:
    tables = Tables(database)
    table = await started(tables, BEN)
    game_id = table.row.id
    asked = await tables.voting.propose_ending(game_id, ANNA, kind)
    await tables.seating.resign(game_id, BEN)
    await due(tables)
    assert (await kept(tables, asked.vote)).closed == "alone", "there is nobody left to agree with"
    assert (await tables.table(game_id)).running
    with pytest.raises(Refused) as raised:
        await tables.voting.propose_ending(game_id, ANNA, kind)
    assert refusal(raised) == "error.vote_alone"


async def drawn(tables: Tables, **options: Any) -> Table:
    """A table of two people and a computer that has ended as a draw."""
    lobby = await opened(tables, BEN, **options)
    game_id = lobby.row.id
    await tables.lobby.add_computer(game_id, "greedy", "Robot", by=ANNA, click=1)
    await tables.lobby.start(game_id, by=ANNA)
    await due(tables)
    for _ in range(6):
        await play(tables, game_id, 1)
        await due(tables)
    asked = await tables.voting.propose_ending(game_id, BEN, Proposal.DRAW)
    await agree(tables, asked.vote, ANNA)
    return await tables.table(game_id)


@pytest.mark.parametrize("game", sorted(engines.GAMES))
async def test_a_draw_leaves_everybody_first_with_the_points_as_they_stand(database: Database, game: str) -> None:
    tables = Tables(database)
    table = await drawn(tables, game=game)
    game_id = table.row.id
    assert (table.row.status, table.drawn, table.over, table.running) == (Status.FINISHED, True, True, False)
    assert not table.game.state.over
    async with database.reading() as session:
        kept = await results.of_game(session, game_id)
    totals = [score.total for score in table.game.scores()]
    assert [(row.seat, row.rank, row.total) for row in kept] == [(seat, 1, totals[seat]) for seat in range(3)]
    assert [row.user_id for row in kept] == [ANNA, BEN, None]
    assert await entries(tables, game_id) == [("draw", 1)]
    last = (await queued(database, game_id))[-1]
    assert (last.kind, [line.id for line in last.introduction][-1]) == ("summary", "say.draw_agreed")
    assert await left(tables, game_id) == []
    with pytest.raises(Refused) as raised:
        await tables.play.act(game_id, ANNA, ("pass",))
    assert refusal(raised) == "error.game_over"


@sqlite
async def test_a_draw_survives_what_an_operator_does(database: Database) -> None:
    """Its log stops in the middle of a game, and yet nothing is wrong with it."""
    tables = Tables(database)
    table = await drawn(tables)
    found = await tables.mending.examine(table.row.id)
    assert found.sound
    await tables.mending.repair(found)
    assert (await tables.table(table.row.id)).drawn
    async with database.reading() as session:
        whole = await transfer.collect(session, table.row.id)
    assert whole is not None
    assert check(decode(encode(whole))).drawn
    whole.moves = [move for move in whole.moves if move.kind != MoveKind.DRAW]
    with pytest.raises(Unmendable, match="its moves say otherwise"):
        check(whole)


@sqlite
async def test_the_record_of_a_draw_claims_no_winner(database: Database, tmp_path: Path) -> None:
    tables = Tables(database)
    table = await drawn(tables)
    async with database.reading() as session:
        played = [record.Move(move.seat, move.words) for move in await moves.effective(session, table.row.id)]
    made = record.of(table.game, table.row.seed, played, list(table.names), tied=True)
    again = record.decode(record.encode(made))
    assert (again.tied, again.ranking) == (True, [])
    assert record.verify(again, engines.GAMES) == table.game
    file = tmp_path / "record.json"
    file.write_bytes(record.encode(made))
    lines = portolan("verify", str(file)).stdout.splitlines()
    assert lines[-4] == "The players agreed to end it as a draw; the points at that moment:"
    assert lines[-3:] == [f"1. {name}: {score}" for name, score in zip(table.names, made.scores, strict=True)]
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"tied": False}, "the game is not over"),
        ({"ranking": [0, 1, 2]}, "ranking"),
        ({"scores": [99, 0, 0]}, "scores"),
    ]
    for wrong, reason in wrongs:
        with pytest.raises(record.RecordFault, match=reason):
            record.verify(replace(again, **wrong), engines.GAMES)


# -- the time limit ----------------------------------------------------------------------------------------------------


async def test_another_time_limit_begins_anew_for_whoever_is_waited_for(database: Database) -> None:
    tables = Tables(database)
    lobby = await opened(tables, BEN, CARLA)
    game_id = lobby.row.id
    await tables.lobby.set_clock(game_id, "limit", "12", by=ANNA)
    table = await tables.lobby.start(game_id, by=ANNA)
    (seat,) = table.game.blocking_seats
    asked = await tables.voting.propose_clock(game_id, ANNA, {"limit": "72", "weekends": "off"})
    before = await tables.deadlines(table)
    await agree(tables, asked.vote, BEN, CARLA)
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
async def test_a_time_limit_may_be_set_where_there_was_none(database: Database) -> None:
    tables = Tables(database)
    table = await started(tables, BEN)
    asked = await tables.voting.propose_clock(table.row.id, ANNA, {"limit": "24"})
    await agree(tables, asked.vote, BEN)
    table = await tables.table(table.row.id)
    ((seat, moment),) = (await tables.deadlines(table)).items()
    assert seat in table.game.blocking_seats
    assert timedelta(hours=23) < moment - utcnow() <= timedelta(hours=24)


@sqlite
async def test_only_the_host_proposes_another_time_limit_and_only_another_one(database: Database) -> None:
    tables = Tables(database)
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
        with pytest.raises(Refused) as raised:
            await tables.voting.propose_clock(table.row.id, person, chosen)
        assert refusal(raised) == reason
    assert await tables.voting.open_vote(table.row.id) is None


# -- who counts, and how it ends ---------------------------------------------------------------------------------------


async def asked_to_end(tables: Tables, *guests: int, by: int = ANNA) -> VoteRow:
    table = await started(tables, *guests)
    return (await tables.voting.propose_ending(table.row.id, by, Proposal.END)).vote


async def test_of_two_questions_the_second_waits_until_the_first_is_settled(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN, CARLA)
    second = await tables.voting.propose_ending(vote.game_id, BEN, Proposal.DRAW)
    assert (second.anew, second.vote.id) == (False, vote.id)
    over = await agree(tables, vote, CARLA, answered="refuse")
    assert (over.closed, over.closed_by) == ("refused", 2)
    assert (await tables.voting.propose_ending(vote.game_id, BEN, Proposal.DRAW)).anew


@sqlite
async def test_only_the_proposer_withdraws_and_a_proposer_who_refuses_does(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN)
    with pytest.raises(Refused) as raised:
        await tables.voting.answer(vote.game_id, vote.id, BEN, "withdraw")
    assert refusal(raised) == "error.vote_not_yours"
    assert (await agree(tables, vote, ANNA, answered="withdraw")).closed == "withdrawn"
    anew = (await tables.voting.propose_ending(vote.game_id, ANNA, Proposal.END)).vote
    assert (await agree(tables, anew, ANNA, answered="refuse")).closed == "withdrawn"
    assert (await tables.table(vote.game_id)).running


@sqlite
async def test_who_agreed_may_think_better_of_it_until_all_have(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN, CARLA)
    assert (await agree(tables, vote, BEN, BEN)).agreed == [0, 1]
    assert (await agree(tables, vote, BEN, answered="refuse")).closed == "refused"


@sqlite
async def test_strangers_and_the_resigned_do_not_vote(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN, CARLA)
    await tables.seating.resign(vote.game_id, CARLA)
    for person in (CARLA, DIRK):
        with pytest.raises(Refused) as raised:
            await tables.voting.answer(vote.game_id, vote.id, person, "refuse")
        assert refusal(raised) == "error.not_seated"
        with pytest.raises(Refused) as raised:
            await tables.voting.propose_ending(vote.game_id, person, Proposal.END)
        assert refusal(raised) == "error.not_seated"
    assert (await agree(tables, vote, BEN)).closed == "agreed"


async def test_when_the_last_one_missing_resigns_it_is_agreed(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN, CARLA)
    await agree(tables, vote, BEN)
    await tables.seating.resign(vote.game_id, CARLA)
    await due(tables)
    assert (await kept(tables, vote)).closed == "agreed"
    assert (await tables.table(vote.game_id)).row.status == Status.ABANDONED


@sqlite
async def test_with_the_proposer_goes_the_proposal(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN, CARLA, by=BEN)
    await tables.seating.resign(vote.game_id, BEN)
    await due(tables)
    assert (await kept(tables, vote)).closed == "orphaned"
    assert (await tables.table(vote.game_id)).running


@pytest.mark.parametrize("how", ["end", "operator", "everybody resigns"])
async def test_with_the_game_ends_the_vote(database: Database, how: str) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN)
    match how:
        case "end":
            await tables.play.end(vote.game_id, MANAGER, admin=True)
        case "operator":
            await tables.mending.end(vote.game_id)
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
    with pytest.raises(Refused) as raised:
        await tables.voting.propose_ending(vote.game_id, ANNA, Proposal.END)
    assert refusal(raised) == "error.game_over"


async def test_a_vote_of_a_game_that_ends_by_its_rules_is_over_with_it(database: Database) -> None:
    tables = Tables(database)
    lobby = await opened(tables, BEN)
    table = await tables.lobby.start(lobby.row.id, by=ANNA)
    game_id = table.row.id
    vote = (await tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)).vote
    game = table.game.copy()
    while len(game.to_act) == 1 and not _last(game):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    await tables.play.put(game_id, table.row.version, game)
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
async def test_a_deleted_game_is_asked_nothing(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN)
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == vote.game_id))
    with pytest.raises(Refused) as raised:
        await tables.voting.answer(vote.game_id, vote.id, BEN, "agree")
    assert refusal(raised) == "error.no_table"
    stale = TimerRow(id=1, game_id=vote.game_id, kind="vote")
    await tables.voting.lapse(stale)
    await tables.voting.settle(stale)


async def test_a_vote_lapses_after_a_day(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN)
    await later(tables, ballot.OPEN_FOR - timedelta(minutes=1))
    assert (await kept(tables, vote)).closed is None
    await later(tables, timedelta(minutes=2))
    assert (await kept(tables, vote)).closed == "lapsed"
    assert timedelta(hours=24) == ballot.OPEN_FOR


async def later(tables: Tables, by: timedelta) -> None:
    """What is due so much later is due now, and done."""
    async with tables.database.transaction() as session:
        for timer in (await session.exec(select(TimerRow))).all():
            timer.set_at, timer.due_at = timer.set_at - by, timer.due_at - by
            session.add(timer)
    await due(tables)


@sqlite
async def test_what_everybody_agreed_to_in_time_does_not_lapse(database: Database) -> None:
    tables = Tables(database)
    vote = await asked_to_end(tables, BEN)
    await tables.voting.answer(vote.game_id, vote.id, BEN, "agree")  # and the bot dies
    async with database.reading() as session:
        timer = next(each for each in await timers.of_game(session, vote.game_id) if each.kind == timers.Kind.VOTE)
    await tables.voting.lapse(timer)
    await due(Tables(database))
    assert (await kept(tables, vote)).closed == "agreed"


# -- several processes -------------------------------------------------------------------------------------------------


@pytest.fixture
async def processes(database_url: str) -> AsyncIterator[list[Tables]]:
    """Two, which know nothing of each other but the database."""
    async with AsyncExitStack() as stack:
        yield [Tables(await stack.enter_async_context(Database.open(database_url))) for _ in range(2)]


async def test_two_processes_that_answer_at_once_both_count_and_it_is_carried_out_once(
    processes: list[Tables],
) -> None:
    first, second = processes
    table = await started(first, BEN, CARLA)
    game_id = table.row.id
    await play(first, game_id, 3)
    for _ in range(3):
        asked = await first.voting.propose_back(game_id, ANNA, 1)
        answers = zip(processes, (BEN, CARLA), strict=True)
        await asyncio.gather(*(each.voting.answer(game_id, asked.vote.id, person, "agree") for each, person in answers))
        await asyncio.gather(*map(due, processes))
        assert (await kept(second, asked.vote)).closed == "agreed"
    assert await entries(second, game_id) == [("back", 0)] * 3
    async with first.database.reading() as session:
        assert await moves.effective(session, game_id) == []


async def test_of_two_processes_that_ask_at_once_one_does(processes: list[Tables]) -> None:
    first, second = processes
    table = await started(first, BEN)
    asked = await asyncio.gather(
        first.voting.propose_ending(table.row.id, ANNA, Proposal.END),
        second.voting.propose_ending(table.row.id, BEN, Proposal.DRAW),
    )
    assert sorted(each.anew for each in asked) == [False, True]
    assert len({each.vote.id for each in asked}) == 1


async def test_a_move_that_another_process_makes_after_the_last_consent_is_not_taken_back_with_it(
    processes: list[Tables],
) -> None:
    first, second = processes
    table = await started(first, BEN)
    game_id = table.row.id
    await play(first, game_id, 2)
    asked = await first.voting.propose_back(game_id, ANNA, 1)
    await second.voting.answer(game_id, asked.vote.id, BEN, "agree")
    table = await play(second, game_id, 1)
    await due(first)
    vote = await kept(first, asked.vote)
    assert (vote.closed, vote.agreed, vote.data["n"]) == (None, [0], 2)
    assert (await first.table(game_id)).game == table.game
