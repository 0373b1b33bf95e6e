"""Hints in words: what each move does, how much worse it is than the best one, and at most two reasons.

The buttons carry the moves out, asking first where the panel does; a trade fills the panel in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from bot.delivery.compose import CONTENT_LIMIT, fit
from bot.delivery.reason_phrases import HARDLY, best_lines, reason_lines
from bot.features.hints.hint_steps import STEPS, deed_words, following, headed, step_words
from bot.interactions.custom_ids import join
from bot.interactions.limits import LABEL
from bot.panel.choice_labels import distinct_labels
from bot.panel.layout import MOST_WORDS, Panel
from bot.panel.panel_controls import PageButton, WordsButton
from bot.tables import Table
from bot.thinking.ideas import Hint, Idea
from bot.thinking.reasons import LEAST_POINTS
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action


def hint_panel(table: Table, texts: Texts, hint: Hint) -> Panel:
    """Return the ideas, best first, and a trade that may be worth trying before."""
    row = table.row
    seat = table.game.to_act[0]
    texts = texts.at(table.game, table.names)
    above = [texts.say("hint.head")]
    view = discord.ui.View(timeout=None)
    if hint.offer:  # what is given and wanted can be changed before
        purpose = "; ".join(deed_words(table, texts, deed) for deed in hint.purpose)
        above.append(texts.say("hint.trade", offer=offered(table, texts, hint.offer), steps=purpose))
        label = within(unformatted(texts.action(row.key, hint.offer, table.names)), LABEL)
        view.add_item(PageButton(row.id, row.version, 0, hint.offer).button(label))
    for steps in range(STEPS, 0, -1):
        blocks = list(told_ideas(table, texts, seat, hint.ideas, steps))
        pairs = zip(hint.ideas, blocks, strict=True)
        lines = [*above, *(line for idea, (_, block) in pairs for line in (*block, *_typed(table, texts, idea)))]
        if len("\n".join(lines)) <= CONTENT_LIMIT:
            break
    for place, (idea, (name, _)) in enumerate(zip(hint.ideas, blocks, strict=True), 1):
        if not _typed(table, texts, idea):
            label = within(unformatted(f"{place}. {name}"), LABEL)
            view.add_item(WordsButton(row.id, row.version, idea.action).button(label))
    return Panel(fit(lines), view)


def told_ideas(
    table: Table, texts: Texts, seat: int, ideas: Sequence[Idea], steps: int = STEPS
) -> Iterator[tuple[str, list[str]]]:
    """Yield each idea by its name, with the lines about it."""
    key = table.row.key
    names = distinct_labels(texts, table.game, seat, table.names, [idea.action for idea in ideas])
    for place, (idea, name) in enumerate(zip(ideas, names, strict=True), 1):
        plain_name = texts.answer(key, table.game, seat, idea.action, table.names)
        action = headed(table, texts, seat, idea) if name == plain_name else name  # of equal names each has its price
        head = texts.say("hint.idea", place=place, action=action, worth=worth(texts, idea, place))
        below = [following(table, texts, idea, steps)]
        if idea.wins:
            below.append(texts.say("hint.wins"))
        below += best_lines(table, texts, idea) if place == 1 else reason_lines(table, texts, idea)
        if len(ideas) == 1 and not (idea.twins or idea.wins or idea.then):
            below.append(texts.say("hint.nothing_else"))
        below += _other_moves(table, texts, idea)
        yield name, [head, *(f"-# {line}" for line in below if line)]


def _other_moves(table: Table, texts: Texts, idea: Idea) -> Iterator[str]:
    """Yield the moves that are as good as an idea: steps of its turn, and others."""

    def named(action: Action) -> str:
        return step_words(table, texts, action, is_alike=action[0] == idea.action[0])

    beginnings = [twin for twin in idea.twins if twin in idea.then or (idea.then and twin[0] != idea.action[0])]
    others = [named(twin) for twin in idea.twins if twin not in beginnings]
    first = [named(twin) for twin in beginnings]
    for id, moves in (("hint.also_first", first), ("hint.also", others)):
        if moves:
            yield texts.say(id, moves=texts.either(moves))


def worth(texts: Texts, idea: Idea, place: int) -> str:
    """Return what the idea at a place is expected to bring, compared with the best one."""
    if place == 1:
        return texts.say("hint.best")
    if idea.lacks == "win":
        return texts.say("hint.no_win")
    if idea.lacks == "chances":
        return texts.say("hint.chances")
    if idea.gap >= HARDLY:
        return texts.say("hint.behind", points=texts.decimal(idea.gap))
    return texts.say("hint.as_good" if idea.gap < LEAST_POINTS else "hint.hardly")


def offered(table: Table, texts: Texts, offer: Action) -> str:
    """Return an offer of trade in words: what for what, to whom."""
    _, given, give, _, wanted, want, *to = offer
    given_cards = texts.words(table.row.key, (given, give), table.names)
    wanted_cards = texts.words(table.row.key, (wanted, want), table.names)
    who = texts.words(table.row.key, tuple(to[1:]), table.names) if to else ""
    return texts.say("hint.to_one" if who else "hint.to_all", give=given_cards, get=wanted_cards, player=who)


def _typed(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """Return the line about what can be typed for a move, if no button has room for its action."""
    if len(join(idea.action)) <= MOST_WORDS:
        return []
    return [f"-# {texts.command('play')} {unformatted(texts.action(table.row.key, idea.action, table.names))}"]
