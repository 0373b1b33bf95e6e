"""A player's own picture: what holds just now, cards, progress cards with their effect, what the cards can pay for."""

from __future__ import annotations

from PIL import Image

from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView, PlayerView
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, NEW, PAPER, SOFT, TEXT, mix
from render.mmn import icons, mats, news, notes, shop, tracks, words
from render.mmn.inks import FADED, ON_TRACK, PALETTE, RED, TRACK, TRACK_DARK
from render.mmn.layout import BANK_GAP, BANK_WIDE, GAP, INNER, MARGIN, WIDTH

_TOP = 16
_HEAD = 108
_KINDS = 268
_BAND = 48
_TITLE = 60
"""The height of a heading."""
_TEXT, _PITCH, _MOST = 31, 40, 5
_SIGN = 92
"""The width of the band of a progress card."""
_SEEN = 110


def draw(view: MmnView, caption: Caption) -> Image.Image:
    """The picture of the seat that the view is of. Raises LookupError for a spectator's view."""
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    cards = player.cards or []
    heights = [_height(card, caption) for card in cards]
    notes_top = _TOP + _HEAD + GAP + (_SEEN + GAP if view.shown else 0)
    kinds_top = notes_top + notes.height(view, player, caption)
    cards_top = kinds_top + _KINDS + 6
    shop_top = cards_top + _TITLE + sum(heights) + len(heights) * 10
    height = shop_top + _TITLE + shop.HEIGHT + MARGIN
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    _head(canvas, view, player, caption, news.read(caption.events))
    if view.shown:
        _seen(canvas, view, caption, _TOP + _HEAD + GAP)
    notes.draw(canvas, view, player, caption, notes_top)
    _kinds(canvas, player, caption, kinds_top)
    label = caption.text(words.PROGRESS if cards else words.NO_PROGRESS)
    canvas.text((MARGIN + 6, cards_top + 32), label, INNER - 20, size=34, ink=SOFT)
    top = cards_top + _TITLE
    for card, high in zip(cards, heights, strict=True):
        _progress(canvas, card, caption, top, high)
        top += high + 10
    canvas.text((MARGIN + 6, shop_top + 32), caption.text(words.COSTS), INNER - 20, size=34, ink=SOFT)
    shop.draw(canvas, player, caption, shop_top + _TITLE)
    return canvas.image


def _head(canvas: Canvas, view: MmnView, player: PlayerView, caption: Caption, changed: news.News) -> None:
    seat, acting = player.seat, player.seat in view.to_act
    fill = PALETTE.washes[seat] if acting else CARD
    canvas.frame((MARGIN, _TOP, INNER, _HEAD), fill, PALETTE.edges[seat], 7 if acting else 4, 18)
    y = _TOP + _HEAD / 2
    canvas.paste(badge(seat, 76, PALETTE), (MARGIN + 62, y))
    right = float(WIDTH - MARGIN - 30)
    right -= canvas.text((right, y), f"/{view.target}", 80, size=36, ink=SOFT, side="r") + 4
    right -= canvas.text((right, y), str(player.points), 100, size=58, side="r") + 12
    canvas.paste(icons.points(60), (right, y), "r")
    right -= 100
    right -= canvas.text((right, y), f"/{player.hand_limit}", 80, size=36, ink=SOFT, side="r") + 4
    ink = RED if player.hand_size > player.hand_limit else TEXT
    right -= canvas.text((right, y), str(player.hand_size), 100, size=58, side="r", ink=ink) + 12
    canvas.paste(icons.hand(64), (right, y), "r")
    right -= 90
    change = changed.cards[seat]
    if change:
        label = f"+{change}" if change > 0 else f"{fonts.MINUS}{-change}"
        right -= fonts.width(label, 36) + 24
        mats.pill(canvas, (right, y), label, 36)
        right -= 20
    canvas.text((MARGIN + 116, y), caption.name(seat), right - MARGIN - 130, size=46)


