"""A card that would do nothing is not played (rules 18.2): what each card needs."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Message
from tests.engines.mmn.positions import COAST, KINDS, TRACKS, chain, holding, place
from tests.engines.mmn.test_reasons import named, reason
from tests.engines.playing import refused

ROADS = chain("n09", "n14", "n10")
POOR = {"buildings": ["settlement n40"], "hand": "3 ore"}
RICH_WITHOUT_CARDS = {"buildings": ["city n42"]}
NO_RESOURCE = " ".join(f"0 {kind}" for kind in KINDS[:6])
NO_COMMODITY = " ".join(f"0 {kind}" for kind in KINDS[6:])
TRADE_4: dict[str, Any] = {"levels": {"trade": 4}}
FOOD_5 = {"serfs": 2, "levels": {"food": 5}, "buildings": ["food n42"]}
MAGIC_5 = {"buildings": ["magic n18"], "levels": {"magic": 5}}
WALLS = ["city n25 wall", "city n42 wall", "city n18 wall", "city n03"]
CITIES = ["city n25", "city n42", "city n18", "city n03"]
NOTHING: list[tuple[str, dict[str, Any]]] = [
    ("merchant", {}),
    ("merchant", {"buildings": ["settlement n01"], "merchant": place("h01"), "merchant_seat": 0}),
    ("master_merchant", {"others": {1: RICH_WITHOUT_CARDS, 2: {"hand": "5 ore"}}, "buildings": ["settlement n25"]}),
    ("master_merchant", {"others": {1: {**RICH_WITHOUT_CARDS, "hand": "2 wool"}, 2: POOR}, "buildings": ["city n25"]}),
    ("commercial_harbor", {"others": {1: {"cards": ["smith"]}}, "hand": "2 ore"}),
    ("commercial_harbor", {"others": {1: {"hand": "2 coin"}}, "hand": "1 jewel 1 cloth"}),
    ("deserter", {"knights": ["n09"], "roads": ROADS}),
    ("diplomat", {}),
    ("diplomat", {"others": {1: {"roads": ["n42-n46"], "buildings": ["settlement n42"], "knights": ["n46"]}}}),
    ("intrigue", {"others": {1: {"knights": ["n42"]}}, "roads": ROADS, "knights": ["n14"]}),
    ("saboteur", {"others": {1: {"buildings": ["trade n42", "settlement n03", "city n18 sabotaged"], **TRADE_4}}}),
    ("saboteur", {"buildings": ["city n25"]}),
    ("spy", {"others": {1: {"vp_cards": ["printer"]}}}),
    ("warlord", {}),
    ("warlord", {"knights": ["n10 active"]}),
    ("wedding", {"others": {1: POOR, 2: {"buildings": ["city n42", "city n18"]}}, "buildings": ["settlement n25"]}),
    ("crane", {"buildings": ["settlement n25"], "hand": "5 cloth"}),
    ("engineer", {"buildings": ["settlement n25", "city n42 wall"]}),
    ("engineer", {"buildings": WALLS}),
    ("medicine", {"buildings": ["city n25"], "hand": "3 ore 3 grain"}),
    ("medicine", {"buildings": [*CITIES, "settlement n40"], "hand": "3 ore 3 grain"}),
    ("road_building", {}),
    ("road_building", {"roads": chain(*COAST[:16]), "longest_road": 0}),
    ("smith", {}),
    ("smith", {"knights": ["n25 promoted"]}),
    ("smith", {"knights": ["n25", "n42 strong", "n18 strong"]}),
    ("conscription", {}),
    ("conscription", {"roads": ROADS, "knights": ["n42", "n46"]}),
    ("conscription", {"roads": ROADS, "others": {1: {"knights": ["n09", "n10"], "buildings": ["settlement n14"]}}}),
    ("commission", {}),
    ("commission", {"knights": ["n25 captain"]}),
    ("commission", {"knights": ["n25 captain", "n42 captain", "n18 strong"]}),
    ("extortion", {"others": {1: RICH_WITHOUT_CARDS, 2: POOR}, "buildings": ["settlement n25"]}),
    ("black_market", {"hand": "2 wool", "bank": NO_COMMODITY}),
    ("forced_march", {"knights": ["n42"], "roads": ROADS}),
    ("forced_march", {"knights": ["n09 mighty"], "roads": ["n09-n14"], "others": {1: {"knights": ["n14"]}}}),
    ("siege", {"others": {1: RICH_WITHOUT_CARDS}, "buildings": ["city n25 wall"]}),
    ("transmutation", {"bank": NO_RESOURCE}),
    ("transmutation", {"hand": "2 brick", "bank": NO_RESOURCE.removeprefix("0 brick ")}),
    ("curse", {"others": {1: MAGIC_5}, "buildings": ["city n42"]}),
    ("curse", {"others": {1: {"buildings": ["settlement n22"]}}, "curses": [{"hex": place("h08"), "seat": 2}]}),
    ("teleport", {"roads": ROADS}),
    ("teleport", {"knights": ["n14"]}),
    ("teleport", {"knights": ["n14"], "roads": ["n09-n14"], "buildings": ["settlement n09"]}),
    ("restoration", {"buildings": ["city n25"], "knights": ["n18 active"]}),
    ("clairvoyance", {"others": {1: {"cards": ["smith"]}}}),
    ("famine", {"others": {1: RICH_WITHOUT_CARDS}, "serfs": 1}),
    ("famine", {"others": {1: {"serfs": 2, "famine": True}}, "serfs": 1}),
    ("famine", {"others": {1: FOOD_5}, "serfs": 1}),
    ("harvest", {"serfs": 3}),
    ("harvest", {"buildings": ["city n25 servant h06"], "famine": True}),
    ("harvest", {"buildings": ["city n25 servant h06"], "bank": "0 grain"}),
    ("labour_market", {"buildings": ["settlement n01 servant h01"], "serfs": 3, "autarky": 0}),
    ("provisions", {"knights": ["n25 active"]}),
    ("poaching", {"others": {1: {"cards": ["smith"]}}}),
]


@pytest.mark.parametrize(("card", "changes"), NOTHING, ids=lambda value: value if isinstance(value, str) else "")
def test_a_card_that_would_do_nothing_is_not_played(card: str, changes: dict[str, Any]) -> None:
    game = holding(card, **changes)
    refused(game, f"play {card}")
    assert named(game, f"play {card}") == "no_effect"


DEAR: list[tuple[str, dict[str, Any], Message]] = [
    (
        "medicine",
        {"buildings": ["settlement n25"], "hand": "1 ore 5 grain"},
        Message("mmn.refuse.card_cost", {"card": "medicine", "cards": ["ore", "ore", "grain"], "missing": ["ore"]}),
    ),
    (
        "medicine",
        {"buildings": ["settlement n25"], "hand": "5 ore"},
        Message("mmn.refuse.card_cost", {"card": "medicine", "cards": ["ore", "ore", "grain"], "missing": ["grain"]}),
    ),
    (
        "crane",
        {"buildings": ["city n25"], "levels": dict.fromkeys(TRACKS, 2) | {"magic": 1}, "hand": "3 wool 1 cloth"},
        Message("mmn.refuse.crane", {"track": "trade", "cards": ["cloth"] * 2, "missing": ["cloth"]}),
    ),
    (
        "crane",
        {"buildings": ["trade n25"], "levels": dict.fromkeys(TRACKS, 3) | {"trade": 4}, "hand": "3 meat 3 cloth"},
        Message("mmn.refuse.crane", {"track": "trade", "cards": ["cloth"] * 4, "missing": ["cloth"]}),
    ),
    (
        "black_market",
        {"hand": "1 wool"},
        Message("mmn.refuse.too_few_cards", {"card": "black_market", "needed": 2, "held": 1}),
    ),
    (
        "transmutation",
        {"hand": ""},
        Message("mmn.refuse.too_few_cards", {"card": "transmutation", "needed": 1, "held": 0}),
    ),
]


@pytest.mark.parametrize(("card", "changes", "why"), DEAR)
def test_a_card_that_cannot_be_paid_says_what_it_costs_and_what_is_missing(
    card: str, changes: dict[str, Any], why: Message
) -> None:
    game = holding(card, **changes)
    refused(game, f"play {card}")
    assert reason(game, f"play {card}") == why
