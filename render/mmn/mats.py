"""The players' mats: name, points and their sources, cards, improvements, and what awards compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engines.mmn import board
from engines.mmn.view import MmnView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.canvas import Box, Canvas, Side
from render.kit.ground import Layers
from render.kit.ink import CARD, CROWN, CROWN_DARK, LINE, NEW, SOFT, TEXT, WHITE, Ink, mix
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.mmn import icons, pieces, words
from render.mmn.icons import badge, icon
from render.mmn.inks import COLOURS, PALETTE, RED, TRACK, TRACK_DARK
from render.mmn.layout import Mat, Total
from render.mmn.news import News

_LEVEL_IMAGES = Layers("mmn level", COLOURS)
"""Drawn levels of tracks, which recur on most boards."""

_DECK = 46
"""Distance from a progress card to the next, in units."""
_RIGHTS = 110
"""Room for the kinds that a card lets a player exchange 2:1, in units."""
_KIND = 46
"""Distance from such a kind to the next, and width of one, in units."""
_ROW = 54
"""Height of the bands behind sources and counts, in units."""
STAR = 32
"""Size of the star that marks numbers of points, in units."""
_EDGE = 5
"""Space beside a number that has just changed, in units."""
_SMALLER = 43, 40, 38, 36
"""Sizes of numbers that would not fit into their share at full size; the first that fits is taken."""
_SLACK = 0.97
"""Share of a line that texts may take, since widths do not grow evenly with the size."""
_COUNT_SHARES = (0.94, 0.94, 0.94, 0.94, 1.34)
"""Shares of the counted things in their line, compared with each other: knights have two numbers."""
_BARS_FROM = 80
"""Height from which on the cell of a track has bars below its number, in units."""
_NARROW = 90
"""Width below which the cell of a track is golden for a metropolis, in place of a crown in it, in units."""


class _Count(NamedTuple):
    """Something that awards compare."""

    source: str
    """The source of points that depends on it, whose news it shares."""
    sign: Sprite
    label: str
    has_award: bool


def ground(pen: Pen, part: Part) -> None:
    """Draw an empty mat."""
    mat.ground(pen, part.size)


def draw(
    canvas: Canvas, part: Part, cells: Mat, view: MmnView, player: PlayerView, caption: Caption, news: News
) -> None:
    """Draw a player's mat.

    Args:
        canvas: The canvas of the mat.
        part: The mat in the picture.
        cells: The cells of the mat.
        view: The position.
        player: The player.
        caption: The words.
        news: The changes to be marked.
    """
    mat.coloured(canvas, part.size, player.seat, player.seat in view.to_act, PALETTE)
    _identity(canvas, cells.name, view, player, caption, news, cells.text)
    _total(canvas, cells.total, view, player)
    _hand(canvas, cells.hand, view, player, caption, news, cells.text)
    _levels(canvas, cells.levels, view, player, news, cells.text)
    _sources(canvas, cells.sources, view, player, news, cells.text)
    _counts(canvas, cells.counts, view, player, news, cells.text)


def _identity(
    canvas: Canvas, cell: Box, view: MmnView, player: PlayerView, caption: Caption, news: News, size: int
) -> None:
    """Draw badge and name, and at the right end, while there are such, the cards to give up and the sign of famine."""
    left_x, top, width, height = cell
    y = top + height / 2
    canvas.paste(badge(player.seat, 58), (left_x + 30, y))
    right = left_x + width
    if player.famine:
        canvas.paste(icon("hunger", 50), (right, y), "r")
        if player.seat in news.famine:
            canvas.paste(icon("spot", 60), (right - 25, y))
        right -= 64
    owed = view.owed.get(str(player.seat))
    if owed:
        label = f"{fonts.MINUS}{owed}"
        wide = fonts.width(label, size) + 28
        canvas.frame((right - wide, y - 24, wide, 48), RED, None, 0, 14)
        canvas.text((right - wide / 2, y), label, wide, size=size, ink=WHITE, side="m")
        right -= wide + 14
    mat.name(canvas, (left_x + 70, y), caption.name(player.seat), right - left_x - 76, (size + 4, fonts.NEEDED))


def _total(canvas: Canvas, at: Total, view: MmnView, player: PlayerView) -> None:
    """Draw the star, the points, and the number that wins."""
    side: Side = "l" if at.star else "r"
    canvas.text(at.target, f"/{view.target}", 80, size=fonts.NEEDED, ink=SOFT, side=side, aside=True)
    size = fonts.fitting(mat.total_label(view, player.seat), (at.size, 64, 54, 36), at.room - 28)
    width_used = mat.total(canvas, at.end, view, player.seat, at.room, size)
    canvas.paste(icon("points", 50), at.star or (at.end[0] - width_used - 28, at.end[1]))


def _hand(
    canvas: Canvas, cell: Box, view: MmnView, player: PlayerView, caption: Caption, news: News, size: int
) -> None:
    """Draw the number of cards, of cards that are safe from a seven, and the backs of the progress cards.

    Progress cards that have just come are framed.
    """
    left_x, top, width, height = cell
    x = left_x
    y = top + height / 2
    canvas.paste(icon("hand", 50), (x, y), "l")
    x += 60
    ink = RED if player.hand_size > player.hand_limit else TEXT
    x += canvas.text((x, y), str(player.hand_size), 80, size=max(42, size), ink=ink) + 6
    x += canvas.text((x, y), f"/{player.hand_limit}", 90, size=size, ink=SOFT) + 14
    change = news.cards[player.seat]
    if change:
        x += mat.pill(canvas, (x, y), mat.difference(change), size) + 14
    if player.seat == view.active:
        x = _rights(canvas, view, caption, (x, y))
    right = left_x + width
    decks = player.card_decks
    step = min(float(_DECK), (right - x - 44) / max(1, len(decks) - 1))
    rest_to_frame = {track: news.drawn[player.seat][track] for track in decks}
    # Backs of a deck are alike: as many as have come are framed, whichever they are.
    for number, track in enumerate(reversed(decks)):
        end = right - number * step
        canvas.paste(icons.back(track, 56), (end, y), "r")
        if rest_to_frame[track] > 0:
            canvas.frame((end - 44, y - 33, 49, 66), None, NEW, 7, 12)
            rest_to_frame[track] -= 1


def counts(view: MmnView, seat: int) -> Sequence[tuple[Sprite, str]]:
    """Return cards and the strength of the knights as text, for places too small for a mat."""
    player = view.players[seat]
    active, every = strength(player)
    return (icon("hand", 50), str(player.hand_size)), (icon("track_power", 46), f"{active}/{every}")


def strength(player: PlayerView) -> tuple[int, int]:
    """Return the strength of a player's active knights, and of all knights."""
    active = sum(knight.strength for knight in player.knights if knight.active)
    return active, sum(knight.strength for knight in player.knights)


