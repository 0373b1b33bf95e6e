"""Words for an idea: its action, and the steps that follow in its turn.

A *step* is here an action together with the actions that complete it (its payments, what is chosen for it):
``FollowUps.steps`` groups the actions of a turn so. An idea is *settled* if its turn is the same whatever is hidden.

Several methods of ``Texts`` put an action into words:

- ``step``: clear without the question that the action answers; empty if the game has no such text for it.
- ``answer``: as an answer to the present question, as on a button.
- ``action``: whatever the question is.
- ``words``: the words of the action one by one, such as "2 wool".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.wording import Texts
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
