"""Input and result of the functions that send messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from bot.interactions.services import Server, Services
from bot.tables.announcement import Announcement
from storage.models import JobRow

PictureWait = Callable[[], AbstractContextManager[object]]
"""Makes a context in which a message waits for its picture."""


@dataclass(frozen=True)
class Sending:
    """A message that is being sent."""

    services: Services
    job: JobRow
    server: Server
    """Settings and language of the table's server."""
    showing: asyncio.Lock
    """Held while the table's newest board is edited, so that an older picture does not replace a newer one."""
    awaiting_picture: PictureWait = nullcontext
    """Makes the context in which the message waits for its picture."""


class Delivered(NamedTuple):
    """The result of sending a message."""

    message_id: int | None = None
    """The message of Discord that shows the content; None: the job only added something to another message."""
    said: Announcement | None = None
    """The announcement as it was sent; None: as it was queued."""
    later: Announcement | None = None
    """The job that adds a picture or a clip later; None: there is none."""
