"""How many small faults in the code the tests find: ``make mutants``, or ``python -m tests.mutants``.

A fixed sample of places in the four packages, the games' own rules among them, is changed one at a time (a comparison,
an operator, a number, a condition, a loop that never runs; the changes are Cosmic Ray's), and the tests that run
through the place are run. A mutant that no test minds survives: a promise without a test, or a change without a
difference.

Which tests run through which line is measured first, with coverage, and kept in the folder of ``--work``. Changes that
somebody has found to make no difference, or none that is a promise, stand in ``alike.toml`` and are left out.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue
from shutil import copytree, ignore_patterns, rmtree
from typing import Annotated, NamedTuple

import typer
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import CoverageData
from rich.console import Console
from rich.progress import track

import engines

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engines", "render", "storage")
LEFT_OUT = (
    "storage/migrations/versions/",
    "render/navegador/geography.py",
    *(f"engines/players/values/{key}_fitted.py" for key in engines.GAMES),
)
"""What is written once and never changed; tables of points on coasts and of fitted weights, of which none is right or
wrong by itself."""
TESTS = ["tests/bot", "tests/render", "tests/storage", "tests/engines"]
OPERATORS = (
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Lt_Gt",
    "ReplaceComparisonOperator_Gt_Lt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Div",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_Add",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
)
FIRST = 15
MORE = 75
MOST = 375
"""Tests that a mutant meets first, those that run through the fewest lines; and with how many of the others afterwards,
and in the end."""
COMPARED = {
    "storage/models/": ("tests/storage/test_migrations.py", "tests/storage/test_json.py"),
    "storage/jobs.py": ("tests/storage/test_jobs.py", "tests/storage/test_timers.py"),
    "engines/players/skills/": ("tests/tools/test_tune.py",),
    "bot/work/metrics.py": ("tests/bot/work/test_monitor.py",),
}
"""What is compared as a whole with what it describes, or is made once for all tests, so that hardly any seems to run
through it; and by which tests: they come first."""
ALIKE = Path(__file__).with_name("alike.toml")
PATIENCE = 180
"""Seconds after which a mutant counts as found: it loops."""


Point = tuple[int, int]
"""A line, from 1, and a column, from 0."""
Place = tuple[str, int, int]
"""A point in a file."""


class Mutant(NamedTuple):
    """A change: the so manieth that an operator can make in a file, at a line."""

    file: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def package(self) -> str:
        return self.file.partition("/")[0]

    def code(self) -> str | None:
        """Return the changed file; None: the operator cannot be applied after all."""
        source = (ROOT / self.file).read_text(encoding="utf-8")
        changed: str | None = mutate_code(source, get_operator(f"core/{self.operator}")(), self.occurrence)
        return changed

    def change(self) -> tuple[str, str]:
        """Return the line before and after the change."""
        codes = (ROOT / self.file).read_text(encoding="utf-8"), self.code() or ""
        before, after = (next(iter(code.splitlines()[self.line - 1 :]), "").strip() for code in codes)
        return before, after

    def __str__(self) -> str:
        before, after = self.change()
        return f"{self.file}:{self.line} {self.operator}\n    - {before}\n    + {after}"


class Positions(Visitor):  # type: ignore[misc]
    """Where an operator can change a module."""

    def __init__(self, operator: str) -> None:
        self.operator = get_operator(f"core/{operator}")()
        self.found: list[tuple[int, int]] = []

    def visit(self, node: object) -> object:
        self.found += [start for start, _ in self.operator.mutation_positions(node)]
        return node


def modules() -> list[str]:
    """Return the files that are changed."""
    every = [file.relative_to(ROOT).as_posix() for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return sorted(file for file in every if not file.startswith(LEFT_OUT))


def of_no_effect(source: str) -> Iterator[tuple[Point, Point]]:
    """Yield the spans of annotations and documentation, in which a change makes no difference."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign):
            yield _span(node if node.value is None else node.annotation)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.lineno, 0), (node.body[0].lineno, 0)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield _span(node)


