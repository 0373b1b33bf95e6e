"""Sentences of people who know a board from its description: what is played, asked, and refused for which reason."""

from __future__ import annotations

from itertools import islice

import pytest

import engines
from bot.bench import words as bench
from bot.wording import LANGUAGES, texts
from bot.wording.clauses import of_a_clause
from bot.wording.conversing import in_two, names_another, next_of, reason_of_a_part, says_again
from bot.wording.folding import folded
from bot.wording.reading import Reader
from bot.wording.reasons import refusal
from bot.wording.texts import unformatted
from bot.wording.typed import Understood, understand
from engines import Game, Message
from engines.macao import board
from engines.macao.game import Macao
from engines.record import notation, parse
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.mmn.positions import ENOUGH as ANY_PRICE
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

NAMES = ("Anna", "Ben", "Carla")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def heard(game: Game, language: str, typed: str, seat: int = 0) -> Understood:
    found = understand(texts(language), game, seat, NAMES[: game.state.seats], typed)
    assert not found.unknown, found.unknown
    return found


def played(game: Game, language: str, typed: str, seat: int = 0) -> str:
    """The notation of what is played at once."""
    found = heard(game, language, typed, seat)
    assert not found.asked
    assert not found.refused
    assert refusal(game, seat, found.action) is None
    return notation(found.action)


def refused(game: Game, language: str, typed: str, seat: int = 0) -> list[str]:
    """The sentences in which something is refused."""
    found = heard(game, language, typed, seat)
    assert not found.asked
    reasons = list(found.refused)
    if not reasons and (reason := refusal(game, seat, found.action)):
        reasons = [reason]
    return [texts(language).at(game).message(game.key, reason, NAMES) for reason in reasons]


# -- Power, Magic and Food ---------------------------------------------------------------------------------------------

BUILT = {
    "en": ("build a settlement", "build a city", "build a road", "build a wall", "build a knight"),
    "de": ("eine Siedlung bauen", "eine Stadt bauen", "eine Straße bauen", "eine Mauer bauen", "einen Ritter bauen"),
    "nl": ("bouw een dorp", "bouw een stad", "bouw een straat", "bouw een muur", "bouw een ridder"),
}
PRICES: tuple[tuple[list[str], list[str]], ...] = (
    (["brick", "lumber", "wool", "grain"], ["wool"]),
    (["ore", "ore", "ore", "grain", "grain"], ["ore", "ore", "ore", "grain"]),
    (["brick", "lumber"], []),
    (["brick", "brick"], ["brick"]),
    (["wool", "ore"], ["wool", "ore"]),
)


@EVERY_LANGUAGE
def test_what_cannot_be_paid_is_refused_with_its_own_price_and_what_is_missing(language: str) -> None:
    me = {"hand": "1 brick 1 lumber 1 grain", "buildings": ["settlement n25"], "roads": ["n25-n31", "n31-n37"]}
    game, words = mmn.position(me=me), texts(language)
    places = {"settlement": "n37", "city": "n25", "road": "n37-n42", "wall": "n25", "knight": "n37"}
    for typed, place, (cards, missing) in zip(BUILT[language], places.values(), PRICES, strict=True):
        if not missing:
            continue
        reason = words.message("mmn", heard_reason(cards, missing), NAMES)
        assert refused(game, language, typed) == [reason]
        at = words.at(game).word("mmn", place)
        assert refused(game, language, f"{typed}: {at}") == [reason], typed
    assert "n37" not in refused(game, language, BUILT[language][0])[0]


def heard_reason(cards: list[str], missing: list[str]) -> Message:
    return Message("mmn.refuse.cost", {"cards": cards, "missing": missing})


NUGGET = {
    "en": ("give the bank a nugget for wool", "trade 1 nugget for 1 wool with the bank", "bank: 1 nugget for wool"),
    "de": ("der Bank ein Nugget für Wolle geben", "Bank: 1 Nugget gegen Wolle", "1 Nugget bei der Bank gegen Wolle"),
    "nl": ("geef de bank een nugget voor wol", "bank: 1 nugget voor wol", "ruil 1 nugget bij de bank voor wol"),
}


