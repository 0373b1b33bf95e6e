"""The bank in six columns, one for each terrain: its track, both stacks of cards, the deck, who has the metropolis."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, SOFT, TEXT, mix
from render.kit.pen import Pen
from render.mmn import icons, pieces, tracks, words
from render.mmn.inks import FADED, ON_TRACK, PALETTE, TRACK, TRACK_DARK
from render.mmn.layout import BANK, BANK_GAP, BANK_WIDE, MARGIN
from render.mmn.news import News

_BAND = 48
_CARD = 74


def _left(number: int) -> float:
    return MARGIN + number * (BANK_WIDE + BANK_GAP)


def ground(pen: Pen, top: int) -> None:
    """The empty columns."""
    for number, track in enumerate(board.TRACKS):
        left = _left(number)
        pen.box((left, top), (BANK_WIDE, BANK), CARD, TRACK_DARK[track], 3, 14)
        pen.box((left + 4, top + 4), (BANK_WIDE - 8, _BAND - 4), TRACK[track], None, 0, 10)
        pen.path(((left + 14, top + 134), (left + BANK_WIDE - 14, top + 134)), mix(LINE, CARD, 0.3), 2)


def labels(canvas: Canvas, caption: Caption, top: int) -> None:
    """Names of the tracks and the cards of each."""
    for number, track in enumerate(board.TRACKS):
        left = _left(number)
        canvas.paste(tracks.symbol(track, 34), (left + 30, top + 26))
        name = caption.title(words.TRACKS[track])
        canvas.text((left + 56, top + 26), name, BANK_WIDE - 66, size=30, ink=ON_TRACK[track])
        for step, kind in enumerate(_pair(number)):
            sign = icons.card(kind, caption.text(words.LETTERS[kind]), _CARD)
            canvas.paste(sign, (left + 14 + step * 126, top + 92), "l")
        canvas.paste(tracks.back(track, 48), (left + 16, top + 167), "l")


def _pair(number: int) -> tuple[str, str]:
    """Resource and commodity of a track."""
    commodity = board.TRACK_COMMODITY[number]
    return board.KINDS[commodity - board.PAIR], board.KINDS[commodity]


def draw(canvas: Canvas, view: MmnView, news: News, top: int) -> None:
    """Everything that changes in the bank."""
    for number, track in enumerate(board.TRACKS):
        left = _left(number)
        pair = _pair(number)
        for step, kind in enumerate(pair):
            count = view.bank[kind]
            canvas.text((left + 75 + step * 126, top + 92), str(count), 56, size=36, ink=TEXT if count else FADED)
        y = top + 167
        canvas.text((left + 56, y), str(view.decks[track]), 46, size=34, ink=TEXT if view.decks[track] else FADED)
        owner = view.metropolises[track]
        canvas.paste(pieces.marker(track, 46), (left + 104, y), "l")
        if owner is not None:
            canvas.paste(badge(owner, 44, PALETTE), (left + 172, y))
        else:
            canvas.text((left + 172, y), fonts.DASH, 30, size=34, ink=SOFT, side="m")
        used = pair[0] in view.storage_used
        canvas.paste(icons.crates(44) if used else icons.crates(44, LINE), (left + BANK_WIDE - 54, y), "l")
        if used:
            canvas.paste(icons.tick(24), (left + BANK_WIDE - 16, y - 16))
        if news.clearing == pair[0]:
            canvas.paste(icons.spot(58), (left + BANK_WIDE - 32, y))
