"""Descriptions of the board for screen readers: alt texts of pictures, and all of it in chapters and pages.

The lines on the position come from the engine's description, which begins with the turn or round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.language.board_search import Chapter
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Event

ALT_LIMIT = 1024
"""Characters of the longest alt text that Discord accepts."""
CHANGES = 160
"""Characters that are reserved for the latest events; older ones are cut off, as the message tells all of them."""
CUT = "…"
"""Mark in place of events that did not fit."""
NEGATIVE = re.compile(r"(?<!\S)-(?=\d)")
"""A hyphen in front of a number that stands for a minus sign."""
PAGE = 1900
"""Characters of a page; a message of Discord holds 2,000."""


def alt_text(
    table: Table, texts: Texts, seat: int | None = None, events: Sequence[Event] = (), *, formatted: bool = False
) -> str:
    """Describe the board in words, up to the length of an alt text.

    The text tells who must act, the points of all seats, the latest events, then the position line by line.

    Args:
        table: the table whose board is described.
        texts: the language.
        seat: the seat for which the board is described, with its hidden cards; None: only what everybody may see.
        events: the latest events; those that the seat may not see are left out.
        formatted: True to keep Discord's formatting, for the text of a message; alt texts have none.
    """
    key = table.row.key
    names = table.names
    texts = texts.at(table.game, names)
    visible_events = [event for event in events if not event.seen_by or seat in event.seen_by]
    head = [texts.title(key), acting(table, texts), *_totals(table, texts)]
    described = list[str]()
    spare = ALT_LIMIT - sum(len(line) + 1 for line in head)
    for message in table.game.describe(seat):
        if spare < 0:  # the remaining lines would be cut off below, and wording them takes time
            break
        described.append(texts.message(key, message, names))
        spare -= len(described[-1]) + 1
    lines = list[str]()
    room = ALT_LIMIT
    for line in (*head, *_changes(table, texts, visible_events, max(CHANGES, spare)), *described):
        words = line if formatted else unformatted(line)
        room -= len(words) + bool(lines)
        if room < 0:
            break
        lines.append(words)
    return "\n".join(lines)


def acting(table: Table, texts: Texts, reader: int | None = None) -> str:
    """Return a sentence about who must act, or why nobody has to.

    Args:
        table: the table.
        texts: the language.
        reader: the seat of the person who reads the sentence, who is addressed as "you"; None: nobody in particular.
    """
    if table.is_drawn:
        return texts.say("panel.over")
    if table.is_over:
        return texts.say("alt.won", player=texts.player(table.names, table.game.ranking()[0]))
    if table.is_paused:
        return texts.say(
            "say.on_pause", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name))
        )
    blocking = table.game.blocking_seats
    if list(blocking) == [reader] and table.game.has_turn(blocking[0]):
        return texts.say("since.yours")
    return awaiting(table, texts, blocking)


def awaiting(table: Table, texts: Texts, seats: Sequence[int]) -> str:
    """Return a sentence that names the players of the turn, or those who must answer during another player's turn."""
    names = [texts.player(table.names, seat) for seat in seats]
    have_turn = all(table.game.has_turn(seat) for seat in seats)
    return texts.say("panel.waiting" if have_turn else "panel.answering", players=names, n=len(names))


def _totals(table: Table, texts: Texts) -> Iterator[str]:
    """Yield one line with the points of all seats, the leader's first; nothing if the game ranks nobody."""
    scores = {score.seat: score.total for score in table.game.scores()}
    names = table.names
    totals = [f"{texts.player(names, seat)} {scores[seat]}".replace(" -", " −") for seat in table.game.ranking()]
    if totals:
        yield texts.say("alt.final" if table.is_over else "alt.points", totals=totals)


def _changes(table: Table, texts: Texts, events: Sequence[Event], limit: int) -> Iterator[str]:
    """Yield one line with the latest events in about `limit` characters; the oldest ones are cut off first."""
    lines = texts.events(table.row.key, events, table.names)
    newest = list[str]()
    room = limit
    for line in reversed(lines):
        room -= len(line) + 2
        if room < 0:
            break
        newest.insert(0, line)
    if lines:
        newest = newest or [within(lines[-1], limit)]
        cut = [CUT] if len(newest) < len(lines) else []
        yield texts.say("alt.changes", changes="; ".join([*cut, *newest]))


