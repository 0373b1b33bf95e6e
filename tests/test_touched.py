"""``make check``: which tests a change asks for."""

from __future__ import annotations

import grimp

from tests import touched


def test_an_option_that_is_added_has_the_rules_documents_looked_at() -> None:
    graph = grimp.build_graph(*touched.PACKAGES, cache_dir=None)
    for file in ("engines/navegador/options.py", "engines/macao/verbs/cubes.py", "docs/rules/mmn.md"):
        assert "tests/test_rules_documents.py" in touched.touching({file}, graph)
    assert "tests/test_rules_documents.py" not in touched.touching({"storage/urls.py"}, graph)


def test_the_usual_tests_are_there() -> None:
    assert [file for file in touched.UNIT if not (touched.ROOT / file).is_file()] == []
