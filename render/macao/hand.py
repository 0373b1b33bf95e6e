"""A player's own picture: purse and hold, the rose large, the tableau with whole effects, the activated cards."""

from __future__ import annotations

from PIL import Image

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, LINE, NEW, PAPER, SOFT, TEXT, mix
from render.macao import cubes, icons, news, pills, rose, words
from render.macao.inks import FRAME, PALETTE, TYPE, TYPE_WASH
from render.macao.layout import GAP, INNER, MARGIN, WIDTH

_HEAD: Box = (MARGIN, 16, INNER, 164)
_TOP = 196
_CARDS = MARGIN + rose.SIZE + GAP
_SLOT = 142
_ROW = 96
_COLUMNS = 2


def draw(view: MacaoView, caption: Caption) -> Image.Image:
    """The picture of the seat that the view is of. Raises LookupError for a spectator's view."""
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = news.read(caption.events)
    new = {card for seat, card in changed.cards if seat == player.seat}
    slots = max(board.TABLEAU_SLOTS, len(player.tableau))
    middle = max(rose.SIZE, 46 + slots * (_SLOT + 6))
    rows = max(1, -(-len(player.activated) // _COLUMNS))
    below = _TOP + middle + 8
    height = below + 56 + rows * (_ROW + 10) + MARGIN - 10
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    _head(canvas, view, player, caption, changed)
    rose.draw(canvas, player, (MARGIN, _TOP + (middle - rose.SIZE) // 2))
    canvas.text((_CARDS + 6, _TOP + 20), caption.text(words.TABLEAU), 500, size=32, ink=SOFT)
    for slot in range(slots):
        box = (_CARDS, _TOP + 46 + slot * (_SLOT + 6), WIDTH - MARGIN - _CARDS, _SLOT)
        if slot < len(player.tableau):
            _reserved(canvas, player.tableau[slot], caption, box, player.tableau[slot] in new)
        else:
            canvas.frame(box, mix(PAPER, LINE, 0.16), mix(PAPER, LINE, 0.5), 2, 14)
    canvas.text((MARGIN + 8, below + 22), caption.text(words.ACTIVATED), 700, size=32, ink=SOFT)
    if not player.activated:
        canvas.text((MARGIN + 30, below + 90), caption.text(words.NONE), 400, size=32, ink=SOFT)
    wide = (INNER - GAP) / _COLUMNS
    for place, card in enumerate(pills.ordered(player.activated)):
        row, column = divmod(place, _COLUMNS)
        place_at = (MARGIN + column * (wide + GAP), below + 50 + row * (_ROW + 10), wide, _ROW)
        _activated(canvas, card, player.used.get(card, 0), caption, place_at, card in new)
    return canvas.image


def _head(canvas: Canvas, view: MacaoView, player: PlayerView, caption: Caption, changed: news.News) -> None:
    left, top, width, height = _HEAD
    seat, middle = player.seat, left + 690
    acting = seat in view.to_act
    canvas.frame(_HEAD, PALETTE.washes[seat] if acting else CARD, PALETTE.edges[seat], 7 if acting else 4, 18)
    y = top + 50
    canvas.paste(badge(seat, 76, PALETTE), (left + 62, y + 4))
    canvas.text((left + 116, y), caption.name(seat), middle - left - 170, size=46)
    canvas.paste(icons.prestige(58), (middle, y))
    x = middle + 42
    x += canvas.text((x, y), str(player.prestige), 120, size=58) + 16
    label = f"{caption.text(words.PROJECTED)} {player.projected}".replace("-", fonts.MINUS)
    canvas.text((x, y), label, left + width - 300 - x, size=34, ink=SOFT)
    _ship(canvas, player, caption, (left + width - 26, y))
    y = top + height - 44
    joker, penalty = icons.ware(board.JOKER, 46, player.jokers > 0), icons.penalty(44, player.penalties > 0)
    for place, (sign, text, amount, new) in enumerate(
        (
            (signs.coin(46), str(player.gold), player.gold, seat in changed.gold),
            (joker, str(player.jokers), player.jokers, seat in changed.jokers),
            (penalty, str(player.penalties), player.penalties, seat in changed.penalties),
            (icons.roof(44, FRAME), f"{player.group}/{len(player.quarters)}", player.group, False),
        )
    ):
        x = left + 116 + place * 132
        canvas.paste(sign, (x, y), "l")
        canvas.text((x + 54, y), text, 100, size=42, ink=NEW if new else TEXT if amount else SOFT)
    held = [(ware, player.hold[ware]) for ware in board.WARES if player.hold.get(ware)]
    for place, (ware, count) in enumerate(held):
        canvas.paste(icons.ware(ware, 48), (middle - 24 + place * 106, y), "l")
        canvas.text((middle + 32 + place * 106, y), str(count), 40, size=40)


def _ship(canvas: Canvas, player: PlayerView, caption: Caption, at: tuple[float, float]) -> None:
    """Where the ship lies, and the free steps it has left; ``at`` is the right end."""
    x, y = at
    if player.free_steps:
        x -= canvas.text((x, y), f"+{player.free_steps}", 70, size=34, ink=NEW, side="r") + 12
    if player.ship == board.START:
        canvas.paste(icons.anchor(42, SOFT), (x, y), "r")
        x -= 54
    else:
        port = words.PORTS.get(player.ship)
        place = caption.text(port) if port else str(int(player.ship[1:]))
        x -= canvas.text((x, y), place, 180, size=34, ink=SOFT, side="r") + 12
    canvas.paste(icons.hull(46), (x, y), "r")


def _reserved(canvas: Canvas, id: str, caption: Caption, box: Box, new: bool) -> None:
    """A card on the tableau: name, cost, whole effect."""
    left, top, width, height = box
    card = CARDS[id]
    canvas.frame(box, CARD, NEW if new else TYPE[card.type], 5 if new else 3, 14)
    canvas.frame((left + 5, top + 5, width - 10, 46), TYPE_WASH[card.type], None, 0, 10)
    y = top + 28
    canvas.paste(icons.kind(card.type, 36), (left + 30, y))
    step = 42
    canvas.text((left + 56, y), caption.text(words.TITLES[id]), width - 76 - step * card.size, size=34)
    cubes.row(canvas, card.cost, (left + width - 10 - step * card.size, y), 40)
    effect = caption.text(words.EFFECTS[id])
    count = len(fonts.wrap(effect, SMALLEST, int(width - 32), 3))
    pitch = 30
    first = top + 52 + (height - 54 - count * pitch) / 2 + pitch / 2
    canvas.lines((left + 16, first), effect, width - 32, 3, pitch, size=SMALLEST)


def _activated(canvas: Canvas, id: str, used: int, caption: Caption, box: Box, new: bool) -> None:
    """An activated card: name, short effect, whether it was used this round."""
    left, top, width, _ = box
    type = CARDS[id].type
    fill = mix(TYPE_WASH[type], CARD, 0.8) if used else TYPE_WASH[type]
    canvas.frame(box, fill, NEW if new else TYPE[type] if not used else mix(TYPE[type], CARD, 0.5), 5 if new else 3, 14)
    ink = SOFT if used else TEXT
    y = top + 28
    canvas.paste(icons.kind(type, 34), (left + 30, y))
    x = left + 54
    if type == "office":
        (colour,) = CARDS[id].cost
        canvas.paste(cubes.cube(colour, 34), (x + 18, y))
        x += 46
    taken = 0
    if used:
        label = caption.text(words.USED) + (f" {fonts.TIMES}{used}" if used > 1 else "")
        taken = canvas.text((left + width - 16, y), label, 330, size=SMALLEST, ink=SOFT, side="r")
        canvas.paste(icons.check(28, SOFT), (left + width - 40 - taken, y))
        taken += 50
    canvas.text((x, y), caption.text(words.TITLES[id]), left + width - 24 - taken - x, size=32, ink=ink)
    canvas.text((left + 16, top + 68), caption.text(words.SHORTS[id]), width - 32, size=SMALLEST, ink=ink)
