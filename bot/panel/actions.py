"""Actions of the move panel: show it, play words, undo. All functions expect an acknowledged interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import structlog

from bot.delivery.illustrating import decision_picture
from bot.interactions.custom_ids import join
from bot.interactions.faults import RefusedByRules
from bot.interactions.permissions import missing_permissions, permission_names
from bot.interactions.person import person_of, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import legend_button, other_shape, shape_button
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.panel.cross_server import check_there
from bot.panel.layout import (
    MOST_ACTION_CHARACTERS,
    Kit,
    Panel,
    add_at_end,
    confirm_panel,
    move_panel,
    repeated_panel,
    start_over_panel,
    title_line,
    undo_again_panel,
    waiting_panel,
)
from bot.panel.panel_controls import HintButton, PanelShape
from bot.panel.part_layout import filled_panel
from bot.panel.presenter import present, present_with_picture
from bot.panel.private_notes import on_top, plan_note
from bot.panel.session import narrow
from bot.tables import Refused, Table, event_log
from bot.tables.analysis import hint_search
from bot.tables.gameplay import ActionResult
from bot.tables.player_preferences import Preferences
from bot.tables.repetition import repeats_move, repeats_undo
from bot.tables.service import Waiting
from bot.tables.undo_rules import UndoPlan, irreversible_event
from bot.wording import Texts
from engines import Action, Event, IllegalAction
from engines.messages import OVER
from storage import games
from storage.models import MoveRow

log = structlog.get_logger()

MOST_EVENTS = 12
"""The largest number of public events in a panel; the public message below the board lists all of them."""


async def show_panel(
    interaction: Interaction,
    game_id: int,
    *,
    prefix: Action = (),
    page: int = 0,
    heading: str = "",
    version: int | None = None,
    loaded: Table | None = None,
    recent: Sequence[MoveRow] | None = None,
) -> None:
    """Show the person's panel for the present state of a table.

    Lines about the person's plan and notes stand above it. It comes with the picture of its decision, if there is one.

    Args:
        interaction: The interaction.
        game_id: The number of the table.
        prefix: The words of an action that are already chosen.
        page: The page of the choices.
        heading: The first lines.
        version: The version of the table that the person saw; if it is an older one, the chosen words are dropped and
            the person is told why. None: it does not matter.
        loaded: The table, if it has just been read or changed.
        recent: The moves since the person's turn began, if they have been read.
    """
    tables = services_of(interaction).tables
    async with tables.database.reading():
        texts, preferences = await person_of(interaction)
        table = await tables.table(game_id) if loaded is None else loaded
        if version not in (None, table.row.version):
            prefix = ()
            page = 0
            heading = texts.say("error.moved_on")
        seat = table.seat_of(interaction.user.id)
        if seat is not None and table.is_running:
            _, notes = await tables.plans.load_notes(game_id, interaction.user.id)
            if notes.plan and not notes.plan.is_overtaken:
                heading = f"{heading}\n{plan_note(table, notes.plan, texts)}".strip("\n")
            if notes.lines and seat in table.game.to_act:
                heading = f"{on_top(table, texts, notes.lines)}\n{heading}".strip("\n")
        panel = await _panel_for(interaction, table, texts, preferences, prefix, page, heading, recent)
    await check_there(interaction, table)
    # While many clicks wait, the panel comes without the picture of its decision: its words are enough to decide.
    if seat is None or not panel.offer or services_of(interaction).admission.is_behind:
        await present(interaction, table, panel)
        return
    shape = preferences.shape
    draw = partial(decision_picture, table, texts, shape, seat, panel.offer)
    button = shape_button(PanelShape(other_shape(shape), game_id, prefix), texts)
    await present_with_picture(interaction, table, panel, draw, partial(add_at_end, panel.view, button))


async def _panel_for(
    interaction: Interaction,
    table: Table,
    texts: Texts,
    preferences: Preferences,
    prefix: Action,
    page: int,
    heading: str,
    recent: Sequence[MoveRow] | None,
) -> Panel:
    """Return the panel that fits the table's state: paused, deciding or waiting.

    Raises:
        Refused: The person has no seat at the table, or there is nothing to show.
    """
    if not table.is_running and not (table.row.state and table.is_over):
        raise Refused(table.not_running_reason)
    seat = table.own_seat(interaction.user.id)
    deciding = table.is_running and not table.is_paused and seat in table.game.to_act
    if not deciding and table.row.channel_id != interaction.channel_id:
        # Outside of the table's channel the panel says which game it is.
        heading = f"{heading}\n{title_line(table, texts)}".strip("\n")
    if table.is_paused:
        return waiting_panel(table, seat, texts, None, heading, following=await _next_waiting_table(interaction, table))
    plan = await undo_plan(interaction, table, recent)
    if deciding:
        if filled := filled_panel(table, seat, texts, prefix):
            return filled
        deadline = (await services_of(interaction).tables.deadlines(table)).get(seat)
        learns = preferences.learn and await _is_first_game(interaction, table)
        panel = move_panel(table, seat, texts, plan, prefix, page, heading, deadline=deadline, learns=learns)
        if learns and not prefix:
            add_at_end(panel.view, legend_button(table.row.id, texts))
            if not hint_search.refusal_id(table, seat):
                add_at_end(panel.view, HintButton(table.row.id).button(texts.say("button.hint"), emoji="💡"))
        return panel
    return waiting_panel(table, seat, texts, plan, heading, following=await _next_waiting_table(interaction, table))


async def _next_waiting_table(interaction: Interaction, table: Table) -> Waiting | None:
    """Return the other table that has waited longest for the person; None if none waits."""
    waiting_tables = await services_of(interaction).tables.waiting_tables(interaction.user.id, but_not=table.row.id)
    return waiting_tables[0] if waiting_tables else None


async def _is_first_game(interaction: Interaction, table: Table) -> bool:
    """Return whether the person plays this game for the first time."""
    async with services_of(interaction).database.reading() as session:
        return not await games.played_before(session, interaction.user.id, table.row.key, table.row.id)


async def play_words(
    interaction: Interaction,
    game_id: int,
    words: Action,
    *,
    version: int | None = None,
    mark: str | None = None,
    confirmed: bool = False,
    typed: bool = False,
    earlier_line: str = "",
) -> None:
    """Play a complete action, and show what came of it above the panel of the next decision.

    The beginning of an action narrows the choices of the panel instead. The person is asked before actions that cannot
    be undone, and before a typed action that they typed a moment ago.

    Args:
        interaction: The interaction.
        game_id: The number of the table.
        words: The chosen or typed words.
        version: The version of the table that the person saw; if it is an older one, nothing is played and the person
            is told why. None: it does not matter.
        mark: The digest of the public question that is answered. The answer is valid while the same question is open,
            whatever else has happened at the table.
        confirmed: True if the person has already been asked.
        typed: True if the words were typed.
        earlier_line: The line about a move that the same text has already made; "" if there is none.
    """
    services = services_of(interaction)
    async with services.database.reading():
        texts, preferences = await person_of(interaction)
        table = await services.tables.table(game_id)
    await check_there(interaction, table)
    if version is not None and version != table.row.version:
        await show_panel(interaction, game_id, heading=texts.say("error.moved_on"))
        return
    seat = table.own_seat(interaction.user.id)
    seen_version = table.row.version
    if mark is not None and not (seat in table.game.to_act and table.question_digest(seat) == mark):
        # If another seat is still asked the public question, this one was not asked or has answered.
        if mark in map(table.question_digest, table.game.to_act):
            raise RefusedByRules(table.game.not_asked(seat), table.row.key, table.names)
        await show_panel(interaction, game_id, heading=texts.say("error.moved_on"))
        return
    if table.is_running and seat in table.game.to_act:
        words = table.game.normal(seat, words)
        is_offered = words in table.game.legal(seat)
        show = partial(show_panel, interaction, game_id)
        if not is_offered and await narrow(interaction, table, seat, texts, words, Kit(table.row.version), show):
            return
        if typed and not confirmed and await _ask_to_repeat(interaction, table, seat, texts, words):
            return
        if is_offered and mark is None and not confirmed:
            # Whatever follows the first move of a typed text was typed, too.
            is_end_typed = words in ENDING_ACTIONS and (typed or bool(earlier_line))
            question = await _question_before(
                table, seat, texts, words, ask_end=preferences.ask_end, is_end_typed=is_end_typed
            )
            if question is not None:
                await present(interaction, table, question)
                return
    # The meaning of a single word depends on the question, so it is worded before the table moves on.
    is_single_word = len(words) == 1 and table.is_running and words in table.game.legal(seat)
    single_word = texts.answer(table.row.key, table.game, seat, words, table.names) if is_single_word else ""
    result = await _make_move(interaction, table, seat, texts, words, mark, is_second_move=bool(earlier_line))
    if result is None:
        return
    await _show_result(
        interaction,
        result,
        seat,
        texts,
        seen_version,
        result_text=single_word
        or texts.at(result.table.game, result.table.names).action(table.row.key, words, table.names),
        earlier_line=earlier_line,
    )


async def _show_result(
    interaction: Interaction,
    result: ActionResult,
    seat: int,
    texts: Texts,
    seen_version: int,
    *,
    result_text: str,
    earlier_line: str,
) -> None:
    """Show the panel after a move, with what was played and what has happened since.

    Args:
        interaction: The interaction.
        result: The result of the move.
        seat: The seat that moved.
        texts: The texts in the person's language.
        seen_version: The version of the table before the move.
        result_text: The move in words.
        earlier_line: The line about an earlier move of the same text; "" if there is none.
    """
    services = services_of(interaction)
    table = result.table
    loaded: Table | None = table
    if table.is_running and (table.is_computers_turn or result.plans_begin):
        # Computers and plans often decide within a moment; then the panel shows the table after them.
        await services.turns.wait(table.row.id)
        loaded = None
    recent = await services.tables.play.recent_moves(table, seat)
    forced = [event for event in table.game.forced if event.seat == seat]
    news = event_log.events_to_report(recent, seat, after=seen_version, forced=forced)
    texts = texts.at(table.game, table.names)
    lines = [
        *filter(None, [earlier_line]),
        texts.say("panel.played", action=result_text),
        *texts.events(table.row.key, map(table.with_present_names_in, _without_oldest(news)), table.names),
        *_permission_warning(interaction, table, texts),
    ]
    await show_panel(interaction, table.row.id, heading="\n".join(lines), loaded=loaded, recent=recent)


async def _make_move(
    interaction: Interaction,
    table: Table,
    seat: int,
    texts: Texts,
    words: Action,
    mark: str | None,
    *,
    is_second_move: bool = False,
) -> ActionResult | None:
    """Play an action and return its result.

    Return None if the person has been answered already: the action was refused and the panel shows why, or an answer to
    a public question (``mark``) was tried again after a simultaneous answer of somebody else.

    Args:
        interaction: The interaction.
        table: The table.
        seat: The seat of the person.
        texts: The texts in the person's language.
        words: The action.
        mark: The digest of the public question that is answered; None: there is none.
        is_second_move: True if the interaction has made a move already; its id protects only one move from being
            played twice.
    """
    try:
        return await services_of(interaction).tables.play.make_decision(
            table.row.id,
            interaction.user.id,
            words,
            interaction_id=None if is_second_move else interaction.id,
            loaded=table,
        )
    except IllegalAction as fault:
        if seat not in table.game.to_act:
            raise RefusedByRules(fault.reason, table.row.key, table.names) from fault
        reason = texts.at(table.game, table.names).message(table.row.key, fault.reason, table.names)
        await show_panel(interaction, table.row.id, heading=f"✗ {reason}")  # the panel shows the present question
    except Refused as fault:
        if fault.message.id not in ("error.moved_on", "error.already_done"):
            raise
        if mark is not None and fault.message.id == "error.moved_on":  # somebody answered in the same moment
            await play_words(interaction, table.row.id, words, mark=mark)
        else:
            await show_panel(interaction, table.row.id, heading=texts.say(fault.message.id))
    return None


def _permission_warning(interaction: Interaction, table: Table, texts: Texts) -> list[str]:
    """Return a line that warns if the bot lacks permissions to write in the table's channel."""
    permissions = missing_permissions(interaction, table, to_write=True)
    if not permissions:
        return []
    names = permission_names(permissions, texts)
    if table.row.channel_id == interaction.channel_id:
        return [texts.say("error.cannot_post", permissions=names)]
    return [texts.say("error.cannot_post_there", permissions=names, channel=str(table.row.channel_id))]


