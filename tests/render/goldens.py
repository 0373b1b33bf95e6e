"""Everything that is drawn in a few positions of every game, listed line by line in ``tests/render/golden``.

A change of a picture shows as changed lines. When the change is meant, write the lists anew and read the difference::

    .venv/bin/python -m tests.render.goldens
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from msgspec import structs
from PIL import Image

import render
from engines import Action, Game
from render import score_chart
from render.shape import Shape
from tests.render import burgundy_positions as burgundy
from tests.render import macao_positions as macao
from tests.render import mmn_positions as mmn
from tests.render import positions as navegador
from tests.render.games import GAMES
from tests.render.recording import caption, drawn, recording

FOLDER = Path(__file__).parent / "golden"

POSITIONS: dict[str, tuple[Callable[[], Game], ...]] = {
    "navegador": (
        lambda: navegador.under_way(3, 20),
        lambda: navegador.crowded(4, royal="goa"),
        lambda: navegador.crowded(5, over=True),
    ),
    "macao": (
        lambda: macao.in_phase(4, 9, "actions"),
        lambda: macao.in_phase(3, 2, "cards"),
        lambda: macao.together(2),
        lambda: macao.crowded(3),
        lambda: macao.finished(3),
    ),
    "burgundy": (
        lambda: burgundy.in_round(3, 9),
        lambda: burgundy.choosing(2),
        lambda: burgundy.crowded(4, True),
        lambda: burgundy.finished(2),
    ),
    "mmn": (
        lambda: mmn.at_turn(4, 30),
        lambda: mmn.discarding(3),
        lambda: mmn.trading(5),
        lambda: mmn.crowded(3),
        lambda: mmn.finished(4),
    ),
}
CARDS = {
    "macao": ("bank", "palast", "zoll_2"),
    "burgundy": ("animal", "k7", "bank"),
    "mmn": ("spy", "printer"),
}


def pictures(key: str) -> Iterator[tuple[str, list[str]]]:
    """The title and the lines of every picture of a game."""
    (told,) = (each for each in GAMES if each.game.key == key)
    own = render.PICTURES[key]
    for number, make in enumerate(POSITIONS[key]):
        game = make()
        words = caption(() if number % 2 else told.events(game))
        yield f"board {number}", lines(own.board(game.view(None), words))
        if own.hand:
            yield f"hand {number}", lines(own.hand(game.view(number % game.state.seats), words))
        if number < 2:
            wide = structs.replace(words, shape=Shape.WIDE)
            yield f"wide board {number}", lines(own.board(game.view(None), wide))
        if own.decision and number == 0:
            seat, actions = decided(key, game)
            yield "decision", lines(own.decision(game.view(seat), words, actions))
    for card in CARDS.get(key, ()):
        assert own.card
        yield f"card {card}", lines(own.card(card, words))
    series = [[0, 3, 9, 14], [1, 2, 5, 13], [0, 7, -2, 4]]
    yield "chart", lines(score_chart.draw(series, words, "Title", own.palette, "turns"))


def decided(key: str, game: Game) -> tuple[int, list[Action]]:
    """A seat, and actions that show it something."""
    if key != "mmn":
        return game.to_act[0], game.legal(game.to_act[0])
    geometry = mmn.at_turn(4, 30).size.geometry
    return 1, [("x", word) for word in (*geometry.paths[3:9], *geometry.nodes[4:7], *geometry.hexes[2:4])]


def lines(image: Image.Image) -> list[str]:
    """A line for every mark; runs of shapes of the same kind and colours share one."""
    told = []
    for (kind, _), run in groupby(drawn(image), key=lambda mark: (mark.kind, mark.inks)):
        each = [str(mark) for mark in run]
        if kind in ("area", "path", "disc", "box", "slice") and len(each) > 2:
            each = [f"{len(each)} times {each[0]} and #{sha256(chr(10).join(each).encode()).hexdigest()[:8]}"]
        told += each
    return told


def listing(key: str) -> str:
    """The lines of all pictures of a game; those that an earlier picture has as well are only counted."""
    seen: set[str] = set()
    told: list[str] = []
    for title, shown in pictures(key):
        told += [f"== {title}: {len(shown)} marks", *(line for line in shown if line not in seen)]
        seen.update(shown)
    return "\n".join(told) + "\n"


def main() -> None:
    """Writes every list anew."""
    FOLDER.mkdir(exist_ok=True)
    with recording():
        for key in POSITIONS:
            (FOLDER / f"{key}.txt").write_text(listing(key), encoding="utf-8")


if __name__ == "__main__":
    main()
