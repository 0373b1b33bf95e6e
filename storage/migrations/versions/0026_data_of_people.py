"""Data of people: whom they avoid, what names them, and how long moves are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

_KEPT = sa.text("status IN ('finished', 'abandoned') AND cleared_at IS NULL")
_REMATCH = sa.text("turned IS NOT NULL AND started_at IS NULL")
_ASKED_FOR = sa.text("candidates IS NOT NULL")
_PLAIN = {
    "ix_game_host_id": ("game", ["host_id"]),
    "ix_game_host_kept_for": ("game", ["host_kept_for"]),
    "ix_click_user_id": ("click", ["user_id"]),
    "ix_move_by_user_id": ("move", ["by_user_id", "game_id"]),
    "ix_plan_user_id": ("plan", ["user_id"]),
    "ix_called_user_id": ("called", ["user_id"]),
}
_PARTIAL = {
    "ix_game_kept_updated_at": ("game", ["updated_at", "id"], _KEPT),
    "ix_game_kept_guild_id": ("game", ["guild_id", "updated_at", "id"], _KEPT),
    "ix_game_turned": ("game", ["id"], _REMATCH),
    "ix_seat_candidates": ("seat", ["game_id"], _ASKED_FOR),
}


def upgrade() -> None:
    op.create_table(
        "avoided",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("avoided_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "avoided_id", name="pk_avoided"),
    )
    op.create_index("ix_avoided_avoided_id", "avoided", ["avoided_id"])
    op.add_column("game", sa.Column("cleared_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game", sa.Column("places", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("click", sa.Column("user_id", sa.BigInteger(), nullable=True))
    op.add_column("click", sa.Column("after", sa.String(64), nullable=True))
    # Names of a rematch that others began, whose seats were drawn.
    op.execute("UPDATE game SET turned = NULL WHERE started_at IS NOT NULL AND seat_order <> 'turned'")
    for name, (table, columns) in _PLAIN.items():
        op.create_index(name, table, columns)
    for name, (table, columns, where) in _PARTIAL.items():
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
