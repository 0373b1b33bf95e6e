"""The host who is away and will be host again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("game", sa.Column("host_kept_for", sa.BigInteger(), nullable=True))
