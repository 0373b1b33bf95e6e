"""Removal of values from database errors, so that secrets such as seeds and hands do not get into logs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, ExceptionContext, event

PRIVATE: dict[str, Any] = {"hide_parameters": True}
"""Arguments for making an engine: SQLAlchemy then leaves the parameters of statements out of its errors."""


def conceal(engine: Engine) -> None:
    """Reduce the errors of PostgreSQL to their kind, message and code.

    Their details contain the refused row or its key. Errors of SQLite name only tables and columns.
    """
    event.listen(engine, "handle_error", _shorten)


def _shorten(context: ExceptionContext) -> None:
    import psycopg  # imported here because it takes eight MiB, which a bot on SQLite can save

    fault = context.original_exception
    if not isinstance(fault, psycopg.Error) or fault.sqlstate is None:  # errors without a code concern the connection
        return
    # Behind the colon PostgreSQL quotes the given value.
    message = (fault.diag.message_primary or type(fault).__name__).partition(': "')[0]
    fault.args = (f"{message} [{fault.sqlstate}]",)
    if context.sqlalchemy_exception is not None:  # its text was made from that of the original error
        context.sqlalchemy_exception.args = (f"({type(fault).__module__}.{type(fault).__name__}) {fault}",)
