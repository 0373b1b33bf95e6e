"""One position for every kind of decision, and what is typed there in vain."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.contract import Action, Game
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import position, up_to


@cache
def decisions() -> dict[str, Game]:
    """Return one position for every kind of decision, in each of which seat 0 decides."""
    giving = position(me={"stone": "sailing", "fleet": {"portugal": 2, "guine": 2}}, discovered=["guine"])
    giving.play(0, ("rondel", "ships"))
    mats: dict[str, Any] = {"workers": 9, "money": 1000, "churches": 3, "shipyards": 3}
    card = position(holder=0, me={"fleet": {"portugal": 3}}, discovered=["guine", "bahia"])
    sailing = card.copy()
    sailing.play(0, ("navegador",))
    variant = on("privilege", royal="goa", phase=2, me=mats | {"fleet": {"goa": 1}}, discovered=up_to("goa"))
    return {
        "rondel": position(),
        "card": card,
        "card sailing": sailing,
        "giveup": giving,
        "workers": on("workers", me=mats),
        "ships": on("ships", me=mats),
        "sailing": on("sailing", me={"fleet": {"portugal": 3, "guine": 2}}, discovered=["guine"]),
        "colony": on("colony", me=mats | {"fleet": {"guine": 3}}, discovered=["guine"]),
        "builder": on("builder", me=mats),
        "market": on("market1", me={"colonies": {"gold": 4}, "factories": {"sugar": 2}}),
        "privilege": on("privilege", me=mats),
        "royal": variant,
    }


NONSENSE: list[Action] = [
    (),
    ("",),
    (" ",),
    ("rondel",),
    ("rondel", ""),
    ("rondel", "lisboa"),
    ("rondel", "0"),
    ("rondel", "market"),
    ("rondel", "market1", "1"),
    ("RONDEL", "sailing"),
    ("rondel sailing",),
    ("navegador", "navegador"),
    ("giveup",),
    ("giveup", "atlantis"),
    ("giveup", "portugal", "1"),
    ("giveup", "portugal", "guine"),
    ("sail",),
    ("sail", "portugal"),
    ("sail", "portugal", "guine"),
    ("sail", "portugal", "guine", "one"),
    ("sail", "portugal", "guine", "1", "1"),
    ("sail", "portugal", "portugal", "1"),
    ("sail", "portugal", "atlantis", "1"),
    ("sail", "atlantis", "guine", "1"),
    ("discover",),
    ("discover", "bahia"),
    ("discover", "bahia", "portugal"),
    ("discover", "portugal", "portugal", "portugal"),
    ("discover", "atlantis", "portugal", "portugal"),
    ("discover", "bahia", "atlantis", "atlantis"),
    ("colony",),
    ("colony", "portugal"),
    ("colony", "guine", "1"),
    ("colony", "guine", "guine"),
    ("build",),
    ("build", "factory"),
    ("build", "castle"),
    ("build", "shipyard", "1"),
    ("sell", "gold"),
    ("sell", "1", "gold"),
    ("sell", "silk", "1"),
    ("process", "gold"),
    ("process", "joker", "1"),
    ("privilege",),
    ("privilege", "royal"),
    ("privilege", "church", "church"),
    ("royal",),
    ("royal", "crown"),
    ("pass", "pass"),
    ("pass", ""),
    ("done", "done"),
    ("Done",),
    ("resign",),
]
NUMBERS = [
    ("workers", "workers 1", 1),
    ("ships", "ships 1", 1),
    ("sailing", "sail portugal guine 1", 3),
    ("market", "sell gold 1", 2),
    ("market", "process sugar 1", 2),
]
"""Decisions, something legal there, and the place of its number."""
WAYS_OUT = dict.fromkeys(("workers", "ships", "privilege", "royal"), "pass") | dict.fromkeys(
    ("sailing", "colony", "builder", "market"), "done"
)
"""The decisions that can be declined, and the word for it."""
