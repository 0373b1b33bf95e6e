"""Pictures of games, drawn from an engine's view and nothing else.

``picture`` makes a board's PNG, ``recap`` that of several boards, ``chart`` the line chart of a finished game,
``standings`` a sheet of figures. All functions are pure and may be called from several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image

from engines import Action, Event, View
from render import burgundy, callouts, compact, macao, mmn, navegador, score_chart, several_turns, statistics_sheet
from render.callouts import PLACE
from render.caption import Caption, Said
from render.kit.canvas import Box
from render.kit.headline import headed, ribboned
from render.kit.initials import named
from render.kit.ink import PLAIN, Palette, coloured
from render.kit.png import encode
from render.pictures import Pictures
from render.shape import Shape

TRIED = "picture.tried"

PICTURES = {
    "navegador": navegador.PICTURES,
    "macao": macao.PICTURES,
    "burgundy": burgundy.PICTURES,
    "mmn": mmn.PICTURES,
}
"""The pictures of every game, by its key."""


def _of(game: str) -> Pictures:
    if game not in PICTURES:
        raise LookupError(f"there are no pictures of {game!r}")
    return PICTURES[game]


@contextmanager
def _seated(caption: Caption, palette: Palette) -> Iterator[None]:
    """Set the letters and colours of the caption's players inside a ``with`` block."""
    with named(caption.names), coloured(palette, caption.colours):
        yield


def board(view: View, caption: Caption) -> Image.Image:
    """Draw the board of a view.

    Raises:
        LookupError: The game has no pictures.
    """
    pictures = _of(view.game)
    with _seated(caption, pictures.palette):
        return pictures.board(view, caption)


def board_image(view: View, caption: Caption) -> Image.Image:
    """Draw the board of a view with its headline; the compact form of a tall board if it is posted in a channel."""
    pictures = _of(view.game)
    short = pictures.compact if caption.posted and caption.shape is Shape.TALL else None
    with _seated(caption, pictures.palette):
        image = compact.draw(pictures, short, view, caption) if short else pictures.board(view, caption)
        return headed(image, caption, pictures.palette)


def picture(view: View, caption: Caption) -> bytes:
    """Draw a board as ``board_image`` does, as PNG; a practice copy has a ribbon above it."""
    image = board_image(view, caption)
    ribbon = caption.text(TRIED) if caption.tried else ""
    return _packed(view.game, ribboned(image, ribbon) if ribbon else image)


def _packed(game: str, image: Image.Image) -> bytes:
    """Return a board, a part of it or a close-up as PNG in the colours of its game."""
    pictures = _of(game)
    return encode(image, pictures.palette, pictures.colours)


class Missed(NamedTuple):
    """A turn that a person has missed."""

    view: View
    """The view after the turn."""
    events: tuple[Event, ...]
    title: str


def recap(missed: Sequence[Missed], caption: Caption) -> bytes:
    """Draw several turns of one game in one picture, as PNG; see ``several_turns.draw``."""
    return _packed(
        missed[0].view.game,
        several_turns.draw([_compared(turn, caption) for turn in missed], _last(missed[-1], caption), caption.shape),
    )


def _compared(missed: Missed, caption: Caption) -> several_turns.Turn:
    """Return the board of a turn with its changes, found by comparison with the same board without marks."""
    marked, plain = (board(missed.view, replace(caption, events=events)) for events in (missed.events, ()))
    return several_turns.Turn(marked, missed.title, several_turns.changes(marked, plain, parts(missed.view, caption)))


def _last(missed: Missed, caption: Caption) -> Image.Image:
    """Draw the board after the last turn; a tall one in its compact form, which is not a narrow strip."""
    pictures = _of(missed.view.game)
    caption = replace(caption, events=missed.events)
    if caption.shape is not Shape.TALL or pictures.compact is None:
        return board(missed.view, caption)
    with _seated(caption, pictures.palette):
        return compact.draw(pictures, pictures.compact, missed.view, caption)


def parts(view: View, caption: Caption) -> Mapping[str, Box]:
    """Return the boxes of a board's parts, by their names.

    Raises:
        LookupError: The game has no pictures.
    """
    pictures = _of(view.game)
    with _seated(caption, pictures.palette):
        return pictures.parts(view, caption)


