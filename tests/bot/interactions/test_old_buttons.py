"""Buttons and selects below messages of earlier versions: their custom ids are recorded (``custom_ids.txt``), each read
and pressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.features import ANSWERING
from bot.interactions import components
from bot.interactions.components import HANDLERS, register_handlers
from tests.bot.english import english
from tests.bot.interactions.test_forged_clicks import without_faults
from tests.bot.room import Room

RECORDED = Path(__file__).with_name("custom_ids.txt").read_text(encoding="utf-8").splitlines()
IDS = list(dict.fromkeys(tuple(line.split(" ", 1)) for line in RECORDED if not line.startswith("#")))
"""Pairs: ``button`` or ``select``, and a custom id."""
BUTTONS = [custom_id for kind, custom_id in IDS if kind == "button"]
SELECTS = [custom_id for kind, custom_id in IDS if kind == "select"]


@pytest.mark.parametrize(("kind", "custom_id"), IDS)
def test_what_an_earlier_version_wrote_is_still_read_and_somebody_answers_it(kind: str, custom_id: str) -> None:
    component = components.read(custom_id)
    assert component is not None
    register_handlers(*ANSWERING)
    assert type(component) in HANDLERS


def test_many_kinds_are_recorded() -> None:
    assert len({custom_id.split(":")[1] for _, custom_id in IDS}) > 55


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("part", range(4))
async def test_whoever_presses_a_button_of_an_earlier_version_gets_an_answer(
    room: Room, part: int, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin(order="joining")
    panel = await room.open_panel(person)
    for custom_id in BUTTONS[part::4]:
        _show_alone(room, panel, {"type": 2, "style": 1, "label": "x", "custom_id": custom_id})
        answer = _answer_text(await person.click(panel, custom_id=custom_id))
        assert answer not in (None, english("error.damaged")), custom_id
    assert without_faults(room, caplog)


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_whoever_chooses_in_a_select_of_an_earlier_version_gets_an_answer(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin(order="joining")
    panel = await room.open_panel(person)
    options = [{"label": "Something", "value": "something"}]
    for custom_id in SELECTS:
        select = {"type": 3, "custom_id": custom_id, "options": options, "min_values": 1, "max_values": 1}
        _show_alone(room, panel, select)
        assert _answer_text(await person.select(panel, ["something"], custom_id=custom_id)), custom_id
    assert without_faults(room, caplog)


def _show_alone(room: Room, message: discord.Message, component: dict[str, Any]) -> None:
    """Make this button or select the only one of the message."""
    stored = room.env.backend.get_message(message.channel.id, message.id)
    stored.components = [{"type": 1, "components": [component]}]


def _answer_text(result: InteractionResult) -> str | None:
    """Return what the person reads; None means nothing."""
    if result.modal is not None:
        return str(result.modal["title"])
    message = result.followups[-1].message if result.followups else result.response and result.response.message
    return message.content if message else None
