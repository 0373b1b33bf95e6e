"""Hints in words: what each idea does, how much worse it is than the best one, and at most two reasons.

The buttons play the ideas as the buttons of the panel do; that of an offer of trade opens the panel to change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.delivery.compose import CONTENT_LIMIT, fit
from bot.delivery.reason_phrases import LEAST_CERTAIN_GAP, gain_lines, reason_lines
from bot.features.hints.hint_steps import MOST_STEPS, action_words, idea_words, later_steps, step_words
from bot.interactions.custom_ids import join
from bot.interactions.limits import LABEL
from bot.panel.choice_labels import distinct_labels
from bot.panel.layout import MOST_ACTION_CHARACTERS, Panel
from bot.panel.panel_controls import PageButton, WordsButton
from bot.tables import Table
from bot.thinking.ideas import Hint, Idea
from bot.thinking.reasons import LEAST_TOLD_GAP
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action


class DescribedIdea(NamedTuple):
    """An idea in words."""

    name: str
    """Its action in short, as it stands on a button."""
    lines: Sequence[str]
    """The action and its gap, then all else about it."""


def hint_panel(table: Table, texts: Texts, seat: int, hint: Hint) -> Panel:
    """Return the ideas for a seat, best first, after an offer of trade that may be worth trying before."""
    row = table.row
    texts = texts.at(table.game, table.names)
    head = [texts.say("hint.head")]
    if hint.ideas[0].action[0] in table.kind.presentation.follow_ups.completing_verbs:
        # Alone, such an action does not say what it pays for or completes; the question does.
        head.append(texts.message(row.key, table.game.prompt(seat).message, table.names))
    view = discord.ui.View(timeout=None)
    if hint.offer:
        steps = "; ".join(step_words(table, texts, seat, step) for step in hint.made_possible)
        head.append(texts.say("hint.trade", offer=offer_words(table, texts, hint.offer), steps=steps))
        label = within(unformatted(texts.action(row.key, hint.offer, table.names)), LABEL)
        view.add_item(PageButton(row.id, row.version, page=0, words=hint.offer).button(label))
    room = CONTENT_LIMIT - sum(len(line) + 1 for line in head)  # with the ends of lines
    descriptions = _fitting_ideas(table, texts, seat, hint.ideas, room)
    for place, (idea, described) in enumerate(zip(hint.ideas, descriptions, strict=True), 1):
        if _has_button(idea):
            label = within(unformatted(f"{place}. {described.name}"), LABEL)
            view.add_item(WordsButton(row.id, row.version, idea.action).button(label))
    return Panel(fit([*head, *(line for described in descriptions for line in described.lines)]), view)


def describe_ideas(
    table: Table, texts: Texts, seat: int, ideas: Sequence[Idea], most_steps: int = MOST_STEPS
) -> list[DescribedIdea]:
    """Return ideas in words, each with at most so many steps of its turn."""
    key = table.row.key
    names = distinct_labels(texts, table.game, seat, table.names, [idea.action for idea in ideas])
    descriptions = list[DescribedIdea]()
    for place, (idea, name) in enumerate(zip(ideas, names, strict=True), 1):
        # A label that is the plain answer has room for more in the text; one that `distinct_labels` has changed has its
        # effect already.
        is_plain = name == texts.answer(key, table.game, seat, idea.action, table.names)
        action = idea_words(table, texts, seat, idea) if is_plain else name
        first_line = texts.say("hint.idea", place=place, action=action, worth=gap_words(texts, idea, place))
        lines = [later_steps(table, texts, seat, idea, most_steps)]
        if idea.wins:
            lines.append(texts.say("hint.wins"))
        lines += gain_lines(table, texts, idea) if place == 1 else reason_lines(table, texts, idea)
        if len(ideas) == 1 and not (idea.twins or idea.wins or idea.later_actions):
            lines.append(texts.say("hint.nothing_else"))
        lines += _lines_on_others(table, texts, seat, idea)
        descriptions.append(DescribedIdea(name, [first_line, *(f"-# {line}" for line in lines if line)]))
    return descriptions


def gap_words(texts: Texts, idea: Idea, place: int) -> str:
    """Return by what the idea at a place is worse than the best one."""
    if place == 1:
        return texts.say("hint.best")
    if idea.measure == "win":
        return texts.say("hint.no_win")
    if idea.measure == "chances":
        return texts.say("hint.chances")
    if idea.gap >= LEAST_CERTAIN_GAP:
        return texts.say("hint.behind", points=texts.decimal(idea.gap))
    return texts.say("hint.as_good" if idea.gap < LEAST_TOLD_GAP else "hint.hardly")


def offer_words(table: Table, texts: Texts, offer: Action) -> str:
    """Return an offer of trade in words: what for what, to whom."""
    _, given, give, _, wanted, want, *to = offer  # ("offer", "1", "wool", "for", "1", "brick", "to", "seat2")
    given_cards = texts.words(table.row.key, (given, give), table.names)
    wanted_cards = texts.words(table.row.key, (wanted, want), table.names)
    who = texts.words(table.row.key, tuple(to[1:]), table.names) if to else ""
    return texts.say("hint.to_one" if who else "hint.to_all", give=given_cards, get=wanted_cards, player=who)


def _fitting_ideas(table: Table, texts: Texts, seat: int, ideas: Sequence[Idea], room: int) -> list[DescribedIdea]:
    """Return ideas in words, with as many steps each as fit into ``room`` characters, but at least one."""
    for most_steps in range(MOST_STEPS, 0, -1):
        descriptions = [
            described if _has_button(idea) else _with_typed_line(table, texts, idea, described)
            for idea, described in zip(ideas, describe_ideas(table, texts, seat, ideas, most_steps), strict=True)
        ]
        lines = [line for described in descriptions for line in described.lines]
        if sum(len(line) + 1 for line in lines) <= room:  # with the ends of lines
            break
    return descriptions


def _has_button(idea: Idea) -> bool:
    """Return whether a button has room for the action of an idea; otherwise it has to be typed."""
    return len(join(idea.action)) <= MOST_ACTION_CHARACTERS


def _with_typed_line(table: Table, texts: Texts, idea: Idea, described: DescribedIdea) -> DescribedIdea:
    """Add the line with the command that plays an idea."""
    line = f"-# {texts.command('play')} {unformatted(texts.action(table.row.key, idea.action, table.names))}"
    return DescribedIdea(described.name, [*described.lines, line])


def _lines_on_others(table: Table, texts: Texts, seat: int, idea: Idea) -> list[str]:
    """Return the lines on other actions: those with which the turn of an idea could begin as well, and its twins."""
    lines = list[str]()
    for id, actions in (("hint.also_first", idea.beginnings), ("hint.also", idea.twins)):
        moves = [action_words(table, texts, seat, action, in_short=action[0] == idea.action[0]) for action in actions]
        if moves:
            lines.append(texts.say(id, moves=texts.either(moves)))
    return lines
