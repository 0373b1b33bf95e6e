"""/game new: opens a table in a channel or thread, a rematch after the end of a game, and a first game.

The first game follows the lessons: a table with easy computer players, which starts at once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import discord
from discord import app_commands

import engines
from bot.features.lessons.lesson_layout import FirstGameButton
from bot.features.lobby import phone_question
from bot.features.lobby.lobby_message import edit_lobby, post_new_lobby
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import Component, Field, on_press, one_of
from bot.interactions.controls import Key, MaybeSeat, MaybeTable, RematchButton
from bot.interactions.error_codes import NO_ACCESS, NO_PERMISSION
from bot.interactions.limits import CHOICES, OPTION, THREAD_NAME
from bot.interactions.links import lobby_link
from bot.interactions.permissions import TO_OPEN_THREADS, permission_names, require_permissions
from bot.interactions.person import person_of, public_buttons, texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.fair_dice_log import rotated_order
from bot.wording import texts_in
from bot.wording.escaping import unformatted, within
from bot.wording.languages import FALLBACK
from bot.work.worker import EXTERNAL_ERRORS
from engines import GAMES, Option
from engines.lessons import FIRST_GAMES
from storage import games
from storage.models import SeatOrder, Status

LONGEST_OPEN: Final = 10080
"""Minutes without a message after which Discord archives a thread; the longest time that Discord allows."""
LONGEST_OPTIONS = 500
"""The largest number of characters of typed options; the longest options of a game need half of it."""
MOST_SEATS = max(kind.seats.stop - 1 for kind in engines.GAMES.values())
KIND = "easy"
"""The kind of the computer players."""


class ThreadButton(Component, id="pt:t:{game}:{seats}:{order}:{options}{after}"):
    """The button that opens a thread in the channel and the table in it.

    ``options`` has a digit for each option; ``after`` is the table of which the new one is a rematch.
    """

    game: Key
    seats: MaybeSeat
    order: Annotated[str, one_of(SeatOrder)]
    options: Annotated[str, Field("[0-9]{0,20}")]
    after: MaybeTable = None


def parse_options(typed: str) -> dict[str, str]:
    """Return typed options such as "royal=goa, speed=fast" as a dictionary.

    Raises:
        Refused: A part has no equals sign.
    """
    choices = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        option, equals, value = part.partition("=")
        if not equals:
            raise Refused("error.unknown_option", typed=part)
        choices[option.strip()] = value.strip()
    return choices


@completion
async def complete_options(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer one more option of the chosen game, after those already typed."""
    texts = await texts_for(interaction)
    kind = engines.GAMES.get(getattr(interaction.namespace, "game", ""), None)
    if kind is None:
        return []
    complete_part, _, begun = typed.rpartition(",")
    named_options = {part.partition("=")[0].strip() for part in complete_part.split(",")}
    choices = []
    for option in kind.options:
        for value in option.values:
            title = f"{texts.say(f'{kind.key}.option.{option.id}')}: " + texts.say(
                f"{kind.key}.option.{option.id}.{value}"
            )
            text = f"{option.id}={value}"
            completed = f"{complete_part}, {text}".strip(", ")
            if (
                option.id not in named_options
                and begun.strip().lower() in f"{text} {title}".lower()
                and len(completed) <= 100
            ):
                choices.append(app_commands.Choice(name=within(title, OPTION), value=completed))
    return choices[:CHOICES]


@app_commands.command(name=name("new", "game.new"), description=description("game.new"))
@app_commands.rename(game=name("game", "game.new.game"), seats=name("seats"), order=name("order"))
@app_commands.rename(options=name("options"))
@app_commands.describe(game=description("game.new.game"), seats=description("seats"), order=description("order"))
@app_commands.describe(options=description("options"))
@app_commands.choices(
    order=[
        app_commands.Choice(name=name("random", "order.random"), value="random"),
        app_commands.Choice(name=name("joining", "order.joining"), value="joining"),
    ],
)
@app_commands.autocomplete(options=complete_options)
async def new(
    interaction: Interaction,
    game: str,
    seats: app_commands.Range[int, 1, MOST_SEATS] | None = None,
    order: str = SeatOrder.RANDOM,
    options: app_commands.Range[str, 0, LONGEST_OPTIONS] = "",
) -> None:
    await open_here(interaction, TableRequest(game, seats, order, options))


def offer_games() -> None:
    """Set the games as choices of /game new; called before the command is registered."""
    titles = {key: app_commands.locale_str(texts_in(FALLBACK).title(key), id=f"{key}.title") for key in engines.GAMES}
    app_commands.choices(game=[app_commands.Choice(name=title, value=key) for key, title in titles.items()])(new)


class TableRequest:
    """The typed wishes of a person who wants to open a table.

    ``after`` is the number of the table of which it is a rematch; None: it is none.
    """

    def __init__(self, game: str, seats: int | None, order: str, options: str, after: int | None = None) -> None:
        self.game = game
        self.seats = seats
        self.order = order
        self.options = options
        self.after = after