def _span(node: ast.stmt | ast.expr) -> tuple[Point, Point]:
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def mutants(files: Iterable[str]) -> dict[Place, list[Mutant]]:
    """Return all changes by their place."""
    by_place: dict[Place, list[Mutant]] = defaultdict(list)
    for file in files:
        source = (ROOT / file).read_text(encoding="utf-8")
        idle = [*of_no_effect(source)]
        tree = get_ast(source)
        for operator in OPERATORS:
            positions = Positions(operator)
            positions.walk(tree)
            for occurrence, (line, column) in enumerate(positions.found):
                if not any(first <= (line, column) < last for first, last in idle):
                    by_place[file, line, column].append(Mutant(file, line, column, operator, occurrence))
    return by_place


def sampled(places: dict[Place, list[Mutant]], size: int, seed: int) -> list[Mutant]:
    """Draw so many mutants, one to a place, as many of each package as it has of the lines.

    Pictures are mostly numbers, so that two thirds of what is drawn of a package are something else. A change of the
    code elsewhere draws no others: each has its number from what it is alone.
    """
    lines = Counter(dict.fromkeys(PACKAGES, 0))
    for file in {file for file, _, _ in places}:
        lines[file.partition("/")[0]] += (ROOT / file).read_text(encoding="utf-8").count("\n")
    numbered = sorted(_numbers(places, seed))
    chosen: list[Mutant] = []
    for package in PACKAGES:
        drawn = [mutant for _, mutant in numbered if mutant.package == package]
        wanted = round(size * lines[package] / lines.total())
        numbers = [mutant for mutant in drawn if mutant.operator == "NumberReplacer"][: wanted // 3]
        others = [mutant for mutant in drawn if mutant.operator != "NumberReplacer"]
        chosen += numbers + others[: wanted - len(numbers)]
    return chosen


def _numbers(places: dict[Place, list[Mutant]], seed: int) -> Iterator[tuple[bytes, Mutant]]:
    """Yield the mutant of each place that has the lowest number of those there, and its number: made of the line's
    code, how manieth line of that code in the file and how manieth change in the line it is."""
    met: Counter[str] = Counter()
    codes = {file: (ROOT / file).read_text(encoding="utf-8").splitlines() for file in {file for file, _, _ in places}}
    for (file, line, _), every in sorted(places.items()):
        place = f"{seed} {file} {codes[file][line - 1].strip()}"
        met[place] += 1
        keys = [f"{place} {met[place]} {mutant.operator} {number}" for number, mutant in enumerate(every)]
        yield min(zip((blake2b(key.encode(), digest_size=8).digest() for key in keys), every, strict=True))


def alike() -> set[tuple[str, str, str]]:
    """Return the changes that make no difference: of which file, from which line to which."""
    changes = tomllib.loads(ALIKE.read_text(encoding="utf-8"))["change"]
    return {(change["file"], change["before"], change["after"]) for change in changes}


def measure(work: Path, console: Console) -> None:
    """Run the tests once and note which runs through which line."""
    console.print("measuring which test runs through which line")
    options = [f"--cov={package}" for package in PACKAGES]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "auto",
        "-m",
        "not slow",
        "--cov-context=test",
        "--cov-report=",
        *options,
    ]
    ended = subprocess.run(
        [*command, *TESTS], cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(work / "coverage")}, check=False
    )
    if ended.returncode:
        console.print("the tests must pass before mutants are made")
        raise typer.Exit(1)


