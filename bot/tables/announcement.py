"""The record of a message to be sent, as the queue stores it: ids and arguments, not texts.

`change_announcements` decides what it says; `bot.delivery` words and draws it when it is sent. Messages that an earlier
version has queued are converted to the present form: they may still wait to be sent, or be needed to continue the board
that they posted. They listed what happened as ranges of log versions with remarks between them, or as events copied
from the log. Now each message covers one range of log versions.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines import Event, Message
from storage.models import Json

_RANGE = "log"
"""Kind of the entry that represents the events of moves: `after` one version, `until` another one."""
_DERIVED_REMARKS = ("say.planned",)
"""Remarks that now follow from the log."""
_UNDONE_COUNT = "gone"
"""Argument of a remark: the number of events before it that were undone, which the log knows now."""
_REPLACED_FIELDS = ("told", "events", "skipped", "continues")
BOARDS = ("turn", "board")
"""Kinds of messages that post or update the board of a running game."""
SUPERSEDED = ("board",)
"""Kinds of messages that need not be sent once a newer one is queued. A waiting picture stays: if the newer message
goes out without its own picture, that one takes its place in the queue."""
BEGINS = "say.begins"
"""Line in the first message of a game."""
POSTED_AGAIN = "say.posted_again"
CLIP = "clip"
"""Kind of message that adds a clip to the end of a game."""
SEAT_OFFERS = "offers"
"""Kind of job that removes outdated buttons about seats from earlier messages; it says nothing."""
VOTE = "vote"
"""Kind of message that shows a vote; it is no announcement."""
PLAN_STOPPED = "say.plan_stopped"


def upgrade(payload: Json) -> Json:
    """Return a legacy payload as it would be stored now. Raises TypeError or LookupError for what makes no sense."""
    events_before_call = payload.get("told", [])
    events = payload.get("events", [])
    version = payload.get("version")
    if not (_are_events(events_before_call) and _are_events(events) and isinstance(version, int)):
        raise TypeError(f"no events: {events_before_call!r}, {events!r}, of version {version!r}")
    is_update = payload.get("kind") == "board"
    skipped = payload.get("skipped", 0)
    before = events_before_call[skipped:] if is_update else events[skipped:]
    after = events if is_update else []
    all_events = [*before, *after]
    ranges = [event for event in all_events if event["kind"] == _RANGE]
    first_version = min((event["data"]["after"] for event in ranges), default=version)
    called = _first_version(after, version) if is_update else None
    upgraded = {name: value for name, value in payload.items() if name not in _REPLACED_FIELDS}
    if not all_events:
        covers_log = payload.get("kind") != "notice"
        return upgraded | ({"since": first_version} if covers_log else {}) | {"called": called}
    remarks = _remarks(before, first_version, version) + _remarks(after, called or first_version, version)
    copied = [event for event in all_events if event["kind"] != _RANGE and "." not in event["kind"]]
    return upgraded | {
        "since": min(first_version, called or first_version),
        "called": called,
        "remarks": remarks,
        "copied": copied,
    }


def _are_events(values: Any) -> bool:
    return isinstance(values, list) and all(
        isinstance(value, dict) and isinstance(value.get("kind"), str) for value in values
    )


def _first_version(events: list[Json], version: int) -> int:
    """Return the version after which these events happened."""
    starts = (event["data"]["after"] for event in events if event["kind"] == _RANGE)
    return min(starts, default=version - bool(events))


def _remarks(events: list[Json], first_version: int, version: int) -> list[Json]:
    """Return the remarks among events, each with the version of the log entry that it precedes."""
    remarks = list[Json]()
    covered_version = first_version
    for event in events:
        if event["kind"] == _RANGE:
            covered_version = event["data"]["until"]
        elif "." in event["kind"] and event["kind"] not in _DERIVED_REMARKS:
            args = {name: value for name, value in event.get("data", {}).items() if name != _UNDONE_COUNT}
            remarks.append({"at": min(covered_version + 1, version), "message": {"id": event["kind"], "args": args}})
    return remarks


class Remark(msgspec.Struct, frozen=True):
    """A line that is not in the table's log, shown before the log entry of version `at`."""

    at: int
    message: Message


