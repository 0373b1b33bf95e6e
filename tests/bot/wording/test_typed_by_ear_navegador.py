"""Sentences of people who know a board of Navegador from its description: often two decisions in one."""

from __future__ import annotations

from bot.wording import texts_in
from bot.wording.conversing import in_two, more_behind_yes, next_of, reason_of_a_part, says_again
from engines import Message
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, NAMES, heard, played, refused
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

BOTH = {
    "en": ("buy a sugar factory and a gold factory", "build two sugar factories"),
    "de": ("kaufe eine Zuckerfabrik und eine Goldfabrik", "zwei Zuckerfabriken bauen"),
    "nl": ("koop een suikerfabriek en een goudfabriek", "bouw twee suikerfabrieken"),
}


@EVERY_LANGUAGE
def test_several_buildings_are_refused_with_the_workers_that_they_need_together(language: str) -> None:
    game = on("builder", me={"workers": 4, "money": 500})
    reason = Message("navegador.refuse.workers_together", {"need": 6, "have": 4})
    for typed in BOTH[language]:
        assert refused(game, language, typed) == [texts_in(language).message("navegador", reason, NAMES)]
        assert in_two(texts_in(language), game, 0, NAMES, typed) is None


@EVERY_LANGUAGE
def test_two_buildings_for_which_there_are_workers_are_two_decisions(language: str) -> None:
    game = on("builder", me={"workers": 6, "money": 500})
    both = in_two(texts_in(language), game, 0, NAMES, BOTH[language][0])
    assert both is not None
    assert both.first == ("build", "factory_sugar")
    assert [reason.id for reason in heard(game, language, BOTH[language][1]).refused] == ["navegador.refuse.one_by_one"]


def test_where_the_whole_has_no_reason_that_of_a_part_is_told() -> None:
    game = on("builder", me={"workers": 4, "money": 500})
    reasons = reason_of_a_part(texts_in("en"), game, 0, NAMES, "a church and then some rest")
    assert [reason.id for reason in reasons] == ["navegador.refuse.workers"]
    assert reason_of_a_part(texts_in("en"), game, 0, NAMES, "a shipyard") == []


MARKETS = {
    "en": ("move to the market before the builder", "the market in front of the builder"),
    "de": ("zum Markt vor dem Baumeister ziehen", "auf den Markt vor Baumeister"),
    "nl": ("ga naar de markt voor de bouwer", "de markt vóór de bouwer"),
}


@EVERY_LANGUAGE
def test_a_market_is_called_by_the_space_behind_it(language: str) -> None:
    game = navegador.position(me={"stone": "privilege"})
    for typed in MARKETS[language]:
        assert played(game, language, typed) == "rondel market2", typed


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


@EVERY_LANGUAGE
def test_the_navegador_card_and_where_to_are_two_decisions_of_one_sentence(language: str) -> None:
    game = navegador.position(me={"fleet": {"guine": 1}}, discovered=navegador.up_to("bahia"), holder=0)
    for typed in CARD[language]:
        both = in_two(texts_in(language), game, 0, NAMES, typed)
        assert both is not None, typed
        assert both.first == ("navegador",)
        after = game.copy()
        after.play(0, both.first)
        assert heard(after, language, both.rest).action == parse("sail guine bahia 1")


TRADES = {"colonies": {"sugar": 1, "spice": 3}, "factories": {"spice": 2}}
THREE = {
    "en": (
        "off to the second market, the one before Builder; sell my sugar and process two spices",
        "I'm going to the market before Builder, selling 1 sugar and processing 2 spice there",
    ),
    "de": (
        "auf zum zweiten Markt, dem vor dem Baumeister; meinen Zucker verkaufen und zwei Gewürze verarbeiten",
        "ich ziehe auf den Markt vor dem Baumeister, verkaufe dort 1 Zucker und verarbeite 2 Gewürze",
    ),
    "nl": (
        "naar de tweede markt, die voor de bouwmeester; verkoop mijn suiker en verwerk twee specerijen",
        "ik ga naar de markt voor de bouwmeester, verkoop daar 1 suiker en verwerk 2 specerijen",
    ),
}


@EVERY_LANGUAGE
def test_where_the_stone_goes_and_what_is_done_there_is_one_sentence(language: str) -> None:
    texts = texts_in(language)
    for typed in THREE[language]:
        game = navegador.position(me={"stone": "ships", **TRADES})
        for expected in ("rondel market2", "sell sugar 1"):
            both = in_two(texts, game, 0, NAMES, typed)
            assert both is not None, typed
            assert both.first == parse(expected)
            game.play(0, both.first)
            typed = both.rest
        assert heard(game, language, typed).action == parse("process spice 2")


