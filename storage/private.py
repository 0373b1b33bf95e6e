"""Seeds and hands stay out of errors, and so out of logs: no error of the database names a value."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, ExceptionContext, event

PRIVATE: dict[str, Any] = {"hide_parameters": True}
"""For making an engine: SQLAlchemy leaves the parameters of statements out of its errors."""


def conceal(engine: Engine) -> None:
    """Reduce the errors of PostgreSQL to their place, kind and code.

    The details of such an error name the refused row or its key; SQLite names only tables and columns.
    """
    event.listen(engine, "handle_error", _shorten)


def _shorten(context: ExceptionContext) -> None:
    import psycopg  # eight MiB, which a bot on SQLite does without

    fault = context.original_exception
    if not isinstance(fault, psycopg.Error) or fault.sqlstate is None:  # without a code: the connection, no statement
        return
    what = (fault.diag.message_primary or type(fault).__name__).partition(': "')[0]  # behind it stands what was given
    fault.args = (f"{what} [{fault.sqlstate}]",)
    if context.sqlalchemy_exception is not None:  # it has the driver's words already, made longer
        context.sqlalchemy_exception.args = (f"({type(fault).__module__}.{type(fault).__name__}) {fault}",)
