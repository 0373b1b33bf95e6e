"""The panel of a lesson. Interactions are acknowledged before they get here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress

import structlog

import render
from bot.delivery.illustrating import AT_ONCE, Attachment, as_far_as_drawn, board_picture, decision_picture
from bot.delivery.reason_phrases import better_phrases
from bot.interactions.custom_ids import join
from bot.interactions.lessons import LessonShape
from bot.interactions.replies import texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other, own_shape, shape_button
from bot.panel.actions import present
from bot.panel.layout import MOST_WORDS, Panel, add_at_end
from bot.panel.lesson_layout import done_panel, in_words, kit, list_panel, task_panel
from bot.panel.part_layout import part_panel
from bot.tables import Refused, Table
from bot.tables.beside import hints
from bot.tables.beside.lessons import beginning, lesson_of, table_of
from bot.thinking.ideas import Idea, of_two
from bot.thinking.order import question
from bot.wording import Texts
from bot.wording.escaping import unformatted
from engines import Action, Event, IllegalAction, lessons
from engines.lessons import Learned, Lesson
from engines.record import parse
from render.shape import Shape

log = structlog.get_logger()

PATIENCE_SECONDS = 5.0
"""For what the strong player thinks; then the lesson goes on without."""
SHOWN = 3
"""Actions that are named of those that a task asks for."""
OTHERS = "Aurora", "Bruno", "Cosima", "Dario", "Elia"
"""The other players at the table of a lesson."""


def _table(interaction: Interaction, lesson: Lesson, learned: Learned) -> Table:
    """Return the table of a lesson as far as the person has come."""
    decided = learned.decided if learned.at == lesson.number else ()
    return table_of(lesson, decided, interaction.user.id, (interaction.user.display_name, *OTHERS))


async def go_on(interaction: Interaction, game: str) -> None:
    """Show the lesson with which the person goes on."""
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, game)
    lesson = beginning(game, learned)
    if learned.at != lesson.number or lesson.number in learned.done:
        learned = await _keep(interaction, lesson, learned.opened(lesson.number))
    await _show(interaction, lesson, learned)


async def open_lesson(interaction: Interaction, number: int, request: str) -> None:
    """Open a lesson from its beginning; ``request``: list all, show the solution, or tell the board in words."""
    lesson = lesson_of(number)
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, lesson.game)
    texts = await texts_for(interaction)
    if request == "all":
        await present(
            interaction, _table(interaction, lesson, learned), list_panel(lesson.game, texts, learned.done, lesson)
        )
    elif request == "show":
        table = _table(interaction, lesson, learned)
        wanted = lessons.wanted(lesson, learned.decided if learned.at == number else ())
        actions = texts.either([_named(table, texts, action) for action in wanted[:SHOWN]])
        id = "lesson.shown" if len(wanted) <= SHOWN else "lesson.shown_some"
        await _show(interaction, lesson, learned, heading=texts.say(id, actions=actions, n=len(wanted)))
    elif request == "words":
        await describe(interaction, number, 0)
    else:
        await _show(interaction, lesson, await _keep(interaction, lesson, learned.opened(number)))


async def show_panel(
    interaction: Interaction, number: int, *, prefix: Action = (), page: int = 0, version: int | None = None
) -> None:
    """Show a lesson as far as the person has come; ``version``: what the person saw."""
    lesson = lesson_of(number)
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, lesson.game)
    if learned.at != number:
        learned = await _keep(interaction, lesson, learned.opened(number))
    if version not in (None, len(learned.decided)):
        prefix = ()
        page = 0
    await _show(interaction, lesson, learned, prefix=prefix, page=page)


async def describe(interaction: Interaction, number: int, page: int) -> None:
    """Show a page of the board of a lesson in words, as far as the person has come."""
    lesson = lesson_of(number)
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, lesson.game)
    table = _table(interaction, lesson, learned)
    texts = await texts_for(interaction)
    await present(interaction, table, in_words(lesson, table, lessons.learner(lesson), texts, page))


async def play_words(interaction: Interaction, number: int, words: Action, *, version: int) -> None:
    """Play the chosen words if the task asks for them; else say what is better about the task.

    The beginning of an action narrows the offer.
    """
    lesson = lesson_of(number)
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, lesson.game)
    if learned.at != number or version != len(learned.decided) or version >= len(lesson.task):
        await show_panel(interaction, number)
        return
    table = _table(interaction, lesson, learned)
    seat = lessons.learner(lesson)
    texts = await texts_for(interaction)
    game = table.game
    words = game.normal(seat, words)
    legal = game.legal(seat)
    if words not in legal:
        if len(join(words)) <= MOST_WORDS and (part := game.part(seat, words)):
            await present(
                interaction,
                table,
                part_panel(table, seat, texts.at(game, table.names), words, part, kit(version, seat)),
            )
            return
        if any(action[: len(words)] == words for action in legal):
            await _show(interaction, lesson, learned, prefix=words)
            return
        if refused := _refused(table, texts, seat, words):
            await _show(interaction, lesson, learned, heading=refused)
            return
    if not lessons.fits(lesson, version, words):
        why = await _why(interaction, lesson, learned, table, texts, words)
        await _show(interaction, lesson, learned, heading=why)
        return
    events = game.play(seat, words)
    await _show(interaction, lesson, await _keep(interaction, lesson, learned.with_decision(words)), events=events)


async def play_part(
    interaction: Interaction, number: int, words: Action, chosen: Sequence[Action], *, version: int
) -> None:
    """Add what was chosen to an action that is put together."""
    lesson = lesson_of(number)
    learned = await services_of(interaction).tables.lessons.learned(interaction.user.id, lesson.game)
    fresh = learned.at == number and version == len(learned.decided)
    part = _table(interaction, lesson, learned).game.part(lessons.learner(lesson), words) if fresh else None
    for choice in chosen:
        words += choice
    await play_words(interaction, number, words + (part.after if part else ()), version=version)


async def _keep(interaction: Interaction, lesson: Lesson, learned: Learned) -> Learned:
    await services_of(interaction).tables.lessons.keep(interaction.user.id, lesson.game, learned)
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
    """Show the lesson with its board, or its end once its task is done."""
    table = _table(interaction, lesson, learned)
    texts = await texts_for(interaction)
    seat = lessons.learner(lesson)
    shape = await own_shape(interaction)
    seen = [event for event in events if event.shown_to(seat)]
    panel: Panel
    if table.row.version >= len(lesson.task):
        outcome = texts.at(table.game, table.names).events(lesson.game, seen, table.names)
        panel = done_panel(lesson, texts, outcome, await _thoughts(interaction, lesson, learned, texts))
    else:
        so_far = texts.say("lesson.so_far") if table.row.version else ""
        panel = task_panel(lesson, table, seat, texts, prefix=prefix, page=page, heading=heading or so_far)
        add_at_end(panel.view, shape_button(LessonShape, other(shape), lesson.number, texts, prefix))
    await present(interaction, table, panel, await _pictures(table, texts, shape, seen, seat, panel.offer))


async def _pictures(
    table: Table, texts: Texts, shape: Shape, seen: Sequence[Event], seat: int, offer: Sequence[Action]
) -> list[Attachment]:
    """Draw the map with the codes that the panel names places by, or the board where the offer names no places."""
    if render.marks(table.game.view(seat), offer, table.names):
        with suppress(TimeoutError):
            map_of_places = await decision_picture(table, texts, shape, seat, offer, late=True)
            if map_of_places is not None:
                return [map_of_places]
    return await as_far_as_drawn(lambda: board_picture(table, texts, shape, seen, seat, within=AT_ONCE))


def _named(table: Table, texts: Texts, action: Action) -> str:
    """Return an action in words, with what it costs or brings where others are called alike."""
    at = texts.at(table.game, table.names)
    game = table.game
    named = at.action(table.row.key, action, table.names)
    seat = next(iter(game.to_act), None)
    hint = None if seat is None else game.hint(seat, action)
    if hint is None or seat is None:
        return named
    alike = [legal for legal in game.legal(seat) if at.action(table.row.key, legal, table.names) == named]
    return f"{named} ({unformatted(at.message(table.row.key, hint, table.names))})" if len(alike) > 1 else named


def _refused(table: Table, texts: Texts, seat: int, words: Action) -> str:
    try:
        table.game.check(seat, words)
    except IllegalAction as fault:
        return f"✗ {texts.at(table.game, table.names).message(table.row.key, fault.reason, table.names)}"
    return ""


async def _why(
    interaction: Interaction, lesson: Lesson, learned: Learned, table: Table, texts: Texts, played: Action
) -> str:
    """Return that an action is possible, but not the task, and why the strong player would do what the task asks."""
    seat = lessons.learner(lesson)
    wanted = lessons.wanted(lesson, learned.decided)
    answer = texts.say("lesson.other", action=_named(table, texts, played))
    if not wanted:
        return answer
    until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    ideas = await _in_time(_of_two(interaction, table, seat, wanted[0], played), lesson, until) or []
    by_action = {idea.action: idea for idea in ideas}
    if not {wanted[0], played} <= by_action.keys():
        return answer
    if ideas[0].action == played:
        return f"{answer}\n-# {texts.say('lesson.other_too')}"
    phrases = better_phrases(table, texts.at(table.game, table.names), by_action[played])
    return f"{answer}\n-# {_with_reasons(texts, texts.say('lesson.rather'), phrases)}"


async def _thoughts(interaction: Interaction, lesson: Lesson, learned: Learned, texts: Texts) -> list[str]:
    """Return what the strong player would have done in the position of the lesson, and why.

    Nothing, if that takes longer than PATIENCE_SECONDS.
    """
    table = _table(interaction, lesson, Learned())
    seat = lessons.learner(lesson)
    until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    ideas = await _in_time(_best(table, seat), lesson, until)
    if not ideas:
        return []
    best = ideas[0]
    at = texts.at(table.game, table.names)
    if lessons.fits(lesson, 0, best.action):
        phrases = better_phrases(table, at, ideas[1]) if len(ideas) > 1 else []
        return [_with_reasons(texts, texts.say("lesson.strong_same"), phrases)]
    both = await _in_time(_of_two(interaction, table, seat, best.action, parse(learned.decided[0])), lesson, until)
    is_better = both is not None and len(both) > 1 and both[0].action == best.action
    phrases = better_phrases(table, at, both[1]) if both and is_better else []
    opinion = texts.say("lesson.strong_would", action=_named(table, texts, best.action))
    return [_with_reasons(texts, opinion, phrases), f"-# {texts.say('lesson.strong_other')}"]


def _with_reasons(texts: Texts, opinion: str, phrases: Sequence[str]) -> str:
    """Return an opinion about a move, followed by the phrases that speak for it."""
    return f"{opinion} {texts.say('lesson.gains', gains=list(phrases))}" if phrases else opinion


async def _best(table: Table, seat: int) -> Sequence[Idea]:
    return (await hints.think(table, seat)).ideas


async def _of_two(
    interaction: Interaction, table: Table, seat: int, action: Action, alternative: Action
) -> Sequence[Idea]:
    comparison = question(of_two, table.row.seed, table.game, seat, action, alternative)
    ideas: Sequence[Idea] = await hints.thought(comparison, (None, interaction.user.id))
    return ideas


async def _in_time(thinking: Awaitable[Sequence[Idea]], lesson: Lesson, until: float) -> Sequence[Idea] | None:
    """Return what the strong player thinks ``until`` a time of the loop; None: a lesson is told without."""
    try:
        async with asyncio.timeout_at(until):
            return await thinking
    except Refused:
        raise
    except Exception as fault:  # noqa: BLE001 - the lesson itself is told all the same
        log.info("a lesson is told without thoughts", lesson=lesson.number, reason=str(fault))
        return None
