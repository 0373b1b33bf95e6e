"""The parts of a board: their names, enlarged pictures of single parts, and a numbered legend."""

from __future__ import annotations

import re
from collections.abc import Mapping

import render
from bot.delivery.board_description import ALT_LIMIT, alt_text
from bot.delivery.illustrating import Attachment, ordered
from bot.drawing.drawers import draw
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import plain, unformatted, within
from bot.work import metrics
from render.callouts import MAT, PLACE, explained
from render.kit.canvas import Box
from render.kit.initials import told_apart
from render.names import isolated
from render.shape import Shape

_NAME = re.compile(r"\*\*(.+?)\.?\*\*")
"""The name of a part in its line of the legend, which is set in bold type."""


def parts_of(table: Table, texts: Texts, shape: Shape, seat: int | None) -> Mapping[str, Box]:
    """Return the areas of the board's parts in the picture, by identifier, as ``seat`` (None: a spectator) sees it.

    Raises LookupError for a game without pictures.
    """
    return render.parts(table.game.view(seat), _caption(table, texts, shape))


def _caption(table: Table, texts: Texts, shape: Shape) -> render.Caption:
    return render.Caption(table.names, (), texts.say, texts.name, shape=shape, colours=table.colours)


def part_names(table: Table, texts: Texts, shape: Shape, seat: int | None) -> dict[str, str]:
    """Return the names of the board's parts in the language of ``texts``, by identifier.

    A player's part is called by the name of the player.
    """
    return {part: _part_name(table, texts, part) for part in parts_of(table, texts, shape, seat)}


def place_names(table: Table, texts: Texts, shape: Shape, seat: int | None) -> dict[str, str]:
    """Return the names of places on the board, of which the surroundings can be shown.

    The keys are ``PLACE`` and the word of the place. Several places may have the same name.
    """
    key = table.row.key
    texts_here = texts.at(table.game, table.names)
    places = render.places(table.game.view(seat), _caption(table, texts, shape))
    return {f"{PLACE}{word}": _place_name(texts_here, key, word) for word in places}


def _place_name(texts: Texts, key: str, word: str) -> str:
    spot = f"{key}.spot.{word}"
    name = texts.say(spot) if texts.has(spot) else texts.word(key, word)
    return name[:1].upper() + name[1:]


def _part_name(table: Table, texts: Texts, part: str) -> str:
    if part.startswith(PLACE):
        return _place_name(texts.at(table.game, table.names), table.row.key, part.removeprefix(PLACE))
    if part.startswith(MAT):
        seat = int(part.removeprefix(MAT))
        return told_apart(isolated(texts.visible(table.names)[seat]), seat, table.names)
    line = texts.say(f"{table.row.key}.part.{part}")
    match = _NAME.match(line)
    return match[1] if match else line


def legend_lines(table: Table, texts: Texts, shape: Shape, seat: int | None) -> list[str]:
    """Return the lines of the legend: the numbered parts, the meaning of letters, and the mark of recent changes."""
    numbered_parts = explained(parts_of(table, texts, shape, seat))
    lines = [texts.say(f"{table.row.key}.part.{MAT if part.startswith(MAT) else part}") for part in numbered_parts]
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    letters = f"{table.row.key}.letters"
    return [*numbered, *([texts.say(letters)] if texts.has(letters) else []), texts.say("legend.changed")]


async def legend_picture(table: Table, texts: Texts, shape: Shape, seat: int | None, alt: str) -> Attachment:
    """Draw the board with a number in each part; ``alt`` is the alt text, which explains the parts."""
    order = ordered("legend", table, texts, shape, table.game.view(seat))
    with metrics.DRAWING.labels("legend").time():
        data = await draw(order)
    return Attachment("legend.png", data, within(unformatted(alt), ALT_LIMIT))


async def zoomed_picture(table: Table, texts: Texts, shape: Shape, seat: int | None, part: str) -> Attachment:
    """Draw one part of the board alone. Raises LookupError if the board has no such part."""
    order = ordered("zoomed", table, texts, shape, table.game.view(seat), part)
    with metrics.DRAWING.labels("zoomed").time():
        data = await draw(order)
    alt = f"{plain(_part_name(table, texts, part))}\n{alt_text(table, texts, seat)}"
    return Attachment("part.png", data, within(unformatted(alt), ALT_LIMIT))
