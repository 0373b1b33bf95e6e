"""Lessons: their positions can be played to, their tasks done, and nothing else does them."""

from __future__ import annotations

import pytest

from engines import GAMES, IllegalAction, lessons
from engines.lessons import LESSONS, Lesson
from engines.record import notation

EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: f"{lesson.game}-{lesson.id}")


def test_every_game_has_lessons_whose_numbers_begin_with_its_place() -> None:
    for place, game in enumerate(GAMES, 1):
        lessons = [lesson for lesson in LESSONS.values() if lesson.game == game]
        assert 8 <= len(lessons) <= 24
        assert {lesson.number // 100 for lesson in lessons} == {place}
        assert len({(lesson.course, lesson.id) for lesson in lessons}) == len(lessons)


@EVERY_LESSON
def test_a_position_is_sound_and_its_task_can_be_done(lesson: Lesson) -> None:
    decided = list[str]()
    while wanted := lessons.solutions(lesson, decided):
        game = lessons.position(lesson, decided)
        assert game.audit() == []
        assert lessons.learner(lesson) in game.to_act
        decided.append(notation(wanted[0]))
    assert len(decided) == len(lesson.task), decided
    assert lessons.position(lesson, decided).audit() == []


@EVERY_LESSON
def test_the_task_is_a_choice(lesson: Lesson) -> None:
    game = lessons.position(lesson)
    legal = game.legal(lessons.learner(lesson))
    others = [action for action in legal if not lessons.fits(lesson, 0, action)]
    assert others
    assert len(lessons.solutions(lesson, [])) + len(others) == len(legal)


def test_the_position_of_a_lesson_stays_as_it_is() -> None:
    lesson = LESSONS[101]
    before = lessons.position(lesson).dump()
    lessons.position(lesson).play(lessons.learner(lesson), lessons.solutions(lesson, [])[0])
    assert lessons.position(lesson).dump() == before
    with pytest.raises(IllegalAction):
        lessons.position(lesson, ["rondel nowhere"])


def test_a_task_may_be_done_in_either_order() -> None:
    market = next(lesson for lesson in LESSONS.values() if lesson.id == "market" and lesson.game == "navegador")
    first, second = (notation(action) for action in lessons.solutions(market, []))
    assert [notation(action) for action in lessons.solutions(market, [first])] == [second]
    assert [notation(action) for action in lessons.solutions(market, [second])] == [first]
    assert lessons.solutions(market, [first, second]) == []
