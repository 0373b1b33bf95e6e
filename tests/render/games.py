"""How the pictures of each game are tried out: positions, words and events to draw, and how large pictures may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import engines
from engines import Event, Game
from engines.macao.cards import CARDS
from render import Caption
from render.kit import fonts
from render.shape import LEGIBLE, Legible, Shape
from tests.render import burgundy_positions as burgundy
from tests.render import macao_positions as macao
from tests.render import mmn_positions as mmn
from tests.render import positions as navegador


class Pictures(NamedTuple):
    """Of one game."""

    game: type[Game]
    positions: Callable[[int], Sequence[Game]]
    """Every kind of position."""
    crowded: Callable[[int], Game]
    """Everything at its most."""
    hiding: Callable[[int], Sequence[Game]]
    """Positions in which something is hidden from everybody."""
    caption: Callable[..., Caption]
    events: Callable[[Any], Sequence[Event]]
    """What may have happened just before a position."""
    long: str
    """A text that is as long as any."""
    board: range
    """Heights of boards in pixels; so with hands and cards, which not every game has."""
    channel: tuple[int, ...] = ()
    """For each number of seats, from the fewest on, the pixels of the smallest text that somebody decides by on a wide
    board; () for what every picture keeps to."""
    shrinking: tuple[str, ...] = ()
    """Names and effects there that get smaller, the longest of many."""
    hand: range = range(0)
    card: range = range(0)
    noted: str = ""
    """A card with a ruling."""
    legible: Mapping[Shape, Legible] = LEGIBLE
    """The smallest sizes of its texts, where they are larger than those that every game keeps to."""

    def __str__(self) -> str:
        return self.game.key


GAMES = (
    Pictures(
        game=engines.GAMES["navegador"],
        positions=navegador.positions,
        crowded=navegador.crowded,
        hiding=lambda seats: [navegador.started(seats)],
        caption=navegador.caption,
        events=lambda game: navegador.EVENTS,
        long=navegador.LONG["factory"],
        board=range(1900, 2701),
        channel=(22, 26, 26, 26),
    ),
    Pictures(
        game=engines.GAMES["macao"],
        positions=macao.positions,
        crowded=macao.crowded,
        hiding=lambda seats: [macao.in_phase(seats, 3, "cards")],
        caption=macao.caption,
        events=lambda game: [macao.fitted(event, game) for event in macao.EVENTS],
        long="Phase actions",
        board=range(2200, 3701),
        channel=(26, 26, 26),
        shrinking=(*(card.name_de for card in CARDS.values()), macao.LONG["short"]),
        hand=range(2901),
        card=range(700, 1301),
        noted="bank",
        legible={Shape.WIDE: Legible(21, 21), Shape.TALL: Legible(36, 36)},
    ),
    Pictures(
        game=engines.GAMES["burgundy"],
        positions=burgundy.positions,
        crowded=burgundy.crowded,
        hiding=lambda seats: [burgundy.in_round(seats, 3)],
        caption=burgundy.caption,
        events=lambda game: [burgundy.fitted(event, game) for event in burgundy.events()],
        long="Zimmermannswerkstatt",
        board=range(2200, 3301),
        channel=(26, 26, 22),  # four: six kinds of goods in a depot, and purses of two digits that change
        shrinking=("Choice", "+3+4", f"{fonts.MINUS}1{fonts.MINUS}3"),
        hand=range(1900, 2700),
        card=range(800, 1501),
        noted="bank",
    ),
    Pictures(
        game=engines.GAMES["mmn"],
        positions=mmn.positions,
        crowded=mmn.crowded,
        hiding=lambda seats: [mmn.discarding(seats), mmn.crowded(seats)],
        caption=mmn.caption,
        events=lambda game: [mmn.fitted(e, game) for e in mmn.EVENTS if e.kind != "store" or game.state.turn > 20],
        long=mmn.LONG["name"],
        board=range(2500, 3701),
        channel=(24, 24, 24, 24),
        hand=range(3000),
        card=range(600, 1301),
        noted="spy",
    ),
)
