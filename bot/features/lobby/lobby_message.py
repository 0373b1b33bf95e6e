"""The lobby message with the players, the options, and the buttons to join, add computers, start or cancel."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Annotated, Any

import discord

from bot.delivery.requests import takes_edit
from bot.features.fair_dice import has_hashes
from bot.features.lessons.lesson_layout import LearnButton
from bot.features.lobby import phone_question
from bot.features.lobby.lobby_text import hints, lobby_text, rated
from bot.features.lobby.option_forms import chosen_options, clock_parts, option_pages, options_part
from bot.interactions.components import Component, Sent, on_choice, on_press, one_of
from bot.interactions.controls import Digit, FairDiceButton, Name, Number, OfTable
from bot.interactions.emoji import emoji_for
from bot.interactions.error_codes import BROKEN
from bot.interactions.forms import Filled, Form
from bot.interactions.limits import LABEL, OPTION
from bot.interactions.permissions import manages, manages_table
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, acknowledge, answer, redraw
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.lobby_lifecycle import AS_SERVER, SHAPES, free_colours, name_checksum
from bot.tables.observers import clocks
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work.log_context import withdraw_deed
from engines.lessons import courses
from engines.players import offered
from storage.models import Status

HINTS = ("on", "off")
"""Choices whether hints are allowed."""
RATED = ("on", "off")
"""Choices whether the game is rated."""
ANY_COLOUR = "any"
"""The choice that gives back a chosen colour."""
LOBBY_VERBS = ("join", "leave", "computer", "start", "cancel")
"""What the buttons in the first row of a lobby do, in their order."""
CLOCK_PARTS = ("limit", "more")
"""The selects for the time limit in lobbies of earlier versions."""
FORM_ROW = 1
"""The row of the buttons that open forms; the select of `extras_select` is in a row of its own below it."""
LEARN_ROW = 3
"""The row of the button to the lessons."""


class LobbyButton(Component, id="pt:l:{game_id}:{verb}"):
    """The button to join, leave, add a computer player, start or cancel."""

    game_id: Number
    verb: Annotated[str, one_of(LOBBY_VERBS)]


class OptionsButton(Component, id="pt:options:{game_id}:{page}"):
    """The button that opens the form with the options of the game (one of its pages); only for the host."""

    game_id: Number
    page: Digit = 0


class OptionSelect(OfTable, id="pt:o:{game_id}"):
    """The select in lobbies of earlier versions with which the host changes an option of the game."""


class ClockButton(OfTable, id="pt:clock:{game_id}"):
    """The button that opens the form with the time limit and its settings; only for the host."""


class ClockSelect(Component, id="pt:z:{game_id}:{part}"):
    """The select in lobbies of earlier versions with which the host changes the time limit of a decision.

    Some lobbies have two of them; ``part`` tells them apart.
    """

    game_id: Number
    part: Annotated[str, one_of(CLOCK_PARTS)]


class LobbyExtras(OfTable, id="pt:q:{game_id}"):
    """The select for a player's colour, and for the host also the shape of pictures and whether hints are allowed."""


class ComputerButton(Component, id="pt:k:{game_id}:{kind}"):
    """The button that adds a computer player of some kind."""

    game_id: Number
    kind: Name


class DismissButton(Component, id="pt:kx:{game_id}:{called}"):
    """The button that removes a computer player from a lobby."""

    game_id: Number
    called: Number
    """A checksum of its name: its seat would not identify it, since others may have left and moved the seats."""


