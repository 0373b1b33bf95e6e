"""The tests that touch what changed: ``make check``, or ``python -m tests.touched``.

What changed is what differs from the last commit, or, when nothing does, what that commit changed. A test module
touches a module that it imports, through others where few import it themselves, and what lies in the folder of the same
game; the decisions of several games are tested in one module, which touches each of them. Where that is more than a
quick look can run, the unit tests of what all games share stand for the rest; of the modules of MMN (Power, Magic and
Food) alone a sample does. Whole games (marked ``slow``) are left to ``make test``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import grimp

import engines

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engines", "render", "storage", "tests")
FEW = 3
"""Test modules that should touch a change."""
MOST = 25
"""Modules of tests that a quick look runs; one of the bot, with its simulated Discord, counts as two."""
UNIT = (
    *("tests/engines/test_contract.py", "tests/engines/test_data_files.py", "tests/engines/test_proof.py"),
    *("tests/bot/test_panel.py", "tests/bot/test_clicks.py"),
    *("tests/render/test_kit.py", "tests/storage/test_games.py", "tests/storage/test_outbox.py"),
)


def changed() -> set[str]:
    """Files that differ from the last commit; of a clean checkout those of the last commit."""
    ours = _git("diff", "--name-only", "HEAD") | _git("ls-files", "--others", "--exclude-standard")
    return ours or _git("show", "--name-only", "--format=", "HEAD")


def _git(*arguments: str) -> set[str]:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return set(ended.stdout.split())


def touching(files: set[str], graph: grimp.ImportGraph) -> list[str]:
    """Test modules that touch some files, as paths."""
    found: set[str] = set()
    for file in files:
        package, *inside = file.removesuffix(".py").split("/")
        module = ".".join((package, *inside)).removesuffix(".__init__")
        if package == "tests":
            found.add(module)
        layer, met = {module} & graph.modules, set[str]()
        while layer and sum(map(is_test, met)) < FEW:
            layer = set().union(*map(graph.find_modules_that_directly_import, layer)) - met
            met |= layer
        found |= met
        if package in ("engines", "render") and inside[0] in engines.GAMES:
            folder = (f"tests.engines.{inside[0]}.", "tests.engines.test_decisions")
            pictures = f"tests.render.test_{inside[0]}"
            found |= {each for each in graph.modules if each.startswith(folder if package == "engines" else pictures)}
    return sorted(f"{name.replace('.', '/')}.py" for name in found & graph.modules if is_test(name))


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def chosen() -> list[str]:
    """What a quick look runs, as paths."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    files = changed()
    found = touching(files, graph)
    size = sum(1 + name.startswith("tests/bot/") for name in found)
    if size > MOST and len({tuple(file.split("/")[:2]) for file in files}) == 1 and "/mmn/" in min(files):
        return Random(MOST).sample(found, MOST)
    return found if 0 < size <= MOST else list(UNIT)


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *chosen()]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
