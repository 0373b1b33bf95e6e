"""The one path of every press, form and command: it is admitted, acknowledged, done, and its answer is shown.

What is committed on the way is noted on the interaction (``work.handling``), so that whatever fails afterwards is
explained as an answer that got lost, never as something to be tried again (``faults``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.interactions.faults import explain
from bot.interactions.replies import Reply, acknowledge
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from bot.work.handling import handling

REPLY = "reply"
"""Under which name the extras of a command say where its answer goes."""
ABOUT_OWN_DATA = ("portolan privacy", "me data", "me forget")
"""Commands that nobody can be kept from."""
FORGETTING = "pt:forget:"
"""How the custom id of the button begins that has everything deleted."""


async def admitted(interaction: Interaction) -> bool:
    """Return whether the work of an interaction may begin.

    People who are not served, and everybody while the bot stops, are told why.
    """
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


async def guarded(interaction: Interaction, work: Awaitable[None]) -> bool:
    """Do some work and turn whatever goes wrong into a sentence for the person; return whether all went well."""
    try:
        await work
    except Exception as fault:  # noqa: BLE001 - whatever it is, the person is told and it is logged
        await explain(interaction, fault)
        return False
    return True


async def carry_out(
    interaction: Interaction, kind: str, work: Callable[[], Awaitable[None]], table: int | None = None
) -> None:
    """Carry out what somebody presses or sends in: admit it, then do the work, which acknowledges and shows.

    Args:
        interaction: Of the person.
        kind: Of what is pressed or sent in, for the log and the metrics.
        work: Does it; what it raises is explained to the person by what has been committed until then.
        table: The number of the table that it is about, if that is known.
    """
    with handling(interaction, kind, table):
        if await admitted(interaction):
            await guarded(interaction, work())


async def begin_command(interaction: Interaction) -> bool:
    """Admit and acknowledge a command; return whether it may be carried out.

    Its answer goes into a private message, unless its extras name another ``REPLY``.
    """
    reply = interaction.command.extras.get(REPLY, Reply.BESIDE) if interaction.command else Reply.BESIDE
    if not await admitted(interaction):
        return False
    return reply is Reply.BY_HANDLER or await guarded(interaction, acknowledge(interaction, reply))
