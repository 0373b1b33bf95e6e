"""/verify: whether the record of a finished game, from wherever it comes, is right."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.delivery.compose import CONTENT_LIMIT
from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.requests import in_time
from bot.features.table_option import everywhere
from bot.interactions.answer_path import REPLY
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.forms import Filled, Form, Uploaded, part
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, acknowledge, answer, log
from bot.interactions.services import Interaction
from bot.tables import Refused
from bot.thinking import pool
from bot.thinking.order import Errand
from bot.wording.escaping import within
from bot.wording.verdict import right, wrong
from bot.work.process_pool import PoolClosed, ProcessLost
from bot.work.worker import OUTSIDE
from engines.record_check import MOST_BYTES, Verdict, verified
from render.names import ISOLATE, POP

LONGEST_FAULT = 1000
"""Characters of what is wrong, which may quote a file that holds anything."""
RECORD = "record"
"""The custom id of the part of the form that takes the file."""
WHOLE = "portolan-verify.txt"
"""The file with what has no room in a message."""
_KEPT = frozenset((ISOLATE, POP))
"""What is not printable and stays: it keeps a name from turning its line around."""


@app_commands.command(name=name("verify"), description=description("verify"), extras={REPLY: Reply.BY_HANDLER})
@app_commands.rename(file=name("record", "verify.record"))
@app_commands.describe(file=description("verify.record"))
@everywhere
async def verify(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    if file is None:
        await UPLOAD.show(interaction)
        return
    await acknowledge(interaction, Reply.BESIDE)
    await tell(interaction, Uploaded(file.url, file.size))


class UploadForm(Form):
    """The record, dropped or chosen."""

    custom_id = "pt:form:verify"
    reply = Reply.BESIDE
    """No message of ours stands there yet."""

    async def show(self, interaction: Interaction) -> None:
        texts = await texts_for(interaction)
        file: discord.ui.FileUpload[Any] = discord.ui.FileUpload(custom_id=RECORD, min_values=1, max_values=1)
        label = texts.say("verify.form.label")
        hint = texts.say("verify.form.hint")
        await self.open(interaction, texts.say("verify.form.title"), [part(label, file, hint)])

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        file = filled.file(RECORD)
        if file is None:
            raise Refused("error.form_expired")
        await tell(interaction, file)


async def tell(interaction: Interaction, file: Uploaded) -> None:
    """Say of a file whether it is a right record."""
    texts = await texts_for(interaction)
    verdict = await _verdict(interaction, await _content(interaction, file))
    if verdict.fault is not None:
        await answer(interaction, within(f"✗ {wrong(texts, verdict.record, verdict.fault)}", LONGEST_FAULT))
        return
    assert verdict.record is not None
    first, *lines = map(_printable, right(texts, verdict.record, verdict.turn))
    text = _block(first, lines)
    if len(text) <= CONTENT_LIMIT:
        await answer(interaction, text)
        return
    result = lines[-verdict.record.seats :]
    whole = Attachment(WHOLE, "\n".join([first, *lines, ""]).encode())
    await answer(interaction, _block(first, result), files=files_of([whole]))


async def _content(interaction: Interaction, file: Uploaded) -> bytes:
    """Return what was uploaded. Raises Refused for what is too large or cannot be fetched."""
    if file.size > MOST_BYTES:
        raise Refused("record.too_large", most=MOST_BYTES >> 20)
    try:
        return await in_time(interaction.client.http.get_from_cdn(file.url))
    except OUTSIDE as fault:
        log.warning("an uploaded record could not be read", reason=str(fault))
        raise Refused("record.not_fetched") from fault


async def _verdict(interaction: Interaction, content: bytes) -> Verdict:
    """Return the verdict on a record. Raises Refused when that takes too long."""
    try:
        verdict: Verdict = await pool.ask(Errand(verified, (content,)), (interaction.guild_id, interaction.user.id))
    except PoolClosed:
        raise
    except ProcessLost as fault:
        log.warning("a record could not be verified", reason=str(fault))
        raise Refused("record.too_long") from fault
    return verdict


def _block(first: str, lines: list[str]) -> str:
    """Return a line, and others in a block of which nothing is formatted."""
    return "\n".join([f"✓ **{first}**", "```", *lines, "```"])


def _printable(line: str) -> str:
    """Return a line with names out of a file that anybody may have written as a block of code can hold it."""
    return "".join(sign if sign.isprintable() or sign in _KEPT else "?" for sign in line).replace("`", "'")


UPLOAD = UploadForm()
FORMS: tuple[Form, ...] = (UPLOAD,)
COMMANDS: tuple[AnyCommand, ...] = (verify,)
