"""who decides for a seat while its owner is away, and tables that pause"""

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


def downgrade() -> None:
    with op.batch_alter_table("game", table_kwargs={"sqlite_autoincrement": True}) as game:
        game.drop_column("pause")
        game.drop_column("paused_at")
    op.drop_index("ix_seat_owner_id", table_name="seat")
    with op.batch_alter_table("seat") as seat:
        for name in ("candidates", "offered_at", "stand_in", "returning_at", "substitute", "owner_id"):
            seat.drop_column(name)
