"""Words for a suggested move: its action, and the steps that follow in its turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.tables import Table
from bot.thinking.ideas import Idea
from bot.wording import Texts
from engines import Action, Message
from engines.spoken import FOR

ABOUT = 90
"""Characters of a price or an effect that stand behind an action."""
STEPS = 16
"""Steps of a turn that are named, if there is room for them."""


def headed(table: Table, texts: Texts, seat: int, idea: Idea) -> str:
    """Return the action of an idea as it is said without its question, with what it costs or brings.

    A trade is told with what it is for. What stands in brackets behind a place belongs to that alone.
    """
    key = table.row.key
    follow_ups = table.kind.presentation.follow_ups
    deed, *_ = follow_ups.steps((idea.action, *idea.then))
    if follow_ups.is_trade_choice(deed[0], deed[-1]) and idea.settled:
        return deed_words(table, texts, deed)
    named = texts.step(key, idea.action, table.names) or texts.answer(key, table.game, seat, idea.action, table.names)
    price = table.game.hint(seat, idea.action)
    if price and texts.has(f"{price.id}.long"):
        price = Message(f"{price.id}.long", price.args)
    about = texts.message(key, price, table.names) if price else ""
    if not 0 < len(about) <= ABOUT:
        return named
    if not table.game.places().keys().isdisjoint(idea.action):
        return f"{named}: {about}"
    return f"{named[:-1]}; {about})" if named.endswith(")") else f"{named} ({about})"


def following(table: Table, texts: Texts, idea: Idea, most: int = STEPS) -> str:
    """Return what is played after an idea; empty: nothing that is worth a word.

    How a turn ends and how a step is paid for goes without saying, except where the question is what is paid.
    """
    presentation = table.kind.presentation
    follow_ups = presentation.follow_ups
    first, *rest = follow_ups.steps((idea.action, *presentation.without_endings(idea.then)))
    is_payment = idea.action[0] in follow_ups.payments
    chosen = [action for action in first[1:] if is_payment or action[0] not in follow_ups.payments]
    if follow_ups.is_trade_choice(first[0], first[-1]) and idea.settled:
        chosen = []  # named with the trade
    parts = [_choice(table, texts, action) for action in chosen]
    parts += [deed_words(table, texts, deed) for deed in rest]
    steps = list[str]()
    for step, run in groupby(parts):
        times = len([*run])
        steps.append(f"{times}× {step}" if times > 1 else step)
    nothing = f"{table.row.key}.nothing.{idea.action[0]}"
    if texts.has(nothing) and not steps:
        steps.append(texts.say(nothing))
    if len(steps) > most:
        steps[most:] = ["…"]
    return texts.say("hint.then" if idea.settled else "hint.perhaps", steps="; ".join(steps)) if steps else ""


def deed_words(table: Table, texts: Texts, deed: Sequence[Action]) -> str:
    """Return a step with what was chosen for it; a trade with what it was for."""
    key = table.row.key
    follow_ups = table.kind.presentation.follow_ups
    first, *chosen = [action for action in deed if action[0] not in follow_ups.payments] or deed
    if follow_ups.is_trade_choice(first, deed[-1]):
        return texts.action(key, (*first, FOR, *deed[-1][1:]), table.names)
    return " ".join(
        [step_words(table, texts, first), *(f"({texts.action(key, choice, table.names)})" for choice in chosen)]
    )


def step_words(table: Table, texts: Texts, action: Action, *, is_alike: bool = False) -> str:
    """Return an action in words for readers who do not see the question, in short beside another of its kind.

    Of cards with the same name it says which one is meant.
    """
    key = table.row.key
    seat = table.game.to_act[0]
    step = "" if is_alike else texts.step(key, action, table.names)
    named = step or texts.answer(key, table.game, seat, action, table.names)
    for word in action[1:]:
        if texts.has(apart := f"{key}.as.card.{word}"):
            named = named.replace(texts.word(key, word), texts.say(apart), 1)
    return named


def _choice(table: Table, texts: Texts, action: Action) -> str:
    """Return what is chosen or paid, where the step that it belongs to is the move itself."""
    if action[0] not in table.kind.presentation.follow_ups.choices:
        return deed_words(table, texts, (action,))
    return texts.say("hint.choose", choice=texts.action(table.row.key, action, table.names))
