"""Log lines that would come in thousands come once a minute, with their number."""

from __future__ import annotations

from bot.work.log_limits import SUBJECTS, LogLimit


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_first_line_comes_at_once_and_the_next_after_a_minute_with_what_came_meanwhile() -> None:
    clock = Clock()
    limit = LogLimit(clock=clock)
    assert limit.admit("a") == 1
    assert [limit.admit("a") for _ in range(5)] == [0] * 5
    assert limit.unlogged("a") == 5
    clock.now = 60
    assert limit.admit("a") == 6
    assert limit.admit("a") == 0


def test_subjects_do_not_hold_up_each_other() -> None:
    limit = LogLimit(clock=Clock())
    assert [limit.admit(subject) for subject in "abab"] == [1, 1, 0, 0]


def test_a_forgotten_subject_is_told_at_once() -> None:
    limit = LogLimit(clock=Clock())
    assert [limit.admit("a"), limit.admit("a")] == [1, 0]
    limit.forget("a")
    assert limit.admit("a") == 1


def test_no_more_subjects_are_remembered_than_there_is_room_for() -> None:
    limit = LogLimit(clock=Clock())
    for subject in range(SUBJECTS + 1):
        limit.admit(subject)
    assert limit.admit(0) == 1
    assert limit.admit(SUBJECTS) == 0
