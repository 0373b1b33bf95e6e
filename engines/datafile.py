"""Reading a game's data files: numbers with provenance, checked when loaded."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")

_log = logging.getLogger(__name__)


class DataFault(Exception):
    """A data file that is not what the game needs; the text names file and fault."""


def read(package: str, name: str, kind: type[T]) -> T:
    """The file ``data/<name>`` of a game's package as ``kind``; keys that ``kind`` does not name (provenance,
    notes) are left aside. Raises DataFault."""
    text = (files(package) / "data" / name).read_bytes()
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as fault:
        raise DataFault(f"{package} data/{name}: {fault}") from fault


def checked(package: str, name: str, kind: type[T], faults: Callable[[T], list[str]]) -> T:
    """The same, refused for what ``faults`` finds in it."""
    data = read(package, name, kind)
    for fault in faults(data):
        raise DataFault(f"{package} data/{name}: {fault}")
    return data


def note(package: str, name: str, oddity: str) -> None:
    """Something odd that is no fault."""
    _log.warning("%s data/%s: %s", package, name, oddity)
