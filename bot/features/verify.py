"""/verify: checks the record of a finished game, which may come from any server."""

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
from bot.wording.verdict import fault_sentence, verified_lines
from bot.work.process_pool import PoolClosed, ProcessLost
from bot.work.worker import EXTERNAL_ERRORS
from engines.record_check import MOST_BYTES, Verdict, check_file
from render.names import ISOLATE, POP

LONGEST_FAULT = 1000
"""The largest number of characters in the description of a fault, which may quote an arbitrary file."""
RECORD = "record"
"""The custom id of the form's field for the file."""
LONG_ANSWER_FILE = "portolan-verify.txt"
"""The name of the attached file with the whole answer if it does not fit into a message."""
_ISOLATES = frozenset((ISOLATE, POP))
"""Unprintable characters that stay in names: they keep a name's writing direction out of the rest of the line."""


@app_commands.command(name=name("verify"), description=description("verify"), extras={REPLY: Reply.BY_HANDLER})
@app_commands.rename(file=name("record", "verify.record"))
@app_commands.describe(file=description("verify.record"))
@everywhere
async def verify(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    if file is None:
        await UPLOAD.show(interaction)
        return
    await acknowledge(interaction, Reply.BESIDE)
    await answer_verdict(interaction, Uploaded(file.url, file.size))


class UploadForm(Form):
    """The form for the upload of a record."""

    custom_id = "pt:form:verify"
    reply = Reply.BESIDE
    """The form is opened by a command, so there is no message to replace."""

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
        await answer_verdict(interaction, file)


async def answer_verdict(interaction: Interaction, file: Uploaded) -> None:
    """Answer whether a file is a correct record, with the result of its game or the first fault."""
    texts = await texts_for(interaction)
    verdict = await _verdict(interaction, await _content(interaction, file))
    if verdict.fault is not None:
        await answer(interaction, within(f"✗ {fault_sentence(texts, verdict.record, verdict.fault)}", LONGEST_FAULT))
        return
    assert verdict.record is not None
    heading, *lines = map(_printable, verified_lines(texts, verdict.record, verdict.turn))
    text = _block(heading, lines)
    if len(text) <= CONTENT_LIMIT:
        await answer(interaction, text)
        return
    # The lines end with a place and its points for each seat.
    result = lines[-verdict.record.seats :]
    file_with_all = Attachment(LONG_ANSWER_FILE, "\n".join([heading, *lines, ""]).encode())
    await answer(interaction, _block(heading, result), files=files_of([file_with_all]))


async def _content(interaction: Interaction, file: Uploaded) -> bytes:
    """Return the content of an uploaded file.

    Raises:
        Refused: It is too large or cannot be fetched.
    """
    if file.size > MOST_BYTES:
        raise Refused("record.too_large", most=MOST_BYTES >> 20)
    try:
        return await in_time(interaction.client.http.get_from_cdn(file.url))
    except EXTERNAL_ERRORS as fault:
        log.warning("an uploaded record could not be read", reason=str(fault))
        raise Refused("record.not_fetched") from fault


async def _verdict(interaction: Interaction, content: bytes) -> Verdict:
    """Return the verdict on a record, worked out in a worker process.

    Raises:
        Refused: It took too long.
    """
    try:
        verdict: Verdict = await pool.ask(Errand(check_file, (content,)), (interaction.guild_id, interaction.user.id))
    except PoolClosed:  # the bot stops, which the person is told instead
        raise
    except ProcessLost as fault:
        log.warning("a record could not be verified", reason=str(fault))
        raise Refused("record.too_long") from fault
    return verdict


def _block(heading: str, lines: list[str]) -> str:
    """Return a bold heading, and lines in a block of code without formatting."""
    return "\n".join([f"✓ **{heading}**", "```", *lines, "```"])


def _printable(line: str) -> str:
    """Return a line without characters that could end a block of code; the names in it come from an untrusted file."""
    return "".join(character if _is_shown(character) else "?" for character in line).replace("`", "'")


def _is_shown(character: str) -> bool:
    return character.isprintable() or character in _ISOLATES


UPLOAD = UploadForm()
FORMS: tuple[Form, ...] = (UPLOAD,)
COMMANDS: tuple[AnyCommand, ...] = (verify,)
