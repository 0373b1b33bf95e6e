"""Panels of a lesson: text and task above the choices of its position, the result, and the list of all lessons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

import discord
from discord import ButtonStyle

from bot.delivery.board_description import chapters, neighbouring_pages, pages
from bot.delivery.compose import fit
from bot.interactions.components import Component, Sent, one_of
from bot.interactions.controls import Key, Number, OfTable
from bot.interactions.limits import CHOICES, OPTION
from bot.panel.layout import Kit, Panel, move_panel
from bot.panel.panel_controls import SessionKind
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Action, lessons
from engines.lessons import Lesson, next_course, next_in_course

OWN_ROW = 3
"""The row of a lesson's own buttons, below the choices."""
LESSON = ("open", "again", "show", "all", "words")
"""Verbs of lesson buttons.

open: open the lesson; again: start it again; show: show the solution of the task; all: list all lessons of the game;
words: describe the board in words.
"""


class LessonPlace(OfTable, id="pt:lessonplace:{game_id}:{page}"):
    """The button to a page of a lesson's board in words."""

    page: Number


class LessonButton(OfTable, id="pt:lesson:{game_id}:{what}"):
    """The button that opens a lesson or shows something about it."""

    what: Annotated[str, one_of(LESSON)]


class LessonList(Component, id="pt:lessons:{game}"):
    """The select that opens one of the lessons of a game."""

    game: Key


class LearnButton(Component, id="pt:learn:{game}"):
    """The button below a lobby that continues the lessons of its game in private."""

    game: Key


class FirstGameButton(Component, id="pt:first:{game}"):
    """The button after the last lesson that starts a game in the channel against easy computer players."""

    game: Key


def kit(decided: int, seat: int) -> Kit:
    """Return the kit for the components of a lesson's panel; ``decided`` is the number of decisions made."""
    return Kit(decided, SessionKind.LESSON, seat)


def text_id(lesson: Lesson, part: str) -> str:
    """Return the id of a text of a lesson; ``part`` is "title", "text", "task" or "done" (the final text)."""
    return f"{lesson.game}.lesson.{lesson.id}.{part}"


def titled(lesson: Lesson, texts: Texts) -> str:
    """Return the title of a lesson with its number in its course."""
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
    """Return the panel of a lesson with its task and the choices of its position.

    The first lesson of a course begins with how the game is won. Once the person has pressed something, the long texts
    are left out, so that a phone shows the reaction without scrolling.
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
    """Return a page of the board in words, with buttons to the other pages and back to the lesson."""
    page_texts, _ = pages(chapters(table, texts, seat))
    view = discord.ui.View(timeout=None)
    page = min(page, len(page_texts) - 1)
    for target, label in neighbouring_pages(texts, page, len(page_texts)):
        view.add_item(LessonPlace(lesson.number, target).button(label))
    back_button = kit(table.row.version, seat).page(lesson.number, 0)
    view.add_item(back_button.button(texts.say("button.lesson_back"), ButtonStyle.success))
    return Panel(page_texts[page], view)


def done_panel(lesson: Lesson, texts: Texts, happened: Sequence[str], thoughts: Sequence[str]) -> Panel:
    """Return the panel of a finished lesson: the result, the strong player's opinion, the button to the next lesson."""
    view = discord.ui.View(timeout=None)
    lines = [titled(lesson, texts)]
    lines += [*happened, "", texts.say("lesson.done", text=texts.say(text_id(lesson, "done")))]
    if thoughts:
        lines += ["", texts.say("lesson.strong"), *thoughts]
    following = next_in_course(lesson)
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
    """Return the id of a text about a course.

    Args:
        lesson: A lesson of the course.
        part: "begin" for how the game is won and how a turn goes, "end" for advice on winning.
    """
    return f"{lesson.game}.lesson.{part}.{lesson.course}" if lesson.course else f"{lesson.game}.lesson.{part}"


def list_panel(game: str, texts: Texts, finished_lessons: Collection[int], current: Lesson) -> Panel:
    """Return the panel with all lessons of a game, finished ones ticked, and the button for a first game."""
    view = discord.ui.View(timeout=None)
    all_lessons = [lesson for name in lessons.courses(game) for lesson in lessons.course(game, name)]
    options = [
        discord.SelectOption(
            label=within(f"{'✓ ' if lesson.number in finished_lessons else ''}{titled_plainly(lesson, texts)}", OPTION),
            value=str(lesson.number),
            default=lesson == current,
        )
        for lesson in all_lessons
    ]
    view.add_item(LessonList(game).select(options[:CHOICES], texts.say("lesson.choose")))
    view.add_item(_first_game(game, texts))
    count = sum(lesson.number in finished_lessons for lesson in all_lessons)
    return Panel(texts.say("lesson.all", game=texts.title(game), count=count, of=len(all_lessons)), view)


def titled_plainly(lesson: Lesson, texts: Texts) -> str:
    """Return the title of a lesson without formatting, after the name of its course if the course has one."""
    course = f"{texts.say(f'{lesson.game}.course.{lesson.course}')}: " if lesson.course else ""
    return f"{course}{texts.say(text_id(lesson, 'title'))}"


def _first_game(game: str, texts: Texts) -> Sent:
    return FirstGameButton(game).button(texts.say("button.first_game"), ButtonStyle.success, row=OWN_ROW)


def _add(view: discord.ui.View, lesson: Lesson, texts: Texts, verbs: Sequence[str]) -> None:
    for verb in verbs:
        view.add_item(LessonButton(lesson.number, verb).button(texts.say(f"button.lesson_{verb}"), row=OWN_ROW))
