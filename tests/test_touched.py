"""``make check``: which tests a change asks for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import grimp
import pytest

from tests import touched


@cache
def imports() -> grimp.ImportGraph:
    """Return what imports what in the repository."""
    return grimp.build_graph(*touched.PACKAGES, cache_dir=None)


def test_an_option_that_is_added_has_the_rules_documents_looked_at() -> None:
    graph = imports()
    for file in ("engines/navegador/options.py", "engines/macao/verbs/cubes.py", "docs/rules/mmn.md"):
        assert "tests/test_rules_documents.py" in touched.touching({file}, graph)
    assert "tests/test_rules_documents.py" not in touched.touching({"storage/urls.py"}, graph)


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("bot/features/help.py", "tests.bot.features.test_help_command"),
        ("bot/features/leaving.py", "tests.bot.features.test_leaving"),
        ("bot/delivery/vote_messages.py", "tests.bot.features.test_votes"),
        ("bot/tables/observers/reminders.py", "tests.bot.tables.test_reminders"),
        ("storage/deliveries.py", "tests.storage.test_deliveries"),
    ],
)
def test_a_module_has_the_tests_that_are_called_after_it(file: str, test: str) -> None:
    graph = imports()
    assert test in touched.namesakes({file}, graph.modules)
    assert touched.namesakes({"bot/wording/texts.py", "docs/help.md"}, {test}) == set()


def test_changed_texts_have_the_tests_of_texts_and_those_that_quote_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touched, "removed_texts", lambda: {"Nobody plays here, {name}."})
    quoting = "tests.bot.test_quoting"
    monkeypatch.setattr(touched, "quotes", lambda file, texts: file == "tests/bot/test_quoting.py")
    modules = {quoting, "tests.bot.test_further", "tests.bot.wording.test_wording", "tests.storage.test_jobs"}
    texts = touched.of_texts({"bot/wording/locale/en/portolan.po"}, modules)
    assert texts == {quoting, "tests.bot.wording.test_wording"}
    assert touched.of_texts({"bot/wording/texts.py"}, modules) == set()


def test_a_quoted_text_is_recognised_whole_or_by_a_long_part(tmp_path: Path) -> None:
    (tmp_path / "test_quoting.py").write_text('assert said == "Agree" or "Nobody plays here" in said')
    quoting = str(tmp_path / "test_quoting.py")
    assert touched.quotes(quoting, {"Agree"})
    assert touched.quotes(quoting, {"Nobody plays here, {name}."})
    assert not touched.quotes(quoting, {"Agreed", "Nobody"})


def test_the_usual_tests_are_there() -> None:
    assert [file for file in touched.UNIT if not (touched.ROOT / file).is_file()] == []
