"""Which tests show that the rules hold: ``python -m tests.rule_index`` writes ``docs/rules/tests.md``.

A test of ``tests/engines/<game>/`` cites a section of ``docs/rules/<game>.md`` as "rules 5.3", and an item of its
rulings as "ruling 7". The words stand in the docstring of the test, or for several tests in the title of their part of
the module (``# -- jokers (rules 5.7) ---``) or in the docstring of the module. Names of tests cite, too:
``test_ruling_12_…`` the ruling, ``test_24_10_…`` the section.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import engines
from bot.wording.rule_documents import Section, sections

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "docs" / "rules" / "tests.md"
INTRODUCTION = """# Which tests show that the rules hold

Written by `python -m tests.rule_index`. For each section and ruling: the modules of `tests/engines/<game>` that cite it
(a part of one in brackets), and the tests in them that cite it themselves."""

NUMBER = r"(?:A\d+|\d+(?:\.\d+)*)"
CITATION = re.compile(rf"\b(rule|ruling)s? ({NUMBER}(?:(?:, | and | to ){NUMBER})*)", re.IGNORECASE)
"""Matches "rules 3, 4", "rules 1 to 3", "rulings A1 and A2" and the like."""
NAMED_RULING = re.compile(r"test_ruling_(A?)0*(\d+)_")
NAMED_SECTION = re.compile(r"(?:test_|_and_|_T\d+_)0*(\d+)_0*(\d+)(?=_)")
"""Matches the section in ``test_24_10_…``, ``test_24_02_and_24_14_…`` or, after an example, ``test_T12_24_03_…``."""
PART = re.compile(r"# -- (.+?) -*$")
"""Matches the title of a part of a module."""
RULING = re.compile(r"^- \*\*Ruling (A?\d+)\*\* \((.+?)\)", re.MULTILINE)
MOST_TESTS = 3
"""More tests of a module that cite the same section are counted instead of named."""

IN_SHORT = "the game in a few sentences; other sections have its rules"
EXAMPLES = "examples of other sections, each a test whose name begins with its number"
LIST = "a list of rulings, which have lines of their own"
WITHOUT_RULE: dict[str, dict[str, str]] = {
    "navegador": {
        "0": IN_SHORT,
        "1": "the meaning of words",
        "15": EXAMPLES,
        "16.1": LIST,
        "16.2": LIST,
    },
    "macao": {
        "0": IN_SHORT,
        "14.1": LIST,
        "14.2": LIST,
        "14.3": LIST,
    },
    "burgundy": {
        "0": IN_SHORT,
        "16": EXAMPLES,
        "17": LIST,
        "17.1": LIST,
        "17.2": LIST,
    },
    "mmn": {
        "0": IN_SHORT,
        "17.5": "names that another game prints; nothing depends on them",
        "23": EXAMPLES,
    },
}
"""Sections that no test can show to hold, by game, each with the reason."""


class Rule(NamedTuple):
    """A section, or an item of its rulings, whose name is then "ruling" and its number."""

    name: str
    title: str


class Citation(NamedTuple):
    """The name of a rule, and the module and test that cite it; no test: a whole module or a part of it does."""

    rule: str
    module: str
    test: str = ""


def rules(key: str) -> list[Rule]:
    """Return the sections and rulings of a game in the order of its document."""
    return list(listed(sections(key, "en")))


def listed(document: Iterable[Section]) -> Iterator[Rule]:
    """Yield each section, and after it the rulings that it lists."""
    for section in document:
        yield Rule(section.number, section.title)
        for number, subject in RULING.findall(section.text):
            yield Rule(f"ruling {number}", subject)


def cited(text: str) -> Iterator[str]:
    """Yield the names of the rules that a docstring or a title cites."""
    for kind, numbers in CITATION.findall(text):
        previous = ""
        for separator, number in re.findall(rf"(, | and | to |)({NUMBER})", numbers):
            between = range(int(previous) + 1, int(number)) if separator == " to " else ()
            for item in (*map(str, between), number):
                is_section = kind.lower() == "rule" or "." in item
                yield item if is_section else f"ruling {item}"
            previous = number


def named(test: str) -> Iterator[str]:
    """Yield the names of the rules that a test has in its own name."""
    if ruling := NAMED_RULING.match(test):
        yield f"ruling {ruling[1]}{ruling[2]}"
    for section in NAMED_SECTION.finditer(test):
        yield f"{section[1]}.{section[2]}"


def citations(text: str, module: str) -> Iterator[Citation]:
    """Yield what the tests of a module cite."""
    tree = ast.parse(text)
    for rule in cited(ast.get_docstring(tree) or ""):
        yield Citation(rule, module)
    for line in text.splitlines():
        if title := PART.match(line):
            part = re.sub(r" \([^)]*\)$", "", title[1])
            yield from (Citation(rule, f"{module} ({part})") for rule in cited(title[1]))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for rule in {*named(node.name), *cited(ast.get_docstring(node) or "")}:
                yield Citation(rule, module, node.name)


def citations_of(key: str) -> dict[str, list[Citation]]:
    """Return what cites each rule of a game."""
    by_rule: dict[str, list[Citation]] = defaultdict(list)
    for file in sorted((ROOT / "tests" / "engines" / key).glob("test_*.py")):
        for citation in citations(file.read_text(encoding="utf-8"), file.stem):
            by_rule[citation.rule].append(citation)
    return by_rule


def uncited(key: str) -> list[str]:
    """Return the rules of a game that no test cites and that are not said to be none."""
    by_rule = citations_of(key)
    exempt = WITHOUT_RULE.get(key, {})
    return [rule.name for rule in rules(key) if rule.name not in by_rule and rule.name not in exempt]


def places(cited_by: Iterable[Citation]) -> Iterator[str]:
    """Yield the modules of some citations, each with the names or the number of its tests."""
    tests: dict[str, list[str]] = defaultdict(list)
    for citation in cited_by:
        tests[citation.module] += [citation.test] if citation.test else []
    for module, names in tests.items():
        listed_names = f"{len(names)} tests" if len(names) > MOST_TESTS else ", ".join(names)
        yield f"{module}: {listed_names}" if names else module


def lines_of(key: str) -> Iterator[str]:
    """Yield the lines of a game in the index."""
    by_rule = citations_of(key)
    exempt = WITHOUT_RULE.get(key, {})
    for rule in rules(key):
        tests = "; ".join(places(by_rule.get(rule.name, ()))) or f"no rule: {exempt.get(rule.name, 'not cited')}"
        yield f"- **{rule.name}** {rule.title} · {tests}"


def index() -> str:
    """Return the text of the index."""
    chapters = [f"## {key}\n\n" + "\n".join(lines_of(key)) for key in engines.GAMES if rules(key)]
    return "\n\n".join([INTRODUCTION, *chapters]) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
    missing = [f"{game}: no test cites {', '.join(uncited(game))}" for game in engines.GAMES if uncited(game)]
    sys.exit("\n".join(missing) or None)
