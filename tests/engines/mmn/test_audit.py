"""Positions of MMN (Power, Magic and Food) that break a rule, and what the audit says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.positions import CHIPS, COAST, ENOUGH, FIVE, chain, position
from tests.engines.mmn.test_saving import whole

UNSOUND: dict[str, tuple[dict[str, Any], str]] = {
    "sixteen roads": ({"me": {"roads": chain(*COAST)}, "longest_road": 0}, "road: -1 in supply"),
    "six settlements": ({"me": {"buildings": [*FIVE, "settlement n43"]}}, "settlement: -1 in supply"),
    "five cities": (
        {"me": {"buildings": [f"city {where}" for where in ("n01", "n03", "n12", "n16", "n22")]}},
        "city: -1 in supply",
    ),
    "four walls": (
        {"me": {"buildings": [f"city {where} wall" for where in ("n01", "n03", "n12", "n16")]}},
        "wall: -1 in supply",
    ),
    "three basic knights": ({"me": {"knights": ["n01", "n03", "n12"]}}, "basic: -1 in supply"),
    "three captains": (
        {"me": {"knights": ["n01 captain", "n03 captain", "n12 captain strong"]}},
        "captain: -1 in supply",
    ),
    "neighbouring buildings": (
        {"me": {"buildings": ["city n01"]}, "others": {1: {"buildings": ["city n05"]}}},
        "the building at 4 has a neighbour",
    ),
    "five stores": (
        {
            "me": {
                "buildings": [
                    f"{building} store h{number}"
                    for building, number in zip(FIVE, ("01", "03", "04", "07", "08"), strict=True)
                ]
            },
            "storage_card": 0,
        },
        "store: -1 in supply",
    ),
    "four halls": (
        {
            "me": {
                "buildings": [
                    f"city {where}" for where in ("n01 hall h01", "n03 hall h03", "n12 hall h04", "n16 hall h07")
                ]
            },
            "storage_card": 0,
        },
        "hall: -1 in supply",
    ),
    "five serfs": ({"me": {"serfs": 5}, "autarky": 0}, "servant: -1 in supply"),
    "a metropolis below level 4": (
        {"me": {"buildings": ["trade n01"], "levels": {"trade": 3}}},
        "metropolis of trade on level 3",
    ),
    "a metropolis twice": (
        {"me": {"buildings": ["trade n01", "trade n03"], "levels": {"trade": 4}}},
        "metropolis of trade: [0, 0]",
    ),
    "a sabotaged metropolis": (
        {"me": {"buildings": ["trade n01 sabotaged"], "levels": {"trade": 4}}},
        "the metropolis at 0 is sabotaged",
    ),
    "a plain card among the victory points": ({"me": {"vp_cards": ["smith"]}}, "laid open ['smith']"),
    "a chip of 7": ({"chips": [7, *CHIPS[1:]]}, "the map: number chips"),
    "too many chips of 6": ({"chips": [6] * 19}, "the map: number chips"),
    "a desert of forests": ({"terrain": ["forest"] * 19}, "the map: terrains"),
    "the wrong harbours": ({"harbours": ["generic"] * 9}, "the map: harbours"),
    "six progress cards": (
        {"me": {"cards": ["smith", "smith", "crane", "crane", "mining", "mining"]}},
        "holds 6 progress cards",
    ),
}
"""Positions that can be played on but break a rule, and what the audit says."""


@pytest.mark.parametrize("name", UNSOUND)
def test_what_breaks_a_rule_is_found_by_the_audit(name: str) -> None:
    changes, fault = UNSOUND[name]
    assert fault in "; ".join(position(**changes, sound=False).audit())


Change = Callable[[dict[str, Any]], object]
LOST_OR_DOUBLED: dict[str, tuple[Change, str]] = {
    "a card in hand": (lambda dump: dump["players"][0]["hand"].__setitem__(0, 1), "brick: 20 instead of 19"),
    "a card of the bank": (lambda dump: dump["bank"].__setitem__(3, 18), "grain: 18 instead of 19"),
    "a card of a deck": (lambda dump: dump["decks"]["food"].remove("relief"), "missing Counter({'relief': 1})"),
    "a card twice": (lambda dump: dump["decks"]["food"].append("relief"), "too many Counter({'relief': 1})"),
    "a victory point twice": (
        lambda dump: dump["players"][1]["vp_cards"].append("printer"),
        "too many Counter({'printer': 1})",
    ),
    "a famine": (lambda dump: dump["players"][1].update(famine=False), "missing Counter({'famine': 1})"),
    "a curse": (lambda dump: dump["curses"].clear(), "missing Counter({'curse': 1})"),
}
"""What is done to a dump, and what the audit says."""


@pytest.mark.parametrize("name", LOST_OR_DOUBLED)
def test_what_was_lost_or_doubled_is_found_by_the_audit(name: str) -> None:
    change, fault = LOST_OR_DOUBLED[name]
    dump = whole()
    change(dump)
    assert fault in "; ".join(Mmn.load(dump).audit())


def test_the_audit_is_silent_about_sound_positions() -> None:
    for game in decisions().values():
        assert game.audit() == []
    assert position(me={"hand": ENOUGH}).audit() == []
