"""The language of a person's Discord, for direct messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("person", sa.Column("client_locale", sa.String(16), nullable=True))
