"""The text of the code: docstrings begin with a verb, a statement assigns one thing, and names are nouns.

CONTRIBUTING.md says how code is written. What ruff does not know is counted here, by package: a few exceptions are
allowed, since such patterns know no English. Of tests, each has to assert something as well.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engines", "render", "storage", "tools", "tests")

HEADLESS = re.compile(
    r"(what|whether|which|who|whom|whose|where|when|how|why|that|if|as|of|by|with|without|from|to|in|on|at|for|nobody|"
    r"somebody|nothing|something|everything|those|these|it|one|several)\b",
    re.IGNORECASE,
)
"""First words of docstrings that do not say what a function does."""
NO_NOUNS = frozenset(
    ("of", "by", "here", "beside", "ahead", "afar", "together", "found", "said", "told", "asked", "kept", "each")
)
"""Prepositions, adverbs and participles that say nothing about the value of a variable or parameter."""

RIDDLE = '''def settle(of: int) -> int:
    """What is left to be done."""
    found, row = of + 1, None
    return found
'''
"""A module with every symptom."""
BOUNDS = {
    "headless docstring": ("docstrings", 0.03),
    "parallel assignment": ("statements", 0.002),
    "no noun": ("names", 0.01),
}
"""The largest share of each symptom, and among what."""


class Symptom(NamedTuple):
    """A place that a reader stumbles over."""

    kind: str
    place: str
    text: str


class Text(NamedTuple):
    """The symptoms of some source, and how many docstrings, statements and names it has."""

    symptoms: list[Symptom]
    counted: Counter[str]

    def excesses(self) -> dict[str, list[str]]:
        """Return the places of each symptom of which there are more than its bound allows."""
        places: dict[str, list[str]] = {kind: [] for kind in BOUNDS}
        for symptom in self.symptoms:
            places[symptom.kind].append(f"{symptom.place}: {symptom.text}")
        allowed = {kind: bound * self.counted[unit] for kind, (unit, bound) in BOUNDS.items()}
        return {kind: listed for kind, listed in places.items() if len(listed) > allowed[kind]}


def is_parallel(node: ast.Assign) -> bool:
    """Return whether a statement assigns several values to as many targets, and does not swap them."""
    target = node.targets[0]
    if not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Tuple):
        return False
    if len(target.elts) != len(node.value.elts) or len(target.elts) < 2:
        return False
    assigned = {ast.unparse(element) for element in target.elts}
    return assigned.isdisjoint(ast.unparse(value) for value in node.value.elts)


def read(text: str, file: str) -> Text:
    """Return the symptoms of a module."""
    symptoms: list[Symptom] = []
    counted = Counter[str]()
    for node in ast.walk(ast.parse(text)):
        counted["statements"] += isinstance(node, ast.stmt)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (docstring := ast.get_docstring(node)):
            counted["docstrings"] += 1
            if HEADLESS.match(docstring):
                symptoms.append(Symptom("headless docstring", f"{file}:{node.lineno}", docstring.partition("\n")[0]))
        elif isinstance(node, ast.Assign) and is_parallel(node):
            symptoms.append(Symptom("parallel assignment", f"{file}:{node.lineno}", ast.unparse(node)))
        elif isinstance(node, ast.arg | ast.Name) and (name := bound_name(node)):
            counted["names"] += 1
            if name.strip("_") in NO_NOUNS:
                symptoms.append(Symptom("no noun", f"{file}:{node.lineno}", name))
    return Text(symptoms, counted)


def bound_name(node: ast.arg | ast.Name) -> str:
    """Return the name of a parameter or of an assigned variable; empty for a variable that is only read."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node.ctx, ast.Store) else ""


def read_below(root: Path) -> Text:
    """Return the symptoms of all modules below a folder."""
    symptoms: list[Symptom] = []
    counted = Counter[str]()
    for file in sorted(root.rglob("*.py")):
        module = read(file.read_text(encoding="utf-8"), file.relative_to(root.parent).as_posix())
        symptoms += module.symptoms
        counted += module.counted
    return Text(symptoms, counted)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_has_few_docstrings_statements_and_names_that_readers_stumble_over(package: str) -> None:
    assert read_below(ROOT / package).excesses() == {}


