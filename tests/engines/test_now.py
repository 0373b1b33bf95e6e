"""What a position adds to the rules: nothing that is not so, nothing of others, in sections that there are."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.wording import LANGUAGES, texts_in
from bot.wording.rule_documents import sections
from engines import Message
from engines.players import PLAYERS

KNOWN = {
    "navegador": {"4.3", "4.4", "7.1", "7.2", "7.3", "7.5", "7.6", "7.7", "8"},
    "macao": {"4.1", "5.5", "7"},
    "burgundy": {"6.1", "6.6", "10"},
    "mmn": {"6", "6.1", "6.2", "7", "7.1", "9.3"},
}
"""Sections to which every position adds something, for whoever sits at the table; a further game may add nothing."""


def under_way(key: str) -> engines.Game:
    rng = Random(1)
    game = engines.new(key, seats=3, seed=4)
    for _ in range(60):
        game.play(game.to_act[0], PLAYERS["random"](game, game.to_act[0], rng))
    return game


@pytest.mark.parametrize("key", engines.GAMES)
def test_sections_have_what_they_can_in_words_of_every_language(key: str) -> None:
    game = under_way(key)
    added = {section.number: game.now(section.number, 0) for section in sections(key, "en")}
    assert {number for number, messages in added.items() if messages} >= KNOWN.get(key, set())
    for language in LANGUAGES:
        for message in (message for messages in added.values() for message in messages):
            assert texts_in(language).message(key, message, ["Anna", "Ben", "Carla"])


def test_the_hand_of_mmn_is_told_to_its_owner_alone() -> None:
    game = under_way("mmn")
    cards = sum(game.state.players[1].hand)
    assert game.now("7.1", 1) == [Message("mmn.now.hand", {"count": cards, "most": game.hand_limit(1)})]  # type: ignore[attr-defined]
    assert game.now("7.1", None) == []


def test_the_next_church_costs_what_the_builder_asks() -> None:
    game = under_way("navegador")
    game.state.buildings["church"] = 2
    costs = {message.args["row"]: message.args["cost"] for message in game.now("4.4", None)}
    assert costs["church"] == 400


def test_the_privileges_on_offer_are_told_in_one_sentence() -> None:
    game = under_way("navegador")
    offered = [category for category, count in game.state.gallery.items() if count]
    assert game.now("7.7", None) == [Message("navegador.now.gallery", {"categories": offered})]
    game.state.gallery = dict.fromkeys(game.state.gallery, 0)
    assert game.now("7.7", None) == []
