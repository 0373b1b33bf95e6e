"""What the buttons and selects of the panel do, and those under boards that lead to it; on an imagined table and with a
plan as well."""

from __future__ import annotations

from bot import controls
from bot.components import chosen, one_value, pressed
from bot.custom_ids import split
from bot.panel import actions, trying
from bot.panel.nudging import nudge
from bot.replies import acknowledge
from bot.services import Interaction
from bot.shapes import shown_anew

# -- under boards ------------------------------------------------------------------------------------------------------


@pressed(controls.MoveButton)
async def open_panel(interaction: Interaction, button: controls.MoveButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.show_panel(interaction, button.game_id)


@pressed(controls.AnswerButton)
async def answer_question(interaction: Interaction, button: controls.AnswerButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.play_words(interaction, button.game_id, button.words, mark=button.mark)


# -- the move panel ----------------------------------------------------------------------------------------------------


@pressed(controls.WordsButton, controls.ConfirmButton)
async def say_words(interaction: Interaction, button: controls.SayingWords) -> None:
    await acknowledge(interaction)
    sure = isinstance(button, controls.ConfirmButton)
    await actions.play_words(interaction, button.game_id, button.words, version=button.version, confirmed=sure)


@chosen(controls.WordsSelect)
async def choose_words(interaction: Interaction, select: controls.WordsSelect, values: list[str]) -> None:
    await acknowledge(interaction)
    await actions.play_words(interaction, select.game_id, split(one_value(values)), version=select.version)


@chosen(controls.PartSelect)
async def choose_part(interaction: Interaction, select: controls.PartSelect, values: list[str]) -> None:
    await acknowledge(interaction)
    pieces = [split(value) for value in (one_value(values), *values[1:])]
    await actions.play_part(interaction, select.game_id, select.words, pieces, version=select.version)


@pressed(controls.PageButton)
async def turn_page(interaction: Interaction, button: controls.PageButton) -> None:
    await acknowledge(interaction)
    await actions.show_panel(interaction, button.game_id, prefix=button.words, page=button.page, version=button.version)


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


@shown_anew(controls.PanelShape)
async def show_panel_anew(interaction: Interaction, button: controls.PanelShape) -> None:
    await actions.show_panel(interaction, button.game_id, prefix=button.words)


# -- imagined tables and plans -----------------------------------------------------------------------------------------


@pressed(controls.TriedWords)
async def try_words(interaction: Interaction, button: controls.TriedWords) -> None:
    await acknowledge(interaction)
    await trying.play_words(interaction, button.game_id, button.words, version=button.version)


@chosen(controls.TriedSelect)
async def try_choice(interaction: Interaction, select: controls.TriedSelect, values: list[str]) -> None:
    await acknowledge(interaction)
    await trying.play_words(interaction, select.game_id, split(one_value(values)), version=select.version)


@chosen(controls.TriedPart)
async def try_part(interaction: Interaction, select: controls.TriedPart, values: list[str]) -> None:
    await acknowledge(interaction)
    pieces = [split(value) for value in (one_value(values), *values[1:])]
    await trying.play_part(interaction, select.game_id, select.words, pieces, version=select.version)


@pressed(controls.TriedPage)
async def turn_tried_page(interaction: Interaction, button: controls.TriedPage) -> None:
    await acknowledge(interaction)
    await trying.show_panel(interaction, button.game_id, prefix=button.words, page=button.page, version=button.version)


@shown_anew(controls.TriedShape)
async def show_tried_anew(interaction: Interaction, button: controls.TriedShape) -> None:
    await trying.show_panel(interaction, button.game_id, prefix=button.words)


@pressed(controls.TryButton)
async def work_on_tried(interaction: Interaction, button: controls.TryButton) -> None:
    await acknowledge(interaction)
    await trying.press(interaction, button.game_id, button.what, revision=button.revision)


@pressed(controls.PlanButton)
async def change_plan(interaction: Interaction, button: controls.PlanButton) -> None:
    await acknowledge(interaction)
    await trying.change(interaction, button.game_id, button.what, (), revision=button.revision)


@chosen(controls.PlanSelect)
async def edit_plan(interaction: Interaction, select: controls.PlanSelect, values: list[str]) -> None:
    """No condition is a choice, too; of moves there is one."""
    await acknowledge(interaction)
    changed = values if select.what == "if" else [one_value(values)]
    await trying.change(interaction, select.game_id, select.what, changed, revision=select.revision)
