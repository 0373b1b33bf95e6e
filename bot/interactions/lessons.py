"""The records of the buttons and selects of lessons (``controls``): ``game_id`` is the number of the lesson,
``version`` how much of its task is decided."""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, one_of
from bot.interactions.controls import Key, Number, OfTable, Paged, Placed, SayingWords, ShapeButton

LESSON = ("open", "again", "show", "all", "words")
"""Opens the lesson; begins it anew; shows what the task asks for; lists all lessons of the game; tells in words what
its board shows."""


class LessonWords(SayingWords, id="pt:lw:{game_id}:{version}:{words}"):
    """The next word, or a whole action."""


class LessonSelect(Placed, id="pt:ls:{game_id}:{version}:{place}"):
    """The next word, or a whole action, out of up to 25."""


class LessonPart(SayingWords, id="pt:lx:{game_id}:{version}:{words}"):
    """One piece of an action that is put together."""


class LessonPage(Paged, id="pt:lp:{game_id}:{version}:{page}:{words}"):
    """See Paged."""


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


class LessonShape(ShapeButton, id="pt:lessonshape:{shape}:{game_id}:{words}"):
    """Under the picture of a lesson."""


class FirstGameButton(Component, id="pt:first:{game}"):
    """After the last lesson: begins a table in the channel, with computers that play easily."""

    game: Key
