"""What of the rules is quoted first when players ask: the sentence that answers."""

from __future__ import annotations

import pytest

from bot.features.rules import SHOWN, answering, introducing, options_named, page, topics, without_quotation
from bot.language.rules_search import search
from bot.wording import texts_in
from bot.wording.rule_documents import lines_of

QUOTED = {
    ("macao", "en"): [
        ("when does the game end", "ends after round 12"),
        ("how does the wall work", "The wall is the order of play"),
        ("is leftover gold worth anything at the end", "Gold, cubes, jokers and wares aboard bring nothing"),
        ("how many cards can I activate per turn", "you may activate any number"),
        ("how much is going 3 steps on the wall", "One space costs 1 cube, each further one 2 more"),
        ("what are penalties worth", "Each marker costs 3 PP at the end"),
        ("how many cards can I hold", "A sixth card on the tableau"),
        ("who goes first", "Discs further along come first"),
        ("can two people take the same die", "A die chosen by one is still there for the others"),
    ],
    ("macao", "de"): [
        ("wofür ist ein joker gut", "Setze in deinem Zug einen Joker für"),
        ("wo liefere ich tee ab", "London: Tee"),
        ("wie oft darf ich prestige kaufen", "Einmal je Zug darfst du Tribut zahlen"),
    ],
    ("macao", "nl"): [
        ("hoeveel wijken per beurt", "Eén stadsdeel per beurt"),
    ],
    ("burgundy", "en"): [
        ("when does the game end", "After phase E"),
        ("how many points for a finished region", "A completed region of 1 to 8 hexes brings"),
        ("when do mines pay out", "Each mine in your estate brings 1 silverling"),
        ("what if my storage is full", "If all three spaces are full, one stored tile"),
        ("can I have two banks in one city", "A city holds each kind of building only once"),
        ("how do pigs score", "VP for the animals on the tile"),
        ("do I have to use both dice", "One action with each of your two dice"),
        ("how much do I get for selling goods", "All goods of the type with the die's number"),
        ("what does a castle give me", "one more action at once"),
        ("how do I go earlier in turn order", "A ship moves your marker one space to the right"),
        ("what does a ship do", "First you choose a depot and take its goods"),
        ("where do goods go when I roll the white die", "The round's goods tile goes to the depot"),
        ("how many rounds are there", "There are 25 rounds"),
    ],
    ("burgundy", "de"): [
        ("wie viel kostet ein plättchen aus der mitte", "Plättchen des schwarzen Depots kaufen"),
        ("wo darf ich ein plättchen hinlegen", "Von der Ablage auf ein leeres Feld"),
        ("was bekomme ich wenn alle felder einer farbe voll sind", "Wer zuerst alle Felder einer Farbe belegt"),
        ("wer gewinnt bei gleichstand", "Es gewinnt, wer die meisten SP hat"),
    ],
    ("burgundy", "nl"): [
        ("zijn 1 en 6 naast elkaar", "1 en 6 zijn buren"),
        ("hoe krijg ik arbeiders", "2 arbeiders, met elke dobbelsteen"),
    ],
    ("navegador", "en"): [
        ("can I sail twice with the same ship", "moves only once in a Sailing"),
        ("can a ship move two times", "moves only once in a Sailing"),
        ("when does the game end", "The discovery of Nagasaki or the purchase of the last building"),
        ("how much does it cost to move 6 spaces on the rondel", "You move 1 to 8 spaces clockwise"),
        ("can I stay on the same spot", "No, at least one space forward"),
        ("do I have to pay for standing still", "Standing still is not allowed at any price"),
        ("how many steps can I move for free", "You move 1 to 8 spaces clockwise"),
        ("how many ships do I need to discover Macau", "Two, and three where the tile for double loss lies"),
        ("how far can my ships go", "Each of your ships may move once, as many borders"),
        ("is there a limit on ships", "You can have at most 7 ships on the board"),
        ("who has the navegador card first", "The last player holds it first"),
        ("how much money do we start with", "Everybody: 200 Cr"),
        ("when is the gallery refilled", "The gallery is filled up only by the next phase"),
        ("what does the joker do", "The joker is a factory for one good"),
        ("how many points is a church", "Church: 3 points"),
        ("do I lose my workers when I buy a factory", "No, your workers must suffice"),
        ("can I sell and process sugar in the same turn", "No, in one action you either sell"),
    ],
    ("navegador", "de"): [
        ("kann ich mit demselben Schiff zweimal fahren", "in einem Segeln nur einmal"),
        ("wann fängt phase 2 an", "leitet Phase 2 ein"),
        ("was kostet ein privileg", "Du gibst einen Arbeiter ab"),
        ("wie viele häuser darf ich auf einmal kaufen", "Kaufe beliebig viele Gebäude"),
        ("wie viele arbeiter kann ich haben", "Du kannst höchstens 9 Arbeiter"),
    ],
    ("navegador", "nl"): [
        ("mag een schip twee keer varen", "maar één keer"),
        ("hoe krijg ik een kolonie", "Neem zoveel koloniën als je wilt"),
        ("daalt de prijs als ik verkoop", "Nee, alle stuks van een waar"),
        ("wat als het gelijk staat", "Bij gelijke stand gaat wie de Navegadorkaart"),
    ],
    ("mmn", "en"): [
        ("how do I get a progress card", "When the event die shows a castle"),
        ("what happens on a seven", "When red and white make 7, full hands"),
        ("can I trade when it's not my turn", "Only with the player whose turn it is"),
        ("how do I get a metropolis", "The first player on level 4 puts the marker"),
        ("how strong are the barbarians", "Attack: all cities on the board"),
        ("can I build a settlement next to another one", "No, by the distance rule"),
        ("what happens if we lose against the barbarians", "those who gave least (0 too) each lose"),
        ("where can I put a knight", "A basic knight, inactive, on a free intersection"),
        ("what does a city cost", "City: 3 ore, 2 grain"),
        ("when do the barbarians attack", "on space 7 the barbarians attack"),
        ("how many points to win", "With **16** you win"),
        ("does a city wall save my cards", "A city wall lets you keep 2 cards more"),
        ("how does longest road work", "2 VP for a continuous road of at least 5"),
    ],
    ("mmn", "de"): [
        ("wie funktioniert der händler", "Die Karte stellt ihn auf ein Landfeld"),
        ("was macht der pirat", "an einen Hafen, nie aufs offene Meer"),
        ("wie viele fortschrittskarten darf ich haben", "Mit einer sechsten Fortschrittskarte musst du"),
        ("was bringt ein knecht", "gibt ein Knecht seinem Besitzer einen Rohstoff mehr"),
        ("wann verliere ich eine stadt", "verliert jeder, der am wenigsten"),
    ],
    ("mmn", "nl"): [
        ("hoe werkt de handelaar", "De kaart zet hem op een landveld"),
        ("wanneer wordt mijn ridder inactief", "Alle ridders worden inactief"),
        ("wat krijg ik voor 4 dezelfde kaarten", "één kaart voor 4 dezelfde"),
        ("wat doet een muur", "Met een stadsmuur mag je"),
    ],
}
"""By game and language: a question, and words of the sentence that answers it."""