@EVERY_LANGUAGE
def test_a_nugget_is_given_to_the_bank_and_what_for_in_one_sentence(language: str) -> None:
    game = mmn.position(me={"hand": "1 nugget 1 grain"})
    for typed in NUGGET[language]:
        assert played(game, language, typed) == "bank 1 nugget for wool", typed


OFFERS = {
    "en": ("offer 1 grain for 1 lumber", "offer Ben grain for lumber", "offer grain to Ben for lumber"),
    "de": ("biete 1 Getreide für 1 Holz", "Ben Getreide für Holz anbieten", "biete Getreide an Ben gegen Holz"),
    "nl": ("bied 1 graan aan voor 1 hout", "bied Ben graan voor hout", "bied graan aan Ben voor hout"),
}


@EVERY_LANGUAGE
def test_an_offer_of_trade_is_made_in_one_sentence(language: str) -> None:
    game = mmn.position(me={"hand": "1 nugget 1 grain"})
    one = "offer 1 grain for 1 lumber"
    for typed, meant in zip(OFFERS[language], (one, f"{one} to seat2", f"{one} to seat2"), strict=True):
        assert played(game, language, typed) == meant, typed


TRADED = {"en": "trade 1 nugget for 1 wool", "de": "1 Nugget gegen 1 Wolle tauschen", "nl": "ruil 1 nugget voor 1 wol"}


@EVERY_LANGUAGE
def test_a_trade_that_the_bank_would_make_is_asked_about_or_made(language: str) -> None:
    game = mmn.position(me={"hand": "1 nugget 1 grain"})
    found = heard(game, language, TRADED[language])
    assert parse("bank 1 nugget for wool") in [found.action, *found.asked]
    assert not found.refused


RANKED = {
    "en": ("activate my basic knight", "promote my knight to a strong knight"),
    "de": ("meinen einfachen Ritter aktivieren", "meinen Ritter zum starken Ritter befördern"),
    "nl": ("activeer mijn gewone ridder", "bevorder mijn ridder tot sterke ridder"),
}


@EVERY_LANGUAGE
def test_the_rank_of_a_knight_is_no_hindrance(language: str) -> None:
    me = {"hand": ANY_PRICE, "buildings": ["settlement n25"], "roads": ["n25-n31"], "knights": ["n31 basic"]}
    game = mmn.position(me=me)
    for typed, verb in zip(RANKED[language], ("activate", "promote"), strict=True):
        found = heard(game, language, typed)
        assert found.action == (verb, "n31"), typed
        assert not found.refused


PAID = {
    "en": ("a store on {} for two ore", "put a store at my settlement, on {}, paying two ore"),
    "de": ("ein Rohstofflager auf {} für zwei Erz", "ein Rohstofflager auf {}, mit zwei Erz bezahlt"),
    "nl": ("een opslag op {} voor twee erts", "een opslag op {}, betaald met twee erts"),
}


@EVERY_LANGUAGE
def test_what_is_built_and_what_is_paid_are_two_decisions(language: str) -> None:
    game, words = mmn.position(me={"hand": "2 ore 2 wool", "buildings": ["settlement n25"]}), texts(language)
    store = next(action for action in game.legal(0) if action[0] == "store")
    for typed in PAID[language]:
        both = in_two(words, game, 0, NAMES, typed.format(words.at(game).word("mmn", store[2])))
        assert both is not None, typed
        assert both.first == store
        assert not both.refused


# -- Macao -------------------------------------------------------------------------------------------------------------


def sailing(cubes: int = 3) -> Macao:
    """The ship at the start, with so many cubes."""
    return macao.position(me={"stock": "R" * cubes})


