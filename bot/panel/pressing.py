"""What the buttons and selects of the panel do, and those under boards that lead to it; on an imagined table and with a
plan as well."""

from __future__ import annotations

from bot.interactions import controls
from bot.interactions.components import chosen, pressed
from bot.interactions.custom_ids import split
from bot.interactions.replies import acknowledge
from bot.interactions.services import Interaction
from bot.interactions.shapes import shown_anew
from bot.panel import actions, trying
from bot.panel.nudging import nudge
from bot.tables import Refused
from engines import Action

TRIED = (controls.TriedWords, controls.TriedSelect, controls.TriedPart, controls.TriedPage)
"""What is pressed of these happens on an imagined table."""

# -- under boards ------------------------------------------------------------------------------------------------------


@pressed(controls.MoveButton)
async def open_panel(interaction: Interaction, button: controls.MoveButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.show_panel(interaction, button.game_id)


@pressed(controls.AnswerButton)
async def answer_question(interaction: Interaction, button: controls.AnswerButton) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await actions.play_words(interaction, button.game_id, button.words, mark=button.mark)


# -- the move panel, and that of an imagined table ---------------------------------------------------------------------


@pressed(controls.WordsButton, controls.TriedWords)
async def say_words(interaction: Interaction, button: controls.SayingWords) -> None:
    await acknowledge(interaction)
    await _play_words(interaction, button, button.words)


@chosen(controls.WordsSelect, controls.TriedSelect)
async def choose_words(interaction: Interaction, select: controls.Placed, values: list[str]) -> None:
    await acknowledge(interaction)
    await _play_words(interaction, select, split(values[0]))


async def _play_words(interaction: Interaction, said: controls.OfPanel, words: Action) -> None:
    if isinstance(said, TRIED):
        await trying.play_words(interaction, said.game_id, words, version=said.version)
    else:
        await actions.play_words(interaction, said.game_id, words, version=said.version)


@chosen(controls.PartSelect, controls.TriedPart)
async def choose_part(interaction: Interaction, select: controls.SayingWords, values: list[str]) -> None:
    await acknowledge(interaction)
    play = trying.play_part if isinstance(select, TRIED) else actions.play_part
    pieces = [split(value) for value in values]
    await play(interaction, select.game_id, select.words, pieces, version=select.version)


@pressed(controls.PageButton, controls.TriedPage)
async def turn_page(interaction: Interaction, button: controls.Paged) -> None:
    await acknowledge(interaction)
    show = trying.show_panel if isinstance(button, TRIED) else actions.show_panel
    await show(interaction, button.game_id, prefix=button.words, page=button.page, version=button.version)


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
    await actions.play_words(interaction, button.game_id, button.words, version=button.version, confirmed=True)


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
