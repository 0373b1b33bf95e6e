"""Handlers of the move panel's buttons and selects, and of the buttons below boards that open it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.interactions import controls
from bot.interactions.components import on_choice, on_press
from bot.interactions.custom_ids import split
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction
from bot.interactions.shapes import redrawn_in_shape
from bot.panel import actions, typed_moves
from bot.panel.nudge import nudge
from bot.panel.panel_controls import (
    ConfirmButton,
    NextButton,
    NudgeButton,
    PageButton,
    PanelShape,
    PartSelect,
    SessionKind,
    StartOverButton,
    UndoButton,
    WordsButton,
    WordsSelect,
)
from bot.panel.session import Session, play_pieces

SessionFactory = Callable[[Interaction, int], Session]
"""A function that returns the person's session, given the interaction and the number of the table or lesson."""
SESSIONS: dict[SessionKind, SessionFactory] = {SessionKind.TABLE: typed_moves.TableSession}
"""The function for each kind of session; ``register_sessions`` adds to them."""


def register_sessions(sessions: Mapping[SessionKind, SessionFactory]) -> None:
    """Register further kinds of sessions for the components of panels."""
    SESSIONS.update(sessions)


def _session(interaction: Interaction, kind: SessionKind, number: int) -> Session:
    """Return the session of a panel's component; ``number`` is that of the table or lesson."""
    return SESSIONS[kind](interaction, number)


# -- under boards ------------------------------------------------------------------------------------------------------


@on_press(controls.MoveButton, reply=Reply.BESIDE)
async def open_panel(interaction: Interaction, button: controls.MoveButton) -> None:
    await typed_moves.show_with_question(interaction, button.game_id)


@on_press(controls.AnswerButton, reply=Reply.BESIDE)
async def answer_question(interaction: Interaction, button: controls.AnswerButton) -> None:
    await actions.play_words(interaction, button.game_id, button.words, mark=button.mark)


# -- the move panel of any session ------------------------------------------------------------------------------------


@on_press(WordsButton)
async def press_words(interaction: Interaction, button: WordsButton) -> None:
    """Play the words of a button, or show how they may continue."""
    session = _session(interaction, button.session, button.game_id)
    await session.play(button.words, version=button.version)


@on_choice(WordsSelect)
async def choose_words(interaction: Interaction, select: WordsSelect, values: list[str]) -> None:
    """Play the words of the chosen option, or show how they may continue."""
    session = _session(interaction, select.session, select.game_id)
    await session.play(split(values[0]), version=select.version)


@on_choice(PartSelect)
async def choose_part(interaction: Interaction, select: PartSelect, values: list[str]) -> None:
    """Add the chosen parts to an action."""
    session = _session(interaction, select.session, select.game_id)
    await play_pieces(session, select.words, [split(value) for value in values], version=select.version)


@on_press(PageButton)
async def turn_page(interaction: Interaction, button: PageButton) -> None:
    """Show another page of choices, or go back to fewer words."""
    session = _session(interaction, button.session, button.game_id)
    await session.show(prefix=button.words, page=button.page, version=button.version)


@redrawn_in_shape(PanelShape)
async def show_panel_anew(interaction: Interaction, button: PanelShape) -> None:
    """Show the panel with a picture of the other shape."""
    await _session(interaction, button.session, button.game_id).show(prefix=button.words)


# -- the move panel alone ----------------------------------------------------------------------------------------------


@on_press(ConfirmButton)
async def confirm(interaction: Interaction, button: ConfirmButton) -> None:
    """Play the confirmed action, and then the text that was typed behind it."""
    await typed_moves.choose(interaction, button.game_id, button.words, version=button.version, confirmed=True)


@on_press(UndoButton)
async def undo(interaction: Interaction, button: UndoButton) -> None:
    await actions.take_back(interaction, button.game_id, version=button.version)


@on_press(StartOverButton)
async def start_over(interaction: Interaction, button: StartOverButton) -> None:
    await actions.start_over(interaction, button.game_id, version=button.version, confirmed=button.sure)


@on_press(NudgeButton)
async def nudge_others(interaction: Interaction, button: NudgeButton) -> None:
    await nudge(interaction, button.game_id)


@on_press(NextButton)
async def show_next_table(interaction: Interaction, button: NextButton) -> None:
    await actions.show_panel(interaction, button.game_id)
