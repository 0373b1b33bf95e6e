"""What can go wrong, by name. A caller that catches one of these may go on using its session."""

from __future__ import annotations


class StorageError(Exception):
    """The parent of all errors that storage raises on purpose."""


class DatabaseUnreachable(StorageError):
    """The database cannot be used; the text is one line for the person who runs the bot, without the password."""


class DatabaseUnusable(DatabaseUnreachable):
    """It cannot be used, and waiting does not mend that: its address is wrong, or its tables are too new."""


class AlreadyDone(StorageError):
    """This interaction has been carried out before: the same click was delivered twice."""


class MoveConflict(StorageError):
    """The game already has a move of this version: somebody else was faster."""


class ChannelBusy(StorageError):
    """The channel already has a game in the lobby or running."""


class NotInLobby(StorageError):
    """There is no such game, or it is no longer gathering its players."""


class TableFull(StorageError):
    """Every seat of the table is taken."""


class AlreadySeated(StorageError):
    """The user already has a seat at this table."""
