"""The configuration, read from the environment and the `.env` file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from bot.cli import environment_file
from bot.cli.refusal import refuse, refuse_all
from bot.settings import Settings


def read_settings() -> Settings:
    """Return the configuration; end the program with a line for each fault in it."""
    try:
        file = environment_file.read()
    except OSError as fault:
        refuse(f"{environment_file.FILE} cannot be read: {fault.strerror or fault}")
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
