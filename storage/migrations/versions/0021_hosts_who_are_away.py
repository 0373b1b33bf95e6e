"""the host who is away for now"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("game", sa.Column("host_away_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("game", table_kwargs={"sqlite_autoincrement": True}) as game:
        game.drop_column("host_away_id")
