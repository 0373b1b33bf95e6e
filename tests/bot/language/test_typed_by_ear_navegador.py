"""Sentences of people who know a board of Navegador from its description: often two decisions in one."""

from __future__ import annotations

from tests.bot.ear import EVERY_LANGUAGE, played_action
from tests.engines.navegador import positions as navegador

BOTH = {
    "en": ("buy a sugar factory and a gold factory", "build two sugar factories"),
    "de": ("kaufe eine Zuckerfabrik und eine Goldfabrik", "zwei Zuckerfabriken bauen"),
    "nl": ("koop een suikerfabriek en een goudfabriek", "bouw twee suikerfabrieken"),
}


MARKETS = {
    "en": ("move to the market before the builder", "the market in front of the builder"),
    "de": ("zum Markt vor dem Baumeister ziehen", "auf den Markt vor Baumeister"),
    "nl": ("ga naar de markt voor de bouwer", "de markt vóór de bouwer"),
}


@EVERY_LANGUAGE
def test_a_market_is_called_by_the_space_behind_it(language: str) -> None:
    game = navegador.position(me={"stone": "privilege"})
    for typed in MARKETS[language]:
        assert played_action(game, language, typed) == "rondel market2", typed


CARD = {
    "en": (
        "use the Navegador card: sail my ship from Guiné to Bahia",
        "sail with the Navegador card from Guiné to Bahia",
    ),
    "de": (
        "Navegadorkarte einsetzen: von Guiné nach Bahia segeln",
        "mit der Navegadorkarte von Guiné nach Bahia segeln",
    ),
    "nl": ("zet de navegadorkaart in en vaar van Guiné naar Bahia", "vaar met de navegadorkaart van Guiné naar Bahia"),
}


ENOUGH = {
    "en": (
        *("the other one stays where it is, I'm done sailing", "done sailing", "finished sailing", "no more sailing"),
        *("no more", "that's all", "I'm done"),
    ),
    "de": (
        *("die andere bleibt, wo sie ist, ich bin fertig mit Segeln", "fertig gesegelt", "nicht mehr segeln"),
        *("genug gesegelt", "das ist alles"),
    ),
    "nl": (
        *("het andere blijft waar het is, ik ben klaar met varen", "klaar met varen", "niet meer varen"),
        *("genoeg gevaren", "dat is alles"),
    ),
}


AGAIN = {
    "en": ("a spice factory, correct", "right, a spice factory", "spice factory"),
    "de": ("eine Gewürzfabrik, richtig", "genau, die Gewürzfabrik", "Gewürzfabrik"),
    "nl": ("een specerijenfabriek, klopt", "juist, een specerijenfabriek", "specerijenfabriek"),
}
