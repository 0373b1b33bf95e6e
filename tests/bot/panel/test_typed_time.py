"""Time zones and dates as people type them, and all that /me can show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features import preferences
from bot.tables.player_preferences import Call, Preferences, Remind, is_zone, period_length
from bot.wording import LANGUAGES, texts_in
from bot.wording.dates import read_period, written
from bot.wording.zones import ABBREVIATIONS, MOST, find_zones, zone_name

NOW = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
TODAY = NOW.date()


@pytest.mark.parametrize(
    ("language", "typed", "zone"),
    [
        *(("en", typed, "Europe/Berlin") for typed in ("berlin", "Europe/Berlin", " europe berlin ", "BERLIN", "mez")),
        *(("en", typed, "America/New_York") for typed in ("new york", "New_York", "newyork", "est", "EDT")),
        ("en", "kolkata", "Asia/Kolkata"),
        ("en", "calcutta", "Asia/Kolkata"),
        ("en", "India", "Asia/Kolkata"),
        ("en", "us/pacific", "America/Los_Angeles"),
        ("en", "Argentina/Buenos Aires", None),
        ("en", "america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
        ("en", "CET", "Europe/Brussels"),
        ("de", "Wien", "Europe/Vienna"),
        ("de", "vienna", "Europe/Vienna"),
        *(("de", typed, "Europe/Zurich") for typed in ("Zürich", "zuerich", "zurich")),
        ("de", "Österreich", "Europe/Vienna"),
        ("de", "Kiew", "Europe/Kyiv"),
        ("nl", "Brussel", "Europe/Brussels"),
        ("nl", "Nederland", "Europe/Amsterdam"),
        ("nl", "België", "Europe/Brussels"),
        ("en", "Brussel", "Europe/Brussels"),
        *((language, "München", "Europe/Berlin") for language in ("en", "de", "nl")),
        *(("de", typed, "Europe/Berlin") for typed in ("Köln", "koeln", "Keulen", "Cologne", "Munich", "Aken")),
        ("nl", "Rotterdam", "Europe/Amsterdam"),
        ("nl", "Wenen", "Europe/Vienna"),
        ("de", "Peking", "Asia/Shanghai"),
        ("en", "San Francisco", "America/Los_Angeles"),
        ("en", "JST", "Asia/Tokyo"),
        ("en", "HST", "Pacific/Honolulu"),
        ("en", "aedt", "Australia/Sydney"),
        ("en", "xst", None),
        *(("en", typed, "UTC") for typed in ("utc", "GMT", "z", "utc+0", "+00:00")),
        *(("en", typed, "Etc/GMT-2") for typed in ("utc+2", "UTC +2", "gmt+02", "+2", "+02:00", "+2h", "utc+0200")),
        ("en", "utc\u22123", "Etc/GMT+3"),
        ("en", "utc+14", "Etc/GMT-14"),
        ("en", "utc-12", "Etc/GMT+12"),
    ],
)
def test_a_zone_is_found_that_can_only_be_meant(language: str, typed: str, zone: str | None) -> None:
    assert find_zones(typed, language, NOW).zone == zone


@pytest.mark.parametrize(
    ("typed", "proposals"),
    [
        ("germany", ("Europe/Berlin", "Europe/Busingen")),
        ("york", ("Europe/London", "America/New_York")),
        ("Birmingham", ("America/Chicago", "Europe/London")),
        ("xst", ()),
        ("eastern", ("America/Toronto", "America/New_York")),
        ("utc+5:45", ("Asia/Kathmandu", "Asia/Katmandu")),
        ("utc+15", ()),
        ("utc-13", ()),
        ("Xanadu", ()),
        ("", ()),
        ("x", ()),
        ("\udcff<@1>", ()),
        ("9" * 100, ()),
    ],
)
def test_where_it_is_not_clear_zones_are_proposed(typed: str, proposals: tuple[str, ...]) -> None:
    assert find_zones(typed, "en", NOW) == (None, proposals)


def test_a_slip_of_the_pen_is_seen_through() -> None:
    assert find_zones("berlni", "en", NOW).proposals[0] == "Europe/Berlin"
    assert find_zones("amsterdm", "nl", NOW).proposals[0] == "Europe/Amsterdam"


@settings(max_examples=40)
@given(st.text(max_size=12) | st.from_regex(r"(utc)?[+-][0-9]{1,2}(:[0-9]{2})?", fullmatch=True))
def test_whatever_is_typed_every_zone_is_one_and_few_are_proposed(typed: str) -> None:
    zones = find_zones(typed, "de", NOW)
    assert zones.zone is None or is_zone(zones.zone)
    assert all(map(is_zone, zones.proposals))
    assert len(set(zones.proposals)) == len(zones.proposals) <= MOST
    if zones.zone is not None:
        assert find_zones(zone_name(zones.zone), "de", NOW).zone == zones.zone


@pytest.mark.parametrize(
    ("typed", "day"), [("3. Mrz", "2027-03-03"), ("3. Jänner", "2027-01-03"), ("1. Feber", "2027-02-01")]
)
def test_months_have_other_names_too(typed: str, day: str) -> None:
    assert read_period(typed, "de", TODAY) == days(day, day)


def test_abbreviations_are_of_zones() -> None:
    assert all(map(is_zone, ABBREVIATIONS.values()))


def days(*texts: str) -> tuple[date, ...]:
    return tuple(map(date.fromisoformat, texts))


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *((language, "2026-12-24 - 2027-01-02") for language in LANGUAGES),
        *(
            ("de", typed)
            for typed in ("24.12. bis zum 2.1.", "vom 24.12. bis zum 2.1.", "zwischen dem 24.12. und dem 2.1.")
        ),
        *(("nl", typed) for typed in ("24 dec tot en met 2 jan", "vanaf 24-12 t/m 2-1")),
        *(("en", typed) for typed in ("between Dec 24 and Jan 2", "Dec 24 through Jan 2")),
        *(("en", typed) for typed in ("24 Dec – 2 Jan", "Dec 24 - Jan 2", "24th December 2026 until 2nd January 2027")),
        *(
            ("en", typed)
            for typed in ("from December 24, 2026 to January 2, 2027", "24/12 - 2/1", "24/12/2026-2/1/2027")
        ),
        *(("de", typed) for typed in ("24.12. - 2.1.", "24.12.-2.1.", "24.12.2026 bis 2.1.2027", "24.12.26-2.1.27")),
        *(("de", typed) for typed in ("vom 24. Dezember bis 2. Januar", "24. 12. 2026 – 2. 1. 2027", "24 dec - 2 jan")),
        *(("nl", typed) for typed in ("24-12-2026 - 02-01-2027", "24-12 t/m 2-1", "24 dec tot 2 jan", "24-12 – 2-1")),
    ],
)
def test_a_stretch_of_days_is_read(language: str, typed: str) -> None:
    assert read_period(typed, language, TODAY) == days("2026-12-24", "2027-01-02")


def test_dates_in_figures_are_all_read_in_one_order() -> None:
    american = {"month_first": True}
    assert read_period("1/12/2027 - 2/3/2027", "en", TODAY) == days("2027-12-01", "2027-03-02")
    assert read_period("1/12/2027 - 2/3/2027", "en", TODAY, **american) == days("2027-01-12", "2027-02-03")
    assert read_period("12/24 - 1/2", "en", TODAY) == days("2026-12-24", "2027-01-02")
    assert read_period("24/12 - 2/1", "en", TODAY, **american) == days("2026-12-24", "2027-01-02")
    assert read_period("1.2.2027", "de", TODAY, **american) == days("2027-02-01", "2027-02-01")


def test_a_date_without_a_year_is_the_next_such_day() -> None:
    assert read_period("22.11.", "de", TODAY) == days("2026-11-22", "2026-11-22")
    assert read_period("21.11. - 20.11.", "de", TODAY) == days("2027-11-21", "2028-11-20")
    assert read_period("29 Feb", "en", TODAY) == days("2028-02-29", "2028-02-29")


@pytest.mark.parametrize(
    "typed",
    [
        *("", "soon", "24", "Feb 30", "2026-13-01", "2026-12-244", "31.11.", "0.1.", "1.0.", "32.1.2027", "24.-28.12."),
        *("1 Dec 2 Dec 3 Dec", "1 Dec and then 2 Dec", "around 1 Dec", "1 Dec or so", "1 bis Dec", "1 Decembre"),
        *("9" * 50, "1.1.99999", "0000-01-01", "1.1.0000", "1 Jan 0000"),
    ],
)
def test_what_is_no_stretch_of_days_is_not_guessed(typed: str) -> None:
    assert read_period(typed, "de", TODAY) is None


@given(st.text(alphabet="0123456789./- JanFebDecto\u017f\u0130\u0663", max_size=24), st.sampled_from(LANGUAGES))
def test_whatever_is_typed_it_is_days_or_nothing(typed: str, language: str) -> None:
    period = read_period(typed, language, TODAY)
    assert period is None or all(isinstance(day, date) for day in period)


@given(st.dates(TODAY, date(2040, 1, 1)), st.integers(0, 60), st.sampled_from(LANGUAGES), st.booleans())
def test_what_is_written_is_read_again(first: date, more: int, language: str, month_first: bool) -> None:
    last = first + timedelta(days=more)
    typed = f"{written(first, language)} – {written(last, language)}"
    assert read_period(typed, language, TODAY, month_first=month_first) == (first, last)


def test_who_writes_american_dates_puts_the_month_first() -> None:
    for first, month in ((True, 2), (False, 3)):
        (period,) = preferences.read_holidays("2/3/2027", "en", NOW.date(), month_first=first)
        assert period == (date(2027, month, 5 - month),) * 2


def test_the_longest_holidays_and_ten_of_them_are_kept_and_fit_the_form() -> None:
    lines = [f"{day} September 2027 – {day} September 2027" for day in range(10, 20)]
    assert len(preferences.read_holidays("\n".join(lines), "en", NOW.date(), month_first=False)) == 10
    assert len("\n".join(lines)) <= preferences.HolidaysForm.longest
    (period,) = preferences.read_holidays("1 Dec – 29 Jan", "en", NOW.date(), month_first=False)
    assert period_length(period) == 60


def every_panel() -> Iterator[Preferences]:
    for zone in (None, "Etc/GMT-14", "America/Argentina/Buenos_Aires"):
        for call in Call:
            for remind in Remind:
                holidays = tuple((date(2027, 9, 10 + number), date(2027, 9, 20)) for number in range(10))
                yield Preferences(zone, (13 * 60, 15 * 60), holidays, call, remind)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_panel_and_form_is_worded_and_within_discords_limits(language: str) -> None:
    texts = texts_in(language)
    for habits in every_panel():
        content = preferences.panel_text(habits, texts, NOW)
        assert len(content) <= 2000
        assert not re.search(r"\bme\.[a-z]", content)
        assert "{" not in content
        forms: list[Any] = [field.to_component_dict() for field in preferences.habits_form(habits, texts)]
        for form in forms:
            form_texts = [form["label"], *(option["label"] for option in form["component"]["options"])]
            assert not [text for text in form_texts if text.startswith("me.") or len(text) > 100]
            assert len(form["label"]) <= 45
        for view in (preferences.panel_view(texts), preferences.proposals_view(("UTC",) * 5, texts, NOW)):
            for item in view.children:
                component = item.to_component_dict()
                for option in component.get("options", []):
                    assert len(option["label"]) <= 100
                    assert not option["label"].startswith("me.")
                assert len(component.get("options", [])) <= 25
                assert len(component.get("label", "")) <= 80
    for setting in ("zone", "holidays"):
        for part, most in (("title", 45), ("label", 45), ("hint", 100)):
            assert len(texts.say(f"me.form.{setting}.{part}")) <= most
