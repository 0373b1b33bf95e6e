"""What somebody has missed: the turns of weight as one picture, the dull ones in a few words of the message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from bot.delivery.alt_texts import ALT_LIMIT
from bot.delivery.illustrating import AT_ONCE, Attachment
from bot.drawing.drawers import draw
from bot.drawing.headline import drawn_names
from bot.drawing.picture_order import PictureOrder
from bot.tables.beside.replaying import Course, Replays, Told
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work import metrics
from engines import Action, Event
from engines.messages import TURN
from engines.record import parse
from engines.scenes import Decision, weight
from render import Missed
from render.shape import Shape
from storage.models import MoveKind, MoveRow

MOST = {Shape.WIDE: 5, Shape.TALL: 3}
"""Turns in a picture; on a phone a few fill the screen."""
SHORT = 26
"""Characters of an action that is called by all its words; of a longer one the first says enough."""
NAMED = 2
"""So many who did the same are named; of more only the number is told."""
LINES = 8
"""Of a turn with more, the alt text has only what is of weight; the message has all of it."""
CUT = "…"
NAME = "missed.png"


class Panel(NamedTuple):
    """A turn in a picture, and what happened in it: that stands in the message, and is told for those who listen."""

    missed: Missed
    lines: tuple[str, ...]


async def recap(
    replays: Replays,
    course: Course,
    turns: Sequence[Told],
    texts: Texts,
    shape: Shape,
    *,
    patience: float | None = None,
) -> Attachment | None:
    """What somebody has missed in these turns; None: nothing of weight. Raises Refused where the log does not lead to
    the table, TimeoutError where it is not drawn within ``patience`` seconds."""
    panels = panelled(course, await replays.missed(course, turns, MOST[shape]), texts)
    if not panels:
        return None
    table = course.table
    missed = tuple(each.missed for each in panels)
    order = PictureOrder(
        "recap", texts.name, table.names, (missed,), within=AT_ONCE, shape=shape, colours=table.colours
    )
    with metrics.DRAWING.labels("recap").time():
        data = await draw(order, patience)
    said = [line for each in panels for line in (f"{each.missed.title}:", *each.lines)]
    return Attachment(NAME, data, within("\n".join(said), ALT_LIMIT))


def panelled(course: Course, told: Sequence[Told], texts: Texts) -> list[Panel]:
    """The turns that have a board, in the words of who looks."""
    panels, key = list[Panel](), course.table.row.key
    for each in told:
        if each.table is None:
            continue
        scene = each.scene
        names, when = drawn_names(course.names(scene.until), texts), texts.when(key, scene.turn)
        title = f"{when[:1].upper()}{when[1:]}"
        if scene.seat is not None:
            title += f" · {names[scene.seat]}"
        spoken = texts.at(each.table.game, each.table.names)
        lines = [unformatted(line) for line in _lines(course, each, spoken, names)]
        panels.append(Panel(Missed(each.table.game.view(each.seat), tuple(each.events), title), tuple(lines)))
    return panels


def _lines(course: Course, told: Told, texts: Texts, names: Sequence[str]) -> list[str]:
    """What happened, without whose turn comes next; of much only what is of weight."""
    key, events = course.table.row.key, told.events
    lines = texts.events(key, events, names)
    if events and events[-1].kind == TURN:
        del lines[-1]
    if len(lines) <= LINES:
        return lines
    heavy = [event for event in events if event.kind in course.table.kind.presentation.milestones]
    return [*texts.events(key, heavy, names), CUT]


def folded(course: Course, dull: Sequence[Told], texts: Texts) -> str:
    """Turns in which nothing of weight happened, for a message: who did what, those together who did the same."""
    did = dict[str, list[str]]()
    for each in dull:
        made = [decision for decision in course.decisions if each.scene.holds(decision.version)]
        if not made:
            continue
        seat = made[0].seat if each.scene.seat is None else each.scene.seat
        own = [decision for decision in made if decision.seat == seat]
        name = texts.player(course.names(each.scene.until), seat)
        what = gist(course, each, own or made, texts)
        if name not in did.setdefault(what, []):
            did[what].append(name)
    return " · ".join(
        texts.say(
            "since.did", players=names if len(names) <= NAMED else texts.say("since.players", n=len(names)), what=what
        )
        for what, names in did.items()
    )


def shortened(
    course: Course, turns: Sequence[Told], found: Sequence[tuple[MoveRow, list[str]]], texts: Texts
) -> list[str]:
    """The lines of log entries, with a single one in the place of those of turns that follow each other and in which
    nothing of weight happened. What was done beside the game keeps its lines."""
    dull, lines = [each for each in turns if not weight(course.table.kind, each.events)], list[str]()
    announced = False

    def is_dull(entry: MoveRow) -> bool:
        return entry.kind == MoveKind.MOVE and any(each.scene.holds(entry.version) for each in dull)

    for folds, group in groupby(found, lambda each: is_dull(each[0])):
        entries, said = zip(*group, strict=True)
        all_of_it, first, last = list(chain.from_iterable(said)), entries[0], entries[-1]
        parts = [each._replace(scene=each.scene.between(first.version - 1, last.version)) for each in dull]
        short = folded(course, parts, texts) if folds and len(all_of_it) > 1 else ""
        when = f"{first.turn:>3}" if first.turn == last.turn else f"{first.turn:>3}–{last.turn}"
        if short and announced:  # whose turn it is is said by what is folded
            del lines[-1]
        lines += [f"`{when}` {short}"] if short else all_of_it
        announced = bool(last.events) and last.events[-1]["kind"] == TURN
    return lines


def gist(course: Course, told: Told, made: Sequence[Decision], texts: Texts) -> str:
    """What a turn was about, in a word or two: its first decision that says more than that something goes on, as far as
    everybody knows what was decided."""
    key, texts = course.table.row.key, texts.at(course.table.game, course.table.names)
    decided = next((each for each in made if " " in each.words), made[0])
    action = parse(decided.words)
    if not _open(action, told.happened.get(decided.version, ())):
        return texts.word(key, action[0])
    said = unformatted(texts.action(key, action, course.table.names))
    return said if len(said) <= SHORT else texts.word(key, action[0])


def _open(action: Action, events: Sequence[Event]) -> bool:
    """Whether everybody was told all words of an action by what came of it; those that take what nobody else sees yet
    (cards to discard) are told by nothing."""
    told = {word for event in events if event.seen_by is None for word in _words(event.data.values())}
    return told.issuperset(action[1:])


def _words(values: Iterable[object]) -> Iterator[str]:
    """All that is in the data of an event."""
    for value in values:
        if isinstance(value, Mapping):
            yield from _words((*value, *value.values()))
        elif isinstance(value, list | tuple):
            yield from _words(value)
        else:
            yield str(value)
