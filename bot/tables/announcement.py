"""The record of a message to be sent, as the queue stores it: ids and arguments, not texts.

It is worded and drawn when it is sent; ``bot.tables.telling`` decides what it says.
"""

from __future__ import annotations

import msgspec

from bot.tables import stored
from engines import Event, Message
from storage.models import Json

BOARDS = ("turn", "board")
"""Kinds of messages that post or update the board of a running game."""
SUPERSEDED = ("board",)
"""Kinds of messages that need not be sent any more when a newer one is queued. A picture that waits stays: if the newer
one goes out without its own, that one takes its place in the queue."""


BEGINS = "say.begins"
"""Said by the first message of a game."""
POSTED_AGAIN = "say.posted_again"
CLIP = "clip"
"""The kind of message that adds a clip to the end of a game."""
SEAT_OFFERS = "offers"
"""The kind of entry that takes buttons about seats off messages that have no more to offer; it says nothing."""
VOTE = "vote"
"""The kind of message that shows what a table is asked; it is no announcement."""
PLAN_STOPPED = "say.plan_stopped"


class Remark(msgspec.Struct, frozen=True):
    """What the table says beside its log: before what happened ``at`` this version."""

    at: int
    message: Message


class Announcement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One message to be sent.

    ``kind``: "turn" posts a new board and pings, "board" updates the newest one, "notice" posts lines alone,
    "summary" posts the end, "clip" adds one to it, "picture" adds a picture to the newest board, which went out
    without it.
    """

    kind: str
    version: int
    """The game's version that the message tells about."""
    turn: int = 0
    introduction: list[Message] = msgspec.field(default_factory=list, name="leads")
    """Said before what happened."""
    since: int | None = None
    """The message is a window on the log (``story``): it tells what happened behind this version, until its own. Fixed
    when it is sent. None: nothing of the log."""
    called: int | None = None
    """Of an update: the version at which the board called; what happened behind that stands below the call."""
    remarks: list[Remark] = []
    copied: list[Event] = []
    """What happened, in messages of versions that copied it from the log (``older``)."""
    ping: list[int] = []
    """Seats whose players are called."""
    users: list[int] = []
    """Users who are called beside them: those who play no seat."""
    quiet: list[int] = []
    """Users who are named without being called."""
    preparing: bool = False
    """What is decided only prepares what follows: calls to it in the same turn or round share the first one's picture,
    which is kept up to date."""
    anew: bool = False
    """Of such a call: with a picture of its own all the same, as somebody wanted or needs to see the board."""
    board: int | None = None
    """The message with the picture, where that is an earlier one. Noted when it is sent."""
    standings: bool = False
    """Whether a notice shows how the game stood that has just ended without a result."""
    buttons: list[str] = []
    """What is offered under a notice, as the words after the table in ids of ``SeatButton``."""

    @property
    def called_at(self) -> int:
        """The version at which its board calls somebody."""
        return self.version if self.called is None else self.called

    @property
    def news(self) -> int | None:
        """The version behind which everything is new to the channel."""
        return self.since if self.called is None else self.called

    def goes_on_in(self, following: Announcement) -> bool:
        """Whether a new message tells as well what this one tells below its call."""
        return self.called is not None and self.called == following.since and self.version > self.called

    def behind(self, shown: Announcement | None, *, whole: bool) -> Announcement:
        """This announcement as it goes on from what the newest board has ``shown``: an update from where that begins, a
        new message from what was told below its call, or, where it tells the ``whole`` turn, from the call itself."""
        if shown is None:
            return self
        if self.kind == "board" and self.called == shown.called_at:
            return msgspec.structs.replace(self, since=shown.since)
        told = self.kind != "board" and shown.goes_on_in(self) and not whole
        return msgspec.structs.replace(self, since=shown.version) if told else self

    def on(self, shown: Announcement | None, message_id: int | None) -> Announcement:
        """This announcement with the message whose picture it shares, unless it has its own. ``message_id``: of the
        newest board, which says what is ``shown``."""
        if shown is None or message_id is None:
            return self
        if self.kind == "board":
            return msgspec.structs.replace(self, board=shown.board)
        shares = self.kind == "turn" and self.preparing and not self.anew
        shares = shares and shown.preparing and shown.turn == self.turn
        return msgspec.structs.replace(self, board=shown.board or message_id) if shares else self

    @property
    def bare(self) -> bool:
        """Whether it tells of nothing that happened."""
        told = self.since != self.version or self.remarks or self.copied
        return not told and [line.id for line in self.introduction] == [POSTED_AGAIN]

    def payload(self) -> Json:
        """Return the announcement as the queue stores it."""
        data: Json = msgspec.to_builtins(self)
        return data


class Unreadable(Exception):
    """A stored payload that is no announcement; the text names the fault."""


def decode(payload: Json) -> Announcement:
    """The announcement of a stored payload. Raises Unreadable."""
    try:
        return msgspec.convert(stored.as_now(payload) if stored.is_older(payload) else payload, Announcement)
    except (msgspec.ValidationError, LookupError, TypeError) as fault:
        raise Unreadable(f"what was to be said cannot be read: {fault}") from fault
