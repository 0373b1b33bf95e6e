"""Pictures. Draws what an engine's view shows, and nothing else.

``picture`` makes a board's PNG, ``chart`` the line chart of a finished game. Everything here is pure and may be called
from several threads at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines import View
from engines.macao.view import MacaoView
from engines.navegador.view import NavegadorView
from render import score_chart
from render.caption import Caption
from render.kit.png import encode
from render.macao import picture as macao
from render.macao import words as macao_words
from render.navegador import picture as navegador
from render.navegador import words as navegador_words

MESSAGE_IDS: tuple[str, ...] = (*navegador_words.MESSAGE_IDS, *score_chart.MESSAGE_IDS)
"""Every message id whose text pictures ask for."""


def board(view: View, caption: Caption) -> Image.Image:
    """The board of a view. Raises LookupError for a game without pictures."""
    match view:
        case NavegadorView():
            return navegador.draw(view, caption)
        case MacaoView():
            return macao.draw(view, caption)
        case _:
            raise LookupError(f"there are no pictures of {view.game!r}")


def picture(view: View, caption: Caption) -> bytes:
    """The board of a view as PNG."""
    return encode(board(view, caption))


def chart(series: Sequence[Sequence[int]], caption: Caption, title: str = "") -> bytes:
    """A line per seat of its projected points after each turn, as PNG. ``series`` is by seat, then by turn."""
    return encode(score_chart.draw(series, caption, title))


__all__ = ["MESSAGE_IDS", "Caption", "board", "chart", "encode", "picture"]
