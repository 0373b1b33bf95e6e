"""Queued messages of earlier versions, converted to the present form.

Such messages may still wait to be sent, or be needed to continue the board that they posted. They listed what happened:
as ranges of log versions with remarks between them, or as events copied from the log. Now each message covers one range
of log versions.
"""

from __future__ import annotations

from typing import Any

from storage.models import Json

_RANGE = "log"
"""Kind of the entry that represents the events of moves: `after` one version, `until` another one."""
_DERIVED_REMARKS = ("say.planned",)
"""Remarks that now follow from the log."""
_UNDONE_COUNT = "gone"
"""Argument of a remark: the number of events before it that were undone, which the log knows now."""
_REPLACED_FIELDS = ("told", "events", "skipped", "continues")


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
    since = min((event["data"]["after"] for event in ranges), default=version)
    called = _first_version(after, version) if is_update else None
    upgraded = {name: value for name, value in payload.items() if name not in _REPLACED_FIELDS}
    if not all_events:
        covers_log = payload.get("kind") != "notice"
        return upgraded | ({"since": since} if covers_log else {}) | {"called": called}
    remarks = _remarks(before, since, version) + _remarks(after, called or since, version)
    copied = [event for event in all_events if event["kind"] != _RANGE and "." not in event["kind"]]
    return upgraded | {"since": min(since, called or since), "called": called, "remarks": remarks, "copied": copied}


def _are_events(values: Any) -> bool:
    return isinstance(values, list) and all(
        isinstance(value, dict) and isinstance(value.get("kind"), str) for value in values
    )


def _first_version(events: list[Json], version: int) -> int:
    """Return the version after which these events happened."""
    starts = (event["data"]["after"] for event in events if event["kind"] == _RANGE)
    return min(starts, default=version - bool(events))


def _remarks(events: list[Json], since: int, version: int) -> list[Json]:
    """Return the remarks among events, each with the version of the log entry that it precedes."""
    remarks = list[Json]()
    reached = since
    for event in events:
        if event["kind"] == _RANGE:
            reached = event["data"]["until"]
        elif "." in event["kind"] and event["kind"] not in _DERIVED_REMARKS:
            args = {name: value for name, value in event.get("data", {}).items() if name != _UNDONE_COUNT}
            remarks.append({"at": min(reached + 1, version), "message": {"id": event["kind"], "args": args}})
    return remarks
