"""Glossary and vocabulary hold nothing that the code and the catalogues do not use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import engines
from bot.wording import LANGUAGES, texts_in

ROOT = Path(__file__).parents[1]
CODE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
GAMES = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")


def unnamed(terms: set[str]) -> set[str]:
    """Return the words that the code neither defines nor uses. Only files that contain one of them are parsed."""
    remaining = set(terms)
    for package in ("bot", "engines", "render", "storage"):
        for file in (ROOT / package).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if not remaining.isdisjoint(re.findall(r"\w+", text)):
                for node in ast.walk(ast.parse(text)):
                    remaining -= {getattr(node, field, None) for field in ("id", "attr", "name", "arg")}
    return remaining


def test_every_term_of_the_code_is_a_name_in_it() -> None:
    terms = [term for row in re.findall(r"^\| (`.+?) \|", CODE, re.MULTILINE) for term in re.findall(r"`(\w+)`", row)]
    assert len(terms) > 40
    assert len(set(terms)) == len(terms)
    assert unnamed({*terms}) == set()


def test_every_term_of_a_game_says_what_the_catalogues_say() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (.+) \| (.+) \| (.+) \|$", GAMES, re.MULTILINE)
    assert {id.partition(".")[0] for id, *_ in rows} <= set(engines.GAMES)
    assert len(rows) > 40
    for id, *words in rows:
        assert [texts_in(language).say(id) for language in LANGUAGES] == words
