"""What is logged, and how: our own lines and those of the libraries in one format, on the error output."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog

QUIET = ("PIL", "alembic", "asyncio", "psycopg")
"""Libraries that would drown everything else."""
TELLING = ("discord.http", "discord.gateway", "discord.webhook.async_", "discord.state")
"""At level debug these tell what is sent and received, tokens included."""

TOLD_ELSEWHERE = (
    "Shard ID %s has connected to Gateway (Session ID: %s).",
    "Shard ID %s has successfully RESUMED session %s.",
    "Shard ID %s session has been invalidated.",
    "Shard ID %s has stopped responding to the gateway. Closing and restarting.",
)
"""Lines of discord.py about what ``bot.client.reconnection`` tells in one line."""


def is_told_here_alone(record: logging.LogRecord) -> bool:
    return record.msg not in TOLD_ELSEWHERE


def configure(level: str, form: Literal["text", "json"]) -> None:
    """Call once, before anything is logged. Tracebacks never show the values of variables: some are secret."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    final: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        final += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()], processors=final
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("discord.gateway").addFilter(is_told_here_alone)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in TELLING:
        logging.getLogger(name).setLevel(logging.INFO)