def lobby_view(table: Table, texts: Texts) -> discord.ui.View:
    """Return the components of a lobby message; none once the lobby is closed."""
    view = discord.ui.View(timeout=None)
    if table.row.status != Status.LOBBY:
        return view
    # Everybody sees the same message, so the highlighted button is what the table needs next, not the reader.
    styles = {"cancel": discord.ButtonStyle.danger, next_of(table): discord.ButtonStyle.primary}
    for verb in LOBBY_VERBS:
        style = styles.get(verb, discord.ButtonStyle.secondary)
        view.add_item(LobbyButton(table.row.id, verb).button(texts.say(f"lobby.button.{verb}"), style))
    pages = option_pages(table)
    for page in range(len(pages)):
        label = texts.say("lobby.button.options")
        if len(pages) > 1:
            label = texts.say("lobby.button.page", page=page + 1, pages=len(pages))
        view.add_item(OptionsButton(table.row.id, page).button(label, row=FORM_ROW))
    view.add_item(ClockButton(table.row.id).button(texts.say("lobby.button.clock"), row=FORM_ROW))
    view.add_item(extras_select(table, texts))
    if courses(table.row.key):
        view.add_item(LearnButton(table.row.key).button(texts.say("lobby.button.learn"), row=LEARN_ROW))
    if has_hashes(table.row):
        view.add_item(FairDiceButton(table.row.id).button(texts.say("button.fair"), row=FORM_ROW))
    return view


def next_of(table: Table) -> str:
    """Return the verb that a lobby needs next: "start" once it has enough players, "join" before."""
    return "start" if len(table.seats) in table.kind.seats else "join"


class OptionsForm(Form):
    """The form for the options of a game; its ``about`` numbers are the table and the page."""

    custom_id = "pt:form:options"

    async def show(self, interaction: Interaction, table: Table, number: int) -> None:
        texts = await texts_for(interaction)
        pages = option_pages(table)
        if number >= len(pages):
            raise Refused("error.damaged")
        game = texts.title(table.row.key)
        title = texts.say("lobby.form.title", game=game)
        if len(pages) > 1:
            title = texts.say("lobby.form.page", game=game, page=number + 1)
        parts = [options_part(table, options, texts) for options in pages[number]]
        await self.open(interaction, title, parts, table.row.id, number)

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        if len(filled.about) != 2:
            raise Refused("error.form_expired")
        lobby = services_of(interaction).tables.lobby
        user = interaction.user.id
        (game_id, number) = filled.about
        admin = await manages_table(interaction, game_id)
        pages = option_pages(await lobby.load_hosted(game_id, user, admin=admin))
        choices = chosen_options(pages[number], filled) if number < len(pages) else {}
        await lobby.set_options(game_id, choices, user_id=user, click=interaction.id, admin=admin)
        await refresh(interaction, game_id)


def extras_select(table: Table, texts: Texts) -> Sent:
    """Return the select of free colours, shapes of pictures, hints on or off, and rated or unrated."""
    shape = table.row.shape or AS_SERVER
    colours = free_colours(table)
    if any(table.colours):
        colours.append(ANY_COLOUR)
    choices = [
        *(_choice(texts, "colour", value, f"colour={value}", table.row.key) for value in colours),
        *(_choice(texts, "shape", value, value) for value in SHAPES if value != shape),
        *(_choice(texts, "hints", value, f"hints={value}") for value in HINTS if value != hints(table.row)),
        *(_choice(texts, "rated", value, f"rated={value}") for value in RATED if value != rated(table.row)),
    ]
    return LobbyExtras(table.row.id).select(choices, texts.say("lobby.extras.change"))


def _choice(texts: Texts, name: str, value: str, selected: str, game: str = "") -> discord.SelectOption:
    """Return the option of a select for a setting of the lobby.

    Args:
        texts: The texts in the language of the lobby.
        name: The name of the setting.
        value: The value of the setting.
        selected: The value that Discord sends back.
        game: The key of the game, for the emoji of colours.
    """
    label = within(texts.setting("lobby", name, value), OPTION)
    return discord.SelectOption(label=label, value=selected, emoji=emoji_for(game, (name, value)))


