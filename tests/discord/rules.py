"""Rules that Discord's documentation has and its description lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.discord.commands import RULES as RULES_OF_COMMANDS
from tests.discord.commands import values_of_choices_fit
from tests.discord.description import Asked, Json, operation

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
class Said:
    """A message that a request writes. ``new``: not one that is changed. ``flags``: which it may have."""

    data: Json
    asked: Asked
    new: bool
    flags: int

    @property
    def components(self) -> list[Json]:
        """Those of the outermost level."""
        return self.data.get("components") or []

    @property
    def has_v2(self) -> bool:
        return bool((self.data.get("flags") or 0) & COMPONENTS_V2)


def message_of(asked: Asked) -> Said | None:
    """What a request lets the bot say."""
    body = asked.body
    path = asked.path.split("/")
    if not isinstance(body, dict):
        return None
    new = asked.method == "POST"
    if path[1] == "channels" and path[3:4] == ["messages"]:
        return Said(body, asked, new, OF_POSTS if new else EMBEDS_SUPPRESSED | COMPONENTS_V2)
    if path[1] == "webhooks":
        return Said(body, asked, new, OF_POSTS | EPHEMERAL if new else EMBEDS_SUPPRESSED | COMPONENTS_V2)
    if path[1] == "interactions" and body.get("type") in (4, 5, 7):
        data = body.get("data")
        return Said(data, asked, body["type"] == 4, OF_POSTS | EPHEMERAL) if isinstance(data, dict) else None
    return None


def nested(components: Iterable[Json]) -> Iterator[Json]:
    """Components with those in them."""
    for component in components:
        yield component
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from nested([*(component.get("components") or ()), *inner])


def twice(values: Iterable[Any]) -> list[Any]:
    return [value for value, times in Counter(values).items() if times > 1]


def content_fits(said: Said) -> Iterator[str]:
    if len(said.data.get("content") or "") > 2000:
        yield f"content of {len(said.data['content'])} characters"


def something_is_said(said: Said) -> Iterator[str]:
    parts = ("content", "embeds", "components", "sticker_ids", "poll", "message_reference")
    if said.new and not said.asked.files and not any(said.data.get(part) for part in parts):
        yield "an empty message"


def flags_are_allowed(said: Said) -> Iterator[str]:
    if (said.data.get("flags") or 0) & ~said.flags:
        yield f"flags of {said.data['flags']}"


def mentions_are_named_one_way(said: Said) -> Iterator[str]:
    mentions = said.data.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or ()) and mentions.get(kind):
            yield f"{kind} of allowed_mentions both parsed and listed"


def custom_ids_are_unique(said: Said) -> Iterator[str]:
    given = (each["custom_id"] for each in nested(said.components) if each.get("custom_id"))
    yield from (f"custom id twice: {each}" for each in twice(given))


def options_are_distinct(said: Said) -> Iterator[str]:
    yield from values_twice(said.components)


def values_twice(components: Iterable[Json]) -> Iterator[str]:
    """Of selects, and of what is chosen from in forms."""
    for each in nested(components):
        values = twice(option.get("value") for option in each.get("options") or ())
        yield from (f"value twice in a select: {value}" for value in values)


def selects_can_be_answered(said: Said) -> Iterator[str]:
    for each in nested(said.components):
        if each.get("type") in SELECTS and (each.get("min_values") or 0) > (each.get("max_values") or 1):
            yield f"a select of at least {each['min_values']} and at most {each.get('max_values')}"


def buttons_lead_somewhere(said: Said) -> Iterator[str]:
    for each in nested(said.components):
        if each.get("type") != BUTTON:
            continue
        style = each.get("style")
        wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id") if isinstance(style, int) else "custom_id"
        if [key for key in ("custom_id", "url", "sku_id") if each.get(key)] != [wanted]:
            yield f"a button of style {style} with other than {wanted}"
        if style != PREMIUM and not each.get("label") and not each.get("emoji"):
            yield "a button without label and emoji"


def rows_are_full_at_most(said: Said) -> Iterator[str]:
    for row in nested(said.components):
        inside = [each.get("type") for each in row.get("components") or ()] if row.get("type") == ROW else []
        if len(inside) > 1 and any(type in SELECTS for type in inside):
            yield "a select that is not alone in its row"
        if len(inside) > 5:
            yield f"a row of {len(inside)}"


def components_fit(said: Said) -> Iterator[str]:
    every = list(nested(said.components))
    strange = sorted({each.get("type", 0) for each in every} - set(OF_THE_FIRST_KIND))
    if strange and not said.has_v2 and said.new:
        yield f"components of types {strange} without their flag"
    if not strange and not said.has_v2 and len(said.components) > 5:
        yield f"{len(said.components)} rows"
    if len(every) > 40:
        yield f"{len(every)} components"
    if (text := sum(len(each.get("content") or "") for each in every if each.get("type") == TEXT_DISPLAY)) > 4000:
        yield f"components with {text} characters"


def with_its_flag_components_say_all(said: Said) -> Iterator[str]:
    if said.has_v2:
        beside = [key for key in ("content", "embeds", "poll", "sticker_ids") if said.data.get(key)]
        yield from (f"{key} beside components of the second kind" for key in beside)


def embeds_fit(said: Said) -> Iterator[str]:
    total = 0
    for embed in said.data.get("embeds") or ():
        for way in EMBED_TEXTS:
            found = embed
            for key in way:
                found = (found or {}).get(key)
            total += len(found or "")
        total += sum(len(each.get("name", "")) + len(each.get("value", "")) for each in embed.get("fields") or ())
    if total > 6000:
        yield f"embeds with {total} characters"


def files_are_small(said: Said) -> Iterator[str]:
    sizes = [file.size for file in said.asked.files.values()]
    yield from (f"a file of {size} bytes" for size in sizes if size > 10 * MIB)
    if sum(sizes) > 25 * MIB:
        yield f"files of {sum(sizes)} bytes"


def attachments_exist(said: Said) -> Iterator[str]:
    """What is mentioned is sent along, or was sent before; of a message that is changed nothing sent is left out."""
    mentioned = said.data.get("attachments")
    numbers = [str(each.get("id")) for each in mentioned or ()]
    sent = {name.removeprefix("files[").removesuffix("]") for name in said.asked.files}
    yield from (f"attachment {number} twice" for number in twice(numbers))
    for number in numbers:
        if number not in sent and (said.new or len(number) < 15):  # the ids of what was sent before are long
            yield f"attachment {number}, which is not sent"
    if mentioned is not None:
        yield from (f"file {number} is sent and not mentioned" for number in sorted(sent - set(numbers)))
    names = {file.name for file in said.asked.files.values()}
    if said.new:
        pointed = re.findall(r"attachment://([^\s\"']+)", str([said.data.get("embeds"), said.components]))
        yield from (f"{name} is shown and not sent" for name in pointed if name not in names)


RULES: tuple[Callable[[Said], Iterator[str]], ...] = (
    *(content_fits, something_is_said, flags_are_allowed, mentions_are_named_one_way),
    *(custom_ids_are_unique, options_are_distinct, selects_can_be_answered, buttons_lead_somewhere),
    *(rows_are_full_at_most, components_fit, with_its_flag_components_say_all, embeds_fit),
    *(files_are_small, attachments_exist),
)


def form_faults(data: Json) -> Iterator[str]:
    """A form: five parts, with unique custom ids."""
    parts = data.get("components") or []
    if not 1 <= len(parts) <= 5:
        yield f"a form of {len(parts)} parts"
    given = (each["custom_id"] for each in nested(parts) if each.get("custom_id"))
    yield from (f"custom id twice in a form: {each}" for each in twice(given))
    yield from values_twice(parts)
    for each in nested(parts):
        if each.get("type") in CHOSEN_IN_FORMS and each.get("min_values") == 0 and each.get("required", True):
            yield f"{each.get('custom_id')} must be filled in, with nothing"
        if each.get("type") == RADIO and sum(bool(option.get("default")) for option in each.get("options") or ()) > 1:
            yield f"{each.get('custom_id')} stands at several of its choices"


def documented_faults(asked: Asked) -> Iterator[str]:
    """What the documentation has against a request that the description finds well."""
    said = message_of(asked)
    found = operation(asked.method, asked.path)
    data = asked.body.get("data") if isinstance(asked.body, dict) else None
    kind = asked.body.get("type") if asked.path.startswith("/interactions/") else None
    if said is not None:
        for rule in RULES:
            yield from rule(said)
    elif kind == COMPLETIONS:
        yield from values_of_choices_fit((data or {}).get("choices") or ())
    elif kind == FORM:
        yield from form_faults(data or {})
    elif found is not None and found[0].path == "/applications/{application_id}/commands":
        for check in RULES_OF_COMMANDS:
            yield from check(asked.body or [])
