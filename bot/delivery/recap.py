"""What somebody has missed, as one picture: a few boards with what happened, dull turns in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.alt_texts import ALT_LIMIT
from bot.delivery.pictures import AT_ONCE, Attachment
from bot.drawing import PictureOrder, draw
from bot.tables.beside.knowing import Known
from bot.tables.beside.replaying import Course, Replays, Told
from bot.wording import Texts
from bot.wording.texts import TURN, unformatted, within
from bot.work import metrics
from engines.record import parse
from engines.scenes import Decision
from render import Missed
from render.shape import Shape

MOST = 6
"""Boards in a picture."""
SHORT = 26
"""Characters of an action that is called by all its words; of a longer one the first says enough."""
NAMED = 2
"""So many who did the same are named; of more only the number is told."""
LINES = 8
"""Of a turn with more, only what is of weight is told below its board; the message has all of it."""
CUT = "…"
NAME = "missed.png"


async def recap(
    replays: Replays,
    course: Course,
    known: Known,
    after: int,
    words: Texts,
    shape: Shape,
    *,
    patience: float | None = None,
) -> Attachment | None:
    """What a person who knows that much has missed after a version; None: nothing of weight. Raises Refused where the
    log does not lead to the table, TimeoutError where it is not drawn within ``patience`` seconds."""
    told = await replays.missed(course, known, after, MOST)
    panels, rest = panelled(course, told, words)
    if not panels:
        return None
    table = course.table
    order = PictureOrder(
        "recap",
        words.name,
        table.names,
        (panels,),
        (rest,),
        within=AT_ONCE,
        shape=shape,
        colours=table.colours,
    )
    with metrics.DRAWING.labels("recap").time():
        data = await draw(order, patience)
    said = [line for each in panels for line in (each.before, f"{each.title}:", *each.lines)]
    return Attachment(NAME, data, within("\n".join(filter(None, (*said, rest))), ALT_LIMIT))


def panelled(course: Course, told: Sequence[Told], words: Texts) -> tuple[list[Missed], str]:
    """The boards with their words, and what is told behind the last of them."""
    panels, dull = list[Missed](), list[Told]()
    for each in told:
        if each.table is None:
            dull.append(each)
            continue
        key, names, scene = course.table.row.key, course.names(each.scene.until), each.scene
        when = words.when(key, scene.turn)
        title = f"{when[:1].upper()}{when[1:]}" + (f" · {names[scene.seat]}" if scene.seat is not None else "")
        lines = [unformatted(line) for line in _lines(course, each, words.at(each.table.game), names)]
        view = each.table.game.view(each.seat)
        panels.append(Missed(view, tuple(each.events), title, tuple(lines), folded(course, dull, words)))
        dull = []
    return panels, folded(course, dull, words)


def _lines(course: Course, told: Told, words: Texts, names: Sequence[str]) -> list[str]:
    """What happened, without whose turn comes next; of much only what is of weight."""
    key, events = course.table.row.key, told.events
    lines = words.events(key, events, names)
    if events and events[-1].kind == TURN:
        del lines[-1]
    if len(lines) <= LINES:
        return lines
    heavy = [event for event in events if event.kind in course.table.kind.milestones]
    return [*words.events(key, heavy, names), CUT]


def folded(course: Course, dull: Sequence[Told], words: Texts) -> str:
    """Turns in which nothing of weight happened: who did what, those together who did the same."""
    did = dict[str, list[str]]()
    for each in dull:
        made = [decision for decision in course.decisions if each.scene.holds(decision.version)]
        seat = made[0].seat if each.scene.seat is None else each.scene.seat
        name, what = course.names(each.scene.until)[seat], gist(course, made, words)
        if name not in did.setdefault(what, []):
            did[what].append(name)
    return " · ".join(
        words.say(
            "since.did", players=names if len(names) <= NAMED else words.say("since.players", n=len(names)), what=what
        )
        for what, names in did.items()
    )


def gist(course: Course, made: Sequence[Decision], words: Texts) -> str:
    """What a turn was about, in a word or two: its first decision that says more than that something goes on."""
    key, words = course.table.row.key, words.at(course.table.game)
    actions = [parse(decision.words) for decision in made]
    action = next((each for each in actions if len(each) > 1), actions[0])
    said = unformatted(words.action(key, action, course.table.names))
    return said if len(said) <= SHORT else words.word(key, action[0])
