"""The record of a message to be sent, as the outbox stores it: ids and arguments, not texts.

It is worded and drawn when it is sent; ``bot.tables.telling`` decides what it says.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines import Event, Message
from storage.models import Json

BOARDS = ("turn", "board")
"""Kinds of messages that post or update the board of a running game."""
SUPERSEDED = ("board",)
"""Kinds of messages that need not be sent any more when a newer one is queued. A picture that waits stays: if the newer
one goes out without its own, that one takes its place in the queue."""


POSTED_AGAIN = "say.posted_again"
GONE = "gone"
"""In a remark: how many of the events before it do not hold any more."""
CLIP = "clip"
"""The kind of message that adds a clip to the end of a game."""
VOTE = "vote"
"""The kind of message that shows what a table is asked; it is no announcement."""
PLANNED, PLAN_STOPPED = OF_PLANS = "say.planned", "say.plan_stopped"
"""The first stands before the moves of one player that were planned, once however many follow each other."""


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
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
    """Said before the events."""
    earlier: list[Event] = msgspec.field(default_factory=list, name="told")
    """Events that led to the message being updated."""
    events: list[Event] = []
    """What happened since, as windows on the log (``story``; messages of earlier versions have the events), with what
    the table itself has to say among it (``remark``); the picture marks it."""
    continues: bool = False
    """Of a new message: what the one before tells of its events is not said twice."""
    skipped: int = 0
    """So many of the first events or windows were not said: the message before tells them, and one has no room for all.
    Noted when it is sent."""
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
    buttons: list[str] = []
    """What is offered under a notice, as the words after the table in ids of ``SeatButton``."""

    @property
    def led_to(self) -> list[Event]:
        """What the message says before it calls somebody."""
        return (self.earlier if self.kind == "board" else self.events)[self.skipped :]

    @property
    def since(self) -> list[Event]:
        """What it says after it has called somebody."""
        return self.events if self.kind == "board" else []

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
        return not self.earlier and not self.events and [line.id for line in self.introduction] == [POSTED_AGAIN]

    def payload(self) -> Json:
        """As the outbox stores it."""
        data: Json = msgspec.to_builtins(self)
        return data


class Unreadable(Exception):
    """A stored payload that is no announcement; the text names the fault."""


def decode(payload: Json) -> Announcement:
    """The announcement of a stored payload. Raises Unreadable."""
    try:
        return msgspec.convert(payload, Announcement)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"what was to be said cannot be read: {fault}") from fault


def remark(message: Message) -> Event:
    """Something that the table itself has to say, at its place among the events."""
    return Event(message.id, data=dict(message.args))


def taken_back(message: Message, gone: Sequence[Event]) -> Event:
    """The remark that moves were taken back: these events do not hold any more."""
    public = sum(event.seen_by is None for event in gone)
    return Event(message.id, data={**message.args, GONE: public})


def standing(events: Sequence[Event]) -> list[Event]:
    """What happened in the game and was not taken back since."""
    found: list[Event] = []
    for event in events:
        if event.is_remark:
            gone = event.data.get(GONE, 0)
            assert isinstance(gone, int)
            del found[max(0, len(found) - gone) :]
        else:
            found.append(event)
    return found


def told_by(shown: Announcement, what: Announcement) -> int:
    """How many of the first events of a new message the one that is ``shown`` tells as well, below its call: what those
    who were called have done since."""
    told = shown.since
    return len(told) if what.continues and what.events[: len(told)] == told else 0
