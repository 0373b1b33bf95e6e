"""How long a decision may take at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("game", sa.Column("clock", sa.JSON(none_as_null=True), nullable=True))
