"""A recap of missed turns: important turns as panels of one picture, unimportant ones summed up in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from bot.delivery.board_description import ALT_LIMIT
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

MOST_PANELS = {Shape.WIDE: 5, Shape.TALL: 3}
"""Number of turns in a picture by its shape; on a phone, three fill the screen."""
LONGEST_ACTION = 26
"""Characters up to which an action is named by all its words; of a longer one only the first word is given."""
MOST_NAMED = 2
"""Largest number of players who did the same that are named; of more only the number is given."""
MOST_LINES = 8
"""Number of lines up to which a turn is told in full in the alt text; of a longer turn only important events are."""
CUT = "…"
"""Mark in place of events that were left out."""
FILE_NAME = "missed.png"


class Panel(NamedTuple):
    """A turn in the picture, with the lines about its events for the alt text."""

    missed: Missed
    lines: tuple[str, ...]


async def recap(
    replays: Replays,
    history: TableHistory,
    turns: Sequence[SceneReport],
    texts: Texts,
    shape: Shape,
    *,
    patience: float | None = None,
) -> Attachment | None:
    """Draw the important ones of the turns that somebody has missed; return None if there are none.

    Args:
        replays: source of the boards at the end of the turns.
        history: the history of the table.
        turns: the missed turns.
        texts: the language.
        shape: the shape of the picture.
        patience: seconds to wait for it; None: without limit.

    Raises:
        Refused: replaying the log does not lead to the present position.
        TimeoutError: the picture was not drawn within ``patience``.
    """
    panels = make_panels(history, await replays.add_boards(history, turns, MOST_PANELS[shape]), texts)
    if not panels:
        return None
    table = history.table
    missed = tuple(panel.missed for panel in panels)
    order = PictureOrder(
        "recap", texts.name, table.names, (missed,), time_limit=AT_ONCE, shape=shape, colours=table.colours
    )
    with metrics.DRAWING.labels("recap").time():
        data = await draw(order, patience)
    lines = [line for panel in panels for line in (f"{panel.missed.title}:", *panel.lines)]
    return Attachment(FILE_NAME, data, within("\n".join(lines), ALT_LIMIT))


def make_panels(history: TableHistory, turns: Sequence[SceneReport], texts: Texts) -> list[Panel]:
    """Return the panels of those turns that have a board, worded in the language of ``texts``."""
    panels = list[Panel]()
    key = history.table.row.key
    for turn in turns:
        if turn.table is None:
            continue
        scene = turn.scene
        names = drawn_names(history.names(scene.until), texts)
        turn_name = texts.turn_name(key, scene.turn)
        title = f"{turn_name[:1].upper()}{turn_name[1:]}"
        if scene.seat is not None:
            title += f" · {names[scene.seat]}"
        spoken = texts.at(turn.table.game, turn.table.names)
        lines = [unformatted(line) for line in _lines(history, turn, spoken, names)]
        panels.append(Panel(Missed(turn.table.game.view(turn.seat), tuple(turn.events), title), tuple(lines)))
    return panels


def _lines(history: TableHistory, turn: SceneReport, texts: Texts, names: Sequence[str]) -> list[str]:
    """Return the lines about a turn without the one that the next turn begins; of a long turn only important events."""
    key = history.table.row.key
    events = turn.events
    lines = texts.events(key, events, names)
    if events and events[-1].kind == TURN:
        del lines[-1]
    if len(lines) <= MOST_LINES:
        return lines
    milestones = [event for event in events if event.kind in history.table.kind.presentation.milestones]
    return [*texts.events(key, milestones, names), CUT]


def summarise_turns(history: TableHistory, dull: Sequence[SceneReport], texts: Texts) -> str:
    """Return one line on unimportant turns: who did what; players who did the same are named together."""
    players_by_deed = dict[str, list[str]]()
    for turn in dull:
        scene_decisions = [decision for decision in history.decisions if turn.scene.holds(decision.version)]
        if not scene_decisions:
            continue
        seat = scene_decisions[0].seat if turn.scene.seat is None else turn.scene.seat
        own_decisions = [decision for decision in scene_decisions if decision.seat == seat]
        name = texts.player(history.names(turn.scene.until), seat)
        deed = word_main_decision(history, turn, own_decisions or scene_decisions, texts)
        players = players_by_deed.setdefault(deed, [])
        if name not in players:
            players.append(name)
    phrases = list[str]()
    for deed, names in players_by_deed.items():
        named_players = names if len(names) <= MOST_NAMED else texts.say("since.players", n=len(names))
        phrases.append(texts.say("since.did", players=named_players, what=deed))
    return " · ".join(phrases)


def condense_lines(
    history: TableHistory,
    turns: Sequence[SceneReport],
    entries_with_lines: Sequence[tuple[MoveRow, list[str]]],
    texts: Texts,
) -> list[str]:
    """Return the lines of log entries; several unimportant turns in a row are summed up in one line.

    Entries that are no moves (such as a change of players) keep their lines.

    Args:
        history: the history of the table.
        turns: the missed turns.
        entries_with_lines: the log entries of these turns, each with the lines that tell it in full.
        texts: the language.
    """
    dull = [turn for turn in turns if not weight(history.table.kind, turn.events)]
    lines = list[str]()
    is_turn_announced = False  # True while the last line says whose turn begins

    def is_dull(entry: MoveRow) -> bool:
        return entry.kind == MoveKind.MOVE and any(turn.scene.holds(entry.version) for turn in dull)

    for is_group_dull, group in groupby(entries_with_lines, lambda entry_and_lines: is_dull(entry_and_lines[0])):
        entries, lines_of_entries = zip(*group, strict=True)
        full_lines = list(chain.from_iterable(lines_of_entries))
        first = entries[0]
        last = entries[-1]
        summary = ""
        if is_group_dull and len(full_lines) > 1:
            parts = [turn._replace(scene=turn.scene.between(first.version - 1, last.version)) for turn in dull]
            summary = summarise_turns(history, parts, texts)
        if summary and is_turn_announced:  # the summary says it again
            del lines[-1]
        turn_range = f"{first.turn:>3}" if first.turn == last.turn else f"{first.turn:>3}–{last.turn}"
        lines += [f"`{turn_range}` {summary}"] if summary else full_lines
        is_turn_announced = bool(last.events) and last.events[-1]["kind"] == TURN
    return lines


def word_main_decision(history: TableHistory, turn: SceneReport, decisions: Sequence[Decision], texts: Texts) -> str:
    """Return a turn's main decision in a word or two.

    This is its first decision of more than one word. Words that are secret, or too many, are left out.
    """
    key = history.table.row.key
    texts = texts.at(history.table.game, history.table.names)
    main_decision = next((decision for decision in decisions if " " in decision.words), decisions[0])
    action = parse(main_decision.words)
    if not _is_public(action, turn.events_by_version.get(main_decision.version, ())):
        return texts.word(key, action[0])
    words = unformatted(texts.action(key, action, history.table.names))
    return words if len(words) <= LONGEST_ACTION else texts.word(key, action[0])


def _is_public(action: Action, events: Sequence[Event]) -> bool:
    """Return whether all words of an action are public: each occurs in an event of it that everybody sees.

    The words of a secret choice, such as cards to discard, occur in none.
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
