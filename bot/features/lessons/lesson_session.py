"""/learn: lessons of a game in a private panel, their tasks, and their answers to moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import structlog
from discord import app_commands

import engines
import render
from bot.delivery.illustrating import AT_ONCE, Attachment, as_far_as_drawn, board_picture, decision_picture
from bot.delivery.reason_phrases import better_phrases
from bot.features.lessons.lesson_layout import (
    LearnButton,
    LessonButton,
    LessonList,
    LessonPlace,
    done_panel,
    in_words,
    kit,
    list_panel,
    task_panel,
)
from bot.features.table_option import everywhere
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import on_choice, on_press
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, shape_button
from bot.panel.layout import Panel, add_at_end
from bot.panel.panel_controls import PanelShape, SessionKind
from bot.panel.presenter import present
from bot.panel.session import narrow
from bot.tables import Refused, Table
from bot.tables.analysis import hint_search
from bot.tables.analysis.lesson_progress import find_lesson, lesson_table, next_lesson
from bot.thinking.ideas import Idea, compared_ideas
from bot.thinking.order import question
from bot.wording import Texts, texts_in
from bot.wording.escaping import unformatted
from bot.wording.languages import FALLBACK
from engines import Action, Event, Game, IllegalAction, lessons
from engines.lessons import Learned, Lesson
from engines.record import parse
from render.shape import Shape

log = structlog.get_logger()

PATIENCE_SECONDS = 5.0
"""Seconds to wait for the strong player's opinion; after that the lesson is shown without it."""
MOST_SOLUTIONS = 3
"""The largest number of actions that a solution names, if a task has several."""
OTHERS = ("Aurora", "Bruno", "Cosima", "Dario", "Elia")
"""The names of the other players at the table of a lesson."""
GAME_CHOICES = [app_commands.Choice(name=texts_in(FALLBACK).title(key), value=key) for key in engines.GAMES]


def _table(interaction: Interaction, lesson: Lesson, learned: Learned) -> Table:
    """Return the table of a lesson after the decisions that the person has made in it."""
    # The stored decisions are those of the lesson that was opened last.
    decided = learned.decided if learned.at == lesson.number else ()
    return lesson_table(lesson, decided, interaction.user.id, (interaction.user.display_name, *OTHERS))


async def go_on(interaction: Interaction, game: str) -> None:
    """Show the lesson with which the person continues."""
    learned = await services_of(interaction).tables.lessons.load(interaction.user.id, game)
    lesson = next_lesson(game, learned)
    if learned.at != lesson.number or lesson.number in learned.done:  # begin it, or begin it again
        learned = await _store(interaction, lesson, learned.opened(lesson.number))
    await _show(interaction, lesson, learned)


async def open_lesson(interaction: Interaction, number: int, request: str) -> None:
    """Carry out a lesson button.

    Args:
        interaction: The interaction.
        number: The number of the lesson.
        request: One of ``lesson_layout.LESSON``: "all" lists the lessons, "show" the solutions, "words" describes the
            board, all others begin the lesson.
    """
    lesson = find_lesson(number)
    learned = await services_of(interaction).tables.lessons.load(interaction.user.id, lesson.game)
    texts = await texts_for(interaction)
    if request == "all":
        await present(
            interaction, _table(interaction, lesson, learned), list_panel(lesson.game, texts, learned.done, lesson)
        )
    elif request == "show":
        table = _table(interaction, lesson, learned)
        solutions = lessons.solutions(lesson, learned.decided if learned.at == number else ())
        actions = texts.alternatives([_named(table, texts, action) for action in solutions[:MOST_SOLUTIONS]])
        text_id = "lesson.shown" if len(solutions) <= MOST_SOLUTIONS else "lesson.shown_some"
        await _show(interaction, lesson, learned, heading=texts.say(text_id, actions=actions, n=len(solutions)))
    elif request == "words":
        await describe(interaction, number, 0)
    else:
        await _show(interaction, lesson, await _store(interaction, lesson, learned.opened(number)))


async def describe(interaction: Interaction, number: int, page: int) -> None:
    """Show a page of a lesson's board in words, after the decisions that the person has made."""
    lesson = find_lesson(number)
    learned = await services_of(interaction).tables.lessons.load(interaction.user.id, lesson.game)
    table = _table(interaction, lesson, learned)
    texts = await texts_for(interaction)
    await present(interaction, table, in_words(lesson, table, lessons.learner(lesson), texts, page))


