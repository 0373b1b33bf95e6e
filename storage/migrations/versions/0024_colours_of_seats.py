"""The colour that somebody has chosen for a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("seat", sa.Column("colour", sa.String(16), nullable=True))
