"""What Discord's description says of a request and of what answers it, checked with compiled schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jsonschema_rs

from tests.discord.cut import CUT, FILES, JSON
from tests.discord.operations import Operation

Json = dict[str, Any]
SNOWFLAKE = "SnowflakeType"
SENT_SNOWFLAKE: Json = {
    "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]
}
"""Discord answers with strings, and takes numbers too."""
NO: Json = {"const": False}
ALSO_TAKEN: Mapping[str, Json] = {
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},  # as the documentation says
    # discord.py sends this along with every change of a message, and Discord passes it over.
    "MessageEditRequestPartial": {"tts": NO},
    "IncomingWebhookUpdateRequestPartial": {"tts": NO},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": NO},
}
"""Fields that the description lacks, by schema."""
WORD = 100
"""Characters of a fault that are shown at most, from its beginning and its end."""


@dataclass(frozen=True)
class File:
    """What is uploaded: its name, and how many bytes."""

    name: str
    size: int


@dataclass(frozen=True)
class ApiRequest:
    """A request. ``path`` begins behind the version; ``files`` by the name of their part."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    files: Mapping[str, File] = field(default_factory=dict)


@cache
def described() -> Json:
    """Return the description as it was cut."""
    description: Json = json.loads(CUT.read_text())
    return description


@cache
def operation(method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
    """Return the operation of a path with its variables; of several the one with the fewest."""
    candidates = [
        (Operation(method, template), match.groupdict())
        for template, methods in described()["paths"].items()
        if method.lower() in methods and (match := _pattern(template).fullmatch(path))
    ]
    return min(candidates, key=lambda candidate: len(candidate[1]), default=None)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)))


def request_faults(request: ApiRequest) -> Iterator[str]:
    """Yield the faults of a request: of its path and method, variables, query, body, parts."""
    match = operation(request.method, request.path)
    if match is None:
        yield "not among the operations of the bot (tests.discord.operations)"
        return
    which, variables = match
    yield from _parameter_faults(which, variables, request.query)
    body = _described(which).get("requestBody")
    if body is None:
        if request.body is not None or request.files:
            yield "a body where none is described"
    elif request.body is None and body["required"]:
        yield "no body"
    elif request.body is not None:
        yield from faults(_sent(which), request.body)
    if request.files and not (body and FILES in body["content"]):
        yield "files where none are described"
    yield from (f"no such part: {name}" for name in request.files if not re.fullmatch(r"files\[\d\]", name))


def _described(which: Operation) -> Json:
    described_operation: Json = described()["paths"][which.path][which.method.lower()]
    return described_operation


def _parameter_faults(which: Operation, variables: Mapping[str, str], query: Mapping[str, Any]) -> Iterator[str]:
    known = {(parameter["in"], parameter["name"]): parameter for parameter in _described(which)["parameters"]}
    given = {("path", name): value for name, value in variables.items()}
    given |= {("query", name): value for name, value in query.items()}
    for place, name in given.keys() - known.keys():
        yield f"no such parameter of the {place}: {name}"
    for (place, name), parameter in known.items():
        if (place, name) in given:
            value = _read(given[place, name], parameter["schema"].get("type"))
            yield from (f"{name}: {fault}" for fault in faults(_parameter(which, place, name), value))
        elif parameter.get("required"):
            yield f"the {place} lacks {name}"


def _read(word: Any, type: str | None) -> Any:
    """Return a word of an address as the value that it means."""
    if type == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(str(word).lower(), word)
    return int(word) if type == "integer" and str(word).isdecimal() else str(word)


