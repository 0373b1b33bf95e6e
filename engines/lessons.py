"""Lessons for people who are new to a game: positions from real games, each with a task.

A lesson is data (``data/lessons.json`` of each game): the start of a game, the moves to the position, and the decisions
that solve the task. The texts are in the catalogues of the bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache

import msgspec

from engines import GAMES, Game, datafile
from engines.messages import Action
from engines.record import notation, parse

EITHER = "|"
"""The separator between alternative decisions of a task."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a task."""

    number: int
    """The number by which buttons identify the lesson; it is never reused. Each game has its own hundred."""
    id: str
    """The id by which the texts of the lesson are found."""
    course: str = ""
    """The course that the lesson belongs to; empty: the game has only one."""
    rules: int = 1
    """The version of the rules."""
    seats: int
    """The number of seats."""
    seed: int
    """The seed of the game."""
    options: dict[str, str] = {}
    """The options of the game and their values."""
    moves: list[str] = []
    """The moves that lead to the position, such as "0: rondel market1"."""
    task: list[str]
    """The decisions that the seat to act has to make, in order and in the game's notation; ``*`` matches any text, and
    ``|`` separates alternatives."""
    game: str = ""
    """The key of the game."""


class FirstGame(msgspec.Struct, frozen=True):
    """The table that is easiest for a first game after the lessons."""

    seats: int
    """The number of seats."""
    options: dict[str, str] = {}
    """The options of the game and their values."""


class _File(msgspec.Struct):
    """The contents of the lessons file of a game."""

    first_game: FirstGame
    options: dict[str, str]
    """The options of all lessons; options that the game got later have their defaults."""
    lessons: list[Lesson]


_FILES = {game: datafile.read(f"engines.{game}", "lessons.json", _File) for game in GAMES}
LESSONS: Mapping[int, Lesson] = {
    lesson.number: msgspec.structs.replace(lesson, game=game, options=_FILES[game].options | lesson.options)
    for game in GAMES
    for lesson in _FILES[game].lessons
}
"""All lessons by their numbers, game by game in the order in which people take them."""
FIRST_GAMES: Mapping[str, FirstGame] = {game: file.first_game for game, file in _FILES.items()}
"""The tables for first games by the keys of the games."""


def courses(game: str) -> list[str]:
    """Return the names of the courses of a game, in order."""
    return list(dict.fromkeys(lesson.course for lesson in LESSONS.values() if lesson.game == game))


def course(game: str, name: str) -> list[Lesson]:
    """Return the lessons of a course, in order."""
    return [lesson for lesson in LESSONS.values() if (lesson.game, lesson.course) == (game, name)]


@cache
def start_position(number: int) -> Game:
    """Return the game of a lesson where its task begins; it is cached, so callers must not change it."""
    lesson = LESSONS[number]
    kind = GAMES[lesson.game]
    game = kind.by_rules(lesson.rules, lesson.seats, lesson.seed, **lesson.options)
    for move in lesson.moves:
        seat, _, words = move.partition(": ")
        game.play(int(seat), parse(words))
    return game


def learner(lesson: Lesson) -> int:
    """Return the seat that has the task."""
    return start_position(lesson.number).to_act[0]


def position(lesson: Lesson, decided: Sequence[str] = ()) -> Game:
    """Return a copy of the game of a lesson after some decisions of its task.

    Raises:
        IllegalAction: A decision is not legal.
    """
    game = start_position(lesson.number).copy()
    seat = learner(lesson)
    for words in decided:
        game.play(seat, parse(words))
    return game


def fits(lesson: Lesson, place: int, action: Action) -> bool:
    """Return whether an action is a solution of the decision with index ``place`` of the task."""
    if place >= len(lesson.task):
        return False
    patterns = lesson.task[place].split(EITHER)
    return any(fnmatchcase(notation(action), pattern.strip()) for pattern in patterns)


def solutions(lesson: Lesson, decided: Sequence[str]) -> list[Action]:
    """Return the legal actions that solve the next decision of the task; empty: the task is done."""
    game = position(lesson, decided)
    return [action for action in game.legal(learner(lesson)) if fits(lesson, len(decided), action)]


class Learned(msgspec.Struct, frozen=True):
    """A person's progress in the lessons of a game."""

    at: int = 0
    """The number of the open lesson; 0: none."""
    decided: tuple[str, ...] = ()
    """The decisions that were made in the open lesson."""
    done: tuple[int, ...] = ()
    """The numbers of the lessons that are done."""

    @property
    def lesson(self) -> Lesson | None:
        """The open lesson; None: none is open, or it no longer exists."""
        return LESSONS.get(self.at)

    def opened(self, number: int) -> Learned:
        """Return the progress with another lesson opened at its beginning."""
        return Learned(number, (), self.done)

    def with_decision(self, action: Action) -> Learned:
        """Return the progress after one more decision, with the lesson done if this was its last one."""
        lesson = LESSONS[self.at]
        decided = (*self.decided, notation(action))
        done = (*self.done, self.at) if len(decided) >= len(lesson.task) and self.at not in self.done else self.done
        return Learned(self.at, decided, done)


def lesson_to_continue(game: str, learned: Learned) -> Lesson | None:
    """Return the lesson with which a person continues a game; None: it has no lessons.

    This is the open lesson unless it is done, else the first lesson that is not done, else the first one.
    """
    lessons = [lesson for lesson in LESSONS.values() if lesson.game == game]
    if learned.lesson in lessons and learned.at not in learned.done:
        return learned.lesson
    return next((lesson for lesson in lessons if lesson.number not in learned.done), next(iter(lessons), None))


def next_in_course(lesson: Lesson) -> Lesson | None:
    """Return the lesson after this one; None: it is the last of its course."""
    lessons = course(lesson.game, lesson.course)
    place = lessons.index(lesson)
    return lessons[place + 1] if place + 1 < len(lessons) else None


def next_course(lesson: Lesson) -> Lesson | None:
    """Return the first lesson of the course after this lesson's; None: there is no further course."""
    names = courses(lesson.game)
    place = names.index(lesson.course) + 1
    return course(lesson.game, names[place])[0] if place < len(names) else None
