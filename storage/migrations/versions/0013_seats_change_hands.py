"""Who decides for a seat while its owner is away, and tables that pause."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("seat", sa.Column("owner_id", sa.BigInteger(), nullable=True))
    op.create_index("ix_seat_owner_id", "seat", ["owner_id"])
    op.add_column("seat", sa.Column("substitute", sa.Text(), nullable=True))
    op.add_column("seat", sa.Column("returning_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seat", sa.Column("stand_in", sa.String(32), nullable=True))
    op.add_column("seat", sa.Column("offered_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seat", sa.Column("candidates", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("game", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game", sa.Column("pause", sa.JSON(none_as_null=True), nullable=True))
