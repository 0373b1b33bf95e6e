"""/language: the language of private or public messages. /settings: the settings of a server."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import discord
from discord import app_commands

from bot.features.table_option import table_here
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, Sent, on_choice, one_of
from bot.interactions.controls import OfTable
from bot.interactions.limits import OPTION
from bot.interactions.permissions import is_admin, manages, manages_table
from bot.interactions.person import drop_cached_settings, texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import server_shape
from bot.tables import Refused, Table, TableBroken
from bot.tables.lobby_lifecycle import AS_SERVER, SHAPES
from bot.tables.maintenance.retention import OFFERED, SETTING
from bot.tables.public_language import first_opener
from bot.wording import LANGUAGES, Texts
from bot.wording.escaping import within
from bot.wording.languages import about
from render.shape import Shape
from storage import people
from storage.models import GuildSettings

AUTOMATIC = "auto"
"""The value of the option that clears a choice, so that the usual setting applies."""
LANGUAGE_NAMES = {code: about(code).name for code in LANGUAGES}


class ServerSelect(Component, id="pt:guild:{what}"):
    """The select of a server's setting."""

    what: Annotated[str, one_of(("language", "shape", "retention"))]


class TableShape(OfTable, id="pt:tableshape:{game_id}"):
    """The select of the shape of a table's pictures."""


@app_commands.command(name=name("language"), description=description("language"))
@app_commands.rename(language=name("language", "language.language"), scope=name("scope"))
@app_commands.describe(language=description("language.language"), scope=description("scope"))
@app_commands.choices(
    language=[
        app_commands.Choice(name=name("automatic"), value=AUTOMATIC),
        *(app_commands.Choice(name=title, value=value) for value, title in LANGUAGE_NAMES.items()),
    ],
    scope=[
        app_commands.Choice(name=name("me", "scope.me"), value="me"),
        app_commands.Choice(name=name("server", "scope.server"), value="server"),
    ],
)
@app_commands.guild_only()
async def language(interaction: Interaction, language: str, scope: str = "me") -> None:
    locale = None if language == AUTOMATIC else language
    async with services_of(interaction).database.transaction() as session:
        if scope == "me":
            await people.set_user_locale(session, interaction.user.id, locale)
        elif not is_admin(interaction):
            raise Refused("error.not_admin")
        elif interaction.guild_id is not None:
            await people.set_guild_locale(session, interaction.guild_id, locale)
    drop_cached_settings(interaction)
    texts = await texts_for(interaction)
    lines = [texts.say(f"reply.language_{scope}")]
    public = (await services_of(interaction).public_texts(interaction.guild_id)).name
    if scope == "me" and public != texts.name:
        advice = "reply.language_public_yours" if is_admin(interaction) else "reply.language_public"
        lines.append(texts.say(advice, language=texts.language_name(public)))
    await answer(interaction, "\n".join(lines))


@app_commands.command(name=name("settings"), description=description("settings"))
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    await show_settings(interaction)


