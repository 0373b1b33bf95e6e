"""What a description answers to a question: the line that is about it, not any line in which its words stand."""

from __future__ import annotations

import pytest

from bot.language.board_search import Chapter, find, find_place
from bot.language.read.conversation.questions import asks_whose_turn
from bot.wording import texts_in
from bot.wording.escaping import unformatted
from engines import Game
from tests.bot.ear import EVERY_LANGUAGE
from tests.bot.features.test_describe_beforehand import NAMES, described_chapters
from tests.bot.lobbies import sqlite
from tests.bot.room import Room
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador


def answer_lines(game: Game, language: str, question: str) -> list[str]:
    """Return the lines that answer Anna's question."""
    chapters = find(texts_in(language), game.key, described_chapters(game, language), question, own_name=NAMES[0])
    return [line for chapter in chapters for line in chapter.lines]


WHOSE_TURN = {
    "en": ("whose turn is it", "who's next?", "Who are we waiting for", "is it my turn"),
    "de": ("wer ist dran", "Wer ist am Zug?", "auf wen warten wir", "bin ich dran"),
    "nl": ("wie is aan de beurt", "Wie is aan zet?", "op wie wachten we", "ben ik aan de beurt"),
}
NOT_WHOSE_TURN = {
    "en": ("turn order", "order of play", "when is my next ship", "what is next to quarter 3"),
    "de": ("Zugreihenfolge", "was liegt neben Viertel 3", "wer führt", "wie viele Züge noch"),
    "nl": ("beurtvolgorde", "wat ligt naast wijk 3", "wie leidt", "hoeveel beurten nog"),
}


@EVERY_LANGUAGE
def test_whose_turn_it_is_is_known_from_what_comes_in_turns(language: str) -> None:
    texts = texts_in(language)
    assert [question for question in WHOSE_TURN[language] if not asks_whose_turn(texts, question)] == []
    assert [question for question in NOT_WHOSE_TURN[language] if asks_whose_turn(texts, question)] == []


WALL = {
    "en": ("who is first on the wall", "who is last on the wall"),
    "de": ("wer ist auf der Mauer vorn", "wer ist Letzter auf der Stadtmauer"),
    "nl": ("wie is eerste op de muur", "wie is laatste op de stadsmuur"),
}


@EVERY_LANGUAGE
def test_who_is_first_and_last_on_the_wall_stands_in_one_line(language: str) -> None:
    game = macao.position(wall={5: [2], 3: [0, 1]})
    for question in WALL[language]:
        first_line, *_ = answer_lines(game, language, question)
        places = [first_line.find(NAMES[seat]) for seat in (2, 0, 1)]
        assert places == sorted(places), first_line
        assert places[0] > 0


CHURCH = {
    "en": ("what does a church cost", "how much is a church", "how expensive is a church"),
    "de": ("was kostet eine Kirche", "wie teuer ist eine Kirche", "Preis einer Kirche"),
    "nl": ("wat kost een kerk", "hoe duur is een kerk", "prijs van een kerk"),
}


@EVERY_LANGUAGE
def test_what_a_church_costs_is_not_what_it_saves(language: str) -> None:
    for question in CHURCH[language]:
        first_line, *_ = answer_lines(navegador.position(), language, question)
        assert "400" in first_line, first_line
        assert first_line.startswith(texts_in(language).word("navegador", "church"))


BARBARIANS = {
    "en": ("how strong are the barbarians", "strength of the barbarians", "how far are the barbarians"),
    "de": ("wie stark sind die Barbaren", "Stärke der Barbaren", "wie weit sind die Barbaren"),
    "nl": ("hoe sterk zijn de barbaren", "kracht van de barbaren", "hoe ver zijn de barbaren"),
}


@EVERY_LANGUAGE
def test_how_strong_the_barbarians_are_and_how_far_stands_in_one_line(language: str) -> None:
    for question in BARBARIANS[language]:
        (line,) = answer_lines(mmn.position(), language, question)
        assert line.startswith("Barbar")
        assert "7" in line


WOOL = {"en": "how much wool do I have", "de": "wie viel Wolle habe ich", "nl": "hoeveel wol heb ik"}
MONEY = {"en": "how many coins do I have", "de": "wie viele Münzen habe ich", "nl": "hoeveel munten heb ik"}


@EVERY_LANGUAGE
def test_what_somebody_has_is_the_own(language: str) -> None:
    first, *others = answer_lines(mmn.position(me={"hand": "2 wool"}), language, WOOL[language])
    assert "×2" in first
    assert not [line for line in others if line.startswith(texts_in(language).word("mmn", "bank"))]
    first, *_ = answer_lines(navegador.position(me={"money": 230}), language, MONEY[language])
    assert "230 Cr" in first


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "which goods are in depot 3"),
        ("de", "welche Waren liegen in Depot 3"),
        ("nl", "welke goederen liggen in depot 3"),
    ],
)
def test_a_number_belongs_to_the_word_before_it(language: str, question: str) -> None:
    game = burgundy.position(depots={"2": ["k3"], "3": ["castle"]})
    (line,) = answer_lines(game, language, question)
    assert line.lower().startswith("depot 3")
    price, *further_lines = answer_lines(macao.position(), "en", "what does quarter 15 cost")
    assert price.startswith("Quarter 15, ")
    assert further_lines == [], "quarters beside it are not asked for"


