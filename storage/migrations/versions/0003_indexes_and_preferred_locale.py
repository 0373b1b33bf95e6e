"""Indexes of what is asked at every move and for every message; the language Discord names for a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

PENDING = sa.text("sent_at IS NULL AND failed IS NULL")


def upgrade() -> None:
    op.create_index("ix_game_channel_id", "game", ["channel_id", "id"])
    op.create_index("ix_outbox_game_kind", "outbox", ["game_id", "kind", "id"])
    op.create_index(
        "ix_outbox_due", "outbox", ["next_attempt_at", "id"], sqlite_where=PENDING, postgresql_where=PENDING
    )
    op.create_index("ix_outbox_channel_id", "outbox", ["channel_id"], sqlite_where=PENDING, postgresql_where=PENDING)
    op.create_index("ix_outbox_created_at", "outbox", ["created_at"])
    op.add_column("guild", sa.Column("preferred_locale", sa.String(16), nullable=True))
