"""A game ends together, without Discord: without a result, or as a draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import engines
from bot.tables import Table, Tables
from bot.tables.maintenance.repair import OperatorError
from bot.tables.maintenance.transfer import check, decode, encode
from bot.tables.observers.voting import Proposal
from engines import record
from storage import moves, results, transfer
from storage.database import Database
from storage.models import MoveKind, Status
from tests.bot.command_line import portolan
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    open_lobby,
    queued_announcements,
    raises_refusal,
    run_due_jobs,
    sqlite,
    start_table,
)
from tests.bot.voting import agree, announced_ids, entries, play, stored_vote, timer_kinds


async def test_a_game_ends_without_a_result_when_everybody_agrees(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN, CARLA)
    game_id = table.row.id
    await play(tables, game_id, 1)
    proposal = await tables.voting.propose_ending(game_id, CARLA, Proposal.END)
    await agree(tables, proposal.vote, ANNA)
    assert (await tables.table(game_id)).is_running
    await play(tables, game_id, 2)  # whether to go on is no matter of single moves
    assert (await agree(tables, proposal.vote, BEN)).closed == "agreed"
    row = (await tables.table(game_id)).row
    assert row.status == Status.ABANDONED
    assert row.finished_at is not None
    assert await entries(tables, game_id) == [("end", 2)]
    assert (await announced_ids(tables, game_id))[-1] == "say.ended_by_consent"
    assert await timer_kinds(tables, game_id) == []
    async with database.reading() as session:
        assert await results.seats_of_game(session, game_id) == []


@pytest.mark.parametrize("kind", [Proposal.END, Proposal.DRAW])
@sqlite
async def test_it_takes_two_to_end_a_game_together(tables: Tables, kind: Proposal) -> None:
    table = await start_table(tables, BEN)
    game_id = table.row.id
    proposal = await tables.voting.propose_ending(game_id, ANNA, kind)
    await tables.seating.resign(game_id, BEN)
    await run_due_jobs(tables)
    assert (await stored_vote(tables, proposal.vote)).closed == "alone", "there is nobody left to agree with"
    assert (await tables.table(game_id)).is_running
    with raises_refusal("error.vote_alone"):
        await tables.voting.propose_ending(game_id, ANNA, kind)


async def drawn_table(tables: Tables, **options: Any) -> Table:
    """Return a table of two people and a computer that has ended as a draw."""
    lobby = await open_lobby(tables, BEN, **options)
    game_id = lobby.row.id
    await tables.lobby.add_computer(game_id, "greedy", "Robot", user_id=ANNA, click=1)
    await tables.lobby.start(game_id, user_id=ANNA)
    await run_due_jobs(tables)
    for _ in range(6):
        await play(tables, game_id, 1)
        await run_due_jobs(tables)
    proposal = await tables.voting.propose_ending(game_id, BEN, Proposal.DRAW)
    await agree(tables, proposal.vote, ANNA)
    return await tables.table(game_id)


@pytest.mark.parametrize(
    ("game", "backend"),
    [("navegador", "postgresql"), *((game, "sqlite") for game in engines.GAMES)],
    indirect=["backend"],
)
async def test_a_draw_leaves_everybody_first_with_the_points_as_they_stand(tables: Tables, game: str) -> None:
    table = await drawn_table(tables, game=game)
    game_id = table.row.id
    assert (table.row.status, table.is_drawn, table.is_over, table.is_running) == (Status.FINISHED, True, True, False)
    assert not table.game.state.over
    async with tables.database.reading() as session:
        stored_results = await results.seats_of_game(session, game_id)
    totals = [score.total for score in table.game.scores()]
    assert [(row.seat, row.rank, row.total) for row in stored_results] == [(seat, 1, totals[seat]) for seat in range(3)]
    assert [row.user_id for row in stored_results] == [ANNA, BEN, None]
    assert await entries(tables, game_id) == [("draw", 1)]
    last = (await queued_announcements(tables.database, game_id))[-1]
    lines = [*last.introduction, *(remark.message for remark in last.remarks)]
    assert (last.kind, lines[-1].id) == ("summary", "say.draw_agreed")
    assert await timer_kinds(tables, game_id) == []
    with raises_refusal("error.game_over"):
        await tables.play.act(game_id, ANNA, ("pass",))


@sqlite
async def test_a_draw_survives_what_an_operator_does(database: Database, tables: Tables) -> None:
    """Its log stops in the middle of a game, and yet nothing is wrong with it."""
    table = await drawn_table(tables)
    report = await tables.repair.examine(table.row.id)
    assert report.is_sound
    await tables.repair.restore(report)
    assert (await tables.table(table.row.id)).is_drawn
    async with database.reading() as session:
        whole = await transfer.collect(session, table.row.id)
    assert whole is not None
    assert check(decode(encode(whole))).is_drawn
    whole.moves = [move for move in whole.moves if move.kind != MoveKind.DRAW]
    with pytest.raises(OperatorError, match="its moves say otherwise"):
        check(whole)


@sqlite
async def test_the_record_of_a_draw_claims_no_winner(database: Database, tables: Tables, tmp_path: Path) -> None:
    table = await drawn_table(tables)
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