class Announcement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message to be sent. Its fields are stored, so their encoded names must not change.

    For example, the board of version 10 calls Anna (kind "turn", version 10). She makes two moves and is still to act:
    an update (kind "board", version 12, called 10) edits that message, and tells the moves of 11 and 12 below the call.
    Then it is Ben's turn: a new board (kind "turn", version 13, since 10) calls him. It tells everything after 10,
    which nobody was called for, or only what comes after 12 if the update did show 11 and 12 (`continued_from`).
    """

    kind: str
    """ "turn" posts a new board and pings, "board" updates the newest board, "notice" posts lines alone, "summary"
    posts the end, "clip" adds a clip to it, "picture" adds a picture to the newest board, which went out without it."""
    version: int
    """The game's version up to which the message tells the log."""
    turn: int = 0
    introduction: list[Message] = msgspec.field(default_factory=list, name="leads")
    """Lines before the events."""
    since: int | None = None
    """The version after which the message tells the log, fixed when it is sent; None if it tells nothing of the log."""
    called: int | None = None
    """The version at which an updated board called its players; the update tells later events below that call."""
    remarks: list[Remark] = []
    copied: list[Event] = []
    """Events in messages of versions that copied them from the log (``upgrade``)."""
    ping: list[int] = []
    """Seats whose players are called."""
    users: list[int] = []
    """Further users who are called: those who play no seat."""
    quiet: list[int] = []
    """Users who are named without being called."""
    is_preparing: bool = msgspec.field(default=False, name="preparing")
    """True if the decisions only prepare the turn or round; its later calls share the first one's picture, which is
    kept up to date."""
    has_own_picture: bool = msgspec.field(default=False, name="anew")
    """True if such a call has a picture of its own nevertheless, since somebody needs to see the board."""
    board: int | None = None
    """Id of the earlier message with the picture, if the message has none of its own; set when it is sent."""
    shows_standings: bool = msgspec.field(default=False, name="standings")
    """True if a notice shows the standings of a game that has just ended without a result."""
    buttons: list[str] = []
    """Buttons under a notice, as the words after the table in ids of `SeatButton`."""

    @property
    def called_at(self) -> int:
        """The version at which the message's board calls somebody."""
        return self.version if self.called is None else self.called

    @property
    def news_since(self) -> int | None:
        """The version after which everything is new to the channel."""
        return self.since if self.called is None else self.called

    def continues_in(self, successor: Announcement) -> bool:
        """Return whether a new message would repeat what this update tells below its call."""
        return self.called is not None and self.called == successor.since and self.version > self.called

    def continued_from(self, earlier: Announcement | None, *, repeats_all: bool) -> Announcement:
        """Return this announcement as it continues what the newest board has `earlier`.

        An update begins where the board begins. A new message begins after what was told below the board's call, or at
        the call itself if it is to tell the `repeats_all` turn.
        """
        if earlier is None:
            return self
        if self.kind == "board" and self.called == earlier.called_at:
            return msgspec.structs.replace(self, since=earlier.since)
        if self.kind == "board" or repeats_all or not earlier.continues_in(self):
            return self
        return msgspec.structs.replace(self, since=earlier.version)

    def with_shared_picture(self, earlier: Announcement | None, message_id: int | None) -> Announcement:
        """Return this announcement with the message whose picture it shares, unless it has its own.

        Args:
            earlier: The announcement that the newest board shows.
            message_id: The message of that board.
        """
        if earlier is None or message_id is None:
            return self
        if self.kind == "board":
            return msgspec.structs.replace(self, board=earlier.board)
        may_share = self.kind == "turn" and self.is_preparing and not self.has_own_picture
        if not (may_share and earlier.is_preparing and earlier.turn == self.turn):
            return self
        return msgspec.structs.replace(self, board=earlier.board or message_id)

    @property
    def is_bare(self) -> bool:
        """True if the message only posts the board again, without any events."""
        has_events = self.since != self.version or self.remarks or self.copied
        return not has_events and [line.id for line in self.introduction] == [POSTED_AGAIN]

    def payload(self) -> Json:
        """Return the announcement as the queue stores it."""
        data: Json = msgspec.to_builtins(self)
        return data


class Unreadable(Exception):
    """A stored payload is no announcement; the text names the fault."""


def decode(payload: Json) -> Announcement:
    """Return the announcement of a stored payload. Raises Unreadable."""
    try:
        current = upgrade(payload) if _is_legacy(payload) else payload
        return msgspec.convert(current, Announcement)
    except (msgspec.ValidationError, LookupError, TypeError) as fault:
        raise Unreadable(f"what was to be said cannot be read: {fault}") from fault


def _is_legacy(payload: Json) -> bool:
    """Return whether an earlier version stored this payload."""
    return isinstance(payload, dict) and ("events" in payload or "told" in payload)
