"""What a hint looks like: the ideas of the strong player in words, and buttons that carry them out, asking first where
the panel does; a trade fills the panel in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import discord

from bot.delivery.compose import fit
from bot.interactions.controls import PageButton, WordsButton
from bot.interactions.custom_ids import join
from bot.interactions.limits import LABEL
from bot.panel.layout import MOST_WORDS, Panel
from bot.tables import Table
from bot.tables.beside.hints import stock_name, term_name
from bot.thinking.ideas import OTHERS, POINTS, SMALLEST, STOCK, Beside, Hint, Idea
from bot.wording import Texts
from bot.wording.texts import bold, unformatted, within
from engines import Action
from engines.record import notation

TOLD = 2
"""Of what a turn gains more than another, so much is named in a lesson."""
Differences = dict[str, dict[int, float]]
"""By the name of what is weighed and the place of another idea: by how many points an idea has more of it."""


def hint_panel(table: Table, texts: Texts, hint: Hint) -> Panel:
    """The ideas, best first, and a trade that may be worth trying before."""
    row, texts = table.row, texts.at(table.game)
    lines, view = [texts.say("hint.head")], discord.ui.View(timeout=None)
    if hint.offer:  # what is given and wanted can be changed before
        lines.append(texts.say("hint.trade", offer=offered(table, texts, hint.offer)))
        label = within(unformatted(texts.action(row.key, hint.offer, table.names)), LABEL)
        view.add_item(PageButton(row.id, row.version, 0, hint.offer).button(label))
    for place, (idea, (named, said)) in enumerate(
        zip(hint.ideas, told(table, texts, table.game.to_act[0], hint.ideas), strict=True), 1
    ):
        lines += said
        if len(join(idea.action)) <= MOST_WORDS:
            label = within(unformatted(f"{place}. {named}"), LABEL)
            view.add_item(WordsButton(row.id, row.version, idea.action).button(label))
        else:  # no button has room for it
            lines.append(f"-# {texts.command('play')} {notation(idea.action)}")
    return Panel(fit(lines), view)


def told(table: Table, texts: Texts, seat: int, ideas: Sequence[Idea]) -> Iterator[tuple[str, list[str]]]:
    """Each idea by its name, and the lines about it: what it is worth, and why."""
    key, beside = table.row.key, comparisons(table.row.key, texts, ideas)
    for place, idea in enumerate(ideas, 1):
        named = texts.answer(key, table.game, seat, idea.action, table.names)
        head = texts.say("hint.idea", place=place, action=named, worth=worth(texts, idea, place == 1))
        yield named, [head, *(f"-# {reason}" for reason in [*reasons(table, texts, idea), *beside[place]])]


def offered(table: Table, texts: Texts, offer: Action) -> str:
    """An offer of trade in words: what for what, to whom."""
    said = texts.words(table.row.key, offer[1:], table.names)
    return said if "to" in offer else texts.say("hint.to_all", offer=said)


def worth(texts: Texts, idea: Idea, best: bool) -> str:
    """What an idea is expected to bring, beside the best one."""
    if best:
        return texts.say("hint.best")
    if idea.lacks == "win":
        return texts.say("hint.no_win")
    if idea.lacks == "chances":
        return texts.say("hint.chances")
    behind = idea.behind
    return texts.say("hint.behind", points=texts.decimal(behind)) if behind >= SMALLEST else texts.say("hint.as_good")


def reasons(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """What comes of an idea by the end of the turn, or until others decide, in sentences."""
    said, sources = [total(texts, idea.points, idea.turn)], _changes(table, texts, idea, POINTS)
    if sources:
        said = [texts.say("hint.sources", total=said[0], changes=sources)]
    if idea.wins:
        said.insert(0, texts.say("hint.wins"))
    for kind, id in ((OTHERS, "hint.others"), (STOCK, "hint.stock")):
        if changes := _changes(table, texts, idea, kind):
            said.append(texts.say(id, changes=changes))
    if not idea.beside and not idea.brings and not idea.wins and len(set(idea.points)) == 1:
        said.append(texts.say("hint.later" if idea.alike else "hint.unchanged"))
    return said


def comparisons(key: str, texts: Texts, ideas: Sequence[Idea]) -> dict[int, list[str]]:
    """By the place of an idea, what tells it from others of which the same is counted, in sentences. What tells two
    apart is said with the better one alone, and what tells it from both others is said of both in one sentence."""
    said: dict[int, list[str]] = {place: [] for place in range(1, len(ideas) + 1)}
    differ = defaultdict[int, Differences](lambda: defaultdict(dict))
    for place, idea in enumerate(ideas, 1):
        if idea.beside is None:
            continue
        better, other = sorted((place, idea.beside.place))
        for name, by in {} if idea.beside.same else idea.beside.terms.items():
            differ[better][name][other] = by if place == better else -by
        twin = ideas[idea.beside.place - 1].beside
        told = place == other and twin is not None and twin.place == place
        if not told and (idea.beside.same or not idea.beside.terms):
            said[place].append(_hardly_apart(texts, idea.beside, idea.turn))
    for place, terms in differ.items():
        said[place] += _apart(key, texts, terms)
    return said


def _hardly_apart(texts: Texts, found: Beside, turn: bool) -> str:
    """Of an idea and another whose difference has no name, by the end of the ``turn`` or until others decide."""
    if found.same:
        return texts.say("hint.same" if turn else "hint.same_so_far", place=found.place)
    return texts.say(f"hint.{found.apart}", place=found.place)


def _apart(key: str, texts: Texts, terms: Differences) -> list[str]:
    """What an idea has more of than others, and they than it: a sentence for those others of whom the same is said."""
    groups = defaultdict[tuple[str, tuple[int, ...]], list[str]](list)
    for name, others in terms.items():
        for id, sign in (("hint.ahead", 1), ("hint.instead", -1)):
            found = {place: texts.decimal(abs(by)) for place, by in sorted(others.items()) if by * sign > 0}
            if found:
                points = [f"+{each}" for each in dict.fromkeys(found.values())]
                said = texts.say("hint.term", term=texts.say(term_name(key, name)), points=points)
                groups[id, tuple(found)].append(said)
    return [
        texts.say(id, places=[str(place) for place in places], n=len(places), terms=said)
        for (id, places), said in sorted(groups.items())
    ]


def gained(table: Table, texts: Texts, idea: Idea, other: Idea) -> list[str]:
    """In words, what the turn of an idea gains more than that of another, without numbers; the most telling first, and
    of what is weighed only where nothing that is counted tells them apart."""
    key = table.row.key
    more = {change: by - other.brings.get(change, 0) for change, by in idea.brings.items()}
    found = [
        (kind, name)
        for (kind, name), by in sorted(more.items(), key=lambda each: (each[0][0] != POINTS, -each[1]))
        if by > 0 and kind in (POINTS, STOCK)
    ]
    if found:
        return [
            texts.say("lesson.points_for", source=_name(table, texts, key, kind, name))
            if kind == POINTS
            else _name(table, texts, key, kind, name)
            for kind, name in found[:TOLD]
        ]
    terms = idea.beside.terms if idea.beside else {}
    return [texts.say(term_name(key, name)) for name, by in terms.items() if by > 0]


def total(texts: Texts, points: tuple[int, int, int], turn: bool = True) -> str:
    """The own points now and at the end of the ``turn``, or when others decide; where they depend on what is not known,
    from which to which."""
    now, least, most = points
    if now == least == most:
        return texts.say("hint.still" if turn else "hint.still_so_far", points=plainly(now), n=abs(now))
    then = plainly(least) if least == most else texts.say("hint.range", least=plainly(least), most=plainly(most))
    return texts.say("hint.total" if turn else "hint.total_so_far", now=plainly(now), then=then, n=abs(most))


def _changes(table: Table, texts: Texts, idea: Idea, kind: str) -> list[str]:
    named = {name: by for (of, name), by in idea.brings.items() if of == kind}
    return [
        f"{_name(table, texts, table.row.key, kind, name)} {signed(by)}{_unit(texts, table.row.key, kind, name)}"
        for name, by in named.items()
    ]


def _unit(texts: Texts, key: str, kind: str, name: str) -> str:
    """What a stock is counted in, where that is not the things themselves."""
    id = f"{key}.unit.{name}"
    return f" {texts.say(id)}" if kind == STOCK and texts.has(id) else ""


def _name(table: Table, texts: Texts, key: str, kind: str, name: str) -> str:
    match kind:
        case "points":
            return texts.say(f"{key}.source.{name}")
        case "others":
            return bold(table.names[int(name)])
        case _:
            return texts.say(stock_name(key, name))


def signed(number: int) -> str:
    """A number of points or things more or less."""
    return f"+{number}" if number > 0 else plainly(number)


def plainly(number: int) -> str:
    """A number of points, which may be less than nothing."""
    return str(number) if number >= 0 else f"−{-number}"
