"""Who is away is asked where the game may end, or where the own moves would be taken back."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from bot.delivery.vote_messages import vote_text
from bot.tables import Tables
from bot.tables.observers.voting import Proposal, absent_voters
from bot.wording import texts_in
from bot.wording.dates import seconds
from storage import moves, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import Json, MoveKind, Status
from tests.bot.asking_all import lapses
from tests.bot.lobbies import ANNA, BEN, CARLA, due, sqlite
from tests.bot.sitting import ZOE, at_table, refused, substituted
from tests.bot.tables.test_time_that_stays import late_ben
from tests.bot.voting import agree, kept, later, play, shows
from tests.bot.waiting import a_week_passes

DAY = timedelta(hours=24, minutes=1)


async def revealed(tables: Tables, game_id: int) -> None:
    """Anna's last decision has turned something up since."""
    async with tables.database.transaction() as session:
        last = [move for move in await moves.log(session, game_id) if move.by_user_id == ANNA][-1]
        last.events = [{**event, "barrier": True} for event in last.events]
        await session.merge(last)


async def moved_by(tables: Tables, game_id: int, user: int) -> None:
    """So many decisions are made until this person has made one."""
    await play(tables, game_id, 1)
    while (await tables.log(game_id))[-1].by_user_id != user:
        await play(tables, game_id, 1)


