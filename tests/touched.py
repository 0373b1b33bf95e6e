"""The tests that touch what changed: ``make check``, or ``python -m tests.touched``.

What changed: the files that differ from the last commit, or, if none does, those of that commit.
Touched:

* test modules that are called after a changed module of ``NAMED`` or after the folder that it is in: most tests of the
  bot press what a person would press, and import nothing of what they test;
* of changed texts the tests of texts, and those that quote what a text said before;
* test modules that import a changed module, through others where fewer than ``FEW`` do so directly; and of a changed
  engine or picture the tests of its game.

If these are more than ``MOST``, the ``UNIT`` tests run in place of those that import, or a sample where everything
changed belongs to MMN. Tests marked ``slow`` are left to ``make test``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath
from random import Random

import grimp

import engines

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "engines", "render", "storage", "tests", "tools")
FEW = 3
"""With fewer test modules those are looked for that import a changed module through others."""
MOST = 25
"""Test modules that run at most; one of the bot counts as two."""
NAMED = ("bot", "storage", "tools")
"""Packages whose tests are called after what they test."""
NAMESAKES = 6
"""Test modules that share only a word with a module; where more do, the word says too little."""
LONG_ENOUGH = 12
"""Characters from which on a part of a text is recognised in a test."""
LOCALE = "bot/wording/locale/"
OF_TEXTS = "tests.bot.wording."
OF_WORDS = {
    "synonyms.toml": "tests.bot.language.test_typed_words",
    "rules_synonyms.toml": "tests.test_rules_questions",
}
"""The tests of what people type in place of words of the catalogues."""
RULES = "tests.test_rules_documents"
"""Looks whether the rules documents name every option and section of the engines."""
UNIT = (
    *("tests/engines/test_contract.py", "tests/engines/test_data_files.py", "tests/engines/test_proof.py"),
    *("tests/bot/panel/test_panel.py", "tests/bot/interactions/test_clicks.py"),
    *("tests/render/test_kit.py", "tests/storage/test_games.py", "tests/storage/test_jobs.py"),
)


def changed() -> set[str]:
    """Return the files that differ from the last commit, or those of the last commit."""
    ours = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return set((ours or _git("show", "--name-only", "--format=", "HEAD")).split())


def removed_texts() -> set[str]:
    """Return the lines of texts that a change of the catalogues has removed, in every language."""
    catalogues = f"{LOCALE}*.po"
    lines = _git("diff", "-U0", "HEAD", "--", catalogues) or _git("show", "-U0", "--format=", "HEAD", "--", catalogues)
    return {ast.literal_eval(text) for text in re.findall(r'^-(?:msgstr(?:\[\d])? )?(".+")$', lines, re.MULTILINE)}


def _git(*arguments: str) -> str:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.stdout


def namesakes(files: set[str], modules: Iterable[str]) -> set[str]:
    """Return the test modules that are called after a changed module of ``NAMED`` or after the folder that it is in.

    They have all words of its name, or begin with its first or last word.
    """
    words_of_tests = {module: _words(module.rpartition(".test_")[2]) for module in modules if is_test(module)}
    namesake_tests = set[str]()
    for path in map(PurePosixPath, files):
        package = path.parts[0]
        if package not in NAMED or path.suffix != ".py":
            continue
        words_of_test = {
            module: words for module, words in words_of_tests.items() if module.startswith(f"tests.{package}.")
        }
        for subject in {*path.parts[2:-1], path.stem} - {"__init__"}:
            words = _words(subject)
            namesake_tests |= {test for test, test_words in words_of_test.items() if set(words) <= set(test_words)}
            for word in (words[0], words[-1]):
                alike = {test for test, test_words in words_of_test.items() if test_words[0] == word}
                namesake_tests |= alike if len(alike) <= NAMESAKES else set()
    return namesake_tests


def _words(name: str) -> list[str]:
    return [word.removesuffix("s") for word in name.split("_")]


def of_texts(files: set[str], modules: Iterable[str]) -> set[str]:
    """Return the tests of texts, and those that quote a removed text, if texts have changed."""
    names = {PurePosixPath(file).name for file in files if file.startswith(LOCALE)}
    if not names:
        return set()
    removed = removed_texts()
    tests = [module for module in modules if is_test(module)]
    return {
        *(module for module in tests if module.startswith(OF_TEXTS)),
        *(OF_WORDS[name] for name in names & OF_WORDS.keys()),
        *(module for module in tests if module.startswith("tests.bot.") and quotes(_path(module), removed)),
    }


def quotes(file: str, texts: set[str]) -> bool:
    """Return whether a test module quotes one of these texts, or enough of it."""
    tree = ast.parse((ROOT / file).read_text())
    literals = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    if literals & texts:
        return True
    parts = [part for text in texts for part in re.split("{[^}]*}", text) if len(part) >= LONG_ENOUGH]
    long_literals = {literal for literal in literals if len(literal) >= LONG_ENOUGH and " " in literal}
    return any(part in literal or literal in part for literal in long_literals for part in parts)


def touching(files: set[str], graph: grimp.ImportGraph) -> list[str]:
    """Return test modules that touch some files, as paths."""
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
            modules |= {name for name in graph.modules if name.startswith(folder if package == "engines" else pictures)}
        if package == "engines" or file.startswith("docs/rules/"):
            modules.add(RULES)
    return sorted(_path(name) for name in modules & graph.modules if is_test(name))


def _path(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def chosen() -> list[str]:
    """Return the paths of the tests that a quick run includes."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    files = changed()
    importing = touching(files, graph)
    if size(importing) > MOST and len({tuple(file.split("/")[:2]) for file in files}) == 1 and "/mmn/" in min(files):
        return Random(MOST).sample(importing, MOST)
    named = {_path(module) for module in (namesakes(files, graph.modules) | of_texts(files, graph.modules))}
    tests = named if size(named) <= 2 * MOST else set[str]()
    tests |= set(importing if size(importing) <= MOST else UNIT)
    return sorted(tests or UNIT)


def size(tests: Collection[str]) -> int:
    """Return how much some test modules count against ``MOST``."""
    return sum(1 + file.startswith("tests/bot/") for file in tests)


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *chosen()]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
