"""Panels of practice copies and of plans: their texts and components."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated

import discord
from discord import ButtonStyle

from bot.delivery.compose import fit
from bot.interactions.components import Component, Sent, one_of
from bot.interactions.controls import Number
from bot.interactions.custom_ids import LONGEST, join
from bot.interactions.limits import OPTION
from bot.panel.layout import Kit, Panel, move_panel
from bot.panel.offers import PAGE
from bot.panel.panel_controls import SessionKind
from bot.panel.private_notes import either_move, plan_state
from bot.tables import Table
from bot.tables.analysis.practice_tables import PracticeTable, own_decisions
from bot.tables.table_notes import Plan, Practice, PracticeStep
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action, Message
from engines.record import parse

MOST_TOLD = 10
"""The most tried steps that are listed: the last ones."""
PLAN_STYLES = {"go": ButtonStyle.success, "drop": ButtonStyle.danger}
OWN_ROW = 3
"""The row of the buttons for trying and planning, below the choices."""
TRYING = ("back", "over", "turn", "instead", "keep", "plan", "try")
"""Verbs of buttons for trying.

back: undo the last step; over: start again; turn: let the others decide until the player's own turn; instead: choose
an alternative to the last step; keep: make the steps a plan; plan: show the plan; try: show the practice copy.
"""
PLANNING = ("go", "wait", "wishes", "strict", "drop")
"""Verbs of buttons for a plan.

go: resume it; wait: stop it; wishes: skip moves that are not possible; strict: stop at such a move; drop: delete it.
"""
EDITING = ("first", "remove", "if")
"""Verbs of selects for a plan: move a decision to the front, remove one, set the conditions of the plan."""


class OfNotes(Component):
    """A base of components that belong to a revision of a person's notes (tried moves and plans) about a table."""

    game_id: Number
    revision: Number


class TryButton(OfNotes, id="pt:T:{game_id}:{revision}:{what}"):
    """The button that changes the tried steps or shows another panel."""

    what: Annotated[str, one_of(TRYING)]


class PlanButton(OfNotes, id="pt:N:{game_id}:{revision}:{what}"):
    """The button that changes the person's plan."""

    what: Annotated[str, one_of(PLANNING)]


class PlanSelect(OfNotes, id="pt:E:{game_id}:{revision}:{what}"):
    """The select that changes one move of the person's plan, or its conditions."""

    what: Annotated[str, one_of(EDITING)]


def kit(revision: int, viewer: int | None) -> Kit:
    """Return the kit that creates the components of a practice copy's panel."""
    return Kit(revision, SessionKind.PRACTICE, viewer)


def try_panel(
    copy: PracticeTable,
    practice: Practice,
    texts: Texts,
    revision: int,
    *,
    plan: Plan | None = None,
    prefix: Action = (),
    page: int = 0,
    heading: str = "",
    alternatives: Sequence[Action] = (),
) -> Panel:
    """Return the panel of a practice copy: the tried steps, the question, the choices.

    Args:
        copy: The practice copy.
        practice: The tried steps.
        texts: The texts in the person's language.
        revision: The revision of the person's notes.
        plan: The person's plan, if there is one.
        prefix: The words of an action that are already chosen.
        page: The page of the choices.
        heading: The first line.
        alternatives: The alternatives to the last step, if the person is choosing one.
    """
    table = copy.table
    seat = copy.deciding
    texts = texts.at(table.game, table.names)
    heading_text = "\n".join(filter(None, [heading, *_step_lines(table, practice, texts)]))
    if seat is not None and seat != copy.viewer:
        heading_text += "\n" + texts.say("panel.tried_for", name=texts.player(table.names, seat))
    if practice.choosing:
        panel = _instead_panel(copy, practice, texts, revision, heading_text, alternatives)
    elif seat is not None:
        panel = move_panel(table, seat, texts, None, prefix, page, heading_text, kit=kit(revision, copy.viewer))
    else:
        line = "panel.over"
        if copy.is_revealing:
            line = "panel.tried_reveals"
        panel = Panel(fit(heading_text.split("\n"), [texts.say(line)]), discord.ui.View(timeout=None))
    for button in _buttons(copy, practice, texts, revision, plan):
        button.row = OWN_ROW
        panel.view.add_item(button)
    return panel


def _step_lines(table: Table, practice: Practice, texts: Texts) -> list[str]:
    lines = [texts.say("panel.trying")]
    first = max(0, len(practice.steps) - MOST_TOLD)
    lines += [
        f"{number}. {texts.player(table.names, step.seat)}: {either_move(table, step.words, texts)}"
        for number, step in enumerate(practice.steps[first:], first + 1)
    ]
    return lines


