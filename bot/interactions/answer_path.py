"""The path that every button press, form and command takes: admission, acknowledgement, work, answer.

The work notes on the interaction what it has committed (``work.handling``). If something fails afterwards, ``faults``
then tells the person that only the answer was lost, and does not ask them to try again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.interactions.faults import explain
from bot.interactions.replies import Reply, acknowledge
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from bot.work.log_context import handling

REPLY = "reply"
"""The key in a command's ``extras`` whose value says where the answer goes (a ``Reply``)."""
ABOUT_OWN_DATA = ("portolan privacy", "me data", "me forget")
"""Commands about a person's own data: excluded people may use them too."""
FORGETTING = "pt:forget:"
"""The beginning of the custom id of the button that deletes all data of a person."""


async def admitted(interaction: Interaction) -> bool:
    """Return whether the work of an interaction may begin; if not, tell the person why.

    Excluded people are refused, people on servers where the bot is not allowed, and everybody while the bot stops.
    """
    services = services_of(interaction)
    objection = None
    person = getattr(interaction.user, "id", None)  # None if Discord sent an interaction without a user
    if person is not None and not is_about_own_data(interaction):
        objection = services.moderation.objection(person, interaction.guild_id)
    if objection is None and services.underway.enter(interaction):
        return True
    if interaction.type is not discord.InteractionType.autocomplete:
        await explain(interaction, Refused(objection or "error.stopping"))
    return False


def is_about_own_data(interaction: Interaction) -> bool:
    """Return whether a person asks for their stored data or for its deletion, which excluded people may do too."""
    command = interaction.command
    if command is not None:
        return command.qualified_name in ABOUT_OWN_DATA
    data: Any = interaction.data or {}
    return str(data.get("custom_id", "")).startswith(FORGETTING)


async def guarded(interaction: Interaction, work: Awaitable[None]) -> bool:
    """Await ``work`` and explain any exception to the person; return True if there was none."""
    try:
        await work
    except Exception as fault:  # noqa: BLE001 - ``explain`` tells the person and logs every kind of fault
        await explain(interaction, fault)
        return False
    return True


async def carry_out(
    interaction: Interaction, kind: str, work: Callable[[], Awaitable[None]], table: int | None = None
) -> None:
    """Answer a pressed button, a choice in a select or a submitted form.

    Args:
        interaction: The interaction that Discord sent.
        kind: The name of the component or form, for the log and the metrics.
        work: A function that acknowledges the interaction, does the work and shows the answer. If it raises, the person
            is told what went wrong, or that only the answer was lost if something had been committed by then.
        table: The number of the table, if it is known.
    """
    with handling(interaction, kind, table):
        if await admitted(interaction):
            await guarded(interaction, work())


async def begin_command(interaction: Interaction) -> bool:
    """Admit and acknowledge a command; return whether it may be carried out.

    The answer goes into a new private message, unless the command's extras hold another ``REPLY``.
    """
    reply = interaction.command.extras.get(REPLY, Reply.BESIDE) if interaction.command else Reply.BESIDE
    if not await admitted(interaction):
        return False
    return reply is Reply.BY_HANDLER or await guarded(interaction, acknowledge(interaction, reply))
