"""The configuration, read from the environment and the `.env` file, whatever encoding a program has written it in."""

from __future__ import annotations

import codecs
import io
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dotenv.parser import parse_stream
from pydantic import ValidationError

from bot.cli.refusal import refuse, refuse_all
from bot.settings import Settings

FILE = Path(".env")
OTHERS = ("POSTGRES_PASSWORD", "COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES", "COMPOSE_FILE", "TZ")
"""Names that the file may hold for Docker and the system."""
SIMILAR = 0.8
"""Similarity to a known name, from 0 to 1, from which a name counts as misspelled."""
BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@dataclass(frozen=True)
class EnvironmentFile:
    """The text of the file, and the encoding in which it is written."""

    path: Path
    text: str = ""
    encoding: str = "utf-8"
    exists: bool = False

    @property
    def faults(self) -> list[str]:
        """The faults, a line each: lines without a value, and misspelled names."""
        return [*self._unreadable_lines(), *self._misspelled_names()]

    @property
    def unknown_names(self) -> list[str]:
        """The names that are neither Portolan's nor known names of other programs, and resemble none."""
        return [name for name in self._names() if name not in known_names() and nearest_name(name) is None]

    def _unreadable_lines(self) -> Iterator[str]:
        for binding in parse_stream(io.StringIO(self.text)):
            line = binding.original.line
            if binding.error:
                yield f"{self.path}, line {line}: write NAME=value"
            elif binding.key is not None and binding.value is None:
                yield f"{self.path}, line {line}: {binding.key} has no = and no value"

    def _misspelled_names(self) -> Iterator[str]:
        for name in self._names():
            suggestion = None if name in known_names() else nearest_name(name)
            if suggestion is not None:
                yield f"{self.path}: there is no setting {name}; do you mean {suggestion}?"

    def _names(self) -> Sequence[str]:
        bindings = parse_stream(io.StringIO(self.text))
        return list(dict.fromkeys(binding.key.upper() for binding in bindings if binding.key))


def read_environment_file(path: Path = FILE) -> EnvironmentFile:
    """Read the file: UTF-8, the UTF-16 of PowerShell, or else Windows' own encoding. Raises OSError."""
    if not path.exists():
        return EnvironmentFile(path)
    content = path.read_bytes()
    encoding = encoding_of(content)
    # A byte that even cp1252 does not know may be in a comment; it is no reason not to start.
    return EnvironmentFile(path, content.decode(encoding, errors="replace"), encoding, exists=True)


def encoding_of(content: bytes) -> str:
    """Return the encoding of a file, by its first bytes or by what can be decoded."""
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return encoding
    if b"\0" in content:
        return "utf-16-le"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1" if any(byte in content for byte in b"\x81\x8d\x8f\x90\x9d") else "cp1252"
    return "utf-8"


def known_names() -> set[str]:
    """Return the names of all settings, including earlier names, and those of other programs."""
    names = set(OTHERS)
    for field, info in Settings.model_fields.items():
        alias = info.validation_alias
        names |= {str(choice) for choice in getattr(alias, "choices", [])} or {field}
    return {name.upper() for name in names}


def nearest_name(name: str) -> str | None:
    """Return the setting that a name resembles, or None."""
    similar = get_close_matches(name, sorted(known_names()), 1, SIMILAR)
    return similar[0] if similar else None


def read_settings() -> Settings:
    """Return the configuration; end the program with a line for each fault in it."""
    try:
        file = read_environment_file()
    except OSError as fault:
        refuse(f"{FILE} cannot be read: {fault.strerror or fault}")
    faults = file.faults
    logging.getLogger("dotenv.main").setLevel(logging.ERROR)  # dotenv would name bad lines, too
    source: dict[str, Any] = {"_env_file": file.path, "_env_file_encoding": file.encoding}
    try:
        settings = Settings(**source)
    except ValidationError as fault:
        refuse_all([*faults, *fault_lines(fault)])
    if faults:
        refuse_all(faults)
    return settings


def fault_lines(fault: ValidationError) -> Iterator[str]:
    """Yield a line for each value that cannot be used."""
    for error in fault.errors():
        name = ".".join(map(str, error["loc"])).upper()
        yield f"{name}: {error['msg'].removeprefix('Value error, ')}"
