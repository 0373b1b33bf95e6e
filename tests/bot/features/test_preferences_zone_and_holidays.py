"""/me settings: time zones and holidays as people type them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.features import preferences
from tests.bot.own_settings import CHRISTMAS, NOW, earlier_panel, kept, line, opened, typed
from tests.bot.parts import controls, labels, shown
from tests.bot.room import Room

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "utcnow", lambda: NOW)


@pytest.fixture
def earlier_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make panels those of an earlier version, in messages that people still have."""
    monkeypatch.setattr(preferences, "panel_view", earlier_panel)


def field(form: InteractionResult) -> dict[str, Any]:
    """Return the only field of a form."""
    assert form.modal is not None
    component: dict[str, Any] = form.modal["components"][0]["component"]
    return component


@pytest.mark.parametrize(
    ("text", "zone", "wording"),
    [
        ("berlin", "Europe/Berlin", "Europe/Berlin, where it is 15:05 now."),
        ("Europe/Berlin", "Europe/Berlin", "Europe/Berlin, where it is 15:05 now."),
        ("new york", "America/New_York", "America/New York, where it is 9:05 now."),
        ("utc+2", "Etc/GMT-2", "UTC+2, where it is 16:05 now."),
        (" UTC ", "UTC", "UTC, where it is 14:05 now."),
    ],
)
async def test_a_time_zone_is_typed_loosely(room: Room, text: str, zone: str, wording: str) -> None:
    anna = room["anna"]
    panel = await typed(anna, await room.ask(anna, "me settings"), "zone", text)
    assert line(panel, "Time zone").startswith(f"**Time zone:** {wording}")
    assert await kept(room, anna) == {"zone": zone}
    assert ("ignores daylight saving time" in panel.content) == (zone == "Etc/GMT-2")
    assert line(panel, "Quiet") == "**Quiet hours:** from 23:00 to 8:00 I do not disturb you."


async def test_an_unclear_zone_is_asked_about_and_an_unknown_one_refused(room: Room) -> None:
    anna = room["anna"]
    question = await typed(anna, await opened(room, anna, zone="Europe/Berlin"), "zone", "*york")
    assert question.content == "Which time zone do you mean by “\\*york”?"
    (select,) = [item for item in controls(question) if item["type"] == 3]
    assert [option["label"] for option in select["options"]] == [
        "Europe/London, where it is 14:05",
        "America/New York, where it is 9:05",
    ]
    assert labels(question) == ["Time zone …", "Back"]
    settings_panel = shown(await anna.click(question, label="Back"))
    assert line(settings_panel, "Time zone").startswith("**Time zone:** Europe/Berlin,")

    question = await typed(anna, settings_panel, "zone", "san")
    assert len(next(item for item in controls(question) if item["type"] == 3)["options"]) == 5
    panel = shown(await anna.select(question, ["America/Santiago"], custom_id="pt:h:zone"))
    assert line(panel, "Time zone").startswith("**Time zone:** America/Santiago,")

    refusal = await typed(anna, panel, "zone", "Xanadu")
    assert refusal.content.startswith("I know no time zone called “Xanadu”.")
    assert await kept(room, anna) == {"zone": "America/Santiago"}
    panel = await typed(anna, panel, "zone", "  ")
    assert line(panel, "Time zone").startswith("**Time zone:** not chosen yet")
    assert await kept(room, anna) == {"zone": None}


@pytest.mark.parametrize(
    ("language", "text", "formatted"),
    [
        ("en", "24 Dec – 2 Jan", "24 Dec 2026 – 2 Jan 2027"),
        ("en", "2026-12-24 to 2027-01-02", "24 Dec 2026 – 2 Jan 2027"),
        ("de", "24.12. – 2.1.", "24.12.2026 – 02.01.2027"),
        ("de", "24.12.2026 bis 2. Januar", "24.12.2026 – 02.01.2027"),
        ("nl", "24-12 t/m 2-1", "24-12-2026 – 02-01-2027"),
    ],
)
async def test_holidays_are_typed_in_the_forms_of_the_language(
    room: Room, language: str, text: str, formatted: str
) -> None:
    anna = room["anna"]
    await room.ask(anna, "language", language=language)
    panel = await typed(anna, await room.ask(anna, "me settings"), "holidays", text)
    assert f" {formatted}. " in panel.content
    assert await kept(room, anna) == {"holidays": CHRISTMAS}
    form = await anna.click(panel, custom_id="pt:f:holidays")
    assert field(form)["value"] == formatted
    panel = shown(await anna.submit_modal(form, {"typed": formatted}))
    assert await kept(room, anna) == {"holidays": CHRISTMAS}
    panel = await typed(anna, panel, "holidays", "")
    assert await kept(room, anna) == {"holidays": []}
    assert formatted not in panel.content


async def test_several_holidays_are_shown_in_order_until_they_are_over(room: Room) -> None:
    anna = room["anna"]
    past_holidays = ["2026-11-01", "2026-11-21"]
    current_holidays = ["2026-11-20", "2026-11-22"]
    panel = await opened(room, anna, holidays=[*CHRISTMAS, past_holidays, current_holidays], zone="Europe/Berlin")
    assert line(panel, "Holidays").startswith(
        "**Holidays:** 20 Nov 2026 – 22 Nov 2026 and 24 Dec 2026 – 2 Jan 2027. I do not disturb you then,"
    )
    assert panel.content.endswith(f"<t:{int(datetime(2026, 11, 23, 7, tzinfo=UTC).timestamp())}:f>.")
    form = await anna.click(panel, label="Holidays …")
    panel = shown(await anna.submit_modal(form, {"typed": field(form)["value"] + "\n\n1 Feb; 3 Feb 2027\n"}))
    assert (await kept(room, anna))["holidays"] == [
        *(current_holidays, *CHRISTMAS, ["2027-02-01", "2027-02-01"], ["2027-02-03", "2027-02-03"])
    ]
    assert "– 2 Jan 2027, 1 Feb 2027 and 3 Feb 2027." in line(panel, "Holidays")


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (
            "en",
            "soon",
            "I cannot read “soon” as a date or a range of dates. Nothing was changed; write dates like 22 Nov 2026.",
        ),
        ("en", "24 Dec\n30 Feb", "I cannot read “30 Feb” as a date or a range of dates."),
        ("en", "2027-01-02 – 2026-12-24", "“2027-01-02 – 2026-12-24” ends before it begins."),
        ("en", "2026-11-20 – 2026-11-21", "“2026-11-20 – 2026-11-21” is already over."),
        ("en", "1 Dec – 30 Jan", "“1 Dec – 30 Jan” is too long."),
        ("en", "\n".join(f"{day} Dec" for day in range(1, 12)), "I can keep up to 10 holidays."),
        (
            "de",
            "bald",
            "Ich erkenne in „bald“ keinen Tag und keinen Zeitraum.",
        ),
        ("de", "31.12.2026 - 1.12.2026", "„31.12.2026 - 1.12.2026“ endet, bevor es beginnt."),
        (
            "de",
            "1.12. - 30.1.",
            "„1.12. - 30.1.“ ist zu lang.",
        ),
    ],
)
async def test_holidays_that_will_not_do_are_refused_in_words_and_change_nothing(
    room: Room, language: str, text: str, said: str
) -> None:
    anna = room["anna"]
    await room.ask(anna, "language", language=language)
    refusal = await typed(anna, await opened(room, anna, holidays=CHRISTMAS), "holidays", text)
    assert refusal.content.startswith(said)
    assert await kept(room, anna) == {"holidays": CHRISTMAS}
