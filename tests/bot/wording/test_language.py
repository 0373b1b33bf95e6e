"""Sentences as native players say them: who acts, with a verb, in one language at a time."""

from __future__ import annotations

import re

import pytest

import engines
from bot.wording import LANGUAGES, texts_in
from bot.wording.languages import catalogue
from engines import Event, Message

NAMES = ("Anna", "Ben", "Carla")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def message_text(language: str, key: str, message: Message) -> str:
    return texts_in(language).message(key, message, NAMES)


def event_text(language: str, key: str, kind: str, **data: int | str | list[str]) -> str:
    return texts_in(language).event(key, Event(kind, 0, dict(data)), NAMES)


@pytest.mark.parametrize(
    ("language", "id", "sentence"),
    [
        ("de", "reply.vote_asked", "Bis zur Entscheidung kannst du den Vorschlag mit **Zurückziehen** zurücknehmen."),
        (
            "nl",
            "reply.vote_asked",
            "Zolang er niet is beslist, kun je je voorstel met **Intrekken** terugtrekken.",
        ),
        ("de", "lesson.strong_would", "Er würde hier mit „Mauer“ anfangen."),
        ("de", "help.yours", "gib {/play} ein"),
        ("de", "button.fair", "Nachprüfbarer Zufall"),
        ("en", "panel.trying", "Hidden information is guessed."),
        ("de", "burgundy.lesson.take.text", "Mit einem Würfel nimmst du"),
    ],
)
def test_a_sentence_is_said_as_natives_say_it(language: str, id: str, sentence: str) -> None:
    texts = texts_in(language)
    filled = texts.say(id, withdraw=texts.say("button.withdraw"), action="Mauer", move="Zug")
    assert sentence.replace("{/play}", texts.command("play")) in filled


@pytest.mark.parametrize(
    ("language", "ending", "black"),
    [
        ("en", "takes **Cows 2** from depot 3", "takes **Cows 2** from the black depot"),
        ("de", "nimmt **Kühe 2** aus Depot 3", "nimmt **Kühe 2** aus dem schwarzen Depot"),
        ("nl", "neemt **Koeien 2** uit depot 3", "neemt **Koeien 2** uit het zwarte depot"),
    ],
)
def test_a_depot_is_told_with_the_article_that_it_needs(language: str, ending: str, black: str) -> None:
    assert event_text(language, "burgundy", "took", tile="cow2", depot="3").endswith(ending)
    assert event_text(language, "burgundy", "took", tile="cow2", depot="black").endswith(black)


@pytest.mark.parametrize(
    ("language", "coming", "sold"),
    [
        ("en", "one purple goods tile goes to depot 2", "sells 2 brown goods tiles"),
        ("de", "Eine lila Ware kommt in Depot 2", "verkauft 2 braune Waren"),
        ("nl", "één paarse goederentegel gaat naar depot 2", "verkoopt 2 bruine goederentegels"),
    ],
)
def test_the_colour_of_goods_is_an_adjective(language: str, coming: str, sold: str) -> None:
    assert coming in event_text(language, "burgundy", "white", value=2, goods="purple")
    assert sold in event_text(language, "burgundy", "sold", count=2, goods="brown", points=4, silverlings=1)


@pytest.mark.parametrize(
    ("language", "declined"),
    [("en", "the effect of the church"), ("de", "die Wirkung der Kirche"), ("nl", "het effect van de kerk")],
)
def test_the_effect_of_a_building_is_told_with_its_article(language: str, declined: str) -> None:
    assert declined in event_text(language, "burgundy", "passed", tile="church")


@pytest.mark.parametrize(
    ("language", "basic"),
    [
        ("en", "You have no basic knights left."),
        ("de", "Du hast keine einfachen Ritter mehr."),
        ("nl", "Je hebt geen gewone ridders meer."),
    ],
)
def test_a_piece_that_is_used_up_is_named_in_the_sentence(language: str, basic: str) -> None:
    assert message_text(language, "mmn", Message("mmn.refuse.supply", {"pieces": "basic"})).startswith(basic)


@pytest.mark.parametrize(
    ("language", "one_missing", "two_missing"),
    [
        ("en", "You need one more violet.", "You need 2 more: violet and grey."),
        ("de", "Dir fehlt noch ein Stein in Violett.", "Dir fehlen noch 2: Violett und Grau."),
        ("nl", "Je hebt nog één steen in paars nodig.", "Je hebt er nog 2 nodig: paars en grijs."),
    ],
)
def test_what_is_missing_of_a_price_is_counted(language: str, one_missing: str, two_missing: str) -> None:
    for missing, sentence in ((["violet"], one_missing), (["violet", "gray"], two_missing)):
        message = Message("macao.refuse.cost", {"cubes": ["violet"], "missing": [*missing], "n": len(missing)})
        assert sentence in message_text(language, "macao", message)


