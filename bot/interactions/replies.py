"""Answering a click or a command: always in time, always in the person's language, never with a traceback."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Iterable
from typing import Any, NamedTuple

import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.interactions.permissions import lacking
from bot.interactions.refusals import refusal
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table, TableBroken
from bot.tables.habits import Habits, read_habits
from bot.thinking.pool import Unanswered
from bot.wording import Texts, language, texts_in
from bot.work import metrics
from bot.work.admission import Crowded, worked
from bot.work.helpers import HelpersEnd
from engines import IllegalAction, Message
from storage import people
from storage.errors import StorageError

log = structlog.get_logger()

ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered: now and then it delivers one twice."""

TOO_LATE = (10015, 10062, 50027)
"""Its codes for an interaction that can no longer be answered, three seconds after it began unless acknowledged, else a
quarter of an hour. What was done is done; the person sees it in the private message that the next click opens."""

LANGUAGE_SECONDS = 1
"""How long a refusal waits for the language a person has chosen."""


class Person(NamedTuple):
    """Who presses or types: the language chosen here, else that of the person's Discord, and what else was chosen."""

    texts: Texts
    habits: Habits


_PERSON = "person"
"""Under which name an interaction remembers who it is: most of what is done for it asks more than once."""


async def person_of(interaction: Interaction) -> Person:
    """What is known of the person of an interaction, read once."""
    known: Person | None = interaction.extras.get(_PERSON)
    if known is None:
        async with services_of(interaction).database.reading() as session:
            row = await people.user(session, interaction.user.id)
        texts = texts_in(language(row.locale if row else None, str(interaction.locale)))
        known = interaction.extras[_PERSON] = Person(texts, read_habits(people.chosen(row)))
    return known


def forget_person(interaction: Interaction) -> None:
    """The person has chosen something else: it is read anew."""
    interaction.extras.pop(_PERSON, None)


async def texts_for(interaction: Interaction) -> Texts:
    """The person's language."""
    return (await person_of(interaction)).texts


PUBLIC_BUTTONS = {
    "join": "lobby.button.join",
    "start": "lobby.button.start",
    "computer": "lobby.button.computer",
    "move": "button.move",
    "withdraw": "button.withdraw",
}
"""Buttons under public messages, by the blanks of the texts that name them to one person."""


async def public_buttons(interaction: Interaction, table: Table | None = None) -> dict[str, str]:
    """What these say: they speak the language of the server, be it that of a ``table``, whatever the person's
    is."""
    texts = await services_of(interaction).public_texts(table.row.guild_id if table else interaction.guild_id)
    return {blank: texts.say(id) for blank, id in PUBLIC_BUTTONS.items()}


async def answer(interaction: Interaction, content: str, **options: Any) -> None:
    """Shows a text to the person alone; on a private message it replaces what the person saw there."""
    worked()
    if interaction.response.is_done():
        files, view = options.get("files", []), options.get("view")
        await interaction.edit_original_response(content=content, attachments=files, view=view)
    else:
        await interaction.response.send_message(content, ephemeral=True, **options)


