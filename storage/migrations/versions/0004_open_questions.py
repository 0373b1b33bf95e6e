"""The open question of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("game", sa.Column("question_message_id", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("question_version", sa.Integer(), nullable=True))
