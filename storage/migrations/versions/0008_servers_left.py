"""When the bot was removed from a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("guild", sa.Column("left_at", sa.DateTime(timezone=True), nullable=True))
