"""Taking back: freely up to the last barrier, beyond it when everybody at the table agrees."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any, Self

import discord

from bot.custom_ids import NUMBER
from bot.items import PLACE, GuardedButton
from bot.panel.actions import show_panel, take_back
from bot.replies import answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.undoing import UndoPlan
from bot.wording import Texts
from bot.wording.texts import bold
from storage import games

ASKING_SECONDS = 15
"""How long Discord may take to post the question."""
OPEN_FOR = timedelta(hours=24)
"""How long everybody may take to answer."""


async def take_back_or_ask(interaction: Interaction, table: Table) -> None:
    """Undoes the person's last decision, or asks the others when something stands in the way."""
    services = services_of(interaction)
    plan = await services.tables.play.undo_plan(table, interaction.user.id)
    if plan.barrier is None:
        await take_back(interaction, table.row.id)
        return
    words = await texts_for(interaction)
    if len(table.persons) == 1:  # nobody else to ask
        await services.tables.play.undo(table.row.id, interaction.user.id, consented=plan.version)
        await show_panel(interaction, table.row.id, heading=words.say("panel.undone"))
        return
    # Of those who ask at once the second must see the question of the first; nobody moves meanwhile, but not for long.
    async with services.tables.repository.lock(table.row.id), asyncio.timeout(ASKING_SECONDS):
        await ask_everybody(interaction, table.row.id, plan)


async def ask_everybody(interaction: Interaction, game_id: int, plan: UndoPlan) -> None:
    """Posts the question to the table; while one is open, the person alone is shown where."""
    services, words = services_of(interaction), await texts_for(interaction)
    table = await services.tables.table(game_id)
    if await is_open(interaction, table):
        row = table.row
        link = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}/{row.question_message_id}"
        await answer(interaction, words.say("reply.undo_pending", link=link))
        return
    public = await services.public_texts(interaction.guild_id)
    consent = Consent(game_id, table.row.version, plan.version, plan.seat, 1 << plan.seat)
    channel = services.channel(table.row.channel_id, table.row.guild_id)
    question = await channel.send(
        consent.text(table, public), view=consent.view(public), allowed_mentions=consent.mentions(table)
    )
    async with services.database.transaction() as session:
        await games.set_question(session, game_id, question.id, consent.version)
    await answer(interaction, words.say(f"reply.undo_asked_{plan.barrier}"))


async def is_open(interaction: Interaction, table: Table) -> bool:
    """Whether the table is being asked: nothing has happened since, and the question stands there, not yet too old."""
    row = table.row
    if row.question_message_id is None or row.question_version != row.version:
        return False
    if too_old(row.question_message_id, interaction):
        return False
    channel = services_of(interaction).channel(row.channel_id, row.guild_id)
    try:
        await channel.fetch_message(row.question_message_id)
    except discord.NotFound:  # somebody has deleted it
        return False
    except discord.Forbidden:  # the bot may write here but not read
        return True
    return True


def too_old(question_id: int, interaction: Interaction) -> bool:
    """Whether a question was posted so long before an interaction that it is settled; by Discord's clock."""
    return interaction.created_at - discord.utils.snowflake_time(question_id) > OPEN_FOR


class Consent:
    """A question to the table: go back to before ``since``? ``agreed`` has one bit per seat."""

    def __init__(self, game_id: int, version: int, since: int, seat: int, agreed: int) -> None:
        self.game_id, self.version, self.since, self.seat, self.agreed = game_id, version, since, seat, agreed

    def missing(self, table: Table) -> list[int]:
        """Seats of people who have not agreed yet."""
        return [
            seat.number
            for seat in table.seats
            if table.user_at(seat.number) is not None and not self.agreed >> seat.number & 1
        ]

    def text(self, table: Table, words: Texts) -> str:
        players = [f"<@{table.user_at(seat)}>" for seat in self.missing(table)]
        return words.say("say.undo_question", name=bold(table.names[self.seat]), players=players)

    def view(self, words: Texts) -> discord.ui.View:
        view = discord.ui.View(timeout=None)
        for answered in ("agree", "refuse"):
            view.add_item(ConsentButton(self, answered, words.say(f"button.{answered}")))
        return view

    def mentions(self, table: Table) -> discord.AllowedMentions:
        users = [discord.Object(user) for seat in self.missing(table) if (user := table.user_at(seat)) is not None]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


