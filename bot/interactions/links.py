"""Links to the messages that the bot has posted for a table."""

from __future__ import annotations

from storage.models import GameRow


def message_link(row: GameRow, message_id: int | None) -> str:
    """Return a link to a message in a table's channel, or to the channel if ``message_id`` is None."""
    channel = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
    return f"{channel}/{message_id}" if message_id else channel


def board_link(row: GameRow) -> str:
    """Return a link to the newest board of a table."""
    return message_link(row, row.live_message_id)


def lobby_link(row: GameRow) -> str:
    """Return a link to the message of a lobby."""
    return message_link(row, row.lobby_message_id)