def _rights(canvas: Canvas, view: MmnView, caption: Caption, at: tuple[float, float]) -> float:
    """Draw the kinds that a card lets the active player exchange 2:1 this turn, and return where they end.

    Players who trade with the active one should know them.
    """
    x, y = at
    kinds = tuple(dict.fromkeys(view.rights))
    if not kinds:
        return x
    step = min(float(_KIND), _RIGHTS / len(kinds))
    for kind in kinds:
        canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), 56), (x, y), "l")
        x += step
    x += _KIND - step  # the last one is not overlapped
    return x + canvas.text((x, y), "2:1", 80, size=36) + 14


def _levels(canvas: Canvas, cell: Box, view: MmnView, player: PlayerView, news: News, size: int) -> None:
    """Draw the level of each track as a number and, if there is room, as bars, with the sign of a metropolis."""
    x, y, width, height = cell
    ground = PALETTE.of(player.seat).wash if player.seat in view.to_act else CARD
    step = width / len(board.TRACKS)
    for number, (track, level) in enumerate(zip(board.TRACKS, player.levels.values(), strict=True)):
        has_metropolis = view.metropolises[track] == player.seat
        is_new = (player.seat, track) in news.levels
        key = track, level, has_metropolis, is_new, ground, step, height, canvas.scale, max(38, size)
        canvas.layer(_LEVEL_IMAGES.get(key, lambda key=key: _level(*key)), (x + number * step, y))  # type: ignore[misc]


def _level(
    track: str,
    level: int,
    has_metropolis: bool,
    is_new: bool,
    ground: Ink,
    step: float,
    height: float,
    scale: float,
    size: int,
) -> Image.Image:
    """Return the cell of a track.

    Args:
        track: The track.
        level: The player's level on it.
        has_metropolis: True if the player has its metropolis.
        is_new: True if the level has just changed.
        ground: The colour of the mat behind the cell.
        step: The width of the cell with the gap after it, in units.
        height: The height of the cell, in units.
        scale: Pixels of a unit.
        size: The size of the number.
    """
    canvas = Canvas(Image.new("RGB", (round(step * scale), round(height * scale)), ground), scale)
    has_bars = height > _BARS_FROM
    is_narrow = step < _NARROW
    y = height / 2 - (11 if has_bars else 0)
    fill = mix(CARD, TRACK[track], 0.3) if level else mix(CARD, LINE, 0.16)
    edge: Ink | None = None
    if has_metropolis:
        edge = TRACK_DARK[track]
        fill = CROWN if is_narrow else fill
    if is_new:
        edge = NEW
    canvas.frame((0, 0, step - (4 if is_narrow else 8), height), fill, edge, 8 if is_new else 3, 12)
    disc = 38 if is_narrow else 46
    canvas.paste(icons.disc(track, disc, not level), (disc / 2 + (5 if is_narrow else 7), y))
    if level:
        canvas.text((disc + (9 if is_narrow else 12), y), str(level), 40, size=size)
    if has_metropolis and not is_narrow:
        canvas.paste(icon("crown", 28), (disc + 20 + 0.72 * size, y))
    if has_bars:
        bar_step = round((step - 26) / board.TOP_LEVEL)
        for bar in range(board.TOP_LEVEL):
            ink = TRACK_DARK[track] if bar < level else mix(CARD, LINE, 0.5)
            canvas.frame((11 + bar * bar_step, height - 22, bar_step - 4, 11), ink, None, 0, 0)
    return canvas.image


