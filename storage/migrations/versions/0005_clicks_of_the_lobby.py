"""The secret of a table, the clicks of its lobby and the order drawn from both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("game", sa.Column("secret", sa.String(32), nullable=True))
    op.add_column("game", sa.Column("clicks_hash", sa.String(64), nullable=True))
    op.add_column("game", sa.Column("drawn_order", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("game", sa.Column("drawn_as", sa.Integer(), nullable=True))
    op.create_table(
        "click",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_click_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_click"),
    )
    op.create_index("ix_click_interaction_id", "click", ["interaction_id"])
