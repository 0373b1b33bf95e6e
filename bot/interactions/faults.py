"""Explanations of faults to the person of an interaction.

If nothing was committed, the person is told why the attempt failed; otherwise, that it was done and only its answer was
lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

import discord
import structlog
from discord.app_commands import AppCommandError
from sqlalchemy.exc import SQLAlchemyError

from bot.interactions.error_codes import Scope, is_unreachable, refusal, scope_of
from bot.interactions.links import board_link
from bot.interactions.permissions import missing_permissions, permission_names
from bot.interactions.person import texts_for
from bot.interactions.replies import ALREADY_ACKNOWLEDGED, SHOWN, TOO_LATE, UNSURE, answer, follow_up, without_empty
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, TableBroken
from bot.tables.table import UnknownGame
from bot.thinking.pool import Unanswered
from bot.wording import Texts, language, texts_in
from bot.wording.languages import FALLBACK
from bot.work.admission import Crowded
from bot.work.log_context import Deed, handled_of
from bot.work.process_pool import PoolClosed
from engines import IllegalAction, Message
from storage import games
from storage.errors import StorageError

log = structlog.get_logger()

LOOKUP_SECONDS = 1
"""Seconds that an explanation waits for the database, which knows the person's language and the table's board."""

UNFINISHED = ("error.stopping", "error.cut_short")
"""Refusals while the bot stops; if the work was committed before, the person is told that it was done instead."""


class Sentence(NamedTuple):
    """A sentence for the person, in their language."""

    id: str
    """The text id, by which the log names the sentence."""
    content: str


class Explanation(NamedTuple):
    """The reason why nothing was done, before it is put into a language."""

    message: Message
    key: str = ""
    """The key of the game whose terms the message uses; empty for a message that concerns no single game."""
    names: tuple[str, ...] = ()
    """The names of the players at that game's table, in seat order."""


async def explain(interaction: Interaction, fault: BaseException) -> None:
    """Tell the person what went wrong, or what was done although its answer was lost; never raises.

    Unexpected faults are logged with a random mark, which the person is shown if nothing was done.
    """
    try:
        if is_past_answering(interaction, fault):
            return
        deed = deed_to_tell(interaction, fault)
        if deed is not None:
            sentence = await _sentence_about_deed(interaction, deed, fault)
        else:
            sentence = await _sentence_about_fault(interaction, fault)
        await _show(interaction, sentence)
    except Exception as failure:
        mark = secrets.token_hex(3)
        log.error("a fault could not be explained", mark=mark, fault=repr(fault), exc_info=failure)
        with contextlib.suppress(Exception):
            await _show(interaction, _plainest(interaction, mark))


def _plainest(interaction: Interaction, mark: str) -> Sentence:
    """Return a sentence that needs neither database nor settings."""
    handled = handled_of(interaction)
    id = f"done.{handled.deed}" if handled and handled.deed else "error.internal"
    return Sentence(id, texts_in(FALLBACK).say(id, mark=mark))


def is_past_answering(interaction: Interaction, fault: BaseException) -> bool:
    """Return whether the interaction can no longer be answered, or is answered elsewhere; then log ``fault``."""
    if not isinstance(fault, discord.HTTPException):
        return False
    if fault.code == ALREADY_ACKNOWLEDGED and UNSURE not in interaction.extras:
        # This process has acknowledged nothing, so Discord has delivered the interaction twice, and the other delivery
        # is being answered.
        log.info("delivered twice", interaction=interaction.id)
        return True
    if fault.code in TOO_LATE:
        log.warning("too late to answer", interaction=interaction.id, reason=str(fault))
        return True
    return False


def deed_to_tell(interaction: Interaction, fault: BaseException) -> Deed | None:
    """Return what was committed before ``fault``; None if nothing was, or if ``fault`` is a refusal with a reason.

    A refusal by the rules or by the table is always explained with its reason.
    """
    if isinstance(fault, RefusedByRules | IllegalAction):
        return None
    if isinstance(fault, Refused) and fault.message.id not in UNFINISHED:
        return None
    handled = handled_of(interaction)
    return handled.deed if handled else None


async def _sentence_about_deed(interaction: Interaction, deed: Deed, fault: BaseException) -> Sentence:
    """Return the sentence that says what was done although its answer could not be shown; log the fault."""
    if is_unreachable(fault) or isinstance(fault, discord.HTTPException | Refused | PoolClosed):
        log.warning("an answer was lost", interaction=interaction.id, deed=deed, reason=repr(fault))
    else:
        log.error("interaction failed", mark=secrets.token_hex(3), deed=deed, exc_info=fault)
    texts = await _texts_in_time(interaction)
    link = await _board_in_time(interaction) if deed is not Deed.CHANGE else None
    id = f"done.{deed}" if link is None else f"done.{deed}_there"
    return Sentence(id, texts.say(id, **without_empty(link=link)))