class ConsentButton(
    GuardedButton,
    template=rf"pt:v:{PLACE}:(?P<since>{NUMBER}):(?P<seat>[0-9]{{1,2}}):(?P<agreed>{NUMBER}):(?P<answer>agree|refuse)",
):
    """Agree or refuse to let somebody take back what others know."""

    def __init__(self, consent: Consent, answered: str, label: str = "…") -> None:
        self.consent, self.answered = consent, answered
        style = discord.ButtonStyle.success if answered == "agree" else discord.ButtonStyle.danger
        custom_id = (
            f"pt:v:{consent.game_id}:{consent.version}:{consent.since}:{consent.seat}:{consent.agreed}:{answered}"
        )
        super().__init__(discord.ui.Button(style=style, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        numbers = (int(match[name]) for name in ("game", "version", "since", "seat", "agreed"))
        return cls(Consent(*numbers), match["answer"])

    async def press(self, interaction: Interaction) -> None:
        await interaction.response.defer()
        services, consent = services_of(interaction), self.consent
        words = await services.public_texts(interaction.guild_id)
        # Of those who answer at once each must see the answer before.
        async with services.tables.repository.lock(consent.game_id), asyncio.timeout(ASKING_SECONDS):
            table = await services.tables.table(consent.game_id)
            asker = await self.count(interaction, table, words)
        if asker is None:
            return
        try:
            await services.tables.play.undo(consent.game_id, asker, consented=consent.since, version=consent.version)
        except Refused as fault:
            if fault.message.id != "error.moved_on":
                raise
            await self.ask_again(interaction, await services.tables.table(consent.game_id), words)
        else:
            await self.close(interaction, words.say("say.undo_agreed"))

    async def count(self, interaction: Interaction, table: Table, words: Texts) -> int | None:
        """Takes the answer down; the user who asked, once everybody has agreed."""
        consent, seat = self.consent, table.seat_of(interaction.user.id)
        if seat is None:
            raise Refused("error.not_seated")
        if consent.seat not in range(len(table.seats)):
            raise Refused("error.damaged")
        question = await interaction.original_response()
        agreed = self.agreed_by_now(question)
        if agreed is None:
            return None
        consent.agreed = agreed | 1 << seat
        if table.row.version != consent.version or not table.running:
            await self.ask_again(interaction, table, words)
        elif too_old(question.id, interaction):
            await self.close(interaction, words.say("say.undo_expired"))
        elif self.answered == "refuse":
            await self.close(interaction, words.say("say.undo_refused", name=bold(table.names[seat])))
        elif consent.missing(table):
            none = discord.AllowedMentions.none()
            await interaction.edit_original_response(
                content=consent.text(table, words), view=consent.view(words), allowed_mentions=none
            )
        else:
            return table.user_at(consent.seat)
        return None

    async def ask_again(self, interaction: Interaction, table: Table, words: Texts) -> None:
        """Others have moved since: to go back now takes their moves back too, which nobody has agreed to yet."""
        services, old = services_of(interaction), self.consent
        since = await self.newest_decision(interaction, table)
        if since != old.since:  # whoever asked has moved on as well
            await self.close(interaction, words.say("say.undo_outdated"))
            return
        anew = Consent(old.game_id, table.row.version, old.since, old.seat, 1 << old.seat)
        question = await interaction.edit_original_response(
            content=f"{words.say('say.undo_asked_again')}\n{anew.text(table, words)}",
            view=anew.view(words),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        async with services.database.transaction() as session:
            await games.set_question(session, old.game_id, question.id, anew.version)

    async def newest_decision(self, interaction: Interaction, table: Table) -> int | None:
        """From which version on whoever asked could go back now, with everybody's consent; None: not at all."""
        asker = table.user_at(self.consent.seat)
        if asker is None or not table.running:
            return None
        try:
            plan = await services_of(interaction).tables.play.undo_plan(table, asker)
        except Refused:
            return None
        return plan.version if plan.barrier else None

    def agreed_by_now(self, question: discord.Message) -> int | None:
        """Who has agreed, as the question stands now; None: it is settled."""
        for item in discord.ui.View.from_message(question).walk_children():
            if isinstance(item, discord.ui.Button) and (found := self.template.fullmatch(item.custom_id or "")):
                return int(found["agreed"])
        return None

    async def close(self, interaction: Interaction, content: str) -> None:
        question = await interaction.edit_original_response(content=content, view=None)
        async with services_of(interaction).database.transaction() as session:
            await games.close_question(session, self.consent.game_id, question.id)
