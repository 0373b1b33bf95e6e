"""Checking the record of a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from errno import errorcode
from pathlib import Path

import typer

import engines
from bot.cli.refusal import WRONG, printable, refuse, refuse_unknown
from bot.wording import LANGUAGES, Texts, language, texts_in
from bot.wording.verdict import right, wrong
from engines import record

LARGEST = 16 << 20
"""Bytes; records have some tens of thousands."""


def verify_file(file: Path, texts: Texts) -> None:
    """Says that the record is right, or ends the program with the first difference."""
    kept = None
    try:
        kept = read_record(file, texts)
        game = record.verify(kept, engines.GAMES)
    except record.RecordFault as fault:
        refuse(f"{file}: {wrong(texts, kept, fault)}", WRONG)
    typer.echo("\n".join(map(printable, right(texts, kept, game.state.turn))))


def spoken(chosen: str | None, environment: Mapping[str, str]) -> Texts:
    """The texts in the ``chosen`` language; by itself in that of the environment, as other programs read it."""
    if chosen is not None:
        refuse_unknown("language", [chosen], LANGUAGES)
        return texts_in(chosen)
    set_to = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return texts_in(language(next(filter(None, set_to), None)))


def read_record(file: Path, texts: Texts) -> record.Record:
    """What a file holds, or ends the program: it is none. Raises RecordFault for what is no record."""
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
