"""Every operation that the bot can send to Discord. Whatever else it sends is a fault (``tests.discord.yardstick``).

A further one is entered here, and the description is cut anew (``tests.discord.cut``).
"""

from __future__ import annotations

from typing import NamedTuple


class Operation(NamedTuple):
    """A method, and a path as Discord's description has it."""

    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


OPERATIONS = tuple(
    Operation(*line.split())
    for line in """
    GET /users/@me
    GET /oauth2/applications/@me
    GET /gateway/bot
    PUT /applications/{application_id}/commands
    GET /applications/{application_id}/emojis
    POST /applications/{application_id}/emojis
    DELETE /applications/{application_id}/emojis/{emoji_id}
    POST /interactions/{interaction_id}/{interaction_token}/callback
    POST /webhooks/{webhook_id}/{webhook_token}
    PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original
    DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original
    POST /channels/{channel_id}/messages
    GET /channels/{channel_id}/messages/{message_id}
    PATCH /channels/{channel_id}/messages/{message_id}
    POST /channels/{channel_id}/threads
    GET /channels/{channel_id}/thread-members/{user_id}
    GET /channels/{channel_id}
    PATCH /channels/{channel_id}
    POST /users/@me/channels
    DELETE /users/@me/guilds/{guild_id}
    GET /guilds/{guild_id}
    GET /guilds/{guild_id}/members/{user_id}
    """.strip().splitlines()
)
