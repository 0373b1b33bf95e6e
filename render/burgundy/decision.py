"""What a seat decides about, large: its board and stores, and the depots with what can be taken."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engines import Action
from engines.burgundy.view import BurgundyView
from render.burgundy import depots, layout, notes, offers, own, own_layout
from render.burgundy.news import News
from render.burgundy.own_layout import Own
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import PAPER
from render.kit.layers import Layers

_GROUNDS = Layers("burgundy own")


def draw(view: BurgundyView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Draw what the seat of the view decides about. Raises LookupError where there is nothing to point at."""
    offered = offers.read(offers.asked(view.quotes, actions))
    if view.viewer is None or not offered.any():
        raise LookupError("there is nothing to point at")
    player = view.players[view.viewer]
    known = offered.knowledge()
    place = own_layout.of(caption.shape, view.seats, len(known), deciding=not offered.boards)
    if place.depots:
        below = place.depots
        canvas = Canvas(_GROUNDS.get((caption.shape, view.seats, place.size), lambda: _ground(place, below)))
    else:
        canvas = Canvas(Image.new("RGB", place.size, PAPER))
    own.draw(canvas, place, view, player, caption, offered)
    if place.depots:
        depots.draw(canvas, view, caption, News(), place.depots, offered)
    if place.known:
        notes.knowledge(place.known.on(canvas), place.known.measures, known, caption)
    return canvas.image


def _ground(place: Own, below: layout.Depots) -> Image.Image:
    canvas = ground(place.size, lambda pen: depots.ground(pen, below))
    depots.labels(canvas, below)
    return canvas.image