def _seen(canvas: Canvas, view: MmnView, caption: Caption, top: int) -> None:
    """What the player alone may look at now."""
    canvas.frame((MARGIN, top, INNER, _SEEN), CARD, NEW, 5, 16)
    y = top + _SEEN / 2
    x = MARGIN + 24.0
    if view.shown_seat is not None:
        canvas.paste(badge(view.shown_seat, 58, PALETTE), (x, y), "l")
        x += 74
    x += canvas.text((x, y), caption.text(words.SEEN), 360, size=32, ink=SOFT) + 24
    room = WIDTH - MARGIN - 20 - x
    kinds = [kind for kind in board.KINDS if kind in view.shown]
    if kinds:
        step = min(110.0, room / len(kinds))
        for number, kind in enumerate(kinds):
            count = view.shown.count(kind)
            at = x + number * step
            canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), 78), (at, y), "l")
            if count > 1:
                canvas.text((at + 60, y), f"{fonts.TIMES}{count}", 50, size=30)
        return
    step = room / len(view.shown)
    for number, card in enumerate(view.shown):
        at = x + number * step
        canvas.paste(tracks.back(CARDS[card].deck, 64), (at, y), "l")
        canvas.lines((at + 54, y - 16), caption.text(words.TITLES[card]), step - 62, 2, 32, size=SMALLEST)


def _kinds(canvas: Canvas, player: PlayerView, caption: Caption, top: int) -> None:
    """All cards: a column for each terrain, with the track that its commodity builds."""
    hand = player.hand or {}
    for number, track in enumerate(board.TRACKS):
        left = MARGIN + number * (BANK_WIDE + BANK_GAP)
        canvas.frame((left, top, BANK_WIDE, _KINDS), CARD, TRACK_DARK[track], 3, 14)
        canvas.frame((left + 4, top + 4, BANK_WIDE - 8, _BAND - 4), TRACK[track], None, 0, 10)
        canvas.paste(tracks.symbol(track, 34), (left + 30, top + 26))
        name = caption.title(words.TRACKS[track])
        canvas.text((left + 56, top + 26), name, BANK_WIDE - 66, size=30, ink=ON_TRACK[track])
        commodity = board.TRACK_COMMODITY[number]
        for row, kind in enumerate((board.KINDS[commodity - board.PAIR], board.KINDS[commodity])):
            y = top + _BAND + 56 + row * 108
            count = hand.get(kind, 0)
            letters = caption.text(words.LETTERS[kind])
            canvas.paste(icons.card(kind, letters, 98, not count), (left + 14, y), "l")
            canvas.text((left + 102, y - 20), str(count), 100, size=54, ink=TEXT if count else FADED)
            title = caption.title(words.KINDS[kind])
            ink = SOFT if count else FADED
            canvas.text((left + 102, y + 30), title, BANK_WIDE - 110, size=28, ink=ink)


def _height(card: str, caption: Caption) -> int:
    """The height of a progress card with its effect."""
    text = caption.text(words.EFFECTS[card])
    lines = len(fonts.wrap(text, _TEXT, INNER - _SIGN - 50, _MOST))
    return max(112, 62 + lines * _PITCH + 14)


def _progress(canvas: Canvas, card: str, caption: Caption, top: float, high: int) -> None:
    """A progress card: track, name, when it is played, effect."""
    deck = CARDS[card].deck
    canvas.frame((MARGIN, top, INNER, high), CARD, TRACK_DARK[deck], 3, 14)
    canvas.frame((MARGIN + 4, top + 4, _SIGN - 4, high - 8), TRACK[deck], None, 0, 10)
    canvas.paste(tracks.symbol(deck, 62), (MARGIN + _SIGN / 2 + 2, top + high / 2))
    x = MARGIN + _SIGN + 24
    taken = canvas.text(
        (WIDTH - MARGIN - 24, top + 34),
        caption.text(words.TIMINGS[CARDS[card].timing]),
        420,
        size=28,
        ink=SOFT,
        side="r",
    )
    canvas.text((x, top + 34), caption.text(words.TITLES[card]), INNER - _SIGN - 80 - taken, size=38)
    text = caption.text(words.EFFECTS[card])
    ink = mix(TEXT, SOFT, 0.3)
    canvas.lines((x, top + 62 + _PITCH / 2), text, INNER - _SIGN - 50, _MOST, _PITCH, size=_TEXT, ink=ink)
