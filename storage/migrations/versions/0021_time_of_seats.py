"""What was left of a seat's time, and the days of holidays that have counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("seat", sa.Column("time_left", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("seat", sa.Column("days_off", sa.JSON(none_as_null=True), nullable=True))