@on_press(LobbyButton, reply=Reply.BY_HANDLER)
async def press(interaction: Interaction, button: LobbyButton) -> None:
    """Carry out a lobby button and update the message; "computer" asks in private which computer player to add."""
    if button.verb == "computer":
        await acknowledge(interaction, Reply.BESIDE)
        await offer_computers(interaction, button.game_id)
        await _replace_panel(interaction, button.game_id)
        return
    if button.verb == "start" and await _has_yet_to_choose(interaction, button.game_id):
        await acknowledge(interaction, Reply.BESIDE)
        await offer_computers(interaction, button.game_id, question_id="lobby.which_before_start")
        await _replace_panel(interaction, button.game_id)
        # The host is asked only once: the next press starts the game.
        services_of(interaction).choosing_computer.discard((interaction.user.id, button.game_id))
        return
    await acknowledge(interaction)
    try:
        await _carry_out(interaction, button)
    except Refused as fault:
        if fault.message.id == "error.not_in_lobby":
            with contextlib.suppress(Refused):  # the table was deleted
                await refresh(interaction, button.game_id)  # it was closed or started, and this message is outdated
        raise
    await refresh(interaction, button.game_id)
    if button.verb == "join":
        await phone_question.ask(interaction)
    elif button.verb in ("start", "cancel"):  # no computer player can be added any more
        services_of(interaction).choosing_computer.discard((interaction.user.id, button.game_id))
        await _delete_panel(services_of(interaction).computer_panels.pop((interaction.user.id, button.game_id), None))


async def _carry_out(interaction: Interaction, button: LobbyButton) -> None:
    """Join, leave, start or cancel. Raises Refused."""
    lobby = services_of(interaction).tables.lobby
    user = interaction.user
    game_id = button.game_id
    match button.verb:
        case "join":
            await lobby.join(game_id, user.id, user.display_name, click=interaction.id)
        case "leave":
            await lobby.leave(game_id, user.id, click=interaction.id)
        case "start":
            await lobby.start(game_id, user_id=user.id, admin=await manages_table(interaction, game_id))
        case "cancel":
            await lobby.cancel(game_id, user_id=user.id, admin=await manages_table(interaction, game_id))


class ClockForm(Form):
    """The form for the time limit of a decision and its settings; its ``about`` number is the table."""

    custom_id = "pt:form:clock"

    async def show(self, interaction: Interaction, table: Table) -> None:
        texts = await texts_for(interaction)
        clock = clocks.read_clock(table.row.clock)
        await self.open(interaction, texts.say("lobby.form.clock"), clock_parts(clock, texts), table.row.id)

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        if len(filled.about) != 1:
            raise Refused("error.form_expired")
        lobby = services_of(interaction).tables.lobby
        (game_id,) = filled.about
        choices = {name: value for name in ("limit", "time_up") if (value := filled.text(name))}
        if (ticked := filled.ticked("weekends")) is not None:
            choices["weekends"] = "on" if "on" in ticked else "off"
        admin = await manages_table(interaction, game_id)
        await lobby.set_clocks(game_id, choices, user_id=interaction.user.id, admin=admin)
        await refresh(interaction, game_id)


@on_press(ClockButton, reply=Reply.BY_HANDLER)
async def open_clock(interaction: Interaction, button: ClockButton) -> None:
    lobby = services_of(interaction).tables.lobby
    admin = await manages_table(interaction, button.game_id)
    await CLOCK.show(interaction, await lobby.load_hosted(button.game_id, interaction.user.id, admin=admin))


@on_press(OptionsButton, reply=Reply.BY_HANDLER)
async def open_options(interaction: Interaction, button: OptionsButton) -> None:
    lobby = services_of(interaction).tables.lobby
    admin = await manages_table(interaction, button.game_id)
    await OPTIONS.show(
        interaction, await lobby.load_hosted(button.game_id, interaction.user.id, admin=admin), button.page
    )


@on_choice(OptionSelect)
async def change_option(interaction: Interaction, select: OptionSelect, values: list[str]) -> None:
    option, _, value = values[0].partition("=")
    lobby = services_of(interaction).tables.lobby
    user = interaction.user.id
    admin = await manages_table(interaction, select.game_id)
    await lobby.set_options(select.game_id, {option: value}, user_id=user, click=interaction.id, admin=admin)
    await refresh(interaction, select.game_id)


@on_choice(ClockSelect)
async def change_clock(interaction: Interaction, select: ClockSelect, values: list[str]) -> None:
    name, _, value = values[0].partition("=")
    lobby = services_of(interaction).tables.lobby
    admin = await manages_table(interaction, select.game_id)
    await lobby.set_clocks(select.game_id, {name: value}, user_id=interaction.user.id, admin=admin)
    await refresh(interaction, select.game_id)


