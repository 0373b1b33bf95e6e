"""A player's own picture: the board large with the hexes that can be filled now, and what is stored."""

from __future__ import annotations

from PIL import Image

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import choice, icons, marks, mats, news, notes, player_board, tiles, words
from render.burgundy.inks import EDGE, SLOT
from render.burgundy.layout import GAP, INNER, LINE, MARGIN, WIDTH
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, NEW, PAPER, PLAIN, SOFT, TEXT, mix
from render.kit.ink import LINE as RULE

_HEAD: Box = (MARGIN, 16, INNER, 164)
_TOP = 196
_HEX = 152
_WIDE, _HIGH = player_board.size(_HEX)
_SIDE = MARGIN + _WIDE + GAP
_SIDE_WIDE = WIDTH - MARGIN - _SIDE
_STORED, _STORED_TILE = 172, 112


def draw(view: BurgundyView, caption: Caption) -> Image.Image:
    """The picture of the seat that the view is of. Raises LookupError for a spectator's view."""
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = news.read(caption.events)
    known = [tile for tile in player.covered.values() if tile in box.KNOWLEDGE]
    known.sort(key=box.KNOWLEDGE.index)
    below = _TOP + _HIGH + GAP
    height = below + (54 + -(-len(known) // 2) * LINE + 16 if known else 0) + MARGIN - GAP
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    _head(canvas, view, player, caption, changed)
    middle = MARGIN + _WIDE / 2, _TOP + _HIGH / 2
    if not player.choices:
        player_board.draw(canvas, player, _HEX, middle, caption, changed.hexes[player.seat], PAPER)
        marks.draw(canvas, player, _HEX, middle, caption)
        _name(canvas, player, caption, changed)
        mats.bonus(canvas, view, player, changed, (MARGIN + _WIDE - 36, _TOP + _HIGH - 46), 1.35)
    else:
        choice.draw(canvas, player.choices, caption, (MARGIN, _TOP, _WIDE, _HIGH))
    _storage(canvas, player, caption, changed)
    _goods(canvas, player, caption, changed)
    if known:
        canvas.frame((MARGIN, below, INNER, height - below - MARGIN), CARD, RULE, 2, 14)
        canvas.text((MARGIN + 16, below + 28), caption.text(words.KNOWLEDGE), 900, size=32, ink=SOFT)
        rows = -(-len(known) // 2)
        for number, tile in enumerate(known):
            column, row = divmod(number, rows)
            at = (MARGIN + 14 + column * INNER / 2, below + 54 + row * LINE, INNER / 2 - 28, LINE)
            notes.effect(canvas, tile, caption, at)
    return canvas.image


def _head(canvas: Canvas, view: BurgundyView, player: PlayerView, caption: Caption, changed: news.News) -> None:
    left, top, width, height = _HEAD
    seat = player.seat
    acting = seat in view.to_act
    canvas.frame(_HEAD, PLAIN.washes[seat] if acting else CARD, PLAIN.edges[seat], 7 if acting else 4, 18)
    y = top + 50
    canvas.paste(badge(seat, 76), (left + 62, y + 4))
    middle = left + 760
    canvas.text((left + 116, y), caption.name(seat), middle - left - 160, size=46)
    canvas.paste(icons.points(58), (middle, y))
    x = middle + 42
    x += canvas.text((x, y), str(player.vp), 120, size=58) + 16
    right = left + width - 2 * 106 - 16
    canvas.text((x, y), f"{caption.text(words.PROJECTED)} {player.projected}", right - 20 - x, size=34, ink=SOFT)
    mats.dice(canvas, player, changed, (right, top + height / 2), 92)
    y = top + height - 44
    x = left + 116.0
    for sign, count, new in (
        (icons.worker(50), player.workers, seat in changed.workers),
        (icons.silverling(48), player.silverlings, seat in changed.silverlings),
    ):
        canvas.paste(sign, (x, y), "l")
        canvas.text((x + 62, y), str(count), 80, size=44, ink=NEW if new else TEXT if count else SOFT)
        x += 166
    if player.purchased:
        canvas.text(
            (x, y),
            caption.text(words.PURCHASED),
            middle - 46 - x,
            size=30,
            ink=NEW if seat in changed.purchased else SOFT,
        )
    x = middle - 24.0
    if any(player.sold.values()):
        canvas.paste(icons.sold(48), (x, y), "l")
        x += 62
    for kind in box.GOODS:
        if player.sold.get(kind):
            canvas.paste(icons.goods(kind, 42), (x, y), "l")
            canvas.text((x + 47, y), str(player.sold[kind]), 36, size=30, ink=SOFT)
            x += 84


def _name(canvas: Canvas, player: PlayerView, caption: Caption, changed: news.News) -> None:
    """What the board is called, in the corner beside the board."""
    label = f"{caption.text(words.BOARD)} {words.board(player.board, caption)}"
    lines = fonts.wrap(label, 30, 200, 3)
    top = _TOP + _HIGH - 24 - (len(lines) - 1) * 36
    ink = NEW if player.seat in changed.boards else SOFT
    canvas.lines((MARGIN + 4, top), label, 200, 3, 36, size=30, ink=ink)


def _storage(canvas: Canvas, player: PlayerView, caption: Caption, changed: news.News) -> None:
    """What is stored, named and explained."""
    canvas.text((_SIDE + 6, _TOP + 20), caption.text(words.STORAGE), _SIDE_WIDE - 10, size=32, ink=SOFT)
    fresh = changed.stored[player.seat]
    for number in range(max(box.STORAGE, len(player.storage))):
        top = _TOP + 46 + number * (_STORED + 8)
        at = (_SIDE, top, _SIDE_WIDE, _STORED)
        if number >= len(player.storage):
            canvas.frame(at, SLOT, mix(PAPER, RULE, 0.6), 2, 14)
            continue
        kind = player.storage[number]
        card = box.card(kind)
        canvas.frame(at, CARD, NEW if fresh[kind] > 0 else EDGE[box.COLOUR[kind]], 5 if fresh[kind] > 0 else 3, 14)
        canvas.paste(tiles.tile(kind, _STORED_TILE, tiles.code(kind, caption)), (_SIDE + 70, top + _STORED / 2))
        x, room = _SIDE + 140, _SIDE_WIDE - 152
        canvas.text((x, top + 28), caption.title(words.name_of(kind)), room, size=30)
        canvas.lines((x, top + 64), caption.text(words.SHORTS[card]), room, 4, 30, size=SMALLEST, ink=SOFT)


def _goods(canvas: Canvas, player: PlayerView, caption: Caption, changed: news.News) -> None:
    """The goods store, and what the ring on a hex means."""
    top = _TOP + 46 + 3 * (_STORED + 8) + 18
    canvas.text((_SIDE + 6, top + 20), caption.text(words.GOODS_STORE), _SIDE_WIDE - 10, size=32, ink=SOFT)
    at = (_SIDE, top + 44, _SIDE_WIDE, 3 * 62 + 14)
    new = player.seat in changed.goods
    canvas.frame(at, CARD, NEW if new else RULE, 5 if new else 2, 14)
    held = [kind for kind in box.GOODS if player.goods.get(kind)]
    for number in range(max(box.GOODS_SPACES, len(held))):
        y = top + 82 + number * 62
        if number >= len(held):
            canvas.paste(icons.barrel(52, RULE), (_SIDE + 22, y), "l")
            continue
        kind = held[number]
        canvas.paste(icons.goods(kind, 54), (_SIDE + 20, y), "l")
        canvas.text((_SIDE + 90, y), f"{fonts.TIMES}{player.goods[kind]}", 66, size=38)
        canvas.text((_SIDE + 160, y), caption.title(words.GOODS[kind]), _SIDE_WIDE - 176, size=30, ink=SOFT)
    if player.open:
        y = at[1] + at[3] + 62
        canvas.paste(marks.key(), (_SIDE + 44, y))
        canvas.lines((_SIDE + 96, y - 16), caption.text(words.OPEN), _SIDE_WIDE - 104, 2, 32, size=28, ink=SOFT)
