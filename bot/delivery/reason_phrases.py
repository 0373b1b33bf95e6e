"""Reasons why one move is better than another, in words: in hints, reviews, lessons and the message of the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.thinking.reasons import Reason, exceed, explains
from bot.wording import Texts
from engines import Message

HARDLY = 0.25
"""Points: what is worse by fewer is told without a number, since another day might say the contrary."""


def reason_lines(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return why the best idea is better than another one, and what the other one has instead, in sentences."""
    lines = list[str]()
    for id in ("hint.better", "hint.better_later", "hint.instead", "hint.instead_later", "hint.sooner"):
        side = [reason for reason in idea.reasons if _sentence(reason) == id]
        if side:
            lines.append(texts.say(id, reasons=listed(table, texts, side)))
    if idea.lacks == "points" and idea.gap >= HARDLY and not explains(idea.reasons, idea.gap):
        id = "hint.rest" if lines else "hint.no_reason"
        lines.append(texts.say(f"{id}_later" if idea.is_judged_later else id))
    if exceed(idea.reasons, idea.gap) and not any(reason.is_passing for reason in idea.reasons):
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
    thing = _thing(table, texts, reason.thing)
    return texts.say("hint.with_points", thing=thing, points=points) if points else thing


def _thing(table: Table, texts: Texts, thing: Message) -> str:
    """Return what a position has; of listed cards that have one name it is said which."""
    key = table.row.key
    args = texts.arguments(key, thing.args, table.names)
    for name, words in thing.args.items():
        if isinstance(words, list) and any(texts.has(f"{key}.as.card.{word}") for word in words):
            args[name] = [card_name(texts, key, word) for word in words]
    return texts.say(thing.id, **args)


def card_name(texts: Texts, key: str, card: str) -> str:
    """Return the name of a card, with what tells it from others of that name."""
    apart = f"{key}.as.card.{card}"
    return texts.say(apart) if texts.has(apart) else texts.word(key, card)


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