@pytest.mark.parametrize(
    ("key", "language", "typed", "answer"),
    [(*book, *question) for book, questions in QUOTED.items() for question in questions],
)
def test_the_sentence_that_answers_is_quoted_first(key: str, language: str, typed: str, answer: str) -> None:
    topic = answering(key, language, typed)[0]
    assert answer in topic.line, topic.line


@pytest.mark.parametrize(
    ("key", "language", "typed", "answer"),
    [
        ("macao", "en", "how many points for delivering silk", "Genova: silk"),
        ("mmn", "nl", "kan een ridder twee keer per beurt iets doen", "Elke ridder handelt hoogstens één keer"),
    ],
)
def test_the_sentence_that_answers_is_among_those_quoted(key: str, language: str, typed: str, answer: str) -> None:
    assert any(answer in topic.line for topic in answering(key, language, typed)[:SHOWN])


def test_a_sentence_that_leans_on_the_one_before_is_quoted_with_it() -> None:
    lines = [topic.line for topic in search("navegador", "en", "pays cash leftmost")]
    assert "and of equal ones on the leftmost. It pays no cash." in " ".join(lines)
    assert not any(line.startswith("It pays") for line in lines)


@pytest.mark.parametrize(
    ("text", "quoted", "rest"),
    [
        ("One. Two. Three.", "One.", "Two. Three."),
        ("One. Two. Three.", "Two.", "One. … Three."),
        ("One. Two.\n\nThree.", "Two.", "One.\n\nThree."),
        ("One.\n\nTwo.\n\nThree.", "Two.", "One.\n\nThree."),
        ("One:\n\n- two\n- three\n- four", "- three", "One:\n\n- two\n- four"),
        ("One:\n\n- two\n- three\n\nFour.", "- three", "One:\n\n- two\n\nFour."),
    ],
)
def test_what_is_quoted_is_left_out_below(text: str, quoted: str, rest: str) -> None:
    assert without_quotation(text, quoted) == rest


@pytest.mark.parametrize(
    ("text", "quoted", "introduction"),
    [
        ("One. You get one\n\n- two\n- three", "- three", "You get one"),
        ("One. Two:\n- two\n- three\n\nFour.", "- two", "Two:"),
        ("One.\n\n- two\n- three", "- three", ""),
        ("- two\n- three", "- three", ""),
        ("One: two. Three.", "Three.", ""),
    ],
)
def test_an_item_is_quoted_with_what_introduces_its_list(text: str, quoted: str, introduction: str) -> None:
    assert introducing(text, quoted) == introduction


def test_what_a_nugget_buys_is_said_with_what_one_gets() -> None:
    quotation = page(answering("mmn", "en", "what can I do with a nugget")[0]).splitlines()[1]
    assert quotation.startswith("> You get one resource or commodity of choice")
    assert "for 1 nugget, but only for brick" in quotation


@pytest.mark.parametrize("key", ["macao", "mmn"])
def test_nothing_is_said_twice(key: str) -> None:
    for topic in topics(key, "en"):
        for line in lines_of(topic.section.text):
            shown_page = page(topic._replace(line=line))
            wording = options_named(texts_in("en"), key, line.removeprefix("- "))
            assert shown_page.count(wording) == topic.section.text.count(line.removeprefix("- ")), shown_page
