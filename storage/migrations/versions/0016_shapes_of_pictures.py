"""the shape of a table's pictures"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("game", sa.Column("shape", sa.String(8), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("game", table_kwargs={"sqlite_autoincrement": True}) as game:
        game.drop_column("shape")
