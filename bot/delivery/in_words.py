"""A complete description of the board in words, in chapters and pages, for people who use a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.delivery.alt_texts import acting
from bot.language.board_search import Chapter
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import within

NEGATIVE = re.compile(r"(?<!\S)-(?=\d)")
"""A hyphen in front of a number that stands for a minus sign."""
PAGE = 1900
"""Characters of a page; a message of Discord holds 2,000."""


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
    turn = [_sentence(texts.say("words.turn", turn=texts.when(key, table.game.state.turn))), acting(table, texts)]
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
    chosen = table.kind.defaults(table.row.rules_version) | table.game.state.options
    for option in table.kind.options:
        if option.id in chosen:
            yield _sentence(texts.setting(f"{table.row.key}.option", option.id, chosen[option.id])) + "."


def neighbouring_pages(texts: Texts, page: int, count: int) -> list[tuple[int, str]]:
    """Return the pages before and after a page, as far as they exist, each with the label of the button to it.

    Args:
        texts: the language.
        page: the page that is shown, from 0.
        count: the number of pages.
    """
    neighbours = ((page - 1, "button.page_before"), (page + 1, "button.page_after"))
    return [(to, texts.say(label, page=to + 1, count=count)) for to, label in neighbours if 0 <= to < count]


def pages(chapters_shown: Sequence[Chapter]) -> tuple[list[str], list[int]]:
    """Lay chapters out on pages; return the texts of the pages and, for each chapter, its first page.

    A page holds as many whole chapters as fit. A chapter that is longer than a page goes on, with its heading repeated,
    as screen readers jump from heading to heading.
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