async def open_here(interaction: Interaction, request: TableRequest) -> None:
    """Open a table in the channel of the interaction.

    If the channel has a table already, say so, and offer a thread where the person may open one.
    """
    assert interaction.channel_id is not None
    try:
        await open_table(interaction, request, interaction.channel_id, interaction.channel)
    except Refused as fault:
        if fault.message.id != "error.channel_busy":
            raise
        if isinstance(interaction.channel, discord.TextChannel) and not may_open_threads(interaction):
            raise
        await tell_channel_is_taken(interaction, request)


@on_press(RematchButton, reply=Reply.BESIDE)
async def rematch(interaction: Interaction, button: RematchButton) -> None:
    """Open a lobby like that of a finished table for the same people; whoever is invited to it joins it instead.

    Raises:
        Refused: The person did not play there, or the game has not ended.
    """
    table = await finished(interaction, button.game_id)
    if (lobby := await _open_rematch_of(interaction, table)) is not None:
        await _join_rematch(interaction, lobby)
        return
    # Written as a person would type them: changed options as they were, all others with their present defaults.
    options = unpacked(table.row.key, packed(table.row.key, changed_options(table)))
    request = TableRequest(table.row.key, len(table.seats), SeatOrder.TURNED, options, table.row.id)
    await open_here(interaction, request)


async def _open_rematch_of(interaction: Interaction, before: Table) -> Table | None:
    """Return the lobby of the channel if it is for a rematch of a finished table."""
    services = services_of(interaction)
    async with services.database.reading() as session:
        row = await games.open_in_channel(session, interaction.channel_id or 0)
    if row is None or row.status != Status.LOBBY or row.key != before.row.key:
        return None
    return await services.tables.table(row.id) if row.turned == rotated_order(before) else None


async def _join_rematch(interaction: Interaction, lobby: Table) -> None:
    """Give the person a seat of a lobby, as its button does."""
    services = services_of(interaction)
    user = interaction.user
    await services.tables.lobby.join(lobby.row.id, user.id, user.display_name, click=interaction.id)
    await edit_lobby(interaction, await services.tables.table(lobby.row.id))
    texts = await texts_for(interaction)
    await answer(interaction, texts.say("reply.joined_rematch", link=lobby_link(lobby.row)))


def changed_options(table: Table) -> dict[str, str]:
    """Return the options of a table that were changed.

    Options with the defaults of the table's version of the rules are left out, so that a rematch gets present defaults.
    """
    usual = table.kind.defaults(table.row.rules_version)
    return {name: value for name, value in table.options.items() if value != usual[name]}


async def finished(interaction: Interaction, game_id: int) -> Table:
    """Return a table of which the person may open a rematch.

    Raises:
        Refused: The game has not ended or is on another server, or the person did not play there.
    """
    table = await services_of(interaction).tables.table(game_id)
    if table.row.status != Status.FINISHED or table.row.guild_id != interaction.guild_id:
        raise Refused("error.elsewhere")
    if interaction.user.id not in table.members:
        raise Refused("error.not_seated")
    return table


