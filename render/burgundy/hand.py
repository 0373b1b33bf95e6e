"""A player's own picture: the board, what is stored, and what the player knows."""

from __future__ import annotations

from PIL import Image

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import notes, offers, own, own_layout, words
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ink import PAPER


def draw(view: BurgundyView, caption: Caption) -> Image.Image:
    """Draw what the seat of the view has. Raises LookupError for a spectator's view."""
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    knowledge = sorted((tile for tile in player.covered.values() if tile in box.KNOWLEDGE), key=box.KNOWLEDGE.index)
    place = own_layout.of(caption.shape, view.seats, len(knowledge), deciding=False)
    canvas = Canvas(Image.new("RGB", place.size, PAPER))
    own.draw(canvas, place, view, player, caption, _open(view))
    if place.known and not player.choices:
        title = caption.text(words.KNOWLEDGE)
        columns = 2 if place.known.measures[0] > 1200 else 1
        notes.knowledge(place.known.on(canvas), place.known.measures, knowledge, caption, columns, title)
    return canvas.image


def _open(view: BurgundyView) -> offers.Offers:
    """Return the hexes that can be filled, without what that takes."""
    hexes = offers.read(view.quotes).hexes
    return offers.Offers(hexes={hex: dict.fromkeys(kinds, offers.Price()) for hex, kinds in hexes.items()})
