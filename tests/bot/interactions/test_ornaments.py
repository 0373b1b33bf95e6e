"""An emoji or a picture that Discord refuses keeps no answer from anybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.interactions import emoji
from bot.interactions.controls import MoveButton
from bot.interactions.emoji import KNOWN, Emojis, plain_text, plain_view
from bot.interactions.error_codes import names_emoji, refuses_files
from bot.interactions.replies import Answer, send_plainer
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import connected, until
from tests.bot.interactions.test_done_or_not import EDIT, PlayedTable
from tests.bot.lobbies import sqlite
from tests.bot.office import http_fault

WOOL = discord.PartialEmoji(name="wool", id=7)
GONE = {"_errors": [{"code": 0, "message": "Invalid"}]}
OF_BUTTON = {
    "code": 50035,
    "message": "Invalid Form Body",
    "errors": {"components": {"0": {"components": {"1": {"emoji": {"id": GONE}}}}}},
}
OF_SELECT = {
    "code": 50035,
    "message": "Invalid Form Body",
    "errors": {"components": {"_errors": [{"code": 0, "message": "Invalid emoji"}]}},
}
UNSAID = {"code": 50035, "message": "Invalid Form Body"}
OF_FILES = {"code": 50035, "message": "Invalid Form Body", "errors": {"attachments": {"_errors": [{"message": "no"}]}}}


def fault(body: dict[str, Any], status: int = 400) -> discord.HTTPException:
    response = cast("Any", SimpleNamespace(status=status, reason=""))
    return discord.HTTPException(response, body)


@pytest.mark.parametrize("body", [OF_BUTTON, OF_SELECT, {"code": 10014, "message": "Unknown Emoji"}])
def test_a_refusal_that_names_an_emoji_is_known_by_it(body: dict[str, Any]) -> None:
    assert names_emoji(fault(body))
    assert not refuses_files(fault(body))


@pytest.mark.parametrize(("status", "body"), [(413, {}), (400, {"code": 40005}), (400, OF_FILES)])
def test_a_refusal_of_files_is_known_by_it(status: int, body: dict[str, Any]) -> None:
    assert refuses_files(fault(body, status))
    assert not names_emoji(fault(body, status))


async def test_a_view_without_emoji_says_and_does_the_same() -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(MoveButton(7).button("Your move", discord.ButtonStyle.primary, emoji=WOOL, row=2))
    view.add_item(discord.ui.Button(label="There", url="https://example.org", emoji="🔎"))
    options = [discord.SelectOption(label="Wool", value="w", description="soft", emoji=WOOL, default=True)]
    view.add_item(discord.ui.Select(custom_id="x", options=options, placeholder="Which?", min_values=0, row=3))

    def bare(components: Any) -> Any:
        if isinstance(components, list):
            return [bare(component) for component in components]
        if isinstance(components, dict):
            return {key: bare(value) for key, value in components.items() if key != "emoji"}
        return components

    assert plain_view(view).to_components() == bare(view.to_components())
    assert view.to_components() != bare(view.to_components()), "the view itself stays as it is"


async def test_a_button_that_is_but_an_emoji_keeps_a_label() -> None:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=WOOL, custom_id="x"))
    (row,) = plain_view(view).to_components()
    assert row["components"][0]["label"] == "wool"


def test_emoji_that_are_written_in_a_text_are_left_out() -> None:
    assert plain_text("You have <:wool:7> <a:ore:8>, all in all 🔎") == "You have, all in all 🔎"


def decorated_answer() -> Answer:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=WOOL, label="Wool", custom_id="x"))
    return Answer("You have <:wool:7>", view, [discord.File(BytesIO(b"picture"), filename="map.png")])


@pytest.mark.parametrize(
    ("bodies", "has_emoji", "has_files"),
    [
        ([OF_BUTTON], False, True),
        ([OF_FILES], True, False),
        ([OF_FILES, OF_BUTTON], False, False),
        ([UNSAID], False, False),
        ([{"code": 40005}], True, False),
    ],
)
async def test_what_is_refused_of_an_answer_is_left_out_and_nothing_else(
    bodies: list[dict[str, Any]], has_emoji: bool, has_files: bool
) -> None:
    sent: list[Answer] = []
    forgotten: list[str] = []

    async def send(answer: Answer) -> None:
        sent.append(answer)
        if len(sent) <= len(bodies):
            raise fault(bodies[len(sent) - 1])

    await send_plainer(decorated_answer(), send, lambda: forgotten.append("emoji"))
    assert (sent[-1].has_emoji, bool(sent[-1].files)) == (has_emoji, has_files)
    assert bool(forgotten) == any(names_emoji(fault(body)) for body in bodies)
    assert all(file.fp.read() == b"picture" for file in sent[-1].files)


@pytest.mark.parametrize("refused", [http_fault(400, 40060), http_fault(404, 10062), fault(UNSAID)])
async def test_what_no_ornament_is_to_blame_for_is_raised(refused: discord.HTTPException) -> None:
    async def send(answer: Answer) -> None:
        raise refused

    plain_answer = Answer("words")
    with pytest.raises(discord.HTTPException):
        await send_plainer(plain_answer, send, lambda: None)


@pytest.fixture
async def room(database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PlayedTable]:
    async with connected(database, monkeypatch) as (fake, bot):
        await bot.wait_registered()
        yield PlayedTable(fake, bot, await start_announced_table(bot))


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("body", [OF_BUTTON, OF_SELECT])
async def test_a_panel_with_an_emoji_that_is_gone_comes_in_words_and_the_emoji_is_made_anew(
    room: PlayedTable, body: dict[str, Any]
) -> None:
    gone_emoji = room.fake.emoji.pop(0)
    room.fake.faults.append(("PATCH", EDIT, 400, body))
    with capture_logs() as logs:
        (panel,) = await room.answers_to(await room.fake.command(room.mover, "play"))
    refused_edit, plain_edit = room.fake.requests_to("PATCH", EDIT)
    assert "emoji" in repr(refused_edit.body["components"])
    assert "'emoji': {" not in repr(plain_edit.body["components"])
    assert "**Navegador** · round 1, turn 1" in panel
    assert "error" not in [entry["log_level"] for entry in logs]
    await until(lambda: gone_emoji["name"] in [item["name"] for item in room.fake.emoji])
    await until(lambda: KNOWN)


@sqlite
async def test_emoji_that_are_refused_again_and_again_are_not_listed_each_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    lookers = []

    async def keep(self: Emojis) -> None:
        lookers.append(self)

    monkeypatch.setattr(Emojis, "keep", keep)
    monkeypatch.setattr(emoji, "LOOK_AGAIN_SECONDS", 0.2)
    signs = Emojis(cast("Any", None), uploads=lambda: False)
    for _ in range(5):
        KNOWN["macao", "wool"] = WOOL
        signs.forget_and_look_again()
        assert KNOWN == {}
        await asyncio.sleep(0.01)
    assert len(lookers) == 1
    await until(lambda: len(lookers) == 2)
