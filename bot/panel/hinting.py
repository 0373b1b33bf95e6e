"""What a hint looks like: the ideas of the strong player in words, and buttons that carry them out, asking first where
the panel does; a trade fills the panel in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import discord

from bot.delivery.compose import CONTENT_LIMIT, fit
from bot.interactions.controls import PageButton, WordsButton
from bot.interactions.custom_ids import join
from bot.interactions.limits import LABEL
from bot.panel.hint_steps import STEPS, following, headed
from bot.panel.labels import distinct_labels
from bot.panel.layout import MOST_WORDS, Panel
from bot.tables import Table
from bot.tables.beside.hints import stock_name, term_name
from bot.thinking.gains import OTHERS, POINTS, STOCK
from bot.thinking.idea import SMALLEST, Idea
from bot.thinking.ideas import Hint
from bot.thinking.reasons import LEAST_SCORED
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action
from engines.players.skills import SKILLS

TOLD = 2
"""Of what a turn gains more than another, so much is named in a lesson."""
APART = 5
"""By so many points may what is told of a gap differ from what is seen of it; else, no number is told."""
HARDLY = 0.25
"""What is worse by fewer points is told without a number: that of another day might say the contrary."""
ROUGHLY = 0.5
"""By so many points a part of a gap may be larger than what is seen of it."""


def hint_panel(table: Table, texts: Texts, hint: Hint) -> Panel:
    """The ideas, best first, and a trade that may be worth trying before."""
    row, seat, texts = table.row, table.game.to_act[0], texts.at(table.game, table.names)
    above, view = [texts.say("hint.head")], discord.ui.View(timeout=None)
    if hint.offer:  # what is given and wanted can be changed before
        above.append(texts.say("hint.trade", offer=offered(table, texts, hint.offer)))
        label = within(unformatted(texts.action(row.key, hint.offer, table.names)), LABEL)
        view.add_item(PageButton(row.id, row.version, 0, hint.offer).button(label))
    for steps in range(STEPS, 0, -1):
        found = list(told(table, texts, seat, hint.ideas, steps))
        if len("\n".join(lines := [*above, *_below(table, texts, hint.ideas, found)])) <= CONTENT_LIMIT:
            break
    for place, (idea, (named, _)) in enumerate(zip(hint.ideas, found, strict=True), 1):
        if _has_button(idea):
            label = within(unformatted(f"{place}. {named}"), LABEL)
            view.add_item(WordsButton(row.id, row.version, idea.action).button(label))
    return Panel(fit(lines), view)


def _has_button(idea: Idea) -> bool:
    """Whether a button has room for it."""
    return len(join(idea.action)) <= MOST_WORDS


def _below(table: Table, texts: Texts, ideas: Sequence[Idea], found: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield what is told of the ideas, with what can be typed for those that have no button."""
    for idea, (_, said) in zip(ideas, found, strict=True):
        yield from said
        if not _has_button(idea):
            typed = unformatted(texts.action(table.row.key, idea.action, table.names))
            yield f"-# {texts.command('play')} {typed}"


def told(
    table: Table, texts: Texts, seat: int, ideas: Sequence[Idea], steps: int = STEPS
) -> Iterator[tuple[str, list[str]]]:
    """Each idea by its name, and the lines about it: what it is worth, with so many ``steps`` that follow, and why."""
    key, scoring = table.row.key, any(len(set(idea.points)) > 1 or _scored(idea) for idea in ideas)
    apart = distinct_labels(texts, table.game, seat, table.names, [idea.action for idea in ideas])
    for place, (idea, noted) in enumerate(zip(ideas, apart, strict=True), 1):
        named = texts.answer(key, table.game, seat, idea.action, table.names)
        action = headed(table, texts, seat, idea) if noted == named else noted  # of equal names each has its price
        head = texts.say("hint.idea", place=place, action=action, worth=worth(texts, ideas, place))
        changing = idea.turn and any(_figures(other) != _figures(idea) for other in ideas)
        unchanged = [texts.say("hint.unchanged")] if changing else []
        alike = next((at for at, other in enumerate(ideas[: place - 1], 1) if _figures(other) == _figures(idea)), 0)
        if idea.same:
            said = [texts.say("hint.same" if idea.turn else "hint.same_so_far", place=idea.same)]
        elif alike and not idea.wins and (idea.brings or len(set(idea.points)) > 1):
            same = texts.say("hint.alike" if idea.turn else "hint.alike_so_far", place=alike)
            said = [*following(table, texts, idea, steps), same]
        else:
            said = [*following(table, texts, idea, steps), *(reasons(table, texts, idea, scoring) or unchanged)]
        if idea.also:
            moves = [texts.answer(key, table.game, seat, action, table.names) for action in idea.also]
            said.append(texts.say("hint.also", moves=texts.either(moves)))
        if place == 1 and len(ideas) > 1 and all(_as_good(ideas, at) for at in range(2, len(ideas) + 1)):
            said.append(texts.say("hint.no_difference"))
        if len(ideas) == 1 and not (idea.also or idea.wins or idea.then):
            said.append(texts.say("hint.nothing_else"))
        said += ahead(table, texts, ideas) if place == 1 else instead(table, texts, idea)
        yield noted, [head, *(f"-# {reason}" for reason in said)]


