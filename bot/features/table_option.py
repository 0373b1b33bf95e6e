"""Choice of the table that a command is about.

It is the channel's table, or one of the person's own: in direct messages, or if the option ``table`` names one.

A command about a running table uses ``table_about``, and its completions ``find_table``, which asks Discord nothing.
Commands that may also look back use ``latest_table``, and then, unless for completions, call ``check_there``; those
about results use ``ended_table``; those that exist on servers only use ``latest_table_and_texts``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from discord import app_commands

from bot.interactions.command_names import description, name
from bot.interactions.completion import completion
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.services import Interaction, services_of
from bot.panel.cross_server import check_there
from bot.tables import Refused, Table, TableBroken
from bot.wording import Texts
from bot.wording.escaping import within
from bot.wording.word_forms import folded
from render.kit.initials import told_apart
from render.names import isolated
from storage.models import GameRow, Status

C = TypeVar("C", bound=Callable[..., Any])

everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
"""Decorator of commands that work on servers and in the bot's direct messages."""


async def table_here(interaction: Interaction) -> Table:
    """Return the open table of the channel.

    Raises:
        Refused: There is none.
    """
    assert interaction.channel_id is not None
    return await services_of(interaction).tables.table_in(interaction.channel_id)


async def table_about(interaction: Interaction, number: int | None, *, prefer_waiting: bool = True) -> Table:
    """Return the table that a command is about.

    Args:
        interaction: The interaction.
        number: The number of one of the person's own tables. None: the channel's table; in direct messages the
            person's only table, or their only one that waits for them.
        prefer_waiting: False to ignore in direct messages which tables wait for the person.

    Raises:
        Refused: There is no such table, it is not the person's, or the person has left its server.
    """
    table = await find_table(interaction, number, prefer_waiting=prefer_waiting)
    await check_there(interaction, table)
    return table


async def find_table(interaction: Interaction, number: int | None, *, prefer_waiting: bool = True) -> Table:
    """Return the table as ``table_about`` does, without the check that the person is still on its server."""
    tables = services_of(interaction).tables
    user = interaction.user.id
    if number is not None:
        table = await tables.table(number)
        if table.row.channel_id != interaction.channel_id:
            if user not in table.members:  # only players may see a table from outside its channel
                raise table.no_seat_refusal(user)
            if table.row.status == Status.LOBBY:
                raise Refused("error.not_started")
        return table
    if interaction.guild_id is not None:
        return await table_here(interaction)
    waiting_tables = (
        [waiting_table.table for waiting_table in await tables.waiting_tables(user)] if prefer_waiting else []
    )
    waiting_tables = waiting_tables or [table for _, _, table in await tables.tables_of_user(user) if table]
    if len(waiting_tables) == 1:
        return waiting_tables[0]
    raise Refused("error.which_table" if waiting_tables else "error.no_own_table")


async def latest_table(interaction: Interaction, number: int | None, *, prefer_waiting: bool = True) -> Table:
    """Return the table as ``find_table`` does; a channel without an open table has the one that ended last there."""
    if number is None and interaction.guild_id is not None:
        assert interaction.channel_id is not None
        return await services_of(interaction).tables.latest_in(interaction.channel_id)
    return await find_table(interaction, number, prefer_waiting=prefer_waiting)


async def ended_table(interaction: Interaction, number: int | None, lacking: str) -> Table:
    """Return a table that has ended with a result.

    Args:
        interaction: The interaction.
        number: The number of a table of the channel, or of one where the person played or owned a seat at the end.
            None: the channel's last table; in direct messages the person's own last one.
        lacking: The text id of the refusal if there is no such table.

    Raises:
        Refused: There is no such table, or the person had no seat there at the end.
    """
    tables = services_of(interaction).tables
    user = interaction.user.id
    if number is None and interaction.guild_id is not None:
        assert interaction.channel_id is not None
        return await tables.reviews.last_in(interaction.channel_id, lacking)
    if number is None:
        number = next((row.id for row in await tables.finished_tables(user, limit=1)), None)
    if number is None:
        raise Refused(lacking)
    table = await tables.table(number)
    if table.row.status != Status.FINISHED:
        raise Refused(lacking)
    sat = {person for seat in table.seats for person in (seat.user_id, seat.owner_id)}
    if table.row.channel_id != interaction.channel_id and user not in sat:
        raise table.no_seat_refusal(user)
    return table


