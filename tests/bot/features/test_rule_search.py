"""Questions about the rules as players type them, and what answers."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from bot.features.rules import SHOWN, answering
from bot.language.rules_search import search
from bot.wording.rule_documents import lines_of
from bot.wording.synonyms import synonyms, words_of
from bot.wording.word_forms import Compounds, stem
from tools.bench.rule_questions import Shares, measure

QUESTIONS = [
    ("navegador", "en", "max workers", "7.1"),
    ("navegador", "en", "how many ships do I need to discover a region", "7.3"),
    ("navegador", "de", "wie weit darf ein Schiff fahren?", "7.3"),
    ("navegador", "nl", "hoeveel arbeiders heb ik nodig voor een kerk", "7.5"),
    ("macao", "en", "can I keep leftover cubes for next round", "4.3"),
    ("macao", "de", "wie viele Stadtviertel darf ich pro Zug nehmen", "5.2"),
    ("macao", "nl", "mag ik de muur twee keer per ronde gebruiken?", "5.3"),
    ("burgundy", "en", "how many points do I get for completing a region of 4?", "10"),
    ("burgundy", "de", "Silberlinge ausgeben", "6.6"),
    ("burgundy", "nl", "witte dobbelsteen", "5"),
    ("mmn", "en", "hand limit", "7.1"),
    ("mmn", "de", "Knecht", "16"),
    ("mmn", "nl", "verdediger van catan", "6.3"),
    ("mmn", "en", "aqueduct", "17.5"),
    # words that the rules no longer use
    ("navegador", "en", "royal privilege in Goa", "12"),
    ("navegador", "en", "how many fields can I move", "6"),
    ("mmn", "en", "equal commodities", "11.2"),
    ("mmn", "nl", "4 gelijke kaarten", "11.2"),
    ("macao", "de", "Joker ausgeben", "5.7"),
    ("macao", "de", "wie viele Karten auf der Ablage", "4.1"),
    ("macao", "nl", "wat is de tribuutwaarde", "4.1"),
    ("macao", "nl", "tableau vol", "4.1"),
    ("macao", "nl", "jokertegel uitgeven", "5.7"),
    ("macao", "nl", "prestige kopen", "5.5"),
    ("mmn", "de", "Ritter befördern", "14.3"),
    ("mmn", "de", "Burg gewürfelt", "9.1"),
    ("mmn", "de", "Monopol auf Waren", "18.3"),
    ("mmn", "nl", "waar mag de piraat staan", "7.2"),
    ("mmn", "nl", "rover verplaatsen", "7.2"),
    ("mmn", "nl", "uitbreiding kopen", "17.1"),
]


def shown_sections(key: str, language: str, typed: str, *, unfinished: bool = False) -> list[str]:
    """Return the numbers of the sections that are shown in answer to a question, the best first."""
    return [answer.section.number for answer in search(key, language, typed, unfinished=unfinished)][:SHOWN]


@pytest.mark.parametrize(("key", "language", "typed", "wanted"), QUESTIONS)
def test_questions_are_answered(key: str, language: str, typed: str, wanted: str) -> None:
    sections = [topic.section.number for topic in answering(key, language, typed)]
    assert wanted in sections[:3]


@pytest.mark.parametrize(
    ("key", "typed", "wanted"),
    [
        ("navegador", "what does a church of mine do", "7.1"),  # "what does … do"
        ("macao", "when is the last of all rounds", "9"),  # "last round"
    ],
)
def test_other_words_within_a_phrase_do_not_hide_what_it_means(key: str, typed: str, wanted: str) -> None:
    assert wanted in shown_sections(key, "en", typed)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", "Stadtmauer"),  # a compound whose last part the title has
        ("de", "mauern"),
        ("en", "Mauer"),  # as the German rules call it
        ("en", "advansing"),  # one letter is wrong
        ("en", "advanc"),  # the end is missing
    ],
)
def test_a_word_is_known_in_every_form(language: str, typed: str) -> None:
    assert "5.3" in [topic.section.number for topic in search("macao", language, typed)][:3]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("activating prestage", "5.1"),
        ("tribute actevating", "5.5"),
        ("penalty persans", "7"),
        ("persons pinalty", "11.3"),
    ],
)
def test_misspelt_words_are_understood(typed: str, wanted: str) -> None:
    assert wanted in shown_sections("macao", "en", typed)


@pytest.mark.parametrize(
    ("key", "language", "typed", "wanted"),
    [("navegador", "en", "disc", "7.3"), ("navegador", "de", "Entd", "7.3"), ("macao", "nl", "muu", "8")],
)
def test_the_beginning_of_a_word_leads_to_what_it_begins(key: str, language: str, typed: str, wanted: str) -> None:
    assert wanted in shown_sections(key, language, typed, unfinished=True)


@pytest.mark.parametrize(("typed", "means"), [("how much is it", True), ("how much it is", True), ("how many", False)])
def test_words_that_mean_something_together_may_have_another_between_them(typed: str, means: bool) -> None:
    assert ("price" in synonyms("navegador", "en").single_words(words_of(typed))) == means


def test_umlauts_may_be_written_in_any_way() -> None:
    answers = [
        [topic.section.number for topic in search("burgundy", "de", typed)]
        for typed in ("Würfel", "wuerfel", "wurfel", "WÜRFEL")
    ]
    assert answers[0]
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(("language", "typed", "wanted"), [("en", "processors", "7.6"), ("de", "Gebäudeart", "7.5")])
def test_a_word_that_the_rules_lack_leads_to_one_of_the_same_origin(language: str, typed: str, wanted: str) -> None:
    assert wanted in shown_sections("navegador", language, typed)


@pytest.mark.parametrize("typed", ["darf", "altijd", "darf altijd"])
def test_a_word_that_carries_nothing_carries_nothing_in_another_language_either(typed: str) -> None:
    assert search("macao", "en", typed) == []
    answers = [[topic.section.number for topic in search("macao", "en", text)] for text in (f"{typed} Mauer", "Mauer")]
    assert answers[0] == answers[1] != []


def test_threads_may_search_at_once() -> None:
    questions = ["max workers", "how far can a ship sail", "price of a church", "who wins"] * 25
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(partial(search, "navegador", "en"), questions))
    assert answers == [search("navegador", "en", typed) for typed in questions]


def test_a_word_is_not_found_inside_of_another() -> None:
    assert search("navegador", "en", "covery") == []


def test_compounds_are_of_known_words() -> None:
    stems = {stem(word, "de") for word in ("zucker", "faktorei")}
    compounds = Compounds(stems, "de")
    assert set(compounds.parts("zuckerfaktoreien")) == stems
    assert list(compounds.parts("zuckerbrot")) == []
    assert list(Compounds(("stadt", "tor"), "de").parts("stadttor")) == ["stadt", "tor"], "a short one at the end"


def test_lines_are_items_and_sentences() -> None:
    assert lines_of("One thing. Another (4.5) thing.\n\n- an item. Of two.\n- and one") == [
        "One thing.",
        "Another (4.5) thing.",
        "- an item. Of two.",
        "- and one",
    ]


def test_questions_are_measured_by_language() -> None:
    lines = [
        json.dumps({"game": key, "lang": language, "typed": typed, "section": section})
        for key, language, typed, section in (
            ("macao", "en", "macao:5.3", "5.3"),
            ("macao", "en", "macao:5.3", "8, 9"),
            ("macao", "de", "navegador:7.3", "7.3"),
        )
    ]
    assert measure(lines) == {"en": Shares(2, 0.5, 0.5, 0), "de": Shares(1, 0, 0, 1)}


def test_a_part_of_a_section_that_answers_answers() -> None:
    (shares,) = measure([json.dumps({"game": "mmn", "lang": "en", "typed": "mmn:7.1", "section": "7"})]).values()
    assert shares.first == 1
