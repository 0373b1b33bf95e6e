"""The lobby message: who sits, which options, and the buttons to join, fill up, start or cancel."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot.delivery.compose import CONTENT_LIMIT
from bot.delivery.requests import takes_edit
from bot.items import GAME, GuardedButton, GuardedSelect
from bot.limits import OPTION
from bot.replies import acknowledge, answer, manages, manages_table, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, Table, clocks, drawing
from bot.tables.clocks import Clock
from bot.tables.lobby import AS_SERVER, SHAPES, colours_of, free_colours
from bot.wording import Texts
from bot.wording.texts import bold, plain, within
from engines.fair_dice import SHOWN_DIGITS
from engines.players import LEVELS
from storage.models import GameRow, SeatOrder, Status

VERBS = ("join", "leave", "computer", "start", "cancel")
HINTS = ("on", "off")
ANY_COLOUR = "any"
STYLES = {
    "join": discord.ButtonStyle.success,
    "start": discord.ButtonStyle.primary,
    "cancel": discord.ButtonStyle.danger,
}


def lobby_text(table: Table, texts: Texts) -> str:
    """What the lobby message says; where there is no room to explain all options, those that nobody has changed go
    without, the last first."""
    row = table.row
    options = [option for option in table.kind.options if texts.has(f"{row.key}.option.{option.id}.about")]
    changed_first = sorted(options, key=lambda option: row.options.get(option.id, option.default) == option.default)
    explained = [option.id for option in changed_first]
    while len(text := _text(table, texts, explained)) > CONTENT_LIMIT and explained:
        explained.pop()
    return text


def _text(table: Table, texts: Texts, explained: Sequence[str]) -> str:
    row = table.row
    lines = [f"## {texts.title(row.key)}"]
    if row.status == Status.LOBBY:
        lines.append(texts.say("lobby.open", n=row.seats))
    for seat in table.seats:
        who = f"<@{seat.user_id}>" if seat.user_id is not None else f"🤖 {plain(seat.name)}"
        host = texts.say("lobby.host") if seat.user_id == row.host_id else ""
        colour = f" · {texts.say(f'lobby.colour.{seat.colour}')}" if seat.colour in colours_of(table) else ""
        lines.append(f"{seat.number + 1}. {who}{host}{colour}")
    if row.status == Status.LOBBY:
        lines += [f"{number + 1}. …" for number in range(len(table.seats), row.seats)]
    lines.append("")
    for option in table.kind.options:
        id = f"{row.key}.option.{option.id}"
        value = texts.say(f"{id}.{row.options.get(option.id, option.default)}")
        lines.append(texts.say("lobby.option", option=texts.say(id), value=value))
        if option.id in explained:
            lines.append(f"-# {texts.say(f'{id}.about')}")
    lines += clock_lines(clocks.read_clock(row.clock), texts)
    if row.shape is not None:
        lines.append(texts.setting("lobby", "shape", row.shape))
    lines.append(
        texts.say("lobby.option", option=texts.say("lobby.hints"), value=texts.say(f"lobby.hints.{hints(row)}"))
    )
    lines.append(order_line(table, texts))
    if row.status == Status.ABANDONED:
        lines.append(texts.say("lobby.closed"))
    elif row.status != Status.LOBBY:
        lines.append(texts.say("lobby.started"))
    elif len(table.seats) in table.kind.seats:
        lines.append(texts.say("lobby.ready"))
    if row.secret is not None and row.clicks_hash is not None:
        clicks = row.clicks_hash[:SHOWN_DIGITS]
        fixed = {"hash": drawing.shown_hash(row), "clicks": clicks}
        if row.lobby_hash is None:  # opened by an earlier version, which fixed the secret alone
            line = texts.say("lobby.fair_dice.secret", **fixed)
        else:
            opening = drawing.opening_of(row)
            line = texts.say("lobby.fair_dice", table=str(opening.table), rules=str(opening.rules), **fixed)
        lines.append(f"-# {line}")
    return "\n".join(lines)


def hints(row: GameRow) -> str:
    """Whether hints may be asked for: one of HINTS."""
    return "on" if row.hints else "off"


def order_line(table: Table, texts: Texts) -> str:
    """How seats are given; of a rematch who begins, as long as only those sit there who are to be in that order."""
    names, seating = table.row.turned or [], table.row.seat_order
    if seating == SeatOrder.TURNED:
        gathering = table.row.status == Status.LOBBY and drawing.seating_of(table) != seating
        if gathering and not set(table.names_at_first) < set(names):
            seating = SeatOrder.RANDOM
        elif names:
            first, *others = map(bold, names)
            line = texts.say("lobby.order.turned", first=first, others=others)
            return f"{line} {texts.say('lobby.order.turned.if')}" if gathering else line
    return texts.say(f"lobby.order.{seating}")


def clock_lines(clock: Clock, texts: Texts) -> list[str]:
    """How long a decision may take, and what then; nothing of a table without a limit."""
    if not clock.hours:
        return []
    lines = []
    for name, value in clock.choices().items():
        id = f"lobby.clock.{name}"
        if name != "weekends":
            lines.append(texts.say("lobby.option", option=texts.say(id), value=texts.say(f"{id}.{value}")))
        elif clock.weekends_off:
            lines.append(f"**{texts.setting('lobby.clock', name, value)}**")
    return lines


def lobby_view(table: Table, texts: Texts) -> discord.ui.View:
    """Buttons while the lobby is open, and a select that changes the options of the game."""
    view = discord.ui.View(timeout=None)
    if table.row.status != Status.LOBBY:
        return view
    for verb in VERBS:
        view.add_item(LobbyButton(table.row.id, verb, texts.say(f"lobby.button.{verb}")))
    if table.kind.options:
        view.add_item(OptionSelect(table, texts))
    clock = clocks.read_clock(table.row.clock)
    view.add_item(ClockSelect(table.row.id, "limit", clock, texts))
    if clock.hours:
        view.add_item(ClockSelect(table.row.id, "more", clock, texts))
    view.add_item(LobbyExtras(table, texts))
    return view


class LobbyButton(GuardedButton, template=rf"pt:l:{GAME}:(?P<verb>{'|'.join(VERBS)})"):
    """Join, Leave, Add computer, Start or Cancel."""

    def __init__(self, game_id: int, verb: str, label: str = "…") -> None:
        self.game_id, self.verb = game_id, verb
        style = STYLES.get(verb, discord.ButtonStyle.secondary)
        super().__init__(discord.ui.Button(style=style, label=label, custom_id=f"pt:l:{game_id}:{verb}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), match["verb"])

    async def press(self, interaction: Interaction) -> None:
        if self.verb == "computer":
            await acknowledge(interaction, ephemeral=True, thinking=True)
            await offer_computers(interaction, self.game_id)
            return
        await acknowledge(interaction)
        try:
            await self._carry_out(interaction)
        except Refused as fault:
            if fault.message.id == "error.not_in_lobby":
                with contextlib.suppress(Refused):  # there is no such table
                    await refresh(interaction, self.game_id)  # it was closed or started without this message's knowing
            raise
        await refresh(interaction, self.game_id)

    async def _carry_out(self, interaction: Interaction) -> None:
        lobby, user = services_of(interaction).tables.lobby, interaction.user
        match self.verb:
            case "join":
                await lobby.join(self.game_id, user.id, user.display_name, click=interaction.id)
            case "leave":
                await lobby.leave(self.game_id, user.id, click=interaction.id)
            case "start":
                await lobby.start(self.game_id, by=user.id, admin=await manages_table(interaction, self.game_id))
            case "cancel":
                await lobby.cancel(self.game_id, by=user.id, admin=await manages_table(interaction, self.game_id))


class OptionSelect(GuardedSelect, template=rf"pt:o:{GAME}"):
    """The host changes an option: every value of every option that is not chosen yet is on offer."""

    def __init__(self, table: Table | int, texts: Texts | None = None) -> None:
        self.game_id = table if isinstance(table, int) else table.row.id
        choices, placeholder = [discord.SelectOption(label="…", value="-")], None
        if texts is not None and not isinstance(table, int):
            key, chosen, placeholder = table.row.key, table.row.options, texts.say("lobby.change_option")
            choices = [
                discord.SelectOption(
                    label=within(texts.setting(f"{key}.option", option.id, value), OPTION),
                    value=f"{option.id}={value}",
                )
                for option in table.kind.options
                for value in option.values
                if value != chosen.get(option.id, option.default)
            ]
        super().__init__(
            discord.ui.Select(custom_id=f"pt:o:{self.game_id}", options=choices, placeholder=placeholder, row=1)
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        option, _, value = self.chosen[0].partition("=")
        lobby = services_of(interaction).tables.lobby
        user, admin = interaction.user.id, await manages_table(interaction, self.game_id)
        await lobby.set_option(self.game_id, option, value, by=user, click=interaction.id, admin=admin)
        await refresh(interaction, self.game_id)


class ClockSelect(GuardedSelect, template=rf"pt:z:{GAME}:(?P<part>limit|more)"):
    """The host changes how long a decision may take (``limit``), or what else belongs to it (``more``)."""

    def __init__(self, game_id: int, part: str, clock: Clock | None = None, texts: Texts | None = None) -> None:
        self.game_id, self.part = game_id, part
        choices, placeholder = [discord.SelectOption(label="…", value="-")], None
        if clock is not None and texts is not None:
            placeholder = texts.say(f"lobby.clock.change_{part}")
            choices = [
                discord.SelectOption(
                    label=within(texts.setting("lobby.clock", name, value), OPTION),
                    value=f"{name}={value}",
                )
                for name, chosen in clock.choices().items()
                for value in clocks.CHOICES[name]
                if (name == "limit") == (part == "limit") and value != chosen
            ]
        super().__init__(
            discord.ui.Select(
                custom_id=f"pt:z:{game_id}:{part}",
                options=choices,
                placeholder=placeholder,
                row=2 if part == "limit" else 3,
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), match["part"])

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        name, _, value = self.chosen[0].partition("=")
        lobby, admin = services_of(interaction).tables.lobby, await manages_table(interaction, self.game_id)
        await lobby.set_clock(self.game_id, name, value, by=interaction.user.id, admin=admin)
        await refresh(interaction, self.game_id)


class LobbyExtras(GuardedSelect, template=rf"pt:q:{GAME}"):
    """Whoever sits here chooses a colour; the host, for what the pictures of this table are made and whether hints may
    be asked for."""

    def __init__(self, table: Table | int, texts: Texts | None = None) -> None:
        self.game_id = table if isinstance(table, int) else table.row.id
        options, placeholder = [discord.SelectOption(label="…", value="-")], None
        if texts is not None and not isinstance(table, int):
            placeholder, shape = texts.say("lobby.extras.change"), table.row.shape or AS_SERVER
            colours = [*free_colours(table), *([ANY_COLOUR] if any(table.colours) else [])]
            options = [
                *(_choice(texts, "colour", value, f"colour={value}") for value in colours),
                *(_choice(texts, "shape", value, value) for value in SHAPES if value != shape),
                *(_choice(texts, "hints", value, f"hints={value}") for value in HINTS if value != hints(table.row)),
            ]
        select = discord.ui.Select[Any](
            custom_id=f"pt:q:{self.game_id}", options=options, placeholder=placeholder, row=4
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        lobby, user = services_of(interaction).tables.lobby, interaction.user.id
        admin = await manages_table(interaction, self.game_id)
        name, _, value = self.chosen[0].partition("=")
        if name == "colour":
            await lobby.set_colour(self.game_id, user, None if value == ANY_COLOUR else value)
        elif name == "hints" and value in HINTS:
            await lobby.set_hints(self.game_id, value == "on", by=user, admin=admin)
        else:
            await lobby.set_shape(self.game_id, self.chosen[0], by=user, admin=admin)
        await refresh(interaction, self.game_id)


def _choice(texts: Texts, name: str, value: str, chosen: str) -> discord.SelectOption:
    """A value of a setting of the lobby; ``chosen``: what the select says of it."""
    return discord.SelectOption(label=within(texts.setting("lobby", name, value), OPTION), value=chosen)


class ComputerButton(GuardedButton, template=rf"pt:k:{GAME}:(?P<kind>\w{{1,40}})"):
    """Which kind of computer player takes the next seat."""

    def __init__(self, game_id: int, kind: str, label: str = "…") -> None:
        self.game_id, self.kind = game_id, kind
        super().__init__(discord.ui.Button(label=label, custom_id=f"pt:k:{game_id}:{kind}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), match["kind"])

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        services = services_of(interaction)
        texts = await services.public_texts(interaction.guild_id)
        name = texts.say(f"computer.{self.kind}")
        table = await services.tables.lobby.add_computer(
            self.game_id,
            self.kind,
            name,
            by=interaction.user.id,
            click=interaction.id,
            admin=await manages_table(interaction, self.game_id),
        )
        await edit_lobby(interaction, table)
        own = await texts_for(interaction)
        full = len(table.seats) == table.row.seats
        await answer(
            interaction,
            own.say("lobby.now_full")
            if full
            else own.say("lobby.computer_added", n=table.row.seats - len(table.seats)),
            view=None if full else computers_view(self.game_id, own),
        )


async def offer_computers(interaction: Interaction, game_id: int) -> None:
    """Asks the host which kind of computer is to sit down."""
    texts = await texts_for(interaction)
    table = await services_of(interaction).tables.table(game_id)
    if table.row.status != Status.LOBBY:
        raise Refused("error.not_in_lobby")
    if interaction.user.id != table.row.host_id and not manages(interaction, table):
        raise Refused("error.not_host")
    if len(table.seats) >= table.row.seats:
        raise Refused("error.table_full")
    await answer(interaction, texts.say("lobby.which_computer"), view=computers_view(game_id, texts))


def computers_view(game_id: int, texts: Texts) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for kind in LEVELS:
        view.add_item(ComputerButton(game_id, kind, texts.say(f"computer.{kind}.long")))
    return view


async def refresh(interaction: Interaction, game_id: int) -> None:
    """Shows the lobby as it is now on the message that was clicked."""
    services = services_of(interaction)
    texts = await services.public_texts(interaction.guild_id)
    table = await services.tables.table(game_id)
    none = discord.AllowedMentions.none()
    await interaction.edit_original_response(
        content=lobby_text(table, texts), view=lobby_view(table, texts), allowed_mentions=none
    )


async def post_lobby(
    interaction: Interaction, table: Table, channel: Any, invited: Sequence[int] = (), after: int | None = None
) -> None:
    """Posts the lobby into a channel with the bot's own permissions, so that what is missing shows now; whoever is
    ``invited`` is called, once for the table ``after`` which it is opened."""
    services = services_of(interaction)
    texts = await services.public_texts(interaction.guild_id)
    text = lobby_text(table, texts)
    if invited:
        called = [f"<@{user}>" for user in invited]
        text = f"{texts.say('say.invited', players=called, name=bold(interaction.user.display_name))}\n{text}"
    called_now = await services.tables.lobby.invite(after or table.row.id, invited)
    users = [discord.Object(user) for user in called_now]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    message = await channel.send(text, view=lobby_view(table, texts), allowed_mentions=mentions)
    await services.tables.lobby.note_message(table.row.id, message.id)


def lobby_link(table: Table) -> str:
    """A link to the lobby message, or to its channel where that is not known."""
    row = table.row
    channel = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
    return f"{channel}/{row.lobby_message_id}" if row.lobby_message_id else channel


async def edit_lobby(interaction: Interaction, table: Table) -> None:
    """Updates the lobby message from elsewhere; when it is gone, the next click on Join shows the truth anyway."""
    services = services_of(interaction)
    texts = await services.public_texts(interaction.guild_id)
    if table.row.lobby_message_id is None:
        return
    channel = services.channel(table.row.channel_id, table.row.guild_id)
    message = channel.get_partial_message(table.row.lobby_message_id)
    with contextlib.suppress(discord.NotFound):
        await takes_edit(message.edit(content=lobby_text(table, texts), view=lobby_view(table, texts)))


ITEMS = (LobbyButton, OptionSelect, ClockSelect, LobbyExtras, ComputerButton)
