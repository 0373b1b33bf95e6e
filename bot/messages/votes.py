"""Answering a vote, under the message that shows it."""

from __future__ import annotations

from bot.delivery.voting import link_to_vote, vote_text
from bot.interactions.components import pressed
from bot.interactions.controls import VoteButton
from bot.interactions.replies import acknowledge, redraw
from bot.interactions.services import Interaction, services_of


@pressed(VoteButton)
async def answer_vote(interaction: Interaction, button: VoteButton) -> None:
    """The message follows by itself; one that it has left behind is brought up to date by the click."""
    await acknowledge(interaction)
    services = services_of(interaction)
    table, vote, counts = await services.tables.voting.answer(
        button.game_id, button.vote_id, interaction.user.id, button.answer
    )
    texts = await services.public_texts(interaction.guild_id)
    text = None
    if not counts:
        text = await vote_text(services.database, table, vote, texts)
    elif interaction.message and vote.message_id not in (None, interaction.message.id):
        text = texts.say("say.vote_elsewhere", link=link_to_vote(table.row, vote))
    if text is not None:
        await redraw(interaction, text, None)
