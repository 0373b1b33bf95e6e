"""Things named by their price, number or distance: the most, or the least, of what is on offer."""

from __future__ import annotations

from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, played_action
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import up_to

ROLLED = {"red": 1, "green": 4, "blue": 3, "violet": 2, "black": 2, "gray": 1}
DICE = {
    "en": ("give me the two highest dice", "the two lowest dice"),
    "de": ("die zwei höchsten Würfel", "die zwei niedrigsten Würfel"),
    "nl": ("de twee hoogste dobbelstenen", "de twee laagste dobbelstenen"),
}


COLONY = {
    "en": ("buy the cheapest colony in bahia", "the dearest colony"),
    "de": ("die billigste Kolonie in Bahia kaufen", "die teuerste Kolonie"),
    "nl": ("koop de goedkoopste kolonie in bahia", "de duurste kolonie"),
}


@EVERY_LANGUAGE
def test_of_one_there_is_nothing_to_choose(language: str) -> None:
    game = on("colony", me={"money": 400, "workers": 5, "fleet": {"bahia": 1}}, discovered=up_to("rio"))
    assert [action for action in game.legal(0) if action[0] == "colony"] == [parse("colony bahia")]
    for typed in COLONY[language]:
        assert played_action(game, language, typed) == "colony bahia", typed


FACTORIES = {"en": "the cheapest factory", "de": "die billigste Faktorei", "nl": "de goedkoopste factorij"}
