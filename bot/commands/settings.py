"""/language: which language Portolan speaks, to one person or in public. /settings: what a server has chosen."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord
from discord import app_commands

from bot.commands.naming import AnyCommand, description, name
from bot.items import GAME, GuardedSelect
from bot.limits import OPTION
from bot.replies import acknowledge, answer, is_admin, manages, manages_table, texts_for
from bot.services import Interaction, services_of
from bot.shapes import server_shape
from bot.tables import Refused, Table
from bot.tables.lobby import AS_SERVER, SHAPES
from bot.wording import LANGUAGES, Texts
from bot.wording.languages import about
from bot.wording.texts import within
from render.shape import Shape
from storage import people

AUTOMATIC = "auto"
LANGUAGE_NAMES = {code: about(code).name for code in LANGUAGES}


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
    await acknowledge(interaction, ephemeral=True)
    chosen = None if language == AUTOMATIC else language
    async with services_of(interaction).database.transaction() as session:
        if scope == "me":
            await people.set_user_locale(session, interaction.user.id, chosen)
        elif not is_admin(interaction):
            raise Refused("error.not_admin")
        elif interaction.guild_id is not None:
            await people.set_guild_locale(session, interaction.guild_id, chosen)
    await answer(interaction, (await texts_for(interaction)).say(f"reply.language_{scope}"))


@app_commands.command(name=name("settings"), description=description("settings"))
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    await acknowledge(interaction, ephemeral=True)
    await show_settings(interaction)


async def show_settings(interaction: Interaction) -> None:
    """What the server and the channel's table have chosen; selects for those who may change it."""
    services, words = services_of(interaction), await texts_for(interaction)
    assert interaction.guild_id is not None
    async with services.database.reading() as session:
        locale = await people.guild_locale(session, interaction.guild_id)
    shape, table = await server_shape(services.database, interaction.guild_id), await _open_table(interaction)
    spoken = (await services.public_texts(interaction.guild_id)).name
    lines = [
        words.say("settings.head"),
        words.say("settings.language" if locale else "settings.language_of_discord", language=LANGUAGE_NAMES[spoken]),
        words.say("settings.shape", shape=words.say(f"lobby.shape.{shape}")),
    ]
    view = discord.ui.View(timeout=None)
    if is_admin(interaction):
        languages = {AUTOMATIC: words.say("settings.automatic"), **LANGUAGE_NAMES}
        view.add_item(ServerSelect("language", languages, locale or AUTOMATIC))
        shapes = {str(each): words.setting("lobby", "shape", each) for each in Shape}
        view.add_item(ServerSelect("shape", shapes, shape))
    if table is not None:
        chosen = table.row.shape or AS_SERVER
        lines.append(words.say("settings.table", shape=words.say(f"lobby.shape.{chosen}")))
        if interaction.user.id == table.row.host_id or manages(interaction, table):
            view.add_item(TableShape(table.row.id, chosen, words))
    if not view.children:
        lines.append(words.say("settings.read_only"))
    await answer(interaction, "\n".join(lines), view=view)


async def _open_table(interaction: Interaction) -> Table | None:
    assert interaction.channel_id is not None
    with contextlib.suppress(Refused):
        return await services_of(interaction).tables.repository.table_in(interaction.channel_id)
    return None


class ServerSelect(GuardedSelect, template=r"pt:guild:(?P<what>language|shape)"):
    """A choice of the server. ``labels``: by value; ``chosen``: the value that stands."""

    def __init__(self, what: str, labels: dict[str, str] | None = None, chosen: str = "") -> None:
        self.what = what
        options = [
            discord.SelectOption(label=within(label, OPTION), value=value, default=value == chosen)
            for value, label in (labels or {"-": "…"}).items()
        ]
        super().__init__(discord.ui.Select(custom_id=f"pt:guild:{what}", options=options))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["what"])

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        if not is_admin(interaction) or interaction.guild_id is None:
            raise Refused("error.not_admin")
        value = self.chosen[0]
        async with services_of(interaction).database.transaction() as session:
            if self.what == "shape" and value in list(Shape):
                await people.change_guild_settings(session, interaction.guild_id, {"shape": value})
            elif self.what == "language" and value in (AUTOMATIC, *LANGUAGE_NAMES):
                locale = None if value == AUTOMATIC else value
                await people.set_guild_locale(session, interaction.guild_id, locale)
            else:
                raise Refused("error.damaged")
        await show_settings(interaction)


class TableShape(GuardedSelect, template=rf"pt:tableshape:{GAME}"):
    """The shape of one table's pictures."""

    def __init__(self, game_id: int, chosen: str = "", texts: Texts | None = None) -> None:
        self.game_id = game_id
        labels = dict.fromkeys(SHAPES, "…")
        if texts is not None:
            named = {value: texts.setting("lobby", "shape", value) for value in SHAPES}
            labels = {value: texts.say("settings.here", setting=setting) for value, setting in named.items()}
        options = [
            discord.SelectOption(label=within(label, OPTION), value=value, default=value == chosen)
            for value, label in labels.items()
        ]
        super().__init__(discord.ui.Select(custom_id=f"pt:tableshape:{game_id}", options=options))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        lobby = services_of(interaction).tables.lobby
        await lobby.set_shape(
            self.game_id, self.chosen[0], by=interaction.user.id, admin=await manages_table(interaction, self.game_id)
        )
        await show_settings(interaction)


COMMANDS: tuple[AnyCommand, ...] = (language, settings)
ITEMS = (ServerSelect, TableShape)
