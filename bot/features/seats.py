"""/seats, /game leave, /game host and /game pause: the people in the seats, and commands that change them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import discord
from discord import app_commands

from bot.delivery.attendance import Attendance
from bot.delivery.seat_buttons import SeatButton, seat_button
from bot.features.leaving import ask_first
from bot.features.table_option import complete_player, table_here
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Sent, on_press
from bot.interactions.error_codes import BROKEN, UNKNOWN_MEMBER, UNKNOWN_USER
from bot.interactions.limits import CHOICES
from bot.interactions.permissions import manages
from bot.interactions.person import texts_for
from bot.interactions.replies import answer, follow_up
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.seating import read_candidates
from bot.wording import Texts
from bot.wording.dates import seconds, time_left
from storage.models import SeatRow

SETTLED = ("back", "agree")
"""Verbs of seat buttons after which a public message loses its buttons."""


@app_commands.command(name=name("seats"), description=description("seats.panel"))
@app_commands.guild_only()
async def seats(interaction: Interaction) -> None:
    table = await table_here(interaction)
    if table.is_running:
        host = table.seat_of(table.row.host_id)
        awaited_seats = dict.fromkeys([*table.deciding_seats, *([] if host is None else [host])])
        other_seats = [seat for seat in awaited_seats if table.user_at(seat) != interaction.user.id]
        # The list then shows whether the people that the table waits for are still in the server.
        await Attendance(services_of(interaction)).free_absent_seats(table, other_seats)
    await show_seats(interaction, table.row.id)


@app_commands.command(name=name("leave", "game.leave"), description=description("game.leave"))
async def leave(interaction: Interaction) -> None:
    table = await table_here(interaction)
    texts = await texts_for(interaction)
    if _would_decide_at_once(table, interaction.user.id):
        await ask_first(interaction, "leave")
        return
    await services_of(interaction).tables.seating.leave(table.row.id, interaction.user.id)
    await answer(interaction, texts.say("reply.seats.leave"))


@app_commands.command(name=name("host", "game.host"), description=description("game.host"))
@app_commands.rename(player=name("player"))
@app_commands.describe(player=description("game.host.player"))
@app_commands.autocomplete(player=complete_player)
async def make_host(interaction: Interaction, player: int) -> None:
    table = await table_here(interaction)
    texts = await texts_for(interaction)
    seating = services_of(interaction).tables.seating
    await seating.make_host(table.row.id, player, interaction.user.id, admin=manages(interaction, table))
    await answer(interaction, texts.say("reply.seats.host"))


@app_commands.command(name=name("pause", "game.pause"), description=description("game.pause"))
async def pause(interaction: Interaction) -> None:
    """Pause the table, or resume it if it is paused."""
    table = await table_here(interaction)
    texts = await texts_for(interaction)
    pausing = services_of(interaction).tables.pauses
    user = interaction.user
    change, reply = (pausing.resume, "resume") if table.is_paused else (pausing.pause, "pause")
    after = await change(table.row.id, user.id, user.display_name, admin=manages(interaction, table))
    if table.is_paused and after.is_paused:
        reply = "resume_soon"
    await answer(interaction, texts.say(f"reply.seats.{reply}"))


@on_press(SeatButton)
async def change_seat(interaction: Interaction, button: SeatButton) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    if table.row.guild_id != interaction.guild_id:
        raise Refused("error.elsewhere")
    if button.verb == "leave" and _would_decide_at_once(table, interaction.user.id):
        await ask_first(interaction, "leave")
        return
    text, settled = await _carry_out(interaction, button, table)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await show_seats(interaction, button.game_id, text)
        return
    if settled:
        # If the message cannot be edited its buttons stay, and a click on them is refused.
        with contextlib.suppress(discord.HTTPException, *BROKEN):
            await interaction.edit_original_response(view=None)
    await follow_up(interaction, text, ephemeral=True)


def _would_decide_at_once(table: Table, user_id: int) -> bool:
    """Return whether a computer would make a decision at once if a person left, which cannot be taken back."""
    return table.is_running and table.seat_of(user_id) in table.deciding_seats


async def _carry_out(interaction: Interaction, button: SeatButton, table: Table) -> tuple[str, bool]:
    """Carry out a seat button; return the text for the person, and True if the message should lose its buttons.

    ``SEAT_VERBS`` of ``bot.delivery.seat_buttons`` explains the verbs.
    """
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    seating = tables.seating
    game_id = button.game_id
    seat = button.seat
    user = interaction.user.id
    display_name = interaction.user.display_name
    admin = manages(interaction, table)
    match button.verb:
        case "leave":
            await seating.leave(game_id, user)
        case "back":
            await seating.come_back(game_id, user)
        case "hand":
            await seating.hand_back(game_id, user)
        case "take":
            await seating.ask_for(game_id, seat, user, display_name)
        case "agree":
            await _check_candidate_is_member(interaction, button, table)
            if others_to_agree := await seating.agree(game_id, seat, button.user or 0, user, admin=admin):
                players = [texts.person(user_id, table.seat_number_of(user_id)) for user_id in others_to_agree]
                return texts.say("reply.seats.missing", players=players, n=len(others_to_agree)), False
        case "open":
            await seating.offer(game_id, seat, user, admin=admin)
        case "away":
            await seating.let_stand_in(game_id, seat, user, admin=admin)
        case "host":
            await seating.make_host(game_id, seat, user, admin=admin)
        case "pause":
            await tables.pauses.pause(game_id, user, display_name, admin=admin)
        case "resume":
            if (await tables.pauses.resume(game_id, user, display_name, admin=admin)).is_paused:
                return texts.say("reply.seats.resume_soon"), False
    return texts.say(f"reply.seats.{button.verb}"), button.verb in SETTLED


async def _check_candidate_is_member(interaction: Interaction, button: SeatButton, table: Table) -> None:
    """Raise Refused for a candidate who has left the server."""
    is_candidate = button.seat < len(table.seats) and str(button.user) in read_candidates(table.seats[button.seat])
    if not is_candidate or interaction.guild is None or button.user is None:
        return  # ``Seating.agree`` refuses with the reason
    try:
        await interaction.guild.fetch_member(button.user)
    except discord.NotFound as fault:
        if fault.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
            raise
        raise Refused("error.candidate_gone") from fault


async def show_seats(interaction: Interaction, game_id: int, heading: str = "") -> None:
    """Show the seats in a private message, with buttons for the changes that the person may make."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    table = await services.tables.table(game_id)
    if not table.is_running:
        raise Refused(table.not_running_reason)
    waits = await services.tables.waiting_since(table)
    deadline_by_seat = await services.tables.deadlines(table)
    late_seats = await services.tables.late_seats(table)
    lines = [texts.say("reply.seats.head", game=texts.title(table.row.key), table=str(table.row.id))]
    if table.is_paused:
        lines.append(
            texts.say("say.on_pause", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name)))
        )
    for row in table.seats:
        line = f"{row.number + 1}. {_player_text(table, row, texts)}"
        if row.number in waits:
            line += texts.say("reply.seats.waited", moment=seconds(waits[row.number]))
        if row.number in deadline_by_seat:
            line += time_left(deadline_by_seat[row.number])
        elif row.number in late_seats and row.number in waits:
            line += texts.say("reply.seats.late")
        lines.append(line + (texts.say("reply.seats.offered") if row.offered_at is not None else ""))
    view = discord.ui.View(timeout=None)
    # Owners may reclaim a seat that was given away while they were late. A seat that is only kept for somebody has its
    # button among the others.
    reclaimable_seat = await services.tables.seating.find_reclaimable_seat(table, interaction.user.id)
    if reclaimable_seat is not None and table.kept_seat(interaction.user.id) is None:
        view.add_item(seat_button(table, texts, "back", reclaimable_seat))
    admin = manages(interaction, table)
    if not admin and interaction.user.id != table.row.host_id:
        if await services.tables.pauses.may_end(table, interaction.user.id):
            view.add_item(seat_button(table, texts, "resume"))
        for seat in await services.tables.silent_seats(table, interaction.user.id):
            view.add_item(seat_button(table, texts, "away", seat))
    for button in list(_possible_buttons(interaction, table, texts, late_seats, admin=admin))[
        : CHOICES - len(view.children)
    ]:
        view.add_item(button)
    await answer(interaction, "\n".join([*([heading, ""] if heading else []), *lines]), view=view)


