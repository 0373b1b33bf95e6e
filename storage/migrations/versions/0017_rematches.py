"""The order of play of a rematch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("game", sa.Column("turned", sa.JSON(none_as_null=True), nullable=True))
