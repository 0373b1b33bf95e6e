"""/hint: what the strong player would do, for a person who is to decide.

An idea is put into words by its action and the steps that follow in its turn. A *step* is here an action together with
the actions that complete it (its payments, what is chosen for it): ``FollowUps.steps`` groups the actions of a turn so.
An idea is *settled* if its turn is the same whatever is hidden.

Several methods of ``Texts`` put an action into words:

- ``step``: clear without the question that the action answers; empty if the game has no such text for it.
- ``answer``: as an answer to the present question, as on a button.
- ``action``: whatever the question is.
- ``words``: the words of the action one by one, such as "2 wool".

The panel says how much worse each idea is than the best one, with at most two reasons. Its buttons play the ideas as
the buttons of the move panel do; that of an offer of trade opens the panel to change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import discord
from discord import app_commands

from bot.delivery.compose import CONTENT_LIMIT, fit
from bot.delivery.reason_phrases import LEAST_CERTAIN_GAP, gain_lines, reason_lines
from bot.features.table_option import everywhere, table_about, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import on_press
from bot.interactions.custom_ids import join
from bot.interactions.faults import RefusedByRules
from bot.interactions.limits import LABEL
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel
from bot.panel.choice_labels import distinct_labels
from bot.panel.layout import MOST_ACTION_CHARACTERS, Panel
from bot.panel.panel_controls import HintButton, PageButton, WordsButton
from bot.panel.presenter import present
from bot.tables import Refused, Table
from bot.tables.analysis import hint_search
from bot.thinking.ideas import Hint, Idea
from bot.thinking.reasons import LEAST_TOLD_GAP
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action, Message
from engines.presentation import FollowUps
from engines.spoken import FOR

MOST_EFFECT_CHARACTERS = 90
"""Characters of a price or an effect that is shown with an action; a longer one is left out."""
MOST_STEPS = 16
"""Steps of a turn that are named, if there is room for them."""


def idea_words(table: Table, texts: Texts, seat: int, idea: Idea) -> str:
    """Return the action of an idea, clear without its question, with its price or effect.

    A trade with the bank is told with what it takes in return.
    """
    key = table.row.key
    follow_ups = table.kind.presentation.follow_ups
    first_step = follow_ups.steps(idea.actions)[0]
    if _is_trade_with_settled_return(follow_ups, first_step, idea):
        return step_words(table, texts, seat, first_step)
    words = texts.step(key, idea.action, table.names) or texts.answer(key, table.game, seat, idea.action, table.names)
    effect_words = _effect_words(table, texts, seat, idea.action)
    if not effect_words:
        return words
    if not table.game.places().keys().isdisjoint(idea.action):  # brackets after a place would be about the place alone
        return f"{words}: {effect_words}"
    if words.endswith(")"):  # the effect goes into the brackets that are there: "Take a tile (die 1; 1 worker)"
        return f"{words[:-1]}; {effect_words})"
    return f"{words} ({effect_words})"


def later_steps(table: Table, texts: Texts, seat: int, idea: Idea, most_steps: int = MOST_STEPS) -> str:
    """Return the line on what is played after the action of an idea; empty if nothing is worth a word.

    How the turn ends is left out.
    """
    presentation = table.kind.presentation
    actions = presentation.without_endings(idea.later_actions)
    first_step, *other_steps = presentation.follow_ups.steps((idea.action, *actions))
    parts = [
        *_completions(table, texts, seat, idea, first_step),
        *(step_words(table, texts, seat, step) for step in other_steps),
    ]
    counts = [(part, len([*repetitions])) for part, repetitions in groupby(parts)]
    steps = [f"{count}× {part}" if count > 1 else part for part, count in counts]
    # A game may have a text for an action after which nothing is done, such as going to a rondel field without using
    # it.
    nothing_id = f"{table.row.key}.nothing.{idea.action[0]}"
    if not steps and texts.has(nothing_id):
        steps = [texts.say(nothing_id)]
    if not steps:
        return ""
    if len(steps) > most_steps:
        steps = [*steps[:most_steps], "…"]
    return texts.say("hint.then" if idea.is_settled else "hint.perhaps", steps="; ".join(steps))


def step_words(table: Table, texts: Texts, seat: int, step: Sequence[Action]) -> str:
    """Return a step with what is chosen for it, but without its payments; a trade with what it takes in return."""
    key = table.row.key
    follow_ups = table.kind.presentation.follow_ups
    unpaid = [action for action in step if action[0] not in follow_ups.payments]
    first, *choices = unpaid or step  # a step may be nothing but a payment
    if follow_ups.is_trade_choice(first, step[-1]):
        return texts.action(key, (*first, FOR, *step[-1][1:]), table.names)
    words = [f"({texts.action(key, choice, table.names)})" for choice in choices]
    return " ".join([action_words(table, texts, seat, first), *words])


def action_words(table: Table, texts: Texts, seat: int, action: Action, *, in_short: bool = False) -> str:
    """Return an action in words that are clear without the question, or ``in_short`` next to an action of its kind.

    Of cards with the same name it says which one is meant.
    """
    key = table.row.key
    clear_words = "" if in_short else texts.step(key, action, table.names)
    words = clear_words or texts.answer(key, table.game, seat, action, table.names)
    for word in action[1:]:
        distinct_name = f"{key}.as.card.{word}"
        if texts.has(distinct_name):
            words = words.replace(texts.word(key, word), texts.say(distinct_name), 1)
    return words


def _is_trade_with_settled_return(follow_ups: FollowUps, first_step: Sequence[Action], idea: Idea) -> bool:
    """Return whether an idea begins with a trade with the bank that takes the same in return whatever is hidden."""
    return idea.is_settled and follow_ups.is_trade_choice(first_step[0], first_step[-1])


def _effect_words(table: Table, texts: Texts, seat: int, action: Action) -> str:
    """Return the price or effect that the game names for an action; empty if there is none or it is too long."""
    effect = table.game.hint(seat, action)  # not a hint of this package: the price or gain of one action
    if effect is None:
        return ""
    id = f"{effect.id}.long" if texts.has(f"{effect.id}.long") else effect.id
    words = texts.message(table.row.key, Message(id, effect.args), table.names)
    return words if len(words) <= MOST_EFFECT_CHARACTERS else ""


def _completions(table: Table, texts: Texts, seat: int, idea: Idea, first_step: Sequence[Action]) -> Iterator[str]:
    """Yield the words for the actions that complete the action of an idea.

    How a step is paid for goes without saying, unless the idea is itself a payment.
    """
    follow_ups = table.kind.presentation.follow_ups
    if _is_trade_with_settled_return(follow_ups, first_step, idea):
        return
    is_payment = idea.action[0] in follow_ups.payments
    for action in first_step[1:]:
        if action[0] in follow_ups.payments and not is_payment:
            continue
        if action[0] in follow_ups.choices:
            yield texts.say("hint.choose", choice=texts.action(table.row.key, action, table.names))
        else:
            # What is left completes the action visibly: cards taken with a played card, the return of an unsettled
            # trade; or, if the idea is a payment itself, further payments.
            yield step_words(table, texts, seat, (action,))


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
    for place, (idea, label) in enumerate(zip(ideas, names, strict=True), 1):
        # A label that is the plain answer has room for more in the text; one that `distinct_labels` has changed has its
        # effect already.
        is_plain = label == texts.answer(key, table.game, seat, idea.action, table.names)
        action = idea_words(table, texts, seat, idea) if is_plain else label
        first_line = texts.say("hint.idea", place=place, action=action, worth=gap_words(texts, idea, place))
        lines = [later_steps(table, texts, seat, idea, most_steps)]
        if idea.wins:
            lines.append(texts.say("hint.wins"))
        lines += gain_lines(table, texts, idea) if place == 1 else reason_lines(table, texts, idea)
        if len(ideas) == 1 and not (idea.twins or idea.wins or idea.later_actions):
            lines.append(texts.say("hint.nothing_else"))
        lines += _lines_on_others(table, texts, seat, idea)
        descriptions.append(DescribedIdea(label, [first_line, *(f"-# {line}" for line in lines if line)]))
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
    _, given_count, given_kind, _, wanted_count, wanted_kind, *addressee = (
        offer  # ("offer", "1", "wool", "for", "1", "brick", "to", "seat2")
    )
    given_cards = texts.words(table.row.key, (given_count, given_kind), table.names)
    wanted_cards = texts.words(table.row.key, (wanted_count, wanted_kind), table.names)
    addressee_name = texts.words(table.row.key, tuple(addressee[1:]), table.names) if addressee else ""
    return texts.say(
        "hint.to_one" if addressee_name else "hint.to_all", give=given_cards, get=wanted_cards, player=addressee_name
    )


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
            lines.append(texts.say(id, moves=texts.alternatives(moves)))
    return lines


@app_commands.command(name=name("hint"), description=description("hint"))
@with_table()
@everywhere
async def hint(interaction: Interaction, table: int | None = None) -> None:
    await show_hint(interaction, await table_about(interaction, table))


@on_press(HintButton, reply=Reply.BESIDE)
async def show_hint_beside(interaction: Interaction, button: HintButton) -> None:
    """Show the hint in a message of its own; the panel stays."""
    await show_hint(interaction, await services_of(interaction).tables.table(button.game_id))


async def show_hint(interaction: Interaction, table: Table) -> None:
    """Think about what the person might do, and show it."""
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    seat = seat_asking(table, interaction.user.id)
    hint_for_seat = await hint_search.find_hint(table, seat)
    current = await tables.table(table.row.id)  # it may have been deleted, paused or played on meanwhile
    current.check_not_paused()
    if current.row.version != table.row.version and not still_asked(table, current, seat, interaction.user.id):
        await show_panel(interaction, table.row.id, heading=texts.say("error.moved_on"))
        return
    if not hint_for_seat.ideas:
        raise Refused("error.no_hint")
    await present(interaction, current, hint_panel(current, texts, seat, hint_for_seat))


def seat_asking(table: Table, user_id: int) -> int:
    """Return the seat for which a person asks. Raises Refused if there is no hint for this person, with the reason."""
    seat = table.own_seat(user_id)
    table.check_not_paused()
    if not table.is_running:
        raise Refused(table.not_running_reason)
    # Where hints are off, that is the reason to give, even to somebody who has no decision.
    if table.row.hints and seat not in table.game.to_act:
        raise RefusedByRules(table.game.not_asked(seat), table.row.key, table.names)
    refusal = hint_search.refusal_id(table, seat)
    if refusal:
        raise Refused(refusal)
    return seat


def still_asked(before: Table, current: Table, seat: int, user_id: int) -> bool:
    """Return whether a seat is still asked the same, though others who decide now have answered meanwhile."""
    if not current.is_running or current.seat_of(user_id) != seat or not current.game.waits_for(seat):
        return False
    is_same_question = current.question_digest(seat) == before.question_digest(seat)
    return is_same_question and current.game.legal(seat) == before.game.legal(seat)


COMMANDS: tuple[AnyCommand, ...] = (hint,)
