"""What a lesson looks like: its text and task above the panel of its position; what comes of it; the list of all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

import discord
from discord import ButtonStyle

from bot.delivery.compose import fit
from bot.delivery.in_words import chapters, pages, ways
from bot.interactions.components import Component, Sent, one_of
from bot.interactions.controls import Key, Number, OfTable
from bot.interactions.limits import CHOICES, OPTION
from bot.panel.layout import Kit, Panel, move_panel
from bot.panel.panel_controls import SessionKind
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Action, lessons
from engines.lessons import Lesson, next_course, next_of

OWN_ROW = 3
"""Where the buttons of the lesson stand, below the choices."""
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


def kit(decided: int, seat: int) -> Kit:
    """Return what the choices of a lesson's panel belong to."""
    return Kit(decided, SessionKind.LESSON, seat)


def text_id(lesson: Lesson, part: str) -> str:
    """Return the id of a text of a lesson: its ``title``, ``text``, ``task``, or what is ``done``."""
    return f"{lesson.game}.lesson.{lesson.id}.{part}"


def titled(lesson: Lesson, texts: Texts) -> str:
    """Return the title of a lesson with its place among those of its course."""
    all_of_course = lessons.course(lesson.game, lesson.course)
    place = all_of_course.index(lesson) + 1
    count = len(all_of_course)
    return texts.say("lesson.head", place=place, count=count, title=texts.say(text_id(lesson, "title")))


def task_panel(
    lesson: Lesson,
    table: Table,
    seat: int,
    texts: Texts,
    *,
    prefix: Action = (),
    page: int = 0,
    heading: str = "",
) -> Panel:
    """Return the lesson with its task, and all that may be decided; above the first of a course, how the game is won.

    Who has pressed something since finds what came of it there, which a phone would not show below all that.
    """
    decided = table.row.version
    lines = [titled(lesson, texts)]
    begun = bool(decided or heading or prefix or page)
    if not begun:
        begins = lessons.course(lesson.game, lesson.course)[0] == lesson
        lines = [*([texts.say(course_id(lesson, "begin")), ""] if begins else []), *lines]
        lines.append(texts.say(text_id(lesson, "text")))
    task = texts.say("lesson.task", task=texts.say(text_id(lesson, "task")))
    above = "\n".join([*lines, task, *([heading] if heading else []), ""])
    panel = move_panel(table, seat, texts, None, prefix, page, above, kit=kit(decided, seat))
    _add(panel.view, lesson, texts, ["show", *(["again"] if begun else []), "all", "words"])
    return panel


def in_words(lesson: Lesson, table: Table, seat: int, texts: Texts, page: int) -> Panel:
    """Return a page of what the board shows, with the ways to the others and back to the lesson."""
    shown, _ = pages(chapters(table, texts, seat))
    view = discord.ui.View(timeout=None)
    page = min(page, len(shown) - 1)
    for to, label in ways(texts, page, len(shown)):
        view.add_item(LessonPlace(lesson.number, to).button(label))
    back = kit(table.row.version, seat).page(lesson.number, 0)
    view.add_item(back.button(texts.say("button.lesson_back"), ButtonStyle.success))
    return Panel(shown[page], view)


def done_panel(lesson: Lesson, texts: Texts, happened: Sequence[str], thoughts: Sequence[str]) -> Panel:
    """Return the panel of a finished lesson: what the decision has brought, the strong player's view, the way on."""
    view = discord.ui.View(timeout=None)
    lines = [titled(lesson, texts)]
    lines += [*happened, "", texts.say("lesson.done", text=texts.say(text_id(lesson, "done")))]
    if thoughts:
        lines += ["", texts.say("lesson.strong"), *thoughts]
    following = next_of(lesson)
    course = None if following else next_course(lesson)
    if course is not None:
        label = texts.say("button.lesson_course", course=texts.say(f"{lesson.game}.course.{course.course}"))
        view.add_item(LessonButton(course.number, "open").button(label, ButtonStyle.success, row=OWN_ROW))
    if following is None:
        lines += [
            "",
            texts.say(course_id(lesson, "end")),
            texts.say("lesson.first_game", new=texts.command("game new")),
        ]
        view.add_item(_first_game(lesson.game, texts))
    else:
        label = texts.say("button.lesson_next")
        view.add_item(LessonButton(following.number, "open").button(label, ButtonStyle.success, row=OWN_ROW))
    _add(view, lesson, texts, ["again", "all"])
    return Panel(fit(lines), view)


def course_id(lesson: Lesson, part: str) -> str:
    """Return the id of what is said of a course.

    ``begin``: how it is won and how a turn goes; ``end``: what wins.
    """
    return f"{lesson.game}.lesson.{part}.{lesson.course}" if lesson.course else f"{lesson.game}.lesson.{part}"


def list_panel(game: str, texts: Texts, done: Collection[int], current: Lesson) -> Panel:
    """Return all lessons of a game, the done ones ticked, and the first game after them."""
    view = discord.ui.View(timeout=None)
    all_lessons = [lesson for name in lessons.courses(game) for lesson in lessons.course(game, name)]
    options = [
        discord.SelectOption(
            label=within(f"{'✓ ' if lesson.number in done else ''}{titled_plainly(lesson, texts)}", OPTION),
            value=str(lesson.number),
            default=lesson == current,
        )
        for lesson in all_lessons
    ]
    view.add_item(LessonList(game).select(options[:CHOICES], texts.say("lesson.choose")))
    view.add_item(_first_game(game, texts))
    count = sum(lesson.number in done for lesson in all_lessons)
    return Panel(texts.say("lesson.all", game=texts.title(game), count=count, of=len(all_lessons)), view)


def titled_plainly(lesson: Lesson, texts: Texts) -> str:
    """Return the title of a lesson without formatting, for a list.

    The name of its course stands before it, where the course has one.
    """
    course = f"{texts.say(f'{lesson.game}.course.{lesson.course}')}: " if lesson.course else ""
    return f"{course}{texts.say(text_id(lesson, 'title'))}"


def _first_game(game: str, texts: Texts) -> Sent:
    return FirstGameButton(game).button(texts.say("button.first_game"), ButtonStyle.success, row=OWN_ROW)


def _add(view: discord.ui.View, lesson: Lesson, texts: Texts, wanted: Sequence[str]) -> None:
    for verb in wanted:
        view.add_item(LessonButton(lesson.number, verb).button(texts.say(f"button.lesson_{verb}"), row=OWN_ROW))
