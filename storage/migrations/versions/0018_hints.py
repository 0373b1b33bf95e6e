"""Whether hints may be asked for at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("game", sa.Column("hints", sa.Boolean(), server_default=sa.true(), nullable=False))
