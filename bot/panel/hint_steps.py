"""How a hint names what is done: the action of an idea, and the steps that follow in its turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile

from bot.tables import Table
from bot.thinking.idea import Idea
from bot.thinking.turns import deeds, without_endings
from bot.wording import Texts
from engines import Action, Message
from engines.players.skills import SKILLS
from engines.spoken import FOR

ABOUT = 90
"""Characters of what an action costs or brings that stand behind it: a card's price and what it does in short."""
STEPS = 16
"""Of what follows in a turn, so much is named, if there is room for it: figures are told of the whole turn, and who
reads them looks for what makes them."""


def headed(table: Table, texts: Texts, seat: int, idea: Idea) -> str:
    """Return the action of an idea as it is said without its question, with what it costs or brings.

    A trade is told with what it is for. What stands in brackets behind a place belongs to that alone.
    """
    key = table.row.key
    follow_ups = table.kind.presentation.follow_ups
    own, *_ = deeds(follow_ups, (idea.action, *idea.then))
    if follow_ups.is_trade_choice(own[0], own[-1]) and idea.settled:
        return _deed(table, texts, own)
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


def following(table: Table, texts: Texts, idea: Idea, most: int = STEPS) -> list[str]:
    """What is played after an idea, since the figures are those of the whole turn. That nothing more is done and how a
    step is paid for goes without saying; what is chosen for a step stands behind it, since it does not say what is
    done."""
    presentation = table.kind.presentation
    follow_ups = presentation.follow_ups
    own, *done = deeds(follow_ups, (idea.action, *without_endings(presentation, idea.then)))
    own_paid = idea.action[0] in follow_ups.payments  # the question is what is paid: all of it is told
    chosen = [each for each in own[1:] if each[0] not in follow_ups.payments or own_paid]
    if follow_ups.is_trade_choice(own[0], own[-1]) and idea.settled:
        chosen = []  # named with the trade
    parts = [
        _choice(table, texts, each) if each[0] in follow_ups.choices else _deed(table, texts, (each,))
        for each in chosen
    ]
    parts += [undone(table, texts, idea, deed) or _deed(table, texts, deed) for deed in done]
    for place in range(1, 1 + sum(1 for _ in takewhile(lambda deed: deed[0][0] == follow_ups.trade, reversed(done)))):
        parts[-place] = texts.say("hint.for_later", step=parts[-place])  # nothing of this turn is paid with it
    steps = list[str]()
    for step, run in groupby(parts):
        times = len([*run])
        steps.append(f"{times}× {step}" if times > 1 else step)
    key = table.row.key
    nothing, about = f"{key}.nothing.{idea.action[0]}", table.game.hint(table.game.to_act[0], idea.action)
    said = about is not None and about.id == f"{key}.hint.idle"  # it stands behind its name
    if texts.has(nothing) and not said and {deed[0][0] for deed in done} <= SKILLS[key].vain:
        steps.append(texts.say(nothing))
    if len(steps) > most:
        steps[most:] = ["…"]
    return [texts.say("hint.then" if idea.settled else "hint.perhaps", steps="; ".join(steps))] if steps else []


def undone(table: Table, texts: Texts, idea: Idea, deed: Sequence[Action]) -> str:
    """What a step means that takes back what the idea itself does; empty: it does not."""
    (kind, *what), (own, *of) = deed[0], idea.action
    id = f"{table.row.key}.undone.{own}.{kind}"
    return texts.say(id) if what == of and texts.has(id) else ""


def _deed(table: Table, texts: Texts, deed: Sequence[Action]) -> str:
    """A step with what was chosen for it; a trade with what it was for."""
    key, names = table.row.key, table.names
    follow_ups = table.kind.presentation.follow_ups
    first, *chosen = [each for each in deed if each[0] not in follow_ups.payments] or deed
    if follow_ups.is_trade_choice(first, deed[-1]):
        return texts.action(key, (*first, FOR, *deed[-1][1:]), names)
    return " ".join((_step(table, texts, first), *(f"({texts.action(key, choice, names)})" for choice in chosen)))


def _step(table: Table, texts: Texts, action: Action) -> str:
    """An action where nobody sees what was asked; of cards that have one name it is said which."""
    key = table.row.key
    named = texts.step(key, action, table.names) or texts.action(key, action, table.names)
    for word in action[1:]:
        if texts.has(apart := f"{key}.as.card.{word}"):
            named = named.replace(texts.word(key, word), texts.say(apart), 1)
    return named


def _choice(table: Table, texts: Texts, choice: Action) -> str:
    """What is chosen, where the step that it belongs to is not named with it."""
    return texts.say("hint.choose", choice=texts.action(table.row.key, choice, table.names))
