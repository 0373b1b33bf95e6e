"""What is stored as JSON is what is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import JSON

from storage.columns import read_json, written_json
from storage.models import Stored


@pytest.mark.parametrize(
    "value",
    [
        None,
        {"a": [1, -2.5, True, None], "b": {"ü": "🎲"}},
        {"large": 2**70, "small": 1e-300},
        [],
    ],
)
def test_what_is_written_is_read_again_whoever_wrote_it(value: Any) -> None:
    assert read_json(written_json(value)) == read_json(json.dumps(value)) == json.loads(written_json(value)) == value


def test_half_a_character_that_somebody_typed_is_kept() -> None:
    """No other way of writing it takes it; it comes with names and sentences out of Discord."""
    assert read_json(written_json({"name": "\ud83c"})) == {"name": "\ud83c"}


def test_what_nobody_can_write_is_refused_as_it_is_by_json() -> None:
    with pytest.raises(TypeError, match="object"):
        written_json({"thing": object()})


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        read_json("{")


def test_a_column_that_may_have_nothing_has_nothing_and_no_text_that_says_so() -> None:
    columns = [column for mapper in Stored._sa_registry.mappers for column in mapper.local_table.columns]
    kinds = {str(column): getattr(column.type, "impl", column.type) for column in columns if column.nullable}
    none_as_null = {name: kind.none_as_null for name, kind in kinds.items() if isinstance(kind, JSON)}
    assert len(none_as_null) > 10
    assert all(none_as_null.values()), [name for name, null in none_as_null.items() if not null]
