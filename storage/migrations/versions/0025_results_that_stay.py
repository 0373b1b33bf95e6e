"""Results that stay, and ratings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

OF_RESULTS: dict[str, Any] = {
    "computer": sa.String(32),
    "place": sa.Integer(),
    "margin": sa.Integer(),
    "decisions": sa.Integer(),
    "pace": sa.Double(),
    "deeds": sa.JSON(none_as_null=True),
    "opening": sa.JSON(none_as_null=True),
    "mu_before": sa.Double(),
    "sigma_before": sa.Double(),
    "mu": sa.Double(),
    "sigma": sa.Double(),
}


def upgrade() -> None:
    op.add_column("game", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    # Nobody was asked yet at what has begun; whoever opens a table from now on is.
    op.execute("UPDATE game SET rated = true WHERE status IN ('running', 'finished')")
    for name, kind in OF_RESULTS.items():
        op.add_column("result", sa.Column(name, kind, nullable=True))
    op.create_table(
        "outcome",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("unrated", sa.String(16), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ladder", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_outcome_game_id_game", ondelete="RESTRICT"),
        sa.PrimaryKeyConstraint("game_id", name="pk_outcome"),
    )
    op.create_index("ix_outcome_ladder", "outcome", ["guild_id", "key", "seats", "ended_at", "game_id"])
    op.create_table(
        "rating",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("computer", sa.String(32), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", "seats", "user_id", "computer", name="pk_rating"),
    )
    op.create_index("ix_rating_user_id", "rating", ["user_id"])
