"""The first game after the lessons: a table with computers that play easily, which begins at once."""

from __future__ import annotations

from bot.features.lessons.lesson_layout import FirstGameButton
from bot.features.lobby.lobby_message import edit_lobby, post_new_lobby
from bot.interactions.components import pressed
from bot.interactions.replies import acknowledge, answer, person_of, public_buttons, require_permissions
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from engines import GAMES
from engines.lessons import FIRST_GAMES
from storage import games

KIND = "easy"


@pressed(FirstGameButton)
async def begin(interaction: Interaction, button: FirstGameButton) -> None:
    """Opens the table where the button was pressed, lets computers sit down, and starts it. Raises Refused where there
    can be none."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    if button.game not in GAMES:
        raise Refused("error.unknown_game", typed=button.game)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("error.first_game_private")
    services, (texts, habits) = services_of(interaction), await person_of(interaction)
    require_permissions(interaction, texts)
    tables, user, wanted = services.tables, interaction.user, FIRST_GAMES[button.game]
    named = (await services.public_texts(interaction.guild_id)).say(f"computer.{KIND}")
    try:
        table = await tables.lobby.open(
            button.game,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            host=(user.id, user.display_name),
            click=interaction.id,
            seats_wanted=wanted.seats,
            options=wanted.options,
            computers=[(f"{named} {number}", KIND) for number in range(1, wanted.seats)],
        )
    except Refused as fault:
        if fault.message.id != "error.channel_busy":
            raise
        raise Refused("error.first_game_taken") from fault
    await post_new_lobby(interaction, table, interaction.channel)
    table = await tables.lobby.start(table.row.id, by=user.id)
    await edit_lobby(interaction, table)
    async with services.database.reading() as session:
        new = not await games.played_before(session, user.id, button.game, table.row.id)
    game, n = texts.title(button.game), wanted.seats - 1
    if habits.learn and new:
        move = (await public_buttons(interaction, table))["move"]
        await answer(interaction, texts.say("reply.first_game", game=game, n=n, move=move))
    else:
        await answer(interaction, texts.say("reply.first_game_plain", game=game, n=n))
