"""Unlawful input: refused with a reason, nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import position, up_to
from tests.engines.refusals import (
    all_are_refused,
    every_offer_passes,
    numbers_are_refused,
    others_are_not_asked,
    words_of_others_are_refused,
)


def asked() -> dict[str, Game]:
    """One position for every kind of decision."""
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


DECISIONS = list(asked())
NONSENSE: list[tuple[str, ...]] = [
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


@pytest.mark.parametrize("decision", DECISIONS)
def test_nonsense_is_refused_in_every_decision(decision: str) -> None:
    all_are_refused(asked()[decision], NONSENSE)


@pytest.mark.parametrize(
    ("decision", "start"),
    [
        ("workers", ("workers",)),
        ("ships", ("ships",)),
        ("sailing", ("sail", "portugal", "guine")),
        ("market", ("sell", "gold")),
        ("market", ("process", "sugar")),
    ],
)
def test_numbers_are_written_plainly(decision: str, start: tuple[str, ...]) -> None:
    numbers_are_refused(asked()[decision], (*start, "1"), len(start))


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_others_are_not_asked(decision: str) -> None:
    others_are_not_asked(asked()[decision])


@pytest.mark.parametrize("decision", DECISIONS)
def test_words_of_another_decision_are_refused(decision: str) -> None:
    words_of_others_are_refused(asked(), decision)


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_offered_action_passes_and_optional_ones_can_be_declined(decision: str) -> None:
    game = asked()[decision]
    every_offer_passes(game)
    declinable = bool({("pass",), ("done",)} & set(game.legal(0)))
    assert game.prompt(0).optional is declinable
    assert declinable is (decision not in {"rondel", "card", "card sailing", "giveup"})
    assert game.prompt(0).open == ()
