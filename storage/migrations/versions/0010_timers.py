"""Timers: what must happen later at a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "timer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_timer_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_timer"),
        sa.UniqueConstraint("game_id", "kind", "seat", name="uq_timer_game_id_kind_seat"),
        sqlite_autoincrement=True,
    )
    # Lobbies of before wait as long from now on as those that are opened now.
    now = datetime.now(UTC)
    moment, data = sa.DateTime(timezone=True), sa.JSON()
    timer = sa.table(
        "timer",
        *(sa.column(name) for name in ("game_id", "kind", "seat", "attempts")),
        *(sa.column(name, moment) for name in ("set_at", "due_at")),
        sa.column("data", data),
    )
    game = sa.table("game", sa.column("id"), sa.column("status"))
    op.execute(
        timer.insert().from_select(
            ["game_id", "kind", "seat", "set_at", "due_at", "attempts", "data"],
            sa.select(
                game.c.id,
                sa.literal("lobby"),
                sa.literal(0),
                sa.literal(now, moment),
                sa.literal(now + timedelta(days=6), moment),
                sa.literal(0),
                sa.literal({}, data),
            ).where(game.c.status == "lobby"),
        )
    )
    op.create_index("ix_timer_due_at", "timer", ["due_at", "id"])
    op.create_index("ix_timer_set_at", "timer", ["set_at"])
    op.create_index("ix_timer_claimed_until", "timer", ["claimed_until"])
