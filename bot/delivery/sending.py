"""What is needed to send a message, and what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from bot.interactions.services import Server, Services
from bot.tables.announcement import Announcement
from storage.models import JobRow

WhilePictured = Callable[[], AbstractContextManager[object]]
"""Surrounds the time in which a message waits for its picture."""


@dataclass(frozen=True)
class Sending:
    """A message that is being sent."""

    services: Services
    job: JobRow
    server: Server
    """The server of its table."""
    showing: asyncio.Lock
    """Held while the table's newest board is changed, so that a picture on its way covers no newer board."""
    meanwhile: WhilePictured = nullcontext


class Delivered(NamedTuple):
    """What became of a message that was sent."""

    message_id: int | None = None
    """The message of Discord that shows it; None: it has only changed another one."""
    said: Announcement | None = None
    """What it says, if that differs from what was queued."""
    later: Announcement | None = None
    """What is to be added to it, a picture or a clip."""