@dataclass(frozen=True)
class LessonSession:
    """The move panel in a lesson: actions that solve the task are played, all others are explained."""

    interaction: Interaction
    number: int

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the lesson after the person's decisions; if ``version`` is an older one, drop the chosen words."""
        lesson, learned = await self._learned()
        if learned.at != self.number:
            learned = await _store(self.interaction, lesson, learned.opened(self.number))
        if version not in (None, len(learned.decided)):
            prefix = ()
            page = 0
        await _show(self.interaction, lesson, learned, prefix=prefix, page=page, heading=heading)

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the game of the lesson, the seat of the learner (None: not open), and the number of decisions made."""
        lesson, learned = await self._learned()
        seat = lessons.learner(lesson) if learned.at == self.number else None
        return _table(self.interaction, lesson, learned).game, seat, len(learned.decided)

    async def play(self, words: Action, *, version: int) -> None:
        """Play an action if it solves the task; otherwise explain why another one is better.

        ``version`` is the number of decisions that the person's panel shows as made; with an outdated one nothing is
        played.
        """
        lesson, learned = await self._learned()
        if learned.at != self.number or version != len(learned.decided) or version >= len(lesson.task):
            await self.show()
            return
        table = _table(self.interaction, lesson, learned)
        seat = lessons.learner(lesson)
        texts = await texts_for(self.interaction)
        words = table.game.normal(seat, words)
        if words not in table.game.legal(seat):
            show = partial(_show, self.interaction, lesson, learned)
            if await narrow(self.interaction, table, seat, texts, words, kit(version, seat), show):
                return
            if refused := _refused(table, texts, seat, words):
                await show(heading=refused)
                return
        if not lessons.fits(lesson, version, words):
            explanation = await _explanation(self.interaction, lesson, learned, table, texts, words)
            await _show(self.interaction, lesson, learned, heading=explanation)
            return
        events = table.game.play(seat, words)
        learned = await _store(self.interaction, lesson, learned.with_decision(words))
        await _show(self.interaction, lesson, learned, events=events)

    async def _learned(self) -> tuple[Lesson, Learned]:
        """Return the lesson and the person's progress in the lessons of its game."""
        lesson = find_lesson(self.number)
        return lesson, await services_of(self.interaction).tables.lessons.load(self.interaction.user.id, lesson.game)


async def _store(interaction: Interaction, lesson: Lesson, learned: Learned) -> Learned:
    """Store the person's progress, and return it."""
    await services_of(interaction).tables.lessons.store(interaction.user.id, lesson.game, learned)
    return learned


async def _show(
    interaction: Interaction,
    lesson: Lesson,
    learned: Learned,
    *,
    prefix: Action = (),
    page: int = 0,
    heading: str = "",
    events: Sequence[Event] = (),
) -> None:
    """Show the lesson with its board; once its task is solved, show its end.

    Args:
        interaction: The interaction.
        lesson: The lesson.
        learned: The person's progress.
        prefix: The words of an action that are already chosen.
        page: The page of the choices.
        heading: The first lines; "": how far the person has come.
        events: What the last decision has caused.
    """
    table = _table(interaction, lesson, learned)
    texts = await texts_for(interaction)
    seat = lessons.learner(lesson)
    shape = await own_shape(interaction)
    visible_events = [event for event in events if event.shown_to(seat)]
    panel: Panel
    is_solved = table.row.version >= len(lesson.task)
    if is_solved:
        outcome = texts.at(table.game, table.names).events(lesson.game, visible_events, table.names)
        panel = done_panel(lesson, texts, outcome, await _thoughts(interaction, lesson, learned, texts))
    else:
        so_far = texts.say("lesson.so_far") if table.row.version else ""
        panel = task_panel(lesson, table, seat, texts, prefix=prefix, page=page, heading=heading or so_far)
        add_at_end(
            panel.view, shape_button(PanelShape(other_shape(shape), lesson.number, prefix, SessionKind.LESSON), texts)
        )
    await present(interaction, table, panel, await _pictures(table, texts, shape, visible_events, seat, panel.offer))


async def _pictures(
    table: Table, texts: Texts, shape: Shape, visible_events: Sequence[Event], seat: int, offer: Sequence[Action]
) -> list[Attachment]:
    """Draw the map with the codes of the offered places, or the board if the offer names no places."""
    if render.marks(table.game.view(seat), offer, table.names):
        with suppress(TimeoutError):
            map_of_places = await decision_picture(table, texts, shape, seat, offer, is_late=True)
            if map_of_places is not None:
                return [map_of_places]
    return await as_far_as_drawn(lambda: board_picture(table, texts, shape, visible_events, seat, time_limit=AT_ONCE))


def _named(table: Table, texts: Texts, action: Action) -> str:
    """Return an action in words, with its costs and gains if another legal action has the same words."""
    texts = texts.at(table.game, table.names)
    key = table.row.key
    game = table.game
    name = texts.action(key, action, table.names)
    seat = next(iter(game.to_act), None)
    hint = None if seat is None else game.hint(seat, action)
    if hint is None or seat is None:
        return name
    same_names = [legal for legal in game.legal(seat) if texts.action(key, legal, table.names) == name]
    if len(same_names) <= 1:
        return name
    return f"{name} ({unformatted(texts.message(key, hint, table.names))})"


def _refused(table: Table, texts: Texts, seat: int, words: Action) -> str:
    """Return the line that says why the rules do not allow an action; "" if they do."""
    try:
        table.game.check(seat, words)
    except IllegalAction as fault:
        return f"✗ {texts.at(table.game, table.names).message(table.row.key, fault.reason, table.names)}"
    return ""


