"""An index of the servers with open tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

OPEN = sa.text("status IN ('lobby', 'running')")


def upgrade() -> None:
    op.create_index("ix_game_open_guild_id", "game", ["guild_id"], sqlite_where=OPEN, postgresql_where=OPEN)