TWO_SHIPS = {
    "en": ("one field further to Ships, two new ones please", "to Ships to build two"),
    "de": ("ein Feld weiter auf Schiffe, zwei neue bitte", "auf Schiffe und zwei bauen"),
    "nl": ("een vak verder naar Schepen, twee nieuwe graag", "naar Schepen en twee bouwen"),
}


@EVERY_LANGUAGE
def test_a_space_and_how_many_are_two_decisions(language: str) -> None:
    game = navegador.position(me={"stone": "privilege", "money": 200})
    after = game.copy()
    after.play(0, parse("rondel ships"))
    for typed in TWO_SHIPS[language]:
        both = in_two(texts_in(language), game, 0, NAMES, typed)
        assert both is not None, typed
        assert both.first == parse("rondel ships")
        assert heard(after, language, both.rest).action == parse("ships 2")


def test_of_a_rest_with_several_decisions_the_first_is_asked_about_and_the_others_are_kept() -> None:
    game = navegador.position(me={"stone": "ships", "colonies": {"sugar": 2, "spice": 3}, "factories": {"spice": 2}})
    game.play(0, parse("rondel market2"))
    following = next_of(texts_in("en"), game, 0, NAMES, "sell my sugar and process two spices")
    assert following is not None
    assert list(following.understood.asked) == [parse("sell sugar 1"), parse("sell sugar 2")]
    assert following.rest == "process two spices"


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


@EVERY_LANGUAGE
def test_who_is_done_with_something_goes_on_with_none_of_it(language: str) -> None:
    game = navegador.position(
        me={"fleet": {"portugal": 1, "angola": 1}}, discovered=navegador.up_to("angola"), holder=0
    )
    card = game.copy()
    card.play(0, ("navegador",))
    for typed in ENOUGH[language]:
        assert [reason.id for reason in heard(card, language, typed).refused] == ["navegador.refuse.card_sail_first"]
    card.play(0, parse("sail portugal guine 1"))
    for typed in ENOUGH[language]:
        assert played(card, language, typed) == "done", typed
        assert in_two(texts_in(language), game, 0, NAMES, typed) is None


def test_who_names_another_voyage_is_not_done() -> None:
    game = navegador.position(
        me={"fleet": {"portugal": 1, "angola": 1}}, discovered=navegador.up_to("angola"), holder=0
    )
    for action in (("navegador",), parse("sail portugal guine 1")):
        game.play(0, action)
    found = heard(game, "en", "no more of that: sail Angola to Rio")
    assert parse("sail angola rio 1") in [found.action, *found.asked]


AGAIN = {
    "en": ("a spice factory, correct", "right, a spice factory", "spice factory"),
    "de": ("eine Gewürzfabrik, richtig", "genau, die Gewürzfabrik", "Gewürzfabrik"),
    "nl": ("een specerijenfabriek, klopt", "juist, een specerijenfabriek", "specerijenfabriek"),
}
ANOTHER = {
    "en": ("a church, correct", "not the spice factory", "right, a church"),
    "de": ("eine Kirche, richtig", "nicht die Gewürzfabrik", "richtig, eine Kirche"),
    "nl": ("een kerk, klopt", "niet de specerijenfabriek", "juist, een kerk"),
}


@EVERY_LANGUAGE
def test_who_names_what_alone_was_asked_about_agrees(language: str) -> None:
    game, asked = on("builder", me={"workers": 6, "money": 500}), parse("build factory_spice")
    for typed in AGAIN[language]:
        assert says_again(texts_in(language), game, 0, NAMES, typed, asked), typed
        assert more_behind_yes(texts_in(language), game, 0, NAMES, typed, asked) == (True, ""), typed
    for typed in ANOTHER[language]:
        assert not says_again(texts_in(language), game, 0, NAMES, typed, asked), typed
    assert more_behind_yes(texts_in(language), game, 0, NAMES, ANOTHER[language][2], asked) == (False, "")


ASIDE = {
    "en": "use my turn to process 1 gold",
    "de": "ich nutze meinen Zug und verarbeite 1 Gold",
    "nl": "ik gebruik mijn beurt om 1 goud te verwerken",
}


@EVERY_LANGUAGE
def test_what_else_might_be_done_is_an_aside_where_another_word_says_what_is(language: str) -> None:
    assert played(on("market1"), language, ASIDE[language]) == "process gold 1"


WITH_SHIPS = {
    "en": "discover guine from portugal with two ships",
    "de": "Guine von Portugal aus mit zwei Schiffen entdecken",
    "nl": "ontdek Guine vanuit Portugal met twee schepen",
}


@EVERY_LANGUAGE
def test_what_a_number_counts_does_not_hide_what_is_refused(language: str) -> None:
    assert heard(on("workers"), language, WITH_SHIPS[language]).action == parse("discover guine portugal")
