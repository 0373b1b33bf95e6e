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
from bot.thinking.reasons import LEAST_POINTS
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
    view = discord.ui.View(timeout=None)
    if hint.offer:
        steps = "; ".join(step_words(table, texts, seat, step) for step in hint.made_possible)
        head.append(texts.say("hint.trade", offer=offer_words(table, texts, hint.offer), steps=steps))
        label = within(unformatted(texts.action(row.key, hint.offer, table.names)), LABEL)
        view.add_item(PageButton(row.id, row.version, page=0, words=hint.offer).button(label))
    room = CONTENT_LIMIT - sum(len(line) + 1 for line in head)  # with the ends of lines
    described = _fitting_ideas(table, texts, seat, hint.ideas, room)
    for place, (idea, words) in enumerate(zip(hint.ideas, described, strict=True), 1):
        if _has_button(idea):
            label = within(unformatted(f"{place}. {words.name}"), LABEL)
            view.add_item(WordsButton(row.id, row.version, idea.action).button(label))
    return Panel(fit([*head, *(line for words in described for line in words.lines)]), view)


def describe_ideas(
    table: Table, texts: Texts, seat: int, ideas: Sequence[Idea], most_steps: int = MOST_STEPS
) -> list[DescribedIdea]:
    """Return ideas in words, each with at most so many steps of its turn."""
    key = table.row.key
    names = distinct_labels(texts, table.game, seat, table.names, [idea.action for idea in ideas])
    described = list[DescribedIdea]()
    for place, (idea, name) in enumerate(zip(ideas, names, strict=True), 1):
        # `distinct_labels` adds the effect to labels that would be equal; those are complete and stay as they are.
        is_plain = name == texts.answer(key, table.game, seat, idea.action, table.names)
        action = idea_words(table, texts, seat, idea) if is_plain else name
        first_line = texts.say("hint.idea", place=place, action=action, worth=gap_words(texts, idea, place))
        lines = [later_steps(table, texts, seat, idea, most_steps)]
        if idea.wins:
            lines.append(texts.say("hint.wins"))
        lines += gain_lines(table, texts, idea) if place == 1 else reason_lines(table, texts, idea)
        if len(ideas) == 1 and not (idea.twins or idea.wins or idea.later_actions):
            lines.append(texts.say("hint.nothing_else"))
        lines += _twin_lines(table, texts, seat, idea)
        described.append(DescribedIdea(name, [first_line, *(f"-# {line}" for line in lines if line)]))
    return described


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
    return texts.say("hint.as_good" if idea.gap < LEAST_POINTS else "hint.hardly")


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
        described = [
            words if _has_button(idea) else DescribedIdea(words.name, [*words.lines, _typed_line(table, texts, idea)])
            for idea, words in zip(ideas, describe_ideas(table, texts, seat, ideas, most_steps), strict=True)
        ]
        if sum(len(line) + 1 for words in described for line in words.lines) <= room:  # with the ends of lines
            break
    return described


def _has_button(idea: Idea) -> bool:
    """Return whether a button has room for the action of an idea; otherwise it has to be typed."""
    return len(join(idea.action)) <= MOST_ACTION_CHARACTERS


def _typed_line(table: Table, texts: Texts, idea: Idea) -> str:
    """Return the line with the command that plays an idea."""
    return f"-# {texts.command('play')} {unformatted(texts.action(table.row.key, idea.action, table.names))}"


def _twin_lines(table: Table, texts: Texts, seat: int, idea: Idea) -> list[str]:
    """Return the lines on the twins of an idea: those that its turn takes later, and those that replace its action."""
    lines = list[str]()
    for id, is_later in (("hint.also_first", True), ("hint.also", False)):
        twins = [twin for twin in idea.twins if (twin in idea.later_actions) is is_later]
        moves = [action_words(table, texts, seat, twin, in_short=twin[0] == idea.action[0]) for twin in twins]
        if moves:
            lines.append(texts.say(id, moves=texts.either(moves)))
    return lines
