"""Errors that storage raises. A caller that catches one may go on using its session."""

from __future__ import annotations


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
