"""Whatever is typed: every decision refuses what it does not offer, with a reason, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engines
from engines.contract import Game, IllegalAction, Message
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act
from tests.engines.refusals import (
    all_are_refused,
    every_offer_passes,
    numbers_are_refused,
    others_are_not_asked,
    words_of_others_are_refused,
)


def asked() -> dict[str, Game]:
    """A game in each of the decisions; seat 0 decides."""
    everything = {**FILL, "1": ["watchtower", "k3"]}
    rich = {"storage": ["bank", "ship"], "goods": {"pink": 2, "red": 1}, "silverlings": 4, "workers": 3}
    lying = {"1": {"orange": 1, "brown": 1, "purple": 1}, "2": {"red": 1}}
    games = {
        "turn": position(me=rich),
        "last": position(me={"silverlings": 2, "dice": ()}),
        "later": position(me=rich | {"knows": ["k6"]}, edition="2019"),
        "special": position(me=rich | {"knows": ["k6"]}, edition="special"),
    }
    for tile in ("market", "church", "carpenters_workshop", "city_hall", "warehouse"):
        me = rich | {"storage": ["bank", "ship", tile], "dice": (3, 4)}
        games[tile] = position(me=me, depots=everything)
        act(games[tile], f"place {tile} e4 die 3")
    me = rich | {"storage": ["bank", "mine", "castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    games["castle"] = position(me=me)
    act(games["castle"], "place castle b3 die 6")
    games["discard"] = position(me={"storage": ["bank", "mine", "ship"]})
    act(games["discard"], "take 4 ship die 4")
    for name, lines in (("ship", ()), ("keep", ("goods 1",))):
        games[name] = position(me=rich | {"dice": (5, 4)}, lying=lying)
        act(games[name], "place ship d5 die 5", *lines)
    for name, options in (("start", {}), ("board", {"mode": "free"}), ("beginners", {"beginners_board": "on"})):
        seeds = (engines.new("burgundy", 3, seed, **options) for seed in range(50))
        games[name] = next(
            game for game in seeds if game.to_act == (0,) and (name != "beginners" or len(game.legal(0)) == 2)
        )
    assert all(game.to_act == (0,) for game in games.values())
    return games


DECISIONS = list(asked())
NONSENSE: list[tuple[str, ...]] = [
    (),
    ("",),
    (" ",),
    ("take",),
    ("take", ""),
    ("take", "4"),
    ("take", "4", "ship", "die"),
    ("take", "4", "ship", "die", "7"),
    ("take", "4", "ship", "die", "0"),
    ("take", "4", "ship", "die", "-4"),
    ("take", "4", "ship", "die", "x"),
    ("take", "4", "ship", "die", "4", "workers"),
    ("take", "4", "ship", "die", "4", "workers", "0"),
    ("take", "4", "ship", "die", "4", "workers", "x"),
    ("take", "4", "ship", "4"),
    ("take", "7", "ship", "die", "4"),
    ("take", "0", "ship"),
    ("take", "black", "church"),
    ("take", "black", "church", "die", "4"),
    ("take", "4", "atlantis", "die", "4"),
    ("take", "4", "castle", "die", "4"),
    ("TAKE", "4", "ship", "die", "4"),
    ("take 4 ship die 4",),
    ("place",),
    ("place", "bank"),
    ("place", "bank", "z9"),
    ("place", "bank", "d4"),
    ("place", "bank", "d4", "die", "4"),
    ("place", "bank", "z9", "die", "3"),
    ("place", "bank", "18", "die", "3"),
    ("place", "bank", "", "die", "3"),
    ("place", "atlantis", "e4", "die", "3"),
    ("place", "k99", "c4", "die", "1"),
    ("place", "bank", "E4", "die", "3"),
    ("place", "bank", "e4", "die", "3", "die", "3"),
    ("sell",),
    ("sell", "gold"),
    ("sell", "gold", "die", "3"),
    ("sell", "orange", "die", "3"),
    ("sell", "pink", "1", "die", "3"),
    ("sell", "die", "3"),
    ("workers", "2"),
    ("workers", "die"),
    ("workers", "die", "7"),
    ("workers", "die", "3", "4"),
    ("workers", "die", "3", "workers", "1"),
    ("buy",),
    ("buy", "black"),
    ("buy", "church"),
    ("buy", "black", "atlantis"),
    ("buy", "black", "ship"),
    ("buy", "3", "bank"),
    ("buy", "7", "bank"),
    ("buy", "black", "church", "workers", "3"),
    ("buy", "black", "church", "workers", "0"),
    ("buy", "black", "church", "die", "3"),
    ("hire",),
    ("hire", "bank"),
    ("hire", "black", "church"),
    ("hire", "4", "ship"),
    ("hire", "3", "bank", "workers", "2"),
    ("discard",),
    ("discard", "atlantis"),
    ("discard", "bank", "mine"),
    ("discard", "none"),
    ("goods",),
    ("goods", "0"),
    ("goods", "7"),
    ("goods", "black"),
    ("goods", "1", "2"),
    ("goods", "1", "1"),
    ("goods", "6", "1"),
    ("goods", "pink"),
    ("goods", "none", "none"),
    ("keep",),
    ("keep", "gold"),
    ("keep", "red"),
    ("keep", "orange", "brown"),
    ("keep", "none"),
    ("board",),
    ("board", "0"),
    ("board", "10"),
    ("board", "x"),
    ("board", "1", "1"),
    ("start",),
    ("start", "z9"),
    ("start", "18"),
    ("start", "a1", "a2"),
    ("pass", "pass"),
    ("end", "end"),
    ("End",),
    ("done",),
    ("resign",),
    ("pass", ""),
]


@pytest.mark.parametrize("decision", DECISIONS)
def test_nonsense_is_refused_in_every_decision(decision: str) -> None:
    all_are_refused(asked()[decision], NONSENSE)


NUMBERS = ["0", "00", "04", "4.0", "-4", "+4", "1e0", "0x4", "4_0", " 4", "4 ", "٤", "²", "four", "", "44", "9" * 30]


@pytest.mark.parametrize(
    ("decision", "action", "place"),
    [
        ("turn", "take 4 ship die 4", 1),
        ("turn", "take 4 ship die 4", 4),
        ("turn", "workers die 4", 2),
        ("castle", "take 4 ship", 1),
        ("special", "hire 5 boarding_house", 1),
        ("later", "buy black church workers 1", 4),
        ("ship", "goods 1", 1),
        ("board", "board 4", 1),
    ],
)
def test_numbers_are_written_plainly(decision: str, action: str, place: int) -> None:
    numbers_are_refused(asked()[decision], tuple(action.split()), place, NUMBERS)


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_others_are_not_asked(decision: str) -> None:
    others_are_not_asked(asked()[decision])


@pytest.mark.parametrize("decision", DECISIONS)
def test_words_of_another_decision_are_refused(decision: str) -> None:
    words_of_others_are_refused(asked(), decision)


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_offered_action_passes_and_optional_ones_can_be_declined(decision: str) -> None:
    game = asked()[decision]
    assert len(game.legal(0)) > 1
    every_offer_passes(game)
    optional = decision in {"market", "church", "carpenters_workshop", "city_hall", "warehouse"}
    assert (("pass",) in game.legal(0)) is optional
    assert game.prompt(0).optional is optional
    assert (("end",) in game.legal(0)) is (decision == "last")
    assert game.prompt(0).open == ()


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_is_saved_described_and_seen_alike(decision: str) -> None:
    game = asked()[decision]
    stored = engines.load(json.loads(json.dumps(game.dump())))
    assert stored == game
    assert stored.legal(0) == game.legal(0)
    for action in game.legal(0):
        one, other = game.copy(), stored.copy()
        assert one.play(0, action) == other.play(0, action)
        assert one.dump() == other.dump()
    assert stored == game
    assert game.prompt(0).message.id.startswith("burgundy.prompt.")
    for seat in (None, 0, 1):
        assert game.describe(seat)
        assert all(isinstance(line, Message) for line in game.describe(seat))
        assert game.view(seat).to_act == (0,)


@pytest.mark.parametrize(
    ("decision", "line", "reason"),
    [
        ("turn", "take 9 bank die 3", "no_depot"),
        ("turn", "take 3 nonsense die 3", "no_tile"),
        ("turn", "take black church die 3", "only_bought"),
        ("turn", "sell gold die 3", "no_such_goods"),
        ("turn", "place nonsense e4 die 3", "no_tile"),
        ("turn", "buy 3 bank", "black_only"),
        ("turn", "buy black church workers 1", "silverlings_only"),
        ("turn", "hire 3 bank", "no_knowledge_6"),
        ("last", "take 4 ship die 4", "no_die"),
        ("later", "buy 4 ship", "black_only"),
        ("special", "hire 2 mine", "hire"),
        ("special", "hire black church", "hire"),
        ("church", "take 1 watchtower", "fetches"),
        ("market", "take 1 watchtower", "fetches"),
        ("market", "take 4 ship die 4", "no_die_needed"),
        ("warehouse", "sell brown", "not_stored"),
        ("city_hall", "buy black church", "not_inside"),
        ("castle", "buy black church", "not_inside"),
        ("castle", "pass", "castle_acts"),
        ("castle", "workers die 4", "no_die_needed"),
        ("discard", "discard church", "discard"),
        ("ship", "goods 6", "no_goods"),
        ("ship", "goods 1 2", "two_depots"),
        ("keep", "keep turquoise", "keep"),
        ("start", "start d1", "start"),
        ("board", "board 77", "board"),
    ],
)
def test_a_refusal_names_the_reason(decision: str, line: str, reason: str) -> None:
    game = asked()[decision]
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    assert refusal.value.reason.id == f"burgundy.refuse.{reason}"


@pytest.mark.parametrize("building", ["market", "church", "carpenters_workshop", "warehouse"])
def test_in_later_editions_too_nothing_is_bought_inside_a_building_that_takes_or_sells(building: str) -> None:
    me = {"storage": [building], "goods": {"pink": 2}, "silverlings": 4, "dice": (3, 4)}
    game = position(me=me, edition="2019", depots={**FILL, "1": ["watchtower", "k3"]})
    act(game, f"place {building} e4 die 3")
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, ("buy", "black", "church"))
    assert refusal.value.reason.id == "burgundy.refuse.not_inside"


REASONS: dict[str, tuple[dict[str, Any], str]] = {
    "the die is not there": ({}, "take 4 ship die 5"),
    "the depot is empty": ({"depots": {"4": []}}, "take 4 ship die 4"),
    "too few workers": ({}, "take 6 cow3 die 4 workers 2"),
    "no such goods": ({}, "sell red die 4"),
    "no neighbour": ({"me": {"storage": ["bank"], "dice": (1, 3)}}, "place bank e5 die 1"),
    "twice in a city": (
        {"me": {"storage": ["bank"], "covered": {"e4": "bank"}, "dice": (1, 3)}},
        "place bank e5 die 1",
    ),
    "wrong colour": ({"me": {"storage": ["bank"]}}, "place bank e3 die 4"),
    "wrong number": ({"me": {"storage": ["bank"], "dice": (4, 4)}}, "place bank e4 die 4"),
    "covered": ({"me": {"storage": ["bank"], "covered": {"e4": "market"}}}, "place bank e4 die 3"),
    "not stored": ({}, "place bank e4 die 3"),
    "no money": ({"me": {"silverlings": 1}}, "buy black church"),
    "bought already": ({"me": {"silverlings": 4, "purchased": True}}, "buy black church"),
    "not for sale": ({"me": {"silverlings": 4}}, "buy black ship"),
    "dice left": ({}, "end"),
}


@pytest.mark.parametrize("name", REASONS)
def test_a_refusal_in_a_turn_says_why(name: str) -> None:
    changes, line = REASONS[name]
    game = position(**changes)
    before = game.dump()
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, tuple(line.split()))
    assert refusal.value.reason.id.startswith("burgundy.")
    assert game.dump() == before


def test_reasons_differ() -> None:
    found = set()
    for changes, line in REASONS.values():
        with pytest.raises(IllegalAction) as refusal:
            position(**changes).check(0, tuple(line.split()))
        found.add(refusal.value.reason.id)
    assert len(found) >= 8
