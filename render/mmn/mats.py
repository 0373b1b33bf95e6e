"""The players' mats: name and points, cards, improvements, where points come from and what is being counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engines.mmn import board
from engines.mmn.view import MmnView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Sprite
from render.mmn import icons, layout, pieces, tracks, words
from render.mmn.inks import PALETTE, RED, TRACK, TRACK_DARK
from render.mmn.news import News

_PAD = 26
_CELL = (layout.MAT_WIDE - _PAD - 14) / len(board.TRACKS)
_NAME, _HAND, _LEVELS, _POINTS, _COUNTS = 42, 106, 146, 268, 324
"""Heights of the rows, from the top of a mat: middles, but for the cells of the levels their top."""
_LEVELS_HIGH = 86
_COUNT = 142
"""The pitch of what is counted."""


_RIGHTS = 110
"""What signs of the rights of a turn may take."""


def ground(pen: Pen, seats: int, top: int) -> None:
    """The empty mats."""
    for seat in range(seats):
        mat.ground(pen, layout.mat(seat, top), seat, PALETTE)


def draw(canvas: Canvas, view: MmnView, caption: Caption, news: News, top: int) -> None:
    """Every mat."""
    for player in view.players:
        at = layout.mat(player.seat, top)
        if player.seat in view.to_act:
            mat.light(canvas, at, player.seat, PALETTE)
        _identity(canvas, view, player, caption, news, at)
        _hand(canvas, view, player, caption, news, at)
        _levels(canvas, view, player, news, at)
        _sources(canvas, view, player, news, at)
        _counts(canvas, view, player, news, at)


def pill(canvas: Canvas, at: tuple[float, float], label: str, size: int = 32) -> float:
    """A changed number; ``at`` is its left end. Returns its width."""
    wide = fonts.width(label, size) + 24
    canvas.frame((at[0], at[1] - 23, wide, 46), NEW_WASH, NEW, 4, 14)
    canvas.text((at[0] + wide / 2, at[1]), label, wide, size=size, ink=NEW, side="m")
    return wide


def _identity(canvas: Canvas, view: MmnView, player: PlayerView, caption: Caption, news: News, at: Box) -> None:
    left, top, width, _ = at
    y = top + _NAME
    canvas.paste(badge(player.seat, 58, PALETTE), (left + 52, y))
    right = left + width - 24
    right -= canvas.text((right, y), f"/{view.target}", 80, size=32, ink=SOFT, side="r") + 4
    right -= canvas.text((right, y), str(player.points), 100, size=50, side="r") + 12
    canvas.paste(icons.points(50), (right, y), "r")
    right -= 66
    if player.famine:
        canvas.paste(icons.hunger(50), (right, y), "r")
        if player.seat in news.famine:
            canvas.paste(icons.spot(60), (right - 25, y))
        right -= 64
    owed = view.owed.get(str(player.seat))
    if owed:
        label = f"{fonts.MINUS}{owed}"
        wide = fonts.width(label, 34) + 28
        canvas.frame((right - wide, y - 24, wide, 48), RED, None, 0, 14)
        canvas.text((right - wide / 2, y), label, wide, size=34, ink=WHITE, side="m")
        right -= wide + 14
    canvas.text((left + 92, y), caption.name(player.seat), right - left - 100, size=38)


def _hand(canvas: Canvas, view: MmnView, player: PlayerView, caption: Caption, news: News, at: Box) -> None:
    """How many cards, and the backs of the progress cards."""
    left, top, width, _ = at
    y = top + _HAND
    x = left + _PAD
    canvas.paste(icons.hand(50), (x, y), "l")
    x += 60
    ink = RED if player.hand_size > player.hand_limit else TEXT
    x += canvas.text((x, y), str(player.hand_size), 70, size=42, ink=ink) + 6
    x += canvas.text((x, y), f"/{player.hand_limit}", 60, size=30, ink=SOFT) + 14
    change = news.cards[player.seat]
    if change:
        x += pill(canvas, (x, y), f"+{change}" if change > 0 else f"{fonts.MINUS}{-change}") + 14
    if player.seat == view.active:
        _rights(canvas, view, caption, (x, y))
    x = left + width - 24
    for track in reversed(player.card_decks):
        canvas.paste(tracks.back(track, 56), (x, y), "r")
        x -= 46
    if player.seat in news.drawn:
        wide = 46 * len(player.card_decks)
        canvas.frame((x - 1, y - 34, max(wide, 46) + 9, 68), None, NEW, 5, 12)


def _rights(canvas: Canvas, view: MmnView, caption: Caption, at: tuple[float, float]) -> None:
    """The kinds that cards let the active player exchange 2:1 this turn: who trades with the player ought to know."""
    x, y = at
    kinds = tuple(dict.fromkeys(view.rights))
    step = min(46.0, _RIGHTS / max(1, len(kinds)))
    for kind in kinds:
        canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), 56), (x, y), "l")
        x += step
    if kinds:
        canvas.text((x + 46 - step, y), "2:1", 60, size=32)


def _levels(canvas: Canvas, view: MmnView, player: PlayerView, news: News, at: Box) -> None:
    """Six cells: the track, its level as number and as bars, a crown for its metropolis."""
    left, top, _, _ = at
    levels = tuple(player.levels.values())
    crowns = tuple(view.metropolises[track] == player.seat for track in board.TRACKS)
    new = tuple((player.seat, track) in news.levels for track in board.TRACKS)
    ground = PALETTE.washes[player.seat] if player.seat in view.to_act else CARD
    row = _row(levels, crowns, new, ground)
    canvas.image.paste(row, (round(left + _PAD - 4), round(top + _LEVELS)))


@lru_cache(maxsize=16)
def _row(levels: tuple[int, ...], crowns: tuple[bool, ...], news: tuple[bool, ...], ground: Ink) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (round(6 * _CELL), _LEVELS_HIGH), ground))
    for number, (track, level, crowned, new) in enumerate(zip(board.TRACKS, levels, crowns, news, strict=True)):
        x, y = number * _CELL, 0
        fill = mix(CARD, TRACK[track], 0.3) if level else mix(CARD, LINE, 0.16)
        edge = NEW if new else TRACK_DARK[track] if crowned else None
        canvas.frame((x, y, _CELL - 8, _LEVELS_HIGH), fill, edge, 6 if new else 3, 12)
        canvas.paste(tracks.disc(track, 46, not level), (x + 30, y + 32))
        if level:
            canvas.text((x + 58, y + 32), str(level), 40, size=38)
        if crowned:
            canvas.paste(signs.crown(32), (x + _CELL - 26, y + 31))
        step = round((_CELL - 26) / board.TOP_LEVEL)
        for bar in range(board.TOP_LEVEL):
            ink = TRACK_DARK[track] if bar < level else mix(CARD, LINE, 0.5)
            canvas.frame((round(x + 11) + bar * step, y + 64, step - 4, 11), ink, None, 0, 0)
    return canvas.image


def sources(view: MmnView, player: PlayerView) -> Iterator[tuple[str, int, Sprite]]:
    """The sources of a player's points with what they bring and their signs."""
    score = next(score for score in view.scores if score.seat == player.seat)
    pictures = {
        "settlements": pieces.settlement(player.seat, 46),
        "cities": pieces.city(player.seat, 58),
        "metropolises": signs.crown(48),
        "longest_road": icons.road(44),
        "storage": icons.crates(46),
        "autarky": icons.autarky(44),
        "defender": icons.shield(44),
        "merchant": icons.merchant(42),
        "cards": icons.scroll(46),
    }
    for source, sign in pictures.items():
        if score.sources.get(source):
            yield source, score.sources[source], sign