def _scored(idea: Idea) -> dict[str, int]:
    """The points that it brings, by their source."""
    return {name: by for (kind, name), by in idea.brings.items() if kind == POINTS}


def _as_good(ideas: Sequence[Idea], place: int) -> bool:
    """Whether nothing tells the idea at a place from the best one."""
    idea = ideas[place - 1]
    shown = ideas[idea.same - 1] if idea.same else idea
    return idea.behind < SMALLEST and not idea.wins and not shown.terms and _figures(shown) == _figures(ideas[0])


def _figures(idea: Idea) -> tuple[object, ...]:
    """All that ``reasons`` tells."""
    return idea.brings, idea.points, idea.wins, idea.turn, idea.unsure


def offered(table: Table, texts: Texts, offer: Action) -> str:
    """An offer of trade in words: what for what, to whom."""
    _, given, give, _, wanted, want, *to = offer
    own, other = (texts.words(table.row.key, each, table.names) for each in ((given, give), (wanted, want)))
    who = texts.words(table.row.key, tuple(to[1:]), table.names) if to else ""
    return texts.say("hint.to_one" if who else "hint.to_all", give=own, get=other, player=who)


def worth(texts: Texts, ideas: Sequence[Idea], place: int) -> str:
    """What the idea at a place is expected to bring, beside the best one. As good is only what has the same figures."""
    idea = ideas[place - 1]
    if place == 1:
        return texts.say("hint.best")
    if idea.lacks == "win":
        return texts.say("hint.no_win")
    if idea.lacks == "chances":
        return texts.say("hint.chances")
    if idea.behind >= HARDLY:
        seen = ideas[0].lead(idea)
        if abs(idea.behind - seen) <= APART:
            return texts.say("hint.behind", points=texts.decimal(idea.behind))
        return texts.say("hint.in_the_end" if seen < 0 else "hint.catches_up" if seen > idea.behind else "hint.clearly")
    if idea.wins:
        return texts.say("hint.as_good")
    if _as_good(ideas, place):
        return texts.say("hint.as_good")
    seen = ideas[0].lead(idea)
    return texts.say("hint.hardly_later" if seen >= 1 else "hint.hardly_in_the_end" if seen <= -1 else "hint.hardly")


def reasons(table: Table, texts: Texts, idea: Idea, scoring: bool = True) -> list[str]:
    """What comes of an idea by the end of the turn, or until others decide, in sentences; ``scoring``: some idea
    changes the own points."""
    said = list[str]()
    owned = {name for kind, name in idea.brings if kind == STOCK} - SKILLS[table.row.key].homonyms
    scored = {*_scored(idea)}
    if idea.wins:
        said.append(texts.say("hint.wins"))
    # What is chosen before the turn may only change what a stock will be worth, and that is told with it.
    if scoring and (idea.turn or not scored or scored - owned):
        points = total(texts, idea.points, idea.turn)
        sources = _changes(table, texts, idea, POINTS, without=owned)
        if sources and (counted := sum(by for name, by in _scored(idea).items() if name in owned)):
            sources.append(texts.say("hint.resources", points=signed(counted)))
        said.append(texts.say("hint.sources", total=points, changes=sources) if sources else points)
    for kind, id in ((OTHERS, "hint.others"), (STOCK, "hint.stock")):
        if changes := _changes(table, texts, idea, kind):
            said.append(texts.say(id, changes=changes))
    if idea.unsure:
        said.append(
            texts.say("hint.unsure", stocks=[texts.say(stock_name(table.row.key, each)) for each in idea.unsure])
        )
    return said