@on_choice(LobbyExtras)
async def change_extras(interaction: Interaction, select: LobbyExtras, values: list[str]) -> None:
    """Change the chosen setting: its value is such as "colour=red", that of a shape the shape alone."""
    lobby = services_of(interaction).tables.lobby
    user = interaction.user.id
    game_id = select.game_id
    admin = await manages_table(interaction, game_id)
    name, _, value = values[0].partition("=")
    if name == "colour":
        await lobby.set_colour(game_id, user, None if value == ANY_COLOUR else value)
    elif name == "hints" and value in HINTS:
        await lobby.set_hints(game_id, allowed=value == "on", user_id=user, admin=admin)
    elif name == "rated" and value in RATED:
        await lobby.set_rated(game_id, rated=value == "on", user_id=user, admin=admin)
    else:
        await lobby.set_shape(game_id, values[0], user_id=user, admin=admin)
    await refresh(interaction, game_id)


@on_press(ComputerButton)
async def add_computer(interaction: Interaction, button: ComputerButton) -> None:
    services = services_of(interaction)
    game_id = button.game_id
    texts = await services.public_texts(interaction.guild_id)
    name = await services.tables.lobby.add_computer(
        game_id,
        button.kind,
        texts.say(f"computer.{button.kind}"),
        user_id=interaction.user.id,
        click=interaction.id,
        admin=await manages_table(interaction, game_id),
    )
    await _tell_of_computer(interaction, game_id, name, "lobby.computer_added", full="lobby.now_full")


@on_press(DismissButton)
async def dismiss_computer(interaction: Interaction, button: DismissButton) -> None:
    services = services_of(interaction)
    game_id = button.game_id
    admin = await manages_table(interaction, game_id)
    name = await services.tables.lobby.dismiss(
        game_id, button.called, user_id=interaction.user.id, click=interaction.id, admin=admin
    )
    await _tell_of_computer(interaction, game_id, name, "lobby.computer_gone")


async def _tell_of_computer(
    interaction: Interaction, game_id: int, name: str, id: str, full: str | None = None
) -> None:
    """Update the lobby message, and tell the host in private which computer player has joined or left.

    Args:
        interaction: The interaction of the host.
        game_id: The number of the table.
        name: The name of the computer player.
        id: The text id of the answer.
        full: The text id of the answer if no seat is free any more; None: ``id``.
    """
    services = services_of(interaction)
    services.choosing_computer.discard((interaction.user.id, game_id))
    table = await services.tables.table(game_id)
    own_texts = await texts_for(interaction)
    await edit_lobby(interaction, table)
    text_id = id
    if full is not None and not table.free_seats:
        text_id = full
    text = own_texts.say(text_id, name=own_texts.person_name(name), n=table.free_seats)
    await answer(interaction, text, view=computers_view(table, own_texts))
    # Discord lets each interaction edit the panel for some minutes, so the newest one can do so longest.
    services.computer_panels[interaction.user.id, game_id] = interaction


async def _has_yet_to_choose(interaction: Interaction, game_id: int) -> bool:
    """Return whether the host has pressed "add computer" without choosing a kind, and a seat is still free."""
    if (interaction.user.id, game_id) not in services_of(interaction).choosing_computer:
        return False
    table = await services_of(interaction).tables.table(game_id)
    return table.row.status == Status.LOBBY and table.row.host_id == interaction.user.id and bool(table.free_seats)


async def offer_computers(interaction: Interaction, game_id: int, *, question_id: str = "lobby.which_computer") -> None:
    """Ask the host which kind of computer player to add, or which computer player to remove."""
    texts = await texts_for(interaction)
    table = await services_of(interaction).tables.table(game_id)
    if table.row.status != Status.LOBBY:
        raise Refused("error.not_in_lobby")
    table.check_host(interaction.user.id, admin=manages(interaction, table))
    if not table.free_seats and not any(seat.computer for seat in table.seats):
        raise Refused("error.table_full")
    text = texts.say(question_id) if table.free_seats else texts.say("lobby.full", n=table.row.seats)
    await answer(interaction, text, view=computers_view(table, texts))
    if table.free_seats:
        services_of(interaction).choosing_computer.add((interaction.user.id, game_id))


