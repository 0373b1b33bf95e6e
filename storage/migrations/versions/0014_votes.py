"""What tables are asked, and the answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

OPEN = sa.text("closed IS NULL")


def upgrade() -> None:
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("closed", sa.String(16), nullable=True),
        sa.Column("closed_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_vote_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_vote"),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_vote_open", "vote", ["game_id"], unique=True, sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index("ix_vote_game_id", "vote", ["game_id", "id"])
