"""The documentation's rules of commands as they are registered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any
from unicodedata import category, name

from tests.discord.description import Json, described

CHAT = 1
USER = 2
MESSAGE = 3
MOST = {CHAT: 100, USER: 15, MESSAGE: 15}
SCRIPTS = ("DEVANAGARI", "THAI")
"""Of these any sign may stand in a name, also vowels that are no letters."""
LEVELS = (1, 2)
"""Types of options that are commands themselves."""


def kind(command: Json) -> int:
    return command.get("type") or CHAT


def parts(command: Json) -> Iterator[Json]:
    """A command and its options, those of its subcommands too."""
    yield command
    for option in command.get("options") or ():
        yield from parts(option)


def longest(named: Mapping[str, Any], key: str) -> int:
    words = [named.get(key) or "", *(named.get(f"{key}_localizations") or {}).values()]
    return max(len(str(word)) for word in words)


def length(command: Json) -> int:
    """Characters that count: names, descriptions and values, of several languages the longest."""
    total = 0
    for part in parts(command):
        total += longest(part, "name") + longest(part, "description")
        for choice in part.get("choices") or ():
            total += longest(choice, "name") + len(str(choice.get("value", "")))
    return total


def commands_are_short(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        if (total := length(command)) > 8000:
            yield f"/{command['name']} has {total} characters"


def commands_are_few(commands: Sequence[Json]) -> Iterator[str]:
    for type, number in Counter(map(kind, commands)).items():
        if number > MOST.get(type, 1):
            yield f"{number} commands of type {type}"


def names_are_unique(commands: Sequence[Json]) -> Iterator[str]:
    for (_, word), number in Counter((kind(each), each.get("name")) for each in commands).items():
        if number > 1:
            yield f"two commands {word}"
    for command in commands:
        for part in parts(command):
            for word, number in Counter(each.get("name") for each in part.get("options") or ()).items():
                if number > 1:
                    yield f"/{command['name']}: two options {word}"


@cache
def well_named(word: str) -> bool:
    """Letters, digits, hyphens, underscores and apostrophes, small where there are small ones."""
    return 1 <= len(word) <= 32 and word == word.lower() and all(map(_stands_in_names, word))


def _stands_in_names(sign: str) -> bool:
    return sign in "-_'" or category(sign)[0] in "LN" or name(sign, "").split(" ")[0] in SCRIPTS


def names_are_well_formed(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        if kind(command) == CHAT:
            for part in parts(command):
                for word in (part.get("name", ""), *(part.get("name_localizations") or {}).values()):
                    if not well_named(word):
                        yield f"/{command['name']}: no name: {word!r}"


def languages_are_known(commands: Sequence[Json]) -> Iterator[str]:
    known = {each["const"] for each in described()["components"]["schemas"]["AvailableLocalesEnum"]["oneOf"]}
    for command in commands:
        for part in parts(command):
            for named in (part, *(part.get("choices") or ())):
                for key in ("name_localizations", "description_localizations"):
                    yield from (
                        f"/{command['name']}: no language: {each}" for each in (named.get(key) or {}).keys() - known
                    )


def descriptions_are_where_they_belong(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        if kind(command) == CHAT:
            for part in parts(command):
                if not part.get("description"):
                    yield f"/{command['name']}: {part.get('name')} is not described"
        elif command.get("description"):
            yield f"{command['name']}: a description, which only commands that are typed have"
        elif command.get("options"):
            yield f"{command['name']}: options, which only commands that are typed have"


def what_is_required_comes_first(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        for part in parts(command):
            needed = [bool(each.get("required")) for each in part.get("options") or () if each["type"] not in LEVELS]
            if needed != sorted(needed, reverse=True):
                yield f"/{command['name']}: something required after what is not"


def choices_or_completions(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        for part in parts(command):
            if part.get("autocomplete") and part.get("choices"):
                yield f"/{command['name']}: {part.get('name')} has choices and completions"


def values_of_choices_fit(choices: Sequence[Json]) -> Iterator[str]:
    for choice in choices:
        if len(str(choice.get("value", ""))) > 100:
            yield f"a value of {len(str(choice['value']))} characters"


def choices_fit(commands: Sequence[Json]) -> Iterator[str]:
    for command in commands:
        for part in parts(command):
            yield from values_of_choices_fit(part.get("choices") or ())


RULES: tuple[Callable[[Sequence[Json]], Iterator[str]], ...] = (
    *(commands_are_short, commands_are_few, names_are_unique, names_are_well_formed),
    *(languages_are_known, descriptions_are_where_they_belong, what_is_required_comes_first, choices_or_completions),
    choices_fit,
)
