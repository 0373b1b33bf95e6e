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
class Asked:
    """A request. ``path`` begins behind the version; ``files`` by the name of their part."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    files: Mapping[str, File] = field(default_factory=dict)


@cache
def described() -> Json:
    """The description as it was cut."""
    found: Json = json.loads(CUT.read_text())
    return found


@cache
def operation(method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
    """What a path asks for, and its variables; of several the one with the fewest."""
    found = [
        (Operation(method, template), match.groupdict())
        for template, methods in described()["paths"].items()
        if method.lower() in methods and (match := _pattern(template).fullmatch(path))
    ]
    return min(found, key=lambda each: len(each[1]), default=None)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)))


def request_faults(asked: Asked) -> Iterator[str]:
    """What the description has against a request: path and method, variables, query, body, parts."""
    found = operation(asked.method, asked.path)
    if found is None:
        yield "not among the operations of the bot (tests.discord.operations)"
        return
    which, variables = found
    yield from _parameter_faults(which, variables, asked.query)
    body = _described(which).get("requestBody")
    if body is None:
        if asked.body is not None or asked.files:
            yield "a body where none is described"
    elif asked.body is None and body["required"]:
        yield "no body"
    elif asked.body is not None:
        yield from faults(_sent(which), asked.body)
    if asked.files and not (body and FILES in body["content"]):
        yield "files where none are described"
    yield from (f"no such part: {name}" for name in asked.files if not re.fullmatch(r"files\[\d\]", name))


def _described(which: Operation) -> Json:
    found: Json = described()["paths"][which.path][which.method.lower()]
    return found


def _parameter_faults(which: Operation, variables: Mapping[str, str], query: Mapping[str, Any]) -> Iterator[str]:
    known = {(each["in"], each["name"]): each for each in _described(which)["parameters"]}
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
    """A word of an address as what it means."""
    if type == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(str(word).lower(), word)
    return int(word) if type == "integer" and str(word).isdecimal() else str(word)


def answer_faults(asked: Asked, status: int | None, body: Any) -> Iterator[str]:
    """What it has against an answer. ``status`` None: one that is well. What it does not know is left alone there,
    as clients do."""
    found = operation(asked.method, asked.path)
    if found is None:
        return
    answers = _described(found[0])["responses"]
    good = [answer for answer in answers if answer.startswith("2")] if status is None else [str(status)]
    if status is not None and status >= 400:
        good = ["429" if status == 429 else "4XX"]
    if body is None:
        if all(JSON in answers.get(each, {}).get("content", ()) for each in good):
            yield "no answer"
        return
    checked = next((each for each in good if JSON in answers.get(each, {}).get("content", {})), None)
    if checked is None:
        yield f"answered with {status}, which is not described"
    else:
        yield from faults(_answered(found[0], checked), body)


def schema_faults(name: str, value: Any) -> Iterator[str]:
    """What a schema of what Discord tells has against a value."""
    yield from faults(_told_as(name), value)


@cache
def _told_as(name: str) -> jsonschema_rs.Draft202012Validator:
    return _compiled({"$ref": f"#/components/schemas/{name}"}, sent=False)


@cache
def _components(*, sent: bool) -> Json:
    """The schemas. What is sent has no fields that are not described."""
    schemas: Json = described()["components"]["schemas"]
    if sent:
        schemas = _closed(schemas) | {SNOWFLAKE: SENT_SNOWFLAKE}
        for name, fields in ALSO_TAKEN.items():
            schemas[name]["properties"] |= fields
    return {"schemas": schemas}


def _closed(part: Any) -> Any:
    if isinstance(part, dict):
        kept = {key: _closed(value) for key, value in part.items()}
        if part.get("type") == "object" and not part.keys() & {"additionalProperties", "allOf"}:
            kept["additionalProperties"] = False
        return kept
    return [_closed(each) for each in part] if isinstance(part, list) else part


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
    found = (
        parameter
        for parameter in _described(which)["parameters"]
        if (parameter["in"], parameter["name"]) == (place, name)
    )
    return _compiled(next(found)["schema"], sent=True)


def faults(validator: jsonschema_rs.Draft202012Validator, value: Any) -> Iterator[str]:
    """What a schema has against a value, each with its place."""
    try:
        well = validator.is_valid(value)
    except (TypeError, ValueError):  # of types that only Python has
        value = json.loads(json.dumps(value))
        well = validator.is_valid(value)
    if not well:
        for error in validator.iter_errors(value):
            yield from _told(error)


def _told(error: jsonschema_rs.ValidationError) -> Iterator[str]:
    """Where one of several schemas was to hold, what the one that was probably meant has against it."""
    context = getattr(error.kind, "context", None)
    if context:
        place = len(error.instance_path)
        for each in min(context, key=lambda branch: _strangeness(branch, place)):
            yield from _told(each)
    else:
        message = error.message
        if len(message) > 2 * WORD:
            message = f"{message[:WORD]} … {message[-WORD:]}"
        yield f"{'.'.join(map(str, error.instance_path)) or 'the whole'}: {message}"


def _strangeness(branch: list[jsonschema_rs.ValidationError], place: int) -> tuple[bool, bool, int]:
    """How little a schema may have been meant: of another type, of another kind of value, or with many faults."""
    other = any(list(each.instance_path[place:]) == ["type"] for each in branch)
    kind = any(len(each.instance_path) == place and each.kind.name == "type" for each in branch)
    names = sum(len(getattr(each.kind, "unexpected", ())) for each in branch)
    return other, kind, names + sum(len([*_told(each)]) for each in branch)