def answer_faults(request: ApiRequest, status: int | None, body: Any) -> Iterator[str]:
    """Yield the faults of an answer; ``status`` None: a successful one. Unknown fields are ignored, as clients do."""
    match = operation(request.method, request.path)
    if match is None:
        return
    answers = _described(match[0])["responses"]
    good = [answer for answer in answers if answer.startswith("2")] if status is None else [str(status)]
    if status is not None and status >= 400:
        good = ["429" if status == 429 else "4XX"]
    if body is None:
        if all(JSON in answers.get(status_key, {}).get("content", ()) for status_key in good):
            yield "no answer"
        return
    checked = next((status_key for status_key in good if JSON in answers.get(status_key, {}).get("content", {})), None)
    if checked is None:
        yield f"answered with {status}, which is not described"
    else:
        yield from faults(_answered(match[0], checked), body)


def schema_faults(name: str, value: Any) -> Iterator[str]:
    """Yield the faults of a value by a schema of Discord's answers."""
    yield from faults(_told_as(name), value)


@cache
def _told_as(name: str) -> jsonschema_rs.Draft202012Validator:
    return _compiled({"$ref": f"#/components/schemas/{name}"}, sent=False)


@cache
def _components(*, sent: bool) -> Json:
    """Return the schemas; those of requests allow no fields that are not described."""
    schemas: Json = described()["components"]["schemas"]
    if sent:
        schemas = _closed(schemas) | {SNOWFLAKE: SENT_SNOWFLAKE}
        for name, fields in ALSO_TAKEN.items():
            schemas[name]["properties"] |= fields
    return {"schemas": schemas}


def _closed(part: Any) -> Any:
    if isinstance(part, dict):
        closed = {key: _closed(value) for key, value in part.items()}
        if part.get("type") == "object" and not part.keys() & {"additionalProperties", "allOf"}:
            closed["additionalProperties"] = False
        return closed
    return [_closed(entry) for entry in part] if isinstance(part, list) else part


def _compiled(schema: Json, *, sent: bool) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        schema | {"components": _components(sent=sent)}, validate_formats=True, ignore_unknown_formats=True
    )


@cache
def _sent(which: Operation) -> jsonschema_rs.Draft202012Validator:
    return _compiled(_described(which)["requestBody"]["content"][JSON]["schema"], sent=True)


@cache
def _answered(which: Operation, status: str) -> jsonschema_rs.Draft202012Validator:
    return _compiled(_described(which)["responses"][status]["content"][JSON]["schema"], sent=False)


@cache
def _parameter(which: Operation, place: str, name: str) -> jsonschema_rs.Draft202012Validator:
    parameters = (
        parameter
        for parameter in _described(which)["parameters"]
        if (parameter["in"], parameter["name"]) == (place, name)
    )
    return _compiled(next(parameters)["schema"], sent=True)


def faults(validator: jsonschema_rs.Draft202012Validator, value: Any) -> Iterator[str]:
    """Yield the faults of a value, each with its place."""
    try:
        well = validator.is_valid(value)
    except (TypeError, ValueError):  # of types that only Python has
        value = json.loads(json.dumps(value))
        well = validator.is_valid(value)
    if not well:
        for error in validator.iter_errors(value):
            yield from _told(error)


def _told(error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """Yield the faults of an error.

    Where one of several schemas had to hold, they are those of the schema that was probably meant.
    """
    context = getattr(error.kind, "context", None)
    if context:
        place = len(error.instance_path)
        for cause in min(context, key=lambda branch: _strangeness(branch, place)):
            yield from _told(cause)
    else:
        message = error.message
        if len(message) > 2 * WORD:
            message = f"{message[:WORD]} … {message[-WORD:]}"
        yield f"{'.'.join(map(str, error.instance_path)) or 'the whole'}: {message}"


def _strangeness(branch: list[jsonschema_rs.ValidationError], place: int) -> tuple[bool, bool, int]:
    """Return how unlikely a schema was meant: another type, another kind of value, or many faults."""
    is_other_type = any(list(error.instance_path[place:]) == ["type"] for error in branch)
    is_other_kind = any(len(error.instance_path) == place and error.kind.name == "type" for error in branch)
    names = sum(len(getattr(error.kind, "unexpected", ())) for error in branch)
    return is_other_type, is_other_kind, names + sum(len([*_told(error)]) for error in branch)
