"""What one test has put into a database, for others: putting it there takes less than making it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import insert, select, text

from storage.columns import utcnow
from storage.database import Database
from storage.models import Stored


class Copy(NamedTuple):
    """The rows of every table, and when they were read."""

    at: datetime
    rows: dict[str, list[dict[str, Any]]]


async def copied(database: Database) -> Copy:
    async with database.reading() as session:
        connection = await session.connection()
        rows = {
            table.name: [dict(row) for row in (await connection.execute(select(table))).mappings()]
            for table in Stored.metadata.sorted_tables
        }
    return Copy(utcnow(), rows)


async def put(database: Database, copy: Copy) -> None:
    """Store the rows of a copy in an empty database, as long ago as they were stored when they were read."""
    later = utcnow() - copy.at
    async with database.engine.begin() as connection:
        for table in Stored.metadata.sorted_tables:
            rows = [
                {name: value + later if isinstance(value, datetime) else value for name, value in row.items()}
                for row in copy.rows[table.name]
            ]
            if rows:
                await connection.execute(insert(table), rows)
        if database.url.get_backend_name() != "sqlite":
            for table in Stored.metadata.sorted_tables:
                if "id" in table.columns:
                    query = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
                    await connection.execute(text(query))
