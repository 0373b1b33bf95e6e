"""Reasons why one move is better than another, in words: in hints, reviews, lessons and the message of the end."""

from __future__ import annotations

from itertools import groupby

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import LEAST_POINTS, Reason
from bot.wording import Texts

HARDLY = 0.25
"""Points: what is worse by fewer is told without a number, since another day might say the contrary."""


def best_lines(table: Table, texts: Texts, best: Idea) -> list[str]:
    """Return what the turn of the best idea brings, in sentences."""
    lines = list[str]()
    if best.points:
        lines.append(texts.say("hint.points", **_points(table, texts, best)))
    lines += [_phrase(table, texts, kept) for kept in best.gains if not kept.weight]
    weighed = [reason for reason in best.gains if reason.weight]
    for is_shared, gains in groupby(weighed, key=lambda reason: reason.is_shared):
        id = "hint.gains_alike" if is_shared else "hint.gains"
        lines.append(texts.say(id, reasons="; ".join(_phrase(table, texts, gain) for gain in gains)))
    return lines


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, and what the other one has instead, in sentences."""
    lines = list[str]()
    if idea.points:
        lines.append(texts.say("hint.points_beside", **_points(table, texts, idea)))
    for id, sign in (("hint.better", 1), ("hint.instead", -1)):
        if side := [reason for reason in idea.reasons if reason.weight * sign > 0]:
            lines.append(texts.say(id, reasons="; ".join(_phrase(table, texts, reason) for reason in side)))
    if idea.is_doubtful and idea.gap >= LEAST_POINTS:
        lines.append(texts.say("hint.estimate"))
    elif idea.lacks == "points" and idea.gap >= HARDLY and not idea.is_explained:
        lines.append(texts.say("hint.outlook"))
    elif idea.lacks == "points" and not idea.points and not idea.is_explained:
        lines.append(texts.say("hint.even"))
    return lines


def better_phrases(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, in phrases; empty: no single thing makes the difference."""
    points = -sum(points for _, points in idea.points)
    phrases = [texts.say("hint.points_more", n=points)] if points > 0 else []
    return phrases + [_phrase(table, texts, reason) for reason in idea.reasons if reason.weight > 0]


def _points(table: Table, texts: Texts, idea: Idea) -> dict[str, str | list[str]]:
    """Return the points of an idea in all and by source, with their signs."""
    ordered = sorted(idea.points, key=lambda counted: -abs(counted[1]))
    parts = [f"{texts.source(table.row.key, source)} {_signed(points)}" for source, points in ordered]
    return {"total": _signed(sum(points for _, points in idea.points)), "sources": ", ".join(parts)}


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "±0"


def _phrase(table: Table, texts: Texts, reason: Reason) -> str:
    """Return a difference in the units of the game; what nobody knows yet is said to be so."""
    key = table.row.key
    if reason.thing is None:
        return texts.say("hint.unknown", subject=texts.say(f"{key}.subject.{reason.subject}"))
    return texts.message(key, reason.thing, table.names)
