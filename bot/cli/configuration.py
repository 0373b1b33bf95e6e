"""Reading the configuration."""

from __future__ import annotations

from pydantic import ValidationError

from bot.cli.refusal import refuse
from bot.settings import Settings


def read_settings() -> Settings:
    """The configuration; ends the program with one line when a value is not understood."""
    try:
        return Settings()
    except ValidationError as fault:
        first = fault.errors()[0]
        refuse(f"{'.'.join(map(str, first['loc'])).upper()}: {first['msg'].removeprefix('Value error, ')}")
