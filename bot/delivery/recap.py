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
from bot.tables.analysis.replays import Replays, SceneReport, TableHistory
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
    course: TableHistory,
    turns: Sequence[SceneReport],
    texts: Texts,
    shape: Shape,
    *,
    patience: float | None = None,
) -> Attachment | None:
    """Draw what somebody has missed in these turns; None: nothing of weight.

    Raises Refused where the log does not lead to the table, TimeoutError where it is not drawn within `patience`
    seconds.
    """
    panels = panelled(course, await replays.add_boards(course, turns, MOST[shape]), texts)
    if not panels:
        return None
    table = course.table
    missed = tuple(panel.missed for panel in panels)
    order = PictureOrder(
        "recap", texts.name, table.names, (missed,), within=AT_ONCE, shape=shape, colours=table.colours
    )
    with metrics.DRAWING.labels("recap").time():
        data = await draw(order, patience)
    lines = [line for panel in panels for line in (f"{panel.missed.title}:", *panel.lines)]
    return Attachment(NAME, data, within("\n".join(lines), ALT_LIMIT))


def panelled(course: TableHistory, turns: Sequence[SceneReport], texts: Texts) -> list[Panel]:
    """Return the turns that have a board, in the words of who looks."""
    panels = list[Panel]()
    key = course.table.row.key
    for turn in turns:
        if turn.table is None:
            continue
        scene = turn.scene
        names = drawn_names(course.names(scene.until), texts)
        when = texts.when(key, scene.turn)
        title = f"{when[:1].upper()}{when[1:]}"
        if scene.seat is not None:
            title += f" · {names[scene.seat]}"
        spoken = texts.at(turn.table.game, turn.table.names)
        lines = [unformatted(line) for line in _lines(course, turn, spoken, names)]
        panels.append(Panel(Missed(turn.table.game.view(turn.seat), tuple(turn.events), title), tuple(lines)))
    return panels


def _lines(course: TableHistory, turn: SceneReport, texts: Texts, names: Sequence[str]) -> list[str]:
    """Return what happened, without whose turn comes next; of much only what is of weight."""
    key = course.table.row.key
    events = turn.events
    lines = texts.events(key, events, names)
    if events and events[-1].kind == TURN:
        del lines[-1]
    if len(lines) <= LINES:
        return lines
    heavy = [event for event in events if event.kind in course.table.kind.presentation.milestones]
    return [*texts.events(key, heavy, names), CUT]


def folded(course: TableHistory, dull: Sequence[SceneReport], texts: Texts) -> str:
    """Return turns without anything of weight for a message: who did what, those together who did the same."""
    did = dict[str, list[str]]()
    for turn in dull:
        made = [decision for decision in course.decisions if turn.scene.holds(decision.version)]
        if not made:
            continue
        seat = made[0].seat if turn.scene.seat is None else turn.scene.seat
        own_decisions = [decision for decision in made if decision.seat == seat]
        name = texts.player(course.names(turn.scene.until), seat)
        deed = gist(course, turn, own_decisions or made, texts)
        if name not in did.setdefault(deed, []):
            did[deed].append(name)
    return " · ".join(
        texts.say(
            "since.did", players=names if len(names) <= NAMED else texts.say("since.players", n=len(names)), what=deed
        )
        for deed, names in did.items()
    )


def shortened(
    course: TableHistory,
    turns: Sequence[SceneReport],
    entries_with_lines: Sequence[tuple[MoveRow, list[str]]],
    texts: Texts,
) -> list[str]:
    """Return the lines of log entries, with one line for several turns in a row without anything of weight.

    What was done besides the game keeps its lines.
    """
    dull = [turn for turn in turns if not weight(course.table.kind, turn.events)]
    lines = list[str]()
    announced = False

    def is_dull(entry: MoveRow) -> bool:
        return entry.kind == MoveKind.MOVE and any(turn.scene.holds(entry.version) for turn in dull)

    for folds, group in groupby(entries_with_lines, lambda turn: is_dull(turn[0])):
        entries, lines_of_entries = zip(*group, strict=True)
        all_of_it = list(chain.from_iterable(lines_of_entries))
        first = entries[0]
        last = entries[-1]
        parts = [turn._replace(scene=turn.scene.between(first.version - 1, last.version)) for turn in dull]
        short = folded(course, parts, texts) if folds and len(all_of_it) > 1 else ""
        when = f"{first.turn:>3}" if first.turn == last.turn else f"{first.turn:>3}–{last.turn}"
        if short and announced:  # whose turn it is is said by what is folded
            del lines[-1]
        lines += [f"`{when}` {short}"] if short else all_of_it
        announced = bool(last.events) and last.events[-1]["kind"] == TURN
    return lines


def gist(course: TableHistory, turn: SceneReport, made: Sequence[Decision], texts: Texts) -> str:
    """Return what a turn was about, in a word or two, as far as everybody knows what was decided.

    That is its first decision that says more than that something goes on.
    """
    key = course.table.row.key
    texts = texts.at(course.table.game, course.table.names)
    decided = next((decision for decision in made if " " in decision.words), made[0])
    action = parse(decided.words)
    if not _open(action, turn.events_by_version.get(decided.version, ())):
        return texts.word(key, action[0])
    words = unformatted(texts.action(key, action, course.table.names))
    return words if len(words) <= SHORT else texts.word(key, action[0])


def _open(action: Action, events: Sequence[Event]) -> bool:
    """Return whether what came of an action told everybody all of its words.

    Those that take what nobody else sees yet (cards to discard) are told by nothing.
    """
    known_words = {word for event in events if event.seen_by is None for word in _words(event.data.values())}
    return known_words.issuperset(action[1:])


def _words(values: Iterable[object]) -> Iterator[str]:
    """Yield all words in the data of an event."""
    for value in values:
        if isinstance(value, Mapping):
            yield from _words((*value, *value.values()))
        elif isinstance(value, list | tuple):
            yield from _words(value)
        else:
            yield str(value)
