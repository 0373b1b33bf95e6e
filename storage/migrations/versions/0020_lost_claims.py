"""How often what was due was lost with the process that was at work on it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("timer", sa.Column("lost", sa.Integer(), server_default=sa.text("0"), nullable=False))
