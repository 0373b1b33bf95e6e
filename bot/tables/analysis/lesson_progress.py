"""Lessons: a lesson as a table of one person, and how far each person has come with the lessons of a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.tables.table import Refused, Table
from engines import IllegalAction, lessons
from engines.lessons import LESSONS, Learned, Lesson
from storage import people
from storage.database import Database
from storage.models import GameRow, Json, SeatRow, Status

SETTING = "lessons"
"""The setting of a person that holds the progress, by game."""


def read_progress(settings: Json, game: str) -> Learned:
    """Return a person's progress with a game, out of the person's settings; none if it cannot be read."""
    try:
        progress = msgspec.convert(settings[SETTING][game], Learned)
        if progress.lesson is not None:
            lessons.position(progress.lesson, progress.decided)
    except (KeyError, TypeError, msgspec.ValidationError, IllegalAction):
        return Learned()
    return progress


class LessonProgress:
    """The stored progress of people with lessons."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def load(self, user: int, game: str) -> Learned:
        """Return a person's progress with a game."""
        async with self.database.reading() as session:
            return read_progress(await people.settings(session, user), game)

    async def store(self, user: int, game: str, progress: Learned) -> None:
        """Store a person's progress with a game."""
        stored = msgspec.to_builtins(progress)

        def changed(settings: Json) -> Json:
            return {SETTING: {**_progress_by_game(settings), game: stored}}

        async with self.database.transaction() as session:
            await people.change_settings(session, user, changed)


def _progress_by_game(settings: Json) -> Json:
    progress = settings.get(SETTING)
    return progress if isinstance(progress, dict) else {}


def find_lesson(number: int) -> Lesson:
    """Return the lesson of a number. Raises Refused if there is none."""
    if number not in LESSONS:
        raise Refused("error.no_lesson")
    return LESSONS[number]


def next_lesson(game: str, progress: Learned) -> Lesson:
    """Return the lesson with which a person goes on. Raises Refused for a game without lessons."""
    lesson = lessons.lesson_to_continue(game, progress)
    if lesson is None:
        raise Refused("error.no_lesson")
    return lesson


def lesson_table(lesson: Lesson, decided: Sequence[str], user: int, names: Sequence[str]) -> Table:
    """Return the table of a lesson after these decisions, with the person at the seat that has the task.

    `names` are those of all players, clockwise from that seat.
    """
    game = lessons.position(lesson, decided)
    learner_seat = lessons.learner(lesson)
    row = GameRow(
        id=lesson.number,
        key=lesson.game,
        channel_id=0,
        status=Status.RUNNING,
        host_id=user,
        seats=lesson.seats,
        options=game.state.options,
        seed=f"{lesson.seed:032x}",
        commitment="",
        rules_version=lesson.rules,
        version=len(decided),
        turn=game.state.turn,
    )
    seats = [
        SeatRow(
            game_id=lesson.number,
            number=number,
            user_id=user if number == learner_seat else None,
            computer=None if number == learner_seat else "easy",
            name=names[(number - learner_seat) % lesson.seats],
        )
        for number in range(lesson.seats)
    ]
    return Table(row, seats, game)
