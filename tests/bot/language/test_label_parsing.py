"""The panel's own label of an action is that action also where it is not possible: refused, and never another one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.language.read.possible_actions.refusals import refusal
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game
from engines.record import parse
from tests.bot import ear
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tools.bench import phrases as bench

LABELLED: dict[str, tuple[Game, list[str]]] = {
    "navegador": (navegador.position(), ["sail portugal bahia 2", "giveup rio", "sell gold 2", "colony rio"]),
    "macao": (macao.position(), ["take statue", "activate zoll_2", "ship s04", "spend red", "deliver 2"]),
    "burgundy": (
        burgundy.position(),
        ["place castle c4 die 3", "take 2 cow3 die 4 workers 1", "goods 1 2", "buy black castle", "discard k7"],
    ),
    "mmn": (
        mmn.position(),
        ["settlement n25", "road n25-n31", "servant n25 h11", "robber h04", "move n02 n06", "rob seat2", "pay wool"],
    ),
}


OWN_CITY = mmn.position(me={"hand": mmn.ENOUGH, "buildings": ["city n25"], "roads": ["n25-n31"]})


@ear.EVERY_LANGUAGE
@pytest.mark.parametrize("action", [("settlement", "n25"), ("city", "n25")])
def test_the_label_of_a_building_that_stands_there_builds_nothing_else(language: str, action: Action) -> None:
    label = texts_in(language).at(OWN_CITY).action("mmn", action, ear.NAMES)
    outcome = ear.understand_fully(OWN_CITY, language, label)
    assert outcome.action == action
    assert outcome.refused == [reason for reason in [refusal(OWN_CITY, 0, action)] if reason]


@ear.EVERY_LANGUAGE
def test_a_servant_is_refused_for_the_hex_and_the_corner_that_its_label_names(language: str) -> None:
    game = mmn.position(me={"hand": mmn.ENOUGH, "buildings": ["city n25"]})
    action = parse("servant n25 h01")
    label = texts_in(language).at(game).action("mmn", action, ear.NAMES)
    assert [reason.id for reason in ear.understand_fully(game, language, label).refused] == ["mmn.refuse.not_touching"]


SAMPLE = {"navegador": 4, "macao": 6, "burgundy": 4, "mmn": 2}
"""Positions of each game; in one of MMN many more actions are impossible."""
MANY = dict.fromkeys(SAMPLE, 40)
SURELY = 0.95
"""Of the labels of impossible actions so many are refused for the reason of just that action."""


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("positions", [SAMPLE, pytest.param(MANY, marks=pytest.mark.proof)], ids=["some", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", LABELLED)
def test_labels_of_impossible_actions_are_refused_for_their_own_reason(
    key: str, language: str, positions: Mapping[str, int]
) -> None:
    counted = bench.of_impossible(key, language, positions[key])
    total = counted["true"] + counted["false"]
    assert counted["played"] == 0
    assert counted["true"] >= SURELY * total
