"""Nothing is said that a catalogue lacks, and no catalogue holds what nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import engines
import render
from bot.wording import LANGUAGES, language, texts
from bot.wording.catalogue import catalogue
from engines import IllegalAction, Message
from engines.navegador import board
from tests.engines.contract_suite import Case, cases, mutations
from tests.engines.mmn.positions import position
from tests.engines.playing import act

ROOT = Path(__file__).parents[2]
EVERY_LANGUAGE = pytest.mark.parametrize("name", LANGUAGES)
CASES = list(cases(list(engines.GAMES.values())))
NAMES = ["Anna", "Ben", "Carla", "Dirk", "Emma", "Finn"]


def placeholders(forms: tuple[str, ...]) -> set[str]:
    return {field for form in forms for _, field, _, _ in Formatter().parse(form) if field is not None}


@EVERY_LANGUAGE
def test_every_language_has_every_text_with_the_same_blanks(name: str) -> None:
    english, other = catalogue("en").texts, catalogue(name).texts
    assert set(other) == set(english)
    for id, forms in other.items():
        assert all(forms), f"{id} is empty"
        assert len(forms) == len(english[id]), f"{id} counts in one language only"
        assert placeholders(forms) == placeholders(english[id]), id


AREAS = ("error", "say", "panel", "button", "lobby", "reply", "score", "log", "games", "rules", "command")
ID = re.compile(rf"({'|'.join([*AREAS, 'permission', 'computer', 'picture', *engines.GAMES])})(\.\w+)+")


def said_in_code() -> Iterator[tuple[str, str]]:
    """Every id in the code as a pattern, with its file: literals, and f-strings with gaps."""
    for file in sorted(file for layer in ("bot", "engines", "render") for file in ROOT.glob(f"{layer}/**/*.py")):
        if {"cli", "bench"} & set(file.parts):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        inside = {id(part) for node in joined for part in node.values}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in inside else None
            if isinstance(text, str) and ID.fullmatch(text):
                yield re.escape(text), f"{file.name}: {text}"
        for node in joined:
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+" for part in node.values
            ]
            pattern = "".join(parts)
            if "\\." in pattern and re.fullmatch(r"[\w.\\\[\]+-]+", pattern):
                yield pattern, f"{file.name}: {pattern}"


def test_every_id_in_the_code_is_in_the_catalogue() -> None:
    known = set(catalogue("en").texts)
    for pattern, place in said_in_code():
        literal = "[" not in pattern
        if literal and not place.endswith((".json", ".png")):
            id = pattern.replace("\\", "")
            assert id in known or any(other.startswith(f"{id}.") for other in known), place


def test_the_catalogue_holds_nothing_that_nobody_says() -> None:
    patterns = [pattern for pattern, _ in said_in_code()]
    commands = re.compile(r"command\.[\w.]+\.(name|told)")
    for id in catalogue("en").texts:
        used = commands.fullmatch(id) or any(re.fullmatch(pattern, id) for pattern in patterns)
        assert used, f"nobody says {id}"


@EVERY_LANGUAGE
def test_every_word_of_the_board_has_a_text(name: str) -> None:
    words = texts(name)
    for word in [*board.RONDEL, *board.GOODS, *board.CATEGORIES, *board.REGIONS, *board.BUILDINGS, "pass", "done"]:
        assert words.has(f"navegador.word.{word}"), word
    for id in render.MESSAGE_IDS:
        assert words.has(id), id


@pytest.mark.parametrize("case", CASES, ids=str)
def test_everything_a_game_says_can_be_worded_in_every_language(case: Case) -> None:
    """Questions, actions, hints, refusals, events and descriptions of whole games leave no id and no blank open."""
    rng, game, key = Random(8), case.new(8), case.game.key
    while game.to_act:
        seat = game.to_act[0]
        legal = game.legal(seat)
        prompt = game.prompt(seat)
        said: list[Message | None] = [prompt.message, prompt.resources, *game.describe(None)]
        said += [game.hint(seat, action) for action in legal[:6]]
        for wrong in mutations(rng.choice(legal), rng):
            try:
                game.check(seat, wrong)
            except IllegalAction as fault:
                said.append(fault.reason)
        action = rng.choice(legal)
        events = game.play(seat, action)
        for words in map(texts, LANGUAGES):
            lines = [words.message(key, message, NAMES) for message in said if message is not None]
            lines += [words.event(key, event, NAMES) for event in events]
            lines += [
                words.action(key, action),
                *(words.say(f"{key}.source.{name}") for name in game.scores()[0].sources),
            ]
            for line in lines:
                assert "{" not in line, line
                assert not re.match(rf"^({key}|error)\.[\w.]+$", line), f"{words.name} lacks {line}"


@EVERY_LANGUAGE
def test_every_option_and_rule_topic_has_texts(name: str) -> None:
    words = texts(name)
    for key, kind in engines.GAMES.items():
        assert words.has(f"{key}.title")
        for option in kind.options:
            for id in (option.id, *(f"{option.id}.{value}" for value in option.values)):
                assert words.has(f"{key}.option.{id}"), id
        for topic in words.say(f"{key}.rules").split():
            assert words.has(f"{key}.rules.{topic}.title"), topic
            assert 40 < len(words.say(f"{key}.rules.{topic}.text")) < 1900


def test_languages_are_chosen_from_discords_locales() -> None:
    assert [language(wish) for wish in ("de", "en-GB", "nl", "fr", None, "de_AT")] == [
        "de",
        "en",
        "nl",
        "en",
        "en",
        "de",
    ]
    assert language(None, "nl") == "nl"


def test_counting_texts_follow_the_number() -> None:
    words = texts("en")
    assert words.action("navegador", ("workers", "1")) == "1 worker"
    assert words.action("navegador", ("workers", "3")) == "3 workers"
    assert words.action("navegador", ("discover", "angola", "guine", "guine")) == "Discover Angola from Guiné ×2"


def test_names_cannot_break_a_text_or_mention_anybody() -> None:
    line = texts("en").event("navegador", engines.Event("card_used", 0), ["**@everyone** `x`"])
    assert "@everyone" not in line
    assert "`x`" not in line.replace("\\`", "")


def test_what_somebody_typed_is_shown_as_typed() -> None:
    """Even where it is a word that the game knows by another name."""
    refusal = Message("mmn.refuse.no_kind", {"typed": "gold *now*"})
    assert texts("de").message("mmn", refusal, NAMES) == "Karten der Sorte „gold \\*now\\*“ gibt es nicht."
    assert "“gold”" in texts("en").message("mmn", Message("mmn.refuse.no_kind", {"typed": "gold"}), NAMES)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "**Anna** pays brick and lumber; builds a road n01-n04"),
        ("de", "**Anna** zahlt Lehm und Holz; baut eine Straße n01-n04"),
        ("nl", "**Anna** betaalt baksteen en hout; bouwt een straat n01-n04"),
    ],
)
def test_what_was_paid_stands_in_the_line_of_what_it_bought(language: str, line: str) -> None:
    events = act(position(me={"hand": "2 brick 2 lumber", "roads": ["n04-n08"]}), "road n01-n04")
    assert texts(language).events("mmn", events, ["Anna", "Ben", "Carla"])[0] == line
    other = [engines.Event("paid", 0, {"cards": ["brick"]}), engines.Event("turn", 1, {"turn": 2})]
    assert len(texts(language).events("mmn", other, ["Anna", "Ben", "Carla"])) == 2
