"""Each section that states a rule is cited by a test, and the index from sections to tests is up to date."""

from __future__ import annotations

import pytest

import engines
from bot.wording.rule_documents import split
from tests import rule_index
from tests.rule_index import Citation, Rule

EVERY_GAME = pytest.mark.parametrize("key", [key for key in engines.GAMES if rule_index.rules(key)])

DOCUMENT = """# A game

## 5 Ships

They sail.

### 5.1 Rulings

- **Ruling A4** (storms): sink.
"""
MODULE = '''"""Ships (rules 5)."""

# -- storms (rules 5.1, ruling A4) -----------------


def test_ruling_A4_storms_sink_ships():
    ship()


def test_24_03_and_24_14_ports_are_safe():
    """Rules 6.2: no storm."""


def storm():
    """Rules 9."""
'''


@EVERY_GAME
def test_each_section_that_states_a_rule_is_cited_by_a_test(key: str) -> None:
    assert rule_index.uncited(key) == [], "cite them in their tests, or say in WITHOUT_RULE why they state no rule"


@EVERY_GAME
def test_what_is_said_to_be_no_rule_is_a_section_that_no_test_cites(key: str) -> None:
    exempt = set(rule_index.WITHOUT_RULE[key])
    assert exempt <= {rule.name for rule in rule_index.rules(key)}
    assert exempt.isdisjoint(rule_index.citations_of(key))


def test_the_index_is_up_to_date() -> None:
    written = rule_index.INDEX.read_text(encoding="utf-8")
    assert written == rule_index.index(), "write it again: python -m tests.rule_index"


def test_rulings_are_listed_after_their_section() -> None:
    rules = [Rule("5", "Ships"), Rule("5.1", "Rulings"), Rule("ruling A4", "storms")]
    assert list(rule_index.listed(split(DOCUMENT))) == rules


def test_modules_parts_tests_and_names_cite_and_helpers_do_not() -> None:
    ports = "test_24_03_and_24_14_ports_are_safe"
    assert sorted(rule_index.citations(MODULE, "test_ships")) == [
        Citation("24.14", "test_ships", ports),
        Citation("24.3", "test_ships", ports),
        Citation("5", "test_ships"),
        Citation("5.1", "test_ships (storms)"),
        Citation("6.2", "test_ships", ports),
        Citation("ruling A4", "test_ships", "test_ruling_A4_storms_sink_ships"),
        Citation("ruling A4", "test_ships (storms)"),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("(rules 1 to 3, 5)", ["1", "2", "3", "5"]),
        ("Rules 6.3 and 7.", ["6.3", "7"]),
        ("(rules 15, rulings A1, A7)", ["15", "ruling A1", "ruling A7"]),
        ("Ruling 24.19.", ["24.19"]),
        ("a ruler of 5", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, names: list[str]) -> None:
    assert list(rule_index.cited(text)) == names
