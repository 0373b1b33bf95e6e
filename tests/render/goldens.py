"""List what is drawn in a few positions of every game, to compare it with ``tests/render/golden``.

A game's file lists one board in each shape mark by mark; of all other pictures it keeps a hash. When a change of a
picture is meant, write the files anew and read the difference. ``--whole FOLDER`` lists every picture mark by mark, to
compare two versions of the code::

    .venv/bin/python -m tests.render.goldens
    .venv/bin/python -m tests.render.goldens --whole /tmp/before
"""

from __future__ import annotations

from argparse import ArgumentParser
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
from tests.render.recording import Mark, caption, drawn, recording

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


LISTED = ("board 0", "wide board 0")
"""Titles of the pictures that are kept mark by mark."""
FEWEST = 3
"""The smallest number of marks in a run that shares one line."""


def pictures(key: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the title and the lines of every picture of a game."""
    (examples,) = (game for game in GAMES if game.game.key == key)
    drawer = render.PICTURES[key]
    for number, make in enumerate(POSITIONS[key]):
        game = make()
        words = caption(() if number % 2 else examples.events(game))
        yield f"board {number}", lines(drawer.board(game.view(None), words))
        if drawer.hand:
            yield f"hand {number}", lines(drawer.hand(game.view(number % game.state.seats), words))
        if number < 2:
            wide = structs.replace(words, shape=Shape.WIDE)
            yield f"wide board {number}", lines(drawer.board(game.view(None), wide))
        if drawer.decision and number == 0:
            seat, actions = decided(key, game)
            yield "decision", lines(drawer.decision(game.view(seat), words, actions))
    for card in CARDS.get(key, ()):
        assert drawer.card
        yield f"card {card}", lines(drawer.card(card, words))
    series = [[0, 3, 9, 14], [1, 2, 5, 13], [0, 7, -2, 4]]
    yield "chart", lines(score_chart.draw(series, words, "Title", drawer.palette, "turns"))


def decided(key: str, game: Game) -> tuple[int, list[Action]]:
    """Return a seat, and actions whose places a picture marks for it."""
    if key != "mmn":
        return game.to_act[0], game.legal(game.to_act[0])
    geometry = mmn.at_turn(4, 30).size.geometry
    return 1, [("x", word) for word in (*geometry.paths[3:9], *geometry.nodes[4:7], *geometry.hexes[2:4])]


def lines(image: Image.Image) -> list[str]:
    """Return a line for every mark; a run of similar ones, such as a text with its outline, shares one."""
    listed = list[str]()
    for _, run in groupby(drawn(image), key=_similarity):
        marks = [str(mark) for mark in run]
        is_run = len(marks) >= FEWEST
        listed += [f"{len(marks)} times {marks[-1]} and #{_hash(marks)}"] if is_run else marks
    return listed


def _similarity(mark: Mark) -> tuple[str, str]:
    """Return a key that is equal for marks of the same text, sprites of the same function, or shapes of a kind."""
    return mark.kind, mark.name if mark.kind == "sprite" else mark.text


def _hash(marks: list[str]) -> str:
    return sha256("\n".join(marks).encode()).hexdigest()[:8]


def listing(key: str, *, whole: bool = False) -> str:
    """Return the lines of the pictures of a game.

    Args:
        key: The game.
        whole: True to list every picture mark by mark; otherwise those that are not in ``LISTED`` have a hash.
    """
    listed = list[str]()
    for title, marks in pictures(key):
        is_listed = whole or title in LISTED
        listed.append(f"== {title}: {len(marks)} marks" + ("" if is_listed else f" #{_hash(marks)}"))
        listed += marks if is_listed else []
    return "\n".join(listed) + "\n"


def main() -> None:
    """Write the files of all games."""
    parser = ArgumentParser()
    parser.add_argument("--whole", type=Path, metavar="FOLDER", help="list every picture mark by mark")
    whole: Path | None = parser.parse_args().whole
    folder = whole or FOLDER
    folder.mkdir(exist_ok=True, parents=True)
    with recording():
        for key in POSITIONS:
            (folder / f"{key}.txt").write_text(listing(key, whole=whole is not None), encoding="utf-8")


if __name__ == "__main__":
    main()
