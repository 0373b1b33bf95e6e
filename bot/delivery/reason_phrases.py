"""Reasons why one move is better than another, in words: in hints, reviews, lessons and the message of the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import EXPLAINED_SHARE, Reason, shown_sum
from bot.wording import Texts

HARDLY = 0.25
"""Points: what is worse by fewer is told without a number, since another day might say the contrary."""
EXCESS = 2.0
"""Points by which reasons that add up to more than twice the gap seem to contradict it."""


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, and what the other one has instead, in sentences."""
    lines = list[str]()
    for id in ("hint.better", "hint.better_later", "hint.instead", "hint.instead_later", "hint.sooner"):
        side = [reason for reason in idea.reasons if _sentence(reason) == id]
        if side:
            lines.append(texts.say(id, reasons=listed(table, texts, side)))
    explained = shown_sum(idea.reasons)
    if idea.lacks == "points" and idea.gap >= HARDLY and explained < EXPLAINED_SHARE * idea.gap:
        id = "hint.rest" if lines else "hint.no_reason"
        lines.append(texts.say(f"{id}_later" if idea.is_judged_later else id))
    if explained > 2 * idea.gap + EXCESS and not any(reason.is_passing for reason in idea.reasons):
        lines.append(texts.say("hint.made_up"))
    return lines


def _sentence(reason: Reason) -> str:
    """Return the id of the sentence in which a reason is told."""
    if reason.is_passing:
        return "hint.sooner"
    id = "hint.better" if reason.weight > 0 else "hint.instead"
    return f"{id}_later" if reason.is_later else id


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
