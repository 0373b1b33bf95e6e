"""/vote: joint decisions of a table. One player proposes, and all players must agree."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

import discord
from discord import app_commands

from bot.delivery.compose import fit
from bot.delivery.vote_messages import VoteButton, link_to_vote, on_its_way, undone_move_lines, vote_text
from bot.features.table_option import table_here
from bot.interactions.command_names import description, name
from bot.interactions.components import Component, on_press, one_of
from bot.interactions.controls import Number
from bot.interactions.error_codes import MESSAGE_GONE, UNKNOWN_CHANNEL
from bot.interactions.permissions import missing_permissions, permission_names
from bot.interactions.person import public_buttons, texts_for
from bot.interactions.replies import answer, redraw
from bot.interactions.services import Interaction, services_of
from bot.panel.cross_server import check_there
from bot.tables import Refused, Table, undo_rules
from bot.tables.observers import clocks
from bot.tables.observers.voting import MOST_BACK, Proposal, ProposalResult
from bot.wording import Texts, texts_in
from bot.work.log_context import incidental
from storage.models import VoteRow


class AskButton(Component, id="pt:ask:{game_id}:{version}:{kind}:{count}"):
    """The buttons below the list of moves that would be undone: ask the table, or do not."""

    game_id: Number
    version: Number
    kind: Annotated[str, one_of(("undo", "back", "not"))]
    count: Number


def choices(part: str) -> list[app_commands.Choice[str]]:
    """Return the choices of a command's option for a part of the clock, such as its limit."""
    return [
        app_commands.Choice(name=app_commands.locale_str(texts_in("en").say(id), id=id), value=value)
        for value in clocks.CHOICES[part]
        for id in (f"lobby.clock.{part}.{value}",)
    ]


@app_commands.guild_only()
class VoteGroup(app_commands.Group):
    """The group /vote: proposals to which all players of a table must agree."""

    def __init__(self) -> None:
        super().__init__(name=name("vote"), description=description("vote"))

    @app_commands.command(name=name("back", "vote.back"), description=description("vote.back"))
    @app_commands.rename(moves=name("moves"))
    @app_commands.describe(moves=description("moves"))
    async def back(self, interaction: Interaction, moves: app_commands.Range[int, 1, MOST_BACK]) -> None:
        await ask_to_go_back(interaction, await table_here(interaction), Proposal.BACK, moves)

    @app_commands.command(name=name("draw", "vote.draw"), description=description("vote.draw"))
    async def draw(self, interaction: Interaction) -> None:
        await ask_to_end(interaction, Proposal.DRAW)

    @app_commands.command(name=name("end", "vote.end"), description=description("vote.end"))
    async def end(self, interaction: Interaction) -> None:
        await ask_to_end(interaction, Proposal.END)

    @app_commands.command(name=name("clock", "vote.clock"), description=description("vote.clock"))
    @app_commands.rename(limit=name("limit"), weekends=name("weekends"), time_up=name("time_up"))
    @app_commands.describe(limit=description("limit"), weekends=description("weekends"), time_up=description("time_up"))
    @app_commands.choices(limit=choices("limit"), weekends=choices("weekends"), time_up=choices("time_up"))
    async def clock(
        self,
        interaction: Interaction,
        limit: str | None = None,
        weekends: str | None = None,
        time_up: str | None = None,
    ) -> None:
        table = await table_here(interaction)
        values = {"limit": limit, "weekends": weekends, "time_up": time_up}
        named_values = {part: value for part, value in values.items() if value is not None}
        voting = services_of(interaction).tables.voting
        await ask_table(interaction, table, partial(voting.propose_clock, choices=named_values))

    @app_commands.command(name=name("show", "vote.show"), description=description("vote.show"))
    async def show(self, interaction: Interaction) -> None:
        table = await table_here(interaction)
        services = services_of(interaction)
        texts = await texts_for(interaction)
        vote = await services.tables.voting.open_vote(table.row.id)
        if vote is None:
            await answer(interaction, texts.say("reply.vote_none"))
            return
        text = await vote_text(services.database, table, vote, texts)
        await answer(interaction, f"{text}\n{await vote_place(interaction, table, vote)}")


async def ask_to_end(interaction: Interaction, kind: Proposal) -> None:
    table = await table_here(interaction)
    voting = services_of(interaction).tables.voting
    await ask_table(interaction, table, partial(voting.propose_ending, kind=kind))


