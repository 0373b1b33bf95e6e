"""Indexes of what those who run the bot or a server ask."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

FAILED = sa.text("failed IS NOT NULL")


def upgrade() -> None:
    op.create_index("ix_game_guild_id", "game", ["guild_id", "status", "id"])
    op.create_index("ix_outbox_failed", "outbox", ["game_id"], sqlite_where=FAILED, postgresql_where=FAILED)
