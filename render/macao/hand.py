"""A player's own picture: purse and hold, the rose, the tableau with whole effects, the activated cards."""

from __future__ import annotations

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit.ink import SOFT
from render.kit.news import names_of
from render.macao import own, own_layout, pills, rose, words
from render.macao.letters import speaking
from render.macao.news import News
from render.macao.own_layout import at, paper


@speaking
def draw(view: MacaoView, caption: Caption) -> Image.Image:
    """Return the picture of the seat that sees the view.

    Raises:
        LookupError: A spectator sees the view.
    """
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = News(caption.events)
    new = names_of(changed.cards, player.seat)
    slots = max(board.TABLEAU_SLOTS, len(player.tableau))
    place = own_layout.of(caption.shape, slots, len(player.activated))
    canvas = paper(caption.shape, place.height)
    own.identity(at(canvas, place.identity), view, player, caption, place.identity[2])
    own.purse(at(canvas, place.purse), player, caption, changed, place.purse[2])
    left_x, top, larger = place.rose
    fresh = names_of(changed.fields, player.seat)
    rose.draw(canvas.moved((left_x, top), larger), player, marked=fresh)
    own.title(canvas, caption.text(words.TABLEAU), place.tableau[:2], place.tableau[2])
    for number, box in enumerate(place.slots):
        if number < len(player.tableau):
            own.card(canvas, player.tableau[number], caption, box, new=player.tableau[number] in new)
        else:
            own.slot(canvas, box)
    own.title(canvas, caption.text(words.ACTIVATED), place.activated[:2], place.activated[2])
    if not player.activated:
        x, y = place.activated[:2]
        canvas.text((x + 24, y + 1.5 * own.TITLE), caption.text(words.NONE), 300, size=24, ink=SOFT)
    for card, box in zip(pills.ordered(player.activated), place.used, strict=True):
        own.activated(canvas, card, player.used.get(card, 0), caption, box, card in new)
    return canvas.image
