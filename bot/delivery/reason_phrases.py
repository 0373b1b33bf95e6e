"""Phrases on why one move is better than another, for hints, reviews, lessons and results."""

from __future__ import annotations

from itertools import groupby

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import KEPT, LEAST_POINTS, Reason
from bot.wording import Texts

HARDLY = 0.25
"""Difference in points below which no number is given: another run of the analysis might find the contrary."""


def best_lines(table: Table, texts: Texts, best: Idea) -> list[str]:
    """Return sentences on the gains of the best idea's turn."""
    lines = list[str]()
    if best.points:
        lines.append(texts.say("hint.points", **_points(table, texts, best)))
    lines += [_phrase(table, texts, reason) for reason in best.gains if reason.subject == KEPT]
    weighed = [reason for reason in best.gains if reason.subject != KEPT]
    for is_shared, gains in groupby(weighed, key=lambda reason: reason.is_shared):
        id = "hint.gains_alike" if is_shared else "hint.gains"
        lines.append(texts.say(id, reasons="; ".join(_phrase(table, texts, gain) for gain in gains)))
    return lines


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return sentences on why the best idea is better than ``idea``, and on the advantages of ``idea``."""
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
    """Return phrases on why the best idea is better than ``idea``; empty if no single thing makes the difference."""
    points = -sum(points for _, points in idea.points)
    phrases = [texts.say("hint.points_more", n=points)] if points > 0 else []
    return phrases + [_phrase(table, texts, reason) for reason in idea.reasons if reason.weight > 0]


def _points(table: Table, texts: Texts, idea: Idea) -> dict[str, str | list[str]]:
    """Return the arguments of a sentence on an idea's points: their total, and the points by source."""
    ordered = sorted(idea.points, key=lambda counted: -abs(counted[1]))
    parts = [f"{texts.source(table.row.key, source)} {_signed(points)}" for source, points in ordered]
    return {"total": _signed(sum(points for _, points in idea.points)), "sources": ", ".join(parts)}


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "±0"


def _phrase(table: Table, texts: Texts, reason: Reason) -> str:
    """Return a difference in the units of the game; a subject that is not known yet (hidden cards) is named as such."""
    key = table.row.key
    if reason.thing is None:
        return texts.say("hint.unknown", subject=texts.say(f"{key}.subject.{reason.subject}"))
    return texts.message(key, reason.thing, table.names)
