"""Store plans, and play at the tables where they are carried out."""

from __future__ import annotations

from typing import Any

from bot.tables import Table, Tables
from bot.tables.table_notes import Plan
from engines.record import notation, parse
from storage import jobs
from storage.jobs import Kind
from storage.models import MoveRow
from tests.bot.lobbies import run_table_jobs


async def store_plan(tables: Tables, table: Table, seat: int, *decisions: str | list[str], **fields: Any) -> None:
    """Store a plan for the person on a seat."""
    wanted = [[decision] if isinstance(decision, str) else decision for decision in decisions]
    user = table.user_at(seat) or 0
    revision, notes = await tables.plans.load_notes(table.row.id, user)
    plan = Plan(version=table.row.version, decisions=wanted, **fields)
    await tables.plans.store_notes(table, user, revision, notes.with_plan(plan))


async def plan_of(tables: Tables, table: Table, seat: int) -> Plan | None:
    return (await tables.plans.load_notes(table.row.id, table.user_at(seat) or 0))[1].plan


async def act(tables: Tables, table: Table, words: str, seat: int | None = None) -> Table:
    """Make a decision of a person, and then run everything that is due."""
    seat = table.game.to_act[0] if seat is None else seat
    await tables.play.act(table.row.id, table.user_at(seat) or 0, parse(words))
    return await run_table_jobs(tables, table.row.id)


async def play_short_turn(tables: Tables, table: Table, words: str = "rondel market1") -> Table:
    """Play a short turn of Navegador for the seat that is to act."""
    seat = table.game.to_act[0]
    table = await act(tables, table, words, seat)
    while table.game.to_act == (seat,):
        table = await act(tables, table, notation(table.game.legal(seat)[-1]), seat)
    return table


async def moves(tables: Tables, table: Table) -> list[MoveRow]:
    return list(await tables.log(table.row.id))


async def plan_timers(tables: Tables, table: Table) -> list[Any]:
    async with tables.database.reading() as session:
        return [timer for timer in await jobs.timers_of(session, table.row.id) if timer.kind == Kind.PLAN]