def test_each_symptom_is_found(tmp_path: Path) -> None:
    (tmp_path / "riddle.py").write_text(RIDDLE, encoding="utf-8")
    assert read_below(tmp_path).excesses() == {
        "headless docstring": [f"{tmp_path.name}/riddle.py:1: What is left to be done."],
        "parallel assignment": [f"{tmp_path.name}/riddle.py:3: found, row = (of + 1, None)"],
        "no noun": [f"{tmp_path.name}/riddle.py:1: of", f"{tmp_path.name}/riddle.py:3: found"],
    }


@pytest.mark.parametrize(
    "statement", ["first, second = second, first", "x, y = point", "row, (left, right) = split(line)"]
)
def test_a_swap_and_an_unpacked_value_are_one_thing(statement: str) -> None:
    assert read(statement, "example.py").symptoms == []


# -- tests assert something --------------------------------------------------------------------------------------------

RAISING = {"raises", "warns", "fail"}
"""What pytest has beside ``assert``."""


class Function(NamedTuple):
    """A function or method of the tests: its name, whether it asserts or raises itself, and the names it calls."""

    name: str
    is_asserting: bool
    called: set[str]

    def is_biting(self, biting: set[str]) -> bool:
        return self.is_asserting or not self.called.isdisjoint(biting)


def functions_of(text: str) -> Iterator[Function]:
    """Yield the functions and methods of a module; those inside others count as parts of them."""
    module = ast.parse(text)
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    for function in chain.from_iterable(bodies):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes = list(ast.walk(function))
            is_asserting = any(isinstance(node, ast.Assert | ast.Raise) for node in nodes)
            callees = [node.func for node in nodes if isinstance(node, ast.Call)]
            called = {callee.id for callee in callees if isinstance(callee, ast.Name)}
            called |= {callee.attr for callee in callees if isinstance(callee, ast.Attribute)}
            yield Function(function.name, is_asserting, called)


def toothless(functions: Sequence[Function]) -> list[str]:
    """Return the tests that neither assert anything nor call, through whatever helpers, a function that does."""
    biting = set(RAISING)
    while added := {function.name for function in functions if function.is_biting(biting)} - biting:
        biting |= added
    return [test.name for test in functions if test.name.startswith("test_") and not test.is_biting(biting)]


def test_each_test_asserts_something() -> None:
    files = (ROOT / "tests").rglob("*.py")
    assert toothless([function for file in files for function in functions_of(file.read_text(encoding="utf-8"))]) == []


def test_a_test_without_an_assertion_is_found() -> None:
    helpers = "def expect(value):\n  assert value\ndef play(game):\n  return game.play()\n"
    tests = "def test_a():\n  expect(1)\ndef test_b():\n  play(1)\ndef test_c():\n  with raises(E):\n    play(1)\n"
    assert toothless([*functions_of(helpers + tests)]) == ["test_b"]


# -- docstrings describe what there is ---------------------------------------------------------------------------------

DESCRIPTIONS = re.compile(r"^(?:Args|Attributes):\n((?:    .*\n?|\n)+)", re.MULTILINE)
"""The sections of a docstring that describe arguments or attributes."""
DESCRIBED_NAME = re.compile(r"^    \*{0,2}(\w+):", re.MULTILINE)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's parameters."""
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def attributes(definition: ast.ClassDef) -> set[str]:
    """Return the names of a class's fields, methods and attributes, and of its constructor's parameters."""
    names = {node.attr for node in ast.walk(definition) if isinstance(node, ast.Attribute)}
    for node in definition.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names |= {node.name} | (parameters(node) if node.name == "__init__" else set())
        elif isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
    return names


def missing_names(text: str) -> list[str]:
    """Return the arguments and attributes that docstrings of a module describe and that do not exist."""
    missing = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        existing = attributes(node) if isinstance(node, ast.ClassDef) else parameters(node)
        for section in DESCRIPTIONS.findall(ast.get_docstring(node) or ""):
            missing += [f"{node.name}: {name}" for name in DESCRIBED_NAME.findall(section) if name not in existing]
    return missing


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_describe_arguments_and_attributes_that_exist(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    missing = {file.name: missing_names(file.read_text(encoding="utf-8")) for file in files}
    assert {name: names for name, names in missing.items() if names} == {}


def test_a_description_of_a_renamed_argument_is_found() -> None:
    assert missing_names('def pay(cost):\n    """Pay.\n\n    Args:\n        price: The gold.\n    """\n') == [
        "pay: price"
    ]