async def _sentence_about_fault(interaction: Interaction, fault: BaseException) -> Sentence:
    """Return the sentence for a fault before which nothing was committed; log it if it is no plain refusal."""
    explanation = _explanation(interaction, fault)
    texts = await _texts_in_time(interaction)
    message = explanation.message
    if scope_of(fault) is Scope.CHANNEL and (permissions := missing_permissions(interaction)):
        return Sentence(message.id, texts.say("error.permissions", permissions=permission_names(permissions, texts)))
    return Sentence(message.id, texts.message(explanation.key, message, explanation.names))


def _explanation(interaction: Interaction, fault: BaseException) -> Explanation:
    """Return the explanation of any fault; log the fault if it is no plain refusal."""
    if isinstance(fault, SQLAlchemyError):
        # While the database is unreachable every click fails in the same way.
        times = services_of(interaction).log_limit.admit(("the database failed", type(fault)))
        if times:
            log.error("the database failed", times=times, exc_info=fault)
    explanation = _explanation_by_type(fault)
    if explanation is not None:
        return explanation
    refused = refusal(fault)
    if refused is not None:
        log.warning("refused by Discord", interaction=interaction.id, reason=str(fault))
        return Explanation(refused)
    if is_unreachable(fault):
        log.warning("Discord did not answer", interaction=interaction.id, reason=repr(fault))
        return Explanation(Message("error.no_answer"))
    mark = secrets.token_hex(3)
    log.error("interaction failed", mark=mark, exc_info=fault)
    return Explanation(Message("error.internal", {"mark": mark}))


async def _texts_in_time(interaction: Interaction) -> Texts:
    """Return the texts in the person's language, or in that of their Discord if the database does not answer."""
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await texts_for(interaction)
    except Exception as unread:  # noqa: BLE001 - the language of the person's Discord is good enough
        limit = services_of(interaction).log_limit
        if times := limit.admit(("the language of a person could not be read", type(unread))):
            log.warning("the language of a person could not be read", reason=str(unread), times=times)
        return texts_in(language(str(interaction.locale)))


async def _board_in_time(interaction: Interaction) -> str | None:
    """Return a link to the board of the interaction's table; None if there is none or the database does not answer."""
    handled = handled_of(interaction)
    game_id = handled.context.get("table") if handled else None
    if game_id is None:
        return None
    try:
        async with asyncio.timeout(LOOKUP_SECONDS), services_of(interaction).database.reading() as session:
            row = await games.outline(session, game_id)
    except Exception as unread:  # noqa: BLE001 - the words say enough without a link
        log.warning("the board of a table could not be looked up", reason=str(unread))
        return None
    return board_link(row) if row else None


async def _show(interaction: Interaction, sentence: Sentence) -> None:
    """Show the person a sentence as the answer to the interaction or, if that fails, as another private message."""
    follow = partial(follow_up, interaction, sentence.content, ephemeral=True)
    ways: list[Callable[[], Awaitable[None]]] = [partial(answer, interaction, sentence.content), follow]
    # The panel below which a button was pressed stays usable, and an answer that may have arrived is not overwritten.
    updates = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    if updates or SHOWN in interaction.extras:
        ways = [follow]
    for attempt in ways:
        try:
            await attempt()
        except Exception as lost:  # noqa: BLE001 - there may be no other way left to reach the person
            log.warning("a refusal could not be shown", reason=str(lost), refusal=sentence.id)
        else:
            return


def _explanation_by_type(fault: BaseException) -> Explanation | None:
    """Return the explanation of a fault whose type alone says what went wrong; None for all others."""
    match fault:
        case RefusedByRules():
            return Explanation(fault.message, fault.key, fault.names)
        case Refused():
            return Explanation(fault.message)
        case Crowded():
            return Explanation(Message("error.crowded"))
        case UnknownGame():
            return Explanation(Message("error.game_unknown", {"table": str(fault.game_id), "key": fault.key}))
        case TableBroken():
            return Explanation(Message("error.table_broken", {"table": str(fault.game_id)}))
        case IllegalAction():
            return Explanation(fault.reason)
        case Unanswered():
            return Explanation(Message("error.unanswered"))
        case PoolClosed():
            return Explanation(Message("error.stopping"))
        case StorageError() | SQLAlchemyError():
            return Explanation(Message("error.storage"))
        case AppCommandError():  # no such command, or not with such options
            return Explanation(Message("error.old_command"))
    return None


class RefusedByRules(Exception):
    """A refusal by a game's rules, with the game's key and the players' names, which its text needs."""

    def __init__(self, message: Message, key: str, names: tuple[str, ...]) -> None:
        super().__init__(message.id)
        self.message = message
        self.key = key
        self.names = names
