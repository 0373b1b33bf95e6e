"""A table goes back together, without Discord: how far, who agrees, and what has changed meanwhile."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from bot.delivery.vote_messages import undone_move_lines, vote_text
from bot.tables import Refused, Tables
from bot.tables.observers.voting import Proposal
from bot.wording import texts_in
from storage import moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveRow
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    open_lobby,
    raises_refusal,
    refusal,
    replace_game,
    run_due_jobs,
    sqlite,
    start_table,
)
from tests.bot.sitting import YANN, ZOE, substitute_zoe
from tests.bot.stubs import stub_table
from tests.bot.tables.test_time_limits import pass_time, table_with_limit
from tests.bot.voting import agree, announced_ids, entries, pending_vote_updates, play, stored_vote, timer_kinds
from tests.bot.waiting import a_week_passes
from tests.engines.mmn import positions as mmn
from tests.storage.sample import unsent


async def test_a_table_goes_back_when_everybody_agrees(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    before = (await play(tables, game_id, 3)).game
    after = (await play(tables, game_id, 4)).game
    proposal = await tables.voting.propose_back(game_id, BEN, 4)
    assert (proposal.is_new, proposal.vote.kind, proposal.vote.seat, proposal.vote.data["n"]) == (True, "back", 1, 4)
    assert (await agree(tables, proposal.vote, ANNA)).agreed == [0, 1]
    assert (await tables.table(game_id)).game == after
    assert (await agree(tables, proposal.vote, CARLA)).closed == "agreed"
    now = await tables.table(game_id)
    assert now.game == before
    assert [move.undone for move in await tables.log(game_id)] == [False] * 3 + [True] * 4 + [False]
    assert await entries(tables, game_id) == [("back", 1)]
    assert (await announced_ids(tables, game_id))[-1] == "say.back_by_consent"
    assert await timer_kinds(tables, game_id) == []
    async with database.reading() as session:
        assert len(await moves.effective(session, game_id)) == 3
    await play(tables, game_id, 2)


@sqlite
@pytest.mark.parametrize("paused", [False, True])
async def test_who_decides_anew_after_going_back_has_the_whole_time_anew(tables: Tables, paused: bool) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    seat = table.game.to_act[0]
    await play(tables, game_id, 1)
    while (table := await tables.table(game_id)).game.to_act != (seat,):
        await play(tables, game_id, 1)
    await pass_time(tables.database, game_id)
    await run_due_jobs(tables)
    assert await tables.deadlines(table) == {}
    count = len(await tables.log(game_id))
    if paused:
        await tables.pauses.pause(game_id, ANNA, "anna")
    proposal = await tables.voting.propose_back(game_id, ANNA, count)
    assert (await agree(tables, proposal.vote, BEN)).closed == "agreed"
    if paused:
        await tables.pauses.resume(game_id, ANNA, "anna")
    table = await tables.table(game_id)
    assert table.game.to_act == (seat,)
    assert (await tables.deadlines(table))[seat] - utcnow() > timedelta(hours=23)
    assert await tables.late_seats(table) == set()


@sqlite
async def test_nobody_is_late_at_once_where_the_table_has_gone_back_to(database: Database, tables: Tables) -> None:
    game_id = (await start_table(tables, BEN)).row.id
    await play(tables, game_id, 2)
    await a_week_passes(database)
    await play(tables, game_id, 2)
    proposal = await tables.voting.propose_back(game_id, ANNA, 3)
    await agree(tables, proposal.vote, BEN)
    assert await tables.late_seats(await tables.table(game_id)) == set()


@sqlite
async def test_a_substitute_has_agreed_to_nothing_that_the_owner_agreed_to(tables: Tables) -> None:
    game_id = (await start_table(tables, BEN, CARLA)).row.id
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)
    await agree(tables, proposal.vote, BEN)
    before = await pending_vote_updates(tables, game_id)
    await substitute_zoe(tables, game_id, BEN)
    assert await pending_vote_updates(tables, game_id) == before + 1, (
        "the question does not go on naming who has agreed no more"
    )
    vote = await agree(tables, proposal.vote, CARLA)
    assert (vote.closed, vote.agreed) == (None, [0, 2])
    assert (await agree(tables, vote, ZOE)).closed == "agreed"


@sqlite
async def test_what_somebody_proposed_whose_seat_another_plays_is_settled(tables: Tables) -> None:
    game_id = (await start_table(tables, BEN, CARLA)).row.id
    proposal = await tables.voting.propose_ending(game_id, BEN, Proposal.DRAW)
    await tables.seating.offer(game_id, 1, YANN, admin=True)
    await tables.seating.ask_for(game_id, 1, ZOE, "zoe")
    await tables.seating.agree(game_id, 1, ZOE, ANNA)
    assert (await stored_vote(tables, proposal.vote)).closed == "orphaned"


@sqlite
async def test_a_table_goes_back_to_its_beginning_and_no_further(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    game_id = table.row.id
    start = table.game
    with raises_refusal("error.nothing_to_go_back"):
        await tables.voting.propose_back(game_id, ANNA, 1)
    await play(tables, game_id, 5)
    with pytest.raises(Refused) as too_far:
        await tables.voting.propose_back(game_id, ANNA, 6)
    assert (refusal(too_far), too_far.value.message.args) == ("error.too_far_back", {"n": 5})
    assert await tables.voting.open_vote(game_id) is None
    proposal = await tables.voting.propose_back(game_id, ANNA, 5)
    await agree(tables, proposal.vote, BEN)
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_who_is_alone_with_computers_goes_back_unasked(database: Database, tables: Tables) -> None:
    table = await open_lobby(tables)
    await tables.lobby.add_computer(table.row.id, "greedy", "Robot", user_id=ANNA, click=1)
    await tables.lobby.start(table.row.id, user_id=ANNA)
    game_id = table.row.id
    await run_due_jobs(tables)
    start = (await tables.table(game_id)).game
    made = len(await tables.log(game_id))
    await play(tables, game_id, 2)
    await run_due_jobs(tables)
    await tables.voting.propose_back(game_id, ANNA, len(await tables.log(game_id)) - made)
    await run_due_jobs(tables)
    now = await tables.table(game_id)
    assert now.game == start
    async with database.reading() as session:
        vote_messages = [row for row in await unsent(session, game_id) if row.kind == "vote"]
    assert not any(row.payload["call"] for row in vote_messages), "nobody else is there to be called"
    assert (await announced_ids(tables, game_id))[-1] == "say.back_unasked", "nor said to have agreed"


async def test_what_others_moved_since_is_asked_about_anew(tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    start = (await play(tables, game_id, 2)).game
    await play(tables, game_id, 2)
    proposal = await tables.voting.propose_back(game_id, CARLA, 2)
    await agree(tables, proposal.vote, ANNA)
    await play(tables, game_id, 1)
    before = await pending_vote_updates(tables, game_id)
    again = await agree(tables, proposal.vote, BEN)
    assert await pending_vote_updates(tables, game_id) == before + 1
    assert (again.closed, again.agreed, again.data["n"], again.data["again"]) == (None, [2], 3, True)
    assert (await agree(tables, proposal.vote, ANNA, BEN)).closed == "agreed"
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_a_way_back_lists_what_is_left_of_it_when_a_move_was_taken_back_meanwhile(database: Database) -> None:
    """A person who has agreed to more agrees to less; nobody has been asked yet about later moves."""
    tables = Tables(database)
    texts = texts_in("en")
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    start = (await play(tables, game_id, 1)).game
    await play(tables, game_id, 3)
    mover = (await tables.log(game_id))[-1].by_user_id or 0
    asker = next(user for user in (ANNA, BEN, CARLA) if user != mover)
    proposal = await tables.voting.propose_back(game_id, asker, 3)
    last = next(user for user in (ANNA, BEN, CARLA) if user not in (mover, asker))
    await agree(tables, proposal.vote, last)
    before = await pending_vote_updates(tables, game_id)

    async def said() -> str:
        return await vote_text(database, await tables.table(game_id), await stored_vote(tables, proposal.vote), texts)

    assert (await said()).count("\n· ") == 3
    await tables.play.undo(game_id, mover)
    assert await pending_vote_updates(tables, game_id) == before + 1
    assert (await said()).count("\n· ") == 2
    now = await stored_vote(tables, proposal.vote)
    assert (now.closed, now.data["n"], len(now.agreed)) == (None, 2, 2)
    await play(tables, game_id, 1)
    assert (await said()).count("\n· ") == 2
    again = await agree(tables, proposal.vote, mover)
    assert (again.data["again"], again.data["n"]) == (True, 3)
    assert (await said()).count("\n· ") == 3
    assert (await agree(tables, proposal.vote, mover, last)).closed == "agreed"
    assert (await tables.table(game_id)).game == start


@sqlite
async def test_a_way_back_is_settled_when_its_first_move_was_taken_back_meanwhile(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    game_id = table.row.id
    await play(tables, game_id, 1)
    mover = (await tables.log(game_id))[-1].by_user_id
    asker = ANNA if mover == BEN else BEN
    proposal = await tables.voting.propose_back(game_id, asker, 1)
    await tables.play.undo(game_id, mover or 0)
    assert (await stored_vote(tables, proposal.vote)).closed == "overtaken"


@sqlite
async def test_where_the_log_does_not_lead_nobody_goes_back(tables: Tables) -> None:
    table = await start_table(tables, BEN)
    game_id = table.row.id
    table = await play(tables, game_id, 2)
    proposal = await tables.voting.propose_back(game_id, ANNA, 1)
    strange_game = table.game.copy()
    strange_game.state.players[0].money += 50
    await replace_game(tables, table, strange_game)
    assert (await agree(tables, proposal.vote, BEN)).closed == "impossible"
    assert (await tables.table(game_id)).game == strange_game
    assert await timer_kinds(tables, game_id) == []
    with raises_refusal("error.other_rules"):
        await tables.voting.propose_back(game_id, ANNA, 1)
    assert await tables.voting.open_vote(game_id) is None


def test_a_move_is_named_by_what_was_done_not_by_what_was_paid_for_it() -> None:
    game = mmn.position(me={"hand": "1 wool 1 ore", "buildings": ["city n12"], "roads": ["n12-n17"]})
    happened = game.play(0, ("knight", "n17"))
    assert [event.kind for event in happened] == ["paid", "knight"]
    move = MoveRow(game_id=1, version=4, seat=0, words="", events=[msgspec.to_builtins(event) for event in happened])
    texts = texts_in("en")
    table = stub_table(game, key="mmn")
    line = texts.at(game, table.names).event("mmn", happened[1], table.names)
    assert undone_move_lines([move], table, texts) == [f"· {line}"]
