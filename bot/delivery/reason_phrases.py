"""Texts on why one move is better than another: lines of a hint, parts of sentences in reviews, lessons and results."""

from __future__ import annotations

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import Points, Reason
from bot.wording import Texts

LEAST_CERTAIN_GAP = 0.25
"""Gap in points below which no number is given: another run of the analysis might find the contrary."""


def gain_lines(table: Table, texts: Texts, best: Idea) -> list[str]:
    """Return sentences on the gains of the best idea's turn."""
    lines = list[str]()
    if best.gained_points:
        lines.append(texts.say("hint.points", **_points_arguments(table, texts, best.gained_points)))
    if best.kept_hand:
        lines.append(texts.message(table.row.key, best.kept_hand, table.names))
    if best.gains:
        lines.append(texts.say("hint.gains", reasons="; ".join(_phrase(table, texts, gain) for gain in best.gains)))
    return lines


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return sentences on why the best idea is better than ``idea``, its rival, and on what the rival has instead."""
    lines = list[str]()
    if idea.points_ahead_at_once:
        # The text says what the rival has more.
        rival_points = tuple(
            (source, None if points is None else -points) for source, points in idea.points_ahead_at_once
        )
        lines.append(texts.say("hint.points_beside", **_points_arguments(table, texts, rival_points)))
    for_the_best = [_phrase(table, texts, reason) for reason in idea.reasons if reason.weight > 0]
    if for_the_best:
        lines.append(texts.say("hint.better", reasons="; ".join(for_the_best)))
    for_the_rival = [_phrase(table, texts, reason) for reason in idea.reasons if reason.weight < 0]
    if for_the_rival:
        lines.append(texts.say("hint.instead", reasons="; ".join(for_the_rival)))
    # Nothing that is told speaks for the best idea; if another measure than points does, `gap_words` says so.
    if idea.measure == "points" and idea.total_ahead <= 0 and not for_the_best:
        lines.append(texts.say("hint.outlook" if idea.gap >= LEAST_CERTAIN_GAP else "hint.even"))
    return lines


def better_phrases(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return phrases on why the best idea is better than ``idea``; empty if no single difference stands out."""
    phrases = [texts.say("hint.points_more", n=idea.total_ahead)] if idea.total_ahead > 0 else []
    return phrases + [_phrase(table, texts, reason) for reason in idea.reasons if reason.weight > 0]


def _points_arguments(table: Table, texts: Texts, points_by_source: Points) -> dict[str, str | list[str]]:
    """Return the arguments of a sentence on points: their total, and the points by source, the most first."""
    largest_first = sorted(points_by_source, key=lambda source_points: -abs(source_points[1] or 0))
    parts = [f"{texts.source(table.row.key, source)} {_signed(points)}" for source, points in largest_first]
    return {"total": _signed(sum(points or 0 for _, points in points_by_source)), "sources": ", ".join(parts)}


def _signed(points: int | None) -> str:
    if points is None:
        return "?"
    return f"{points:+d}".replace("-", "−") if points else "±0"


def _phrase(table: Table, texts: Texts, reason: Reason) -> str:
    """Return a reason in the units of the game, or only its subject if the advantage depends on what is hidden."""
    key = table.row.key
    if reason.advantage is None:
        return texts.say("hint.unknown", subject=texts.say(f"{key}.subject.{reason.subject}"))
    phrase = texts.message(key, reason.advantage, table.names)
    return texts.say("hint.at_least", reason=phrase) if reason.is_least else phrase
