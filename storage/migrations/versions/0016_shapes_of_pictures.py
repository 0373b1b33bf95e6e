"""The shape of a table's pictures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("game", sa.Column("shape", sa.String(8), nullable=True))
