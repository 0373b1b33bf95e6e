"""What is kept of Discord's description is what the bot uses of it, and all of that."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.discord import cut as cutting
from tests.discord.cut import CUT, cut, named, written
from tests.discord.description import described
from tests.discord.operations import OPERATIONS, Operation

WHOLE: dict[str, Any] = {
    "info": {"title": "small"},
    "paths": {
        "/boards/{board}": {
            "parameters": [{"name": "board", "in": "path", "required": True, "schema": {"type": "string"}}],
            "post": {
                "description": "Posts a board",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Board"}}}},
                "responses": {"200": {"description": "well"}, "429": {"$ref": "#/components/responses/Slow"}},
            },
            "delete": {"responses": {"204": {}}},
        },
        "/other": {"get": {"responses": {"200": {}}}},
    },
    "components": {
        "schemas": {
            "Board": {"type": "object", "properties": {"description": {"$ref": "#/components/schemas/Words"}}},
            "Words": {"type": "string", "description": "words"},
            "Wait": {"type": "number"},
            "Unused": {"type": "null"},
        },
        "responses": {"Slow": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wait"}}}}},
    },
}


def test_it_was_cut_for_the_operations_of_the_bot() -> None:
    assert cut(described()) == described(), "to be cut anew: python -m tests.discord.cut PATH"
    operations = {
        Operation(method.upper(), path) for path, methods in described()["paths"].items() for method in methods
    }
    assert operations == set(OPERATIONS)


def test_its_licence_lies_beside_it() -> None:
    assert "MIT License" in CUT.with_suffix(".LICENSE").read_text()


def test_an_operation_is_cut_with_all_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "OPERATIONS", (Operation("POST", "/boards/{board}"),))
    description = cut(WHOLE)
    assert list(description["paths"]) == ["/boards/{board}"]
    assert list(description["paths"]["/boards/{board}"]) == ["post"]
    assert set(named(description["paths"])) == {"Board", "Wait"}
    schemas = description["components"]["schemas"]
    assert list(schemas) == ["Board", "Wait", "Words"]
    assert schemas["Board"] == WHOLE["components"]["schemas"]["Board"]
    assert schemas["Words"] == {"type": "string"}


def test_an_operation_that_discord_does_not_have_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "OPERATIONS", (Operation("PUT", "/boards/{board}"),))
    with pytest.raises(KeyError):
        cut(WHOLE)


def test_what_is_written_is_what_was_cut() -> None:
    description = cut(described())
    assert json.loads(written(description)) == description
    assert CUT.read_text() == written(description)