async def confirmation(interaction: Interaction, table: Table, seat: int, action: Action) -> Panel | None:
    """Return the question before an action that cannot be taken back; None if it is played at once."""
    texts, preferences = await person_of(interaction)
    return await _question_before(table, seat, texts, action, ask_end=preferences.ask_end, is_end_typed=False)


async def _question_before(
    table: Table, seat: int, texts: Texts, action: Action, *, ask_end: bool, is_end_typed: bool
) -> Panel | None:
    """Return the question before an action; None if it is played at once.

    Args:
        table: The table.
        seat: The seat that acts.
        texts: The texts in the person's language.
        action: The action.
        ask_end: True if the person wants to be asked before their turn ends.
        is_end_typed: True if the person has just typed that the turn ends; then the question is only asked if the game
            ends or something useful is given up.
    """
    if action[0] in table.game.needs_confirmation:
        return confirm_panel(table, seat, texts, action)
    if not ask_end or len(join(action)) > MOST_ACTION_CHARACTERS:
        return None
    if forgone := table.game.forgone(seat, action):
        return confirm_panel(table, seat, texts, action, forgone=forgone)
    look_ahead = partial(irreversible_event, table, seat, action)
    # Computer players may continue for a while; without them, looking ahead takes less time than starting a thread.
    end = await asyncio.to_thread(look_ahead) if table.has_computers else look_ahead()
    if end is None or (is_end_typed and end != OVER):
        return None
    return confirm_panel(table, seat, texts, action, end)


