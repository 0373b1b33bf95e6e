"""Answer the buttons and selects of the panel, and those under boards that lead to it."""

from __future__ import annotations

from collections.abc import Callable

from bot.interactions import controls, lessons
from bot.interactions.components import chosen, pressed
from bot.interactions.custom_ids import split
from bot.interactions.replies import acknowledge
from bot.interactions.services import Interaction
from bot.interactions.shapes import shown_anew
from bot.panel import actions, learning, trying, typed
from bot.panel.nudging import nudge
from bot.panel.session import Session, play_pieces
from bot.tables import Refused

SESSIONS: dict[controls.SessionKind, Callable[[Interaction, int], Session]] = {
    controls.SessionKind.TABLE: typed.TableSession,
    controls.SessionKind.PRACTICE: trying.PracticeSession,
    controls.SessionKind.LESSON: learning.LessonSession,
}


def _session(interaction: Interaction, kind: controls.SessionKind, number: int) -> Session:
    """Return what a component of a panel belongs to; ``number``: of the table or lesson."""
    return SESSIONS[kind](interaction, number)


# -- under boards ------------------------------------------------------------------------------------------------------


@pressed(controls.MoveButton)
async def open_panel(interaction: Interaction, button: controls.MoveButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await typed.look(interaction, button.game_id)


@pressed(controls.AnswerButton)
async def answer_question(interaction: Interaction, button: controls.AnswerButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.play_words(interaction, button.game_id, button.words, mark=button.mark)


# -- the move panel of any session ------------------------------------------------------------------------------------


@pressed(controls.WordsButton)
async def say_words(interaction: Interaction, button: controls.WordsButton) -> None:
    """Go on with the words of a button."""
    await acknowledge(interaction)
    session = _session(interaction, button.session, button.game_id)
    await session.play(button.words, version=button.version)


@chosen(controls.WordsSelect)
async def choose_words(interaction: Interaction, select: controls.WordsSelect, values: list[str]) -> None:
    """Go on with the words that were chosen in a select."""
    await acknowledge(interaction)
    session = _session(interaction, select.session, select.game_id)
    await session.play(split(values[0]), version=select.version)


@chosen(controls.PartSelect)
async def choose_part(interaction: Interaction, select: controls.PartSelect, values: list[str]) -> None:
    """Add the pieces that were chosen to an action."""
    await acknowledge(interaction)
    session = _session(interaction, select.session, select.game_id)
    await play_pieces(session, select.words, [split(value) for value in values], version=select.version)


@pressed(controls.PageButton)
async def turn_page(interaction: Interaction, button: controls.PageButton) -> None:
    """Show another page of choices, or fewer words."""
    await acknowledge(interaction)
    session = _session(interaction, button.session, button.game_id)
    await session.show(prefix=button.words, page=button.page, version=button.version)


@shown_anew(controls.PanelShape)
async def show_panel_anew(interaction: Interaction, button: controls.PanelShape) -> None:
    """Show the panel with a picture of the other shape."""
    await _session(interaction, button.session, button.game_id).show(prefix=button.words)


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