async def _explanation(
    interaction: Interaction, lesson: Lesson, learned: Learned, table: Table, texts: Texts, played_action: Action
) -> str:
    """Return the text about a legal action that does not solve the task, with the strong player's reasons."""
    seat = lessons.learner(lesson)
    solutions = lessons.solutions(lesson, learned.decided)
    answer = texts.say("lesson.other", action=_named(table, texts, played_action))
    if not solutions:
        return answer
    solution = solutions[0]
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    ideas = await _in_time(_compared_ideas(interaction, table, seat, solution, played_action), lesson, deadline) or []
    by_action = {idea.action: idea for idea in ideas}
    if not {solution, played_action} <= by_action.keys():
        return answer
    if ideas[0].action == played_action:  # the strong player prefers the person's action
        return f"{answer}\n-# {texts.say('lesson.other_too')}"
    phrases = better_phrases(table, texts.at(table.game, table.names), by_action[played_action])
    return f"{answer}\n-# {_with_reasons(texts, texts.say('lesson.rather'), phrases)}"


async def _thoughts(interaction: Interaction, lesson: Lesson, learned: Learned, texts: Texts) -> list[str]:
    """Return the strong player's choice in the lesson's position with its reasons.

    The list is empty if that takes longer than ``PATIENCE_SECONDS``.
    """
    table = _table(interaction, lesson, Learned())  # before the person's decisions
    seat = lessons.learner(lesson)
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    ideas = await _in_time(_best(table, seat), lesson, deadline)
    if not ideas:
        return []
    best = ideas[0]
    position_texts = texts.at(table.game, table.names)
    if lessons.fits(lesson, 0, best.action):
        phrases = better_phrases(table, position_texts, ideas[1]) if len(ideas) > 1 else []
        return [_with_reasons(texts, texts.say("lesson.strong_same"), phrases)]
    # The strong player would not have solved the task; its reasons are those against the person's first action.
    first_action = parse(learned.decided[0])
    compared_ideas = await _in_time(
        _compared_ideas(interaction, table, seat, best.action, first_action), lesson, deadline
    )
    phrases = []
    if compared_ideas and len(compared_ideas) > 1 and compared_ideas[0].action == best.action:
        phrases = better_phrases(table, position_texts, compared_ideas[1])
    opinion = texts.say("lesson.strong_would", action=_named(table, texts, best.action))
    return [_with_reasons(texts, opinion, phrases), f"-# {texts.say('lesson.strong_other')}"]


def _with_reasons(texts: Texts, opinion: str, phrases: Sequence[str]) -> str:
    """Return an opinion about a move, followed by the phrases with its reasons."""
    return f"{opinion} {texts.say('lesson.gains', gains=list(phrases))}" if phrases else opinion


async def _best(table: Table, seat: int) -> Sequence[Idea]:
    """Return the strong player's ideas, best first."""
    return (await hint_search.find_hint(table, seat)).ideas


async def _compared_ideas(
    interaction: Interaction, table: Table, seat: int, action: Action, alternative: Action
) -> Sequence[Idea]:
    """Return the strong player's ideas about two actions, better first; each has the reasons against the best one."""
    comparison = question(compared_ideas, table.row.seed, table.game, seat, action, alternative)
    ideas: Sequence[Idea] = await hint_search.answer_question(comparison, (None, interaction.user.id))
    return ideas


async def _in_time(thinking: Awaitable[Sequence[Idea]], lesson: Lesson, deadline: float) -> Sequence[Idea] | None:
    """Return the result of ``thinking``; None if it fails or is not ready ``deadline`` a time of the event loop."""
    try:
        async with asyncio.timeout_at(deadline):
            return await thinking
    except Refused:
        raise
    except Exception as fault:  # noqa: BLE001 - the lesson is shown without the opinion after any fault
        log.info("a lesson is told without thoughts", lesson=lesson.number, reason=str(fault))
        return None


@app_commands.command(name=name("learn"), description=description("learn"))
@app_commands.rename(game=name("game", "learn.game"))
@app_commands.describe(game=description("learn.game"))
@app_commands.choices(game=GAME_CHOICES)
@everywhere
async def learn(interaction: Interaction, game: str) -> None:
    """Continue the open lesson, or open the first one that is not done."""
    await go_on(interaction, game)


@on_press(LearnButton, reply=Reply.BESIDE)
async def learn_from_lobby(interaction: Interaction, button: LearnButton) -> None:
    """Continue the lessons of a lobby's game.

    Raises:
        Refused: The game has no lessons.
    """
    await go_on(interaction, button.game)


@on_press(LessonButton)
async def work_on_lesson(interaction: Interaction, button: LessonButton) -> None:
    await open_lesson(interaction, button.game_id, button.what)


@on_press(LessonPlace)
async def turn_lesson_page(interaction: Interaction, button: LessonPlace) -> None:
    await describe(interaction, button.game_id, button.page)


@on_choice(LessonList)
async def choose_lesson(interaction: Interaction, _select: LessonList, values: list[str]) -> None:
    if not values[0].isdecimal():
        raise Refused("error.damaged")
    await open_lesson(interaction, int(values[0]), "open")


COMMANDS: tuple[AnyCommand, ...] = (learn,)
