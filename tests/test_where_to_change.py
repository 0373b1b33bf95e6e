"""The pages for newcomers: each path that they name exists, and every module of what players notice is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("architecture", "internals", "failures", "typed-text")
FOLDERS = ("bot", "docs", "engines", "render", "storage", "tests", "tools")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[^`\s]*)`")
NAMED = (
    "bot/client",
    "bot/delivery",
    "bot/drawing",
    "bot/features/**",
    "bot/interactions",
    "bot/panel",
    "bot/tables/**",
    "bot/wording",
    "bot/work",
    "render",
)
"""The folders whose modules the pages name one by one."""


def paths_on(page: str) -> set[str]:
    """Return the paths that a page names."""
    return set(PATH.findall((ROOT / f"docs/{page}.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_page_exists(page: str) -> None:
    assert paths_on(page)
    assert [path for path in paths_on(page) if not list(ROOT.glob(re.sub(r"<\w+>", "*", path)))] == []


def test_every_module_of_these_folders_is_named() -> None:
    modules = {file.relative_to(ROOT).as_posix() for folder in NAMED for file in ROOT.glob(f"{folder}/*.py")}
    unnamed = {module for module in modules if not module.endswith("__init__.py")}
    assert sorted(unnamed - paths_on("internals") - paths_on("architecture")) == []
