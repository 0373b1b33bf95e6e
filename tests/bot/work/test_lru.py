"""A dictionary of bounded size drops the least recently used entry."""

from __future__ import annotations

import pytest

from bot.interactions.services import MOST_COMPUTER_PANELS, MOST_PENDING_QUESTIONS, PendingQuestion, Services
from bot.work.lru import LruDict


def filled_dict(*keys: int, size: int = 3) -> LruDict[int, str]:
    entries = LruDict[int, str](size)
    for key in keys:
        entries[key] = f"value {key}"
    return entries


def test_it_holds_no_more_than_its_size_and_forgets_the_oldest() -> None:
    assert list(filled_dict(1, 2, 3, 4, 5)) == [3, 4, 5]


def test_what_is_read_or_set_again_stays() -> None:
    entries = filled_dict(1, 2, 3)
    assert entries.get(1) == "value 1"
    entries[2] = "another"
    entries[4] = "value 4"
    assert dict(entries) == {1: "value 1", 2: "another", 4: "value 4"}


def test_looking_through_all_entries_uses_none() -> None:
    entries = filled_dict(1, 2, 3)
    assert [key for key, _ in entries.items()] == [1, 2, 3]
    assert [*entries.values()] == ["value 1", "value 2", "value 3"]
    assert 1 in entries
    entries[4] = "value 4"
    assert 1 not in entries


def test_an_entry_can_be_taken_out() -> None:
    entries = filled_dict(1, 2)
    assert entries.pop(1) == "value 1"
    assert entries.pop(1, None) is None
    with pytest.raises(KeyError):
        del entries[1]
    assert len(entries) == 1


def test_questions_of_panels_and_panels_for_computers_are_bounded() -> None:
    services = Services(*[object()] * 4)  # type: ignore[arg-type]
    for person in range(MOST_PENDING_QUESTIONS + 5):
        services.pending_questions[person, 1] = PendingQuestion(version=person)
    assert len(services.pending_questions) == MOST_PENDING_QUESTIONS
    assert (4, 1) not in services.pending_questions
    for person in range(MOST_COMPUTER_PANELS + 5):
        services.computer_panels[person, 1] = object()  # type: ignore[assignment]
    assert len(services.computer_panels) == MOST_COMPUTER_PANELS
