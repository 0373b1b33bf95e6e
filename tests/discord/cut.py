"""Cuts out of Discord's OpenAPI description what the bot uses: ``python -m tests.discord.cut PATH``.

PATH is ``specs/openapi.json`` of https://github.com/discord/discord-api-spec. The operations of
``tests.discord.operations`` stay with what is sent and answered as JSON, and the schemas that they name; what they say
stays as it is. Its licence (MIT) lies beside the cut.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.discord.operations import OPERATIONS

CUT = Path(__file__).with_name("openapi.json")
JSON = "application/json"
FILES = "multipart/form-data"
WORDS = ("description", "title")
"""For readers; a title or description of a field has another type."""

Json = dict[str, Any]


def cut(whole: Json) -> Json:
    """Raises KeyError for an operation that Discord does not describe."""
    paths: Json = {}
    for method, path in OPERATIONS:
        described = whole["paths"][path]
        operation = described[method.lower()]
        body = operation.get("requestBody", {}).get("content", {})
        kept: Json = {"parameters": [*described.get("parameters", ()), *operation.get("parameters", ())]}
        if body:
            kept["requestBody"] = {"required": operation["requestBody"].get("required", False)}
            kept["requestBody"]["content"] = {JSON: body[JSON]} | ({FILES: {}} if FILES in body else {})
        kept["responses"] = {
            status: {"content": {JSON: answer["content"][JSON]} if JSON in answer.get("content", {}) else {}}
            for status, answer in _answers(whole, operation)
        }
        paths.setdefault(path, {})[method.lower()] = kept
    schemas: Json = {}
    wanted = [*named(paths)]
    while wanted:
        name = wanted.pop()
        if name not in schemas:
            schemas[name] = whole["components"]["schemas"][name]
            wanted += named(schemas[name])
    kept_schemas = {name: _bare(schemas[name]) for name in sorted(schemas)}
    return {"info": whole["info"], "paths": _bare(paths), "components": {"schemas": kept_schemas}}


def _answers(whole: Json, operation: Json) -> Iterator[tuple[str, Json]]:
    for status, answer in operation["responses"].items():
        if "$ref" in answer:
            yield status, whole["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        else:
            yield status, answer


def named(part: Any) -> Iterator[str]:
    """The schemas that a part of the description refers to."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from named(value)
    elif isinstance(part, list):
        for each in part:
            yield from named(each)


def _bare(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _bare(value) for key, value in part.items() if not (key in WORDS and isinstance(value, str))}
    return [_bare(each) for each in part] if isinstance(part, list) else part


def written(found: Json) -> str:
    """A line for each path and schema, so that a new cut shows what has changed."""
    places = {"paths": found["paths"], "schemas": found["components"]["schemas"]}
    lines = {
        place: ",\n".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items())
        for place, parts in places.items()
    }
    return (
        f'{{"info": {json.dumps(found["info"])},\n"paths": {{\n{lines["paths"]}\n}},\n'
        f'"components": {{"schemas": {{\n{lines["schemas"]}\n}}}}}}\n'
    )


def main(path: str) -> None:
    """Writes the cut anew."""
    found = cut(json.loads(Path(path).read_text()))
    CUT.write_text(written(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
