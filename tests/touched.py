"""The tests that touch what changed: ``make check``, or ``python -m tests.touched``.

What changed is what differs from the last commit, or, when nothing does, what that commit changed. A test module
touches a module that it imports, itself or through the package that passes it on, and what lies in the folder of the
same game; the decisions of several games are tested in one module, which touches each of them. Of more than a quick
look can run a sample stands for the rest, and where nothing is touched the unit tests of what all games share. Whole
games (marked ``slow``) are left to ``make test``.
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
MOST = 25
"""Modules of tests that a quick look runs."""
UNIT = (
    *("tests/engines/test_contract.py", "tests/engines/test_data_files.py", "tests/engines/test_proof.py"),
    *("tests/bot/test_panel.py", "tests/bot/test_clicks.py", "tests/bot/test_delivery.py"),
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
        while module in graph.modules:
            importing = graph.find_modules_that_directly_import(module)
            found |= importing
            package_of = module.rpartition(".")[0]
            module = package_of if package_of in importing else ""  # what a package passes on is imported from it
        if package in ("engines", "render") and inside[0] in engines.GAMES:
            folder = (f"tests.engines.{inside[0]}.", "tests.engines.test_decisions")
            pictures = f"tests.render.test_{inside[0]}"
            found |= {each for each in graph.modules if each.startswith(folder if package == "engines" else pictures)}
    names = [name for name in found if name.startswith("tests.") and name.rpartition(".")[2].startswith("test_")]
    return sorted(f"{name.replace('.', '/')}.py" for name in names if name in graph.modules)


def main() -> int:
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    chosen = touching(changed(), graph)
    if len(chosen) > MOST:
        chosen = Random(len(chosen)).sample(chosen, MOST)
    if not chosen:
        chosen = list(UNIT)
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *chosen]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