SAILED = {
    "en": ("sail one step", "sail one step towards Antwerpen", "sail 2 steps towards Hamburg", "sail towards Hamburg"),
    "de": (
        *("segle einen Schritt", "einen Schritt Richtung Antwerpen segeln"),
        *("zwei Schritte Richtung Hamburg fahren", "fahre Richtung Hamburg"),
    ),
    "nl": (
        *("vaar een stap", "vaar één stap richting Antwerpen"),
        *("vaar 2 stappen richting Hamburg", "vaar richting Hamburg"),
    ),
}


@EVERY_LANGUAGE
def test_steps_towards_a_port_go_a_shortest_way_and_are_asked_about_where_there_are_several(language: str) -> None:
    game = sailing()
    one, antwerp, two, far = (heard(game, language, typed) for typed in SAILED[language])
    beside = [action for action in game.legal(0) if action[0] == "ship" and board.DISTANCE[board.START][action[1]] == 1]
    assert list(one.asked) == beside
    assert set(antwerp.asked) == {parse("ship s03"), parse("ship s05")}
    assert (two.action, two.asked) == (parse("ship s04"), ())
    assert list(far.asked) == [parse("ship genova")], "all cubes are spent by nobody who did not say so"


def test_a_step_counts_and_a_space_has_a_number() -> None:
    game = sailing()
    assert played(game, "en", "sail to space 6") == "ship s06"
    assert played(game, "en", "move the ship 1 step to Lisboa") == "ship s01"


WALL = {
    "en": "advance one space on the wall",
    "de": "ein Feld auf der Mauer vorrücken",
    "nl": "een vak vooruit op de muur",
}


@EVERY_LANGUAGE
def test_a_space_on_the_wall_is_the_only_reading(language: str) -> None:
    assert played(sailing(), language, WALL[language]) == "wall 1"


def in_port() -> Macao:
    """In Lisboa, which takes spices, with two of them and a silk aboard, and as many cubes as it takes to Genova."""
    return macao.position(me={"ship": "lisboa", "hold": {"spices": 2, "silk": 1}, "stock": "RRRRRR"})


DELIVERED = {
    "en": ("deliver the spices", "deliver one spice", "deliver the silk", "deliver the tea"),
    "de": ("liefere die Gewürze ab", "ein Gewürz abliefern", "Seide abliefern", "Tee abliefern"),
    "nl": ("lever de kruiden", "één kruiden leveren", "lever de zijde", "lever de thee"),
}


@EVERY_LANGUAGE
def test_what_is_delivered_is_named_by_its_ware(language: str) -> None:
    game, (all_of_it, one, other, none) = in_port(), DELIVERED[language]
    assert heard(game, language, all_of_it).action == parse("deliver 2")
    assert parse("deliver 1") in [*(found := heard(game, language, one)).asked, found.action]
    assert refused(game, language, other) == [told(language, "macao.refuse.other_ware", port="lisboa", ware="spices")]
    assert refused(game, language, none) == [told(language, "macao.refuse.not_aboard", ware="tea")]


def told(language: str, id: str, **args: str) -> str:
    return texts(language).message("macao", Message(id, args), NAMES)


CLAUSES = {
    "en": ("sail to Genova and pay with my red cubes", "unload the spices right here in Lisboa"),
    "de": ("nach Genova segeln und mit roten Würfeln zahlen", "liefere die Gewürze gleich hier in Lisboa ab"),
    "nl": ("vaar naar Genova en betaal met rode blokjes", "lever de kruiden meteen hier in Lisboa"),
}


@EVERY_LANGUAGE
def test_what_is_said_beside_a_decision_does_not_make_it_impossible(language: str) -> None:
    """It is asked about."""
    game = in_port()
    for typed, meant in zip(CLAUSES[language], ("ship genova", "deliver 2"), strict=True):
        found = understand(texts(language), game, 0, NAMES, typed)
        asked = found.asked or of_a_clause(texts(language), game, 0, NAMES, typed).actions or [found.action]
        assert parse(meant) in asked, typed