async def _ask_to_repeat(interaction: Interaction, table: Table, seat: int, texts: Texts, action: Action) -> bool:
    """Ask a person who typed the same move a moment ago whether they mean it twice; return True if they are asked."""
    if not table.game.is_legal(seat, action):
        return False  # it will be refused with its reason
    if not await repeats_move(services_of(interaction).database, table, interaction.user.id, action):
        return False
    await present(interaction, table, repeated_panel(table, seat, texts, action))
    return True


def _without_oldest(news: Sequence[Event]) -> list[Event]:
    """Return the events without the oldest public ones beyond ``MOST_EVENTS``; private ones all stay."""
    public_indices = [index for index, event in enumerate(news) if event.seen_by is None]
    left_out = set(public_indices[:-MOST_EVENTS])
    return [event for index, event in enumerate(news) if index not in left_out]


async def take_back_typed(interaction: Interaction, game_id: int) -> None:
    """Undo the last decision, as a command or text asks; ask first if the person has just undone one."""
    if not await ask_to_undo_again(interaction, game_id):
        await take_back(interaction, game_id)


async def ask_to_undo_again(interaction: Interaction, game_id: int) -> bool:
    """Ask a person who has just undone a decision whether to undo another one; return True if they are asked.

    They may only repeat the command because its first answer was lost, and each time one more decision would be undone.
    """
    services = services_of(interaction)
    table = await services.tables.table(game_id)
    plan = await undo_plan(interaction, table)
    if plan is None or plan.barrier is not None:
        return False  # the obstacle is explained at once
    if not await repeats_undo(services.database, table, interaction.user.id):
        return False
    await present(interaction, table, undo_again_panel(table, await texts_for(interaction)))
    return True


