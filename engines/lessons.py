"""Lessons: positions that real games have come to, each with a task, for whom a game is new.

They are data (``data/lessons.json`` of each game): how the game began, the moves that led to the position, what is
to be decided there. Their texts are the catalogues'.
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
"""Between decisions of which each will do."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a task.

    ``number``: by which buttons know it; it is never given again, and from one hundred times the place of its game
    on. ``course``: of which lessons it is one, where a game
    has several. ``rules``: those of which version it was begun with. ``moves`` ("0: rondel market1") lead to the
    position. ``task``: what the seat that is to act then decides, one thing after the other, in the game's notation:
    ``*`` stands for anything, ``|`` between decisions of which each will do.
    """

    number: int
    id: str
    course: str = ""
    rules: int = 1
    seats: int
    seed: int
    options: dict[str, str] = {}
    moves: list[str] = []
    task: list[str]
    game: str = ""


class FirstGame(msgspec.Struct, frozen=True):
    """How many sit at a first game after the lessons, and with which options it is easiest."""

    seats: int
    options: dict[str, str] = {}


class _File(msgspec.Struct):
    first_game: FirstGame
    options: dict[str, str]
    """The options of all lessons: those that came later have their default."""
    lessons: list[Lesson]


_FILES = {game: datafile.read(f"engines.{game}", "lessons.json", _File) for game in GAMES}
LESSONS: Mapping[int, Lesson] = {
    lesson.number: msgspec.structs.replace(lesson, game=game, options=_FILES[game].options | lesson.options)
    for game in GAMES
    for lesson in _FILES[game].lessons
}
"""All lessons by their numbers, game by game in the order in which they are taken."""
FIRST_GAMES: Mapping[str, FirstGame] = {game: found.first_game for game, found in _FILES.items()}
"""By the keys of the games."""


def courses(game: str) -> list[str]:
    """The courses of a game, in order."""
    return list(dict.fromkeys(lesson.course for lesson in LESSONS.values() if lesson.game == game))


def course(game: str, name: str) -> list[Lesson]:
    """The lessons of a course, in order."""
    return [lesson for lesson in LESSONS.values() if (lesson.game, lesson.course) == (game, name)]


@cache
def begun(number: int) -> Game:
    """Return the game of a lesson as it stands where its task begins."""
    lesson = LESSONS[number]
    kind = GAMES[lesson.game]
    game = kind.by_rules(lesson.rules, lesson.seats, lesson.seed, **lesson.options)
    for move in lesson.moves:
        seat, _, words = move.partition(": ")
        game.play(int(seat), parse(words))
    return game


def learner(lesson: Lesson) -> int:
    """The seat that has the task."""
    return begun(lesson.number).to_act[0]


def position(lesson: Lesson, decided: Sequence[str] = ()) -> Game:
    """The game as it stands after what was decided for the task. Raises IllegalAction for what cannot be."""
    game = begun(lesson.number).copy()
    seat = learner(lesson)
    for words in decided:
        game.play(seat, parse(words))
    return game


def fits(lesson: Lesson, place: int, action: Action) -> bool:
    """Whether an action is what the task asks for at this place."""
    return place < len(lesson.task) and any(
        fnmatchcase(notation(action), each.strip()) for each in lesson.task[place].split(EITHER)
    )


def wanted(lesson: Lesson, decided: Sequence[str]) -> list[Action]:
    """The legal actions with which the task goes on; none: it is done."""
    game = position(lesson, decided)
    place = len(decided)
    seat = learner(lesson)
    return [action for action in game.legal(seat) if fits(lesson, place, action)] if place < len(lesson.task) else []


class Learned(msgspec.Struct, frozen=True):
    """How far somebody is with a game: the lesson that is open (``at``), what was ``decided`` in it, and the lessons
    that are ``done``."""

    at: int = 0
    decided: tuple[str, ...] = ()
    done: tuple[int, ...] = ()

    @property
    def lesson(self) -> Lesson | None:
        return LESSONS.get(self.at)

    def opened(self, number: int) -> Learned:
        """With another lesson open, from its beginning."""
        return Learned(number, (), self.done)

    def with_decision(self, action: Action) -> Learned:
        """After one more decision; the lesson is done when nothing of its task is left."""
        lesson = LESSONS[self.at]
        decided = (*self.decided, notation(action))
        done = (*self.done, self.at) if len(decided) >= len(lesson.task) and self.at not in self.done else self.done
        return Learned(self.at, decided, done)


def going_on(game: str, learned: Learned) -> Lesson | None:
    """Where somebody goes on with a game: the lesson that is open, else the first that is not done, else the first.
    None: it has no lessons."""
    found = [lesson for lesson in LESSONS.values() if lesson.game == game]
    if learned.lesson in found and learned.at not in learned.done:
        return learned.lesson
    return next((lesson for lesson in found if lesson.number not in learned.done), next(iter(found), None))


def next_of(lesson: Lesson) -> Lesson | None:
    """The lesson after this one; None: it is the last of its course."""
    found = course(lesson.game, lesson.course)
    place = found.index(lesson)
    return found[place + 1] if place + 1 < len(found) else None


def next_course(lesson: Lesson) -> Lesson | None:
    """With which lesson the course after this one's begins; None: there is none."""
    names = courses(lesson.game)
    place = names.index(lesson.course) + 1
    return course(lesson.game, names[place])[0] if place < len(names) else None
