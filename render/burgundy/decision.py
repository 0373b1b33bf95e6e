"""The picture of a decision: the board and stores of the seat, large, and the depots with the tiles on offer."""

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
from render.kit.ground import Layers, ground
from render.kit.ink import PAPER

_GROUNDS = Layers("burgundy own")


def draw(view: BurgundyView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of the decision of the seat that sees the view.

    Raises:
        LookupError: Nothing that is offered has a place on the board.
    """
    offered = offers.read(offers.asked(view.quotes, actions))
    if view.viewer is None or not offered.any():
        raise LookupError("there is nothing to point at")
    player = view.players[view.viewer]
    knowledge = offered.knowledge()
    place = own_layout.of(caption.shape, view.seats, len(knowledge), deciding=not offered.boards)
    if place.depots:
        below = place.depots
        canvas = Canvas(_GROUNDS.get((caption.shape, view.seats, place.size), lambda: _ground(place, below)))
    else:
        canvas = Canvas(Image.new("RGB", place.size, PAPER))
    own.draw(canvas, place, view, player, caption, offered)
    if place.depots:
        depots.draw(canvas, view, caption, News(), place.depots, offered)
    if place.known:
        notes.knowledge(place.known.on(canvas), place.known.measures, knowledge, caption)
    return canvas.image


def _ground(place: Own, below: layout.Depots) -> Image.Image:
    canvas = ground(place.size, lambda pen: depots.ground(pen, below))
    depots.labels(canvas, below)
    return canvas.image
