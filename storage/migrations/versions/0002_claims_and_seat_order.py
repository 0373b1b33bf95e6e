"""Claims of the outbox, the order of seats, results by person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

PENDING = sa.text("sent_at IS NULL AND failed IS NULL")


def upgrade() -> None:
    op.add_column("outbox", sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_outbox_pending", "outbox", ["game_id", "id"], sqlite_where=PENDING, postgresql_where=PENDING)
    op.create_index("ix_result_user_id", "result", ["user_id"])

    # Games of before were seated by lot.
    orders = sa.Enum("random", "joining", name="seatorder", native_enum=False, length=16)
    op.add_column("game", sa.Column("seat_order", orders, nullable=True))
    op.execute("UPDATE game SET seat_order = 'random'")
    with op.batch_alter_table("game", table_kwargs={"sqlite_autoincrement": True}) as game:
        game.alter_column("seat_order", existing_type=orders, nullable=False)