def ahead(table: Table, texts: Texts, ideas: Sequence[Idea]) -> list[str]:
    """Why the first of some ideas is better than the others, in sentences: what is said of several is said once. How
    many points something makes is told as far as all of it together agrees with what is told of both moves."""
    differ = defaultdict[More, dict[int, float]](dict)
    for place, idea in enumerate(ideas, 1):
        most = idea.behind - ideas[0].lead(idea) - sum(by for by in idea.terms.values() if by < 0) + ROUGHLY
        for said, by in more(table, texts, idea).items():
            differ[said][place] = by if by <= most else 0
            most -= differ[said][place]
    groups = defaultdict[tuple[tuple[int, ...], bool], list[str]](list)
    for said, worths in differ.items():
        groups[tuple(worths), said.coming].append(_with_points(texts, said.term, [*worths.values()]))
    return [
        texts.say(
            "hint.coming" if coming else "hint.ahead",
            places=[str(place) for place in places],
            n=len(places),
            terms="; ".join(said),
        )
        for (places, coming), said in sorted(groups.items(), key=lambda each: (-len(each[0][0]), each[0]))
    ]


class More(NamedTuple):
    """A phrase for what the best idea has more of; ``coming``: once the next turn has been played."""

    term: str
    coming: bool = False


def more(table: Table, texts: Texts, idea: Idea) -> dict[More, float]:
    """What the best idea has more of than another, each with the points that it makes; 0: the phrase says how much it
    is, or nobody knows."""
    key, found = table.row.key, dict[More, float]()
    for name, by in idea.sources.items():
        if name in idea.scored:  # which may have scored but a part of them
            found[More(texts.message(key, idea.scored[name], table.names), coming=True)] = 0
        else:
            found[More(texts.say("hint.points_for", source=texts.source(key, name)), coming=True)] = by
    if idea.played_on is not None:
        scored = texts.say("hint.scored_on", points=texts.decimal(idea.played_on))
        found[More(scored if idea.played_on >= LEAST_SCORED else texts.say("hint.played_on"), coming=True)] = 0
    if idea.reckoned:
        found[More(texts.say("hint.reckoned"))] = 0
    for name, by in idea.terms.items():
        if by > 0:
            found[More(_weighed(table, texts, idea, name), name in idea.coming)] = _untold(idea, name)
    return found


def instead(table: Table, texts: Texts, idea: Idea) -> list[str]:
    """What an idea has more of than the best one, in a sentence."""
    terms = [
        _with_points(texts, _weighed(table, texts, idea, name), [_untold(idea, name)])
        for name, by in idea.terms.items()
        if by < 0
    ]
    return [texts.say("hint.instead", terms="; ".join(terms))] if terms else []


def _untold(idea: Idea, name: str) -> float:
    """How many points the player gives for what is weighed; 0: its fact names the thing, it is too little to be told,
    or points are not all that is weighed."""
    by = abs(idea.terms[name])
    return 0 if name in idea.facts or idea.lacks != "points" or by < SMALLEST else by


def _with_points(texts: Texts, said: str, worths: Sequence[float]) -> str:
    """A phrase with the points that it makes beside each of some moves, where these are known."""
    points = [texts.decimal(worth) for worth in worths]
    alike = len({*points}) == 1
    return texts.say("hint.points", term=said, points=points[:1] if alike else points) if all(worths) else said


def _weighed(table: Table, texts: Texts, idea: Idea, name: str) -> str:
    """What is weighed: the thing that it comes from, where that is known."""
    key = table.row.key
    if name in idea.facts:
        return texts.message(key, idea.facts[name], table.names)
    term = texts.say(term_name(key, name))
    if name in idea.examples:
        return texts.say("hint.such_as", term=term, thing=texts.message(key, idea.examples[name], table.names))
    return term