def test_what_stands_behind_what_is_asked_about_is_kept() -> None:
    typed = "sail to Genova for my red cubes and then pass"
    actions, rest = of_a_clause(texts("en"), in_port(), 0, NAMES, typed)
    assert list(actions) == [parse("ship genova")]
    assert rest == "my red cubes and then pass"


def test_against_what_a_sentence_begins_with_the_rules_may_have_a_reason() -> None:
    typed = "deliver the silk and then advance one space on the wall"
    assert of_a_clause(texts("en"), in_port(), 0, NAMES, typed).actions == ()
    assert [why.id for why in reason_of_a_part(texts("en"), in_port(), 0, NAMES, typed)] == ["macao.refuse.other_ware"]


OFFICE = {
    "en": ("use the Administration office: violet for gold", "use my Administration to turn a violet cube into gold"),
    "de": ("Verwaltung nutzen: violett für Gold", "nutze meine Verwaltung um einen violetten Stein zu tauschen"),
    "nl": ("gebruik Administratie: violet voor goud", "gebruik mijn Administratie om een violet blokje te ruilen"),
}


@EVERY_LANGUAGE
def test_of_equal_cards_the_one_that_is_there_is_meant(language: str) -> None:
    """Whatever else is said of what it does."""
    game = macao.position(me={"activated": ["verwaltung_2"], "stock": "VVVRR"})
    for typed in OFFICE[language]:
        found = understand(texts(language), game, 0, NAMES, typed)
        asked = found.asked or of_a_clause(texts(language), game, 0, NAMES, typed).actions
        assert list(asked) == [parse("use verwaltung_2")], typed


DIE = {"en": "the violet die", "de": "den violetten Würfel", "nl": "de paarse dobbelsteen"}


@EVERY_LANGUAGE
def test_a_die_that_nobody_is_asked_about_is_not_refused_as_a_joker(language: str) -> None:
    """Both are named by a colour."""
    (reason,) = refused(sailing(), language, DIE[language])
    assert DIE[language].lower() in reason


@pytest.mark.parametrize(
    ("language", "typed"), [("de", "Markt aus dem Spiel nehmen"), ("nl", "Markt uit het spel halen")]
)
def test_what_cannot_be_done_now_is_not_read_as_what_a_part_of_its_name_says(language: str, typed: str) -> None:
    game = burgundy.position(me={"dice": [1]}, depots={"1": ["market"]})
    assert ("take", "1", "market", "die", "1") in game.legal(0)
    found = heard(game, language, typed)
    assert found.asked or refusal(game, 0, found.action)


DISPLAYED = {
    "en": "take the {} on display",
    "de": "nimm {} aus der Auslage",
    "nl": "neem {} van de uitstalling",
}


@EVERY_LANGUAGE
def test_a_card_on_display_is_taken_in_the_words_of_the_description(language: str) -> None:
    game = next(
        each.game
        for each in bench.played("macao", 3)
        if ("decline",) not in each.game.legal(each.seat)
        and each.game.prompt(each.seat).message.id == "macao.prompt.takecard"
    )
    seat = game.to_act[0]
    for action in game.legal(seat):
        if action[0] == "take":
            name = texts(language).at(game).word("macao", action[1])
            assert heard(game, language, DISPLAYED[language].format(name), seat).action == action


# -- Navegador ---------------------------------------------------------------------------------------------------------

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
        assert refused(game, language, typed) == [texts(language).message("navegador", reason, NAMES)]
        assert in_two(texts(language), game, 0, NAMES, typed) is None


@EVERY_LANGUAGE
def test_two_buildings_for_which_there_are_workers_are_two_decisions(language: str) -> None:
    game = on("builder", me={"workers": 6, "money": 500})
    both = in_two(texts(language), game, 0, NAMES, BOTH[language][0])
    assert both is not None
    assert both.first == ("build", "factory_sugar")
    assert [reason.id for reason in heard(game, language, BOTH[language][1]).refused] == ["navegador.refuse.one_by_one"]


