"""A lesson as a table of somebody alone, and how far each person has come with the lessons of a game."""

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
"""Under this name a person's settings have how far the person is, by game."""


def read(settings: Json, game: str) -> Learned:
    """How far somebody is, out of the person's settings; nothing has been learned where that cannot be read."""
    try:
        kept = msgspec.convert(settings[SETTING][game], Learned)
        if kept.lesson is not None:
            lessons.position(kept.lesson, kept.decided)
    except (KeyError, TypeError, msgspec.ValidationError, IllegalAction):
        return Learned()
    return kept


class Lessons:
    """What people have learned."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def learned(self, user: int, game: str) -> Learned:
        """How far somebody is with a game."""
        async with self.database.reading() as session:
            return read(await people.settings(session, user), game)

    async def keep(self, user: int, game: str, learned: Learned) -> None:
        """Remembers how far somebody is."""
        kept = msgspec.to_builtins(learned)
        async with self.database.transaction() as session:
            await people.change_settings(session, user, lambda stands: {SETTING: {**_all(stands), game: kept}})


def _all(settings: Json) -> Json:
    found = settings.get(SETTING)
    return found if isinstance(found, dict) else {}


def lesson_of(number: int) -> Lesson:
    """The lesson of a number. Raises Refused."""
    if number not in LESSONS:
        raise Refused("error.no_lesson")
    return LESSONS[number]


def beginning(game: str, learned: Learned) -> Lesson:
    """Where somebody goes on with a game. Raises Refused for a game without lessons."""
    found = lessons.going_on(game, learned)
    if found is None:
        raise Refused("error.no_lesson")
    return found


def table_of(lesson: Lesson, decided: Sequence[str], user: int, names: Sequence[str]) -> Table:
    """The table of a lesson, with the person at the seat that has the task. ``names``: of everybody, from that seat on
    clockwise."""
    game, seat = lessons.position(lesson, decided), lessons.learner(lesson)
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
    seated = [
        SeatRow(
            game_id=lesson.number,
            number=number,
            user_id=user if number == seat else None,
            computer=None if number == seat else "easy",
            name=names[(number - seat) % lesson.seats],
        )
        for number in range(lesson.seats)
    ]
    return Table(row, seated, game)
