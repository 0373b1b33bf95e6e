"""What a lobby shows of its secret fixes the table's number, game and rules, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("game", sa.Column("lobby_hash", sa.String(64), nullable=True))
