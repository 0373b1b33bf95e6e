"""/me settings: what a person chooses, kept over restarts and shown to that person alone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot.features import preferences
from bot.tables.observers.reminders import PERCENTAGES
from bot.tables.player_preferences import Remind
from bot.wording import texts_in
from storage.models import Json
from tests.bot.english import english
from tests.bot.filling import fill, option_values, parts, submitted_values
from tests.bot.own_settings import (
    CHRISTMAS,
    NOW,
    earlier_panel,
    open_settings,
    setting_line,
    stored_settings,
    submit_text,
)
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]

SWITCHED_ON = ["ask_end", "learn"]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "utcnow", lambda: NOW)


@pytest.fixture
def earlier_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make panels those of an earlier version, in messages that people still have."""
    monkeypatch.setattr(preferences, "panel_view", earlier_panel)


async def form_of(person: MemberActor, panel: discord.Message) -> InteractionResult:
    """Open the form with all that is chosen."""
    return await person.click(panel, custom_id="pt:f:habits")


async def change(person: MemberActor, panel: discord.Message, **changes: Any) -> discord.Message:
    """Choose something else in the form, and return the panel."""
    return await fill(person, await form_of(person, panel), **changes)


def _filled(custom_id: str, value: str) -> dict[str, Any]:
    return {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": custom_id, "value": value}}


async def test_the_panel_shows_what_holds_without_any_choice(room: Room) -> None:
    panel = await room.ask(room["anna"], "me settings")
    assert panel.flags.ephemeral
    assert panel.content.splitlines() == [
        english("me.head"),
        "**Time zone:** not chosen yet, so I use UTC, where it is 14:05 now. "
        f"(Your device says <t:{int(NOW.timestamp())}:t>.)",
        "**Quiet hours:** none.",
        "**Holidays:** none.",
        english("me.call.channel"),
        english("me.remind", moments=["50%", "90%"]),
        english("me.shape.wide"),
        english("me.ask_end.on"),
        english("me.learn.on"),
        english("me.rivals.off"),
    ]
    assert labels(panel) == ["Change …", "Time zone …", "Holidays …"]
    form = await form_of(room["anna"], panel)
    assert submitted_values(form) == {
        "call": "channel",
        "remind": "both",
        "from": "none",
        "to": None,
        "more": SWITCHED_ON,
    }
    assert option_values(form, "more") == [*SWITCHED_ON, "rivals", "tall"]
    await fill(room["anna"], form)
    assert await stored_settings(room, room["anna"]) == {}, "what nobody has chosen is not kept as if somebody had"


async def test_one_form_holds_all_that_is_chosen(room: Room) -> None:
    anna = room["anna"]
    panel = await open_settings(room, anna, zone="Europe/Berlin")
    values = {"call": "both", "remind": "late", "from": "21", "to": "6", "more": ["learn", "rivals", "tall"]}
    panel = await change(anna, panel, **values)
    assert await stored_settings(room, anna) == {
        "zone": "Europe/Berlin",
        "call": "both",
        "remind": "late",
        "quiet": [1260, 360],
        "ask_end": False,
        "rivals": True,
        "shape": "tall",
    }
    assert submitted_values(await form_of(anna, panel)) == values
    for setting in ("call.both", "shape.tall", "ask_end.off", "learn.on", "rivals.on"):
        assert english(f"me.{setting}") in panel.content.splitlines()
    assert english("me.remind", moments=["90%"]) in panel.content.splitlines()
    panel = await change(anna, panel, more=["ask_end"])
    assert (await stored_settings(room, anna))["shape"] == "wide"
    for setting in ("shape.wide", "ask_end.on", "learn.off"):
        assert english(f"me.{setting}") in panel.content.splitlines()


async def test_every_moment_of_a_reminder_is_named(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "PERCENTAGES", {**PERCENTAGES, Remind.BOTH: (50, 75, 90)})
    panel = await room.ask(room["anna"], "me settings")
    assert "**Reminders:** at 50%, 75% and 90% of your time, not counting quiet hours." in panel.content.splitlines()
    form = await form_of(room["anna"], panel)
    [both, *_] = parts(form)["remind"]["options"]
    assert both["label"] == "Remind me at 50%, 75% and 90% of my time"


async def test_who_gets_no_direct_messages_keeps_the_rest_of_the_form(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    room.env.inject_error("POST", f"/channels/{anna.user.dm_channel.id}/messages", status=403, code=50007)
    refusal = await change(anna, panel, call="both", remind="late")
    assert refusal.content == english("error.no_direct_messages_rest_saved")
    assert await stored_settings(room, anna) == {"remind": "late"}
    panel_again = await room.ask(anna, "me settings")
    assert english("me.remind", moments=["90%"]) in panel_again.content.splitlines()


@pytest.mark.usefixtures("earlier_panels")
async def test_everything_in_selects_is_kept_and_shown_at_once(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    for setting, value, wording in (
        ("call", "dm", "send you a direct message."),
        ("call", "both", "ping you in its channel and send you a direct message."),
        ("call", "none", "off. /games shows where a table is waiting for you."),
        ("call", "channel", "ping you in its channel."),
        ("remind", "late", "at 90% of your time, not counting quiet hours."),
        ("remind", "none", "**Reminders:** none."),
        ("remind", "both", "at 50% and 90% of your time, not counting quiet hours."),
    ):
        panel = shown_message(await anna.select(panel, [value], custom_id=f"pt:h:{setting}"))
        assert any(line.endswith(wording) for line in panel.content.splitlines()), (value, panel.content)
        assert (await stored_settings(room, anna))[setting] == value


async def test_quiet_hours_are_chosen_with_both_ends(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    for choice, quiet in (
        ({"from": "22"}, [1320, 420]),
        ({"to": "8"}, [1320, 480]),
        ({"from": "0", "to": "9"}, [0, 540]),
        ({"from": "9", "to": "17"}, [540, 1020]),
        ({"from": "none"}, []),
        ({"to": "6"}, [1260, 360]),
        ({"from": "none"}, []),
    ):
        panel = await change(anna, panel, **choice)
        assert (await stored_settings(room, anna))["quiet"] == quiet
    refusal = await change(anna, panel, **{"from": "21", "to": "21", "remind": "none"})
    assert refusal.content.startswith("Quiet hours cannot last all day")
    assert await stored_settings(room, anna) == {"quiet": []}, "nothing of the form"
    panel = await open_settings(room, anna, zone="Europe/Berlin", quiet=[1335, 400])
    assert submitted_values(await form_of(anna, panel)) | {"from": None, "to": None} == submitted_values(
        await form_of(anna, panel)
    )
    await change(anna, panel, remind="late")
    assert (await stored_settings(room, anna))["quiet"] == [1335, 400], "an end that no list has stays"


@pytest.mark.usefixtures("earlier_panels")
async def test_quiet_hours_have_two_ends_that_differ(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    for end, value, quiet, wording in (
        ("from", "22", [1320, 420], "from 22:00 to 7:00 I do not disturb you."),
        ("to", "8", [1320, 480], "from 22:00 to 8:00 I do not disturb you."),
        ("from", "0", [0, 480], "from 0:00 to 8:00 I do not disturb you."),
        ("from", "none", [], "none."),
        ("to", "6", [1260, 360], "from 21:00 to 6:00 I do not disturb you."),
    ):
        panel = shown_message(await anna.select(panel, [value], custom_id=f"pt:h:{end}"))
        assert setting_line(panel, "Quiet") == f"**Quiet hours:** {wording}"
        assert (await stored_settings(room, anna))["quiet"] == quiet
    refusal = shown_message(await anna.select(panel, ["21"], custom_id="pt:h:to"))
    assert refusal.content.startswith("Quiet hours cannot last all day")
    assert (await stored_settings(room, anna))["quiet"] == [1260, 360]


async def test_the_panel_says_until_when_nothing_disturbs(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "💤" not in (await open_settings(room, room["anna"], zone="Europe/Berlin")).content
    monkeypatch.setattr(preferences, "utcnow", lambda: datetime(2026, 11, 22, 22, 30, tzinfo=UTC))
    panel = await room.ask(room["anna"], "me settings")
    morning = int(datetime(2026, 11, 23, 7, tzinfo=UTC).timestamp())
    assert panel.content.endswith(f"💤 I will not disturb you until <t:{morning}:f>.")


async def test_panel_and_forms_outlive_the_process(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    await room.restart()
    form = await form_of(anna, panel)
    await room.restart()
    panel = await fill(anna, form, call="dm")
    form = await anna.click(panel, label="Time zone …")
    await room.restart()
    panel = shown_message(await anna.submit_modal(form, {"typed": "Berlin"}))
    form = await anna.click(panel, label="Holidays …")
    await room.restart()
    shown_message(await anna.submit_modal(form, {"typed": "24 Dec – 2 Jan"}))
    assert await stored_settings(room, anna) == {"call": "dm", "zone": "Europe/Berlin", "holidays": CHRISTMAS}
    assert room.logs == []


async def test_a_form_that_nobody_knows_is_answered(room: Room) -> None:
    anna = room["anna"]
    panel = await open_settings(room, anna, zone="Europe/Berlin", holidays=CHRISTMAS)
    before = await stored_settings(room, anna)
    for data in (
        {"custom_id": "pt:form:unheard-of", "components": []},
        {"custom_id": "pt:form:zone", "components": []},
        {"custom_id": "pt:form:holidays", "components": [{"type": 1, "components": []}]},
        {"custom_id": "pt:form:holidays", "components": [_filled("other", "")]},
        {"custom_id": "pt:form:holidays", "components": [_filled("typed", "x" * 601)]},
    ):
        payload = room.click_payload_of(anna, panel, data)
        await room.deliver(payload | {"type": int(InteractionType.MODAL_SUBMIT)})
        newest = [message.content for message in room.channel.history(viewer=anna) if message.flags.ephemeral][-1]
        assert newest == "This form has expired, and nothing was changed. Please open it again.", data
    assert await stored_settings(room, anna) == before
    assert room.logs == []


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("call", "shout"),
        ("remind", "always"),
        ("from", "24"),
        ("to", "none"),
        ("to", "-1"),
        ("zone", "Europe/Atlantis"),
    ],
)
async def test_values_that_no_select_holds_change_nothing(
    room: Room, earlier_panels: None, setting: str, value: str
) -> None:
    anna = room["anna"]
    panel = await open_settings(room, anna, zone="Europe/Berlin")
    if setting == "zone":
        room.forge(panel, "pt:h:call", "pt:h:zone")
    forged = {"custom_id": f"pt:h:{setting}", "component_type": 3, "values": [value]}
    await room.deliver(room.click_payload_of(anna, panel, forged))
    newest = [message.content for message in room.channel.history(viewer=anna) if message.flags.ephemeral][-1]
    assert newest == texts_in("en").say("error.damaged")
    assert await stored_settings(room, anna) == {"zone": "Europe/Berlin"}
    assert room.logs == []


@pytest.mark.parametrize(
    ("setting", "value"), [("call", "shout"), ("remind", "always"), ("from", "24"), ("to", "-1"), ("more", "all")]
)
async def test_values_that_no_form_holds_change_nothing(room: Room, setting: str, value: str) -> None:
    anna = room["anna"]
    panel = await open_settings(room, anna, zone="Europe/Berlin", learn=False)
    component: Json = {"type": 21, "id": 2, "custom_id": setting, "value": value}
    if setting in ("from", "to", "more"):
        component = {"type": 3, "id": 2, "custom_id": setting, "values": [value]}
    data = {"custom_id": "pt:form:habits", "components": [{"type": 18, "id": 1, "component": component}]}
    payload = room.click_payload_of(anna, panel, data)
    await room.deliver(payload | {"type": int(InteractionType.MODAL_SUBMIT)})
    newest = [message.content for message in room.channel.history(viewer=anna) if message.flags.ephemeral][-1]
    assert (newest == texts_in("en").say("error.damaged")) == (setting != "more"), "what no box says"
    expected = {"zone": "Europe/Berlin", "learn": False} | ({"ask_end": False} if setting == "more" else {})
    assert await stored_settings(room, anna) == expected
    assert room.logs == []


async def test_everybody_has_a_panel_of_their_own(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await room.ask(ben, "language", language="de")
    panel = await room.ask(anna, "me settings")
    bens_panel = await room.ask(ben, "me settings")
    with pytest.raises(SetupError):
        await ben.click(panel, label="Change …")
    await change(anna, panel, call="none")
    bens_panel = await submit_text(ben, bens_panel, "zone", "Wien")
    assert (await stored_settings(room, anna), await stored_settings(room, ben)) == (
        {"call": "none"},
        {"zone": "Europe/Vienna"},
    )
    assert setting_line(bens_panel, "Zeitzone").startswith("**Zeitzone:** Europe/Vienna, dort ist es jetzt 15:05 Uhr.")
    assert setting_line(bens_panel, "Benachrichtigung") == texts_in("de").say("me.call.channel")
    assert "Europe/Vienna" not in (await room.ask(anna, "me settings")).content


async def test_the_panel_can_also_be_asked_for_where_direct_messages_arrive(room: Room) -> None:
    anna = room["anna"].user
    panel = shown_message(await anna.slash("me settings"))
    panel = await fill(anna, await anna.click(panel, label="Change …"), call="dm")
    form = await anna.click(panel, label="Time zone …")
    panel = shown_message(await anna.submit_modal(form, {"typed": "Berlin"}))
    assert setting_line(panel, "Time zone").startswith("**Time zone:** Europe/Berlin,")
    assert await stored_settings(room, room["anna"]) == {"call": "dm", "zone": "Europe/Berlin"}
    assert room.logs == []


@pytest.mark.usefixtures("earlier_panels")
async def test_buttons_of_earlier_panels_are_switches(room: Room) -> None:
    anna = room["anna"]
    panel = await room.ask(anna, "me settings")
    for asking in (False, True):
        panel = shown_message(await anna.click(panel, label="ask_end"))
        assert (await stored_settings(room, anna))["ask_end"] is asking
        assert setting_line(panel, "End of a turn").startswith("**End of a turn:** I ask") == asking
    panel = shown_message(await anna.click(panel, label="tall"))
    assert english("me.shape.tall") in panel.content.splitlines()
