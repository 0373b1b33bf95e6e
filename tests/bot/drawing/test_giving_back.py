"""What a drawing process gives back to the system."""

from __future__ import annotations

import ctypes

import pytest

from bot.drawing.drawing_process import LARGE, MMAP_THRESHOLD, return_memory


class Glibc:
    def __init__(self) -> None:
        self.options: list[tuple[int, int]] = []

    def mallopt(self, option: int, value: int) -> int:
        self.options.append((option, value))
        return 1


def test_what_is_large_is_given_back_where_the_library_can(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Glibc()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    return_memory()
    assert library.options == [(MMAP_THRESHOLD, LARGE)]


@pytest.mark.parametrize("fault", [OSError("none"), TypeError("no name"), AttributeError("mallopt")])
def test_another_library_is_none_to_be_told(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str | None) -> Glibc:
        raise fault

    monkeypatch.setattr(ctypes, "CDLL", load)
    return_memory()