@pytest.mark.parametrize(
    ("language", "three", "two"),
    [
        ("en", "Not used with three players", "Not used with two players"),
        ("de", "Zu dritt nicht im Spiel", "Zu zweit nicht im Spiel"),
        ("nl", "Niet gebruikt met drie spelers", "Niet gebruikt met twee spelers"),
    ],
)
def test_cards_that_are_left_out_say_with_how_many_players(language: str, three: str, two: str) -> None:
    texts = texts_in(language)
    for cards, begin in ((["diplomat"], three), (["diplomat", "gesandter"], two)):
        line = texts.event("macao", Event("removed", None, {"cards": [*cards]}), NAMES)
        assert line.startswith(f"{begin}: ")


@pytest.mark.parametrize(
    ("language", "offer"),
    [
        ("en", "2 lumber and 1 grain for 1 ore"),
        ("de", "2 Holz und 1 Getreide gegen 1 Erz"),
        ("nl", "2 hout en 1 graan voor 1 erts"),
    ],
)
def test_amounts_in_a_row_are_enumerated(language: str, offer: str) -> None:
    action = ("offer", "2", "lumber", "1", "grain", "for", "1", "ore")
    assert offer in texts_in(language).action("mmn", action, NAMES)


@pytest.mark.parametrize(
    ("language", "tribute", "others"),
    [
        ("en", "tribute", r"buy(s|ing)? (more )?prestige"),
        ("de", "tribut", r"prestige (zum|kaufen|erwerb)|erwirbt prestige"),
        ("nl", "tolwaarde", r"tribuut|prestige (kopen|verwerven)|verwerft prestige"),
    ],
)
def test_tribute_has_one_word(language: str, tribute: str, others: str) -> None:
    texts = texts_in(language)
    event = Event("tribute", 0, {"gold": 5, "prestige": 8})
    action = texts.action("macao", ("tribute",), NAMES)
    line = texts.event("macao", event, NAMES)
    for text in (action, line, texts.say("macao.source.tribute"), texts.say("macao.lesson.tribute.title")):
        assert tribute in text.lower()
    every = {id: text for id, text in catalogue(language).texts.items() if id.startswith("macao.")}
    assert [id for id, text in every.items() if ".typed." not in id and re.search(others, str(text).lower())] == []


@EVERY_LANGUAGE
@pytest.mark.parametrize("key", engines.GAMES)
def test_no_example_is_in_the_notation_of_the_engine(language: str, key: str) -> None:
    """In English it is worded as a player would word it; elsewhere it has none of its words either."""
    example = texts_in(language).say(f"{key}.plan_example")
    assert example not in {"rondel market", "dice red blue", "workers die 1", "roll"}
    assert language == "en" or example != texts_in("en").say(f"{key}.plan_example")


def test_a_dutch_storage_clearing_is_no_sale() -> None:
    every = [str(text) for id, text in catalogue("nl").texts.items() if id.startswith("mmn.") and ".typed." not in id]
    assert [text for text in every if re.search(r"\bopruiming\b", text.lower())] == []


def test_dutch_number_chips_are_willekeurig() -> None:
    assert texts_in("nl").setting("mmn.option", "number_chips", "shuffled") == "Getallenfiches: willekeurig"


@pytest.mark.parametrize(
    ("language", "wares"),
    [("en", ("sugar", "gold", "spice")), ("de", ("diese Ware",)), ("nl", ("deze soort",))],
)
def test_a_good_is_not_taken_up_by_a_pronoun_that_fits_only_some_of_them(language: str, wares: tuple[str, ...]) -> None:
    pronoun = re.compile(r"\b(es|ihn|het|hem)\b")
    for id in ("navegador.refuse.no_sell_also", "navegador.refuse.no_process_also", "macao.refuse.not_aboard"):
        key = id.partition(".")[0]
        for good in ("sugar", "gold", "spice") if key == "navegador" else ("rice", "silk"):
            sentence = message_text(language, key, Message(id, {"good": good, "ware": good}))
            assert language == "en" or not pronoun.search(sentence), sentence
            assert language == "en" or any(ware in sentence for ware in wares) or "davon" in sentence


@EVERY_LANGUAGE
@pytest.mark.parametrize("goods", ["turquoise", "purple", "pink", "red", "brown", "orange"])
def test_the_white_die_lays_a_tile_of_any_colour(language: str, goods: str) -> None:
    line = event_text(language, "burgundy", "white", value=2, goods=goods)
    assert not re.search(r"\ba [aeiou]", line)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "spends 2 workers to turn die 6 to 2"),
        ("de", "dreht mit 2 Arbeitern den Würfel 6 auf 2"),
        ("nl", "draait met 2 arbeiders dobbelsteen 6 naar 2"),
    ],
)
def test_a_turned_die_is_told_with_what_it_shows_then(language: str, sentence: str) -> None:
    assert event_text(language, "burgundy", "turned_to", die=6, to=2, count=2).endswith(sentence)


def test_cubes_of_macao_have_one_name_in_dutch() -> None:
    texts = catalogue("nl").texts
    assert not any("blokje" in form for id, forms in texts.items() if id.startswith("macao.") for form in forms)
