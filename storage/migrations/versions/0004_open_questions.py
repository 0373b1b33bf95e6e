"""the open question of a table"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("game", sa.Column("question_message_id", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("question_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("game", table_kwargs={"sqlite_autoincrement": True}) as game:
        game.drop_column("question_version")
        game.drop_column("question_message_id")
