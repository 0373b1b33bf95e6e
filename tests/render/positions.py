"""Positions to draw: started, under way, crowded, finished."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import engines
from engines import Event, Game
from engines.navegador import board
from render import Caption
from render.shape import Shape
from tests.render.played_once import played_once

NAMES = (
    "Anna",
    "Maximilian von Hohenfels und zu Lichtenberg",
    "\u9234\u6728 \U0001f3b2",
    "\u0398\u03b5\u03cc\u03b4\u03c9\u03c1\u03bf\u03c2",
    "\u0141ucja \U0001f98a",
)
LONG = {"builder": "Baumeisterei", "factory": "Gew\u00fcrzfaktorei", "gallery": "Privilegien"}


def say(message: str) -> str:
    """Return a text for every id: its last word, some of them long."""
    word = message.rsplit(".", 1)[1]
    return LONG.get(word, word.capitalize())


def caption(events: Sequence[Event] = (), locale: str = "de", shape: Shape = Shape.TALL) -> Caption:
    return Caption(NAMES, tuple(events), say, locale, shape=shape)


def started(seats: int) -> Game:
    return engines.new("navegador", seats=seats, seed=seats)


@played_once
def under_way(seats: int, turns: int = 30) -> Game:
    """Return a random game after some turns."""
    game = started(seats)
    random = Random(seats)
    while game.to_act and game.view(None).turn < turns:
        seat = game.to_act[0]
        game.play(seat, random.choice(game.legal(seat)))
    return game


def crowded(seats: int, over: bool = False, royal: str = "end") -> Game:
    """Return a game with as much as possible: all regions open, all ships out, all stones on one field."""
    random = Random(seats)
    data = engines.new("navegador", seats=seats, seed=9, royal=royal).dump()
    data["discovered"] = list(board.REGIONS)
    regions = [*board.REGIONS]
    for seat, player in enumerate(data["players"]):
        start = 3 * seat % 6
        player["fleet"] = dict.fromkeys(regions[start : start + board.FLEET], 1)
        player.update(money=12340, workers=9, stone=7, explorers=4, shipyards=10, churches=10)
        player["colonies"] = {"sugar": 8, "gold": 10, "spice": 12}
        player["factories"] = {"sugar": 6, "gold": 6, "spice": 6, "joker": 1}
        player["privileges"] = {category: random.randrange(4) for category in board.CATEGORIES}
    data.update(phase=3, turn=157, trigger="nagasaki", turns_left=0 if over else seats, over=over)
    data["card"] = {"holder": 0, "mark": 7, "moved": 5}
    data["gallery"] = dict.fromkeys(board.CATEGORIES, 3)
    if over:
        data["stack"] = []
    return engines.load(data)


def moored(seats: int, regions: list[str]) -> Game:
    """Return a game with a ship of everybody in each of these regions."""
    data = crowded(seats).dump()
    for player in data["players"]:
        player["fleet"] = dict.fromkeys(regions, 1)
    return engines.load(data)


def positions(seats: int) -> list[Game]:
    """Return a position of every kind."""
    together = [moored(seats, [*board.REGIONS][first : first + board.FLEET]) for first in (0, 6)]
    return [
        started(seats),
        under_way(seats),
        crowded(seats),
        crowded(seats, over=True),
        crowded(seats, royal="goa"),
        *together,
    ]


EVENTS = (
    Event("rondel", 0, {"field": "sailing", "steps": 3, "cost": 0}),
    Event("giveup", 0, {"region": "portugal"}),
    Event("workers", 0, {"count": 1, "paid": 50}),
    Event("ships", 0, {"count": 3, "paid": 150}),
    Event("surplus", 0, {"count": 2, "income": 200}),
    Event("sail", 0, {"from_region": "portugal", "to_region": "guine", "count": 1}),
    Event("discover", 0, {"region": "bahia", "origins": ["bahia", "bahia"], "lost": 1, "bonus": 70, "tokens": ["70"]}),
    Event("phase_triggered", 0, {"phase": 2}),
    Event("phase", None, {"phase": 2}),
    Event("colony", 0, {"region": "guine", "good": "gold", "price": 60}),
    Event("build", 0, {"row": "church", "price": 150}),
    Event("sell", 0, {"good": "gold", "count": 1, "joker": 0, "income": 60, "from_row": 4, "row": 5}),
    Event("process", 0, {"good": "sugar", "count": 1, "joker": 1, "income": 30, "from_row": 4, "row": 3}),
    Event("privilege", 0, {"category": "church", "bonus": 30}),
    Event("royal", 0, {"category": "colony", "bonus": 10}),
    Event("passed", 1, {"action": "market"}),
    Event("passed", 2, {"action": "builder"}),
    Event("card_used", 0),
    Event("card", 0, {"to_seat": 1}),
    Event("card_expired", 0, {"to_seat": 1}),
)