def _instead_panel(
    copy: PracticeTable,
    practice: Practice,
    texts: Texts,
    revision: int,
    heading_text: str,
    alternatives: Sequence[Action],
) -> Panel:
    table = copy.table
    last: PracticeStep = practice.steps[-1]
    view = discord.ui.View(timeout=None)
    fitting = [action for action in alternatives if len(join(action)) <= LONGEST]
    visible_actions = fitting[: OWN_ROW * PAGE]  # the selects fill the rows above the buttons
    placeholder = texts.say("panel.choose")
    for place, start in enumerate(range(0, len(visible_actions), PAGE)):
        options = [
            discord.SelectOption(
                label=within(unformatted(texts.action(table.row.key, action, table.names)), OPTION), value=join(action)
            )
            for action in visible_actions[start : start + PAGE]
        ]
        component = kit(revision, copy.viewer).select(table.row.id, place)
        view.add_item(component.select(options, placeholder))
    question_id = "panel.instead" if fitting else "panel.instead_none"
    tried_action = parse(last.words[0])  # the other entries are alternatives to it
    lines = [texts.say(question_id, action=texts.action(table.row.key, tried_action, table.names))]
    return Panel(fit(heading_text.split("\n"), lines), view)


def _buttons(copy: PracticeTable, practice: Practice, texts: Texts, revision: int, plan: Plan | None) -> list[Sent]:
    viewer = copy.viewer
    game_id = copy.table.row.id
    verbs = []
    if practice.steps:
        verbs.append("back")
    if len(practice.steps) > 1 and not practice.choosing:
        verbs.append("over")
    if viewer is not None and not practice.choosing:
        if copy.deciding not in (None, viewer):
            verbs.append("turn")
        elif practice.steps and practice.steps[-1].seat == viewer:
            verbs.append("instead")
        if own_decisions(practice, viewer):
            verbs.append("keep")
        if plan:
            verbs.append("plan")
    return [_try(game_id, revision, verb, texts) for verb in verbs]


def _try(game_id: int, revision: int, verb: str, texts: Texts) -> Sent:
    style = ButtonStyle.success if verb == "keep" else ButtonStyle.secondary
    return TryButton(game_id, revision, verb).button(texts.say(f"button.try_{verb}"), style)


def mark_of(fact: Message) -> str:
    """Return a short digest that identifies a fact in the values of a select.

    Its place in the list would not do: the facts may change while the panel is open.
    """
    return hashlib.blake2b(repr((fact.id, sorted(fact.args.items()))).encode(), digest_size=8).hexdigest()


def plan_panel(table: Table, seat: int, plan: Plan | None, texts: Texts, revision: int, heading: str = "") -> Panel:
    """Return the panel of a player's plan, with components to change it."""
    view = discord.ui.View(timeout=None)
    row = table.row
    texts = texts.at(table.game, table.names)
    lines = [texts.say("panel.plan") if plan else no_plan(table, texts)]
    if plan is None:
        view.add_item(_try(row.id, revision, "try", texts))
        return Panel(fit(heading.split("\n"), lines), view)
    lines += [
        f"{number}. {either_move(table, alternatives, texts)}" for number, alternatives in enumerate(plan.decisions, 1)
    ]
    lines.append(texts.say("panel.plan_wishes" if plan.wishes else "panel.plan_strict"))
    if plan.conditions:
        phrases = [texts.message(row.key, condition, table.names) for condition in plan.conditions]
        lines.append(texts.say("panel.plan_only_if", conditions=phrases))
    lines.append(plan_state(table, plan, texts))
    for select in _selects(table, seat, plan, texts, revision):
        view.add_item(select)
    verbs = ["wait" if plan.stopped is None else "go", "strict" if plan.wishes else "wishes", "drop"]
    for verb in verbs:
        style = PLAN_STYLES.get(verb, ButtonStyle.secondary)
        view.add_item(PlanButton(row.id, revision, verb).button(texts.say(f"button.plan_{verb}"), style))
    view.add_item(_try(row.id, revision, "try", texts))
    return Panel(fit(heading.split("\n"), lines), view)


def no_plan(table: Table, texts: Texts) -> str:
    """Return the sentence that there is no plan, with an example of a plan for this game."""
    return texts.say("panel.no_plan", example=texts.say(f"{table.row.key}.plan_example"))


def _selects(table: Table, seat: int, plan: Plan, texts: Texts, revision: int) -> list[Sent]:
    key = table.row.key
    names = table.names
    row = table.row
    moves = [
        discord.SelectOption(
            label=within(f"{number + 1}. {unformatted(texts.action(key, parse(words), names))}", OPTION),
            value=f"{number}.{place}",
        )
        for number, alternatives in enumerate(plan.decisions)
        for place, words in enumerate(alternatives)
    ][:PAGE]
    selects = []
    if facts := plan.facts(table.game, seat)[:PAGE]:
        options = [
            discord.SelectOption(
                label=within(unformatted(texts.message(key, fact, names)), OPTION),
                value=mark_of(fact),
                default=fact in plan.conditions,
            )
            for fact in facts
        ]
        question = texts.say("panel.plan_if")
        select = PlanSelect(row.id, revision, "if").select(options, question, min_values=0, max_values=len(options))
        selects.append(select)
    if len(moves) > 1:
        selects += [
            PlanSelect(row.id, revision, verb).select(moves, texts.say(f"panel.plan_{verb}"))
            for verb in ("first", "remove")
        ]
    return selects
