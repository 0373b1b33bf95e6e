"""/language: which language Portolan speaks, to one person or in public on a server."""

from __future__ import annotations

from discord import app_commands

from bot.commands.naming import AnyCommand, description, name
from bot.replies import answer, is_admin, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused
from storage import people


@app_commands.command(name=name("language"), description=description("language"))
@app_commands.rename(language=name("language", "language.language"), scope=name("scope"))
@app_commands.describe(language=description("language.language"), scope=description("scope"))
@app_commands.choices(
    language=[
        app_commands.Choice(name=name("automatic"), value="auto"),
        app_commands.Choice(name="English", value="en"),
        app_commands.Choice(name="Deutsch", value="de"),
        app_commands.Choice(name="Nederlands", value="nl"),
    ],
    scope=[
        app_commands.Choice(name=name("me", "scope.me"), value="me"),
        app_commands.Choice(name=name("server", "scope.server"), value="server"),
    ],
)
@app_commands.guild_only()
async def language(interaction: Interaction, language: str, scope: str = "me") -> None:
    await interaction.response.defer(ephemeral=True)
    chosen = None if language == "auto" else language
    async with services_of(interaction).database.transaction() as session:
        if scope == "me":
            await people.set_user_locale(session, interaction.user.id, chosen)
        elif not is_admin(interaction):
            raise Refused("error.not_admin")
        elif interaction.guild_id is not None:
            await people.set_guild_locale(session, interaction.guild_id, chosen)
    await answer(interaction, (await texts_for(interaction)).say(f"reply.language_{scope}"))


COMMANDS: tuple[AnyCommand, ...] = (language,)