def chapters(table: Table, texts: Texts, seat: int | None) -> list[Chapter]:
    """Return the description of a board: whose turn it is, the points, the areas of the board, the options.

    Args:
        table: the table.
        texts: the language.
        seat: the seat that looks at the board; None: describe only what everybody may see.
    """
    key = table.row.key
    names = table.names
    texts = texts.at(table.game, names)
    areas = [
        Chapter(
            texts.message(key, area.heading, names),
            [_sentence(texts.message(key, line, names)) for line in area.lines],
        )
        for area in table.game.areas(seat)
    ]
    turn = [_sentence(texts.say("words.turn", turn=texts.turn_name(key, table.game.state.turn))), acting(table, texts)]
    agreed = Chapter(texts.say("words.agreed"), list(_agreed(table, texts)))
    return [
        Chapter(texts.title(key), turn),
        Chapter(texts.say("words.points"), list(_points(table, texts))),
        *areas,
        *([agreed] if agreed.lines else []),
    ]


def _sentence(line: str) -> str:
    """Return a line with a capital first letter and real minus signs; screen readers skip a hyphen."""
    return NEGATIVE.sub("−", line[:1].upper() + line[1:])


def _points(table: Table, texts: Texts) -> Iterator[str]:
    """Yield a line with the points by source for every seat, the leader first."""
    scores = {score.seat: score for score in table.game.scores()}
    for seat in table.game.ranking():
        parts = [
            texts.say("words.of_source", points=_signed(points), source=texts.source(table.row.key, source))
            for source, points in scores[seat].sources.items()
            if points
        ]
        line = "words.points_of" if parts else "words.total_of"
        total = _signed(scores[seat].total)
        yield texts.say(line, player=texts.player(table.names, seat), total=total, sources=parts)


def _signed(points: int) -> str:
    """Return a number with a real minus sign; screen readers skip a hyphen."""
    return str(points).replace("-", "−")


def _agreed(table: Table, texts: Texts) -> Iterator[str]:
    """Yield a sentence for each option that was chosen when the table was set up."""
    options = table.kind.defaults(table.row.rules_version) | table.game.state.options
    for option in table.kind.options:
        if option.id in options:
            yield _sentence(texts.setting(f"{table.row.key}.option", option.id, options[option.id])) + "."


def neighbouring_pages(texts: Texts, page: int, count: int) -> list[tuple[int, str]]:
    """Return the pages before and after a page, as far as they exist, each with the label of the button to it.

    Args:
        texts: the language.
        page: the page that is shown, from 0.
        count: the number of pages.
    """
    neighbours = ((page - 1, "button.page_before"), (page + 1, "button.page_after"))
    return [
        (target, texts.say(label, page=target + 1, count=count)) for target, label in neighbours if 0 <= target < count
    ]


def pages(chapters_shown: Sequence[Chapter]) -> tuple[list[str], list[int]]:
    """Lay chapters out on pages; return the texts of the pages and, for each chapter, its first page.

    A page holds as many whole chapters as fit. A chapter that is longer than a page goes on, with its heading repeated,
    as screen readers jump from heading to heading.
    """
    texts = [""]
    starts = list[int]()
    for chapter in chapters_shown:
        heading = f"### {chapter.heading}"
        chapter_text = "\n".join([heading, *chapter.lines])
        if texts[-1] and len(texts[-1]) + 1 + len(chapter_text) > PAGE:
            texts.append("")
        starts.append(len(texts) - 1)
        for line in (heading, *chapter.lines):
            words = within(line, PAGE - len(heading) - 1)
            if len(texts[-1]) + 1 + len(words) > PAGE:
                texts.append(heading)
            texts[-1] = f"{texts[-1]}\n{words}" if texts[-1] else words
    return texts, starts
