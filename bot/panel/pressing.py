"""What the buttons and selects of the panel do, and those under boards that lead to it; on an imagined table, with a
plan and in a lesson as well."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.interactions import controls, lessons
from bot.interactions.components import chosen, pressed
from bot.interactions.custom_ids import split
from bot.interactions.replies import acknowledge
from bot.interactions.services import Interaction
from bot.interactions.shapes import shown_anew
from bot.panel import actions, learning, trying, typed
from bot.panel.nudging import nudge
from bot.tables import Refused


class Where(NamedTuple):
    """What words, pieces and pages lead to: at a table, on an imagined one, in a lesson."""

    play_words: Callable[..., Awaitable[None]]
    play_part: Callable[..., Awaitable[None]]
    show_panel: Callable[..., Awaitable[None]]


AT_THE_TABLE = Where(typed.choose, actions.play_part, actions.show_panel)
TRIED = Where(trying.play_words, trying.play_part, trying.show_panel)
LESSON = Where(learning.play_words, learning.play_part, learning.show_panel)


def _where(said: controls.OfPanel) -> Where:
    match said:
        case controls.TriedWords() | controls.TriedSelect() | controls.TriedPart() | controls.TriedPage():
            return TRIED
        case lessons.LessonWords() | lessons.LessonSelect() | lessons.LessonPart() | lessons.LessonPage():
            return LESSON
    return AT_THE_TABLE


# -- under boards ------------------------------------------------------------------------------------------------------


@pressed(controls.MoveButton)
async def open_panel(interaction: Interaction, button: controls.MoveButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await typed.look(interaction, button.game_id)


@pressed(controls.AnswerButton)
async def answer_question(interaction: Interaction, button: controls.AnswerButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.play_words(interaction, button.game_id, button.words, mark=button.mark)


# -- the move panel, and that of an imagined table ---------------------------------------------------------------------


@pressed(controls.WordsButton, controls.TriedWords, lessons.LessonWords)
async def say_words(interaction: Interaction, button: controls.SayingWords) -> None:
    await acknowledge(interaction)
    await _where(button).play_words(interaction, button.game_id, button.words, version=button.version)


@chosen(controls.WordsSelect, controls.TriedSelect, lessons.LessonSelect)
async def choose_words(interaction: Interaction, select: controls.Placed, values: list[str]) -> None:
    await acknowledge(interaction)
    await _where(select).play_words(interaction, select.game_id, split(values[0]), version=select.version)


@chosen(controls.PartSelect, controls.TriedPart, lessons.LessonPart)
async def choose_part(interaction: Interaction, select: controls.SayingWords, values: list[str]) -> None:
    await acknowledge(interaction)
    pieces = [split(value) for value in values]
    await _where(select).play_part(interaction, select.game_id, select.words, pieces, version=select.version)


@pressed(controls.PageButton, controls.TriedPage, lessons.LessonPage)
async def turn_page(interaction: Interaction, button: controls.Paged) -> None:
    await acknowledge(interaction)
    await _where(button).show_panel(
        interaction, button.game_id, prefix=button.words, page=button.page, version=button.version
    )


@shown_anew(controls.PanelShape)
async def show_panel_anew(interaction: Interaction, button: controls.PanelShape) -> None:
    await actions.show_panel(interaction, button.game_id, prefix=button.words)


@shown_anew(controls.TriedShape)
async def show_tried_anew(interaction: Interaction, button: controls.TriedShape) -> None:
    await trying.show_panel(interaction, button.game_id, prefix=button.words)


# -- the move panel alone ----------------------------------------------------------------------------------------------


@pressed(controls.ConfirmButton)
async def confirm(interaction: Interaction, button: controls.ConfirmButton) -> None:
    await acknowledge(interaction)
    await typed.choose(interaction, button.game_id, button.words, version=button.version, confirmed=True)


@pressed(controls.UndoButton)
async def undo(interaction: Interaction, button: controls.UndoButton) -> None:
    await acknowledge(interaction)
    await actions.take_back(interaction, button.game_id, version=button.version)


@pressed(controls.StartOverButton)
async def start_over(interaction: Interaction, button: controls.StartOverButton) -> None:
    await acknowledge(interaction)
    await actions.start_over(interaction, button.game_id, version=button.version, confirmed=button.sure)


@pressed(controls.NudgeButton)
async def nudge_others(interaction: Interaction, button: controls.NudgeButton) -> None:
    await acknowledge(interaction)
    await nudge(interaction, button.game_id)


@pressed(controls.NextButton)
async def show_next_table(interaction: Interaction, button: controls.NextButton) -> None:
    await acknowledge(interaction)
    await actions.show_panel(interaction, button.game_id)


# -- imagined tables and plans alone -----------------------------------------------------------------------------------


@pressed(controls.TryButton)
async def work_on_tried(interaction: Interaction, button: controls.TryButton) -> None:
    await acknowledge(interaction)
    await trying.press(interaction, button.game_id, button.what, revision=button.revision)


@pressed(controls.PlanThisButton)
async def plan_this(interaction: Interaction, button: controls.PlanThisButton) -> None:
    await acknowledge(interaction)
    await trying.add_typed(interaction, button.game_id, button.typed)


@pressed(controls.PlanButton)
async def change_plan(interaction: Interaction, button: controls.PlanButton) -> None:
    await acknowledge(interaction)
    await trying.change(interaction, button.game_id, button.what, (), revision=button.revision)


@chosen(controls.PlanSelect, maybe_none=True)
async def edit_plan(interaction: Interaction, select: controls.PlanSelect, values: list[str]) -> None:
    """No condition is a choice, too; of moves there is one."""
    await acknowledge(interaction)
    if select.what != "if" and not values:
        raise Refused("error.damaged")
    changed = values if select.what == "if" else values[:1]
    await trying.change(interaction, select.game_id, select.what, changed, revision=select.revision)


# -- lessons alone -----------------------------------------------------------------------------------------------------


@pressed(lessons.LessonButton)
async def work_on_lesson(interaction: Interaction, button: lessons.LessonButton) -> None:
    await acknowledge(interaction)
    await learning.open_lesson(interaction, button.game_id, button.what)


@pressed(lessons.LessonPlace)
async def turn_lesson_page(interaction: Interaction, button: lessons.LessonPlace) -> None:
    await acknowledge(interaction)
    await learning.describe(interaction, button.game_id, button.page)


@chosen(lessons.LessonList)
async def choose_lesson(interaction: Interaction, select: lessons.LessonList, values: list[str]) -> None:
    await acknowledge(interaction)
    if not values[0].isdecimal():
        raise Refused("error.damaged")
    await learning.open_lesson(interaction, int(values[0]), "open")


@shown_anew(lessons.LessonShape)
async def show_lesson_anew(interaction: Interaction, button: lessons.LessonShape) -> None:
    await learning.show_panel(interaction, button.game_id, prefix=button.words)
