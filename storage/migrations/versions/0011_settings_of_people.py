"""What a person has chosen beside a language."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("person", sa.Column("settings", sa.JSON(), nullable=True))
    op.execute("UPDATE person SET settings = '{}'")
    with op.batch_alter_table("person") as person:
        person.alter_column("settings", existing_type=sa.JSON(), nullable=False)