def _player_text(table: Table, row: SeatRow, texts: Texts) -> str:
    player = texts.player(table.names, row.number)
    if row.user_id is None:
        return f"🤖 {player}"
    if row.resigned:
        return texts.say("reply.seats.resigned", name=texts.player(table.owner_names, row.number))
    host = texts.say("lobby.host") if row.user_id == table.row.host_id else ""
    if row.stand_in is not None:
        return texts.say("reply.seats.is_away", name=player) + host
    if row.owner_id is not None:
        owner = texts.player(table.owner_names, row.number)
        return texts.say("reply.seats.plays_for", name=player, owner=owner) + host
    return player + host


def _possible_buttons(
    interaction: Interaction, table: Table, texts: Texts, late_seats: set[int], *, admin: bool
) -> Iterator[Sent]:
    """Yield the buttons for changes of the own seat, of the whole table, and of the other seats, in this order."""
    user = interaction.user.id
    own_seat = table.seat_of(user)
    kept_seat = table.kept_seat(user)
    decides = admin or user == table.row.host_id
    if own_seat is not None:
        yield seat_button(table, texts, "leave", own_seat)
        if table.seats[own_seat].owner_id is not None:
            yield seat_button(table, texts, "hand", own_seat)
    elif kept_seat is not None:
        yield seat_button(table, texts, "back", kept_seat)
    if decides:
        yield seat_button(table, texts, "resume" if table.is_paused else "pause")
    for row in table.seats:
        seat = row.number
        if row.offered_at is not None:
            yield from _buttons_of_offered_seat(table, row, texts, user, decides=decides)
        if not decides or seat == own_seat or row.resigned or row.user_id is None:
            continue
        # A host, and an administrator who plays here, may replace late players only.
        if (admin and not table.involves(user)) or seat in late_seats:
            if row.offered_at is None:
                yield seat_button(table, texts, "open", seat)
            if row.stand_in is None:
                yield seat_button(table, texts, "away", seat)
        if table.user_at(seat) not in (None, table.row.host_id):
            yield seat_button(table, texts, "host", seat)


def _buttons_of_offered_seat(table: Table, row: SeatRow, texts: Texts, user: int, *, decides: bool) -> Iterator[Sent]:
    """Yield the buttons of a seat that is on offer: to take it, or to agree with a candidate."""
    if not table.involves(user):
        yield seat_button(table, texts, "take", row.number)
    is_other_player = table.seat_of(user) not in (None, row.number)
    if decides or is_other_player:
        for candidate in read_candidates(row):
            if candidate.isdecimal() and int(candidate) != user:
                yield seat_button(table, texts, "agree", row.number, int(candidate))


COMMANDS: tuple[AnyCommand, ...] = (seats,)
GAME_COMMANDS: tuple[AnyCommand, ...] = (leave, make_host, pause)
