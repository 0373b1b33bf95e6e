"""The records of buttons and selects that only lessons have: ``game_id`` is the number of the lesson."""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, one_of
from bot.interactions.controls import Key, Number, OfTable

LESSON = ("open", "again", "show", "all", "words")
"""Opens the lesson; begins it anew; shows what the task asks for; lists all lessons of the game; tells in words what
its board shows."""


class LessonPlace(OfTable, id="pt:lessonplace:{game_id}:{page}"):
    """A page of what the board of a lesson shows, in words."""

    page: Number


class LessonButton(OfTable, id="pt:lesson:{game_id}:{what}"):
    """Does something with a lesson."""

    what: Annotated[str, one_of(LESSON)]


class LessonList(Component, id="pt:lessons:{game}"):
    """Opens one of the lessons of a game."""

    game: Key


class LearnButton(Component, id="pt:learn:{game}"):
    """Below a lobby: goes on with the lessons of its game, in private."""

    game: Key


class FirstGameButton(Component, id="pt:first:{game}"):
    """After the last lesson: begins a table in the channel, with computers that play easily."""

    game: Key
