"""/help: what the person can do now at the channel's table; in a channel without a table, how to begin."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from discord import app_commands

import render
from bot.delivery.board_description import awaiting
from bot.features.table_option import everywhere, table_about, table_here
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.links import lobby_link
from bot.interactions.person import public_buttons, texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.dates import seconds
from storage.models import Status


@app_commands.command(name=name("help"), description=description("help"))
@everywhere
async def help_command(interaction: Interaction) -> None:
    if interaction.guild_id is None:
        await _answer_in_direct_messages(interaction)
        return
    texts = await texts_for(interaction)
    try:
        table = await table_here(interaction)
    except Refused:
        lines = [texts.say("help.begin", **await public_buttons(interaction))]
    else:
        if table.row.status == Status.LOBBY:
            lines = _lobby_lines(table, texts, interaction.user.id, await public_buttons(interaction))
        else:
            lines = await _table_lines(interaction, table, texts)
    await answer(interaction, "\n".join([*lines, texts.say("help.learn")]))


async def _answer_in_direct_messages(interaction: Interaction) -> None:
    """Answer in direct messages: help for the person's table and the commands that work there."""
    texts = await texts_for(interaction)
    lines = list[str]()
    with contextlib.suppress(Refused):
        table = await table_about(interaction, None)
        lines = await _table_lines(interaction, table, texts, lists_commands=False)
    await answer(interaction, "\n".join([*lines, texts.say("help.direct"), texts.say("help.learn")]))


def _lobby_lines(table: Table, texts: Texts, user_id: int, buttons: Mapping[str, str]) -> list[str]:
    if table.seat_of(user_id) is None:
        return [texts.say("reply.lobby_join", link=lobby_link(table.row), **buttons)]
    role = "host" if table.row.host_id == user_id else "guest"
    lacking = table.kind.seats.start - len(table.seats)
    lines = [texts.say(f"help.lobby_{role}", link=lobby_link(table.row), **buttons)]
    return [*lines, texts.say("help.lacking", n=lacking)] if lacking > 0 else lines


async def _table_lines(
    interaction: Interaction, table: Table, texts: Texts, *, lists_commands: bool = True
) -> list[str]:
    """Return the help for a running table: the turn, the person's decision or the awaited players, further commands.

    Args:
        interaction: The interaction.
        table: The table.
        texts: The texts in the person's language.
        lists_commands: False to leave out further commands, because the answer lists them elsewhere.
    """
    key = table.row.key
    game = table.game
    seat = table.seat_of(interaction.user.id)
    lines = [texts.say("panel.turn", game=texts.title(key), turn=texts.turn_name(key, game.state.turn))]
    if table.is_paused:
        return [
            *lines,
            texts.say("error.paused", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name))),
        ]
    if seat in game.to_act:
        task_id = "help.asked" if seat in game.blocking_seats else "help.may"
        lines += [
            texts.say("help.yours" if game.has_turn(seat) else task_id, **await public_buttons(interaction, table)),
            texts.message(key, game.prompt(seat).message, table.names),
        ]
        deadline = (await services_of(interaction).tables.deadlines(table)).get(seat)
        lines += [texts.say("panel.due", moment=seconds(deadline))] if deadline else []
        lines += [texts.say("help.hint")] if table.row.hints else []
        return [*lines, *([texts.say("help.at_your_turn")] if lists_commands else [])]
    # People are named; computers only while nobody else must decide.
    lines.append(awaiting(table, texts, table.deciding_seats or game.blocking_seats))
    if seat is not None and not lists_commands:
        return lines
    if seat is not None:
        hand = key in render.PICTURES and render.PICTURES[key].hand is not None
        return [*lines, texts.say("help.meanwhile_hand" if hand else "help.meanwhile")]
    if table.kept_seat(interaction.user.id) is not None:  # a computer or a substitute plays there
        reason = table.no_seat_refusal(interaction.user.id).message
        return [*lines, texts.message(key, reason, table.names)]
    return [*lines, texts.say("help.watching")]


COMMANDS: tuple[AnyCommand, ...] = (help_command,)