async def acknowledge(interaction: Interaction, *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Tells Discord that the interaction has arrived, and returns when its turn has come to be worked on.

    ``ephemeral``, ``thinking``: of the answer, as discord.py has it. Raises Crowded.
    """
    await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    try:
        # A channel stands for its table.
        await services_of(interaction).admission.enter(interaction.channel_id or 0)
    except Crowded:
        metrics.CROWDED.inc()
        raise
    await _learn_name(interaction)


async def _learn_name(interaction: Interaction) -> None:
    """Note what the person is called now, so that all that is shown from here on says so."""
    user = interaction.user
    with contextlib.suppress(StorageError, SQLAlchemyError):  # the work itself needs the database and tells the person
        await services_of(interaction).tables.present_names.learn(user.id, interaction.guild_id, user.display_name)


async def admitted(interaction: Interaction) -> bool:
    """Whether the work of an interaction may begin; a bot that is stopping says so instead."""
    if services_of(interaction).underway.enter(interaction):
        return True
    if interaction.type is not discord.InteractionType.autocomplete:
        await explain(interaction, Refused("error.stopping"))
    return False


async def guarded(interaction: Interaction, work: Awaitable[None]) -> None:
    """Carries out the work of a callback and turns whatever goes wrong into a sentence for the person."""
    try:
        await work
    except Exception as fault:  # noqa: BLE001 - whatever it is, the person is told and it is logged
        await explain(interaction, fault)


async def explain(interaction: Interaction, fault: BaseException) -> None:
    """Tells the person what went wrong. Faults of ours are logged with a mark that the person is given."""
    if isinstance(fault, discord.HTTPException) and fault.code == ALREADY_ACKNOWLEDGED:
        log.info("delivered twice", interaction=interaction.id)  # the other delivery is being answered
        return
    if isinstance(fault, discord.HTTPException) and fault.code in TOO_LATE:
        log.warning("too late to answer", interaction=interaction.id, reason=str(fault))
        return
    known = _reason(fault)
    if known is None and (refused := refusal(fault)):
        log.warning("refused by Discord", interaction=interaction.id, reason=str(fault))
        known = refused, "", ()
    if known is None:
        mark = secrets.token_hex(3)
        log.error("interaction failed", mark=mark, exc_info=fault)
        known = Message("error.internal", {"mark": mark}), "", ()
    try:
        async with asyncio.timeout(LANGUAGE_SECONDS):
            texts = await texts_for(interaction)
    except Exception as unread:  # noqa: BLE001 - the person's Discord has a language too
        log.warning("the language of a person could not be read", reason=str(unread))
        texts = texts_in(language(str(interaction.locale)))
    message, key, names = known
    content = texts.message(key, message, names)
    if isinstance(fault, discord.Forbidden) and (missing := missing_permissions(interaction)):
        content = texts.say("error.permissions", permissions=permission_names(missing, texts))
    try:
        if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
            await interaction.followup.send(content, ephemeral=True)  # what was clicked stays, to be clicked again
        else:
            await answer(interaction, content)
    except Exception as lost:  # noqa: BLE001 - there is no other way left to reach the person
        log.warning("a refusal could not be shown", reason=str(lost), refusal=message.id)


def _reason(fault: BaseException) -> tuple[Message, str, tuple[str, ...]] | None:
    match fault:
        case RefusedByRules():
            return fault.message, fault.key, fault.names
        case Refused():
            return fault.message, "", ()
        case Crowded():
            return Message("error.crowded"), "", ()
        case TableBroken():
            return Message("error.table_broken", {"table": str(fault.game_id)}), "", ()
        case IllegalAction():
            return fault.reason, "", ()
        case Unanswered():
            return Message("error.unanswered"), "", ()
        case HelpersEnd():
            return Message("error.stopping"), "", ()
        case StorageError():
            return Message("error.storage"), "", ()
        case SQLAlchemyError():
            log.error("the database failed", exc_info=fault)
            return Message("error.storage"), "", ()
    return None


class RefusedByRules(Exception):
    """A refusal by a game, with what it takes to word it: the game's words and the players' names."""

    def __init__(self, message: Message, key: str, names: tuple[str, ...]) -> None:
        super().__init__(message.id)
        self.message, self.key, self.names = message, key, names


def missing_permissions(interaction: Interaction, table: Table | None = None, *, to_write: bool = False) -> list[str]:
    """Permissions the bot lacks where the interaction happened, or where a ``table`` is played, as far as is known;
    ``to_write``: those without which nothing arrives. In direct messages there are none."""
    if table is not None and table.row.channel_id != interaction.channel_id:
        return _missing_there(interaction, table, to_write=to_write)
    if interaction.guild_id is None:
        return []
    return lacking(interaction.app_permissions, interaction.channel, to_write=to_write)


def _missing_there(interaction: Interaction, table: Table, *, to_write: bool) -> list[str]:
    guild = interaction.client.get_guild(table.row.guild_id) if table.row.guild_id else None
    channel = guild.get_channel_or_thread(table.row.channel_id) if guild else None
    if guild is None or channel is None:  # of another shard, or a thread that is archived
        return []
    try:
        return lacking(channel.permissions_for(guild.me), channel, to_write=to_write)
    except (discord.ClientException, AttributeError):  # the channel of this thread is hidden
        return []


def permission_names(names: Iterable[str], texts: Texts) -> list[str]:
    """Permissions as Discord's settings name them."""
    return [texts.say(f"permission.{name}") for name in names]


def is_admin(interaction: Interaction) -> bool:
    """Whether the person manages the server of the interaction; of a table ``manages`` is to be asked."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator


def manages(interaction: Interaction, table: Table) -> bool:
    """Whether the person manages the server where a table is."""
    return is_admin(interaction) and table.row.guild_id is not None and table.row.guild_id == interaction.guild_id


async def manages_table(interaction: Interaction, game_id: int) -> bool:
    """Whether the person manages the server where the table of this number is; it is read for that. Raises Refused
    when there is none, TableBroken."""
    return is_admin(interaction) and manages(interaction, await services_of(interaction).tables.table(game_id))
