"""The tests that touch what changed: ``make check``, or ``python -m tests.touched``.

What changed: the files that differ from the last commit, or, if none does, those of that commit.
Touched: test modules that import a changed module, through others where fewer than ``FEW`` do so directly; and of a
changed engine or picture the tests of its game.
Of more than ``MOST`` only the ``UNIT`` tests run, or a sample where everything changed belongs to MMN.
Tests marked ``slow`` are left to ``make test``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import grimp

import engines

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engines", "render", "storage", "tests", "tools")
FEW = 3
"""With fewer test modules those are looked for that import a changed module through others."""
MOST = 25
"""Test modules that run at most; one of the bot counts as two."""
RULES = "tests.test_rules_documents"
"""Looks whether the rules documents name every option and section of the engines."""
UNIT = (
    *("tests/engines/test_contract.py", "tests/engines/test_data_files.py", "tests/engines/test_proof.py"),
    *("tests/bot/panel/test_panel.py", "tests/bot/interactions/test_clicks.py"),
    *("tests/render/test_kit.py", "tests/storage/test_games.py", "tests/storage/test_jobs.py"),
)


def changed() -> set[str]:
    """Files that differ from the last commit, or those of the last commit."""
    ours = _git("diff", "--name-only", "HEAD") | _git("ls-files", "--others", "--exclude-standard")
    return ours or _git("show", "--name-only", "--format=", "HEAD")


def _git(*arguments: str) -> set[str]:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return set(ended.stdout.split())


def touching(files: set[str], graph: grimp.ImportGraph) -> list[str]:
    """Test modules that touch some files, as paths."""
    modules: set[str] = set()
    for file in files:
        package, *inside = file.removesuffix(".py").split("/")
        module = ".".join((package, *inside)).removesuffix(".__init__")
        if package == "tests":
            modules.add(module)
        layer = {module} & graph.modules
        met = set[str]()
        while layer and sum(map(is_test, met)) < FEW:
            layer = set().union(*map(graph.find_modules_that_directly_import, layer)) - met
            met |= layer
        modules |= met
        if package in ("engines", "render") and inside[0] in engines.GAMES:
            folder = (f"tests.engines.{inside[0]}.", "tests.engines.test_decisions")
            pictures = f"tests.render.test_{inside[0]}"
            modules |= {each for each in graph.modules if each.startswith(folder if package == "engines" else pictures)}
        if package == "engines" or file.startswith("docs/rules/"):
            modules.add(RULES)
    return sorted(f"{name.replace('.', '/')}.py" for name in modules & graph.modules if is_test(name))


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def chosen() -> list[str]:
    """Return the paths of the tests that a quick run includes."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    files = changed()
    tests = touching(files, graph)
    size = sum(1 + name.startswith("tests/bot/") for name in tests)
    if size > MOST and len({tuple(file.split("/")[:2]) for file in files}) == 1 and "/mmn/" in min(files):
        return Random(MOST).sample(tests, MOST)
    return tests if 0 < size <= MOST else list(UNIT)


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *chosen()]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
