"""Damaged dumps are refused when loaded; the audit finds what is missing or doubled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engines
from engines.contract import CorruptState
from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import seen
from tests.engines.mmn.positions import KINDS, Players, chain, position
from tests.engines.mmn.random_players import chosen, helped
from tests.engines.replay import replayable

NAMES = list(decisions())


def whole() -> dict[str, Any]:
    """A dump with a bit of everything."""
    me = {
        "hand": "2 wool 1 coin",
        "cards": ["smith"],
        "vp_cards": ["printer"],
        "roads": chain("n25", "n31"),
        "buildings": ["trade n25 wall hall h11 servant h10 journeyman h06", "settlement n03 store h03"],
        "knights": ["n31 strong active captain"],
        "levels": {"trade": 4},
        "serfs": 1,
        "defender": 1,
    }
    others: Players = {1: {"buildings": ["city n40 sabotaged"], "famine": True, "serfs": 1, "knights": ["n45"]}}
    game = position(
        me=me,
        others=others,
        robber=2,
        pirate=3,
        merchant=10,
        merchant_seat=0,
        autarky=0,
        curses=[{"hex": 4, "seat": 1}],
        storage=[],
        storage_used=["wool"],
    )
    return game.dump()


def changed(path: str, value: Any) -> dict[str, Any]:
    dump = whole()
    at: Any = dump
    *way, last = [int(step) if step.isdigit() else step for step in path.split()]
    for step in way:
        at = at[step]
    at[last] = value
    return dump


DAMAGE: list[tuple[str, Any]] = [
    *(
        ("game", "macao"),
        ("game", None),
        ("seats", 2),
        ("seats", 7),
        ("seats", 4),
        ("seats", "3"),
        ("options", {"weather": "fair"}),
    ),
    *(("options gold_mode", "perhaps"), ("dice seed", "xyz"), ("dice count", -1), ("turn", "1"), ("turn", -1)),
    *(("active", 3), ("active", -1), ("players", []), ("players 0 hand", [0] * 11)),
    *(("players 0 hand", [0] * 13), ("players 0 hand 0", -1)),
    *(("players 0 hand 0", 1.5), ("players 0 cards", ["nonsense"]), ("players 0 vp_cards", ["nonsense"])),
    *(("players 0 roads", [72]), ("players 0 roads", [-1]), ("players 0 buildings 0 node", 54)),
    *(("players 0 buildings 0 node", -1), ("players 0 buildings 0 metropolis", "gold")),
    *(("players 0 buildings 0 chip", 4), ("players 0 buildings 0 chip", -1), ("players 0 buildings 0 chip_hex", 19)),
    *(("players 0 buildings 0 chip_hex", 0), ("players 0 buildings 0 servants", [19])),
    *(("players 0 buildings 0 servants", [0]), ("players 0 buildings 0 journeymen", [-1])),
    *(("players 0 knights 0 node", 54), ("players 0 knights 0 rank", 0), ("players 0 knights 0 rank", 4)),
    *(("players 0 levels", [0, 0, 0, 0, 0]), ("players 0 levels 0", 6), ("players 0 levels 0", -1)),
    *(("players 0 serfs", -1), ("players 0 defender", -1), ("players 0 famine", "no"), ("terrain 0", "desert")),
    *(("terrain", ["forest"]), ("chips 0", 13), ("chips", [6]), ("harbours 0", "gold"), ("harbours", [])),
    *(("bank", [19] * 11), ("bank 0", -1), ("robber", 19), ("robber", -2)),
    *(("pirate", 9), ("merchant", 19), ("merchant_seat", 3), ("curses", [{"hex": 19, "seat": 0}])),
    *(("curses", [{"hex": 1, "seat": 3}]), ("ship", 8), ("ship", -1), ("decks", {}), ("decks trade", ["nonsense"])),
    *(("decks trade", ["smith"]), ("storage", ["gold"]), ("storage", ["wool"]), ("storage_used", ["gold"])),
    *(("longest_road", 3), ("storage_card", -2), ("autarky", 9), ("metropolises", [-1]), ("metropolises 0", 3)),
    *(("now event", "storm"), ("now colour", "gold"), ("now red", 7), ("now white", -1), ("now fleet", [12])),
    *(("now swapped", [3]), ("winner", 3), ("stack", []), ("stack", [{"type": "Nonsense", "seat": 0}])),
    *(("stack 0 seat", 3), ("stack 0 seat", -1), ("stack 0", {"type": "Turn"})),
    ("players 0 buildings", [{"node": 9, "wall": True}]),
    ("players 0 buildings", [{"node": 9, "chip": 2, "chip_hex": 0}]),
    *(("players 0 buildings", [{"node": 9}, {"node": 9}]), ("chips 0", 1), ("harbours 0", "nothing")),
]
"""Where in a dump, and what."""
COUNTER = {"seat": 2, "give": [1], "want": [1]}
TAKING = {"type": "TakeResources", "seat": 0, "left": 1, "why": "gold"}
STEPS: list[dict[str, Any]] = [
    *({"type": "Turn", "seat": 1}, {"type": "Turn", "seat": 7}, {"type": "Chess", "seat": 0}),
    *({"type": "Pay", "seat": 0, "item": "castle"}, {"type": "Pay", "seat": 0, "item": "store", "node": 99}),
    *({"type": "Retreat", "seat": 0, "knight": {"node": 77}}, {"type": "TakeFromBank", "seat": 0, "give": [1]}),
    {"type": "Offer", "seat": 0, "give": [0] * 12, "want": [0] * 12, "waiting": [9]},
    {"type": "Offer", "seat": 0, "give": [0] * 12, "want": [0] * 12, "waiting": [1], "counters": [COUNTER]},
    {"type": "Give", "seat": 0, "to": 1, "count": 0, "card": "wedding", "group": "any"},
    *({"type": "CardQuestion", "seat": 0, "card": card} for card in ("printer", "chess")),
    {"type": "CardQuestion", "seat": 0, "card": "inventor", "picked": ["h99"]},
    {"type": "PlayedCard", "card": "throne"},
    {"type": "Discard", "due": [1, 0, 0], "chosen": [[1] * 12] * 3},
    {"type": "Discard", "due": [0, 0, 0], "chosen": [[0] * 12] * 3},
    *({"type": "Emergency", "lost": [3]}, {"type": "LoseCity", "seat": 0, "left": [5]}),
    *({"type": "PayOut", "claims": [{"seat": 9}], "why": "clearing"}, {"type": "MoveFigure", "seat": 0, "figures": []}),
    *({"type": "Rob", "seat": 0, "figure": "merchant"}, {"type": "KeepOne", "seat": 0, "deck": "chess"}),
    *(
        {"type": "TearDown", "lost": []},
        {"type": "TearDown", "lost": [99]},
        {"type": "TakeFree", "free": [1], "why": "gold"},
    ),
    *({"type": "Together", "questions": questions} for questions in ([], [TAKING, TAKING], [{**TAKING, "left": 0}])),
    {"type": "PayOut", "claims": [{"seat": 0, "kind": 6}], "why": "clearing"},
]
"""Steps that fit nowhere in a turn of seat 0."""


DAMAGED: list[tuple[str, str, Any]] = [
    *(("transmutation", "picked", picked) for picked in (["food"], ["food", "food"], ["wool"] * 3, ["done"])),
    *(("transmutation", "picked", picked) for picked in (["wool", "done", "done"], ["wool", "done", "ore"])),
    *(("black_market", "picked", picked) for picked in (["food", "food"], ["ore"] * 6, ["done"])),
    *(("prophecy", "picked", picked) for picked in (["wool"], ["food", "food"], ["food", "9"], ["food", "2", "1"])),
    *(("inventor", "picked", picked) for picked in (["n01"], ["h01", "h01"])),
    *(("forced_march", "picked", ["h01"]), ("smith", "picked", ["n09", "n13"]), ("siege", "picked", ["wool"])),
    *(("pay store", "node", 0), ("pay store", "hex", 0), ("pay hall", "node", -1), ("pay hall", "hex", 3)),
    *(("pay store", "item", "serf"), ("pay store", "item", "large_store"), ("pay store", "seat", 2)),
    *(("discard", "due", [99, 99, 0]), ("discard", "due", [4]), ("discard", "chosen", [[0] * 12])),
    *(("spy choose seat2", "victim", 0), ("spy choose seat2", "seat", 1), ("clairvoyance choose seat2", "victim", 0)),
    *(("clairvoyance choose seat2", "count", 0), ("clairvoyance choose seat2", "card", "chess")),
    *(("retreat", "seat", 2), ("retreat", "knight", {"node": 19, "rank": 4}), ("retreat", "knight", {"node": 0})),
    *(("placemetropolis", "seat", 1), ("overflow", "seat", 1), ("keepone", "deck", "chess")),
    *(("losecity", "seat", 2), ("losecity", "left", [0]), ("losecity", "lost", [3]), ("losecity", "left", [2])),
    *(("deserter choose seat2", "by", 1), ("movefigure", "figures", ["merchant"]), ("rob", "figure", "pirate")),
    *(("rob by pirate", "seat", 1), ("take from bank", "give", [0] * 12), ("take from bank", "give", [99] + [0] * 11)),
    *(("refund", "claims", [{"seat": 1, "either": 99}]), ("refund", "claims", [{"seat": 1, "resources": -1}])),
    *(("offer", "give", [99] + [0] * 11), ("offer", "waiting", [0, 1]), ("staying", "lost", [9])),
    *(("counter", "counters", [{"seat": 1, "give": [99] + [0] * 11, "want": [0] * 12}]), ("counter", "accepted", [0])),
    *(("turn", "seat", 1), ("beforeroll", "seat", 1), ("openingroad", "node", 3)),
]
"""Decisions, and what in a field of the step that asks would leave somebody without an answer."""


@pytest.mark.parametrize(("name", "field", "value"), DAMAGED)
def test_a_step_that_cannot_be_answered_is_refused(name: str, field: str, value: Any) -> None:
    dump = decisions()[name].dump()
    dump["stack"][-1][field] = value
    with pytest.raises(CorruptState, match=r"^mmn: \w+\(.* waits"):
        Mmn.load(dump)


@pytest.mark.parametrize("damage", [{"count": 99}, {"count": 0}, {"to": 1}, {"group": "chess"}, {"back": 6}])
def test_a_gift_that_cannot_be_given_is_refused(damage: dict[str, Any]) -> None:
    """Of one who is asked alone, and of several who are asked at the same time."""
    game = position(others={1: {"hand": "3 wool"}, 2: {"hand": "2 ore 2 coin"}})
    gifts = [{"type": "Give", "seat": seat, "to": 0, "count": 2, "card": "wedding", "group": "any"} for seat in (1, 2)]
    dump = game.dump()
    for step in (gifts[0], {"type": "Together", "questions": gifts}):
        assert 1 in Mmn.load({**dump, "stack": [*dump["stack"], step]}).to_act
    gifts[0] |= damage
    for step in (gifts[0], {"type": "Together", "questions": gifts}):
        with pytest.raises(CorruptState, match=r"^mmn: Give\(.* waits"):
            Mmn.load({**dump, "stack": [*dump["stack"], step]})


def test_two_cards_are_kept_from_a_deck_that_holds_two() -> None:
    dump = decisions()["keepone"].dump()
    deck = dump["stack"][-1]["deck"]
    dump["decks"][deck] = dump["decks"][deck][:1]
    with pytest.raises(CorruptState, match=rf"^mmn: KeepOne\(.*deck='{deck}'\) waits"):
        Mmn.load(dump)


@pytest.mark.parametrize("staying", [[0], [5, 0]])
def test_only_journeymen_of_the_city_stay(staying: list[int]) -> None:
    dump = decisions()["staying"].dump()
    dump["stack"][-1]["staying"] = staying
    with pytest.raises(CorruptState, match=r"^mmn: TearDown\(.* waits"):
        Mmn.load(dump)


def test_the_whole_dump_loads() -> None:
    game = Mmn.load(whole())
    assert game.audit() == []
    assert game.dump() == whole()
    loaded = engines.load(whole())
    assert isinstance(loaded, Mmn)
    assert loaded.dump() == whole()


@pytest.mark.parametrize(("path", "value"), DAMAGE, ids=lambda part: str(part)[:40])
def test_damage_is_refused(path: str, value: Any) -> None:
    with pytest.raises(CorruptState, match=r"mmn|game"):
        Mmn.load(changed(path, value))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["type"])
def test_a_step_that_fits_nowhere_is_refused(step: dict[str, Any]) -> None:
    dump = position().dump()
    dump["stack"].append(step)
    with pytest.raises(CorruptState, match="mmn"):
        Mmn.load(dump)


NEEDED = {
    *("bank", "chips", "decks", "dice", "game", "harbours", "options", "players", "rules", "seats", "stack", "storage"),
    *("storage_used", "terrain"),
    *("merchant", "merchant_seat"),
}
"""Fields without a default, and those whose default does not fit the rest."""


@pytest.mark.parametrize("field", sorted(NEEDED))
def test_a_missing_field_is_refused(field: str) -> None:
    dump = whole()
    del dump[field]
    with pytest.raises(CorruptState, match="mmn"):
        Mmn.load(dump)


@pytest.mark.parametrize("field", sorted(set(whole()) - NEEDED))
def test_a_missing_field_has_the_value_of_a_fresh_game(field: str) -> None:
    dump = whole()
    del dump[field]
    assert Mmn.load(dump).dump() == dump | {field: Mmn.new(3, 1).dump()[field]}


@pytest.mark.parametrize("garbage", [None, [], "mmn", 7, {"game": "mmn"}])
def test_what_is_no_dump_is_refused(garbage: Any) -> None:
    with pytest.raises(CorruptState):
        Mmn.load(garbage)
    with pytest.raises(CorruptState):
        engines.load(garbage)


@pytest.mark.parametrize("name", NAMES)
def test_every_decision_is_saved_and_loaded(name: str) -> None:
    game = decisions()[name]
    again = Mmn.load(game.dump())
    assert again == game
    for seat in game.to_act:
        assert again.legal(seat) == game.legal(seat)
        assert again.prompt(seat) == game.prompt(seat)


def seats_named(part: Any) -> Iterator[tuple[Any, Any]]:
    """Where a part of the stack names seats: the record or list, and the field or place in it."""
    for key, value in list(part.items() if isinstance(part, dict) else enumerate(part)):
        if key in ("seat", "by", "to", "victim"):
            yield part, key
        elif key in ("waiting", "left") and isinstance(value, list):
            yield from ((value, place) for place in range(len(value)))
        elif isinstance(value, (dict, list)):
            yield from seats_named(value)


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_of_a_seat_that_does_not_exist_is_refused(name: str) -> None:
    """Whoever any waiting step names: who decides, who gets, who loses."""
    dump = decisions()[name].dump()
    named = list(seats_named(dump["stack"]))
    assert named
    for record, key in named:
        right = record[key]
        for wrong in (-1, dump["seats"]):
            record[key] = wrong
            with pytest.raises(CorruptState, match=r"^mmn: \w+(\(.*\) waits| is for seat)"):
                Mmn.load(dump)
        record[key] = right
    assert Mmn.load(dump) == decisions()[name]


PLACED = [
    (name, field)
    for name, game in decisions().items()
    for field in ("node", "hex", "track")
    if field in game.dump()["stack"][-1]
]


@pytest.mark.parametrize(("name", "field"), PLACED)
def test_a_decision_about_a_place_that_does_not_exist_is_refused(name: str, field: str) -> None:
    dump = decisions()[name].dump()
    for wrong in (-2, {"node": 54, "hex": 19, "track": 6}[field]):
        dump["stack"][-1][field] = wrong
        with pytest.raises(CorruptState, match=rf"^mmn: \w+\(.*{field}={wrong}\b.* waits"):
            Mmn.load(dump)


@pytest.mark.parametrize("seed", [9])
@replayable
def test_a_game_goes_on_alike_after_every_save(seed: int) -> None:
    """What is kept beside the state (tables of pieces, lengths of roads) changes nothing."""
    rng = Random(seed)
    game = Mmn.new(4, seed)
    for _ in range(400):
        if not game.to_act:
            break
        if seen(game).phase == "before_roll":
            game = helped(game, rng)
        seat = rng.choice(game.to_act)
        action = chosen(game, seat, rng)
        loaded = Mmn.load(game.dump())
        assert loaded.play(seat, action) == game.play(seat, action)
        assert loaded.dump() == game.dump()


# -- positions ---------------------------------------------------------------------------------------------------------

UNPLAYABLE: dict[str, tuple[dict[str, Any], str]] = {
    "a road twice": ({"me": {"roads": ["n01-n04", "n01-n04"]}}, "two pieces stand on one place"),
    "a path taken twice": (
        {"me": {"roads": ["n01-n04"]}, "others": {1: {"roads": ["n01-n04"]}}},
        "two pieces stand on one place",
    ),
    "two pieces on an intersection": (
        {"me": {"knights": ["n01"]}, "others": {1: {"buildings": ["city n01"]}}},
        "two pieces stand on one place",
    ),
    "two knights on an intersection": (
        {"me": {"knights": ["n01"]}, "others": {1: {"knights": ["n01"]}}},
        "two pieces stand on one place",
    ),
    "a victory point in hand": ({"me": {"cards": ["throne"]}}, "KeyError: 'throne'"),
    "a wall at a settlement": ({"me": {"buildings": ["settlement n01 wall"]}}, "seat 0: building"),
    "a hall at a settlement": ({"me": {"buildings": ["settlement n01 hall h01"]}}, "seat 0: settlement"),
    "a journeyman at a settlement": ({"me": {"buildings": ["settlement n01 journeyman h01"]}}, "seat 0: settlement"),
    "a sabotaged settlement": ({"me": {"buildings": ["settlement n01 sabotaged"]}}, "seat 0: settlement"),
    "chip and figure on a slot": ({"me": {"buildings": ["city n01 store h01 servant h01"]}}, "seat 0: slots"),
    "two figures on a slot": (
        {"me": {"buildings": ["city n01 servant h01 journeyman h01"]}, "autarky": 0},
        "seat 0: slots",
    ),
}
"""Positions that are not loaded, and the fault that is named."""


@pytest.mark.parametrize("name", UNPLAYABLE)
def test_an_unplayable_position_is_refused(name: str) -> None:
    changes, fault = UNPLAYABLE[name]
    with pytest.raises(CorruptState, match=f"^mmn: {fault}"):
        position(**changes, sound=False)


@pytest.mark.parametrize("storage", [["brick", "nugget", "lumber", "grain"], [*KINDS[:6]]])
def test_a_storage_card_lost_or_doubled_is_refused(storage: list[str]) -> None:
    """The wool lies face up already."""
    with pytest.raises(CorruptState, match=r"^mmn: storage cards"):
        Mmn.load(changed("storage", storage))


@pytest.mark.parametrize("left", [-7, 0])
def test_resources_to_be_taken_are_at_least_one(left: int) -> None:
    dump = decisions()["takeresources"].dump()
    dump["stack"][-1]["left"] = left
    with pytest.raises(CorruptState, match=rf"TakeResources\(.*left={left}\b.* waits"):
        Mmn.load(dump)
