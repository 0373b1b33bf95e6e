"""Answering a click or a command: always in time, always in the person's language, never with a traceback."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import discord
import structlog
from discord.app_commands import AppCommandError
from sqlalchemy.exc import SQLAlchemyError

from bot.interactions.error_codes import Scope, refusal, scope_of
from bot.interactions.links import board_link
from bot.interactions.lost_answers import is_lost, is_unreachable
from bot.interactions.ornaments import Answer, send_plainer
from bot.interactions.permissions import allowed_in, lacking
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table, TableBroken
from bot.tables.habits import Habits, read_habits
from bot.tables.table import UnknownGame
from bot.thinking.pool import Unanswered
from bot.wording import Texts, language, texts_in
from bot.wording.languages import FALLBACK
from bot.work import metrics
from bot.work.admission import Crowded, worked
from bot.work.handling import Deed, handled_of, incidental
from bot.work.process_pool import PoolClosed
from engines import IllegalAction, Message
from storage import games, people
from storage.errors import StorageError
from storage.models import User

log = structlog.get_logger()

ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered: now and then it delivers one twice."""

TOO_LATE = (10015, 10062, 50027)
"""Its codes for an interaction that can no longer be answered, three seconds after it began unless acknowledged, else a
quarter of an hour. What was done is done; the person sees it in the private message that the next click opens."""

ABOUT_OWN_DATA = ("portolan privacy", "me data", "me forget")
FORGETTING = "pt:forget:"
"""How the custom id of the button begins that has everything deleted."""

LOOKUP_SECONDS = 1
"""How long a refusal waits for what the database knows: the language of a person, the board of a table."""

UNFINISHED = ("error.stopping", "error.cut_short")
"""What a bot that stops says; an interaction whose work is done by then is told that instead."""


class Person(NamedTuple):
    """Who presses or types: the language chosen here, else that of the person's Discord, and what else was chosen."""

    texts: Texts
    habits: Habits


_PERSON = "person"
"""Under which name an interaction remembers who it is: most of what is done for it asks more than once."""


async def person_of(interaction: Interaction) -> Person:
    """Return what is known of the person of an interaction, read once."""
    known: Person | None = interaction.extras.get(_PERSON)
    if known is None:
        async with services_of(interaction).database.reading() as session:
            row = await people.user(session, interaction.user.id)
        await _note_client_locale(interaction, row)
        texts = texts_in(language(row.locale if row else None, str(interaction.locale)))
        known = interaction.extras[_PERSON] = Person(texts, read_habits(people.chosen(row)))
    return known


async def _note_client_locale(interaction: Interaction, row: User | None) -> None:
    """Keep the language of the person's Discord, for direct messages, which come without one."""
    seen = language(str(interaction.locale))
    if row is not None and row.client_locale == seen:
        return
    with incidental():
        async with services_of(interaction).database.transaction() as session:
            await people.note_client_locale(session, interaction.user.id, seen)


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


_UNSURE = "unsure"
"""Set while nobody knows whether Discord has been told that the interaction has arrived."""
_SHOWN = "shown"
"""Set once the person may have seen an answer, which nothing said later may replace."""


async def answer(interaction: Interaction, content: str, **options: Any) -> None:
    """Shows a text to the person alone; on a private message it replaces what the person saw there.

    ``options``: ``view``, ``files`` and what else discord.py takes. Ornaments that Discord refuses are left out.
    """
    worked()
    view = options.pop("view", None)
    files = options.pop("files", ())
    await _send(interaction, Answer(content, view, files, options), partial(_show, interaction))


async def redraw(interaction: Interaction, content: str, view: discord.ui.View | None) -> None:
    """Replace the message below which something was pressed; nobody is pinged by that."""

    async def edit(shown: Answer) -> None:
        none = discord.AllowedMentions.none()
        await interaction.edit_original_response(content=shown.content, view=shown.view, allowed_mentions=none)

    await _send(interaction, Answer(content, view), edit)


async def follow_up(interaction: Interaction, content: str, **options: Any) -> None:
    """Send a message of its own below what was pressed or asked for; the arguments are those of ``answer``."""
    view = options.pop("view", None)
    files = options.pop("files", ())

    async def send(shown: Answer) -> None:
        ornaments = given(view=shown.view, files=shown.files)
        await interaction.followup.send(shown.content, **ornaments, **options)

    await _send(interaction, Answer(content, view, files), send)


async def _send(interaction: Interaction, shown: Answer, send: Callable[[Answer], Awaitable[object]]) -> None:
    try:
        await send_plainer(shown, send, lambda: services_of(interaction).forget_emoji())
    except Exception as fault:
        if is_lost(fault):
            interaction.extras[_SHOWN] = True
        raise
    interaction.extras[_SHOWN] = True