async def start_over_typed(interaction: Interaction, game_id: int) -> None:
    """Undo the turn by command or text; ask first if the person has just undone something."""
    table = await services_of(interaction).tables.table(game_id)
    plan = await undo_plan(interaction, table)
    # ``start_over`` itself asks before it undoes several decisions.
    if plan is None or plan.turn or not await ask_to_undo_again(interaction, game_id):
        await start_over(interaction, game_id)


async def take_back(
    interaction: Interaction, game_id: int, *, version: int | None = None, whole_turn: bool = False
) -> None:
    """Undo the last decision, or the ``whole_turn`` turn, without asking, and show the panel.

    ``version`` is the version of the table that the person saw; if it is an older one, nothing is undone and the person
    is told why. None: it does not matter.
    """
    services = services_of(interaction)
    texts = await texts_for(interaction)
    table = await services.tables.table(game_id)
    await check_there(interaction, table)
    if version is not None and version != table.row.version:
        await show_panel(interaction, game_id, heading=texts.say("error.moved_on"))
        return
    await services.tables.play.undo(game_id, interaction.user.id, whole_turn=whole_turn, version=version)
    await show_panel(interaction, game_id, heading=texts.say("panel.undone"))


async def start_over(
    interaction: Interaction, game_id: int, *, version: int | None = None, confirmed: bool = False
) -> None:
    """Undo all decisions of the person's turn that can be undone freely; ask first if there are several.

    Args:
        interaction: The interaction.
        game_id: The number of the table.
        version: The version of the table that the person saw; None: it does not matter.
        confirmed: True if the person has already been asked.
    """
    services = services_of(interaction)
    texts = await texts_for(interaction)
    table = await services.tables.table(game_id)
    plan = await undo_plan(interaction, table)
    if confirmed or plan is None or not plan.turn or version not in (None, table.row.version):
        await take_back(interaction, game_id, version=version, whole_turn=True)
    else:
        await present(interaction, table, start_over_panel(table, texts, plan))


async def undo_plan(interaction: Interaction, table: Table, recent: Sequence[MoveRow] | None = None) -> UndoPlan | None:
    """Return the decisions that the person would undo; None if there are none or they may not be undone."""
    if not table.is_running:
        return None
    try:
        return await services_of(interaction).tables.play.undo_plan(table, interaction.user.id, recent)
    except Refused:
        return None
