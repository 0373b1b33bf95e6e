"""Pictures. Draws what an engine's view shows, and nothing else.

``picture`` makes a board's PNG, ``chart`` the line chart of a finished game. Everything here is pure and may be called
from several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from engines import Action, View
from engines.burgundy.game import Burgundy
from engines.burgundy.view import BurgundyView
from engines.macao.game import Macao
from engines.macao.view import MacaoView
from engines.mmn.game import Mmn
from engines.mmn.view import MmnView
from engines.navegador.view import NavegadorView
from render import score_chart
from render.burgundy import card as burgundy_card
from render.burgundy import hand as burgundy_hand
from render.burgundy import picture as burgundy
from render.burgundy import words as burgundy_words
from render.caption import Caption
from render.kit.ink import MACAO, MMN, PLAIN
from render.kit.png import encode
from render.macao import card as macao_card
from render.macao import hand as macao_hand
from render.macao import picture as macao
from render.macao import words as macao_words
from render.mmn import card as mmn_card
from render.mmn import hand as mmn_hand
from render.mmn import picture as mmn
from render.mmn import places as mmn_places
from render.mmn import words as mmn_words
from render.navegador import picture as navegador
from render.navegador import words as navegador_words

MESSAGE_IDS: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            *navegador_words.MESSAGE_IDS,
            *macao_words.MESSAGE_IDS,
            *burgundy_words.MESSAGE_IDS,
            *mmn_words.MESSAGE_IDS,
            *score_chart.MESSAGE_IDS,
        )
    )
)
"""Every message id whose text pictures ask for."""

MAPS = frozenset({Mmn.key})
"""Games whose actions name places on a map that ``places`` draws."""

_LIVERIES = {Macao.key: MACAO, Mmn.key: MMN}


def board(view: View, caption: Caption) -> Image.Image:
    """The board of a view. Raises LookupError for a game without pictures."""
    match view:
        case NavegadorView():
            return navegador.draw(view, caption)
        case MacaoView():
            return macao.draw(view, caption)
        case BurgundyView():
            return burgundy.draw(view, caption)
        case MmnView():
            return mmn.draw(view, caption)
        case _:
            raise LookupError(f"there are no pictures of {view.game!r}")


def picture(view: View, caption: Caption) -> bytes:
    """The board of a view as PNG."""
    return encode(board(view, caption))


def hand(view: View, caption: Caption) -> bytes:
    """What a seat has, large, as PNG; ``view`` is that seat's own. Raises LookupError for any other."""
    match view:
        case MacaoView():
            return encode(macao_hand.draw(view, caption))
        case BurgundyView():
            return encode(burgundy_hand.draw(view, caption))
        case MmnView():
            return encode(mmn_hand.draw(view, caption))
        case _:
            raise LookupError(f"there are no pictures of a hand of {view.game!r}")


def card(game: str, card: str, caption: Caption) -> bytes:
    """One card of a game with all its words, as PNG. Raises LookupError for a game or a card that is not drawn."""
    match game:
        case Macao.key:
            return encode(macao_card.draw(card, caption))
        case Burgundy.key:
            return encode(burgundy_card.draw(card, caption))
        case Mmn.key:
            return encode(mmn_card.draw(card, caption))
        case _:
            raise LookupError(f"there are no pictures of cards of {game!r}")


def places(view: View, caption: Caption, actions: Iterable[Action]) -> bytes:
    """The map with a label at every place that ``actions`` name, as PNG, in the colour of the view's seat.

    Of each action the first place counts that is not the same in all of them; those before it are marked as chosen.
    Raises LookupError for a game without such a map and when no action names a place.
    """
    match view:
        case MmnView():
            return encode(mmn_places.draw(view, caption, actions))
        case _:
            raise LookupError(f"there is no map of {view.game!r}")


def chart(series: Sequence[Sequence[int]], caption: Caption, title: str = "", game: str = "") -> bytes:
    """A line per seat of its projected points after each turn, as PNG, in the seats' colours of ``game``.

    ``series`` is by seat, then by turn.
    """
    return encode(score_chart.draw(series, caption, title, _LIVERIES.get(game, PLAIN)))


__all__ = ["MAPS", "MESSAGE_IDS", "Caption", "board", "card", "chart", "encode", "hand", "picture", "places"]
