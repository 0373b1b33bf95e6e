"""The first game after the lessons: a table with computers that play easily, which begins at once."""

from __future__ import annotations

from bot.features.lessons.lesson_layout import FirstGameButton
from bot.features.lobby.lobby_message import edit_lobby, post_new_lobby
from bot.interactions.components import pressed
from bot.interactions.permissions import require_permissions
from bot.interactions.person import person_of, public_buttons
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from engines import GAMES
from engines.lessons import FIRST_GAMES
from storage import games

KIND = "easy"


@pressed(FirstGameButton, reply=Reply.BESIDE)
async def begin(interaction: Interaction, button: FirstGameButton) -> None:
    """Open a table where the button was pressed, seat computers at it, and start the game.

    Raises Refused if no table can be opened there.
    """
    if button.game not in GAMES:
        raise Refused("error.unknown_game", typed=button.game)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("error.first_game_private")
    services = services_of(interaction)
    (texts, habits) = await person_of(interaction)
    require_permissions(interaction, texts)
    tables = services.tables
    user = interaction.user
    wanted = FIRST_GAMES[button.game]
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
    table = await tables.lobby.start(table.row.id, user_id=user.id)
    await edit_lobby(interaction, table)
    async with services.database.reading() as session:
        new = not await games.played_before(session, user.id, button.game, table.row.id)
    game = texts.title(button.game)
    n = wanted.seats - 1
    if habits.learn and new:
        move = (await public_buttons(interaction, table))["move"]
        await answer(interaction, texts.say("reply.first_game", game=game, n=n, move=move))
    else:
        await answer(interaction, texts.say("reply.first_game_plain", game=game, n=n))
