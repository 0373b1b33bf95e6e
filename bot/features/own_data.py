"""/me data, /me forget and /me avoid: a person's stored data, its deletion, and the people whom they avoid."""

from __future__ import annotations

import gzip
import json
from typing import Annotated

import discord
from discord import app_commands

from bot.delivery.illustrating import Attachment, files_of
from bot.features.lobby.lobby_message import edit_lobby
from bot.interactions.command_names import AnyCommand, below_me, description, name
from bot.interactions.components import Component, on_choice, on_press, one_of
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, TableBroken
from bot.tables.maintenance.erasure import ErasureReport
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work.worker import EXTERNAL_ERRORS
from engines.fair_dice import LONGEST_NAME
from storage import avoidance_lists, personal
from storage.columns import utcnow
from storage.models import Json

MOST_BYTES = 8 << 20
"""The largest size in bytes of a file that Discord accepts everywhere; a larger one is compressed."""
LARGEST_USER_ID = 2**63 - 1
"""The largest number that the databases store as the id of a person."""
ABOUT = ("what", "parts", "tables", "not")
"""The lines of the explanation at the beginning of the file; their text ids begin with ``my.data.about``."""


class ForgetButton(Component, id="pt:forget:{what}"):
    """The buttons of the confirmation: delete all data about the person, or keep it."""

    what: Annotated[str, one_of(("forget", "keep"))]


class AvoidSelect(Component, id="pt:avoid"):
    """The select of people whom the person avoids; those who are chosen are no longer avoided."""


@app_commands.command(**below_me("data"))
async def data(interaction: Interaction) -> None:
    texts = await texts_for(interaction)
    user = interaction.user.id
    async with services_of(interaction).database.snapshot() as session:
        stored = await personal.of_person(session, user)
    file = data_file(stored, texts, user)
    text = texts.say("my.data")
    if file.name.endswith(".gz"):
        text = f"{text}\n{texts.say('my.data.packed')}"
    await answer(interaction, text, files=files_of([file]))


@app_commands.command(**below_me("forget"))
async def forget(interaction: Interaction) -> None:
    texts = await texts_for(interaction)
    preview = await services_of(interaction).tables.erasure.preview(interaction.user.id)
    view = discord.ui.View(timeout=None)
    view.add_item(ForgetButton("forget").button(texts.say("button.forget"), discord.ButtonStyle.danger))
    view.add_item(ForgetButton("keep").button(texts.say("button.keep")))
    await answer(interaction, erasure_question(preview, texts), view=view)


@app_commands.command(**below_me("avoid"))
@app_commands.rename(person=name("person", "avoided_person"))
@app_commands.describe(person=description("avoided_person"))
async def avoid(interaction: Interaction, person: discord.User | None = None) -> None:
    texts = await texts_for(interaction)
    heading = ""
    if person is not None:
        await add_avoided(interaction, person)
        heading = texts.say("avoid.added", name=texts.person_name(person.display_name))
    await show_avoided(interaction, heading)


def data_file(stored: Json, texts: Texts, user_id: int) -> Attachment:
    """Return the stored data of a person as a file of JSON, with an explanation of its parts."""
    moment = f"{utcnow():%Y-%m-%d %H:%M}"
    about = [texts.say(f"my.data.about.{line}", user=str(user_id), moment=moment) for line in ABOUT]
    content = json.dumps({"about": about, **stored}, ensure_ascii=False, indent=1).encode()
    if len(content) > MOST_BYTES:
        return Attachment(f"portolan-{user_id}.json.gz", gzip.compress(content))
    return Attachment(f"portolan-{user_id}.json", content)


def erasure_question(preview: ErasureReport, texts: Texts) -> str:
    """Return the question for confirmation, with lists of the data that is deleted and that is not."""
    lines = [texts.say("forget.goes")]
    counted = {"lobbies": len(preview.lobbies), "running": len(preview.running), "ended": preview.ended}
    placeholder = texts.say("name.somebody")
    lines += [texts.say(f"forget.{kind}", n=n, somebody=placeholder) for kind, n in counted.items() if n]
    lines.append(texts.say("forget.stays"))
    if preview.is_excluded:
        lines.append(texts.say("forget.excluded"))
    return "\n".join([texts.say("forget.head"), *(f"- {line}" for line in lines), texts.say("forget.sure")])


@on_press(ForgetButton)
async def erase_or_keep(interaction: Interaction, button: ForgetButton) -> None:
    texts = await texts_for(interaction)
    if button.what == "keep":
        await answer(interaction, texts.say("forget.kept"))
        return
    services = services_of(interaction)
    # The texts stay cached for the rest of the interaction: reading them again would store the person's language.
    report = await services.tables.erasure.erase(interaction.user.id, click=interaction.id)
    await answer(interaction, texts.say("forget.done_but_excluded" if report.is_excluded else "forget.done"))
    for game_id in report.lobbies:
        try:
            await edit_lobby(interaction, await services.tables.table(game_id))
        except (Refused, TableBroken, *EXTERNAL_ERRORS):  # the next click in the lobby updates its message anyway
            continue


async def add_avoided(interaction: Interaction, person: discord.User) -> None:
    """Add a person to those whom the interaction's person avoids; the avoided person is not told.

    Raises:
        Refused: It is the person themself or a bot, or the list is full.
    """
    if person.id == interaction.user.id:
        raise Refused("error.avoid_yourself")
    if person.bot:
        raise Refused("error.avoid_bot")
    async with services_of(interaction).database.transaction() as session:
        avoided_ids = {row.avoided_id for row in await avoidance_lists.of_person(session, interaction.user.id)}
        if len(avoided_ids) >= CHOICES and person.id not in avoided_ids:
            raise Refused("error.avoid_many", most=CHOICES)
        await avoidance_lists.add(session, interaction.user.id, person.id, person.display_name[:LONGEST_NAME])


async def show_avoided(interaction: Interaction, heading: str = "") -> None:
    """Show the people whom the person avoids, below a heading, with a select to stop avoiding some of them."""
    texts = await texts_for(interaction)
    async with services_of(interaction).database.reading() as session:
        rows = await avoidance_lists.of_person(session, interaction.user.id)
    view = discord.ui.View(timeout=None)
    if rows:
        labels = [within(unformatted(texts.person_name(row.name)), OPTION) for row in rows]
        options = [
            discord.SelectOption(label=label, value=str(row.avoided_id))
            for label, row in zip(labels, rows, strict=True)
        ]
        view.add_item(AvoidSelect().select(options, texts.say("avoid.choose"), max_values=len(options)))
        listed = texts.say("avoid.list", names=[texts.person(row.name) for row in rows])
    else:
        listed = texts.say("avoid.none")
    await answer(interaction, f"{heading}\n{listed}".strip(), view=view)


@on_choice(AvoidSelect)
async def avoid_no_longer(interaction: Interaction, _select: AvoidSelect, values: list[str]) -> None:
    if not all(is_user_id(value) for value in values):
        raise Refused("error.damaged")
    async with services_of(interaction).database.transaction() as session:
        await avoidance_lists.remove(session, interaction.user.id, [int(value) for value in values])
    texts = await texts_for(interaction)
    await show_avoided(interaction, texts.say("avoid.removed"))


def is_user_id(value: str) -> bool:
    """Return whether a value of a select can be the id of a person; others are forged."""
    return value.isdecimal() and len(value) <= len(str(LARGEST_USER_ID)) and int(value) <= LARGEST_USER_ID


ME_COMMANDS: tuple[AnyCommand, ...] = (data, forget, avoid)
