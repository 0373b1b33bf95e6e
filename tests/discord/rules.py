"""Rules that Discord's documentation has and its description lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.discord.commands import RULES as RULES_OF_COMMANDS
from tests.discord.commands import values_of_choices_fit
from tests.discord.description import ApiRequest, Json, operation

BUTTON = 2
ROW = 1
TEXT_DISPLAY = 10
SELECTS = (3, 5, 6, 7, 8)
LINK = 5
PREMIUM = 6
FILES = 19
RADIO = 21
BOXES = 22
CHOSEN_IN_FORMS = (*SELECTS, FILES, BOXES)
OF_THE_FIRST_KIND = (ROW, BUTTON, *SELECTS)
"""Components that need no flag."""
EMBEDS_SUPPRESSED = 1 << 2
EPHEMERAL = 1 << 6
SILENT = 1 << 12
VOICE = 1 << 13
COMPONENTS_V2 = 1 << 15
OF_POSTS = EMBEDS_SUPPRESSED | SILENT | VOICE | COMPONENTS_V2
COMPLETIONS = 8
FORM = 9
"""Kinds of answers to interactions."""
MIB = 2**20
EMBED_TEXTS = (("title",), ("description",), ("footer", "text"), ("author", "name"))


@dataclass(frozen=True)
class Message:
    """A message that a request writes. ``new``: not one that is changed. ``flags``: which it may have."""

    data: Json
    request: ApiRequest
    new: bool
    flags: int

    @property
    def components(self) -> list[Json]:
        """Return the components of the outermost level."""
        return self.data.get("components") or []

    @property
    def has_v2(self) -> bool:
        return bool((self.data.get("flags") or 0) & COMPONENTS_V2)


def message_of(request: ApiRequest) -> Message | None:
    """Return the message that a request lets the bot write."""
    body = request.body
    path = request.path.split("/")
    if not isinstance(body, dict):
        return None
    new = request.method == "POST"
    if path[1] == "channels" and path[3:4] == ["messages"]:
        return Message(body, request, new, OF_POSTS if new else EMBEDS_SUPPRESSED | COMPONENTS_V2)
    if path[1] == "webhooks":
        return Message(body, request, new, OF_POSTS | EPHEMERAL if new else EMBEDS_SUPPRESSED | COMPONENTS_V2)
    if path[1] == "interactions" and body.get("type") in (4, 5, 7):
        data = body.get("data")
        return Message(data, request, body["type"] == 4, OF_POSTS | EPHEMERAL) if isinstance(data, dict) else None
    return None


def nested(components: Iterable[Json]) -> Iterator[Json]:
    """Yield components with those in them."""
    for component in components:
        yield component
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from nested([*(component.get("components") or ()), *inner])


def twice(values: Iterable[Any]) -> list[Any]:
    return [value for value, times in Counter(values).items() if times > 1]


def content_fits(message: Message) -> Iterator[str]:
    if len(message.data.get("content") or "") > 2000:
        yield f"content of {len(message.data['content'])} characters"


def something_is_said(message: Message) -> Iterator[str]:
    parts = ("content", "embeds", "components", "sticker_ids", "poll", "message_reference")
    if message.new and not message.request.files and not any(message.data.get(part) for part in parts):
        yield "an empty message"


def flags_are_allowed(message: Message) -> Iterator[str]:
    if (message.data.get("flags") or 0) & ~message.flags:
        yield f"flags of {message.data['flags']}"


def mentions_are_named_one_way(message: Message) -> Iterator[str]:
    mentions = message.data.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or ()) and mentions.get(kind):
            yield f"{kind} of allowed_mentions both parsed and listed"


def custom_ids_are_unique(message: Message) -> Iterator[str]:
    given = (component["custom_id"] for component in nested(message.components) if component.get("custom_id"))
    yield from (f"custom id twice: {custom_id}" for custom_id in twice(given))


def options_are_distinct(message: Message) -> Iterator[str]:
    yield from values_twice(message.components)


def values_twice(components: Iterable[Json]) -> Iterator[str]:
    """Yield the values that occur twice in a select or in a choice of a form."""
    for component in nested(components):
        values = twice(option.get("value") for option in component.get("options") or ())
        yield from (f"value twice in a select: {value}" for value in values)


def selects_can_be_answered(message: Message) -> Iterator[str]:
    for component in nested(message.components):
        if component.get("type") in SELECTS and (component.get("min_values") or 0) > (component.get("max_values") or 1):
            yield f"a select of at least {component['min_values']} and at most {component.get('max_values')}"


def buttons_lead_somewhere(message: Message) -> Iterator[str]:
    for component in nested(message.components):
        if component.get("type") != BUTTON:
            continue
        style = component.get("style")
        wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id") if isinstance(style, int) else "custom_id"
        if [key for key in ("custom_id", "url", "sku_id") if component.get(key)] != [wanted]:
            yield f"a button of style {style} with other than {wanted}"
        if style != PREMIUM and not component.get("label") and not component.get("emoji"):
            yield "a button without label and emoji"


def rows_are_full_at_most(message: Message) -> Iterator[str]:
    for row in nested(message.components):
        inside = [component.get("type") for component in row.get("components") or ()] if row.get("type") == ROW else []
        if len(inside) > 1 and any(type in SELECTS for type in inside):
            yield "a select that is not alone in its row"
        if len(inside) > 5:
            yield f"a row of {len(inside)}"


def components_fit(message: Message) -> Iterator[str]:
    every = list(nested(message.components))
    strange = sorted({component.get("type", 0) for component in every} - set(OF_THE_FIRST_KIND))
    if strange and not message.has_v2 and message.new:
        yield f"components of types {strange} without their flag"
    if not strange and not message.has_v2 and len(message.components) > 5:
        yield f"{len(message.components)} rows"
    if len(every) > 40:
        yield f"{len(every)} components"
    if (
        text := sum(len(component.get("content") or "") for component in every if component.get("type") == TEXT_DISPLAY)
    ) > 4000:
        yield f"components with {text} characters"


def with_its_flag_components_say_all(message: Message) -> Iterator[str]:
    if message.has_v2:
        excluded = [key for key in ("content", "embeds", "poll", "sticker_ids") if message.data.get(key)]
        yield from (f"{key} beside components of the second kind" for key in excluded)


def embeds_fit(message: Message) -> Iterator[str]:
    total = 0
    for embed in message.data.get("embeds") or ():
        for path in EMBED_TEXTS:
            value = embed
            for key in path:
                value = (value or {}).get(key)
            total += len(value or "")
        total += sum(len(field.get("name", "")) + len(field.get("value", "")) for field in embed.get("fields") or ())
    if total > 6000:
        yield f"embeds with {total} characters"


def files_are_small(message: Message) -> Iterator[str]:
    sizes = [file.size for file in message.request.files.values()]
    yield from (f"a file of {size} bytes" for size in sizes if size > 10 * MIB)
    if sum(sizes) > 25 * MIB:
        yield f"files of {sum(sizes)} bytes"


def attachments_exist(message: Message) -> Iterator[str]:
    """Yield attachments that are mentioned and neither sent along nor sent before.

    A changed message keeps what it sent.
    """
    mentioned = message.data.get("attachments")
    numbers = [str(attachment.get("id")) for attachment in mentioned or ()]
    sent = {name.removeprefix("files[").removesuffix("]") for name in message.request.files}
    yield from (f"attachment {number} twice" for number in twice(numbers))
    for number in numbers:
        if number not in sent and (message.new or len(number) < 15):  # the ids of what was sent before are long
            yield f"attachment {number}, which is not sent"
    if mentioned is not None:
        yield from (f"file {number} is sent and not mentioned" for number in sorted(sent - set(numbers)))
    names = {file.name for file in message.request.files.values()}
    if message.new:
        pointed = re.findall(r"attachment://([^\s\"']+)", str([message.data.get("embeds"), message.components]))
        yield from (f"{name} is shown and not sent" for name in pointed if name not in names)


RULES: tuple[Callable[[Message], Iterator[str]], ...] = (
    *(content_fits, something_is_said, flags_are_allowed, mentions_are_named_one_way),
    *(custom_ids_are_unique, options_are_distinct, selects_can_be_answered, buttons_lead_somewhere),
    *(rows_are_full_at_most, components_fit, with_its_flag_components_say_all, embeds_fit),
    *(files_are_small, attachments_exist),
)


def form_faults(data: Json) -> Iterator[str]:
    """Yield the faults of a form: five parts, with unique custom ids."""
    parts = data.get("components") or []
    if not 1 <= len(parts) <= 5:
        yield f"a form of {len(parts)} parts"
    given = (component["custom_id"] for component in nested(parts) if component.get("custom_id"))
    yield from (f"custom id twice in a form: {custom_id}" for custom_id in twice(given))
    yield from values_twice(parts)
    for component in nested(parts):
        if (
            component.get("type") in CHOSEN_IN_FORMS
            and component.get("min_values") == 0
            and component.get("required", True)
        ):
            yield f"{component.get('custom_id')} must be filled in, with nothing"
        if (
            component.get("type") == RADIO
            and sum(bool(option.get("default")) for option in component.get("options") or ()) > 1
        ):
            yield f"{component.get('custom_id')} stands at several of its choices"


def documented_faults(request: ApiRequest) -> Iterator[str]:
    """Yield the faults by Discord's documentation of a request that the description finds well."""
    message = message_of(request)
    match = operation(request.method, request.path)
    data = request.body.get("data") if isinstance(request.body, dict) else None
    kind = request.body.get("type") if request.path.startswith("/interactions/") else None
    if message is not None:
        for rule in RULES:
            yield from rule(message)
    elif kind == COMPLETIONS:
        yield from values_of_choices_fit((data or {}).get("choices") or ())
    elif kind == FORM:
        yield from form_faults(data or {})
    elif match is not None and match[0].path == "/applications/{application_id}/commands":
        for check in RULES_OF_COMMANDS:
            yield from check(request.body or [])
