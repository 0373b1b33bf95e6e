"""What Discord refuses, however often it is tried: its codes, and the sentences that say what to do."""

from __future__ import annotations

import discord

from engines import Message

ARCHIVED, LOCKED = 50083, 160005
THREAD_CLOSED = (ARCHIVED, LOCKED)
"""A thread that takes nothing until somebody opens it again."""

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 60, 3600
"""Between attempts at what has to be there in the end, unless Discord asks for more."""

SENTENCES = {
    10003: "discord.no_channel",
    30033: "discord.many_in_thread",
    40005: "discord.too_large",
    50001: "discord.no_access",
    50007: "error.no_direct_messages",
    50013: "discord.no_permission",
    50083: "discord.archived",
    160005: "discord.locked",
    160006: "discord.many_threads",
    160007: "discord.many_threads",
    200000: "discord.automod",
    200001: "discord.automod_title",
}
"""By Discord's code the id of a sentence."""

LATER = (401, 408, 429)
"""Statuses that trying again may heal."""


def refusal(fault: BaseException) -> Message | None:
    """What to say of a refusal that trying again does not heal; None: it is none."""
    if not isinstance(fault, discord.HTTPException) or not 400 <= fault.status < 500 or fault.status in LATER:
        return None
    if sentence := SENTENCES.get(fault.code):
        return Message(sentence)
    return Message("discord.refused", {"code": str(fault.code or fault.status)})


def wait_after(fault: Exception, failures: int) -> float:
    """Seconds until Discord is asked once more for what has to be there in the end, after so many ``failures`` before
    this one: twice as long each time, and never less than it asks for."""
    asked = fault.retry_after if isinstance(fault, discord.RateLimited) else 0
    own: float = min(FIRST_WAIT_SECONDS * 2**failures, LONGEST_WAIT_SECONDS)
    return max(own, asked)
