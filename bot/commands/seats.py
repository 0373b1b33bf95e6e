"""/seats: who decides for which seat, and changing it."""

from __future__ import annotations

from discord import app_commands

from bot.commands.about import table_here
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.attendance import Attendance
from bot.interactions.replies import answer, manages, texts_for
from bot.interactions.services import Interaction, services_of
from bot.messages.deciding import show_seats


@app_commands.command(name=name("seats"), description=description("seats.panel"))
@app_commands.guild_only()
async def seats(interaction: Interaction) -> None:
    table = await table_here(interaction)
    if table.running:
        host = table.seat_of(table.row.host_id)
        wanted = dict.fromkeys([*table.waiting_for, *([] if host is None else [host])])
        others = [seat for seat in wanted if table.user_at(seat) != interaction.user.id]
        await Attendance(services_of(interaction)).call(table, others)
    await show_seats(interaction, table.row.id)


async def leave(interaction: Interaction) -> None:
    """/game leave."""
    table, texts = await table_here(interaction), await texts_for(interaction)
    await services_of(interaction).tables.seating.leave(table.row.id, interaction.user.id)
    await answer(interaction, texts.say("reply.seats.leave"))


async def make_host(interaction: Interaction, seat: int) -> None:
    """/game host."""
    table, texts = await table_here(interaction), await texts_for(interaction)
    seating = services_of(interaction).tables.seating
    await seating.make_host(table.row.id, seat, interaction.user.id, admin=manages(interaction, table))
    await answer(interaction, texts.say("reply.seats.host"))


async def pause(interaction: Interaction) -> None:
    """/game pause: a table that is paused goes on."""
    table, texts = await table_here(interaction), await texts_for(interaction)
    pausing, user = services_of(interaction).tables.pausing, interaction.user
    change, said = (pausing.resume, "resume") if table.paused else (pausing.pause, "pause")
    after = await change(table.row.id, user.id, user.display_name, admin=manages(interaction, table))
    if table.paused and after.paused:
        said = "resume_soon"
    await answer(interaction, texts.say(f"reply.seats.{said}"))


COMMANDS: tuple[AnyCommand, ...] = (seats,)