class Coverage:
    """Which tests run through which line."""

    def __init__(self, file: Path) -> None:
        self.data = CoverageData(str(file))
        self.data.read()
        self.reach: Counter[str] = Counter()
        for name in self.data.measured_files():
            for tests in self.data.contexts_by_lineno(name).values():
                self.reach.update(_test(context) for context in tests if context)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that run through a mutant's line: what is drawn is compared with its listing first, then
        come those that run through the fewest lines: one case of each function, more cases of those that came first,
        the others.

        Where it runs at import alone, they run through what names what it defines.
        """
        by_line = self.data.contexts_by_lineno(str(ROOT / mutant.file))
        names = set[str]()
        for lines in ([mutant.line], lines_naming(ROOT / mutant.file, mutant.line), by_line):
            names = names or {_test(context) for line in lines for context in by_line.get(line, []) if context}
        near = sorted(names, key=lambda test: ("test_golden" not in test, "postgresql" in test, self.reach[test], test))
        by_function = defaultdict[str, list[str]](list)
        for test in near:
            by_function[test.partition("[")[0]].append(test)
        first = [cases[0] for cases in by_function.values()]
        cases = [case for cases in [*by_function.values()][:FIRST] for case in cases[1:]]
        compared = [test for part, tests in COMPARED.items() if mutant.file.startswith(part) for test in tests]
        return [*dict.fromkeys([*compared, *first[:FIRST], *cases[: (MORE - FIRST) // 2], *first[FIRST:], *near])]


def lines_naming(file: Path, line: int) -> list[int]:
    """Return the lines of a module that use what its statement at a line defines: those that name it, or a class's
    own."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    defines = [statement for statement in tree.body if statement.lineno <= line][-1]
    if isinstance(defines, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [*range(defines.lineno, (defines.end_lineno or defines.lineno) + 1)]
    name_nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    defined = {node.id for node in ast.walk(defines) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return sorted({node.lineno for node in name_nodes if node.id in defined and isinstance(node.ctx, ast.Load)})


def _test(context: str) -> str:
    return context.rpartition("|")[0]


def survives(mutant: Mutant, tests: Sequence[str], folder: Path) -> bool:
    """Return whether the tests pass with the change made in ``folder``, a copy of the project."""
    file = folder / mutant.file
    sound = file.read_text(encoding="utf-8")
    changed = mutant.code()
    if changed is None:
        return False
    try:
        _write(file, changed)
        return all(_pass(some, folder) for some in (tests[:FIRST], tests[FIRST:MORE], tests[MORE:MOST]) if some)
    finally:
        _write(file, sound)


def _write(file: Path, code: str) -> None:
    """Write code and remove its compiled file, which Python would use if the source has the same size and second."""
    file.write_text(code, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def _pass(tests: Sequence[str], folder: Path) -> bool:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        f"--timeout={PATIENCE}",
        *tests,
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        ended = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=2 * PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def copies(work: Path, count: int) -> Iterator[Path]:
    """Yield copies of the project for as many workers."""
    for number in range(count):
        folder = work / f"copy{number}"
        rmtree(folder, ignore_errors=True)
        copytree(ROOT, folder, ignore=ignore_patterns(".git", ".venv", "var", "out", "__pycache__", ".*_cache"))
        yield folder


def main(
    size: Annotated[int, typer.Option(min=1, help="Mutants to try.")] = 300,
    seed: Annotated[int, typer.Option(help="Another number draws another sample.")] = 1,
    package: Annotated[str, typer.Option(help="Only this package, or this file of it.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Copies of the project that are tested at once.")] = 2,
    work: Annotated[Path, typer.Option(help="Folder for copies and measurements.")] = ROOT / "var" / "mutants",
    again: Annotated[bool, typer.Option(help="Measure anew which test runs through which line.")] = True,
) -> None:
    """Change the code in small ways and count how often the tests notice."""
    console = Console(soft_wrap=True, highlight=False)
    work.mkdir(parents=True, exist_ok=True)
    if again or not (work / "coverage").exists():
        measure(work, console)
    coverage = Coverage(work / "coverage")
    drawn = [mutant for mutant in sampled(mutants(modules()), size, seed) if mutant.file.startswith(package)]
    same = alike()
    sample = [mutant for mutant in drawn if (mutant.file, *mutant.change()) not in same]
    console.print(f"{len(drawn) - len(sample)} that make no difference are left out ({ALIKE.name} says why)")
    free: SimpleQueue[Path] = SimpleQueue()
    for folder in copies(work, workers):
        free.put(folder)

    def survived(mutant: Mutant) -> bool:
        folder = free.get()
        try:
            return survives(mutant, coverage.tests(mutant), folder)
        finally:
            free.put(folder)

    tried = Counter[str]()
    survivors = Counter[str]()
    with ThreadPoolExecutor(workers) as pool:
        outcomes = pool.map(survived, sample)
        for mutant, alive in track(zip(sample, outcomes, strict=True), "mutants", len(sample), console=console):
            tried[mutant.package] += 1
            survivors[mutant.package] += not alive
            if alive:
                console.print(f"SURVIVES {mutant}", markup=False)
    for name in (*tried, "all"):
        tried_count, noticed_count = (
            (tried.total(), survivors.total()) if name == "all" else (tried[name], survivors[name])
        )
        console.print(f"{name}: {noticed_count} of {tried_count} found, {100 * noticed_count / tried_count:.0f} %")


if __name__ == "__main__":
    typer.run(main)