def test_where_the_whole_has_no_reason_that_of_a_part_is_told() -> None:
    game = on("builder", me={"workers": 4, "money": 500})
    reasons = reason_of_a_part(texts("en"), game, 0, NAMES, "a church and then some rest")
    assert [reason.id for reason in reasons] == ["navegador.refuse.workers"]
    assert reason_of_a_part(texts("en"), game, 0, NAMES, "a shipyard") == []


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
        both = in_two(texts(language), game, 0, NAMES, typed)
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
    words = texts(language)
    for typed in THREE[language]:
        game = navegador.position(me={"stone": "ships", **TRADES})
        for expected in ("rondel market2", "sell sugar 1"):
            both = in_two(words, game, 0, NAMES, typed)
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
        both = in_two(texts(language), game, 0, NAMES, typed)
        assert both is not None, typed
        assert both.first == parse("rondel ships")
        assert heard(after, language, both.rest).action == parse("ships 2")


def test_of_a_rest_with_several_decisions_the_first_is_asked_about_and_the_others_are_kept() -> None:
    game = navegador.position(me={"stone": "ships", "colonies": {"sugar": 2, "spice": 3}, "factories": {"spice": 2}})
    game.play(0, parse("rondel market2"))
    following = next_of(texts("en"), game, 0, NAMES, "sell my sugar and process two spices")
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
        assert in_two(texts(language), game, 0, NAMES, typed) is None


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
        assert says_again(texts(language), game, 0, NAMES, typed, asked), typed
        assert not names_another(texts(language), game, 0, NAMES, typed, asked), typed
    for typed in ANOTHER[language]:
        assert not says_again(texts(language), game, 0, NAMES, typed, asked), typed
    assert names_another(texts(language), game, 0, NAMES, ANOTHER[language][2], asked)


# -- The Castles of Burgundy -------------------------------------------------------------------------------------------

WITH_THE_CHURCH = {
    "en": ("with the church I fetch the mine lying in depot 2", "the church gets me the mine of depot 2"),
    "de": ("mit der Kirche nehme ich die Mine aus Depot 2", "durch die Kirche nehme ich die Mine aus Depot 2"),
    "nl": ("met de kerk pak ik de mijn uit depot 2", "door de kerk neem ik de mijn uit depot 2"),
}


@EVERY_LANGUAGE
def test_the_building_that_asks_may_be_named_in_the_answer(language: str) -> None:
    game = burgundy.position(me={"storage": ["church"], "dice": [3]})
    game.play(0, next(action for action in game.legal(0) if action[:2] == ("place", "church")))
    for typed in WITH_THE_CHURCH[language]:
        assert played(game, language, typed) == "take 2 mine", typed


PLACED = {"en": "place the mine on {}", "de": "die Mine auf {} legen", "nl": "leg de mijn op {}"}


@EVERY_LANGUAGE
def test_what_costs_workers_is_agreed_to_by_its_own_words(language: str) -> None:
    game = burgundy.position(me={"storage": ["mine"], "dice": [3], "workers": 5})
    place = next(action for action in game.legal(0) if action[0] == "place" and action[-1] != "3")
    typed = PLACED[language].format(place[2])
    found = heard(game, language, typed)
    for asked in found.asked:
        assert says_again(texts(language), game, 0, NAMES, typed, asked)


# -- every game --------------------------------------------------------------------------------------------------------


@EVERY_LANGUAGE
@pytest.mark.parametrize("key", engines.GAMES)
def test_every_word_of_a_description_is_known_when_it_is_typed(key: str, language: str) -> None:
    reader, unknown = Reader(key, language, {}), set[str]()
    for seed in (3, 5):
        *_, last = (each.game.copy() for each in islice(bench.played(key, seed), 60 * seed))
        words = texts(language).at(last)
        for area in last.areas(0):
            for told in (area.heading, *area.lines):
                line = unformatted(words.message(key, told, bench.NAMES))
                unknown |= {atom.text for atom in reader.atoms(line) if not atom.meanings and not atom.soft}
    names = {word for name in bench.NAMES for word in folded(name)}
    assert unknown - names <= set("abcdefg"), "rows have letters"
