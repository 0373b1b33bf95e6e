"""One queue: the messages of the outbox and the timers become jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

MOMENT = sa.DateTime(timezone=True)
PENDING = sa.text("sent_at IS NULL AND failed IS NULL")
FAILED = sa.text("failed IS NOT NULL")

MESSAGES = """
INSERT INTO job (id, game_id, lane, kind, channel_id, payload, nonce, created_at, set_at, due_at, claimed_until,
    attempts, lost, sent_at, message_id, failed)
SELECT id, game_id, CASE kind WHEN 'picture' THEN 'pictures' ELSE 'messages' END, kind, channel_id, payload, nonce,
    created_at, coalesce(postponed_at, created_at), next_attempt_at, claimed_until, attempts, 0, sent_at, message_id,
    failed
FROM outbox ORDER BY id
"""
# Discord knows the message about a deleted channel by its nonce: who is told of it once more must not see it twice.
TIMERS = """
INSERT INTO job (game_id, lane, kind, seat, payload, nonce, created_at, set_at, due_at, claimed_until, attempts, lost)
SELECT game_id,
    CASE WHEN kind = 'computers' THEN 'computers' WHEN kind IN ('call', 'gone', 'written') THEN 'calls'
    ELSE 'tables' END,
    kind, seat, data, CASE kind WHEN 'gone' THEN 'gone' ELSE 'timer' END || id, set_at, set_at, due_at, claimed_until,
    attempts, lost
FROM timer ORDER BY id
"""


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("lane", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("set_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("claimed_until", MOMENT, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("sent_at", MOMENT, nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("failed", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_job_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sa.UniqueConstraint("nonce", name="uq_job_nonce"),
        sa.UniqueConstraint("game_id", "kind", "seat", name="uq_job_game_id_kind_seat"),
        sqlite_autoincrement=True,
    )
    op.execute(MESSAGES)
    if op.get_bind().dialect.name == "postgresql":  # its counter does not notice numbers that are given
        op.execute("SELECT setval('job_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM job), false)")
    op.execute(TIMERS)
    op.drop_table("outbox")
    op.drop_table("timer")
    for name, columns in {
        "ix_job_due": ["lane", "due_at", "id"],
        "ix_job_pending": ["game_id", "lane", "id"],
        "ix_job_channel_id": ["channel_id"],
        "ix_job_set_at": ["set_at"],
        "ix_job_claimed_until": ["claimed_until"],
    }.items():
        op.create_index(name, "job", columns, sqlite_where=PENDING, postgresql_where=PENDING)
    op.create_index("ix_job_game_kind", "job", ["game_id", "kind", "id"])
    op.create_index("ix_job_created_at", "job", ["created_at"])
    op.create_index("ix_job_failed", "job", ["game_id"], sqlite_where=FAILED, postgresql_where=FAILED)