def places(view: View, caption: Caption) -> Mapping[str, Box]:
    """Return the box to show for each named place of a board, by its word; see ``Pictures.places``."""
    pictures = _of(view.game)
    with _seated(caption, pictures.palette):
        return pictures.places(view, caption) if pictures.places else {}


def legend(view: View, caption: Caption) -> bytes:
    """Draw the board with a number in each part, as PNG; ``callouts.explained`` returns the parts in order."""
    return _packed(view.game, callouts.numbered(board(view, caption), parts(view, caption)))


def zoomed(view: View, caption: Caption, part: str) -> bytes:
    """Draw one part of the board, or the surroundings of a place (``PLACE`` and its word), as PNG.

    Raises:
        LookupError: There is no such part or place.
    """
    box_by_place = {f"{PLACE}{word}": box for word, box in places(view, caption).items()}
    boxes = box_by_place | dict(parts(view, caption))
    if part not in boxes:
        raise LookupError(f"there is no {part!r} on this board")
    margin = 0 if part in box_by_place else callouts.MARGIN
    return _packed(view.game, callouts.cropped(board(view, caption), [boxes[part]], margin))


def hand(view: View, caption: Caption) -> bytes:
    """Draw the hand of a view's seat, large, as PNG.

    Raises:
        LookupError: The game has no hands, or the view is a spectator's.
    """
    pictures = _of(view.game)
    if pictures.hand is None:
        raise LookupError(f"there are no pictures of a hand of {view.game!r}")
    with _seated(caption, pictures.palette):
        return encode(pictures.hand(view, caption), pictures.palette)


def card(game: str, card: str, caption: Caption) -> bytes:
    """Draw one card of a game with all its words, as PNG.

    Raises:
        LookupError: The game has no pictures of cards, or no such card.
    """
    pictures = _of(game)
    if pictures.card is None:
        raise LookupError(f"there are no pictures of cards of {game!r}")
    return encode(pictures.card(card, caption), pictures.palette)


def closeup(view: View, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Draw a large picture of the things that a seat can choose from.

    Args:
        view: The view of that seat.
        caption: The words.
        actions: The actions that are offered.

    Raises:
        LookupError: The game has no such pictures, or this one would say no more than words.
    """
    pictures = _of(view.game)
    if pictures.decision is None:
        raise LookupError(f"there are no pictures of decisions of {view.game!r}")
    with _seated(caption, pictures.palette):
        return pictures.decision(view, caption, actions)


def decision(view: View, caption: Caption, actions: Iterable[Action]) -> bytes:
    """Draw a decision as ``closeup`` does, as PNG."""
    return _packed(view.game, closeup(view, caption, actions))


def marks(view: View, actions: Iterable[Action], names: Sequence[str] = ()) -> Mapping[str, str]:
    """Return the letters with which ``decision`` marks the places in actions, by the places' words.

    Args:
        view: The view of the seat that decides.
        actions: The actions that are offered.
        names: The names of the players, whose letters are not used.
    """
    pictures = PICTURES.get(view.game)
    with named(names):
        return pictures.marks(view, actions) if pictures and pictures.marks else {}


def chart(
    series: Sequence[Sequence[int]],
    caption: Caption,
    title: str = "",
    game: str = "",
    axis: str = "",
    first: int = 1,
) -> bytes:
    """Draw a line chart of the seats' projected points after each turn, as PNG.

    Args:
        series: The points, by seat and then by turn.
        caption: The words.
        title: The title.
        game: The key of the game whose colours the seats have.
        axis: The word for turns or rounds.
        first: The number of the first turn.
    """
    palette = PICTURES[game].palette if game in PICTURES else PLAIN
    with _seated(caption, palette):
        return encode(score_chart.draw(series, caption, title, palette, axis, first), palette)


def standings(sheet: statistics_sheet.Sheet, caption: Caption) -> bytes:
    """Draw a sheet of figures, as PNG."""
    return encode(statistics_sheet.draw(sheet, caption), PLAIN)


__all__ = [
    "PICTURES",
    "Caption",
    "Missed",
    "Pictures",
    "Said",
    "board",
    "card",
    "chart",
    "decision",
    "encode",
    "hand",
    "marks",
    "picture",
    "recap",
    "standings",
    "told",
]
