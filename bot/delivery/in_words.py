"""The board in words, as completely as its picture shows it: for those who listen instead of looking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.delivery.alt_texts import acting
from bot.language.board_search import Chapter
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import within

NEGATIVE = re.compile(r"(?<!\S)-(?=\d)")
PAGE = 1900
"""Characters of a page: a message of Discord holds 2,000."""


def chapters(table: Table, texts: Texts, seat: int | None) -> list[Chapter]:
    """Return all that `seat` (None: everybody) may see: whose turn it is, the points, then area by area."""
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
    turn = [_sentence(texts.say("words.turn", turn=texts.when(key, table.game.state.turn))), acting(table, texts)]
    agreed = Chapter(texts.say("words.agreed"), list(_agreed(table, texts)))
    return [
        Chapter(texts.title(key), turn),
        Chapter(texts.say("words.points"), list(_points(table, texts))),
        *areas,
        *([agreed] if agreed.lines else []),
    ]


def _sentence(line: str) -> str:
    """Return a line with a capital, and with the minus sign that a screen reader reads out."""
    return NEGATIVE.sub("−", line[:1].upper() + line[1:])


def _points(table: Table, texts: Texts) -> Iterator[str]:
    """Yield everybody's points by source, the leader first."""
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
    """Return a number with the minus sign that a screen reader reads out."""
    return str(points).replace("-", "−")


def _agreed(table: Table, texts: Texts) -> Iterator[str]:
    """Yield the options of the table."""
    chosen = table.kind.defaults(table.row.rules_version) | table.game.state.options
    for option in table.kind.options:
        if option.id in chosen:
            yield _sentence(texts.setting(f"{table.row.key}.option", option.id, chosen[option.id])) + "."


def ways(texts: Texts, page: int, count: int) -> list[tuple[int, str]]:
    """Return the pages before and after one of so many, each with the words of its button, which are read aloud."""
    neighbours = ((page - 1, "button.page_before"), (page + 1, "button.page_after"))
    return [(to, texts.say(label, page=to + 1, count=count)) for to, label in neighbours if 0 <= to < count]


def pages(chapters_shown: Sequence[Chapter]) -> tuple[list[str], list[int]]:
    """Return chapters as pages, and the page on which each chapter begins.

    A page holds as many whole chapters as there is room for, below headings that a screen reader jumps to.
    """
    texts = [""]
    starts = list[int]()
    for chapter in chapters_shown:
        heading = f"### {chapter.heading}"
        whole = "\n".join([heading, *chapter.lines])
        if texts[-1] and len(texts[-1]) + 1 + len(whole) > PAGE:
            texts.append("")
        starts.append(len(texts) - 1)
        for line in (heading, *chapter.lines):
            words = within(line, PAGE - len(heading) - 1)
            if len(texts[-1]) + 1 + len(words) > PAGE:
                texts.append(heading)
            texts[-1] = f"{texts[-1]}\n{words}" if texts[-1] else words
    return texts, starts
