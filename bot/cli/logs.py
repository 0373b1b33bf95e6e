"""The log: lines of Portolan and of libraries in one format, on the error output."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog

NOISY = ("PIL", "alembic", "asyncio", "psycopg")
"""Libraries whose lines below warnings are left out."""
SECRETIVE = ("discord.http", "discord.gateway", "discord.webhook.async_", "discord.state")
"""Loggers whose debug lines show requests and answers, including tokens."""

REPLACED_LINES = (
    "Shard ID %s has connected to Gateway (Session ID: %s).",
    "Shard ID %s has successfully RESUMED session %s.",
    "Shard ID %s session has been invalidated.",
    "Shard ID %s has stopped responding to the gateway. Closing and restarting.",
)
"""Lines of discord.py for which `bot.client.reconnection` logs others."""


def is_not_replaced(record: logging.LogRecord) -> bool:
    """Return whether a line of discord.py is to be logged."""
    return record.msg not in REPLACED_LINES


def configure(level: str, form: Literal["text", "json"]) -> None:
    """Configure the log, once, before the first line.

    Tracebacks never show the values of variables, some of which are secret.
    """
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
    # That of the root logger does not hold for loggers with a level of their own, such as those set below.
    handler.setLevel(level.upper())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()], processors=final
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("discord.gateway").addFilter(is_not_replaced)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SECRETIVE:
        logging.getLogger(name).setLevel(logging.INFO)
