"""Texts about a person's private notes at a table: their lines and their plan."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Table
from bot.tables.table_notes import NoteLine, Plan, StopReason
from bot.wording import Texts
from bot.wording.escaping import plain
from engines.record import parse

MOST_ON_TOP = 3
"""The largest number of lines at the top of a panel."""


def on_top(table: Table, texts: Texts, lines: Sequence[NoteLine]) -> str:
    """Return the newest lines for the top of a panel."""
    return "\n".join(note_line(table, texts, line) for line in lines[-MOST_ON_TOP:])


def note_line(table: Table, texts: Texts, line: NoteLine) -> str:
    return texts.say("note.line", turn=texts.turn_name(table.row.key, line.turn), text=plain(line.text))


def either_move(table: Table, alternatives: Sequence[str], texts: Texts) -> str:
    """Return a planned move with its alternatives in words."""
    texts = texts.at(table.game, table.names)
    phrases = [texts.action(table.row.key, parse(words), table.names) for words in alternatives]
    return (
        phrases[0]
        if len(phrases) == 1
        else texts.say("panel.plan_either", first=phrases[0], others=texts.alternatives(phrases[1:]))
    )


def plan_state(table: Table, plan: Plan, texts: Texts) -> str:
    """Return the sentence that says whether a plan will be carried out, and if not, why."""
    if plan.stopped is None:
        return texts.say("panel.plan_goes_on")
    stopped = plan.stopped
    key = table.row.key
    texts = texts.at(table.game, table.names)
    if stopped.why is StopReason.NONE_FITS and plan.wishes:
        return texts.say("panel.plan_stopped.no_wish_fits")
    if stopped.condition is None:
        return texts.say(f"panel.plan_stopped.{stopped.why}")
    condition = texts.message(key, stopped.condition, table.names)
    if stopped.now is None:
        return texts.say("panel.plan_stopped.condition", condition=condition)
    now = texts.message(key, stopped.now, table.names)
    return texts.say("panel.plan_stopped.condition_now", condition=condition, now=now)


def plan_note(table: Table, plan: Plan, texts: Texts) -> str:
    """Return the line about a person's plan in their move panel."""
    following = either_move(table, plan.decisions[0], texts)
    return texts.say("panel.plan_note", action=following, state=plan_state(table, plan, texts))
