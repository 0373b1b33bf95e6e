"""What somebody means by what it costs, shows or how far it is: the most, or the least, of what is on offer."""

from __future__ import annotations

from engines.macao.game import Macao
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, heard, played
from tests.engines.macao import positions as macao
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import up_to

ROLLED = {"red": 1, "green": 4, "blue": 3, "violet": 2, "black": 2, "gray": 1}
DICE = {
    "en": ("give me the two highest dice", "the two lowest dice"),
    "de": ("die zwei höchsten Würfel", "die zwei niedrigsten Würfel"),
    "nl": ("de twee hoogste dobbelstenen", "de twee laagste dobbelstenen"),
}


@EVERY_LANGUAGE
def test_the_two_highest_dice_are_what_they_show(language: str) -> None:
    for typed, meant in zip(DICE[language], ("dice green blue", "dice red gray"), strict=True):
        assert played(macao.position(phase="dice", rolled=ROLLED), language, typed) == meant, typed


def taking(*display: str) -> Macao:
    return macao.position(phase="cards", display=display)


CHEAPER = {
    "en": ("I'd rather have the cheaper of the new cards", "the most expensive one", "not the cheapest"),
    "de": ("lieber die günstigere der neuen Karten", "die teuerste", "nicht die billigste"),
    "nl": ("liever de goedkopere van de nieuwe kaarten", "de duurste", "niet de goedkoopste"),
}


@EVERY_LANGUAGE
def test_the_cheaper_card_is_what_it_costs_and_equal_ones_are_asked_about(language: str) -> None:
    cheaper, dearest, denied = CHEAPER[language]
    game = taking("justiz_2", "goldsucher")
    assert played(game, language, cheaper) == "take goldsucher"
    assert played(game, language, dearest) == "take justiz_2"
    assert heard(game, language, denied).asked, "that was not said"
    several = heard(taking("justiz_2", "verwaltung_2", "goldsucher"), language, dearest)
    assert list(several.asked) == [parse("take justiz_2"), parse("take verwaltung_2")]


NEAREST = {
    "en": "sail to the nearest port",
    "de": "zum nächstgelegenen Hafen segeln",
    "nl": "vaar naar de dichtstbijzijnde haven",
}


@EVERY_LANGUAGE
def test_the_nearest_port_costs_the_fewest_cubes(language: str) -> None:
    assert (
        played(macao.position(me={"ship": "genova", "stock": "RRRGG"}), language, NEAREST[language]) == "ship marseille"
    )


CHEAPEST = {"en": "the cheapest", "de": "das Billigste", "nl": "de goedkoopste"}


@EVERY_LANGUAGE
def test_what_costs_least_of_all_that_can_be_done_is_nothing_that_is_meant(language: str) -> None:
    """Prestige for a single cube is no answer where cards have their prices as well."""
    game = macao.position(me={"ship": "genova", "stock": "RRRGG", "tableau": ["zoll_3", "goldsucher"]})
    assert heard(game, language, CHEAPEST[language]).action not in game.legal(0)


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
        assert played(game, language, typed) == "colony bahia", typed


FACTORIES = {"en": "the cheapest factory", "de": "die billigste Faktorei", "nl": "de goedkoopste factorij"}


@EVERY_LANGUAGE
def test_what_shares_a_name_is_compared(language: str) -> None:
    game = on("builder", me={"money": 400, "workers": 5}, buildings={"factory_gold": 6, "factory_sugar": 2})
    found = heard(game, language, FACTORIES[language])
    prices = {action: game.hint(0, action) for action in game.legal(0) if action[1:2] and "factory" in action[1]}
    costs = {action: hint.args["cost"] for action, hint in prices.items() if hint}
    assert {costs[action] for action in found.asked or [found.action]} == {min(map(int, map(str, costs.values())))}
