"""What is stored may be missing, damaged, or of another version.

What cannot be read is as if it were not there. Messages of earlier versions that still wait, or stand under a board,
kept what happened in lists, as windows on the log with remarks between them, or copied from it; now each is one window.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from storage.models import Json

Kind = TypeVar("Kind")
Default = TypeVar("Default")

_WINDOW = "log"
"""The kind of what stood for the events of moves: ``after`` one version, ``until`` another one."""
_DERIVED = ("say.planned",)
"""Remarks that now follow from the log."""
_GONE = "gone"
"""In a remark: how many of the events before it did not hold any more, which the log knows."""


def readable(stored: object, kind: type[Kind], otherwise: Default) -> Kind | Default:
    """Return what is stored, as a record of this kind; ``otherwise`` where it is none."""
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError:
        return otherwise


def is_older(payload: Json) -> bool:
    """Whether a message of an earlier version has this payload."""
    return isinstance(payload, dict) and ("events" in payload or "told" in payload)


def as_now(payload: Json) -> Json:
    """The payload as it would be stored now. Raises TypeError or LookupError for what makes no sense."""
    led_to, events, version = payload.get("told", []), payload.get("events", []), payload.get("version")
    if not (_are_events(led_to) and _are_events(events) and isinstance(version, int)):
        raise TypeError(f"no events: {led_to!r}, {events!r}, of version {version!r}")
    updates, skipped = payload.get("kind") == "board", payload.get("skipped", 0)
    before, after = (led_to[skipped:], events) if updates else (events[skipped:], [])
    told = [event for event in (*before, *after) if event["kind"] == _WINDOW]
    since = min((window["data"]["after"] for window in told), default=version)
    called = _begins(after, version) if updates else None
    kept = {name: value for name, value in payload.items() if name not in ("told", "events", "skipped", "continues")}
    if not (before or after):
        return kept | ({"since": since} if payload.get("kind") != "notice" else {}) | {"called": called}
    remarks = _remarks(before, since, version) + _remarks(after, called or since, version)
    copied = [event for event in (*before, *after) if event["kind"] != _WINDOW and "." not in event["kind"]]
    return kept | {"since": min(since, called or since), "called": called, "remarks": remarks, "copied": copied}


def _are_events(found: Any) -> bool:
    return isinstance(found, list) and all(
        isinstance(each, dict) and isinstance(each.get("kind"), str) for each in found
    )


def _begins(events: list[Json], version: int) -> int:
    """The version behind which these events happened."""
    return min((event["data"]["after"] for event in events if event["kind"] == _WINDOW), default=version - bool(events))


def _remarks(events: list[Json], since: int, version: int) -> list[Json]:
    """The remarks among events behind a version, each with that of the entry before which it stands."""
    found, reached = list[Json](), since
    for event in events:
        if event["kind"] == _WINDOW:
            reached = event["data"]["until"]
        elif "." in event["kind"] and event["kind"] not in _DERIVED:
            said = {name: value for name, value in event.get("data", {}).items() if name != _GONE}
            found.append({"at": min(reached + 1, version), "message": {"id": event["kind"], "args": said}})
    return found
