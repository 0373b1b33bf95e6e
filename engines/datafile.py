"""Read the data files of games, whose numbers carry their source, and check them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")

_log = logging.getLogger(__name__)


class DataFault(Exception):
    """Raised for a data file that the game cannot use; the text names file and fault."""


def read(package: str, name: str, kind: type[T]) -> T:
    """Return the data file ``data/<name>`` of a game's package.

    Keys that ``kind`` does not name, such as sources and notes, are ignored.

    Raises:
        DataFault: The file is not of this kind.
    """
    text = (files(package) / "data" / name).read_bytes()
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as fault:
        raise DataFault(f"{package} data/{name}: {fault}") from fault


def checked(package: str, name: str, kind: type[T], faults: Callable[[T], list[str]]) -> T:
    """Return a data file after a check of its content.

    Raises:
        DataFault: The file is not of this kind, or ``faults`` finds something in it.
    """
    data = read(package, name, kind)
    for fault in faults(data):
        raise DataFault(f"{package} data/{name}: {fault}")
    return data


def note(package: str, name: str, oddity: str) -> None:
    """Log something odd in a data file that is no fault."""
    _log.warning("%s data/%s: %s", package, name, oddity)
