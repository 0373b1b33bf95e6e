"""What presses or helps a player now, as labels in rows beside the cards on the player's own picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.mmn.quotes import PRICES, swap_with
from engines.mmn.view import MmnView, PlayerView
from engines.quotes import is_offered
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, SOFT, TEXT, Ink, mix
from render.kit.pen import Sprite
from render.mmn import icons, words
from render.mmn.icons import badge, icon
from render.mmn.inks import RED

_HIGH = 76
_GAP = 10
_PAD = 18
_SIZE = 36
_ROOM = 540
"""Greatest width of a text, in units."""


class Note(NamedTuple):
    """A label: signs, a text, signs."""

    before: tuple[Sprite, ...]
    text: str
    after: tuple[Sprite, ...] = ()
    ink: Ink = TEXT

    def width(self) -> int:
        signs = (*self.before, *self.after)
        return 2 * _PAD + sum(sign.size[0] + 10 for sign in signs) + min(_ROOM, fonts.width(self.text, _SIZE))


def notes(view: MmnView, player: PlayerView, caption: Caption) -> Iterator[Note]:
    """Yield the notes about a position, the most pressing first."""
    owed = view.owed.get(str(player.seat))
    if owed:
        yield Note((icon("hand", 46),), f"{owed} {caption.text(words.OWED)}", ink=RED)
    if player.famine:
        yield Note((icon("hunger", 50),), caption.text(words.TITLES["famine"]), ink=RED)
    if player.assassin:
        sign = icons.disc("power", 50)
        if view.struck and view.active == player.seat:
            yield Note((sign,), caption.text(words.STRUCK), ink=SOFT)
        else:
            price = PRICES["strike"].cards
            hand = player.hand or {}
            cards = tuple(
                icons.card(kind, caption.text(words.LETTERS[kind]), 58, hand.get(kind, 0) < number)
                for kind, number in price.items()
            )
            offered = (icon("tick", 36),) if is_offered(view.quotes, "strike") else ()
            yield Note((sign,), caption.text(words.STRIKE), (*cards, *offered))
    if view.active != player.seat:
        return
    if view.rights:
        cards = tuple(icons.card(kind, caption.text(words.LETTERS[kind]), 58) for kind in dict.fromkeys(view.rights))
        yield Note(cards, "2:1")
    if view.commercial_harbour:
        rivals_with_offers = [rival.seat for rival in view.players if is_offered(view.quotes, swap_with(rival.seat))]
        badges = tuple(badge(rival, 48) for rival in rivals_with_offers)
        yield Note((), caption.text(words.TITLES["commercial_harbor"]), badges, TEXT if badges else SOFT)


def placed(view: MmnView, player: PlayerView, caption: Caption, width: float) -> Iterator[tuple[Note, int, int]]:
    """Yield every note with its left edge and its row."""
    left_x = 0
    row = 0
    for note in notes(view, player, caption):
        if left_x and left_x + note.width() > width:
            left_x = 0
            row = row + 1
        yield note, left_x, row
        left_x += note.width() + _GAP


def height(view: MmnView, player: PlayerView, caption: Caption, width: float) -> int:
    """Return the height of all rows; 0: there are no notes."""
    rows = [row for _, _, row in placed(view, player, caption, width)]
    return (rows[-1] + 1) * (_HIGH + _GAP) - _GAP if rows else 0


def draw(canvas: Canvas, view: MmnView, player: PlayerView, caption: Caption, width: float) -> None:
    """Draw all notes."""
    for note, left_x, row in placed(view, player, caption, width):
        top = row * (_HIGH + _GAP)
        faint = note.ink == SOFT
        edge = note.ink if note.ink == RED else mix(CARD, LINE, 0.6)
        fill = mix(CARD, LINE, 0.16) if faint else CARD
        canvas.frame((left_x, top, note.width(), _HIGH), fill, edge, 4 if note.ink == RED else 3, 14)
        x = float(left_x + _PAD)
        y = top + _HIGH / 2
        for sign in note.before:
            canvas.paste(sign, (x, y), "l")
            x += sign.size[0] + 10
        x += canvas.text((x, y), note.text, _ROOM, size=_SIZE, ink=note.ink) + 10
        for sign in note.after:
            canvas.paste(sign, (x, y), "l")
            x += sign.size[0] + 10