async def _show(interaction: Interaction, shown: Answer) -> None:
    """Show a private answer, as the first response to the interaction or in the place of it."""
    if not interaction.response.is_done():
        ornaments = given(view=shown.view, files=shown.files)
        try:
            await interaction.response.send_message(shown.content, ephemeral=True, **ornaments, **shown.options)
        except discord.HTTPException as fault:
            if fault.code != ALREADY_ACKNOWLEDGED or _UNSURE not in interaction.extras:
                raise
            shown = shown.again()
        else:
            return
    await interaction.edit_original_response(content=shown.content, attachments=list(shown.files), view=shown.view)


def given(**options: Any) -> dict[str, Any]:
    """Return the options that have a value; discord.py takes no None for a view."""
    return {name: value for name, value in options.items() if value}


async def acknowledge(interaction: Interaction, *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Tells Discord that the interaction has arrived, and returns when its turn has come to be worked on.

    Where Discord cannot be told, the work goes on all the same: a person has pressed, and a move is seen in the
    channel. ``ephemeral``, ``thinking``: of the answer, as discord.py has it. Raises Crowded.
    """
    try:
        await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    except Exception as fault:
        if not is_lost(fault):
            raise
        interaction.extras[_UNSURE] = True
        log.warning("an acknowledgement was lost", interaction=interaction.id, reason=repr(fault))
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
    # The work itself needs the database, too, and tells the person.
    with incidental(), contextlib.suppress(StorageError, SQLAlchemyError):
        await services_of(interaction).tables.present_names.learn(user.id, interaction.guild_id, user.display_name)


async def admitted(interaction: Interaction) -> bool:
    """Return whether the work of an interaction may begin; who is not served, and when the bot stops, is told why."""
    services = services_of(interaction)
    objection = None
    person = getattr(interaction.user, "id", None)  # there is none where Discord has sent nobody
    if person is not None and not is_about_own_data(interaction):
        objection = services.moderation.objection(person, interaction.guild_id)
    if objection is None and services.underway.enter(interaction):
        return True
    if interaction.type is not discord.InteractionType.autocomplete:
        await explain(interaction, Refused(objection or "error.stopping"))
    return False


def is_about_own_data(interaction: Interaction) -> bool:
    """Return whether a person asks what is kept, or has it deleted, which nobody can be kept from."""
    command = interaction.command
    if command is not None:
        return command.qualified_name in ABOUT_OWN_DATA
    data: Any = interaction.data or {}
    return str(data.get("custom_id", "")).startswith(FORGETTING)


async def guarded(interaction: Interaction, work: Awaitable[None]) -> None:
    """Carries out the work of a callback and turns whatever goes wrong into a sentence for the person."""
    try:
        await work
    except Exception as fault:  # noqa: BLE001 - whatever it is, the person is told and it is logged
        await explain(interaction, fault)


class Told(NamedTuple):
    """A sentence for the person, and the id that the log knows it by."""

    id: str
    content: str


async def explain(interaction: Interaction, fault: BaseException) -> None:
    """Tells the person what went wrong, or what was done although its answer got lost. Never raises.

    Faults of ours are logged with a mark that the person is given, unless what was asked for has been done.
    """
    try:
        if is_past_answering(interaction, fault):
            return
        deed = deed_to_tell(interaction, fault)
        said = await _told_as_done(interaction, deed, fault) if deed else await _told_as_fault(interaction, fault)
        await _tell(interaction, said)
    except Exception as failure:
        mark = secrets.token_hex(3)
        log.error("a fault could not be explained", mark=mark, fault=repr(fault), exc_info=failure)
        with contextlib.suppress(Exception):
            await _tell(interaction, _plainest(interaction, mark))


def _plainest(interaction: Interaction, mark: str) -> Told:
    """Return what can be said without looking anything up."""
    handled = handled_of(interaction)
    id = f"done.{handled.deed}" if handled and handled.deed else "error.internal"
    return Told(id, texts_in(FALLBACK).say(id, mark=mark))


def is_past_answering(interaction: Interaction, fault: BaseException) -> bool:
    """Return whether nobody is left to be told of ``fault``, which is logged."""
    if not isinstance(fault, discord.HTTPException):
        return False
    if fault.code == ALREADY_ACKNOWLEDGED and _UNSURE not in interaction.extras:
        log.info("delivered twice", interaction=interaction.id)  # the other delivery is being answered
        return True
    if fault.code in TOO_LATE:
        log.warning("too late to answer", interaction=interaction.id, reason=str(fault))
        return True
    return False


def deed_to_tell(interaction: Interaction, fault: BaseException) -> Deed | None:
    """Return what was committed before ``fault``, which then only concerns the answer; None: nothing was.

    What the rules or the table refuse is told with its reason all the same.
    """
    if isinstance(fault, RefusedByRules | IllegalAction):
        return None
    if isinstance(fault, Refused) and fault.message.id not in UNFINISHED:
        return None
    handled = handled_of(interaction)
    return handled.deed if handled else None


async def _told_as_done(interaction: Interaction, deed: Deed, fault: BaseException) -> Told:
    """Return the words for what was done although its answer could not be shown."""
    if is_unreachable(fault) or isinstance(fault, discord.HTTPException | Refused | PoolClosed):
        log.warning("an answer was lost", interaction=interaction.id, deed=deed, reason=repr(fault))
    else:
        log.error("interaction failed", mark=secrets.token_hex(3), deed=deed, exc_info=fault)
    texts = await _texts_in_time(interaction)
    link = await _board_in_time(interaction) if deed is not Deed.CHANGE else None
    id = f"done.{deed}" if link is None else f"done.{deed}_there"
    return Told(id, texts.say(id, **given(link=link)))


async def _told_as_fault(interaction: Interaction, fault: BaseException) -> Told:
    """Return the words for a fault before which nothing was done."""
    known = _reason(fault)
    limit = services_of(interaction).log_limit
    if isinstance(fault, SQLAlchemyError) and (times := limit.admit(("the database failed", type(fault)))):
        log.error("the database failed", times=times, exc_info=fault)
    if known is None and (refused := refusal(fault)):
        log.warning("refused by Discord", interaction=interaction.id, reason=str(fault))
        known = refused, "", ()
    if known is None and is_unreachable(fault):
        log.warning("Discord did not answer", interaction=interaction.id, reason=repr(fault))
        known = Message("error.no_answer"), "", ()
    if known is None:
        mark = secrets.token_hex(3)
        log.error("interaction failed", mark=mark, exc_info=fault)
        known = Message("error.internal", {"mark": mark}), "", ()
    texts = await _texts_in_time(interaction)
    message, key, names = known
    if scope_of(fault) is Scope.CHANNEL and (missing := missing_permissions(interaction)):
        return Told(message.id, texts.say("error.permissions", permissions=permission_names(missing, texts)))
    return Told(message.id, texts.message(key, message, names))


async def _texts_in_time(interaction: Interaction) -> Texts:
    """Return the person's language, or that of the person's Discord while nobody can look it up."""
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await texts_for(interaction)
    except Exception as unread:  # noqa: BLE001 - the person's Discord has a language too
        limit = services_of(interaction).log_limit
        if times := limit.admit(("the language of a person could not be read", type(unread))):
            log.warning("the language of a person could not be read", reason=str(unread), times=times)
        return texts_in(language(str(interaction.locale)))


async def _board_in_time(interaction: Interaction) -> str | None:
    """Return a link to the board of the table that the interaction is about; None: it cannot be looked up."""
    handled = handled_of(interaction)
    game_id = handled.known.get("table") if handled else None
    if game_id is None:
        return None
    try:
        async with asyncio.timeout(LOOKUP_SECONDS), services_of(interaction).database.reading() as session:
            row = await games.outline(session, game_id)
    except Exception as unread:  # noqa: BLE001 - the words say enough without a link
        log.warning("the board of a table could not be looked up", reason=str(unread))
        return None
    return board_link(row) if row else None


async def _tell(interaction: Interaction, said: Told) -> None:
    """Show the person a sentence in whichever way Discord takes it."""
    beside = partial(follow_up, interaction, said.content, ephemeral=True)
    ways: list[Callable[[], Awaitable[None]]] = [partial(answer, interaction, said.content), beside]
    # What was clicked stays, to be clicked again, and an answer that may have arrived is not overwritten.
    updates = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    if updates or _SHOWN in interaction.extras:
        ways = [beside]
    for way in ways:
        try:
            await way()
        except Exception as lost:  # noqa: BLE001 - there may be no other way left to reach the person
            log.warning("a refusal could not be shown", reason=str(lost), refusal=said.id)
        else:
            return


def _reason(fault: BaseException) -> tuple[Message, str, tuple[str, ...]] | None:
    match fault:
        case RefusedByRules():
            return fault.message, fault.key, fault.names
        case Refused():
            return fault.message, "", ()
        case Crowded():
            return Message("error.crowded"), "", ()
        case UnknownGame():
            return Message("error.game_unknown", {"table": str(fault.game_id), "key": fault.key}), "", ()
        case TableBroken():
            return Message("error.table_broken", {"table": str(fault.game_id)}), "", ()
        case IllegalAction():
            return fault.reason, "", ()
        case Unanswered():
            return Message("error.unanswered"), "", ()
        case PoolClosed():
            return Message("error.stopping"), "", ()
        case StorageError() | SQLAlchemyError():
            return Message("error.storage"), "", ()
        case AppCommandError():  # no such command, or not with such options
            return Message("error.old_command"), "", ()
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
    """Return the permissions the bot lacks where a table is played; none if they are not known."""
    guild = interaction.client.get_guild(table.row.guild_id) if table.row.guild_id else None
    if services_of(interaction).hidden.conceals(guild, table.row.channel_id):
        return ["view_channel"]
    channel = guild.get_channel_or_thread(table.row.channel_id) if guild else None
    if channel is None:  # of another shard, or a thread that is archived
        return []
    allowed = allowed_in(channel)
    return [] if allowed is None else lacking(allowed, channel, to_write=to_write)


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


def require_permissions(interaction: Interaction, texts: Texts) -> None:
    """Raises Refused, naming them, when the bot lacks permissions to play here."""
    if missing := missing_permissions(interaction):
        raise Refused("error.permissions", permissions=permission_names(missing, texts))