def gained(table: Table, texts: Texts, idea: Idea, other: Idea) -> list[str]:
    """In words, what the turn of the best idea gains more than that of another, without numbers; the most telling
    first, and of what is weighed only where nothing that is counted tells them apart."""
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
    scored = [texts.say("lesson.points_for", source=_name(table, texts, key, POINTS, name)) for name in other.sources]
    return scored + [_weighed(table, texts, other, name) for name, by in other.terms.items() if by > 0]


def reason(table: Table, texts: Texts, better: Idea, other: Idea) -> str:
    """Why one move is better than another, in a phrase; empty: nothing that is known says so."""
    lead = int(better.lead(other) // 1)
    leads = texts.say("hint.lead" if better.turn else "hint.lead_so_far", n=lead) if lead > 0 else ""
    if leads and 2 * lead >= other.behind:
        return leads
    key = table.row.key
    richer = (change for change, by in better.brings.items() if by > other.brings.get(change, 0))
    named = (texts.say("hint.more", stock=_name(table, texts, key, *change)) for change in richer if change[0] == STOCK)
    phrases = (
        texts.say("hint.by_then", term=each.term) if each.coming else each.term for each in more(table, texts, other)
    )
    return next(chain(phrases, named), leads)


def total(texts: Texts, points: tuple[int, int, int], turn: bool = True) -> str:
    """The own points now and at the end of the ``turn``, or when others decide; where they depend on what is not known,
    from which to which."""
    now, least, most = points
    if now == least == most:
        return texts.say("hint.still" if turn else "hint.still_so_far", points=plainly(now), n=abs(now))
    then = plainly(least) if least == most else texts.say("hint.range", least=plainly(least), most=plainly(most))
    return texts.say("hint.total" if turn else "hint.total_so_far", now=plainly(now), then=then, n=abs(most))


def _changes(table: Table, texts: Texts, idea: Idea, kind: str, without: Collection[str] = frozenset()) -> list[str]:
    """What an idea changes of a kind; of things that are points themselves it is said together how many."""
    said = []
    for (of, name), by in idea.brings.items():
        if of == kind and name not in without:
            change = _change(table, texts, kind, name, by)
            alike = kind == STOCK and name not in SKILLS[table.row.key].homonyms
            if alike and (points := idea.brings.get((POINTS, name))):
                unsure = f"{table.row.key}.counting.{name}"  # of points that are lost only if nothing changes
                id = unsure if points < 0 and texts.has(unsure) else "hint.counting"
                change = texts.say(id, change=change, points=signed(points), n=abs(points))
            said.append(change)
    return said


def _change(table: Table, texts: Texts, kind: str, name: str, by: int) -> str:
    """A name with how much more or less of it there is. Points that are taken away are told as how many more or fewer
    of them: what has a minus there is a gain."""
    key = table.row.key
    taken = f"{key}.source.{name}.{'fewer' if by > 0 else 'more'}"
    if kind == POINTS and texts.has(taken):
        return texts.say(taken, n=abs(by))
    if kind == POINTS and texts.has(stock_name(key, name)):  # the number is not one of things
        return texts.say("hint.worth", points=signed(by), source=_name(table, texts, key, kind, name))
    return f"{_name(table, texts, key, kind, name)} {signed(by)}{_unit(texts, key, kind, name)}"


def _unit(texts: Texts, key: str, kind: str, name: str) -> str:
    """What a stock is counted in, where that is not the things themselves."""
    id = f"{key}.unit.{name}"
    return f" {texts.say(id)}" if kind == STOCK and texts.has(id) else ""


def _name(table: Table, texts: Texts, key: str, kind: str, name: str) -> str:
    match kind:
        case "points":
            return texts.source(key, name)
        case "others":
            return texts.player(table.names, int(name))
        case _:
            return texts.say(stock_name(key, name))


def signed(number: int) -> str:
    """A number of points or things more or less."""
    return f"+{number}" if number > 0 else plainly(number)


def plainly(number: int) -> str:
    """A number of points, which may be less than nothing."""
    return str(number) if number >= 0 else f"−{-number}"