async def show_settings(interaction: Interaction) -> None:
    """Show the settings of the server and of the channel's table, with selects for people who may change them."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    assert interaction.guild_id is not None
    async with services.database.reading() as session:
        record = await people.guild(session, interaction.guild_id)
    own_days = people.readable_settings(record).get(SETTING)
    shape = await server_shape(services.database, interaction.guild_id)
    table = await _open_table(interaction)
    public = (await services.public_texts(interaction.guild_id)).name
    retention = services.tables.retention
    days = retention.days_of_server(own_days)
    lines = [
        texts.say("settings.head"),
        texts.say(_source_of_language(record, public), language=texts.language_name(public)),
        texts.say("settings.shape", shape=texts.say(f"lobby.shape.{shape}")),
        texts.say("settings.retention", n=days) if days else texts.say("settings.retention_ever"),
    ]
    view = discord.ui.View(timeout=None)
    if is_admin(interaction):
        locale = record.locale if record else None
        for select in _server_selects(texts, locale or AUTOMATIC, shape, retention.offered_days(), own_days):
            view.add_item(select)
    if table is not None:
        table_shape = table.row.shape or AS_SERVER
        lines.append(texts.say("settings.table", shape=texts.say(f"lobby.shape.{table_shape}")))
        if interaction.user.id == table.row.host_id or manages(interaction, table):
            named = {value: texts.setting("lobby", "shape", value) for value in SHAPES}
            labels = {value: texts.say("settings.here", setting=setting) for value, setting in named.items()}
            view.add_item(TableShape(table.row.id).select(_options(labels, table_shape)))
    if not view.children:
        lines.append(texts.say("settings.read_only"))
    await answer(interaction, "\n".join(lines), view=view)


def _server_selects(
    texts: Texts, locale: str, shape: Shape, offered_days: Sequence[int], own_days: object
) -> Iterator[Sent]:
    """Yield the selects of the server's settings.

    Args:
        texts: The texts in the person's language.
        locale: The server's language, or AUTOMATIC.
        shape: The shape of the server's pictures.
        offered_days: The times after which moves may be deleted.
        own_days: The time that the server has chosen, if any, as it is stored.
    """
    languages = {AUTOMATIC: texts.say("settings.automatic"), **LANGUAGE_NAMES}
    yield ServerSelect("language").select(_options(languages, locale))
    shapes = {str(option): texts.setting("lobby", "shape", option) for option in Shape}
    yield ServerSelect("shape").select(_options(shapes, shape))
    times = {AUTOMATIC: texts.say("settings.retention_usual")}
    times |= {str(days): texts.say("settings.retention_days", n=days) for days in offered_days}
    selected = str(own_days) if str(own_days) in times else AUTOMATIC
    yield ServerSelect("retention").select(_options(times, selected))


def _source_of_language(record: GuildSettings | None, public: str) -> str:
    """Return the id of the sentence about the ``public`` language and its origin: server, opener or Discord."""
    if record and record.locale:
        return "settings.language"
    return "settings.language_of_opener" if first_opener(record) == public else "settings.language_of_discord"


async def _open_table(interaction: Interaction) -> Table | None:
    """Return the open table of the channel; None if there is none or it is damaged."""
    with contextlib.suppress(Refused, TableBroken):
        return await table_here(interaction)
    return None


def _options(labels: Mapping[str, str], selected: str) -> list[discord.SelectOption]:
    """Return the options of a select from labels by value; the value ``selected`` is preselected."""
    return [
        discord.SelectOption(label=within(label, OPTION), value=value, default=value == selected)
        for value, label in labels.items()
    ]


@on_choice(ServerSelect)
async def change_server(interaction: Interaction, select: ServerSelect, values: list[str]) -> None:
    if not is_admin(interaction) or interaction.guild_id is None:
        raise Refused("error.not_admin")
    value = values[0]
    async with services_of(interaction).database.transaction() as session:
        if select.what == "shape" and value in list(Shape):
            await people.change_guild_settings(session, interaction.guild_id, {"shape": value})
        elif select.what == "language" and value in (AUTOMATIC, *LANGUAGE_NAMES):
            locale = None if value == AUTOMATIC else value
            await people.set_guild_locale(session, interaction.guild_id, locale)
        # More days than the operator's are stored, but do not count (``Retention.days_of_server``).
        elif select.what == "retention" and value in (AUTOMATIC, *map(str, OFFERED)):
            days = None if value == AUTOMATIC else int(value)
            await people.change_guild_settings(session, interaction.guild_id, {SETTING: days})
        else:
            raise Refused("error.damaged")
    await show_settings(interaction)


@on_choice(TableShape)
async def change_table_shape(interaction: Interaction, select: TableShape, values: list[str]) -> None:
    lobby = services_of(interaction).tables.lobby
    admin = await manages_table(interaction, select.game_id)
    await lobby.set_shape(select.game_id, values[0], user_id=interaction.user.id, admin=admin)
    await show_settings(interaction)


COMMANDS: tuple[AnyCommand, ...] = (language, settings)