def _sources(canvas: Canvas, view: MmnView, player: PlayerView, news: News, at: Box) -> None:
    """Where the points come from."""
    left, top, width, _ = at
    y = top + _POINTS
    found = list(sources(view, player))
    step = min(104.0, (width - _PAD - 14) / max(1, len(found)))
    for number, (source, points, sign) in enumerate(found):
        x = left + _PAD + number * step
        new = (player.seat, source) in news.sources
        canvas.paste(sign, (x, y), "l")
        canvas.text((x + sign.size[0] + 5, y), str(points), 46, size=34, ink=NEW if new else TEXT)


def _counts(canvas: Canvas, view: MmnView, player: PlayerView, news: News, at: Box) -> None:
    """What awards compare, serfs, and what the knights bring to the defence."""
    left, top, width, _ = at
    y = top + _COUNTS
    active = sum(knight.strength for knight in player.knights if knight.active)
    every = sum(knight.strength for knight in player.knights)
    counts: tuple[tuple[str, Sprite, str, bool], ...] = (
        ("longest_road", icons.road(38), str(player.road_length), view.longest_road == player.seat),
        ("storage", icons.crates(40), str(player.storage_points), view.storage_card == player.seat),
        ("autarky", icons.autarky(40), str(player.autarky_points), view.autarky_card == player.seat),
        ("serfs", icons.worker(38), f"{fonts.TIMES}{player.serfs}", False),
        ("knights", icons.sword(40), f"{active}/{every}", False),
    )
    canvas.frame((left + _PAD - 4, y - 27, width - _PAD - 14, 54), mix(CARD, LINE, 0.16), None, 0, 12)
    for number, (name, sign, label, held) in enumerate(counts):
        x, step = left + _PAD + 6 + number * _COUNT, _COUNT if number < len(counts) - 1 else 170
        canvas.paste(sign, (x, y), "l")
        new = (player.seat, name) in news.sources or (name == "serfs" and player.seat in news.serfs)
        x += 48 + canvas.text((x + 48, y), label, step - 50, size=34, ink=NEW if new else TEXT)
        if held:
            canvas.paste(signs.crown(32), (x + 7, y), "l")
