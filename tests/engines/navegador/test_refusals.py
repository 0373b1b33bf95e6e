"""Unlawful input: refused with a reason, nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game, IllegalAction
from tests.engines.navegador.moves import on, refused
from tests.engines.navegador.positions import position, up_to


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


@pytest.mark.parametrize("action", NONSENSE, ids=" ".join)
def test_nonsense_is_refused_in_every_decision(action: tuple[str, ...]) -> None:
    for decision, game in asked().items():
        before = game.dump()
        assert action not in game.legal(0), decision
        with pytest.raises(IllegalAction):
            game.check(0, action)
        with pytest.raises(IllegalAction) as refusal:
            game.play(0, action)
        assert refusal.value.reason.id
        assert game.dump() == before, decision


NUMBERS = [
    "0",
    "00",
    "03",
    "01",
    "-1",
    "+1",
    "1.0",
    "1e0",
    "0x1",
    "1_0",
    " 1",
    "1 ",
    "\u0661",
    "\u00b2",
    "one",
    "",
    "99",
    "9" * 30,
]


@pytest.mark.parametrize("number", NUMBERS)
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
def test_numbers_are_written_plainly(decision: str, start: tuple[str, ...], number: str) -> None:
    game = asked()[decision]
    before = game.dump()
    assert (*start, "1") in game.legal(0)
    with pytest.raises(IllegalAction):
        game.play(0, (*start, number))
    assert game.dump() == before


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_others_are_not_asked(decision: str) -> None:
    game = asked()[decision]
    before = game.dump()
    for seat in (1, 2, 3, -1, 99):
        assert game.legal(seat) == []
        with pytest.raises(IllegalAction):
            game.prompt(seat)
        for action in game.legal(0):
            with pytest.raises(IllegalAction) as refusal:
                game.play(seat, action)
            assert refusal.value.reason.id == "error.not_your_turn"
    assert game.dump() == before


@pytest.mark.parametrize("decision", DECISIONS)
def test_words_of_another_decision_are_refused(decision: str) -> None:
    games = asked()
    game = games[decision]
    mine = set(game.legal(0))
    for other in games.values():
        for action in other.legal(0):
            if action not in mine:
                refused(game, " ".join(action))


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_offered_action_passes_and_optional_ones_can_be_declined(decision: str) -> None:
    game = asked()[decision]
    for action in game.legal(0):
        game.check(0, action)
        game.hint(0, action)
        copy = game.copy()
        copy.play(0, action)
        assert copy.dump() != game.dump()
    declinable = bool({("pass",), ("done",)} & set(game.legal(0)))
    assert game.prompt(0).optional is declinable
    assert declinable is (decision not in {"rondel", "card", "card sailing", "giveup"})
    assert game.prompt(0).open == ()
