"""The command `portolan verify`, and reading records of finished games."""

from __future__ import annotations

from collections.abc import Mapping
from errno import errorcode
from pathlib import Path

import typer

import engines
from bot.cli.refusal import WRONG, printable, refuse, refuse_unknown
from bot.wording import LANGUAGES, Texts, language, texts_in
from bot.wording.verdict import fault_sentence, verified_lines
from engines import record

LARGEST = 16 << 20
"""Bytes that a record may have; usual are some tens of thousands."""


def verify_file(file: Path, texts: Texts) -> None:
    """Print that a record is right, or end the program with the first difference."""
    game_record = None
    try:
        game_record = read_record(file, texts)
        game = record.verify(game_record, engines.GAMES)
    except record.RecordFault as fault:
        refuse(f"{file}: {fault_sentence(texts, game_record, fault)}", WRONG)
    typer.echo("\n".join(map(printable, verified_lines(texts, game_record, game.state.turn))))


def texts_for(language_option: str | None, environment: Mapping[str, str]) -> Texts:
    """Return the texts in the `language_option` language, or by default in that of the environment."""
    if language_option is not None:
        refuse_unknown("language", [language_option], LANGUAGES)
        return texts_in(language_option)
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return texts_in(language(next(filter(None, locales), None)))


def read_record(file: Path, texts: Texts) -> record.Record:
    """Return the record of a file; end the program if the file cannot be read. Raises RecordFault for other files."""
    try:
        with file.open("rb") as source:
            content = source.read(LARGEST + 1)
    except FileNotFoundError:
        refuse(f"{file}: {texts.say('record.no_file')}")
    except IsADirectoryError:
        refuse(f"{file}: {texts.say('record.folder')}")
    except OSError as fault:
        refuse(f"{file}: {texts.say('record.unreadable', reason=errorcode.get(fault.errno or 0, '?'))}")
    if len(content) > LARGEST:
        refuse(f"{file}: {texts.say('record.too_large', most=LARGEST >> 20)}", WRONG)
    try:
        return record.decode(content)
    except RecursionError:
        refuse(f"{file}: {texts.say('record.nested')}", WRONG)
