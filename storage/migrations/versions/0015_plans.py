"""Plans: what somebody tries and what is to be played when the turn comes; moves that were planned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_plan_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_plan"),
    )
    op.add_column("move", sa.Column("planned", sa.Boolean(), nullable=False, server_default=sa.false()))