async def ask_to_go_back(
    interaction: Interaction, table: Table, kind: Proposal, count: int, reason: str = "back"
) -> None:
    """Show the moves that would be taken back, with a button that then asks the table.

    If a vote is already open at the table, show a link to it.

    Args:
        interaction: The interaction.
        table: The table.
        kind: The kind of proposal.
        count: The number of moves.
        reason: The last part of the id of the sentence that says why a vote is needed.
    """
    services = services_of(interaction)
    texts = await texts_for(interaction)
    check_may_ask(interaction, table, texts)
    table.own_seat(interaction.user.id)
    if (pending := await services.tables.voting.close_if_overtaken(table.row.id)) is not None:
        link = await vote_place(interaction, table, pending)
        await answer(interaction, texts.say("reply.vote_pending", link=link))
        return
    async with services.database.reading() as session:
        going = await undo_rules.load_last_moves(session, table, count)
    alone = await services.tables.play.has_nobody_to_ask(table, interaction.user.id)
    view = discord.ui.View(timeout=None)
    asks = AskButton(table.row.id, table.row.version, kind, count)
    view.add_item(asks.button(texts.say("button.take_back" if alone else "button.ask"), discord.ButtonStyle.primary))
    view.add_item(AskButton(table.row.id, table.row.version, "not", count).button(texts.say("button.do_not")))
    lines = [texts.say(f"reply.sure_{'alone' if alone else reason}", n=count), *undone_move_lines(going, table, texts)]
    await answer(interaction, fit(lines), view=view)


@on_press(AskButton)
async def ask(interaction: Interaction, button: AskButton) -> None:
    """Ask the table, unless somebody has moved meanwhile, so that other moves would be taken back."""
    if button.kind == "not":
        await answer(interaction, (await texts_for(interaction)).say("reply.vote_not_asked"))
        return
    voting = services_of(interaction).tables.voting
    table = await services_of(interaction).tables.table(button.game_id)
    await check_there(interaction, table)
    if table.row.version != button.version:
        raise Refused("error.moved_on")
    propose = partial(voting.propose_back, count=button.count)
    await ask_table(interaction, table, voting.propose_undo if button.kind == Proposal.UNDO else propose)


def check_may_ask(interaction: Interaction, table: Table, texts: Texts) -> None:
    """Raise Refused if the bot lacks permissions to post the vote in the table's channel."""
    if lacking := missing_permissions(interaction, table, to_write=True):
        names = permission_names(lacking, texts)
        if table.row.channel_id == interaction.channel_id:
            raise Refused("error.permissions", permissions=names)
        raise Refused("error.permissions_there", permissions=names, channel=str(table.row.channel_id))


async def ask_table(
    interaction: Interaction,
    table: Table,
    propose: Callable[[int, int], Awaitable[ProposalResult]],
) -> None:
    """Propose something to the table, and tell the person the result or show a link to an open vote.

    Args:
        interaction: The interaction.
        table: The table.
        propose: A function that makes the proposal, given the number of the table and the id of the person.
    """
    texts = await texts_for(interaction)
    check_may_ask(interaction, table, texts)
    asked_vote = await propose(table.row.id, interaction.user.id)
    if not asked_vote.is_new:
        link = await vote_place(interaction, table, asked_vote.vote)
        await answer(interaction, texts.say("reply.vote_pending", link=link))
    elif await services_of(interaction).tables.play.has_nobody_to_ask(table, interaction.user.id):
        await answer(interaction, texts.say("reply.vote_alone"))
    else:
        await answer(interaction, texts.say("reply.vote_asked", **await public_buttons(interaction, table)))


async def vote_place(interaction: Interaction, table: Table, vote: VoteRow) -> str:
    """Return a link to the message of an open vote; post the message again if somebody has deleted it."""
    services = services_of(interaction)
    if vote.message_id is None:
        is_shown = await on_its_way(services.database, vote)
    else:
        is_shown = await is_there(services.channel(table.row.channel_id, table.row.guild_id), vote.message_id)
    if not is_shown:
        vote.message_id = None
        with incidental():
            await services.tables.voting.post_again(table.row.id, vote.id)
    return link_to_vote(table.row, vote)


async def is_there(channel: discord.PartialMessageable, message_id: int) -> bool:
    try:
        await channel.fetch_message(message_id)
    except discord.HTTPException as fault:  # other codes mean that the bot may not read here
        return fault.code not in (*MESSAGE_GONE, UNKNOWN_CHANNEL)
    return True


@on_press(VoteButton)
async def answer_vote(interaction: Interaction, button: VoteButton) -> None:
    """Give the person's answer to the vote whose button was pressed.

    The vote's message is updated by its job; the click itself updates a message that a newer one has replaced.
    """
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


GROUPS = (VoteGroup,)
