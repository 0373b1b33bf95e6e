"""Reasons why one move is better than another, in words: in hints, reviews, lessons and the message of the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import Reason
from bot.wording import Texts

HARDLY = 0.25
"""Points: what is worse by fewer is told without a number, since another day might say the contrary."""


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, and what the other one has instead, in sentences."""
    lines = list[str]()
    for is_better, id in ((True, "hint.better"), (False, "hint.instead")):
        for is_later, suffix in ((False, ""), (True, "_later")):
            side = [
                reason for reason in idea.reasons if (reason.weight > 0) is is_better and reason.is_later is is_later
            ]
            if side:
                lines.append(texts.say(id + suffix, reasons=listed(table, texts, side)))
    if not lines and idea.lacks == "points" and idea.gap >= HARDLY:
        lines.append(texts.say("hint.no_reason_later" if idea.is_judged_later else "hint.no_reason"))
    return lines


def better_phrases(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, in phrases; empty: no single thing makes the difference."""
    return [
        texts.say("hint.by_then", reason=_phrase(table, texts, reason))
        if reason.is_later
        else _phrase(table, texts, reason)
        for reason in idea.reasons
        if reason.weight > 0
    ]


def _phrase(table: Table, texts: Texts, reason: Reason) -> str:
    """Return a difference in the units of the game; what nobody knows yet is said to be so."""
    key = table.row.key
    if not reason.is_known:
        return texts.say("hint.unknown", subject=texts.say(f"{key}.subject.{reason.subject}"))
    points = _points(texts, key, reason.source, reason.points) if reason.points else ""
    if reason.thing is None:
        return points
    thing = texts.message(key, reason.thing, table.names)
    return texts.say("hint.with_points", thing=thing, points=points) if points else thing


def listed(table: Table, texts: Texts, reasons: Sequence[Reason]) -> str:
    """Return reasons in one list, those with most points first."""
    ordered = sorted(reasons, key=lambda reason: -reason.points)
    return "; ".join(_phrase(table, texts, reason) for reason in ordered)


def _points(texts: Texts, key: str, source: str, points: int) -> str:
    """Return how many points more come from a source; of a source that takes points away, how many fewer it takes."""
    if not source:
        return texts.say("hint.points_more", n=points)
    taken = f"{key}.source.{source}.fewer"
    if texts.has(taken):
        return texts.say(taken, n=points)
    return texts.say("hint.points_for", n=points, source=texts.source(key, source))
