"""Tables at which moves are planned."""

from __future__ import annotations

from typing import Any

from bot.tables import Table, Tables
from bot.tables.table_notes import Plan
from engines.record import notation, parse
from storage import jobs
from storage.jobs import Kind
from storage.models import MoveRow
from tests.bot.lobbies import worked_off


async def planning(tables: Tables, table: Table, seat: int, *decisions: str | list[str], **more: Any) -> None:
    """The person at a seat keeps a plan."""
    wanted = [[decision] if isinstance(decision, str) else decision for decision in decisions]
    user = table.user_at(seat) or 0
    revision, notes = await tables.plans.load_notes(table.row.id, user)
    plan = Plan(version=table.row.version, decisions=wanted, **more)
    await tables.plans.store_notes(table, user, revision, notes.with_plan(plan))


async def plan_of(tables: Tables, table: Table, seat: int) -> Plan | None:
    return (await tables.plans.load_notes(table.row.id, table.user_at(seat) or 0))[1].plan


async def act(tables: Tables, table: Table, words: str, seat: int | None = None) -> Table:
    """Make a decision of a person, and then run everything that is due."""
    seat = table.game.to_act[0] if seat is None else seat
    await tables.play.act(table.row.id, table.user_at(seat) or 0, parse(words))
    return await worked_off(tables, table.row.id)


async def turn_of(tables: Tables, table: Table, words: str = "rondel market1") -> Table:
    """Whoever is to act has a short turn in Navegador."""
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