async def open_table(interaction: Interaction, request: TableRequest, channel_id: int, channel: Any) -> None:
    """Open a lobby in a channel and post it there."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    require_permissions(interaction, texts)
    before = await finished(interaction, request.after) if request.after else None
    await services.note_opener(interaction.guild_id, texts.name)
    table = await services.tables.lobby.open(
        request.game,
        guild_id=interaction.guild_id,
        channel_id=channel_id,
        host=(interaction.user.id, interaction.user.display_name),
        click=interaction.id,
        seats_wanted=request.seats,
        order=request.order,
        options=parse_options(request.options),
        after=before,
    )
    company = before.members if before else []
    unwanted = await services.tables.lobby.find_avoided(interaction.user.id, company)
    # As in the order of a rematch, whoever had the first seat comes last.
    invited = [user for user in [*company[1:], *company[:1]] if user not in (interaction.user.id, *unwanted)]
    await post_new_lobby(interaction, table, channel, invited, request.after)
    text = texts.say("reply.opened", channel=f"<#{channel_id}>")
    phone = await phone_question.question(interaction)
    if phone:
        await answer(interaction, f"{text}\n{phone[0]}", view=phone[1])
    else:
        await answer(interaction, text)


async def tell_channel_is_taken(interaction: Interaction, request: TableRequest) -> None:
    """Tell the person that the channel has a table already, with a button for a thread if threads are possible."""
    texts = await texts_for(interaction)
    async with services_of(interaction).database.reading() as session:
        # Not loaded as a table, since its state may be damaged.
        row = await games.open_in_channel(session, interaction.channel_id or 0)
    if row is None:
        raise Refused("error.no_table_here")
    view = discord.ui.View(timeout=None)
    if isinstance(interaction.channel, discord.TextChannel):
        text_id = "reply.lobby_here" if row.status == Status.LOBBY else "reply.taken"
        view.add_item(thread_button(request).button(texts.say("button.thread"), discord.ButtonStyle.primary))
    else:
        text_id = "reply.taken_elsewhere"
    await answer(interaction, texts.say(text_id, game=texts.title(row.key)), view=view)


def may_open_threads(interaction: Interaction) -> bool:
    """Return whether the person could open a public thread here without the bot."""
    return interaction.permissions.create_public_threads


def packed(key: str, options: Mapping[str, str]) -> str:
    """Return the options of a game as one digit each, so that they fit into a custom id.

    An option without a value, or with a value that the game no longer has, gets its default.
    """
    digits = []
    for option in options_of(key):
        value = options.get(option.id, option.default)
        digits.append(option.values.index(value if value in option.values else option.default))
    return "".join(map(str, digits))


def unpacked(key: str, digits: str) -> str:
    """Return the options that ``packed`` wrote, as they would be typed."""
    return ", ".join(
        f"{option.id}={option.values[int(digit)]}"
        for option, digit in zip(options_of(key), digits, strict=False)
        if int(digit) < len(option.values)
    )


def options_of(key: str) -> Sequence[Option]:
    """Return the options of a game; none for an unknown game, which ``open_table`` refuses later."""
    return engines.GAMES[key].options if key in engines.GAMES else ()


def thread_button(request: TableRequest) -> ThreadButton:
    """Return the record of a button that opens this table in a thread."""
    options = packed(request.game, parse_options(request.options))
    return ThreadButton(request.game, request.seats, request.order, options, request.after)


def request_of(button: ThreadButton) -> TableRequest:
    """Return the request in the record that ``thread_button`` made."""
    options = unpacked(button.game, button.options)
    return TableRequest(button.game, button.seats, button.order, options, button.after)


@on_press(ThreadButton, reply=Reply.BY_HANDLER)
async def open_thread(interaction: Interaction, button: ThreadButton) -> None:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused("error.no_threads_here")
    if not may_open_threads(interaction):  # nobody may do through the bot what they may not do themselves
        own_texts = await texts_for(interaction)
        raise Refused("error.no_own_threads", permissions=[own_texts.say("permission.create_public_threads")])
    if lacking := [
        permission for permission in TO_OPEN_THREADS if not getattr(interaction.app_permissions, permission)
    ]:
        raise Refused("error.permissions", permissions=permission_names(lacking, await texts_for(interaction)))
    # A second press would open a second thread. After a refusal the button stays, for when the permission is there.
    await interaction.response.edit_message(view=None)
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    title = texts.title(button.game)
    host = texts.person_name(interaction.user.display_name)
    try:
        thread = await channel.create_thread(
            name=within(unformatted(texts.say("say.thread", game=title, name=host)), THREAD_NAME),
            type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
            auto_archive_duration=LONGEST_OPEN,
        )
    except discord.HTTPException as fault:
        if fault.code not in (NO_ACCESS, NO_PERMISSION):
            raise
        lacking = permission_names(TO_OPEN_THREADS[:1], await texts_for(interaction))
        raise Refused("error.permissions", permissions=lacking) from fault
    try:
        await open_table(interaction, request_of(button), thread.id, thread)
    except Exception:
        # The bot may not delete the empty thread, but its creator can rename and archive it.
        with contextlib.suppress(*EXTERNAL_ERRORS):
            await thread.edit(name=texts.say("say.thread_never", game=title)[:THREAD_NAME], archived=True)
        raise


GAME_COMMANDS: tuple[AnyCommand, ...] = (new,)


@on_press(FirstGameButton, reply=Reply.BESIDE)
async def begin(interaction: Interaction, button: FirstGameButton) -> None:
    """Open a table in the channel of the button, add computer players, and start the game.

    Raises:
        Refused: No table can be opened there.
    """
    if button.game not in GAMES:
        raise Refused("error.unknown_game", typed=button.game)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("error.first_game_private")
    services = services_of(interaction)
    (texts, preferences) = await person_of(interaction)
    require_permissions(interaction, texts)
    tables = services.tables
    user = interaction.user
    first_game = FIRST_GAMES[button.game]
    named = (await services.public_texts(interaction.guild_id)).say(f"computer.{KIND}")
    try:
        table = await tables.lobby.open(
            button.game,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            host=(user.id, user.display_name),
            click=interaction.id,
            seats_wanted=first_game.seats,
            options=first_game.options,
            computers=[(f"{named} {number}", KIND) for number in range(1, first_game.seats)],
        )
    except Refused as fault:
        if fault.message.id != "error.channel_busy":
            raise
        raise Refused("error.first_game_taken") from fault
    await post_new_lobby(interaction, table, interaction.channel)
    table = await tables.lobby.start(table.row.id, user_id=user.id)
    await edit_lobby(interaction, table)
    async with services.database.reading() as session:
        new = not await games.played_before(session, user.id, button.game, table.row.id)
    game = texts.title(button.game)
    n = first_game.seats - 1
    if preferences.learn and new:
        move = (await public_buttons(interaction, table))["move"]
        await answer(interaction, texts.say("reply.first_game", game=game, n=n, move=move))
    else:
        await answer(interaction, texts.say("reply.first_game_plain", game=game, n=n))