BLACK = {
    "en": "what lies in the black depot",
    "de": "was liegt im schwarzen Depot",
    "nl": "wat ligt er in het zwarte depot",
}


@EVERY_LANGUAGE
def test_words_that_say_nothing_are_left_out_where_nothing_has_them(language: str) -> None:
    (line,) = answer_lines(burgundy.position(), language, BLACK[language])
    assert line.startswith(texts_in(language).say("burgundy.spot.depot.black")), line


NEXT = {"en": "who goes first next round", "de": "wer fängt nächste Runde an", "nl": "wie begint de volgende ronde"}


@EVERY_LANGUAGE
def test_who_begins_the_next_round_is_told_by_the_turn_order(language: str) -> None:
    first, *_ = answer_lines(burgundy.position(), language, NEXT[language])
    assert all(name in first for name in NAMES[:2])


HARBOURS = {"en": "my harbours", "de": "meine Häfen", "nl": "mijn havens"}


@EVERY_LANGUAGE
def test_the_own_harbours_are_those_of_the_own_buildings(language: str) -> None:
    wool = next(place for place in mmn.position().view(0).harbours if place.kind == "wool")
    game = mmn.position(me={"buildings": [f"settlement {wool.nodes[0]}"]})
    first, *_ = answer_lines(game, language, HARBOURS[language])
    assert texts_in(language).at(game).word("mmn", wool.id) in first
    assert answer_lines(mmn.position(me={"buildings": ["settlement n25"]}), language, HARBOURS[language])[
        0
    ] == unformatted(texts_in(language).say("mmn.tell.no_harbours"))


def test_a_line_about_somebody_hides_none_about_what_they_have() -> None:
    points = Chapter("Points", ["**Anna**: 40, made of 5 for Workers."])
    mat = Chapter("Mat of **Anna**", ["Money 60 Cr, workers 5."])
    assert find(texts_in("en"), "navegador", [points, mat], "how many workers does anna have") == [points, mat]
    named = Chapter("Buildings", ["Sugar factory: for 70 Cr.", "Church: for 150 Cr."])
    assert find(texts_in("en"), "navegador", [points, named], "how much does a factory cost") == [
        Chapter("Buildings", ["Sugar factory: for 70 Cr."])
    ]


CUBES = {
    "en": "which cubes do I get next round",
    "de": "welche Steine bekomme ich nächste Runde",
    "nl": "welke stenen krijg ik volgende ronde",
}


@EVERY_LANGUAGE
def test_which_cubes_come_next_is_told_even_if_none_do(language: str) -> None:
    (line,) = answer_lines(macao.position(), language, CUBES[language])
    assert texts_in(language).say("say.nothing") in line


HAMBURG = {"en": "what goods does hamburg want", "de": "welche Waren will Hamburg", "nl": "welke goederen wil hamburg"}


@EVERY_LANGUAGE
def test_what_a_port_takes_are_wares(language: str) -> None:
    first, *_ = answer_lines(macao.position(), language, HAMBURG[language])
    assert first.startswith("Hamburg")
    assert texts_in(language).word("macao", "rice").lower() in first.lower()


WHERE = {
    "en": "where could I place a castle",
    "de": "wo kann ich die Burg hinlegen",
    "nl": "waar kan ik het kasteel leggen",
}


@EVERY_LANGUAGE
def test_where_there_is_room_for_something_is_told_even_if_it_cannot_be_put_there_now(language: str) -> None:
    texts = texts_in(language)
    game = burgundy.position()
    own_chapters = [chapter for chapter in described_chapters(game, language) if NAMES[0] in chapter.heading]
    lines = [
        line
        for found_chapter in find_place(texts, "burgundy", own_chapters, WHERE[language])
        for line in found_chapter.lines
    ]
    assert lines
    assert all(line.lower().startswith(texts.word("burgundy", "castle").lower()) for line in lines)
    assert find_place(texts, "burgundy", own_chapters, texts.word("burgundy", "castle")) == []


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_a_question_for_a_place_is_answered_with_the_free_hexes(room: Room) -> None:
    await room.open_table("burgundy", order="joining")
    await room.put(burgundy.position())
    lines = (await room.ask(await room.at(0), "describe", what=WHERE["en"])).content.split("\n")
    assert any(line.startswith("Castle, region of 3 hexes: free a2 (5)") for line in lines), lines
