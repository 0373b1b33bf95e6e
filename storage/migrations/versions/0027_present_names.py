"""The names that people at a table have now, where others are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("seat", sa.Column("present_names", sa.JSON(none_as_null=True), nullable=True))
