"""A computer that offers a trade to people: it waits for their answers and then goes on with its turn."""

from __future__ import annotations

from itertools import count

import pytest

from bot.tables import Tables
from storage.database import Database
from tests.bot.lobbies import ANNA, BEN, CARLA, next_click, open_lobby, replace_game, run_table_jobs, sqlite
from tests.bot.tables.test_time_limits import effective_moves, pass_time, table_with_limit
from tests.bot.whole_games import deal
from tests.engines.mmn.test_computers_offers import OFFER, wanting

WORDS = " ".join(OFFER)


@sqlite
async def test_a_computer_offers_once_and_goes_on_when_all_have_declined(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, 1)
    monkeypatch.setattr("tests.bot.lobbies._CLICKS", count(10_000))  # the computer's chance depends on them, too
    tables = Tables(database)
    lobby = await open_lobby(tables, BEN, game="mmn")
    await tables.lobby.add_computer(lobby.row.id, "normal", "Normal", user_id=ANNA, click=next_click())
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    await replace_game(tables, table, wanting(seat=2))
    table = await run_table_jobs(tables, table.row.id)
    assert [(move.seat, move.words) for move in await effective_moves(database, table.row.id)] == [(2, WORDS)]
    assert set(table.game.blocking_seats) == {0, 1}
    for user in (ANNA, BEN):
        await tables.play.act(table.row.id, user, ("decline",))
    table = await run_table_jobs(tables, table.row.id)
    played = [(move.seat, move.words) for move in await effective_moves(database, table.row.id)][3:]
    assert {seat for seat, _ in played} == {2}
    assert played[-1][1] == "pass"
    assert not [words for _, words in played if words.startswith("offer")]
    assert table.game.blocking_seats == (0,)


@sqlite
async def test_who_is_decided_for_since_time_is_up_offers_nothing(database: Database, tables: Tables) -> None:
    """An offer would have the others asked, and then the same person again."""
    table = await table_with_limit(tables, BEN, CARLA, time_up="play", game="mmn")
    await replace_game(tables, table, wanting())
    await pass_time(database, table.row.id)
    table = await run_table_jobs(tables, table.row.id)
    played = [(move.seat, move.words) for move in await effective_moves(database, table.row.id)]
    assert {seat for seat, _ in played} == {0}
    assert played[-1][1] == "pass"
    assert not [words for _, words in played if words.startswith("offer")]
    assert table.game.blocking_seats == (1,)