async def _replace_panel(interaction: Interaction, game_id: int) -> None:
    """Delete the person's earlier panel for computer players of this lobby, so that only the new one is left."""
    panels = services_of(interaction).computer_panels
    panel_key = (interaction.user.id, game_id)
    earlier_panel = panels.pop(panel_key, None)
    expired_keys = [key for key, panel in panels.items() if panel.is_expired()]
    for key in expired_keys:
        del panels[key]
    panels[panel_key] = interaction
    await _delete_panel(earlier_panel)


async def _delete_panel(panel: Interaction | None) -> None:
    """Delete a private message if Discord still allows it; the person may have dismissed it already."""
    if panel is not None and not panel.is_expired():
        with contextlib.suppress(discord.HTTPException, *BROKEN):
            await panel.delete_original_response()


def computers_view(table: Table, texts: Texts) -> discord.ui.View:
    """Return buttons for the kinds of computer players, if a seat is free, and below them buttons to remove some."""
    row = table.row
    view = discord.ui.View(timeout=None)
    if table.free_seats:
        for kind in offered(row.key):
            view.add_item(ComputerButton(row.id, kind).button(texts.say(f"computer.{kind}.long")))
    for seat in table.seats:
        if seat.computer is not None:
            name = texts.name_of(table.names, seat.number)
            label = within(unformatted(texts.say("lobby.button.dismiss", name=name)), LABEL)
            view.add_item(DismissButton(row.id, name_checksum(seat.name)).button(label, row=1))
    return view


async def refresh(interaction: Interaction, game_id: int) -> None:
    """Update the lobby message that was clicked; if the click's answer fails, edit the message itself."""
    services = services_of(interaction)
    texts = await services.public_texts(interaction.guild_id)
    table = await services.tables.table(game_id)
    try:
        await redraw(interaction, lobby_text(table, texts), lobby_view(table, texts))
    except (discord.HTTPException, *BROKEN):
        await edit_lobby(interaction, table)
        raise


async def post_lobby(
    interaction: Interaction, table: Table, channel: Any, invited: Sequence[int] = (), after: int | None = None
) -> None:
    """Post the lobby message as an ordinary message of the bot, so that a missing permission is noticed at once.

    Args:
        interaction: The interaction of the person who opened the table.
        table: The table.
        channel: The channel of the table.
        invited: The people to ping.
        after: The number of the table of which this one is a rematch; it limits invitations to one for each person.
    """
    services = services_of(interaction)
    texts = await services.public_texts(interaction.guild_id)
    text = lobby_text(table, texts)
    if invited:
        mentions = [f"<@{user}>" for user in invited]
        invitation = texts.say("say.invited", players=mentions, name=texts.person(interaction.user.display_name))
        text = f"{invitation}\n{text}"
    pinged = await services.tables.lobby.invite(after or table.row.id, invited)
    users = [discord.Object(user) for user in pinged]
    allowed_mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    message = await channel.send(text, view=lobby_view(table, texts), allowed_mentions=allowed_mentions)
    await services.tables.lobby.set_message(table.row.id, message.id)


async def post_new_lobby(
    interaction: Interaction, table: Table, channel: Any, invited: Sequence[int] = (), after: int | None = None
) -> None:
    """Post the lobby of a table that was just opened, as ``post_lobby`` does; cancel the table if that fails."""
    try:
        await post_lobby(interaction, table, channel, invited, after)
    except Exception:
        await services_of(interaction).tables.lobby.cancel(table.row.id, user_id=interaction.user.id)
        withdraw_deed()
        raise


async def edit_lobby(interaction: Interaction, table: Table) -> None:
    """Update the lobby message without a click on it; ignore that it may have been deleted."""
    services = services_of(interaction)
    texts = await services.public_texts(table.row.guild_id)
    if table.row.lobby_message_id is None:
        return
    channel = services.channel(table.row.channel_id, table.row.guild_id)
    message = channel.get_partial_message(table.row.lobby_message_id)
    with contextlib.suppress(discord.NotFound):
        await takes_edit(message.edit(content=lobby_text(table, texts), view=lobby_view(table, texts)))


CLOCK = ClockForm()
OPTIONS = OptionsForm()
FORMS: tuple[Form, ...] = (CLOCK, OPTIONS)
