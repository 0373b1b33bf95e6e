"""Errors that storage raises, and removal of stored values from the database's own.

A caller that catches one of these errors may go on using its session. Values are removed so that secrets such as seeds
and hands do not get into logs.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, ExceptionContext, event

PRIVATE: dict[str, Any] = {"hide_parameters": True}
"""Arguments for making an engine: SQLAlchemy then leaves the parameters of statements out of its errors."""


class StorageError(Exception):
    """The parent of all errors that storage raises on purpose."""


class DatabaseUnreachable(StorageError):
    """The database cannot be used. The text is one line for the operator and does not contain the password."""


class DatabaseUnusable(DatabaseUnreachable):
    """The database cannot be used, and waiting does not help: its address is wrong, or its schema is too new."""


class AlreadyDone(StorageError):
    """The interaction was carried out before: Discord delivered the same click twice."""


class MoveConflict(StorageError):
    """The game already has a move of this version: another one was stored first."""


class ChannelBusy(StorageError):
    """The channel already has a game in the lobby or running."""


class NotInLobby(StorageError):
    """There is no such game, or it is no longer gathering its players."""


class TableFull(StorageError):
    """Every seat of the table is taken."""


class AlreadySeated(StorageError):
    """The user already has a seat at this table."""


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