@sqlite
async def test_who_alone_is_there_takes_nothing_back_over_dice_without_asking(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    await moved_by(tables, game_id, ANNA)
    await tables.seating.leave(game_id, BEN)
    await revealed(tables, game_id)
    table = await tables.table(game_id)
    plan = await tables.play.undo_plan(table, ANNA)
    assert plan.barrier == "revealed"
    assert await refused(tables.play.undo(game_id, ANNA, consented=plan.version)) == "error.undo_revealed"
    proposal = await tables.voting.propose_undo(game_id, ANNA)
    await due(tables)
    assert (await kept(tables, proposal.vote)).closed is None
    assert absent_voters(await tables.table(game_id), proposal.vote) == [BEN]
    assert (await agree(tables, proposal.vote, BEN)).closed == "agreed", "also without coming back"
    assert (await tables.table(game_id)).seat_of(BEN) is None


@sqlite
@pytest.mark.parametrize("answered", ["agree", "refuse", "nothing"])
async def test_what_who_is_away_has_moved_is_taken_back_only_with_a_yes(database: Database, answered: str) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await moved_by(tables, game_id, CARLA)
    await tables.seating.leave(game_id, CARLA)
    await due(tables)
    since = len([move for move in await tables.log(game_id) if move.by_user_id is None])
    proposal = await tables.voting.propose_back(game_id, ANNA, 1 + since)
    vote = await agree(tables, proposal.vote, BEN)
    assert (vote.closed, vote.agreed) == (None, [0, 1])
    if answered == "nothing":
        await later(tables, DAY)
        vote = await kept(tables, vote)
    else:
        vote = await agree(tables, vote, CARLA, answered=answered)
    assert vote.closed == {"agree": "agreed", "refuse": "refused", "nothing": "lapsed"}[answered]
    undone = [move.undone for move in await tables.log(game_id) if move.kind == MoveKind.MOVE]
    assert any(undone) == (answered == "agree")


@sqlite
async def test_a_substitute_takes_back_what_the_owner_has_moved_only_with_the_owners_yes(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await moved_by(tables, game_id, BEN)
    await substituted(tables, game_id, BEN)
    plan = await tables.play.undo_plan(await tables.table(game_id), ZOE)
    assert plan.barrier == "others_moved"
    assert await refused(tables.play.undo(game_id, ZOE)) == "error.undo_others_moved"
    proposal = await tables.voting.propose_undo(game_id, ZOE)
    assert (await agree(tables, proposal.vote, ANNA, CARLA)).closed is None
    assert (await agree(tables, proposal.vote, BEN)).closed == "agreed"


@sqlite
async def test_who_is_away_and_has_moved_nothing_of_it_is_not_asked(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await moved_by(tables, game_id, BEN)
    await tables.seating.leave(game_id, CARLA)
    proposal = await tables.voting.propose_back(game_id, ANNA, 1)
    assert await refused(tables.voting.answer(game_id, proposal.vote.id, CARLA, "refuse")) == "error.away"
    assert (await agree(tables, proposal.vote, BEN)).closed == "agreed"


@pytest.mark.parametrize("kind", [Proposal.END, Proposal.DRAW])
@sqlite
async def test_the_end_waits_a_day_for_who_is_away_and_then_does_without(database: Database, kind: Proposal) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await tables.seating.leave(game_id, CARLA)
    proposal = await tables.voting.propose_ending(game_id, ANNA, kind)
    assert (await agree(tables, proposal.vote, BEN)).closed is None
    await later(tables, timedelta(hours=23))
    assert (await kept(tables, proposal.vote)).closed is None
    await later(tables, timedelta(hours=2))
    assert (await kept(tables, proposal.vote)).closed == "agreed"
    assert not (await tables.table(game_id)).is_running


@sqlite
async def test_who_is_away_may_refuse_that_the_game_ends(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await tables.seating.leave(game_id, CARLA)
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)
    vote = await agree(tables, proposal.vote, CARLA, answered="refuse")
    assert vote.closed == "refused"
    said = await vote_text(database, await tables.table(game_id), vote, texts_in("en"))
    assert "✗ **carla**" in said
    assert "**carla** does not agree" in said


@sqlite
async def test_the_owner_of_a_lent_seat_is_asked_beside_the_substitute(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await substituted(tables, game_id, BEN)
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    vote = await agree(tables, proposal.vote, ZOE, CARLA)
    assert vote.closed is None
    assert await refused(tables.voting.answer(game_id, vote.id, BEN, "withdraw")) == "error.vote_not_yours"
    assert (await agree(tables, vote, BEN)).closed == "agreed"


@sqlite
async def test_who_gets_up_while_the_table_is_asked_is_waited_for_from_then_on(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    await later(tables, timedelta(hours=20))
    await tables.seating.leave(game_id, CARLA)
    assert (await agree(tables, proposal.vote, BEN)).closed is None
    await later(tables, timedelta(hours=5))
    assert (await kept(tables, proposal.vote)).closed is None, "a day since she left is not over"
    await later(tables, DAY)
    assert (await kept(tables, proposal.vote)).closed == "agreed"


@sqlite
async def test_the_wait_is_of_waking_time_and_hardly_longer_than_a_week(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA)
    await tables.seating.leave(game_id, CARLA)
    for until_minute, least, most in ((720, 35, 61), (1380, 167, 217)):
        async with database.transaction() as session:
            await people.change_settings(session, CARLA, partial(quiet, until_minute))
        proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
        until = await lapses(tables, proposal.vote)
        assert timedelta(hours=least) <= until - utcnow() <= timedelta(hours=most)
        said = await vote_text(database, await tables.table(game_id), proposal.vote, texts_in("en"))
        assert "Away: **carla**." in said
        assert f"by <t:{seconds(until)}:f>" in said
        assert f"… <@{CARLA}>" in said
        await tables.voting.answer(game_id, proposal.vote.id, ANNA, "withdraw")


def quiet(until: int, _: Json) -> Json:
    return {"zone": "UTC", "quiet": [0, until]}


@sqlite
async def test_who_alone_is_there_draws_with_nobody_but_may_ask_those_away_to_end(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    await tables.seating.leave(game_id, BEN)
    assert await refused(tables.voting.propose_ending(game_id, ANNA, Proposal.DRAW)) == "error.vote_alone"
    assert await refused(tables.play.end(game_id, ANNA)) == "error.end_by_vote"
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    await due(tables)
    assert (await kept(tables, proposal.vote)).closed is None
    await later(tables, DAY)
    assert (await tables.table(game_id)).row.status == Status.ABANDONED


# -- whose seat was given away -----------------------------------------------------------------------------------------


async def ben_replaced(tables: Tables, *guests: int) -> int:
    """Ben was out of time, and a computer plays for him for good; the number of the table."""
    game_id = await late_ben(tables, *guests)
    await tables.seating.replace(game_id, 1, ANNA)
    return game_id


@sqlite
async def test_who_has_replaced_the_only_other_player_ends_nothing_unasked_for_a_day(tables: Tables) -> None:
    game_id = await ben_replaced(tables, BEN)
    assert await refused(tables.play.end(game_id, ANNA)) == "error.end_by_vote"
    await due(tables)
    await moved_by(tables, game_id, ANNA)
    await revealed(tables, game_id)
    plan = await tables.play.undo_plan(await tables.table(game_id), ANNA)
    assert await refused(tables.play.undo(game_id, ANNA, consented=plan.version)) == "error.undo_revealed"
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    await due(tables)
    assert absent_voters(await tables.table(game_id), proposal.vote) == [BEN]
    assert "… <@12>" in await vote_text(tables.database, await tables.table(game_id), proposal.vote, texts_in("en"))
    assert (await agree(tables, proposal.vote, BEN, answered="refuse")).closed == "refused"
    await a_week_passes(tables.database, DAY)
    await tables.play.end(game_id, ANNA)


@sqlite
async def test_who_is_replaced_while_the_table_is_asked_is_asked_all_the_same(tables: Tables) -> None:
    game_id = await late_ben(tables)
    proposal = await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    await agree(tables, proposal.vote, CARLA)
    before = await shows(tables, game_id)
    await tables.seating.replace(game_id, 1, ANNA)
    assert await shows(tables, game_id) == before + 1
    await due(tables)
    assert (await kept(tables, proposal.vote)).closed is None
    await later(tables, DAY)
    assert (await kept(tables, proposal.vote)).closed is None, "Ben has a day of his own"
    await later(tables, DAY)
    assert (await kept(tables, proposal.vote)).closed == "agreed"