def sources(view: MmnView, player: PlayerView) -> Iterator[tuple[str, int, Sprite]]:
    """Return the sources of a player's points that count anything, each with its points and its sign."""
    score = next(score for score in view.scores if score.seat == player.seat)
    pictures = {
        "settlements": pieces.settlement(player.seat, 42),
        "cities": pieces.city(player.seat, 50),
        "metropolises": icon("crown", 42),
        "longest_road": icon("road", 40),
        "storage": icon("crates", 40),
        "autarky": icon("autarky", 40),
        "defender": icon("shield", 40),
        "merchant": icon("merchant", 38),
        "cards": icon("scroll", 40),
    }
    for source, sign in pictures.items():
        if score.sources.get(source):
            yield source, score.sources[source], sign


def _sources(canvas: Canvas, cell: Box, view: MmnView, player: PlayerView, news: News, size: int) -> None:
    """Draw the sources of the points, on gold, each with a star; without room for that, one star stands before all."""
    left_x, top, width, height = cell
    y = top + height / 2
    canvas.frame((left_x, y - _ROW / 2, width, _ROW), mix(CARD, CROWN, 0.28), None, 0, 12)
    entries = list(sources(view, player))
    # First the room that everything but the numbers needs, then the size of the numbers, then the gap that is left.
    width_used: float = sum(sign.size[0] + 4 for _, _, sign in entries)
    width_used += sum(2 * _EDGE for source, _, _ in entries if (player.seat, source) in news.sources)
    numbers = "".join(str(points) for _, points, _ in entries)
    size = fonts.fitting(numbers, (size, 40, 36), width - 66 - width_used - 6 * len(entries))
    width_used += sum(fonts.width(str(points), size) for _, points, _ in entries)
    has_stars = width_used + len(entries) * (STAR + 2) <= width - 24 - 8 * len(entries)
    star = STAR + 2 if has_stars else 0
    x = left_x + (12 if has_stars else 58)
    end = left_x + width - 8
    if not has_stars:
        canvas.paste(icon("points", 40), (left_x + 6, y), "l")
    gap = min(26.0, (end - x - width_used) / max(1, len(entries)) - star)
    for source, points, sign in entries:
        canvas.paste(sign, (x, y), "l")
        x += sign.size[0] + 4
        if (player.seat, source) in news.sources:
            x += mat.pill(canvas, (x, y), str(points), size, edge=_EDGE) + star
        else:
            x += canvas.text((x, y), str(points), 64, size=size) + star
        if has_stars:
            canvas.paste(icon("points", STAR), (x, y), "r")
        x += gap


def _counts(canvas: Canvas, cell: Box, view: MmnView, player: PlayerView, news: News, size: int) -> None:
    """Draw what awards compare, on gold for the owner of one; serfs; and the strength of the knights."""
    left_x, top, width, height = cell
    y = top + height / 2
    active, every = strength(player)
    road = str(player.road_length)
    storage = str(player.storage_points)
    autarky = str(player.autarky_points)
    counts = (
        _Count("longest_road", icon("road", 38), road, view.longest_road == player.seat),
        _Count("storage", icon("crates", 40), storage, view.storage_card == player.seat),
        _Count("autarky", icon("autarky", 40), autarky, view.autarky_card == player.seat),
        _Count("serfs", icon("worker", 38), f"{fonts.TIMES}{player.serfs}", False),
        _Count("knights", icon("track_power", 40), f"{active}/{every}", False),
    )
    canvas.frame((left_x, y - _ROW / 2, width, _ROW), mix(CARD, LINE, 0.16), None, 0, 12)
    x = left_x + 8
    for (source, sign, label, has_award), share in zip(counts, _COUNT_SHARES, strict=True):
        step = share * (width - 12) / sum(_COUNT_SHARES)
        if has_award:
            canvas.frame((x - 4, y - 25, 58 + fonts.width(label, size), 50), CROWN, CROWN_DARK, 3, 25)
        canvas.paste(sign, (x, y), "l")
        if (player.seat, source) in news.sources or (source == "serfs" and player.seat in news.serfs):
            mat.pill(canvas, (x + 42 - _EDGE, y), label, size, edge=_EDGE)
        else:
            fitted = fonts.fitting(label, (size, *_SMALLER), _SLACK * (step - 44))
            canvas.text((x + 42, y), label, step - 42, size=fitted)
        x += step
