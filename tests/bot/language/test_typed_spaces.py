"""So many spaces ahead on Navegador's rondel, and what is taken without workers in The Castles of Burgundy."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from tests.bot.ear import NAMES, played
from tests.bot.reading import understand
from tests.engines.navegador import positions as navegador


def at_the_ships() -> Game:
    """Ahead lie a market, the builder, sailing and the workers."""
    return navegador.position(me={"stone": "ships"})


@pytest.mark.parametrize(
    ("language", "typed", "field"),
    [
        ("en", "one space ahead", "market2"),
        ("en", "move 2 spaces", "builder"),
        ("en", "advance two spaces", "builder"),
        ("en", "1 space to the market", "market2"),
        ("de", "ein Feld vor", "market2"),
        ("de", "zwei Felder weiter", "builder"),
        ("de", "2 vor auf Baumeister", "builder"),
        ("de", "zieh 2 Felder weiter zum Baumeister", "builder"),
        ("nl", "twee velden vooruit", "builder"),
        ("nl", "1 vakje verder", "market2"),
    ],
)
def test_so_many_spaces_ahead_on_the_rondel(language: str, typed: str, field: str) -> None:
    assert played(at_the_ships(), language, typed) == f"rondel {field}"


@pytest.mark.parametrize("typed", ["2 spaces to the workers", "two spaces to the market", "9 spaces ahead"])
def test_spaces_that_do_not_lead_there_are_not_gone_unasked(typed: str) -> None:
    reading = understand(texts_in("en"), at_the_ships(), 0, NAMES, typed)
    assert reading.asked or reading.refused or reading.action not in at_the_ships().legal(0)