def number_of(interaction: Interaction) -> int | None:
    """Return the number in the option ``table`` while another option is typed; None if it is empty."""
    number = getattr(interaction.namespace, "table", None)
    return number if isinstance(number, int) else None


@completion
async def complete_table(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's running tables; those that wait for the person come first, the longest wait at the top."""
    tables = services_of(interaction).tables
    user = interaction.user.id
    waiting_rows = [waiting_table.table.row for waiting_table in await tables.waiting_tables(user)]
    waiting_ids = {row.id for row in waiting_rows}
    other_rows = [row for row, _, _ in await tables.tables_of_user(user) if row.id not in waiting_ids]
    return await _choices(interaction, [*waiting_rows, *other_rows], typed)


@completion
async def complete_finished(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's tables that have ended with a result, the last one first."""
    return await _choices(
        interaction, await services_of(interaction).tables.finished_tables(interaction.user.id), typed
    )


@completion
async def complete_own(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's tables: running ones first, then ended ones."""
    tables = services_of(interaction).tables
    user = interaction.user.id
    running = [row for row, _, _ in await tables.tables_of_user(user)]
    return await _choices(interaction, [*running, *await tables.finished_tables(user)], typed)


async def _choices(interaction: Interaction, rows: Sequence[GameRow], typed: str) -> list[app_commands.Choice[int]]:
    texts = await texts_for(interaction)
    titles = [(table_name(interaction, row, texts), row.id) for row in rows]
    fitting = [(title, number) for title, number in titles if typed.lower() in title.lower()]
    return [app_commands.Choice(name=within(title, OPTION), value=number) for title, number in fitting[:CHOICES]]


def table_name(interaction: Interaction, row: GameRow, texts: Texts) -> str:
    """Return a table's title, like "Macao in #games (table 12)"; without the channel if its name is unknown."""
    guild = interaction.client.get_guild(row.guild_id) if row.guild_id else None
    channel = services_of(interaction).hidden.find(guild, row.channel_id)
    args = {"game": texts.title(row.key), "table": str(row.id)}
    if channel is None or not channel.name:
        return texts.say("choice.table", **args)
    return texts.say("choice.table_in", **args, channel=channel.name)


def with_table(complete: Callable[..., object] = complete_table, path: str = "own_table") -> Callable[[C], C]:
    """Return a decorator that names, describes and completes the option ``table`` of a command.

    Args:
        complete: The function for completions.
        path: The id of the option's description.
    """
    decorators: tuple[Callable[[Any], Any], ...] = (
        app_commands.rename(table=name("table")),
        app_commands.describe(table=description(path)),
        app_commands.autocomplete(table=cast("Any", complete)),
    )

    def decorated(command: C) -> C:
        for decorate in decorators:
            command = decorate(command)
        return command

    return decorated


async def latest_table_and_texts(interaction: Interaction) -> tuple[Table, Texts]:
    """Return the channel's open table, or the one that ended last, and the texts in the person's language."""
    assert interaction.channel_id is not None
    table = await services_of(interaction).tables.latest_in(interaction.channel_id)
    return table, await texts_for(interaction)


@completion
async def complete_player(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the people who still play at the channel's table; the value is the number of the seat."""
    if interaction.channel_id is None:
        return []
    try:
        table = await services_of(interaction).tables.table_in(interaction.channel_id)
    except (Refused, TableBroken):
        return []
    people = [seat for seat in table.seats if seat.user_id is not None and not seat.resigned]
    names = (await texts_for(interaction)).visible(table.names)
    choices = [(told_apart(isolated(names[seat.number]), seat.number, table.names), seat.number) for seat in people]
    searched_name = " ".join(folded(typed))
    return [
        app_commands.Choice(name=name, value=seat) for name, seat in choices if searched_name in " ".join(folded(name))
    ]
