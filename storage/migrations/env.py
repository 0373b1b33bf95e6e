"""Run by Alembic for every command: connects, and lets the revisions do their work."""

from __future__ import annotations

import os
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from storage import urls
from storage.columns import UtcDateTime
from storage.migrations import connecting
from storage.models import Stored


def render(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Revisions speak SQLAlchemy's own types, so that they stay true when ours change."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Stored.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        render_item=render,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def connect_and_run() -> None:
    address = context.get_x_argument(as_dictionary=True).get("url") or os.environ.get("DATABASE_URL")
    if not address:
        raise SystemExit("which database? -x url=sqlite:///path/to/file, or the environment variable DATABASE_URL")
    url = urls.normalise(str(address))
    urls.make_private(url)
    with connecting(url) as connection:
        run(connection)


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    connect_and_run()
