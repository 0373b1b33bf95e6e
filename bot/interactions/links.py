"""Links to what the bot has posted."""

from __future__ import annotations

from storage.models import GameRow


def board_link(row: GameRow) -> str:
    """Return a link to the newest board of a table, or to its channel where that is not known."""
    channel = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
    return f"{channel}/{row.live_message_id}" if row.live_message_id else channel
